//! Adversaries: they look at everything before they choose who is active and where robots are
//! stopped. One file each, one line in [`ADVERSARIES`].
//!
//! An adversary serves synchronous rounds and sequential turns alike. It need not care for fairness:
//! it is left as much choice as fairness allows.

mod fairness;
mod farthest_first;
mod keep_apart;
mod keep_wide;
mod lonely;
mod stop_at_delta;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use self::fairness::Fairness;
use super::{Free, Members, Next, Oracle, Outset};
use crate::math::Point;
use crate::model::oblot::census::Census;
use crate::model::oblot::directive::{Directive, Directives, Payload};
use crate::model::oblot::movement::Stop;
use crate::registry::Entry;
use crate::scenario::{ScenarioError, Section};

/// An adversary: whom it activates, and where it stops them.
pub trait Adversary: Debug + Send + Sync {
    /// Looks at the robots before the run.
    fn begin(&mut self, outset: &Outset<'_>) {
        let _ = outset;
    }

    /// Chooses the robots of the next round, or the robot of the next turn.
    fn choose(&mut self, board: &Board<'_>) -> Choice;

    /// Whether it stops robots on their way, so that moves must not be rigid.
    fn stops(&self) -> bool {
        false
    }

    /// A copy, for a checkpoint.
    fn copy(&self) -> Box<dyn Adversary>;
}

/// Whom an adversary activates. Robots that may not be chosen do not count; those that are due are
/// active as well.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// Who is active; of a turn the first one.
    pub robots: Vec<u32>,
    /// Where a robot is stopped, by id. Others end their move as the scenario says.
    pub stops: BTreeMap<u32, Stop>,
}

impl Choice {
    /// These robots, whose moves end as the scenario says.
    #[must_use]
    pub fn of(robots: Vec<u32>) -> Self {
        Choice {
            robots,
            stops: BTreeMap::new(),
        }
    }

    /// All active robots are stopped there.
    #[must_use]
    pub fn stopped(mut self, stop: Stop, board: &Board<'_>) -> Self {
        self.stops = board.may.iter().map(|&id| (id, stop)).collect();
        self
    }
}

/// What an adversary sees before it chooses. Everybody rests.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The books, with positions and lights.
    pub census: &'a Census,
    /// What robots would decide.
    pub oracle: &'a Oracle,
    /// When the round begins, in simulated time.
    pub now: f64,
    /// The robots that may be chosen, in increasing order of their ids; at least one.
    pub may: &'a [u32],
    /// Those of them that are active in any case, because they were left out for so long.
    pub due: &'a [u32],
    /// Whether exactly one robot is active.
    pub one: bool,
    /// For how many rounds or turns in a row each robot was left out, by id.
    pub waited: &'a [u64],
}

impl Board<'_> {
    /// The robot among these that was left out longest; of several the one with the lowest id.
    #[must_use]
    pub fn longest(&self, robots: impl IntoIterator<Item = u32>) -> Option<u32> {
        let waited = |id: &u32| (self.waited[*id as usize], std::cmp::Reverse(*id));
        robots.into_iter().max_by_key(waited)
    }

    /// Where the robots that may be chosen would go if they looked now, in the order of
    /// [`may`](Self::may): the own place of a robot that would stay, end or fail.
    #[must_use]
    pub fn targets(&self) -> Vec<Point> {
        self.oracle.targets(self.may, self.census, self.now)
    }
}

/// Reads the parameters of an adversary against so many robots.
pub type BuildAdversary = fn(&Section<'_>, usize) -> Result<Box<dyn Adversary>, ScenarioError>;

impl crate::registry::Facts for BuildAdversary {}

/// The adversaries, by name. A new one is a file of this folder and a line here.
pub static ADVERSARIES: &[Entry<BuildAdversary>] = &[
    farthest_first::ENTRY,
    keep_apart::ENTRY,
    keep_wide::ENTRY,
    lonely::ENTRY,
    stop_at_delta::ENTRY,
];

/// Reads the adversary, if there is one.
pub(super) fn read(
    section: &Section<'_>,
    robots: usize,
) -> Result<Option<Box<dyn Adversary>>, ScenarioError> {
    if let Some(entry) = section.entry("adversary", ADVERSARIES).optional()? {
        return (entry.build)(section, robots).map(Some);
    }
    if section.has("fairness") {
        let message = "expected an adversary beside it: every other choice has its own fairness";
        return Err(section.refuse("fairness", message));
    }
    Ok(None)
}

/// The rounds or turns that an adversary chooses, as far as fairness lets it.
#[derive(Debug)]
pub(super) struct Adversarial {
    adversary: Box<dyn Adversary>,
    fairness: Fairness,
    /// Whether these are turns of single robots.
    one: bool,
    oracle: Option<Arc<Oracle>>,
}

impl Adversarial {
    /// `fairness` is for how many rounds or turns in a row a robot may be left out.
    pub(super) fn new(adversary: Box<dyn Adversary>, fairness: u64, one: bool) -> Self {
        Adversarial {
            adversary,
            fairness: Fairness::new(fairness),
            one,
            oracle: None,
        }
    }

    /// Whom the adversary chooses, and where they are stopped.
    fn ask(&mut self, free: &Free<'_>, now: f64) -> (Vec<u32>, BTreeMap<u32, Stop>) {
        let Some(oracle) = &self.oracle else {
            return Default::default();
        };
        let ids = free.ids();
        let (may, due) = match self.one {
            true => (self.fairness.turn(&ids), Vec::new()),
            false => {
                let due = self.fairness.due(&ids);
                (ids, due)
            }
        };
        let board = Board {
            census: free.census,
            oracle,
            now,
            may: &may,
            due: &due,
            one: self.one,
            waited: self.fairness.waited(),
        };
        let Choice { mut robots, stops } = self.adversary.choose(&board);
        robots.retain(|id| may.binary_search(id).is_ok());
        robots.extend(&due);
        if robots.is_empty() {
            robots.extend(board.longest(may.iter().copied()));
        }
        if self.one {
            robots.truncate(1);
        }
        robots.sort_unstable();
        robots.dedup();
        (robots, stops)
    }
}

impl Members for Adversarial {
    fn begin(&mut self, outset: Outset<'_>) {
        self.fairness.begin(outset.census.robots());
        self.adversary.begin(&outset);
        self.oracle = Some(Arc::new(outset.oracle));
    }

    fn choose(&mut self, free: &Free<'_>, now: f64) -> Next {
        let (robots, stops) = self.ask(free, now);
        if robots.is_empty() {
            return Next::Nobody;
        }
        self.fairness.note(free.census, &robots);
        let directive = |stop| Directive {
            stop: Some(stop),
            ..Directive::default()
        };
        let own: BTreeMap<_, _> = robots
            .iter()
            .filter_map(|id| Some((*id, directive(*stops.get(id)?))))
            .collect();
        let payload = match own.is_empty() {
            true => Payload::Nothing,
            false => Payload::Directives(Arc::new(Directives {
                common: Directive::default(),
                own,
            })),
        };
        Next::Round(robots, payload)
    }

    fn copy(&self) -> Box<dyn Members> {
        Box::new(Adversarial {
            adversary: self.adversary.copy(),
            fairness: self.fairness.clone(),
            one: self.one,
            oracle: self.oracle.clone(),
        })
    }
}
