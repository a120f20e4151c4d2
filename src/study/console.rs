//! Steering a run by lines of text.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::engine::steering::Steering;
use crate::model::Subject;
use crate::scenario::nearest;

/// Lines that steer a run, and where the answers go.
pub struct Console {
    lines: Mutex<Receiver<String>>,
    say: Say,
}

/// Says something to whoever steers.
type Say = Arc<dyn Fn(&str) + Send + Sync>;

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
        Console {
            lines: Mutex::new(lines),
            say: Arc::new(say),
        }
    }

    /// Carries lines out until the run is over.
    pub(super) fn attend<M: Subject>(
        &self,
        scenario: &M::Scenario,
        steering: &Steering<M>,
        over: &AtomicBool,
    ) {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let mut paused = false;
        while !over.load(Ordering::Relaxed) {
            match lines.recv_timeout(NAP) {
                Ok(line) => match self.carry_out::<M>(&line, scenario, steering) {
                    Ok(true) => match line.trim() {
                        "pause" => paused = true,
                        "resume" => paused = false,
                        _ => {}
                    },
                    Ok(false) => return,
                    Err(words) => (self.say)(&words),
                },
                Err(RecvTimeoutError::Timeout) => {}
                // Nobody steers any more; the run goes on.
                Err(RecvTimeoutError::Disconnected) => {
                    if paused && steering.resume() {
                        (self.say)("the input has ended: time goes on");
                    }
                    return;
                }
            }
        }
    }

    /// Carries a line out. Returns whether the run still takes orders, or what is wrong.
    fn carry_out<M: Subject>(
        &self,
        line: &str,
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
                let say = Arc::clone(&self.say);
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
                    (self.say)(&format!("{usage:18} {what}"));
                }
                true
            }
            [name, ..] => {
                let names = M::commands().iter().chain(COMMANDS);
                let names = names.map(|(usage, _)| usage.split(' ').next().unwrap_or(usage));
                let known: Vec<&str> = names.collect();
                if !known.contains(name) {
                    let near = nearest(name, known);
                    let near =
                        near.map_or(String::new(), |near| format!(" (did you mean {near}?)"));
                    return Err(format!(
                        "no command is called {name:?}{near}; `help` lists them"
                    ));
                }
                if COMMANDS.iter().any(|(usage, _)| usage == name) {
                    return Err(format!("expected `{name}` alone"));
                }
                let ordered = steering.input(M::command(scenario, &words)?);
                if ordered {
                    (self.say)(&format!("ok: {}", words.join(" ")));
                }
                ordered
            }
        })
    }
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
