//! Robots start in a cloud without a border.

use super::plane::spots::{Spot, on_spiral};
use super::spacing::{self, Arrangement, LENGTHS, Spacing};
use super::{BuildStart, Refused, Start, StartDice};
use crate::dice::Draw;
use crate::math::{Point, ln};
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "cloud",
    summary: "normally distributed around a point",
    help: "Each robot draws its x and its y from a normal distribution, so that the cloud has no \
           border, and therefore neither an edge nor a ring, nor random spacing (in a disc that is \
           `circle`). Even spacing gives the same density without chance: a sunflower spiral \
           (Vogel, Math. Biosciences 44, 1979) in which robot i of n is at the distance that is not \
           exceeded with probability (i + 1/2) / n. With own dice and gaussian spacing no robot \
           moves when others are added.",
    parameters: &[
        SPREAD,
        spacing::FILLED,
        SPACING,
        spacing::JITTER,
        spacing::CENTER,
    ],
    build,
};

const SPREAD: Parameter = Parameter {
    name: "spread",
    kind: Kind::Number,
    default: Some("20.0"),
    range: LENGTHS,
    summary: "the standard deviation of x and of y",
};

const SPACING: Parameter = Parameter {
    kind: Kind::Word(&["gaussian", "even", "jittered"]),
    default: Some("\"gaussian\""),
    summary: "drawn, on a spiral, or on a spiral with a random displacement",
    ..spacing::SPACING
};

fn build(section: &Section<'_>, places: usize) -> Result<Box<dyn Start>, ScenarioError> {
    let spread = spacing::length(section, "spread", 20.0)?;
    Arrangement::read_filled(section, "a cloud has no border")?;
    let spacing = Spacing::read(section, "gaussian")?;
    if spacing == Spacing::Random {
        let message = "expected \"gaussian\", \"even\" or \"jittered\" (a cloud has no border \
                       within which robots could be uniform), found \"random\"";
        return Err(section.refuse("spacing", message));
    }
    let [x, y] = section.point("center").or([0.0, 0.0])?;
    Ok(Box::new(Cloud {
        spread,
        spacing,
        center: Point::new(x, y),
        places,
    }))
}

#[derive(Clone, Copy, Debug)]
struct Cloud {
    spread: f64,
    spacing: Spacing,
    center: Point,
    places: usize,
}

impl Cloud {
    /// Place `index` of the spiral. The distance exceeds r with probability exp(-r² / 2σ²); where
    /// there are n robots, one has the area in which n times the density makes 1.
    fn spot(&self, index: usize) -> Spot {
        let farther = 1.0 - (index as f64 + 0.5) / self.places as f64;
        let density = self.places as f64 * farther / std::f64::consts::TAU;
        Spot {
            at: on_spiral(index, self.spread * (-2.0 * ln(farther)).sqrt()),
            room: self.spread / density.sqrt() / 2.0,
        }
    }
}

impl Start for Cloud {
    fn draw(&self, place: usize, dice: &mut StartDice) -> Result<Point, Refused> {
        let die = &mut dice.die(place);
        let point = match self.spacing {
            Spacing::Gaussian | Spacing::Random => {
                let (x, y) = (die.normal(), die.normal());
                Point::new(self.spread * x, self.spread * y)
            }
            _ => self.spacing.displaced(self.spot(place), die, |_| true),
        };
        Ok(Point::new(self.center.x + point.x, self.center.y + point.y))
    }

    fn is_drawn(&self) -> bool {
        self.spacing.is_drawn()
    }
}
