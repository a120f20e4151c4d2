//! Rounds that are written down.

use super::{check_everybody, check_rests, read_lists};
use crate::model::oblot::directive::Payload;
use crate::model::oblot::schedulers::{Free, Members, Next};
use crate::scenario::{ScenarioError, Section};

/// What may follow the last round of a script.
pub(super) const AFTER: &[&str] = &["repeat", "all", "end"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Repeat,
    All,
    End,
}

/// Given rounds, and what follows them.
///
/// Fair where it repeats, because it then names every robot, and where rounds of all robots follow.
/// Where it ends, the run ends with it.
#[derive(Clone, Debug)]
pub(super) struct Script {
    rounds: Vec<Vec<u32>>,
    next: usize,
    after: After,
}

impl Script {
    pub(super) fn read(
        section: &Section<'_>,
        robots: usize,
        restricted: bool,
    ) -> Result<Self, ScenarioError> {
        let rounds = read_lists(section, "rounds", robots)?;
        let after = match section.word("after", AFTER).or("all")? {
            "repeat" => After::Repeat,
            "end" => After::End,
            _ => After::All,
        };
        if after == After::Repeat {
            check_everybody(section, "rounds", &rounds, robots)?;
        }
        if restricted {
            check_rests(section, "rounds", &rounds, after == After::Repeat)?;
        }
        Ok(Script {
            rounds,
            next: 0,
            after,
        })
    }
}

impl Members for Script {
    fn choose(&mut self, free: &Free<'_>, _: f64) -> Next {
        // Rounds without an active robot are passed over. Rounds that repeat name every robot, so
        // that one of them has somebody who is active.
        for _ in 0..=self.rounds.len() {
            let Some(round) = self.rounds.get(self.next) else {
                match self.after {
                    After::End => return Next::Over,
                    After::All => return Next::Round(free.ids(), Payload::Nothing),
                    After::Repeat => self.next = 0,
                }
                continue;
            };
            if !round.iter().any(|&id| free.census.is_active(id)) {
                self.next += 1;
                continue;
            }
            let mut members = round.clone();
            members.retain(|&id| free.has(id));
            if members.is_empty() {
                return Next::Nobody;
            }
            self.next += 1;
            return Next::Round(members, Payload::Nothing);
        }
        Next::Over
    }

    fn copy(&self) -> Box<dyn Members> {
        Box::new(self.clone())
    }
}
