//! Agreement on a chirality and on a compass.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::{Chirality, Direction, Frame};
use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed};
use super::super::ports::Port;
use super::{Maker, demands};
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "chirality_compass",
    summary: "agree on a chirality, and then on a compass",
    help: "Particles that agree and are beside each other form a region with a circuit. In each iteration \
           particles tell their neighbours how they count; a region with a neighbour that does not \
           agree lets its candidates toss coins, and those with tails withdraw where both outcomes \
           came up. A region with tails only gives in to a neighbouring one with any other result, \
           and its candidates withdraw. First the chirality is agreed on, with 7 rounds for each \
           iteration, and then the compass, with 11: there the region takes the smallest turn that \
           makes it agree with a neighbour. Both end with 3 rounds in which nobody disagrees. All \
           compasses and chiralities may be random, with contracted particles. A particle \
           cannot change its frame, and keeps a correction. (Feldmann, Padalkin, Scheideler \
           and Dolev, J. Comput. Biol. 29(4), 2022; Chirality & Compass Alignment in AmoebotSim 2.0.)",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "Particles tell their neighbours how they count, and regions that agree toss \
                     coins on a circuit of their own; a region that loses takes over the frame of \
                     a neighbouring one.",
                ),
            ],
            limits: "Particles cannot change their frames, and keep a correction instead. Coins \
                     decide, so the number of rounds is bounded with high probability only. All \
                     have to be contracted.",
        },
        read: |context| {
            demands::contracted(context)?;
            Ok(Arc::new(Typed(Agreement)))
        },
        setting: None,
    },
};

/// The partition set of the circuit of the region.
const REGION: usize = 0;

/// The number of the step in which a region decides how to turn.
const LAST_STEP: u8 = 10;

#[derive(Clone, Debug)]
pub(super) struct Agreement;

/// What is agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// The neighbours have not been looked for.
    Fresh,
    Chirality,
    Compass,
    Done,
}

/// What the toss of a region came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Toss {
    Heads,
    Tails,
    /// Both came up.
    Both,
}

/// How a particle corrects its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Correction {
    /// What it calls east now, as it called it at first.
    pub east: Direction,
    /// Whether it counts the other way round.
    pub is_flipped: bool,
}

impl Correction {
    /// How it calls now what it called `old` at first.
    pub(super) fn apply(self, old: Direction) -> Direction {
        let steps = i32::from(self.east.steps_to(old));
        Direction::of_index(if self.is_flipped { -steps } else { steps })
    }

    /// Turns east so that what it called d it calls d + `steps` now.
    fn turn(&mut self, steps: i32) {
        let steps = if self.is_flipped { steps } else { -steps };
        self.east = self.east.rotated(steps);
    }

    /// The offset of the pin that counts as the first of an edge, and of the other one.
    fn pins(self) -> [usize; 2] {
        if self.is_flipped { [1, 0] } else { [0, 1] }
    }

