//! What a person or a script may do to a running swarm.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::census::Census;
use super::directive::{Payload, Steered};
use super::robot::Robot;
use super::{Kind, Light, Oblot};
use crate::math::Point;
use crate::model::{Injection, Members, Target, Wake};
use crate::scenario::one_of;

/// What a person or a script may do to a run from outside. It comes about at the present instant,
/// as an event of the robot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// A robot crashes.
    Crash {
        /// Which robot.
        robot: u32,
    },
    /// A robot stays where it is from now on; one on its way stops.
    Freeze {
        /// Which robot.
        robot: u32,
    },
    /// A robot's speed is multiplied; one on its way stops first.
    Slow {
        /// Which robot.
        robot: u32,
        /// With what: finite and at least 0. It takes the place of an earlier one; 1 ends it.
        factor: f64,
    },
    /// A robot is put somewhere else.
    Move {
        /// Which robot.
        robot: u32,
        /// Where, in global coordinates; finite.
        x: f64,
        /// Where, in global coordinates; finite.
        y: f64,
    },
    /// A robot shows another light.
    Light {
        /// Which robot.
        robot: u32,
        /// Which light: one of its algorithm's colours, where that has any.
        light: Light,
    },
    /// A robot is activated next: the scheduler's choice is changed by hand.
    Activate {
        /// Which robot; one that is inside its cycle, or activated no more, is left alone.
        robot: u32,
    },
}

/// The commands, each with what it does.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    ("crash ROBOT", "the robot crashes"),
    ("freeze ROBOT", "the robot stays where it is from now on"),
    (
        "slow ROBOT FACTOR",
        "the robot's speed is multiplied with the factor from now on",
    ),
    ("move ROBOT X Y", "the robot is put to this point"),
    ("light ROBOT COLOUR", "the robot shows this light"),
    ("activate ROBOT", "the robot is the next to be activated"),
];

/// What an input does to the run.
pub(super) fn inject(input: &Input, census: &Census, now: f64) -> Injection<Oblot> {
    let steered = |robot, what| Wake {
        time: now,
        target: Target::Robot(robot),
        kind: Kind::Fault,
        payload: Payload::Steered(Arc::new(what)),
    };
    let wake = match *input {
        Input::Crash { robot } => Wake::robot(now, robot, Kind::Crash),
        Input::Freeze { robot } => steered(robot, Steered::Hold),
        Input::Slow { robot, factor } => steered(robot, Steered::Slow(factor)),
        Input::Move { robot, x, y } => steered(robot, Steered::Put(Point::new(x, y))),
        Input::Light { robot, light } => steered(robot, Steered::Show(light)),
        // An order to a planner goes ahead of everything at this instant, above all of the round
        // that it is to change: events of phases do.
        Input::Activate { robot } if census.is_planned() => Wake {
            target: Target::Phase(Members::Only(Arc::new(vec![robot]))),
            ..steered(robot, Steered::Activate)
        },
        Input::Activate { robot } => steered(robot, Steered::Activate),
    };
    Injection {
        wakes: vec![wake],
        ..Injection::default()
    }
}

/// Reads a command in a swarm of so many robots, whose algorithm has these colours.
///
/// # Errors
///
/// What was expected instead.
pub(super) fn command(words: &[&str], robots: usize, palette: &[Light]) -> Result<Input, String> {
    let (&name, rest) = words.split_first().ok_or("expected a command")?;
    let arguments = |count: usize, usage: &str| match rest.len() == count {
        true => Ok(()),
        false => Err(format!("expected `{usage}`")),
    };
    match name {
        "crash" => {
            arguments(1, "crash ROBOT")?;
            Ok(Input::Crash {
                robot: robot(rest[0], robots)?,
            })
        }
        "freeze" => {
            arguments(1, "freeze ROBOT")?;
            Ok(Input::Freeze {
                robot: robot(rest[0], robots)?,
            })
        }
        "slow" => {
            arguments(2, "slow ROBOT FACTOR")?;
            let factor = number(rest[1])?;
            if factor < 0.0 {
                return Err(format!("expected a factor of at least 0, found {factor}"));
            }
            Ok(Input::Slow {
                robot: robot(rest[0], robots)?,
                factor,
            })
        }
        "move" => {
            arguments(3, "move ROBOT X Y")?;
            Ok(Input::Move {
                robot: robot(rest[0], robots)?,
                x: coordinate(rest[1])?,
                y: coordinate(rest[2])?,
            })
        }
        "light" => {
            arguments(2, "light ROBOT COLOUR")?;
            Ok(Input::Light {
                robot: robot(rest[0], robots)?,
                light: light(rest[1], palette)?,
            })
        }
        "activate" => {
            arguments(1, "activate ROBOT")?;
            Ok(Input::Activate {
                robot: robot(rest[0], robots)?,
            })
        }
        _ => Err(format!("no command is called {name:?}")),
    }
}

