//! Circuits: how beeps and messages travel.
//!
//! Pins that face each other over an edge are linked, whether the edge is a bond or not. Partition
//! sets that are linked, directly or over others, are one circuit. A beep that is sent on a set is
//! received by every set of its circuit, the sender's included. Of the messages that are sent on a
//! circuit only the greatest is received. Nobody learns who sent or how many did.

mod reception;
#[cfg(test)]
mod tests;
mod wiring;

use std::sync::Arc;

use self::wiring::{Components, NONE, Wiring};
use super::pins::{PinConfiguration, bits};
use super::structure::Structure;
use crate::dice::Draw;

pub use reception::Reception;

/// What a particle sends in a beep phase, on the partition sets of its next configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signals {
    /// The configuration that it takes on; `None` where it keeps the one it has.
    pub next: Option<Arc<PinConfiguration>>,
    /// A bit for each partition set that it beeps on. A beep on an empty set is lost.
    pub beeps: u128,
    /// The messages, by partition set: at most one for each. A message on an empty set is lost.
    pub messages: Vec<(u8, u64)>,
}

/// The bit of [`Circuits::deliver`] for a circuit with a beep.
const BEEP: u8 = 1;
/// That for a circuit with a message.
const MESSAGE: u8 = 2;

/// The configurations of all particles, the circuits they make, and what was received on them.
///
/// A clone is cheap as long as neither it nor the original changes.
#[derive(Clone, Debug)]
pub struct Circuits {
    per_edge: usize,
    configurations: Arc<Vec<Arc<PinConfiguration>>>,
    /// The singleton configurations: of the contracted, then by local head direction.
    singletons: [Arc<PinConfiguration>; 7],
    /// The links of the last delivery.
    wiring: Arc<Wiring>,
    /// The circuits of the last delivery.
    components: Arc<Components>,
    /// Whether something moved since.
    shifted: bool,
    reception: Arc<Reception>,
    failed: Vec<(u32, u128)>,
}

impl Circuits {
    /// All particles of a structure with singleton configurations, before the first delivery.
    ///
    /// # Panics
    ///
    /// If there are more pins per edge than [`MOST_PINS_PER_EDGE`](super::pins::MOST_PINS_PER_EDGE).
    #[must_use]
    pub fn new(per_edge: usize, structure: &Structure) -> Self {
        let singletons = std::array::from_fn(|which| {
            let head = which.checked_sub(1).map(|index| {
                let direction = index as i32;
                super::grid::Direction::of_index(direction)
            });
            Arc::new(PinConfiguration::singleton(per_edge, head))
        });
        let bodies = structure.bodies().iter();
        let configurations: Vec<_> = bodies
            .map(|body| singletons[singleton(body.local_head())].clone())
            .collect();
        let wiring = Wiring::new(per_edge, structure);
        let components = Components::new(&wiring, &configurations);
        Circuits {
            per_edge,
            reception: Arc::new(Reception::silence(configurations.len())),
            configurations: Arc::new(configurations),
            singletons,
            wiring: Arc::new(wiring),
            components: Arc::new(components),
            shifted: false,
            failed: Vec::new(),
        }
    }

    /// How many pins an edge has on either side.
    #[must_use]
    pub fn per_edge(&self) -> usize {
        self.per_edge
    }

    /// The pin configurations, by particle.
    #[must_use]
    pub fn configurations(&self) -> &Arc<Vec<Arc<PinConfiguration>>> {
        &self.configurations
    }

    /// What was received and is not lost.
    #[must_use]
    pub fn reception(&self) -> &Arc<Reception> {
        &self.reception
    }

    /// The partition sets that failed to receive in the last delivery: particles, ascending, with a
    /// bit for each such set.
    #[must_use]
    pub fn failed(&self) -> &[(u32, u128)] {
        &self.failed
    }

    /// How many circuits there were in the last delivery; before the first one, how many the
    /// singletons make.
    #[must_use]
    pub fn circuits(&self) -> usize {
        self.components.count as usize
    }

    /// The number of the circuit of a partition set in the last delivery; `None` where the set was
    /// empty or did not exist. Circuits are numbered as they first appear in the order of particles and
    /// sets.
    ///
    /// # Panics
    ///
    /// If there is no such particle.
    #[must_use]
    pub fn circuit_of(&self, particle: u32, set: usize) -> Option<u32> {
        let place = self.wiring.place(particle, set)?;
        let circuit = self.components.circuit[place];
        (circuit != NONE).then_some(circuit)
    }

