//! The sums of turns along the boundaries.

use super::super::super::interface::{Beeper, Fault};
use super::super::super::ports::Port;
use super::super::super::subroutines::boundary::side_of;
use super::super::super::subroutines::boundary_test::PINS;
use super::{Phase, Place, Stage, State};

impl State {
    pub(super) fn begin_sum(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        self.phase = Phase::Sum;
        self.chain(particle)
    }

    pub(super) fn sum(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        match self.step {
            0 if particle.heard(0) => return self.chain(particle),
            0 => {
                self.phase = Phase::Finished;
                return Ok(());
            }
            1 => self.echo(particle)?,
            2 => self.hand_over(particle)?,
            3..=5 => self.exchange(particle)?,
            _ => self.end_iteration(particle)?,
        }
        self.step = (self.step + 1) % 7;
        Ok(())
    }

    /// Round 0: PASC; leaders beep.
    fn chain(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let mut next = particle.singleton();
        for (index, place) in self.places.iter().enumerate() {
            let is_crossed = place.active && !place.leads;
            place.chain(index).lay(&mut next, is_crossed)?;
        }
        particle.set_next(next)?;
        for (index, place) in self.places.iter().enumerate() {
            if place.leads {
                particle.beep(2 * index)?;
            }
        }
        self.iterations += 1;
        self.step = 1;
        Ok(())
    }

    /// Round 1: who is to become passive answers.
    fn echo(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        for (index, place) in self.places.iter_mut().enumerate() {
            let counts = place.stage == Stage::Compute && place.active && !place.leads;
            place.fresh = counts && particle.heard(2 * index + 1);
            if place.fresh {
                particle.beep(2 * index + 1)?;
            }
        }
        Ok(())
    }

    /// Round 2: where nobody answered, the leader has the whole sum and tells it; elsewhere those
    /// that become passive cut the chain behind them and hand over their sums. A sum of 1 beeps in
    /// this round, a sum of 2 in the next one and so on.
    fn hand_over(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let mut next = particle.singleton();
        for (index, place) in self.places.iter_mut().enumerate() {
            let is_answered = particle.heard(2 * index) || particle.heard(2 * index + 1);
            if place.stage == Stage::Compute && !is_answered {
                place.stage = Stage::Tell;
                place.sum = if place.leads { place.sum } else { 0 };
            }
            if !place.fresh {
                place.chain(index).lay_first(&mut next)?;
            }
        }
        particle.set_next(next)?;
        self.speak(1, particle)
    }

    /// Rounds 3 to 5: the other sums.
    fn exchange(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        self.listen(self.step - 2, particle);
        self.speak(self.step - 1, particle)
    }

    /// Round 6: who was handed over is passive; boundaries that are not ready beep to everybody.
    fn end_iteration(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        self.listen(4, particle);
        let mut is_open = false;
        for place in &mut self.places {
            place.active &= !place.fresh;
            place.fresh = false;
            match place.stage {
                Stage::Compute => is_open = true,
                Stage::Tell => {
                    place.stage = Stage::Wait;
                    place.side = side_of(place.sum);
                }
                Stage::Wait => {}
            }
        }
        self.not_ready(is_open, particle)
    }

    /// Those with this sum beep it.
    fn speak(&self, sum: u8, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        for (index, place) in self.places.iter().enumerate().filter(|(_, p)| p.sum == sum) {
            if place.fresh {
                particle.beep_at(Port::head(place.gap.predecessor), PINS - 1)?;
            } else if place.stage == Stage::Tell && place.leads {
                particle.beep(2 * index)?;
            }
        }
        Ok(())
    }

    /// A beep in the last round was this sum.
    fn listen(&mut self, sum: u8, particle: &Beeper<'_, State>) {
        let is_heard = |(index, _): &(usize, &mut Place)| particle.heard(2 * *index);
        for (_, place) in self.places.iter_mut().enumerate().filter(is_heard) {
            match place.stage {
                Stage::Compute if place.active && !place.fresh => {
                    place.sum = (place.sum + sum) % 5;
                }
                Stage::Tell if !place.leads => place.sum = sum,
                _ => {}
            }
        }
    }
}
