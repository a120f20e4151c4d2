//! Steering a run by lines of text.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::engine::steering::Steering;
use crate::model::Subject;
use crate::scenario::nearest;

/// Lines that steer a run, and where the answers go.
pub struct Console(Mutex<Source>);

/// Where lines come from.
enum Source {
    /// From somebody who hears all that is said.
    Lines(Receiver<String>, Say),
    /// From many, each of whom hears the answers to a line of his own.
    Calls(Receiver<Call>),
}

/// Says something to whoever steers.
type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// A line that steers a run, and who hears the answers to it. All has been said once the last sender
/// is gone.
#[derive(Debug)]
pub struct Call {
    /// The line.
    pub line: String,
    /// Hears the answers.
    pub ear: Sender<Said>,
}

/// An answer to a [`Call`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A line for people.
    Words(String),
    /// The line was not carried out: what was expected instead.
    Refused(String),
}

/// The commands of every model, each with what it does.
const COMMANDS: &[(&str, &str)] = &[
    ("pause", "time stands still"),
    ("resume", "time goes on"),
    (
        "rate R",
        "R units of simulated time pass in a second (wall clock)",
    ),
    ("list", "shows how things stand"),
    ("stop", "ends the run"),
    ("help", "shows the commands"),
];

/// How often it is looked whether the run is over.
const NAP: Duration = Duration::from_millis(50);

impl fmt::Debug for Console {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Console")
    }
}

impl Console {
    /// A console that reads these lines and says this.
    pub fn new(lines: Receiver<String>, say: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Console(Mutex::new(Source::Lines(lines, Arc::new(say))))
    }

    /// A console that answers each line to whoever gave it.
    #[must_use]
    pub fn of_calls(calls: Receiver<Call>) -> Self {
        Console(Mutex::new(Source::Calls(calls)))
    }

    /// Carries lines out until the run is over.
    pub(super) fn attend<M: Subject>(
        &self,
        scenario: &M::Scenario,
        steering: &Steering<M>,
        over: &AtomicBool,
    ) {
        let source = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut paused = false;
        while !over.load(Ordering::Relaxed) {
            let takes_orders = match &*source {
                Source::Lines(lines, say) => lines.recv_timeout(NAP).map(|line| {
                    let done = carry_out::<M>(&line, say, scenario, steering);
                    let takes_orders = *done.as_ref().unwrap_or(&true);
                    match done {
                        Ok(_) => paused = pauses(&line).unwrap_or(paused),
                        Err(words) => say(&words),
                    }
                    takes_orders
                }),
                Source::Calls(calls) => calls.recv_timeout(NAP).map(|call| {
                    let takes_orders = call.carry_out::<M>(scenario, steering);
                    paused = pauses(&call.line).unwrap_or(paused);
                    takes_orders
                }),
            };
            match takes_orders {
                Ok(false) => return,
                Ok(true) | Err(RecvTimeoutError::Timeout) => {}
                // Nobody steers any more; the run goes on.
                Err(RecvTimeoutError::Disconnected) => {
                    if paused
                        && steering.resume()
                        && let Source::Lines(_, say) = &*source
                    {
                        say("the input has ended: time goes on");
                    }
                    return;
                }
            }
        }
    }
}

/// Whether a line has time stand still, or go on.
fn pauses(line: &str) -> Option<bool> {
    match line.trim() {
        "pause" => Some(true),
        "resume" => Some(false),
        _ => None,
    }
}

impl Call {
    /// Carries the line out and answers it. Returns whether the run still takes orders.
    fn carry_out<M: Subject>(&self, scenario: &M::Scenario, steering: &Steering<M>) -> bool {
        // Whoever has gone away needs no answer.
        let answer = |said: Said| drop(self.ear.send(said));
        let ear = self.ear.clone();
        let say: Say = Arc::new(move |words: &str| drop(ear.send(Said::Words(words.to_owned()))));
        match carry_out::<M>(&self.line, &say, scenario, steering) {
            Ok(true) => {
                let line = self.line.trim();
                // Whoever calls waits for an answer, where a terminal shows that all went well.
                if matches!(line, "pause" | "resume" | "stop") || line.starts_with("rate ") {
                    say(&format!("ok: {line}"));
                }
                true
            }
            Ok(false) => {
                answer(Said::Refused(OVER.to_owned()));
                false
            }
            Err(words) => {
                answer(Said::Refused(words));
                true
            }
        }
    }
}

