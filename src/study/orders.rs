//! What a scenario has done to its run from outside: the list `[[orders]]`.

use super::StudyError;
use crate::arbiter::Input;
use crate::engine::Simulation;
use crate::model::{End, Model, Subject};
use crate::record::Record;
use crate::scenario::{ScenarioError, Section, nearest, one_of};

/// The one command of every model that is an order as well.
const STOP: &str = "stop";

/// An order of a scenario.
#[derive(Clone, Debug)]
pub(super) struct Order<M: Model> {
    /// The number of the event that it precedes.
    before: u64,
    /// The line, as the scenario has it.
    line: String,
    input: Input<M>,
}

/// An order that a run did not come to, because it had ended before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// The number of the event that it was to precede.
    pub before: u64,
    /// The order.
    pub order: String,
}

/// Reads the orders of a scenario, in the order in which they are carried out.
pub(super) fn read<M: Subject>(
    root: &Section<'_>,
    scenario: &M::Scenario,
) -> Result<Vec<Order<M>>, ScenarioError> {
    let entries = root.tables("orders")?;
    if !entries.is_empty() && M::clock(scenario).is_wall() {
        let message = "expected none on the wall clock (clock.kind), where no two runs have the \
                       same events: steer the run with --console";
        return Err(root.refuse("orders", message));
    }
    let mut orders = Vec::with_capacity(entries.len());
    for entry in entries {
        let before = entry.u64("before").required()?;
        let line = entry.str("order").non_empty().required()?;
        let input = input::<M>(scenario, &line).map_err(|Refusal { what, near }| {
            let error = entry.refuse("order", what);
            error.near(near)
        })?;
        orders.push(Order {
            before,
            line,
            input,
        });
    }
    // Orders to one event are carried out as they stand in the scenario.
    orders.sort_by_key(|order| order.before);
    Ok(orders)
}

/// Why a line is no order.
struct Refusal {
    what: String,
    /// The word that may have been meant.
    near: Option<&'static str>,
}

impl From<String> for Refusal {
    fn from(what: String) -> Self {
        Refusal { what, near: None }
    }
}

/// What a line orders.
fn input<M: Subject>(scenario: &M::Scenario, line: &str) -> Result<Input<M>, Refusal> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match *words.as_slice() {
        [] => Err("expected a command, found none".to_owned().into()),
        [STOP] => Ok(Input::Stop(End::Interrupted)),
        [STOP, ..] => Err(format!("expected `{STOP}` alone").into()),
        [name, ..] => {
            let known: Vec<&str> = names::<M>().collect();
            if !known.contains(&name) {
                return Err(Refusal {
                    what: format!("expected {}, found {name:?}", one_of(known.iter().copied())),
                    near: nearest(name, known),
                });
            }
            Ok(Input::Steer(M::command(scenario, &words)?))
        }
    }
}

/// The names of all that a scenario can order.
fn names<M: Subject>() -> impl Iterator<Item = &'static str> {
    let usages = M::commands().iter().map(|(usage, _)| *usage);
    usages
        .map(|usage| usage.split(' ').next().unwrap_or(usage))
        .chain([STOP])
}

/// Binds the orders of a scenario to the events of a run.
pub(super) fn schedule<M: Model>(simulation: &mut Simulation<M>, orders: &[Order<M>]) {
    for order in orders {
        simulation.schedule(order.before, order.input.clone());
    }
}

/// Gives a run everything that is done to it from outside: the orders of its scenario or, where it
/// is to be as in a record, the inputs of that record, among which the orders are already.
pub(super) fn schedule_all<M: Subject>(
    simulation: &mut Simulation<M>,
    orders: &[Order<M>],
    record: Option<&Record>,
) -> Result<(), StudyError> {
    match record {
        Some(record) => super::replay::schedule(simulation, record),
        None => {
            schedule(simulation, orders);
            Ok(())
        }
    }
}

/// The orders as inputs, for whoever gives them to a run one by one.
pub(super) fn inputs<M: Model>(orders: &[Order<M>]) -> Vec<(u64, Input<M>)> {
    let input = |order: &Order<M>| (order.before, order.input.clone());
    orders.iter().map(input).collect()
}

/// The orders as lines: the number of the event that one precedes, and what it says.
pub(super) fn lines<M: Model>(orders: &[Order<M>]) -> Vec<(u64, String)> {
    let line = |order: &Order<M>| (order.before, order.line.clone());
    orders.iter().map(line).collect()
}

/// Counts the orders that a run has come to.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    orders: Vec<Unreached>,
    reached: usize,
}

impl Tally {
    /// None of these has been reached yet.
    pub(super) fn new<M: Model>(orders: &[Order<M>]) -> Self {
        let orders = orders.iter().map(|order| Unreached {
            before: order.before,
            order: order.line.clone(),
        });
        Tally {
            orders: orders.collect(),
            reached: 0,
        }
    }

    /// An input is carried out before the event with this number. Orders come ahead of whatever
    /// else steers the run, because they were bound to their events before it began.
    pub(super) fn input<M: Model>(&mut self, before: u64, input: &Input<M>) {
        let next = self.orders.get(self.reached);
        let orders = matches!(input, Input::Steer(_) | Input::Stop(_));
        if orders && next.is_some_and(|next| next.before == before) {
            self.reached += 1;
        }
    }

    /// The orders that were not reached.
    pub(super) fn unreached(mut self) -> Vec<Unreached> {
        self.orders.split_off(self.reached)
    }
}
