//! Leader election on one circuit.
//!
//! In the first phase all candidates toss coins; a toss takes two rounds, one in which heads beep and
//! one in which tails do. Where both were heard, candidates with tails withdraw; where only one was, the
//! phase ends, and often with one candidate only. The second phase gives those that are left over more
//! time to eliminate each other: in each of kappa iterations all participants are helpers, helpers toss
//! and withdraw in the same way in turns with the candidates, and the iteration ends when a toss of
//! the helpers has only one outcome. The election may end with several leaders, the less likely the
//! more participants and iterations there are.
//!
//! Feldmann, Padalkin, Scheideler and Dolev, J. Comput. Biol. 29(4), 2022; as in AmoebotSim 2.0.

use serde::{Deserialize, Serialize};

use super::super::interface::{Beeper, Fault, Look, State};

/// The part of one participant in an election.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderElection {
    set: u8,
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
    /// Candidates and helpers toss in turns.
    Second,
    /// It is over.
    Over,
}

/// What is sent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    /// Candidates toss, and those with heads beep.
    Heads,
    /// Candidates with tails beep.
    Tails,
    /// Helpers toss, and those with heads beep.
    HelperHeads,
    /// Helpers with tails beep.
    HelperTails,
}

impl LeaderElection {
    /// A participant in an election on the circuit of a partition set, with so many iterations of
    /// the second phase. Those who are no `candidate` only help.
    #[must_use]
    pub fn new(set: u8, kappa: u8, candidate: bool) -> Self {
        LeaderElection {
            set,
            kappa,
            candidate,
            helper: false,
            phase: Phase::Fresh,
            next: Step::Heads,
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

    /// Whether the election is over.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Whether the election is over and it was elected.
    #[must_use]
    pub fn is_leader(&self) -> bool {
        self.is_finished() && self.candidate
    }

    /// Takes in what came of the last [`send`](Self::send), and decides.
    pub fn receive<S: State>(&mut self, look: &Look<'_, S>) {
        let heard = look.heard(usize::from(self.set));
        let both = self.heard_heads && heard;
        match (self.phase, self.next) {
            (Phase::Fresh | Phase::Over, _) => {}
            (_, Step::Tails | Step::HelperTails) => self.heard_heads = heard,
            (Phase::First, _) if both => self.candidate &= self.heads,
            (Phase::Second, Step::HelperHeads) => self.candidate &= self.heads || !self.heard_heads,
            (Phase::Second, _) if both => self.helper &= self.heads,
            _ => self.iterate(),
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

    /// Tosses and beeps; nothing where the election is over. In the configuration that is planned, the
    /// circuit has to be there.
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
        let (beeps, next) = match (self.next, self.phase) {
            (Step::Heads, _) => (self.toss(self.candidate, beeper), Step::Tails),
            (Step::Tails, Phase::First) => (self.candidate && !self.heads, Step::Heads),
            (Step::Tails, _) => (self.candidate && !self.heads, Step::HelperHeads),
            (Step::HelperHeads, _) => (self.toss(self.helper, beeper), Step::HelperTails),
            (Step::HelperTails, _) => (self.helper && !self.heads, Step::Heads),
        };
        self.next = next;
        if beeps {
            beeper.beep(usize::from(self.set))?;
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
