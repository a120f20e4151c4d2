//! What readers get from a scenario, and what a wrong scenario is told, word by word.

mod errors;
mod overrides;
mod properties;
mod reading;

use super::{Document, ScenarioError, Section, Word};
use crate::registry::{Entry, Kind, Parameter};

/// A small world that reads a bit of everything, as a model does.
#[derive(Debug, PartialEq)]
struct World {
    seed: u64,
    policy: Policy,
    robots: usize,
    algorithm: String,
    speed: f64,
    area: Option<Vec<[f64; 2]>>,
    time: f64,
    faults: Vec<Fault>,
}

#[derive(Clone, Debug, PartialEq)]
enum Fault {
    Crash { count: u32 },
    Omission { probability: f64 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Policy {
    Stop,
    CrashFault,
}

impl Word for Policy {
    const ALL: &'static [Self] = &[Self::Stop, Self::CrashFault];

    fn word(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::CrashFault => "crash-fault",
        }
    }
}

type Build<T> = fn(&Section<'_>) -> Result<T, ScenarioError>;

static ALGORITHMS: &[Entry<Build<String>>] = &[
    Entry {
        name: "gathering",
        summary: "Robots gather at one point",
        help: "Every robot moves to the centre of all.",
        parameters: &[],
        build: |_| Ok("gathering".to_owned()),
    },
    Entry {
        name: "spreading",
        summary: "Robots spread evenly on a line",
        help: "Every robot moves between its neighbours.",
        parameters: &[],
        build: |section| {
            Ok(format!(
                "spreading {}",
                section.f64("gap").positive().or(0.5)?
            ))
        },
    },
];

static FAULTS: &[Entry<Build<Fault>>] = &[
    Entry {
        name: "crash",
        summary: "Robots stop for ever",
        help: "Some robots crash.",
        parameters: &[Parameter {
            name: "count",
            kind: Kind::Whole,
            default: None,
            range: "of at least 1",
            summary: "how many robots crash",
        }],
        build: |section| {
            Ok(Fault::Crash {
                count: section.u32("count").positive().required()?,
            })
        },
    },
    Entry {
        name: "omission",
        summary: "Robots miss movements",
        help: "A robot may stay where it is.",
        parameters: &[Parameter {
            name: "probability",
            kind: Kind::Number,
            default: Some("0.1"),
            range: "between 0 and 1",
            summary: "of missing one movement",
        }],
        build: |section| {
            let probability = section.f64("probability").in_range(0.0..=1.0).or(0.1)?;
            Ok(Fault::Omission { probability })
        },
    },
];

impl World {
    fn read(document: &Document) -> Result<Self, ScenarioError> {
        let root = document.root();
        let swarm = root.table("swarm")?;
        let algorithm = swarm.entry("algorithm", ALGORITHMS).or("gathering")?;
        let world = Self {
            seed: root.seed("seed").or(0)?,
            policy: root.choice("on_panic").or(Policy::Stop)?,
            robots: swarm.usize("robots").positive().required()?,
            algorithm: (algorithm.build)(&swarm)?,
            speed: swarm.f64("speed").positive().or(1.0)?,
            area: swarm.points("area").at_least(3).optional()?,
            time: root
                .table("limits")?
                .f64("time")
                .positive()
                .or_infinite()
                .or(f64::INFINITY)?,
            faults: root
                .tables("faults")?
                .iter()
                .map(read_fault)
                .collect::<Result<_, _>>()?,
        };
        root.finish()?;
        Ok(world)
    }
}

fn read_fault(section: &Section<'_>) -> Result<Fault, ScenarioError> {
    (section.entry("kind", FAULTS).required()?.build)(section)
}

/// Parses a text under the name `x.toml`.
fn parse(text: &str) -> Document {
    Document::parse("x.toml", text).unwrap()
}

/// The message for a text that is refused when it is parsed or when the world is read.
fn refused(text: &str) -> String {
    let read = Document::parse("x.toml", text).and_then(|document| World::read(&document));
    read.unwrap_err().to_string()
}
