//! What paces a run: the order of the heap, or real time.

use crate::registry::{Kind, Parameter, Table};
use crate::scenario::{ScenarioError, Section};

/// What paces a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Clock {
    /// As fast as possible, in the arbiter's order.
    #[default]
    Virtual,
    /// Real timers and real concurrency; the order is written down.
    Wall(WallClock),
}

/// How simulated time follows real time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallClock {
    /// How many units of simulated time pass in a second of real time; above 0.
    pub rate: f64,
    /// A leap of real time that is longer than this, in seconds, does not count: the machine was
    /// suspended, or busy elsewhere. At least 0.1.
    pub longest_gap: f64,
}

impl WallClock {
    /// So many units of simulated time in a second, and gaps as in a scenario that does not name
    /// them.
    #[must_use]
    pub fn at_rate(rate: f64) -> Self {
        WallClock {
            rate,
            longest_gap: LONGEST_GAP,
        }
    }
}

/// How many units of simulated time pass in a second, unless a scenario says otherwise.
const RATE: f64 = 10.0;
/// The longest leap of real time that counts, in seconds.
const LONGEST_GAP: f64 = 1.0;

/// A shorter leap is nothing out of the ordinary, in seconds.
const SHORTEST_GAP: f64 = 0.1;

/// The keys of `[clock]`.
pub const TABLE: Table = Table {
    name: "clock",
    repeated: false,
    summary: "what paces the run",
    keys: &[KEYS],
    choices: &[],
    inner: &[],
};

#[rustfmt::skip]
const KEYS: &[Parameter] = &[
    Parameter::line("kind", Kind::Word(WORDS), Some("\"virtual\""), "",
        "virtual: as fast as possible, in exact order, the same on every engine. wall: every robot \
         lives by its own real timers, and the order in which things really happen is recorded, so \
         that the run can be replayed; see real-asynchrony.md. Only with the scheduler async, with \
         rng = \"own\" and on actors. The flag --clock wins"),
    Parameter::line("rate", Kind::Number, Some("10"), "above 0",
        "wall: how many units of simulated time pass in a second. The flag --rate wins"),
    Parameter::line("longest_gap", Kind::Number, Some("1"), "of at least 0.1, or inf",
        "wall: a leap of real time that is longer than so many seconds does not count; it comes \
         from a machine that was suspended, or a process that was stopped"),
];

/// The words for `kind`.
const WORDS: &[&str] = &["virtual", "wall"];

impl Clock {
    /// Reads the table `[clock]`.
    ///
    /// # Errors
    ///
    /// The first value that is wrong, with its place.
    pub fn read(root: &Section<'_>) -> Result<Self, ScenarioError> {
        let table = root.table("clock")?;
        let kind = table.word("kind", WORDS).or("virtual")?;
        let rate = table.f64("rate").positive().or(RATE)?;
        let gap = table
            .f64("longest_gap")
            .at_least(SHORTEST_GAP)
            .or_infinite();
        let longest_gap = gap.or(LONGEST_GAP)?;
        Ok(match kind {
            "wall" => Clock::Wall(WallClock { rate, longest_gap }),
            _ => Clock::Virtual,
        })
    }

    /// Whether this is real time.
    #[must_use]
    pub fn is_wall(self) -> bool {
        matches!(self, Clock::Wall(_))
    }
}
