//! How OBLOT robots speak with programs outside: percepts in columns, and answers as intents.
//!
//! A request carries the snapshot once, in columns, in global coordinates. What a robot sees of it
//! is a list of places in these columns, or all of them. A robot that perceives something else (in
//! a frame of its own, blurred, without multiplicities, with other lights) brings a picture of its
//! own, in its own coordinates.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::directive::Tie;
use super::frames::Frame;
use super::intent::{Destination, Intent};
use super::percept::{Percept, Seen};
use super::positions::Appearance;
use super::{Light, Oblot, Phase, scenario};
use crate::math::Point;
use crate::model::outside::{Misfit, Remote, Setup, Written};

/// What a program is told of an OBLOT run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct About {
    /// How many robots there are, whoever controls them.
    pub swarm: usize,
    /// Points nearer to each other than this are one.
    pub epsilon: f64,
    /// How far robots see; null where they see everything.
    pub radius: Option<f64>,
    /// The lights that its robots may show; none where lights show the phase of the cycle.
    pub lights: Vec<String>,
}

/// What is seen of several robots, in columns in the order of the ids. Columns that hold nothing
/// but the default are left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Columns {
    /// The ids. Robots are anonymous: ids are for nothing but to name a destination.
    pub id: Vec<u32>,
    /// The abscissae.
    pub x: Vec<f64>,
    /// The ordinates.
    pub y: Vec<f64>,
    /// Where the robots stand in their cycles; missing where all are in WAIT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Vec<Phase>>,
    /// Which of them decided to stay when they looked last; missing where none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frozen: Option<Vec<bool>>,
    /// Which of them have ended their algorithm; missing where none has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminated: Option<Vec<bool>>,
    /// Their lights; missing where none is seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<Vec<Option<Light>>>,
    /// How many robots are seen at each point; missing where each robot is seen by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Vec<u32>>,
}

/// A robot that is to compute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// Its id.
    pub robot: u32,
    /// Its own place in the columns of its view, or of the snapshot where it has no view.
    pub index: usize,
    /// The places in the snapshot of the robots that it sees, itself included; null for all.
    pub sees: Option<Vec<usize>>,
    /// What it perceives, in its own coordinates, where that is not a part of the snapshot.
    pub view: Option<Columns>,
    /// How its own coordinates lie in the global ones, where they differ.
    pub frame: Option<OwnFrame>,
    /// Which of equally good choices it is to take: null for the first in the order of its own
    /// coordinates, "last", "random", or a number that counts them from 0 and around.
    pub tie: Option<Choice>,
    /// 64 bits in decimal digits, which depend on nothing but the seed of the scenario, the robot
    /// and the instant of its Look.
    pub seed: String,
}

/// How a robot's own coordinates lie in the global ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnFrame {
    /// The cosine of the angle by which its axes are turned, counter-clockwise.
    pub cos: f64,
    /// The sine of that angle.
    pub sin: f64,
    /// How many of its units make one global unit.
    pub scale: f64,
    /// Whether its y axis is mirrored.
    pub mirrored: bool,
    /// Where its origin is, in global coordinates.
    pub origin: [f64; 2],
}

/// Which of equally good choices is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Choice {
    /// As a word says.
    Word(ChoiceWord),
    /// The one with this number.
    Number(u32),
}

/// The words for choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChoiceWord {
    /// The last one.
    Last,
    /// One that is drawn.
    Random,
}

/// What a program decides for a robot: exactly one of `to`, `stay`, `onto` and `midway`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [
    { "required": ["to"] },
    { "required": ["stay"] },
    { "required": ["onto"] },
    { "required": ["midway"] },
]))]
pub struct Said {
    /// The robot.
    pub robot: u32,
    /// The point to which it goes, in its own coordinates.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "point"
    )]
    #[schemars(with = "[f64; 2]")]
    pub to: Option<[f64; 2]>,
    /// True: it stays where it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub stay: bool,
    /// The id of a robot that it sees, onto whose place it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub onto: Option<u32>,
    /// The id of a robot that it sees, half way to which it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub midway: Option<u32>,
    /// The light that it shows from now on; without it, it keeps the one it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub light: Option<String>,
    /// Whether its algorithm has reached its end. The robot then stays where it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
}

