//! What the engines promise: one run, whoever executes it; and a named error, whatever happens.

mod checker;
mod checkpoints;
mod failures;
mod outside;
mod scenarios;

use std::sync::Once;

use super::{Engine, Plan, Simulation};
use crate::model::Limits;
use crate::model::oblot::Oblot;
use crate::model::oblot::scenario::Scenario;
use crate::model::tiny::{Books, Part, Robot, Script, Tiny};
use crate::model::{End, Model, Wake};
use crate::scenario::Document;

const INLINE: Engine = Engine::Inline { threads: 1 };

const ENGINES: &[Engine] = &[
    INLINE,
    Engine::Inline { threads: 2 },
    #[cfg(feature = "native")]
    Engine::Actors { threads: 1 },
    #[cfg(feature = "native")]
    Engine::Actors { threads: 2 },
    #[cfg(feature = "native")]
    Engine::Actors { threads: 4 },
];

/// What a run came to. Equal runs are equal here.
#[derive(Clone, Debug, PartialEq)]
struct Ran {
    end: Result<End, String>,
    events: u64,
    time: u64,
    digest: u128,
    /// The digest of the dice, and all robots and parts in full; after a failure nothing.
    dice: Option<u128>,
    state: String,
}

/// Runs a plan to its end.
fn run<M: Model>(plan: Plan<M>, engine: Engine) -> Ran {
    let mut simulation = Simulation::new(plan, engine).unwrap();
    let ((), end) = simulation.run(());
    ran(&simulation, end.map_err(|error| error.to_string()))
}

/// What a run came to that ended like this.
fn ran<M: Model>(simulation: &Simulation<M>, end: Result<End, String>) -> Ran {
    let status = simulation.status();
    let state = end.is_ok().then(|| simulation.state().unwrap());
    Ran {
        end,
        events: status.events,
        time: status.time.to_bits(),
        digest: status.digest,
        dice: state.as_ref().map(|state| state.dice_digest()),
        state: state.map_or(String::new(), |state| {
            format!("{:?} {:?}", state.robots, state.parts)
        }),
    }
}

/// The checker: what the run comes to on every engine, or the first engine that differs from the
/// first of all.
fn check<M: Model>(plan: impl Fn(Engine) -> Plan<M>) -> Result<Ran, String> {
    let mut engines = ENGINES.iter();
    let first = *engines.next().unwrap();
    let expected = run(plan(first), first);
    for &engine in engines {
        let ran = run(plan(engine), engine);
        if ran != expected {
            return Err(format!("{engine:?}: {ran:?}\ninstead of {expected:?}"));
        }
    }
    Ok(expected)
}

/// [`check`] for a plan that has to agree.
#[track_caller]
fn agreed<M: Model>(plan: impl Fn() -> Plan<M>) -> Ran {
    check(|_| plan()).unwrap_or_else(|difference| panic!("{difference}"))
}

/// A plan of the test model.
fn tiny(robots: Vec<Robot>, parts: Vec<Part>, first: Vec<Wake<Tiny>>) -> Plan<Tiny> {
    Plan {
        robots,
        parts,
        director: Books::default(),
        first,
        limits: Limits::default(),
        shared: None,
    }
}

/// Parts that handle no events.
fn boxes(count: u8) -> Vec<Part> {
    let idle = || Script::always(Vec::new());
    (0..count).map(|id| Part::new(id, idle())).collect()
}

/// An OBLOT scenario from its text.
#[track_caller]
fn scenario(text: &str) -> Scenario {
    let document = Document::parse("test.toml", text).unwrap();
    let root = document.root();
    let scenario = Scenario::read(&root).unwrap_or_else(|error| panic!("{text}\n{error}"));
    root.finish()
        .unwrap_or_else(|error| panic!("{text}\n{error}"));
    scenario
}

fn oblot(text: &str) -> Plan<Oblot> {
    scenario(text).plan(crate::model::Extras::default())
}

/// Keeps the panics that tests plant from being printed: their texts start with `planted`.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let payload = panic.payload();
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or(payload.downcast_ref::<&str>().copied());
            if !text.is_some_and(|text| text.starts_with("planted")) {
                usual(panic);
            }
        }));
    });
}
