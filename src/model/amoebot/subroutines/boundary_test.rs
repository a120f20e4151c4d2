//! The boundary test: which boundaries of a structure are around holes?
//!
//! A leader is elected on each boundary, all boundaries at the same time. PASC along each boundary,
//! from its leader on, sums up the turns of the places in a tree: in each iteration every second
//! place that is still active hands its sum to the one before it. The leader ends with the sum of
//! the whole boundary and tells it. (Padalkin, Scheideler and Warner, DNA 28, 2022, arXiv 2205.02610;
//! the rounds are those of the subroutine of AmoebotSim 2.0.)
//!
//! | round | circuits | who beeps |
//! |---|---|---|
//! | toss | two for each boundary | candidates, on the first for heads, on the second for tails |
//! | help | two for all particles | helpers in the same way; a repetition ends where all helpers agree |
//! | chain | PASC on each boundary | leaders |
//! | continue | one for all | who became passive; nobody: the sums are complete |
//! | hand over | two for each boundary, cut at the active places | who became passive: that it is there, and whether its sum is 4 |
//! | hand over | the same | the two lowest bits of its sum |
//! | tell | one for each boundary, one for all | leaders with sum 1 on the first, other leaders on the second |
//!
//! Every particle of the structure has to take part; all of them contracted, with four pins an edge and
//! one sense of rotation. Each place on a boundary is a candidate of its own, so a particle that is on
//! one boundary twice may lead it at one of its two places.

use serde::{Deserialize, Serialize};

use super::super::interface::{Beeper, Fault, Look, State, Walk};
use super::boundary::{Gap, Side, side_of};
use super::strand::{Pair, Strand, lay_everywhere};

/// How many pins an edge has.
pub const PINS: usize = 4;
/// The set on which inner boundaries report; those below belong to the boundaries.
const REPORT: usize = 6;

/// What the next beeps are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Candidates toss coins.
    #[default]
    Toss,
    /// Helpers toss coins.
    Help,
    /// The beep of PASC.
    Chain,
    /// Whether the sums are incomplete.
    Continue,
    /// Sums are handed over: their existence and the highest bit.
    HandOver,
    /// Sums are handed over: the other bits.
    HandOverRest,
    /// Leaders tell the result.
    Tell,
    /// Everybody knows it.
    Finished,
}

/// A place of a particle on a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Between whom it is.
    pub gap: Gap,
    /// Whether it is a candidate, and in the end the leader of the boundary.
    pub leads: bool,
    /// What it tossed.
    pub heads: bool,
    /// Whether it still sums up.
    pub active: bool,
    /// Whether it became passive in this iteration.
    pub fresh: bool,
    /// The sum of turns, modulo 5, from here to the next active place.
    pub sum: u8,
    /// Whether the next active place hands over its sum; then, whether that is 4.
    pub offer: Option<bool>,
    /// What the boundary is; none until that is told.
    pub side: Option<Side>,
}

/// The attributes of one particle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundaryTest {
    /// What is next.
    pub step: Step,
    /// How often the election is run; more often means a smaller chance of two leaders.
    pub repetitions: u8,
    /// How many repetitions of the election are over.
    pub repetition: u8,
    /// How many tosses of candidates there were.
    pub tosses: u32,
    /// How many iterations of PASC there were.
    pub iterations: u32,
    /// The particle's places on boundaries, up to three.
    pub places: Vec<Place>,
    /// Whether the particle has no neighbours. Then it is the whole boundary of the outside.
    pub alone: bool,
    /// Whether the particle is a helper.
    pub helps: bool,
    /// What it tossed as a helper.
    pub heads: bool,
    /// Whether the structure has a hole; known in the end.
    pub has_hole: bool,
}

impl Place {
    /// A place of a candidate.
    fn new(gap: Gap) -> Self {
        Place {
            gap,
            leads: true,
            heads: false,
            active: true,
            fresh: false,
            sum: gap.turn(),
            offer: None,
            side: None,
        }
    }

    /// The wires of the whole boundary.
    fn circle(&self, index: usize) -> Strand {
        self.gap.strand(PINS, 2 * index)
    }

