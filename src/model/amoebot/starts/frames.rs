//! How particles are turned: fixed, or drawn.

use crate::dice::{Dice, Draw as _, Purpose};
use crate::model::amoebot::grid::{Chirality, Direction, Frame};
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section, Word};

/// The words for `compass`.
pub(super) const COMPASSES: &[&str] = &["E", "NNE", "NNW", "W", "SSW", "SSE", "random"];
/// The words for `chirality`.
pub(super) const CHIRALITIES: &[&str] = &["ccw", "cw", "random"];

pub(super) const COMPASS: Parameter = Parameter {
    name: "compass",
    kind: Kind::Word(COMPASSES),
    default: Some("\"E\""),
    range: "",
    summary: "the direction that particles call east; random: each its own",
};

pub(super) const CHIRALITY: Parameter = Parameter {
    name: "chirality",
    kind: Kind::Word(CHIRALITIES),
    default: Some("\"ccw\""),
    range: "",
    summary: "which way round particles count directions; random: each its own",
};

/// A value, or a draw of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Or<T> {
    Fixed(T),
    Random,
}

impl Word for Or<Direction> {
    const ALL: &'static [Self] = &[
        Or::Fixed(Direction::E),
        Or::Fixed(Direction::Nne),
        Or::Fixed(Direction::Nnw),
        Or::Fixed(Direction::W),
        Or::Fixed(Direction::Ssw),
        Or::Fixed(Direction::Sse),
        Or::Random,
    ];

    fn word(self) -> &'static str {
        match self {
            Or::Fixed(direction) => direction.name(),
            Or::Random => "random",
        }
    }
}

impl Word for Or<Chirality> {
    const ALL: &'static [Self] = &[
        Or::Fixed(Chirality::Ccw),
        Or::Fixed(Chirality::Cw),
        Or::Random,
    ];

    fn word(self) -> &'static str {
        match self {
            Or::Fixed(chirality) => chirality.word(),
            Or::Random => "random",
        }
    }
}

/// How one particle wants to be turned, where it differs from the others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wish {
    compass: Option<Or<Direction>>,
    chirality: Option<Or<Chirality>>,
}

impl Wish {
    /// Reads `compass` and `chirality` of the table of a particle.
    pub(super) fn read(table: &Section<'_>) -> Result<Self, ScenarioError> {
        Ok(Wish {
            compass: table.choice("compass").optional()?,
            chirality: table.choice("chirality").optional()?,
        })
    }
}

/// How particles are turned that do not say so themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames {
    compass: Or<Direction>,
    chirality: Or<Chirality>,
}

impl Frames {
    /// Reads `compass` and `chirality` of `[swarm]`.
    pub(super) fn read(swarm: &Section<'_>) -> Result<Self, ScenarioError> {
        Ok(Frames {
            compass: swarm.choice("compass").or(Or::Fixed(Direction::E))?,
            chirality: swarm.choice("chirality").or(Or::Fixed(Chirality::Ccw))?,
        })
    }

    /// The frame of a particle. Whoever draws one of the two draws both, so that the chirality of a
    /// particle does not depend on whether its compass is random.
    pub(super) fn frame(self, wish: Wish, seed: u64, id: u32) -> Frame {
        let compass = wish.compass.unwrap_or(self.compass);
        let chirality = wish.chirality.unwrap_or(self.chirality);
        if let (Or::Fixed(compass), Or::Fixed(chirality)) = (compass, chirality) {
            return Frame { compass, chirality };
        }
        let (mut dice, mut none) = (Dice::new(seed, id), None);
        let mut die = dice.on(Purpose::Frame, &mut none);
        let drawn = Frame {
            compass: Direction::ALL[die.index(6)],
            chirality: [Chirality::Ccw, Chirality::Cw][die.index(2)],
        };
        Frame {
            compass: match compass {
                Or::Fixed(compass) => compass,
                Or::Random => drawn.compass,
            },
            chirality: match chirality {
                Or::Fixed(chirality) => chirality,
                Or::Random => drawn.chirality,
            },
        }
    }
}
