//! Two robots with lights meet: tables of what to do, by the colours of both.

use std::sync::Arc;

use super::points::Points;
use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::model::Failure;
use crate::model::oblot::percept::{Percept, Seen};
use crate::model::oblot::requirements::{Requirements, SightNeed};
use crate::model::oblot::schedulers::Synchrony;
use crate::model::oblot::senses::Detection;
use crate::model::oblot::{Destination, Intent, Light, LightModel, Phase};
use crate::registry::{Entry, Explanation};

use Light::{Black, Red, White};
use Step::{Half, Other, Stay};

pub(super) const TWO_COLORS: Entry<Maker> = Entry {
    name: "rendezvous_two_colors",
    summary: "two robots with two colours meet in SSYNC",
    help: "By own colour and the other's: two black robots stay and turn white; a black robot \
           waits for a white one, which goes to it; two white robots go half-way and turn black. \
           A robot ends when it is at the place of the other one and that one is not on its way. \
           Source: Viglietta, Rendezvous of two robots with visible bits, ALGOSENSORS 2013, \
           arXiv:1211.6039.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees where the other one is, and both lights.",
                ),
                (
                    "compute",
                    "Beside a black robot a black one turns white; beside a white one it waits. A \
                     white robot goes to a black one, and half-way to a white one while it turns \
                     black.",
                ),
                ("move", "It shows the new colour and goes, or stays."),
            ],
            limits: "It is for exactly two robots that do not fail, and for atomic cycles: in \
                     ASYNC a robot may leave on an old view and miss the other one.",
        },
        build: |_, context| {
            Ok(Arc::new(Rendezvous::new(
                context,
                RendezvousTable::TwoColors,
            )))
        },
        requires: SEMI_SYNCHRONOUS,
        guarantee: "two robots meet under every fair scheduler with atomic cycles, from any \
                    colours, also where moves are stopped on the way",
    },
};

pub(super) const TWO_COLORS_OPTIMAL: Entry<Maker> = Entry {
    name: "rendezvous_two_colors_optimal",
    summary: "two robots with two colours that tell whether they are together meet in ASYNC",
    help: "As rendezvous_two_colors, but a white robot that is at the other one's place stays and \
           remains white. A robot ends when it is at the place of the other one and that one is not \
           on its way, nor white and computing: it might be about to leave on an old view. Source: Heriban, Defago and Tixeuil, Optimally gathering \
           two robots, ICDCN 2018, arXiv:1708.06183.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees where the other one is, both lights, and whether it is at the \
                     other one's place.",
                ),
                (
                    "compute",
                    "It decides as with two colours in SSYNC, but a white robot that is where the \
                     other one is stays and remains white.",
                ),
                ("move", "It shows the new colour and goes, or stays."),
            ],
            limits: "It is for exactly two robots that do not fail, and relies on a robot telling \
                     whether it is where the other one is.",
        },
        build: |_, context| {
            let table = RendezvousTable::TwoColorsOptimal;
            Ok(Arc::new(Rendezvous::new(context, table)))
        },
        requires: Requirements {
            detection: Detection::Strong,
            ..ASYNCHRONOUS
        },
        guarantee: "two robots meet under every fair scheduler, also where moves are stopped on \
                    the way",
    },
};

pub(super) const THREE_COLORS: Entry<Maker> = Entry {
    name: "rendezvous_three_colors",
    summary: "two robots with three colours meet in ASYNC",
    help: "By own colour and the other's: black goes half-way to black and turns white, goes to \
           white, waits for red; white waits for black, turns red beside white, goes to red; red \
           goes to black, waits for white, turns black beside red. A robot ends when it is at the \
           place of the other one and that one is not on its way. Source: Viglietta, \
           Rendezvous of two robots with visible bits, ALGOSENSORS 2013, arXiv:1211.6039.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees where the other one is, and both lights.",
                ),
                (
                    "compute",
                    "By its own colour and the other's it decides whether to stay, to go half-way \
                     or to go to the other one, and which colour it shows next.",
                ),
                (
                    "move",
                    "It shows the new colour and goes, or waits for a change of the other one's \
                     colour.",
                ),
            ],
            limits: "It is for exactly two robots that do not fail: one that crashes may be \
                     waited for for ever. A robot has to see its own light as well as the \
                     other's.",
        },
        build: |_, context| {
            let table = RendezvousTable::ThreeColors;
            Ok(Arc::new(Rendezvous::new(context, table)))
        },
        requires: ASYNCHRONOUS,
        guarantee: "two robots meet under every fair scheduler, from any colours, also where moves \
                    are stopped on the way",
    },
};

