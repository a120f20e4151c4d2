//! A schedule that is written down step by step.

mod planner;
mod steps;

use self::planner::Script;
use super::{Maker, Schedule, Synchrony, wishes};
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "script",
    summary: "every cycle as it is written down: look, departure, arrival, stopping point",
    help: "Each step is one cycle of one robot, in the order of the times at which they look. Steps \
           of one time are a synchronous round: all look at one snapshot. A step begins at its time, \
           or when the cycle before of its robots has ended, if that is later, which can only be \
           where that step does not say when the robot arrives. Steps of robots that crashed or \
           terminated are passed over. Any execution of finitely many cycles can be written in this \
           way, and no fairness is asked for; a script that repeats has to name every robot.",
    parameters: &[
        Parameter {
            name: "steps",
            kind: Kind::Tables,
            default: Some("required without steps_file"),
            range: "",
            summary: "the steps: robot, time, compute or depart, travel or arrive, stop, tie and frame \
                      of each",
        },
        Parameter {
            name: "steps_file",
            kind: Kind::Text,
            default: Some("in place of steps"),
            range: "",
            summary: "a CSV file with these steps, relative to the scenario's file; its first line \
                      names the columns, and the keys of a frame are `frame.angle` and so on. The \
                      resolved scenario, and so a record, holds the steps themselves",
        },
        Parameter {
            name: "after",
            kind: Kind::Word(AFTER),
            default: Some("\"end\""),
            range: "",
            summary: "what follows the last step: the end `turns`, once everybody rests, or the \
                      steps again",
        },
        Parameter {
            name: "period",
            kind: Kind::Number,
            default: Some("required with after = \"repeat\""),
            range: "above 0",
            summary: "with `after = \"repeat\"`: the time from a step to its repetition",
        },
    ],
    build: Maker {
        build,
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "A robot looks at the time that its step says, or as soon as its cycle before \
                     has ended.",
                ),
                (
                    "compute",
                    "It computes for as long as the step says, and breaks ties and sees the world \
                     as the step says.",
                ),
                (
                    "move",
                    "It arrives when the step says, or at its own speed, and is stopped where the \
                     step says.",
                ),
            ],
            limits: "It shows the one execution that is written down, fair or not, and says \
                     nothing about any other. Unless it repeats, the run ends with the last step.",
        },
    },
};

/// What may follow the last step.
const AFTER: &[&str] = &["end", "repeat"];

fn build(section: &Section<'_>, robots: usize) -> Result<Schedule, ScenarioError> {
    let steps = steps::read(section, robots)?;
    let period = match section.word("after", AFTER).or("end")? {
        "repeat" => {
            let period = section.f64("period").positive().required()?;
            steps::check_period(section, &steps, period, robots)?;
            Some(period)
        }
        _ if section.has("period") => {
            let message = "expected after = \"repeat\" beside it, found \"end\"";
            return Err(section.refuse("period", message));
        }
        _ => None,
    };
    let any = |test: fn(&_) -> bool| steps.iter().any(|step| test(&step.directive));
    let (stops, decides) = (any(wishes::stops), any(wishes::decides));
    let script = Script::new(&steps, period, robots);
    Ok(Schedule {
        stops,
        random_choices: decides,
        ..Schedule::planned(robots, Synchrony::Async, Box::new(script))
    })
}
