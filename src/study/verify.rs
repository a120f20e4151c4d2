//! Running a scenario on two engines side by side.

use super::orders::{self, Order};
use super::outside::Answering;
use super::replay::lines;
use super::run::RunOptions;
use super::watch::Watching;
use super::{About, StudyError};
use crate::arbiter::{Committed, RunError, hex};
use crate::engine::{Engine, Flow, Observer, Outcome, Simulation};
use crate::model::outside::Remote;
use crate::model::{Clock, End, Extras};

/// The first event in which two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the event; the first is 0.
    pub number: u64,
    /// The event as the reference has it: the record, or the inline engine.
    pub left: String,
    /// The event as the other run has it.
    pub right: String,
}

/// What a verification came to.
#[derive(Clone, Debug)]
pub struct Verified {
    /// How many events were compared.
    pub events: u64,
    /// The digest of the inline engine's events.
    pub digest: String,
    /// The first event that differs.
    pub difference: Option<Difference>,
    /// What differs at the end although all events agree, in words.
    pub endings: Vec<String>,
    /// Why it was stopped before its end, if somebody stopped it.
    pub stopped: Option<End>,
}

impl Verified {
    /// Whether both runs are the same.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.difference.is_none() && self.endings.is_empty()
    }
}

pub(super) fn verify<M: Remote>(
    scenario: &M::Scenario,
    orders: &[Order<M>],
    about: &About,
    options: &RunOptions,
) -> Result<Verified, StudyError> {
    if M::clock(scenario).is_wall() {
        return Err(StudyError::WallClock {
            what: "two runs of it differ, so there is nothing to verify; record one and replay it",
        });
    }
    let inline = Engine::Inline { threads: 1 };
    let mut reference = Simulation::new(M::plan(scenario, Extras::default()), inline)?;
    let mut simulation = Simulation::new(M::plan(scenario, Extras::default()), options.engine)?;
    orders::schedule(&mut reference, orders);
    orders::schedule(&mut simulation, orders);
    let answering = Answering::<M>::start(scenario, about, options)?;
    let beside = Beside {
        reference,
        answering: Answering::<M>::start(scenario, about, options)?,
        difference: None,
    };
    let observers = (Watching::new(&options.watch, Clock::Virtual), beside);
    let (
        (
            _,
            Beside {
                mut reference,
                answering: mut beside,
                difference,
            },
        ),
        answering,
        result,
    ) = simulation.run_with(observers, answering);
    drop(answering);
    let (ours, theirs) = (simulation.status(), reference.status());
    let stopped = options.watch.stopped();
    let mut endings = Vec::new();
    if difference.is_none() && stopped.is_none() {
        let expected = match reference.step_with(&mut beside) {
            Ok(Outcome::Ended(end)) => Ok(end),
            Ok(_) => Ok(End::Events),
            Err(error) => Err(error),
        };
        if essence(&expected) != essence(&result) {
            endings.push(format!(
                "end: inline {expected:?}, {} {result:?}",
                options.engine.name()
            ));
        }
        if ours.digest != theirs.digest {
            let (left, right) = (hex(theirs.digest), hex(ours.digest));
            endings.push(format!(
                "digest: inline {left}, {} {right}",
                options.engine.name()
            ));
        }
        let dice = |state: Result<crate::engine::State<M>, _>| {
            state.map_or_else(|_| "missing".to_owned(), |state| hex(state.dice_digest()))
        };
        let (left, right) = (dice(reference.state()), dice(simulation.state()));
        if left != right {
            endings.push(format!(
                "dice: inline {left}, {} {right}",
                options.engine.name()
            ));
        }
    }
    Ok(Verified {
        events: ours.events,
        digest: hex(theirs.digest),
        difference,
        endings,
        stopped,
    })
}

/// How a run ended, to be compared: of an error the first line. What follows there is what a
/// controller outside said last, and may come earlier or later.
fn essence(result: &Result<End, RunError>) -> Result<End, String> {
    let first = |error: &RunError| error.to_string().lines().next().map(str::to_owned);
    result
        .as_ref()
        .map(|end| *end)
        .map_err(|error| first(error).unwrap_or_default())
}

/// The observer that steps the inline engine along and compares.
struct Beside<M: Remote> {
    reference: Simulation<M>,
    answering: Answering<M>,
    difference: Option<Difference>,
}

impl<M: Remote> Observer<M> for Beside<M> {
    fn committed(&mut self, committed: &Committed<'_, M>) -> Flow {
        let layout = M::layout;
        let left = match self.reference.step_with(&mut self.answering) {
            Ok(Outcome::Committed { rows, .. }) if rows == committed.rows => return Flow::Continue,
            Ok(Outcome::Committed { rows, .. }) => lines(&layout(), &rows),
            Ok(Outcome::Ended(end)) => format!("the run has ended: {}", end.name()),
            Ok(Outcome::Needs(_)) => "a Compute waits for an answer from outside".to_owned(),
            Err(error) => format!("the run has failed: {error}"),
        };
        let right = lines(&layout(), committed.rows);
        self.difference = Some(Difference {
            number: committed.event.number,
            left,
            right,
        });
        Flow::Stop(End::Failed)
    }
}
