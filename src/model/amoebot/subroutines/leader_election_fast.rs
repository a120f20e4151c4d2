//! Leader election on four circuits, with a toss in each round.
//!
//! Candidates with heads, candidates with tails, helpers with heads and helpers with tails beep each
//! on a circuit of their own, so that one round does what takes four on one circuit. There is no first
//! phase. In each of kappa iterations all participants are helpers; candidates and helpers with tails
//! withdraw where both outcomes were heard of their kind, and the iteration ends with a round in which
//! both kinds have only one outcome. As `SubLeaderElectionFast` in AmoebotSim 2.0.

use serde::{Deserialize, Serialize};

use super::super::interface::{Beeper, Fault, Look, State};
use super::super::pins::{PinConfiguration, PinError};

/// How many circuits, partition sets and pins an election takes.
pub const CIRCUITS: usize = 4;

/// The part of one participant in an election.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FastElection {
    /// The first of four partition sets.
    set: u8,
    kappa: u8,
    candidate: bool,
    helper: bool,
    phase: Phase,
    /// How many iterations are over.
    iterations: u8,
    /// The outcome of the last toss as a candidate.
    heads: bool,
    /// The outcome of the last toss as a helper.
    helper_heads: bool,
}

/// How far an election is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// Nothing was sent.
    Fresh,
    /// Candidates and helpers toss.
    Tossing,
    /// It is over.
    Over,
    /// Nobody was heard, so it is over without a leader.
    Failed,
}

impl FastElection {
    /// A participant in an election on the circuits of four partition sets, from `set` on, with so
    /// many iterations, at least 1. Those who are no `candidate` only help.
    #[must_use]
    pub fn new(set: u8, kappa: u8, candidate: bool) -> Self {
        FastElection {
            set,
            kappa,
            candidate,
            helper: true,
            phase: Phase::Fresh,
            iterations: 0,
            heads: false,
            helper_heads: false,
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
        matches!(self.phase, Phase::Over | Phase::Failed)
    }

    /// Whether the election is over and it was elected.
    #[must_use]
    pub fn is_leader(&self) -> bool {
        self.phase == Phase::Over && self.candidate
    }

    /// Whether the election is over without a leader, because nobody was heard.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.phase == Phase::Failed
    }

    /// Makes four circuits of all particles. It is for contracted particles with a common compass and
    /// chirality, and needs four pins per edge.
    ///
    /// # Errors
    ///
    /// Where there are too few pins or partition sets.
    pub fn join(&self, pins: &mut PinConfiguration) -> Result<(), PinError> {
        // Across an edge the offsets run the other way, so three directions count backwards.
        const BACKWARDS: [usize; 3] = [3, 4, 5];
        let mut sets = usize::from(self.set)..;
        (0..CIRCUITS)
            .zip(&mut sets)
            .try_for_each(|(offset, set)| pins.set_to_star(offset, &BACKWARDS, set))
    }

    /// Takes in what came of the last [`send`](Self::send), and decides.
    pub fn receive<S: State>(&mut self, look: &Look<'_, S>) {
        if self.phase != Phase::Tossing {
            return;
        }
        let set = usize::from(self.set);
        let [heads, tails, helper_heads, helper_tails] =
            [set, set + 1, set + 2, set + 3].map(|set| look.heard(set));
        if !(heads || tails) || !(helper_heads || helper_tails) {
            self.phase = Phase::Failed;
            (self.candidate, self.helper) = (false, false);
            return;
        }
        self.candidate &= self.heads || !(heads && tails);
        self.helper &= self.helper_heads || !(helper_heads && helper_tails);
        if heads != tails && helper_heads != helper_tails {
            self.iterations += 1;
            self.helper = self.iterations < self.kappa;
            if !self.helper {
                self.phase = Phase::Over;
            }
        }
    }

    /// Tosses and beeps; nothing where the election is over. In the configuration that is planned, the
    /// circuits have to be there.
    ///
    /// # Errors
    ///
    /// Where there are no such partition sets.
    pub fn send<S: State>(&mut self, beeper: &mut Beeper<'_, S>) -> Result<(), Fault> {
        if self.is_finished() {
            return Ok(());
        }
        self.phase = Phase::Tossing;
        let set = usize::from(self.set);
        if self.candidate {
            self.heads = beeper.coin();
            beeper.beep(set + usize::from(!self.heads))?;
        }
        if self.helper {
            self.helper_heads = beeper.coin();
            beeper.beep(set + 2 + usize::from(!self.helper_heads))?;
        }
        Ok(())
    }
}
