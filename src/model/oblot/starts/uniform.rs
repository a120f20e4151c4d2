//! Robots start anywhere in a box.

use super::{BuildStart, Refused, Start, StartDice};
use crate::dice::Draw;
use crate::math::Point;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "uniform",
    summary: "uniformly at random in a box around the origin",
    help: "Each robot draws its position from its own dice. With numpy's dice all x are drawn \
           first, then all y, from a generator of their own with the run's seed, as in the \
           original simulator.",
    parameters: &[
        Parameter {
            name: "width",
            kind: Kind::Number,
            default: Some("100.0"),
            range: "above 0",
            summary: "the extent of the box along x",
        },
        Parameter {
            name: "height",
            kind: Kind::Number,
            default: Some("100.0"),
            range: "above 0",
            summary: "the extent of the box along y",
        },
    ],
    build,
};

fn build(section: &Section<'_>, _: usize) -> Result<Box<dyn Start>, ScenarioError> {
    let width = section.f64("width").positive().or(100.0)?;
    let height = section.f64("height").positive().or(100.0)?;
    Ok(Box::new(Uniform { width, height }))
}

#[derive(Clone, Copy, Debug)]
struct Uniform {
    width: f64,
    height: f64,
}

impl Start for Uniform {
    fn place(&mut self, places: usize, dice: &mut StartDice) -> Result<Vec<Point>, Refused> {
        let Some(numpy) = dice.generator() else {
            return (0..places).map(|place| self.draw(place, dice)).collect();
        };
        let (x, y) = (self.width / 2.0, self.height / 2.0);
        let xs: Vec<f64> = (0..places).map(|_| numpy.uniform(-x, x)).collect();
        let place = |x| Point::new(x, numpy.uniform(-y, y));
        Ok(xs.into_iter().map(place).collect())
    }

    fn draw(&self, place: usize, dice: &mut StartDice) -> Result<Point, Refused> {
        let (x, y) = (self.width / 2.0, self.height / 2.0);
        let die = &mut dice.die(place);
        Ok(Point::new(die.uniform(-x, x), die.uniform(-y, y)))
    }

    fn is_drawn(&self) -> bool {
        true
    }
}