    /// How many partition sets each circuit had in the last delivery.
    #[must_use]
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.circuits()];
        for &circuit in &self.components.circuit {
            if circuit != NONE {
                sizes[circuit as usize] += 1;
            }
        }
        sizes
    }

    /// What a movement phase does to it. Those in `changed` expanded or contracted: their
    /// configurations become the singletons of their new states and what they received is lost. Those
    /// that were only displaced keep both. `moved` says whether any node of any particle changed.
    pub fn shifted(&mut self, structure: &Structure, changed: &[u32], moved: bool) {
        self.shifted |= moved || !changed.is_empty();
        if changed.is_empty() {
            return;
        }
        let configurations = Arc::make_mut(&mut self.configurations);
        for &particle in changed {
            let head = structure.bodies()[particle as usize].local_head();
            configurations[particle as usize] = self.singletons[singleton(head)].clone();
        }
        Arc::make_mut(&mut self.reception).forget(changed);
    }

    /// Puts configurations and what was received back to what they were at some time, in a structure
    /// as it was then.
    pub fn restore(
        &mut self,
        structure: &Structure,
        configurations: Arc<Vec<Arc<PinConfiguration>>>,
        reception: Arc<Reception>,
    ) {
        self.configurations = configurations;
        self.reception = reception;
        self.wiring = Arc::new(Wiring::new(self.per_edge, structure));
        self.components = Arc::new(Components::new(&self.wiring, &self.configurations));
        self.shifted = false;
        self.failed.clear();
    }

    /// Takes on the next configurations, finds the circuits, and delivers what is sent on them.
    /// `signals` are by particle. Each partition set fails to receive with the probability `failure`;
    /// it sends all the same. There is one draw for each set that is not empty, in the order of
    /// particles and sets, and none where `failure` is 0.
    ///
    /// # Panics
    ///
    /// If there are not as many signals as particles, or a configuration does not fit the state of its
    /// particle; see [`PinConfiguration::fits`].
    pub fn deliver(
        &mut self,
        structure: &Structure,
        signals: &[Signals],
        failure: f64,
        die: &mut impl Draw,
    ) {
        assert_eq!(signals.len(), self.configurations.len(), "signals");
        let configured = self.configure(signals);
        if self.shifted {
            self.wiring = Arc::new(Wiring::new(self.per_edge, structure));
        }
        if self.shifted || configured {
            self.components = Arc::new(Components::new(&self.wiring, &self.configurations));
            self.shifted = false;
        }
        self.fail(failure, die);
        let sent = Sent::new(self, signals);
        let received = self.receive(&sent);
        self.reception = Arc::new(received);
    }

    /// Takes on the next configurations; returns whether any is new.
    fn configure(&mut self, signals: &[Signals]) -> bool {
        let mut any = false;
        for (particle, signal) in signals.iter().enumerate() {
            let Some(next) = &signal.next else { continue };
            let current = &self.configurations[particle];
            if Arc::ptr_eq(next, current) || next == current {
                continue;
            }
            let fit = next.fits(current.per_edge(), current.head());
            assert_eq!(fit, Ok(()), "particle {particle}");
            Arc::make_mut(&mut self.configurations)[particle] = next.clone();
            any = true;
        }
        any
    }

    /// Draws which sets fail to receive.
    fn fail(&mut self, failure: f64, die: &mut impl Draw) {
        self.failed.clear();
        if failure <= 0.0 {
            return;
        }
        for (particle, configuration) in (0..).zip(self.configurations.iter()) {
            let failed = bits(configuration.sets())
                .filter(|_| die.unit() <= failure)
                .fold(0, |failed, set| failed | 1 << set);
            if failed != 0 {
                self.failed.push((particle, failed));
            }
        }
    }

    /// What each particle receives of what is sent.
    fn receive(&self, sent: &Sent) -> Reception {
        if !sent.beeps && !sent.messages {
            return Reception::silence(self.configurations.len());
        }
        let mut reception = Reception::default();
        let mut failed = self.failed.iter().peekable();
        for (particle, configuration) in self.configurations.iter().enumerate() {
            let deaf = failed.next_if(|&&(id, _)| id as usize == particle);
            let sets = configuration.sets() & !deaf.map_or(0, |&(_, sets)| sets);
            let circuits = &self.components.circuit[self.wiring.first(particle)..];
            let (mut beeps, mut messages) = (0, 0);
            for set in bits(sets) {
                let what = sent.on[circuits[set] as usize];
                beeps |= u128::from(what & BEEP != 0) << set;
                messages |= u128::from(what & MESSAGE != 0) << set;
            }
            reception.push(beeps);
            if sent.messages {
                let words = bits(messages).map(|set| sent.greatest[circuits[set] as usize]);
                reception.push_messages(messages, words);
            }
        }
        reception
    }
}

/// What is sent on each circuit.
struct Sent {
    /// By circuit: [`BEEP`] and [`MESSAGE`].
    on: Vec<u8>,
    /// By circuit: the greatest message, where there is one. Empty where nobody sends any.
    greatest: Vec<u64>,
    /// Whether there is any beep.
    beeps: bool,
    /// Whether there is any message.
    messages: bool,
}

impl Sent {
    fn new(circuits: &Circuits, signals: &[Signals]) -> Self {
        let mut sent = Sent {
            on: vec![0; circuits.circuits()],
            greatest: Vec::new(),
            beeps: false,
            messages: false,
        };
        for (particle, signal) in (0..).zip(signals) {
            for set in bits(signal.beeps) {
                if let Some(circuit) = circuits.circuit_of(particle, set) {
                    sent.on[circuit as usize] |= BEEP;
                    sent.beeps = true;
                }
            }
            for &(set, word) in &signal.messages {
                if let Some(circuit) = circuits.circuit_of(particle, usize::from(set)) {
                    sent.message(circuit as usize, word);
                }
            }
        }
        sent
    }

    fn message(&mut self, circuit: usize, word: u64) {
        self.greatest.resize(self.on.len(), 0);
        self.messages = true;
        self.on[circuit] |= MESSAGE;
        // The least word is 0, so it stands for no message as well.
        self.greatest[circuit] = self.greatest[circuit].max(word);
    }
}

/// The place of the singleton configuration for a local head direction.
fn singleton(head: Option<super::grid::Direction>) -> usize {
    head.map_or(0, |direction| 1 + usize::from(direction.index()))
}