    /// A frame that is corrected.
    pub(super) fn of(self, frame: Frame) -> Frame {
        let chirality = frame.chirality;
        Frame {
            compass: frame.to_global(self.east),
            chirality: if self.is_flipped {
                chirality.flipped()
            } else {
                chirality
            },
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    pub phase: Phase,
    /// The step of the iteration: 0 to 6, or to 10.
    pub step: u8,
    pub correction: Correction,
    pub is_candidate: bool,
    /// The outcome of the last own toss.
    pub heads: bool,
    pub heard_heads: bool,
    pub toss: Toss,
    /// Whether a neighbour agrees, so that there is a circuit.
    pub has_region: bool,
    /// By direction: by how many steps the particle has to turn to agree with the neighbour there;
    /// none where there is none, or it agrees.
    pub turns: [Option<u8>; 6],
    /// By how many steps it is going to turn.
    pub turn: Option<u8>,
    /// How the particle's frame is in truth, for people: it does not look at this.
    pub frame: Frame,
}

impl State {
    fn colour(&self) -> Colour {
        const BY_COMPASS: [Colour; 6] = [
            Colour::ORANGE,
            Colour::RED,
            Colour::PURPLE,
            Colour::BLUE,
            Colour::GREEN,
            Colour::YELLOW,
        ];
        let frame = self.correction.of(self.frame);
        let Colour(bright) = match (self.phase, frame.chirality) {
            (Phase::Compass | Phase::Done, _) => BY_COMPASS[usize::from(frame.compass.index())],
            (_, Chirality::Ccw) => Colour::SKY,
            (_, Chirality::Cw) => Colour::RED,
        };
        if self.is_candidate {
            return Colour(bright);
        }
        // Three quarters of each of the three parts.
        Colour(((bright >> 1) & 0x7f_7f7f) + ((bright >> 2) & 0x3f_3f3f))
    }

    fn begin(&mut self, particle: &Beeper<'_, State>) {
        let mut ports = particle.ports();
        let has_neighbour = ports.any(|port| particle.has_neighbour(port));
        self.phase = if has_neighbour {
            Phase::Chirality
        } else {
            Phase::Done
        };
    }

    /// Step 0: tell the neighbours how it counts.
    fn tell(&self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let pins = particle.singleton();
        particle.set_next(pins)?;
        let [first, _] = self.correction.pins();
        for direction in Direction::ALL {
            let port = Port::head(direction);
            if !particle.has_neighbour(port) {
                continue;
            }
            if self.phase == Phase::Chirality {
                particle.beep_at(port, first)?;
            } else {
                let towards = self.correction.apply(direction);
                particle.send_at(port, first, u64::from(towards.index()))?;
            }
        }
        Ok(())
    }

    /// Step 1: find out who agrees, join with them, and say whether somebody does not.
    fn gather(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let [_, second] = self.correction.pins();
        let mut pins = Vec::new();
        let mut is_all = true;
        self.turns = [None; 6];
        for direction in Direction::ALL {
            let port = Port::head(direction);
            if !particle.has_neighbour(port) {
                continue;
            }
            let agrees = if self.phase == Phase::Chirality {
                // Across an edge the first pin is the second one for those with the same chirality.
                particle.heard_at(port, second)?
            } else {
                // What got lost counts as agreement: there is nothing to turn by.
                let towards_me = particle.message_at(port, second)?;
                let turn = towards_me.map_or(0, |towards_me| {
                    let theirs = Direction::of_index(towards_me as i32).opposite();
                    self.correction.apply(direction).steps_to(theirs)
                });
                self.turns[usize::from(direction.index())] = Some(turn).filter(|turn| *turn > 0);
                turn == 0
            };
            is_all &= agrees;
            if agrees {
                pins.extend([particle.pin(port, 0)?, particle.pin(port, 1)?]);
            }
        }
        self.has_region = !pins.is_empty();
        if self.has_region {
            particle.next().make_set(&pins, REGION)?;
            if !is_all {
                particle.beep(REGION)?;
            }
        }
        Ok(())
    }

    /// Step 2: go on to the next phase where all agree; otherwise candidates toss.
    fn toss(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        if self.has_region && !particle.heard(REGION) {
            self.phase = match self.phase {
                Phase::Chirality => Phase::Compass,
                _ => Phase::Done,
            };
            self.is_candidate = true;
            self.step = 0;
            return Ok(());
        }
        self.step = 3;
        if self.is_candidate {
            self.heads = particle.coin();
            if self.heads && self.has_region {
                particle.beep(REGION)?;
            }
        }
        Ok(())
    }

    /// Step 3: candidates with tails beep.
    fn tails(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        self.heard_heads = particle.heard(REGION);
        if self.has_region && self.is_candidate && !self.heads {
            particle.beep(REGION)?;
        }
        Ok(())
    }

    /// Step 4: what the toss came to, which neighbours can see from the next round on.
    fn decide(&mut self, particle: &Beeper<'_, State>) {
        let (heads, tails) = match self.has_region {
            true => (self.heard_heads, particle.heard(REGION)),
            false => (self.heads, !self.heads),
        };
        self.toss = match (heads, tails) {
            (true, true) => Toss::Both,
            (_, false) => Toss::Heads,
            (false, true) => Toss::Tails,
        };
        self.is_candidate &= self.heads || self.toss != Toss::Both;
    }

    /// Whether the neighbour in a direction has another result than tails.
    fn can_join(particle: &Beeper<'_, State>, direction: Direction) -> bool {
        let neighbour = particle.neighbour(Port::head(direction));
        neighbour.is_some_and(|neighbour| neighbour.state().toss != Toss::Tails)
    }

    /// Whether it has a neighbour to give in to.
    fn sees_better(particle: &Beeper<'_, State>) -> bool {
        let mut all = Direction::ALL.into_iter();
        all.any(|direction| State::can_join(particle, direction))
    }

    /// Whether it has a neighbour to give in to by a turn of so many steps.
    fn sees_turn(&self, particle: &Beeper<'_, State>, turn: u8) -> bool {
        let mut all = self.turns.into_iter().zip(Direction::ALL);
        all.any(|(found, direction)| found == Some(turn) && State::can_join(particle, direction))
    }

    /// Step 6 of the agreement on a chirality: give in.
    fn flip(&mut self, particle: &Beeper<'_, State>) {
        let gives_in = match self.has_region {
            true => particle.heard(REGION),
            false => State::sees_better(particle),
        };
        if self.toss == Toss::Tails && gives_in {
            self.correction.is_flipped = !self.correction.is_flipped;
            self.is_candidate = false;
        }
    }

    /// Steps 5 to 10 of the agreement on a compass: each turn from 1 to 5 has a round in which
    /// those beep who see somebody to give in to by it, and the first one that is heard is made.
    fn offer(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        if self.toss != Toss::Tails {
            return Ok(());
        }
        let turn = self.step - 4;
        if !self.has_region {
            // All decide in the last step.
            if self.step == LAST_STEP {
                self.turn = (1..=5).find(|turn| self.sees_turn(particle, *turn));
            }
            return Ok(());
        }
        if turn > 1 && self.turn.is_none() && particle.heard(REGION) {
            self.turn = Some(turn - 1);
        }
        if self.step < LAST_STEP && self.sees_turn(particle, turn) {
            particle.beep(REGION)?;
        }
        Ok(())
    }

    fn step(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let next = self.step + 1;
        match (self.phase, self.step) {
            (_, 0) => self.tell(particle)?,
            (_, 1) => self.gather(particle)?,
            (_, 2) => return self.toss(particle),
            (_, 3) => self.tails(particle)?,
            (_, 4) => self.decide(particle),
            (Phase::Chirality, 5) => {
                let gives_in = self.toss == Toss::Tails && State::sees_better(particle);
                if self.has_region && gives_in {
                    particle.beep(REGION)?;
                }
            }
            (Phase::Chirality, _) => {
                self.flip(particle);
                self.step = 0;
                return Ok(());
            }
            _ => self.offer(particle)?,
        }
        self.step = next;
        if next > LAST_STEP {
            if let Some(turn) = self.turn.take() {
                self.correction.turn(i32::from(turn));
                self.is_candidate = false;
            }
            self.step = 0;
        }
        Ok(())
    }
}

impl Algorithm for Agreement {
    type State = State;

    fn pins(&self) -> usize {
        2
    }

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        State {
            phase: Phase::Fresh,
            step: 0,
            correction: Correction {
                east: Direction::E,
                is_flipped: false,
            },
            is_candidate: true,
            heads: false,
            heard_heads: false,
            toss: Toss::Both,
            has_region: false,
            turns: [None; 6],
            turn: None,
            frame: newborn.structure.bodies()[newborn.id as usize].frame,
        }
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let is_first = state.phase == Phase::Fresh;
        match state.phase {
            Phase::Done => return Ok(()),
            Phase::Fresh => state.begin(particle),
            _ => state.step(particle)?,
        }
        let colour = state.colour();
        if is_first || particle.before().colour() != colour {
            particle.colour(colour);
        }
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        state.phase == Phase::Done
    }

    fn status(&self) -> &'static [Status<State>] {
        &[Status {
            name: "agreement",
            summary: "how many corrected chiralities and compasses there are",
            ask: |states| {
                let frames = states.iter().map(|state| state.correction.of(state.frame));
                let (mut chiralities, mut compasses) = (Vec::new(), Vec::new());
                for frame in frames {
                    if !chiralities.contains(&frame.chirality) {
                        chiralities.push(frame.chirality);
                    }
                    if !compasses.contains(&frame.compass) {
                        compasses.push(frame.compass);
                    }
                }
                let (first, second) = (chiralities.len(), compasses.len());
                let compass = if second == 1 { "compass" } else { "compasses" };
                let end = if first == 1 { "y" } else { "ies" };
                format!("{first} chiralit{end} and {second} {compass}")
            },
        }]
    }
}

#[cfg(test)]
mod tests;
