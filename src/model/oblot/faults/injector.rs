//! The fault injector: the environment part that judges faulty robots.

use super::{Attempt, FaultDice, Rule, Sensing, Verdict};
use crate::dice::{Dice, Touched};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::{Oblot, Reply, Request};
use crate::model::{Answer, SharedDice};

/// The environment part that judges faulty robots.
#[derive(Debug)]
pub struct FaultInjector {
    /// The rules of each robot, and its dice; nothing for robots without faults.
    judged: Vec<Option<Judged>>,
}

#[derive(Debug)]
struct Judged {
    rules: Vec<Box<dyn Rule>>,
    dice: Dice,
}

impl Clone for FaultInjector {
    fn clone(&self) -> Self {
        let copy = |judged: &Judged| Judged {
            rules: judged.rules.iter().map(|rule| rule.copy()).collect(),
            dice: judged.dice.clone(),
        };
        let judged = self
            .judged
            .iter()
            .map(|judged| judged.as_ref().map(copy))
            .collect();
        FaultInjector { judged }
    }
}

impl FaultInjector {
    /// An injector for robots with these rules and dice; nothing for a robot without faults, which
    /// is never judged.
    #[must_use]
    pub fn new(robots: Vec<Option<(Vec<Box<dyn Rule>>, Dice)>>) -> Self {
        let judged = robots.into_iter().map(|robot| {
            let (rules, dice) = robot?;
            Some(Judged { rules, dice })
        });
        FaultInjector {
            judged: judged.collect(),
        }
    }

    pub(in crate::model::oblot) fn answer(
        &mut self,
        request: Request,
        shared: &mut SharedDice,
    ) -> Answer<Oblot> {
        Answer::Reply(match request {
            Request::JudgeLook { robot, percept } => {
                let judge = |judged: &mut Judged| judged.judge_look(&percept, shared);
                Reply::Sensing(self.judged(robot).map_or(Sensing::Clear, judge))
            }
            Request::JudgeIntent {
                robot,
                time,
                from,
                to,
            } => {
                let attempt = Attempt { from, to, time };
                let judge = |judged: &mut Judged| judged.judge_intent(attempt, shared);
                Reply::Verdict(self.judged(robot).map_or(Verdict::Pass, judge))
            }
            other => return Answer::Forward(other),
        })
    }

    fn judged(&mut self, robot: u32) -> Option<&mut Judged> {
        self.judged.get_mut(robot as usize)?.as_mut()
    }

    pub(in crate::model::oblot) fn touched(&self) -> Vec<Touched> {
        self.judged
            .iter()
            .flatten()
            .flat_map(|judged| judged.dice.touched())
            .collect()
    }
}

impl Judged {
    /// Every rule sees every activation; a crash outweighs an answer or a stay, and these outweigh
    /// losses. Of several answers and stays the first one counts, and losses add up.
    fn judge_look(&mut self, percept: &Percept, shared: &mut SharedDice) -> Sensing {
        let mut judgement = Sensing::Clear;
        for rule in &mut self.rules {
            let mut dice = FaultDice::new(&mut self.dice, shared);
            judgement = match (judgement, rule.judge_look(percept, &mut dice)) {
                (Sensing::Crash, _) | (_, Sensing::Crash) => Sensing::Crash,
                (decided @ (Sensing::Answer(_) | Sensing::Stay), _) => decided,
                (_, decided @ (Sensing::Answer(_) | Sensing::Stay)) => decided,
                (Sensing::Loss(mut ids), Sensing::Loss(more)) => {
                    ids.extend(more);
                    ids.sort_unstable();
                    Sensing::Loss(ids)
                }
                (Sensing::Clear, objection) => objection,
                (objection, Sensing::Clear) => objection,
            };
        }
        judgement
    }

    /// Every rule judges every intent, the later ones what the earlier ones made of it; one that
    /// omits the move is enough.
    fn judge_intent(&mut self, mut attempt: Attempt, shared: &mut SharedDice) -> Verdict {
        let mut judgement = Verdict::Pass;
        for rule in &mut self.rules {
            let mut dice = FaultDice::new(&mut self.dice, shared);
            match rule.judge_intent(attempt, &mut dice) {
                Verdict::Pass => {}
                Verdict::Omit => judgement = Verdict::Omit,
                Verdict::Instead(to) => {
                    attempt.to = to;
                    if judgement != Verdict::Omit {
                        judgement = Verdict::Instead(to);
                    }
                }
            }
        }
        judgement
    }
}
