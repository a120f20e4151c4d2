//! Robots start anywhere in a box.

use super::{BuildStart, Start, StartDice};
use crate::dice::{Draw, Purpose};
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
    fn place(&self, robots: usize, dice: &mut StartDice) -> Vec<Point> {
        let (x, y) = (self.width / 2.0, self.height / 2.0);
        match dice {
            StartDice::Own(dice) => {
                let place = |dice: &mut crate::dice::Dice| {
                    let mut none = None;
                    let mut die = dice.on(Purpose::Start, &mut none);
                    Point::new(die.uniform(-x, x), die.uniform(-y, y))
                };
                dice.iter_mut().take(robots).map(place).collect()
            }
            StartDice::Numpy(numpy) => {
                let xs: Vec<f64> = (0..robots).map(|_| numpy.uniform(-x, x)).collect();
                xs.into_iter()
                    .map(|x| Point::new(x, numpy.uniform(-y, y)))
                    .collect()
            }
        }
    }
}