    /// The wires of the chain that begins at the leader.
    fn chain(&self, index: usize) -> Strand {
        match self.leads {
            true => self.gap.strand_of_first(PINS, 2 * index),
            false => self.circle(index),
        }
    }
}

impl BoundaryTest {
    /// The attributes at the start.
    #[must_use]
    pub fn new<S: State>(look: &Look<'_, S>, repetitions: u8) -> Self {
        let neighbours = look.neighbours(Walk::default());
        let alone = neighbours.count() == 0;
        BoundaryTest {
            step: if alone { Step::Finished } else { Step::Toss },
            repetitions,
            places: Gap::around(look).into_iter().map(Place::new).collect(),
            alone,
            helps: true,
            ..BoundaryTest::default()
        }
    }

    /// Whether everybody knows the result.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.step == Step::Finished
    }

    /// Whether the particle is on the boundary of the outside, or on one of a hole.
    #[must_use]
    pub fn is_on(&self, side: Side) -> bool {
        let of_all = self.alone && side == Side::Outer;
        of_all || self.places.iter().any(|place| place.side == Some(side))
    }

    /// How many boundaries of a kind the particle leads.
    #[must_use]
    pub fn leads(&self, side: Side) -> usize {
        let of_all = usize::from(self.alone && side == Side::Outer);
        let leads = |place: &&Place| place.leads && place.side == Some(side);
        of_all + self.places.iter().filter(leads).count()
    }

    /// Takes in what came of the last [`send`](Self::send), in the beep phase of the round after it.
    ///
    /// # Errors
    ///
    /// Where the pins are not those that were laid.
    pub fn receive<S: State>(&mut self, look: &Look<'_, S>) -> Result<(), Fault> {
        self.step = match self.step {
            Step::Toss => {
                self.tosses += 1;
                for (index, place) in self.places.iter_mut().enumerate() {
                    if look.heard(2 * index) && look.heard(2 * index + 1) {
                        place.leads &= place.heads;
                    }
                }
                Step::Help
            }
            Step::Help if look.heard(0) && look.heard(1) => {
                self.helps &= self.heads;
                Step::Toss
            }
            Step::Help => {
                self.repetition += 1;
                self.helps = true;
                match self.repetition < self.repetitions {
                    true => Step::Toss,
                    false => Step::Chain,
                }
            }
            Step::Chain => {
                self.iterations += 1;
                for (index, place) in self.places.iter_mut().enumerate() {
                    let one = look.heard(2 * index + 1);
                    place.fresh = one && place.active && !place.leads;
                    place.active &= !place.fresh;
                }
                Step::Continue
            }
            Step::Continue => match look.heard(0) {
                true => Step::HandOver,
                false => Step::Tell,
            },
            Step::HandOver => {
                self.take_offers(look)?;
                Step::HandOverRest
            }
            Step::HandOverRest => {
                self.take_sums(look)?;
                Step::Chain
            }
            Step::Tell => {
                self.take_results(look);
                Step::Finished
            }
            Step::Finished => Step::Finished,
        };
        Ok(())
    }

    /// Active places hear whether the next one hands over its sum.
    fn take_offers<S: State>(&mut self, look: &Look<'_, S>) -> Result<(), Fault> {
        for place in self.places.iter_mut().filter(|place| place.active) {
            let [exists, is_four] = heard_from_successor(look, place)?;
            place.offer = exists.then_some(is_four);
        }
        Ok(())
    }

    /// Active places add the sums that are handed over.
    fn take_sums<S: State>(&mut self, look: &Look<'_, S>) -> Result<(), Fault> {
        for place in self.places.iter_mut().filter(|place| place.active) {
            let Some(is_four) = place.offer.take() else {
                continue;
            };
            let [one, two] = heard_from_successor(look, place)?;
            let rest = u8::from(one) + 2 * u8::from(two);
            place.sum = (place.sum + if is_four { 4 } else { rest }) % 5;
        }
        Ok(())
    }

    fn take_results<S: State>(&mut self, look: &Look<'_, S>) {
        for (index, place) in self.places.iter_mut().enumerate() {
            place.side = Some(match look.heard(2 * index) {
                true => Side::Outer,
                false => Side::Inner,
            });
        }
        self.has_hole = look.heard(REPORT);
    }

    /// Lays the pins for the next beeps and sends them.
    ///
    /// # Errors
    ///
    /// Where an edge has not [`PINS`] pins.
    pub fn send<S: State>(&mut self, particle: &mut Beeper<'_, S>) -> Result<(), Fault> {
        let mut next = particle.singleton();
        match self.step {
            Step::Toss | Step::Chain => {
                for (index, place) in self.places.iter().enumerate() {
                    match self.step {
                        Step::Toss => place.circle(index).lay(&mut next, false)?,
                        _ => place
                            .chain(index)
                            .lay(&mut next, place.active && !place.leads)?,
                    }
                }
            }
            Step::Help => {
                lay_everywhere(&mut next, [0, PINS - 1], 0)?;
                lay_everywhere(&mut next, [1, PINS - 2], 1)?;
            }
            Step::Continue => lay_everywhere(&mut next, [0, PINS - 1], 0)?,
            Step::HandOver | Step::HandOverRest => {
                let places = self.places.iter().enumerate();
                for (index, place) in places.filter(|(_, place)| !place.active && !place.fresh) {
                    place.circle(index).lay(&mut next, false)?;
                }
            }
            Step::Tell => {
                for (index, place) in self.places.iter().enumerate() {
                    place.circle(index).lay_first(&mut next)?;
                }
                lay_everywhere(&mut next, [1, PINS - 2], REPORT)?;
            }
            Step::Finished => return Ok(()),
        }
        particle.set_next(next)?;
        self.beep(particle)
    }

    fn beep<S: State>(&mut self, particle: &mut Beeper<'_, S>) -> Result<(), Fault> {
        match self.step {
            Step::Help if self.helps => {
                self.heads = particle.coin();
                particle.beep(usize::from(!self.heads))?;
            }
            Step::Continue if self.places.iter().any(|place| place.fresh) => particle.beep(0)?,
            Step::Toss | Step::Chain | Step::HandOver | Step::HandOverRest | Step::Tell => {
                for (index, place) in self.places.iter_mut().enumerate() {
                    beep_of_place(self.step, index, place, particle)?;
                }
            }
            Step::Help | Step::Continue | Step::Finished => {}
        }
        Ok(())
    }
}