fn robot(word: &str, robots: usize) -> Result<u32, String> {
    let id = word.parse().ok().filter(|&id: &u32| (id as usize) < robots);
    let last = robots.saturating_sub(1);
    id.ok_or_else(|| format!("expected a robot from 0 to {last}, found {word:?}"))
}

fn light(word: &str, palette: &[Light]) -> Result<Light, String> {
    let lights = if palette.is_empty() {
        &Light::ALL
    } else {
        palette
    };
    let light = lights.iter().find(|light| light.name() == word);
    light.copied().ok_or_else(|| {
        let names = one_of(lights.iter().map(|light| light.name()));
        format!("expected {names}, found {word:?}")
    })
}

/// Beyond this, distances are no finite numbers any more.
const FARTHEST: f64 = 1e15;

fn coordinate(word: &str) -> Result<f64, String> {
    let number = number(word)?;
    if number.abs() > FARTHEST {
        return Err(format!(
            "expected a number from -1e15 to 1e15, found {word:?}"
        ));
    }
    Ok(number)
}

fn number(word: &str) -> Result<f64, String> {
    let number = word.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("expected a finite number, found {word:?}"))
}

/// A line for each robot, and one for all.
pub(super) fn describe(robots: &[Option<Robot>], census: &Census, now: f64) -> Vec<String> {
    let line = |robot: &Robot| {
        let Point { x, y } = robot.position_at(now);
        let appearance = robot.appearance();
        let mut line = format!(
            "{:>5}  {x:>12.4} {y:>12.4}  {:5}",
            robot.id(),
            appearance.phase.name()
        );
        let words = [
            (appearance.terminated, "terminated"),
            (appearance.frozen, "frozen"),
        ];
        for (_, word) in words.into_iter().filter(|(holds, _)| *holds) {
            line += " ";
            line += word;
        }
        for word in robot.faults() {
            line += " ";
            line += word;
        }
        line
    };
    let mut lines: Vec<String> = robots.iter().flatten().map(line).collect();
    lines.push(format!(
        "time {now:.3}: {} robots, {} active, {} in a cycle, {} epochs, {} moves",
        census.robots(),
        census.active(),
        census.busy(),
        census.epochs(),
        census.moves(),
    ));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Input, String> {
        let words: Vec<_> = line.split_whitespace().collect();
        command(&words, 4, &[])
    }

    #[test]
    fn each_command_is_read() {
        assert_eq!(read("crash 3"), Ok(Input::Crash { robot: 3 }));
        assert_eq!(read("freeze 0"), Ok(Input::Freeze { robot: 0 }));
        let slow = Input::Slow {
            robot: 3,
            factor: 0.5,
        };
        assert_eq!(read("slow 3 0.5"), Ok(slow));
        let moved = Input::Move {
            robot: 3,
            x: 10.0,
            y: -20.5,
        };
        assert_eq!(read("move 3 10 -20.5"), Ok(moved));
        assert_eq!(read("activate 2"), Ok(Input::Activate { robot: 2 }));
        let light = Light::Cyan;
        assert_eq!(read("light 2 cyan"), Ok(Input::Light { robot: 2, light }));
        let palette = [Light::Red, Light::White];
        let wrong = command(&["light", "0", "cyan"], 4, &palette).unwrap_err();
        assert_eq!(wrong, "expected one of \"red\", \"white\", found \"cyan\"");
    }

    #[test]
    fn what_is_wrong_is_said_in_words() {
        let wrong = |line| read(line).unwrap_err();
        assert_eq!(wrong(""), "expected a command");
        assert_eq!(wrong("crush 3"), "no command is called \"crush\"");
        assert_eq!(wrong("crash"), "expected `crash ROBOT`");
        assert_eq!(
            wrong("crash 4"),
            "expected a robot from 0 to 3, found \"4\""
        );
        assert_eq!(
            wrong("crash -1"),
            "expected a robot from 0 to 3, found \"-1\""
        );
        assert_eq!(
            wrong("slow 1 -1"),
            "expected a factor of at least 0, found -1"
        );
        assert_eq!(
            wrong("slow 1 nan"),
            "expected a finite number, found \"nan\""
        );
        let far = "expected a number from -1e15 to 1e15, found \"1e308\"";
        assert_eq!(wrong("move 1 2 1e308"), far);
        assert_eq!(wrong("move 1 2"), "expected `move ROBOT X Y`");
        assert_eq!(wrong("activate"), "expected `activate ROBOT`");
        assert_eq!(wrong("light 1"), "expected `light ROBOT COLOUR`");
        let many = wrong("light 1 pink");
        assert!(many.starts_with("expected one of \"blue\", "), "{many}");
        assert_eq!(
            wrong("activate 4"),
            "expected a robot from 0 to 3, found \"4\""
        );
        assert_eq!(
            wrong("move 1 2 inf"),
            "expected a finite number, found \"inf\""
        );
    }
}
