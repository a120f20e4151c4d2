//! The conversation with one controller, without I/O: what was asked, what came, what it means.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use super::protocol::{
    Capability, Compute, GREETING, Greeting, Hello, INTENTS, KINDS, Message, PROTOCOL, REFUSAL,
    Refusal,
};
use super::trouble::Trouble;
use crate::engine::Question;
use crate::model::outside::Remote;
use crate::scenario::nearest;

/// So many lines that answer nothing are borne in a row.
const MOST_IDLE_LINES: u32 = 256;

/// What a robot's controller decided, or what went wrong with it.
pub type Decided<M> = (u32, Result<<M as crate::model::Model>::Intent, Trouble>);

/// The greeting and the farewell of one model.
type Sent<M> = Message<<M as Remote>::About, <M as Remote>::Shared, <M as Remote>::Asked>;

/// The conversation with one controller.
///
/// At most one request is open at a time. A request that ended in trouble is given up; an answer
/// to it that comes later is passed over.
#[derive(Debug)]
pub struct Session<M: Remote> {
    about: M::About,
    seed: String,
    batch: bool,
    next: u64,
    open: Option<Open<M>>,
    given_up: BTreeSet<u64>,
    idle_lines: u32,
}

/// A request that waits for its answer.
#[derive(Debug)]
struct Open<M: Remote> {
    id: u64,
    questions: Vec<Question<M>>,
}

impl<M: Remote> Session<M> {
    /// A conversation about a run with this seed, in decimal digits.
    #[must_use]
    pub fn new(about: M::About, seed: String) -> Self {
        Session {
            about,
            seed,
            batch: false,
            next: 0,
            open: None,
            given_up: BTreeSet::new(),
            idle_lines: 0,
        }
    }

    /// The first line to the controller.
    #[must_use]
    pub fn hello(&self, scenario: &str, robots: &[u32], timeout: Option<f64>) -> Vec<u8> {
        line(&Sent::<M>::Hello(Hello {
            protocol: PROTOCOL,
            formicary: env!("CARGO_PKG_VERSION").to_owned(),
            model: M::NAME.to_owned(),
            scenario: scenario.to_owned(),
            robots: robots.to_vec(),
            timeout,
            about: self.about.clone(),
        }))
    }

    /// The last line to the controller.
    #[must_use]
    pub fn bye() -> Vec<u8> {
        line(&Sent::<M>::Bye {})
    }

    /// Takes the first line of the controller.
    ///
    /// # Errors
    ///
    /// Why it does not take part.
    pub fn greeted(&mut self, line: &[u8]) -> Result<Greeting, Trouble> {
        let (kind, value) = message(line)?;
        match &*kind {
            "hello" => {
                let greeting: Greeting = object(value, "hello", GREETING)?;
                if greeting.protocol != PROTOCOL {
                    return Err(Trouble::OtherProtocol {
                        offered: PROTOCOL,
                        found: greeting.protocol,
                    });
                }
                self.batch = greeting.capabilities.contains(&Capability::Batch);
                Ok(greeting)
            }
            "refuse" => {
                let Refusal { reason } = object(value, "refuse", REFUSAL)?;
                Err(Trouble::Refused {
                    reason: shown(&reason),
                })
            }
            found => Err(Trouble::OutOfPlace {
                expected: "hello",
                found: found.to_owned(),
            }),
        }
    }

    /// Groups questions into requests: robots that share a snapshot go together where the
    /// controller takes several at once.
    #[must_use]
    pub fn group(&self, questions: Vec<Question<M>>) -> Vec<Vec<Question<M>>> {
        let mut groups: Vec<Vec<Question<M>>> = Vec::new();
        for question in questions {
            match groups.last_mut() {
                Some(group) if self.batch && M::is_shared(&group[0].percept, &question.percept) => {
                    group.push(question);
                }
                _ => groups.push(vec![question]),
            }
        }
        groups
    }