pub(super) const THREE_EXTERNAL: Entry<Maker> = Entry {
    name: "rendezvous_three_external",
    summary: "two robots with three colours that see only the other's light meet in SSYNC",
    help: "By the other's colour alone: beside a black robot it goes half-way and turns white, \
           beside a white one it stays and turns red, to a red one it goes and turns black. A \
           robot ends when it is at the place of the other one and that one is not on its way. \
           Source: Flocchini, Santoro, Viglietta and Yamashita, Rendezvous of two robots \
           with constant memory, SIROCCO 2013, arXiv:1306.1956.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees where the other one is, and the other's light, but not its \
                     own.",
                ),
                (
                    "compute",
                    "By the other's colour alone it decides: half-way and white beside black, \
                     stay and red beside white, to the other one and black beside red.",
                ),
                ("move", "It shows the new colour and goes, or stays."),
            ],
            limits: "It is for exactly two robots that do not fail, and for atomic cycles: in \
                     ASYNC a robot may leave on an old view and miss the other one.",
        },
        build: |_, context| {
            let table = RendezvousTable::ThreeExternal;
            Ok(Arc::new(Rendezvous::new(context, table)))
        },
        requires: Requirements {
            lights: LightModel::Fcom,
            ..SEMI_SYNCHRONOUS
        },
        guarantee: "two robots meet under every fair scheduler with atomic cycles, from any \
                    colours, also where moves are stopped on the way",
    },
};

const ASYNCHRONOUS: Requirements = Requirements {
    fewest: 2,
    most: Some(2),
    sight: SightNeed::Everything,
    lights: LightModel::Lumi,
    faultless: true,
    ..Requirements::NONE
};

const SEMI_SYNCHRONOUS: Requirements = Requirements {
    schedulers: Synchrony::ATOMIC,
    ..ASYNCHRONOUS
};

/// What a robot does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// It stays.
    Stay,
    /// It goes half-way to the other robot.
    Half,
    /// It goes to the place of the other robot.
    Other,
}

/// One cell of a table.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The robot's own colour; `None` where that does not matter.
    own: Option<Light>,
    /// The colour of the other robot.
    other: Light,
    /// What the robot does.
    step: Step,
    /// The colour that it shows from now on.
    next: Light,
}

const fn cell(own: Light, other: Light, step: Step, next: Light) -> Cell {
    Cell {
        own: Some(own),
        other,
        step,
        next,
    }
}

const fn external(other: Light, step: Step, next: Light) -> Cell {
    Cell {
        own: None,
        other,
        step,
        next,
    }
}

const TWO: &[Cell] = &[
    cell(Black, Black, Stay, White),
    cell(Black, White, Stay, Black),
    cell(White, Black, Other, White),
    cell(White, White, Half, Black),
];

const THREE: &[Cell] = &[
    cell(Black, Black, Half, White),
    cell(Black, White, Other, Black),
    cell(Black, Red, Stay, Black),
    cell(White, Black, Stay, White),
    cell(White, White, Stay, Red),
    cell(White, Red, Other, White),
    cell(Red, Black, Other, Red),
    cell(Red, White, Stay, Red),
    cell(Red, Red, Stay, Black),
];

const EXTERNAL: &[Cell] = &[
    external(Black, Half, White),
    external(White, Stay, Red),
    external(Red, Other, Black),
];

/// The tables that are known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RendezvousTable {
    /// White and black, for SSYNC.
    TwoColors,
    /// White and black, and a white robot at the other one's place stays.
    TwoColorsOptimal,
    /// Black, white and red.
    ThreeColors,
    /// Black, white and red, by the other's colour alone.
    ThreeExternal,
}

