//! Leader election on several circuits at once, which all end in the same round.
//!
//! Each election has a circuit of its own; all share one more circuit, by which they keep together and
//! on which the helpers of all elections compete. A toss in the first phase takes two rounds: in the
//! first one candidates with heads beep on the election circuit; in the second one those with tails who
//! heard that withdraw, and say on the common circuit that the phase goes on. In the second phase a
//! step takes three rounds: a toss of the candidates, a toss of the helpers on the common circuit, and
//! a round in which helpers who withdraw say so. The iteration ends when none did.
//!
//! A toss with tails for all candidates of one circuit does not end anything here, so that the elections
//! take a little longer than those on one circuit. As `SubLeaderElectionSync` in AmoebotSim 2.0.

use serde::{Deserialize, Serialize};

use super::super::interface::{Beeper, Fault, Look, State};

/// The part of one participant in one of the elections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncElection {
    /// The partition set of the election circuit, where that is there.
    set: u8,
    /// The partition set of the common circuit, where that is there.
    common: u8,
    kappa: u8,
    candidate: bool,
    helper: bool,
    phase: Phase,
    next: Step,
    /// The number of the iteration of the second phase, from 1.
    iteration: u8,
    /// The outcome of the last own toss.
    heads: bool,
    heard_heads: bool,
}

/// How far an election is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// Nothing was sent.
    Fresh,
    /// Candidates toss.
    First,
    /// Candidates and helpers toss.
    Second,
    /// It is over.
    Over,
}

/// What is sent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    /// Candidates toss, and those with heads beep on the election circuit.
    Toss,
    /// Candidates withdraw. In the first phase they say so on the common circuit; in the second one
    /// helpers toss, and those with heads beep there.
    Withdraw,
    /// Helpers withdraw and say so on the common circuit.
    Help,
}

impl SyncElection {
    /// A participant in an election on the circuit of the partition set `set`, kept together with
    /// others on that of `common`, with so many iterations of the second phase. Those who are no
    /// `candidate` only help.
    #[must_use]
    pub fn new(set: u8, common: u8, kappa: u8, candidate: bool) -> Self {
        SyncElection {
            set,
            common,
            kappa,
            candidate,
            helper: false,
            phase: Phase::Fresh,
            next: Step::Toss,
            iteration: 0,
            heads: false,
            heard_heads: false,
        }
    }

    /// Whether it may still be elected, or was.
    #[must_use]
    pub fn is_candidate(&self) -> bool {
        self.candidate
    }

    /// Whether it still helps in this iteration.
    #[must_use]
    pub fn is_helper(&self) -> bool {
        self.helper
    }

    /// Whether the elections are over.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Whether the elections are over and it was elected in its own one.
    #[must_use]
    pub fn is_leader(&self) -> bool {
        self.is_finished() && self.candidate
    }

    /// Whether the next [`send`](Self::send) needs the common circuit; otherwise it needs that of the
    /// election. The answer holds after [`receive`](Self::receive), and is the same for all.
    #[must_use]
    pub fn needs_common(&self) -> bool {
        self.next != Step::Toss
    }

    /// Takes in what came of the last [`send`](Self::send), and decides.
    pub fn receive<S: State>(&mut self, look: &Look<'_, S>) {
        if matches!(self.phase, Phase::Fresh | Phase::Over) {
            return;
        }
        let heard = |set| look.heard(usize::from(set));
        match self.next {
            Step::Withdraw => self.heard_heads = heard(self.set),
            Step::Help => self.heard_heads = heard(self.common),
            Step::Toss if heard(self.common) => {}
            Step::Toss => self.iterate(),
        }
    }

    /// Begins the next iteration of the second phase, or ends the election.
    fn iterate(&mut self) {
        if self.iteration == self.kappa {
            self.phase = Phase::Over;
            self.helper = false;
            return;
        }
        self.iteration += 1;
        self.phase = Phase::Second;
        self.helper = true;
    }

    /// Tosses, withdraws and beeps; nothing where the election is over. In the configuration that is
    /// planned, the circuit has to be there that [`needs_common`](Self::needs_common) says.
    ///
    /// # Errors
    ///
    /// Where there is no such partition set.
    pub fn send<S: State>(&mut self, beeper: &mut Beeper<'_, S>) -> Result<(), Fault> {
        match self.phase {
            Phase::Over => return Ok(()),
            Phase::Fresh => self.phase = Phase::First,
            _ => {}
        }
        let is_first = self.phase == Phase::First;
        let withdraws = self.heard_heads && !self.heads;
        let (set, beeps, next) = match self.next {
            Step::Toss => {
                let beeps = self.toss(self.candidate, beeper);
                (self.set, beeps, Step::Withdraw)
            }
            Step::Withdraw => {
                let leaves = self.candidate && withdraws;
                self.candidate &= !leaves;
                match is_first {
                    true => (self.common, leaves, Step::Toss),
                    false => (self.common, self.toss(self.helper, beeper), Step::Help),
                }
            }
            Step::Help => {
                let leaves = self.helper && withdraws;
                self.helper &= !leaves;
                (self.common, leaves, Step::Toss)
            }
        };
        self.next = next;
        if beeps {
            beeper.beep(usize::from(set))?;
        }
        Ok(())
    }

    /// Tosses a coin where it takes part; true where that shows heads.
    fn toss<S: State>(&mut self, takes_part: bool, beeper: &mut Beeper<'_, S>) -> bool {
        if takes_part {
            self.heads = beeper.coin();
        }
        takes_part && self.heads
    }
}
