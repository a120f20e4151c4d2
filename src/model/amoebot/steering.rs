//! What a person or a script may do to a running system.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::books::Books;
use super::scenario::Scenario;
use super::{Amoebot, Edit, Kind, Payload, STRUCTURE};
use crate::model::{Injection, Target, Wake};

/// What a person or a script may do to a run from outside. It comes about once the present round is
/// over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// An attribute of a particle gets a value.
    Set {
        /// Which particle.
        particle: u32,
        /// Which attribute, with dots between the names of structs within structs.
        attribute: String,
        /// The value.
        value: Value,
    },
    /// The system goes back to the end of a round, and on from there. The dice do not go back.
    Cut {
        /// Which round; 0 is the start.
        round: u64,
    },
}

/// The commands, each with what it does.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    (
        "set PARTICLE ATTRIBUTE VALUE",
        "the attribute of the particle gets the value, written as JSON",
    ),
    (
        "cut ROUND",
        "the system goes back to the end of this round (structure.history says how far)",
    ),
];

/// What an input does to the run.
pub(super) fn inject(input: &Input, now: f64) -> Injection<Amoebot> {
    let edit = match input.clone() {
        Input::Set {
            particle,
            attribute,
            value,
        } => Edit::Attribute {
            particle,
            path: attribute,
            value,
        },
        Input::Cut { round } => Edit::Cut { round },
    };
    Injection {
        wakes: vec![Wake {
            time: now,
            target: Target::Part(STRUCTURE),
            kind: Kind::Edit,
            payload: Payload::Edit(Arc::new(edit)),
        }],
        ..Injection::default()
    }
}

/// Reads a command.
///
/// # Errors
///
/// What was expected instead.
pub(super) fn command(words: &[&str], scenario: &Scenario) -> Result<Input, String> {
    match *words {
        ["set", particle, attribute, ref value @ ..] if !value.is_empty() => {
            let particle = scenario.particle(particle)?;
            let text = value.join(" ");
            let value = serde_json::from_str(&text)
                .map_err(|error| format!("expected a value as JSON, found {text:?} ({error})"))?;
            // The attribute and the value are tried on the particle's first attributes.
            let first = &scenario.attributes()[particle as usize];
            let tried = first.edited(attribute, Value::clone(&value));
            tried.map_err(|error| error.to_string())?;
            Ok(Input::Set {
                particle,
                attribute: attribute.to_owned(),
                value,
            })
        }
        ["set", ..] => Err("expected `set PARTICLE ATTRIBUTE VALUE`".to_owned()),
        ["cut", round] => {
            if scenario.history() == 0 {
                return Err("no rounds are kept: set structure.history".to_owned());
            }
            let round = round.parse().ok();
            let round = round.ok_or_else(|| "expected the number of a round".to_owned())?;
            Ok(Input::Cut { round })
        }
        ["cut", ..] => Err("expected `cut ROUND`".to_owned()),
        [name, ..] => Err(format!("no command is called {name:?}")),
        [] => Err("expected a command".to_owned()),
    }
}

/// A line for each particle, one for all, and the answers to the algorithm's questions.
pub(super) fn describe(books: &Books) -> Vec<String> {
    let view = books.view();
    let bodies = (0..)
        .zip(view.structure.bodies())
        .zip(view.attributes.iter());
    let line =
        |((id, body), attributes): ((u32, &super::body::Body), &super::interface::Attributes)| {
            let place = match body.head {
                None => body.tail.to_string(),
                Some(_) => format!("{}-{}", body.tail, body.head_node()),
            };
            let beeps = view.reception.beeps(id);
            let heard: Vec<_> = (0..128).filter(|set| beeps >> set & 1 == 1).collect();
            let heard = if heard.is_empty() {
                String::new()
            } else {
                format!("  heard on {heard:?}")
            };
            format!("{id:>5}  {place:<18} {}{heard}", attributes.to_json())
        };
    let mut lines: Vec<_> = bodies.map(line).collect();
    let counts = books.counts();
    lines.push(format!(
        "round {}, {} of {} finished, {} moves, {} circuits",
        counts.rounds,
        books.finished(),
        books.particles(),
        counts.moves,
        counts.circuits
    ));
    for (question, summary) in books.program().questions() {
        let answer = books.program().ask(question, &view.attributes);
        let answer = answer.unwrap_or_default();
        lines.push(format!("{question}: {answer} ({summary})"));
    }
    lines
}
