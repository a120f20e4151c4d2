//! Turns that are written down.

use super::{Order, RoundRobin};
use crate::model::oblot::directive::{Directive, Payload};
use crate::model::oblot::schedulers::{Free, Members, Next, last, left_out, wishes};
use crate::scenario::{ScenarioError, Section};

/// What may follow the last turn of a list.
pub(super) const AFTER: &[&str] = &["round_robin", "repeat", "end"];

/// Given turns, and what follows them.
///
/// Fair where it repeats, because it then names every robot, and where round robin follows. Where
/// it ends, the run ends with it.
#[derive(Clone, Debug)]
struct List {
    turns: Vec<(u32, Directive)>,
    next: usize,
    after: After,
}

#[derive(Clone, Debug)]
enum After {
    RoundRobin(RoundRobin),
    Repeat,
    End,
}

pub(super) fn read(section: &Section<'_>, robots: usize) -> Result<Order, ScenarioError> {
    let mut turns = Vec::new();
    for turn in section.tables("turns")? {
        let robot = turn.u32("robot").at_most(last(robots)).required()?;
        turns.push((robot, wishes::read(&turn)?));
    }
    if turns.is_empty() {
        let message = "expected a list of at least one turn";
        return Err(section.refuse("turns", message));
    }
    let after = section.word("after", AFTER).or("round_robin")?;
    for key in super::OF_ROUND_ROBIN {
        if section.has(key) && after != "round_robin" {
            let message = format!("expected after = \"round_robin\" beside it, found \"{after}\"");
            return Err(section.refuse(key, message));
        }
    }
    let after = match after {
        "repeat" => {
            check_everybody(section, &turns, robots)?;
            After::Repeat
        }
        "end" => After::End,
        _ => After::RoundRobin(RoundRobin::read(section, robots)?),
    };
    let any = |test: fn(&Directive) -> bool| turns.iter().any(|(_, wish)| test(wish));
    Ok(Order {
        stops: any(wishes::stops),
        decides: any(wishes::decides),
        members: Box::new(List {
            turns,
            next: 0,
            after,
        }),
    })
}

/// Refuses a repeating list that leaves a robot out, which would never have a turn.
fn check_everybody(
    section: &Section<'_>,
    turns: &[(u32, Directive)],
    robots: usize,
) -> Result<(), ScenarioError> {
    match left_out(turns.iter().map(|(robot, _)| *robot), robots) {
        None => Ok(()),
        Some(missing) => {
            let message = format!(
                "expected a turn for every robot in a list that repeats, found none for robot \
                 {missing}"
            );
            Err(section.refuse("turns", message))
        }
    }
}

impl Members for List {
    fn choose(&mut self, free: &Free<'_>, now: f64) -> Next {
        // Turns of robots that are not active are passed over. A list that repeats names every
        // robot, so that one of its turns is that of an active one.
        for _ in 0..=self.turns.len() {
            let Some(&(robot, wish)) = self.turns.get(self.next) else {
                match &mut self.after {
                    After::RoundRobin(order) => return order.choose(free, now),
                    After::End => return Next::Over,
                    After::Repeat => self.next = 0,
                }
                continue;
            };
            self.next += 1;
            if free.has(robot) {
                let payload = match wish == Directive::default() {
                    true => Payload::Nothing,
                    false => Payload::directive(wish),
                };
                return Next::Round(vec![robot], payload);
            }
        }
        Next::Over
    }

    fn copy(&self) -> Box<dyn Members> {
        Box::new(self.clone())
    }
}