    /// Opens a request, and gives the line for it.
    ///
    /// # Errors
    ///
    /// Why it cannot be sent. The request is open all the same, and has to be given up.
    pub fn ask(
        &mut self,
        event: u64,
        time: f64,
        questions: Vec<Question<M>>,
    ) -> Result<Vec<u8>, Trouble> {
        let id = self.next;
        self.next += 1;
        let robots: Vec<_> = questions
            .iter()
            .map(|question| {
                (
                    question.robot,
                    robot_seed(&self.seed, question.robot, M::seen_at(&question.percept)),
                )
            })
            .collect();
        let percepts: Vec<_> = questions
            .iter()
            .map(|question| question.percept.clone())
            .collect();
        // On the wall clock the question may come up long after the Look.
        let look = percepts.first().map(M::seen_at);
        self.open = Some(Open { id, questions });
        let (snapshot, robots) = M::ask(&robots, &percepts).ok_or(Trouble::Unwritable)?;
        Ok(line(&Sent::<M>::Compute(Compute {
            id,
            event,
            time: look.unwrap_or(time),
            snapshot,
            robots,
        })))
    }

    /// Whether a request waits for its answer.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Takes a line while a request is open. `None`: it answers nothing, and the request is still
    /// open. Otherwise the request is closed, and each of its robots has an answer or a trouble.
    pub fn heard(&mut self, line: &[u8]) -> Option<Vec<Decided<M>>> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return self.idle();
        }
        let (id, intents) = match answer(line) {
            Ok(answer) => answer,
            Err(trouble) => return Some(self.fail(&trouble)),
        };
        if self.given_up.remove(&id) {
            return self.idle();
        }
        self.idle_lines = 0;
        match &self.open {
            Some(open) if open.id == id => {}
            open => {
                let expected = open.as_ref().map_or(self.next, |open| open.id);
                let found = id;
                return Some(self.fail(&Trouble::OtherRequest { expected, found }));
            }
        }
        let decided = self
            .open
            .as_ref()
            .map(|open| open.decide(intents, &self.about));
        match decided {
            Some(Err(trouble)) => Some(self.fail(&trouble)),
            Some(Ok(decided)) => {
                self.open = None;
                Some(decided)
            }
            None => None,
        }
    }

    /// A line that answers nothing.
    fn idle(&mut self) -> Option<Vec<Decided<M>>> {
        self.idle_lines += 1;
        if self.idle_lines <= MOST_IDLE_LINES {
            return None;
        }
        let what = format!("more than {MOST_IDLE_LINES} lines that answer nothing");
        Some(self.fail(&Trouble::Flood { what }))
    }

    /// Gives the open request up: all its robots are in this trouble.
    pub fn fail(&mut self, trouble: &Trouble) -> Vec<Decided<M>> {
        let Some(open) = self.open.take() else {
            return Vec::new();
        };
        self.given_up.insert(open.id);
        let robots = open.questions.iter();
        robots
            .map(|question| (question.robot, Err(trouble.clone())))
            .collect()
    }
}

impl<M: Remote> Open<M> {
    /// What each robot of the request decides. A trouble that concerns no robot of the request
    /// concerns all.
    fn decide(&self, intents: Vec<Value>, about: &M::About) -> Result<Vec<Decided<M>>, Trouble> {
        let mut decided: Vec<Option<Result<M::Intent, Trouble>>> = Vec::new();
        decided.resize_with(self.questions.len(), || None);
        for (index, value) in intents.into_iter().enumerate() {
            let place = format!("intents[{index}]");
            // Questions come in the order of the ids.
            let find = |robot: u32| {
                self.questions
                    .binary_search_by_key(&robot, |question| question.robot)
            };
            let named = value["robot"]
                .as_u64()
                .and_then(|id| u32::try_from(id).ok());
            let said: M::Said = match object(value, &place, M::SAID) {
                Ok(said) => said,
                Err(trouble) => {
                    let found = named.and_then(|robot| find(robot).ok()).ok_or(&trouble);
                    let found = found.map_err(Clone::clone)?;
                    decided[found] = Some(Err(trouble));
                    continue;
                }
            };
            let robot = M::said_for(&said);
            let found = find(robot).map_err(|_| Trouble::WrongRobot { robot })?;
            let question = &self.questions[found];
            let intent = M::understand(said, &question.percept, about)
                .map_err(|misfit| Trouble::Misfit { robot, misfit });
            decided[found] = Some(match decided[found] {
                Some(_) => Err(Trouble::RobotTwice { robot }),
                None => intent,
            });
        }
        let robots = self.questions.iter().map(|question| question.robot);
        Ok(robots
            .zip(decided)
            .map(|(robot, decided)| {
                (
                    robot,
                    decided.unwrap_or(Err(Trouble::RobotMissing { robot })),
                )
            })
            .collect())
    }
}

