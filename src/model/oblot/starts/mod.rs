//! Starts: where robots are before the run. One file each, one line in [`STARTS`].
//!
//! What a start places are *places*: one for each robot, save where [multiplicities](read) put
//! several robots into one.

mod apart;
mod circle;
mod cloud;
mod clusters;
mod crowd;
mod line;
mod plane;
mod polygon;
mod positions;
mod rectangle;
mod spacing;
mod square;
#[cfg(test)]
mod tests;
mod uniform;

use crate::dice::{Dice, Die, Numpy, Purpose, Touched};
use crate::math::Point;
use crate::model::SharedDice;
use crate::registry::{Entry, Parameter};
use crate::scenario::{ScenarioError, Section};

use self::crowd::Crowd;

/// Where the numbers of a start come from.
#[derive(Clone, Debug)]
pub struct StartDice {
    /// The seed of the robots' own dice; `None` where one generator serves all.
    seed: Option<u64>,
    /// One bag for each place: that of its first robot.
    bags: Vec<Dice>,
    shared: SharedDice,
}

impl StartDice {
    /// Each robot's own dice: adding a robot moves none of the others.
    #[must_use]
    pub fn own(seed: u64) -> Self {
        StartDice {
            seed: Some(seed),
            bags: Vec::new(),
            shared: None,
        }
    }

    /// A generator of its own with the run's seed, as in the original simulator.
    #[must_use]
    pub fn numpy(numpy: Numpy) -> Self {
        StartDice {
            seed: None,
            bags: Vec::new(),
            shared: Some(Box::new(numpy)),
        }
    }

    /// Gives each place the dice of a robot.
    fn deal(&mut self, owners: impl Iterator<Item = u32>) {
        let bag = |id| match self.seed {
            Some(seed) => Dice::new(seed, id),
            None => Dice::new_shared(id),
        };
        self.bags = owners.map(bag).collect();
    }

    /// The die of a place.
    fn die(&mut self, place: usize) -> Die<'_> {
        self.bags[place].on(Purpose::Start, &mut self.shared)
    }

    /// The generator that serves all, if one does.
    fn generator(&mut self) -> Option<&mut Numpy> {
        self.shared.as_deref_mut()
    }

    fn touched(&self) -> Vec<Touched> {
        self.bags.iter().flat_map(Dice::touched).collect()
    }
}

/// A start with its parameters.
pub trait Start: std::fmt::Debug + Send + Sync {
    /// A position for each of so many places, which are those it was built for.
    ///
    /// # Errors
    ///
    /// Where the parameters allow no position.
    fn place(&mut self, places: usize, dice: &mut StartDice) -> Result<Vec<Point>, Refused> {
        (0..places).map(|place| self.draw(place, dice)).collect()
    }

    /// A position for one place: another one at each call, where they are drawn.
    ///
    /// # Errors
    ///
    /// Where the parameters allow no position.
    fn draw(&self, place: usize, dice: &mut StartDice) -> Result<Point, Refused>;

    /// Whether positions are drawn. Otherwise they are always the same.
    fn is_drawn(&self) -> bool;
}

/// Why there are no positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The key whose value is to blame.
    pub key: &'static str,
    /// What was expected, and what was found.
    pub message: String,
}

/// Reads the parameters of a start for so many places.
pub type BuildStart = fn(&Section<'_>, usize) -> Result<Box<dyn Start>, ScenarioError>;

impl crate::registry::Facts for BuildStart {}

/// The starts, by name. A new one is a file of this folder and a line here.
pub static STARTS: &[Entry<BuildStart>] = &[
    circle::ENTRY,
    cloud::ENTRY,
    clusters::ENTRY,
    line::ENTRY,
    polygon::ENTRY,
    positions::ENTRY,
    rectangle::ENTRY,
    square::ENTRY,
    uniform::ENTRY,
];

/// What can be set besides the parameters of the start itself, whichever it is.
pub static COMMON: &[Parameter] = &[
    crowd::MULTIPLICITIES,
    crowd::MULTIPLICITY_SIZE,
    apart::MIN_DISTANCE,
];

/// Where the robots of a run start.
#[derive(Clone, Debug)]
pub struct Placed {
    /// One position for each robot, in the order of the ids.
    pub positions: Vec<Point>,
    /// Which dice were drawn from.
    pub drawn: Vec<Touched>,
}

/// Reads the start of a swarm of so many robots, and places them.
///
/// Two keys are read for every start. `multiplicities` puts several robots into some of the places,
/// so that there are fewer places than robots. `min_distance` has places that are too close to an
/// earlier one drawn anew.
///
/// # Errors
///
/// A value that is missing or wrong, or values with which the robots cannot be placed.
pub fn read(
    swarm: &Section<'_>,
    robots: usize,
    mut dice: StartDice,
) -> Result<Placed, ScenarioError> {
    let entry = swarm.entry("start", STARTS).or("uniform")?;
    let crowd = Crowd::read(swarm, robots)?;
    let least = apart::read(swarm)?;
    let mut start = (entry.build)(swarm, crowd.places())?;
    dice.deal(crowd.first_robots());
    let mut places = |dice: &mut StartDice| {
        let mut places = start.place(crowd.places(), dice)?;
        if let Some(least) = least {
            apart::separate(&*start, &mut places, least, &crowd, dice)?;
        }
        Ok(places)
    };
    let places =
        places(&mut dice).map_err(|Refused { key, message }| swarm.refuse(key, message))?;
    Ok(Placed {
        positions: crowd.positions(&places),
        drawn: dice.touched(),
    })
}