/// Reads a point. JSON knows no NaN and no infinity; some programs write null in their place.
fn point<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[f64; 2]>, D::Error> {
    let [x, y] = <[Option<f64>; 2]>::deserialize(from)?;
    match (x, y) {
        (Some(x), Some(y)) if x.is_finite() && y.is_finite() => Ok(Some([x, y])),
        _ => Err(serde::de::Error::custom(
            "a coordinate in \"to\" is no finite number",
        )),
    }
}

impl Said {
    /// Where it leads; exactly one field says it.
    fn destination(&self) -> Result<Destination, Misfit> {
        let to = self.to.map(|[x, y]| Destination::To(Point::new(x, y)));
        let onto = self.onto.map(|id| Destination::Onto(id as usize));
        let midway = self.midway.map(|id| Destination::Midway(id as usize));
        let stay = self.stay.then_some(Destination::Stay);
        let all = [
            ("to", to),
            ("stay", stay),
            ("onto", onto),
            ("midway", midway),
        ];
        let given = || {
            all.iter()
                .filter_map(|(field, way)| Some((*field, (*way)?)))
        };
        match given().collect::<Vec<_>>()[..] {
            [(_, destination)] => Ok(destination),
            _ => {
                let found: Vec<_> = given().map(|(field, _)| field).collect();
                Err(Misfit::NotOne {
                    expected: all.iter().map(|(field, _)| *field).collect(),
                    found: if found.is_empty() {
                        "none".to_owned()
                    } else {
                        found.join(", ")
                    },
                })
            }
        }
    }
}

impl Columns {
    fn with_capacity(capacity: usize) -> Self {
        Columns {
            id: Vec::with_capacity(capacity),
            x: Vec::with_capacity(capacity),
            y: Vec::with_capacity(capacity),
            ..Columns::default()
        }
    }

    /// How many robots there are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// Whether JSON has words for all its numbers. Far from the origin private frames and noise may
    /// lead beyond them.
    fn is_finite(&self) -> bool {
        self.x
            .iter()
            .chain(&self.y)
            .all(|number| number.is_finite())
    }

    fn push(&mut self, id: usize, at: Point, seen: Appearance, count: u32) {
        let before = self.id.len();
        self.id.push(id as u32);
        self.x.push(at.x);
        self.y.push(at.y);
        put(&mut self.phase, before, seen.phase, Phase::Wait);
        put(&mut self.frozen, before, seen.frozen, false);
        put(&mut self.terminated, before, seen.terminated, false);
        put(&mut self.light, before, seen.light, None);
        put(&mut self.count, before, count, 1);
    }

    /// The columns of what a robot perceives.
    #[must_use]
    pub fn of(robots: &[Seen]) -> Self {
        let mut columns = Columns::with_capacity(robots.len());
        for seen in robots {
            columns.push(seen.id, seen.position, seen.appearance, seen.robots);
        }
        columns
    }

    /// The columns of everything that can be seen.
    fn of_world(percept: &Percept) -> Self {
        let world = percept.world();
        let mut columns = Columns::with_capacity(world.table.len());
        world.table.visit(world.time, |id, x, y| {
            let seen = world.table.appearance(id);
            if !seen.vanished {
                columns.push(id, Point::new(x, y), seen, 1);
            }
            true
        });
        columns
    }

    /// The place of a robot.
    fn place(&self, id: usize) -> Option<usize> {
        self.id.binary_search(&(id as u32)).ok()
    }
}

/// Adds a value to a column, which begins with the first value that is not the default.
fn put<T: Clone + PartialEq>(column: &mut Option<Vec<T>>, before: usize, value: T, default: T) {
    match column {
        Some(column) => column.push(value),
        None if value == default => {}
        None => {
            let mut begun = vec![default; before];
            begun.push(value);
            *column = Some(begun);
        }
    }
}

fn choice(tie: Tie) -> Option<Choice> {
    match tie {
        Tie::First => None,
        Tie::Last => Some(Choice::Word(ChoiceWord::Last)),
        Tie::Random => Some(Choice::Word(ChoiceWord::Random)),
        Tie::Number(number) => Some(Choice::Number(number)),
    }
}

fn own_frame((frame, origin): (Frame, Point)) -> OwnFrame {
    let (cos, sin) = frame.turn();
    OwnFrame {
        cos,
        sin,
        scale: frame.scale(),
        mirrored: frame.is_mirrored(),
        origin: [origin.x, origin.y],
    }
}

/// What a robot perceives of the snapshot, where it perceives it as it is.
enum Part {
    All,
    Some(Vec<usize>),
}