/// What one place beeps.
fn beep_of_place<S: State>(
    step: Step,
    index: usize,
    place: &mut Place,
    particle: &mut Beeper<'_, S>,
) -> Result<(), Fault> {
    match step {
        Step::Toss if place.leads => {
            place.heads = particle.coin();
            particle.beep(2 * index + usize::from(!place.heads))
        }
        Step::Chain if place.leads => particle.beep(2 * index),
        Step::HandOver if place.fresh => {
            let bits = [true, place.sum == 4];
            beep_to_predecessor(particle, place, bits)
        }
        Step::HandOverRest if place.fresh => {
            // Of a sum of 4 these bits mean nothing.
            let bits = [place.sum % 2 == 1, place.sum / 2 == 1];
            beep_to_predecessor(particle, place, bits)
        }
        Step::Tell if place.leads => match side_of(place.sum) {
            Some(Side::Outer) => particle.beep(2 * index),
            _ => particle.beep(REPORT),
        },
        _ => Ok(()),
    }
}

/// What is heard on the two wires from the successor.
fn heard_from_successor<S: State>(look: &Look<'_, S>, place: &Place) -> Result<[bool; 2], Fault> {
    let wires = Pair::after(place.gap.successor);
    Ok([
        look.heard_at(wires.port(), wires.offsets[0])?,
        look.heard_at(wires.port(), wires.offsets[1])?,
    ])
}

/// Beeps two bits on the two wires to the predecessor.
fn beep_to_predecessor<S: State>(
    particle: &mut Beeper<'_, S>,
    place: &Place,
    bits: [bool; 2],
) -> Result<(), Fault> {
    let wires = Pair::before(place.gap.predecessor, PINS);
    for (offset, bit) in wires.offsets.into_iter().zip(bits) {
        if bit {
            particle.beep_at(wires.port(), offset)?;
        }
    }
    Ok(())
}