/// What is said of a run that takes no more orders.
pub(super) const OVER: &str = "the run is over: nothing can be done to it any more";

/// Carries a line out. Returns whether the run still takes orders, or what is wrong.
fn carry_out<M: Subject>(
    line: &str,
    say: &Say,
    scenario: &M::Scenario,
    steering: &Steering<M>,
) -> Result<bool, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    Ok(match words.as_slice() {
        [] => true,
        ["pause"] => steering.pause(),
        ["resume"] => steering.resume(),
        ["rate", rate] if M::clock(scenario).is_wall() => steering.rate(read_rate(rate)?),
        ["rate", _] => return Err("the virtual clock has no rate".to_owned()),
        ["rate", ..] => return Err("expected `rate R`".to_owned()),
        ["stop"] => steering.stop(),
        ["list"] => {
            let say = Arc::clone(say);
            steering.inspect(move |state, now| match state {
                Ok(state) => {
                    for line in M::describe(&state.robots, &state.director, now) {
                        say(&line);
                    }
                }
                Err(error) => say(&error.to_string()),
            })
        }
        ["help"] => {
            for (usage, what) in M::commands().iter().chain(COMMANDS) {
                say(&format!("{usage:18} {what}"));
            }
            true
        }
        [name, ..] => {
            let names = M::commands().iter().chain(COMMANDS);
            let names = names.map(|(usage, _)| usage.split(' ').next().unwrap_or(usage));
            let known: Vec<&str> = names.collect();
            if !known.contains(name) {
                let near = nearest(name, known);
                let near = near.map_or(String::new(), |near| format!(" (did you mean {near}?)"));
                return Err(format!(
                    "no command is called {name:?}{near}; `help` lists them"
                ));
            }
            if COMMANDS.iter().any(|(usage, _)| usage == name) {
                return Err(format!("expected `{name}` alone"));
            }
            let ordered = steering.input(M::command(scenario, &words)?);
            if ordered {
                say(&format!("ok: {}", words.join(" ")));
            }
            ordered
        }
    })
}

fn read_rate(word: &str) -> Result<f64, String> {
    let rate = word.parse().ok();
    rate.filter(|rate: &f64| rate.is_finite() && *rate > 0.0)
        .ok_or_else(|| format!("expected a rate above 0, found {word:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::steering::steering;
    use crate::model::oblot::Oblot;
    use crate::scenario::Document;

    /// What is said when these lines come, with and without the wall clock.
    fn said(lines: &[&str], clock: &str) -> Vec<String> {
        let text = format!(
            "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\n[clock]\nkind = '{clock}'"
        );
        let document = Document::parse("three.toml", &text).unwrap();
        let scenario = Oblot::read(&document.root()).unwrap();
        let (sender, receiver) = std::sync::mpsc::channel();
        for line in lines {
            sender.send((*line).to_owned()).unwrap();
        }
        drop(sender);
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let console = Console::new(receiver, move |words| {
            ear.lock().unwrap().push(words.to_owned());
        });
        let (steering, orders) = steering::<Oblot>();
        console.attend::<Oblot>(&scenario, &steering, &AtomicBool::new(false));
        drop(orders);
        let heard = heard.lock().unwrap();
        heard.clone()
    }

    #[test]
    fn a_line_that_is_no_command_is_answered_with_the_nearest_one() {
        let lines = [
            "paus",
            "crash 7",
            "rate 0",
            "pause now",
            "",
            "rate",
            "move 1 2",
        ];
        assert_eq!(
            said(&lines, "wall"),
            [
                "no command is called \"paus\" (did you mean pause?); `help` lists them",
                "expected a robot from 0 to 2, found \"7\"",
                "expected a rate above 0, found \"0\"",
                "expected `pause` alone",
                "expected `rate R`",
                "expected `move ROBOT X Y`",
            ]
        );
        assert_eq!(
            said(&["rate 5"], "virtual"),
            ["the virtual clock has no rate"]
        );
    }

    #[test]
    fn help_names_every_command() {
        let lines = said(&["help"], "wall");
        let names: Vec<_> = lines
            .iter()
            .filter_map(|line| line.split(' ').next())
            .collect();
        let all = [
            "crash", "freeze", "slow", "move", "light", "activate", "pause", "resume", "rate",
            "list", "stop", "help",
        ];
        assert_eq!(names, all);
    }
}