/// The part of the snapshot that a robot perceives just as it is; `None` where it perceives
/// something else.
fn part(percept: &Percept, shared: &Columns) -> Option<Part> {
    if percept.is_plain() && shared.len() == percept.world().table.len() {
        return Some(Part::All);
    }
    if percept.frame().is_some() {
        return None;
    }
    let world = percept.world();
    let robots = percept.robots();
    let mut places = Vec::with_capacity(robots.len());
    for seen in &robots {
        let place = shared.place(seen.id)?;
        let at = world.table.position(seen.id, world.time);
        let same = same_bits(at, seen.position)
            && seen.robots == 1
            && seen.appearance == world.table.appearance(seen.id);
        if !same {
            return None;
        }
        places.push(place);
    }
    Some(if places.len() == shared.len() {
        Part::All
    } else {
        Part::Some(places)
    })
}

fn same_bits(one: Point, other: Point) -> bool {
    let bits = |point: Point| (point.x.to_bits(), point.y.to_bits());
    bits(one) == bits(other)
}

/// Writes down what one robot perceives.
fn asked((robot, seed): (u32, u64), percept: &Percept, shared: &Columns) -> Asked {
    let mut asked = Asked {
        robot,
        index: 0,
        sees: None,
        view: None,
        frame: percept.frame().map(own_frame),
        tie: choice(percept.tie()),
        seed: seed.to_string(),
    };
    match part(percept, shared) {
        Some(part) => {
            asked.index = shared.place(percept.me()).unwrap_or_default();
            if let Part::Some(places) = part {
                asked.sees = Some(places);
            }
        }
        None => {
            let view = Columns::of(&percept.robots());
            asked.index = view.place(percept.me()).unwrap_or_default();
            asked.view = Some(view);
        }
    }
    asked
}

impl Remote for Oblot {
    type About = About;
    type Shared = Columns;
    type Asked = Asked;
    type Said = Said;

    const SAID: &'static [&'static str] =
        &["robot", "to", "stay", "onto", "midway", "light", "done"];

    fn outside(scenario: &scenario::Scenario) -> Option<&Setup> {
        scenario.outside()
    }

    fn about(scenario: &scenario::Scenario) -> About {
        let lights = scenario.palette().iter();
        About {
            swarm: scenario.robots(),
            epsilon: scenario.epsilon(),
            radius: scenario.radius(),
            lights: lights.map(|light| light.name().to_owned()).collect(),
        }
    }

    fn seen_at(percept: &Percept) -> f64 {
        percept.time()
    }

    fn is_shared(one: &Percept, other: &Percept) -> bool {
        let (one, other) = (one.world(), other.world());
        Arc::ptr_eq(&one.table, &other.table) && one.time.to_bits() == other.time.to_bits()
    }

    fn ask(robots: &[(u32, u64)], percepts: &[Percept]) -> Option<Written<Columns, Asked>> {
        let Some(first) = percepts.first() else {
            return Some((None, Vec::new()));
        };
        let shared = Columns::of_world(first);
        let robots = robots.iter().zip(percepts);
        let asked: Vec<_> = robots
            .map(|(&robot, percept)| asked(robot, percept, &shared))
            .collect();
        let needed = asked.iter().any(|robot| robot.view.is_none());
        let shared = needed.then_some(shared);
        let views = asked.iter().filter_map(|robot| robot.view.as_ref());
        let finite = views.chain(&shared).all(Columns::is_finite);
        finite.then_some((shared, asked))
    }

    fn said_for(said: &Said) -> u32 {
        said.robot
    }

    fn understand(said: Said, percept: &Percept, about: &About) -> Result<Intent, Misfit> {
        let destination = said.destination()?;
        let named = match destination {
            Destination::Onto(id) => Some(("onto", id)),
            Destination::Midway(id) => Some(("midway", id)),
            Destination::Stay | Destination::To(_) => None,
        };
        if let Some((field, id)) = named
            && !percept.sees(id)
        {
            let robot = id as u32;
            return Err(Misfit::NotSeen { field, robot });
        }
        let light = match &said.light {
            None => None,
            Some(word) if about.lights.contains(word) => {
                Light::ALL.into_iter().find(|light| light.name() == word)
            }
            Some(word) => return Err(Misfit::light(word, &about.lights)),
        };
        Ok(Intent {
            destination,
            light,
            done: said.done,
        })
    }
}

#[cfg(test)]
mod tests;