impl RendezvousTable {
    /// The colours; robots start with the first one.
    fn colors(self) -> &'static [Light] {
        match self {
            RendezvousTable::TwoColors | RendezvousTable::TwoColorsOptimal => &[White, Black],
            RendezvousTable::ThreeColors | RendezvousTable::ThreeExternal => &[Black, White, Red],
        }
    }

    fn cells(self) -> &'static [Cell] {
        match self {
            RendezvousTable::TwoColors | RendezvousTable::TwoColorsOptimal => TWO,
            RendezvousTable::ThreeColors => THREE,
            RendezvousTable::ThreeExternal => EXTERNAL,
        }
    }

    /// Whether a robot may end that is at one place with this other one: only if that one is not
    /// about to leave on an old view, for then it would never come back. Nobody who is just passing
    /// stays, so a robot on its way does not count as being there.
    ///
    /// With atomic cycles nobody acts on an old view. With three colours nobody who computes at the
    /// place of the other one leaves it (a test goes through all that can happen). With two a white
    /// robot may, a black one never moves.
    fn may_end(self, other: &Seen) -> bool {
        let (phase, light) = (other.appearance.phase, other.appearance.light);
        match self {
            _ if phase == Phase::Move => false,
            RendezvousTable::TwoColorsOptimal => phase != Phase::Look || light == Some(Black),
            _ => true,
        }
    }

    /// What a robot does and shows next, by both colours and by whether both are on one point.
    fn look_up(
        self,
        own: Option<Light>,
        other: Option<Light>,
        together: bool,
    ) -> Result<(Step, Light), Failure> {
        if self == RendezvousTable::TwoColorsOptimal && together && own == Some(White) {
            return Ok((Stay, White));
        }
        let fits =
            |cell: &&Cell| Some(cell.other) == other && (cell.own.is_none() || cell.own == own);
        match self.cells().iter().find(fits) {
            Some(cell) => Ok((cell.step, cell.next)),
            None => {
                let word = |light: Option<Light>| light.map_or("none", Light::name);
                let (own, other) = (word(own), word(other));
                Err(Failure::Invalid(format!(
                    "rendezvous: the table has no cell for the perceived lights: own {own}, \
                     other's {other}"
                )))
            }
        }
    }
}

/// Two robots that meet by a table of colours.
#[derive(Clone, Copy, Debug)]
pub struct Rendezvous {
    epsilon: f64,
    table: RendezvousTable,
}

impl Rendezvous {
    /// With the precision of a run.
    #[must_use]
    pub fn new(context: Context, table: RendezvousTable) -> Self {
        Rendezvous {
            epsilon: context.epsilon,
            table,
        }
    }
}

impl Algorithm for Rendezvous {
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let points = Points::of(percept, self.epsilon);
        let me = percept.me();
        let far = points.nearest(percept, dice).map(|point| point.id);
        let is_other = |seen: &&Seen| far.map_or(seen.id != me, |id| seen.id == id);
        let robots = percept.robots();
        let Some(other) = robots.iter().find(is_other) else {
            // Where robots on one point are not told apart, a robot sees itself alone.
            return Ok(Intent::towards(Destination::Stay, true));
        };
        let together = points.are_one();
        if together && self.table.may_end(other) {
            return Ok(Intent::towards(Destination::Stay, true));
        }
        let own = percept.appearance(me).light;
        let (step, next) = self.table.look_up(own, other.appearance.light, together)?;
        let destination = match step {
            Stay => Destination::Stay,
            Half => Destination::Midway(other.id),
            Other => Destination::Onto(other.id),
        };
        Ok(Intent::towards(destination, false).showing(next))
    }

    /// Nothing is drawn, but with the optimal table a robot that stays may end the next time because
    /// the other one no longer computes. The rule of stalled runs does not look at that.
    fn is_deterministic(&self) -> bool {
        self.table != RendezvousTable::TwoColorsOptimal
    }

    fn palette(&self) -> &'static [Light] {
        self.table.colors()
    }
}

#[cfg(test)]
mod tests;