/// The seed of one robot's randomness after one Look: the 64-bit XXH3 over the digits of the run's
/// seed, a zero byte, the robot's id as u32 and the bits of the instant of the Look as u64,
/// little-endian. No dice are drawn from.
#[must_use]
pub fn robot_seed(seed: &str, robot: u32, look: f64) -> u64 {
    let mut bytes = Vec::with_capacity(seed.len() + 13);
    bytes.extend_from_slice(seed.as_bytes());
    bytes.push(0);
    bytes.extend_from_slice(&robot.to_le_bytes());
    bytes.extend_from_slice(&look.to_le_bytes());
    xxh3_64(&bytes)
}

/// The longest reason that is shown, in characters.
const LONGEST_REASON: usize = 600;

/// A text of somebody else's as it may be shown: not too long, and without anything that a terminal
/// would carry out.
fn shown(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(LONGEST_REASON).map(plain).collect()
}

/// A message as a line.
fn line<T: serde::Serialize>(message: &T) -> Vec<u8> {
    // Messages are plain data with names for keys, which JSON always takes.
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}

/// The kind of a line's message, and the message.
fn message(line: &[u8]) -> Result<(String, Value), Trouble> {
    let text = std::str::from_utf8(line).map_err(|_| Trouble::NotUtf8)?;
    let value: Value = serde_json::from_str(text).map_err(|error| bad_json(text, &error))?;
    match value.get("type") {
        Some(Value::String(kind)) if KINDS.contains(&&**kind) => Ok((kind.clone(), value)),
        Some(Value::String(kind)) => Err(Trouble::UnknownType {
            found: kind.clone(),
            expected: KINDS.join(", "),
            nearest: nearest(kind, KINDS.iter().copied()).map(str::to_owned),
        }),
        _ => Err(Trouble::NoMessage {
            found: kind_of(&value).to_owned(),
        }),
    }
}

/// An answer: the number of its request, and its intents as they stand.
fn answer(line: &[u8]) -> Result<(u64, Vec<Value>), Trouble> {
    let (kind, value) = message(line)?;
    if kind != "intents" {
        return Err(Trouble::OutOfPlace {
            expected: "intents",
            found: kind,
        });
    }
    let answer: super::protocol::Intents<Value> = object(value, "intents", INTENTS)?;
    Ok((answer.id, answer.intents))
}

/// Names the words that Python and JavaScript write for numbers that JSON does not have.
fn bad_json(text: &str, error: &serde_json::Error) -> Trouble {
    let column = error.column().saturating_sub(1);
    // The parser stops within the word, after its first letters at most.
    let mut from = column.saturating_sub(2).min(text.len());
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    let near = &text[from..];
    let tokens = ["-Infinity", "Infinity", "NaN"];
    let found = tokens.iter().find(|token| {
        let place = near.find(**token);
        place.is_some_and(|place| place <= 2)
    });
    match found {
        Some(&token) => Trouble::NoNumber { token },
        None => Trouble::BadJson {
            why: error.to_string(),
        },
    }
}

/// Reads an object that has these fields and no others.
fn object<T: DeserializeOwned>(
    mut value: Value,
    place: &str,
    fields: &[&str],
) -> Result<T, Trouble> {
    if let Value::Object(entries) = &mut value {
        let mut unknown = entries.keys().filter(|key| !fields.contains(&&***key));
        if let Some(found) = unknown.next() {
            let known = fields.iter().filter(|field| **field != "type");
            return Err(Trouble::UnknownField {
                place: place.to_owned(),
                found: found.clone(),
                expected: known.clone().copied().collect::<Vec<_>>().join(", "),
                nearest: nearest(found, known.copied()).map(str::to_owned),
            });
        }
        entries.shift_remove("type");
    }
    serde_json::from_value(value).map_err(|error| Trouble::Malformed {
        place: place.to_owned(),
        why: error.to_string(),
    })
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object without one",
    }
}
