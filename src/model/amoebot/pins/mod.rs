//! Pins, and how a particle joins them into partition sets.
//!
//! Each edge to a neighbour has k pins on either side. A pin configuration says which pins of a
//! particle are joined inside it: a partition of the pins into sets. The sets are numbered like the
//! pins, from 0 to the number of pins less 1; some of them may be empty.
//!
//! Everything here is in the particle's own frame: the pin with offset o at the port with the local
//! label l has the number l k + o, and offsets count in the particle's own sense of rotation.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::grid::Direction;
use super::ports::{self, MOST_PORTS, Port};

/// The most pins that an edge can have on one side: the sets of a particle fit into 128 bits.
pub const MOST_PINS_PER_EDGE: usize = 12;

/// Why an operation on pins cannot be done. The configuration is left as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PinError {
    /// More pins per edge than there may be.
    #[error("{0} pins per edge: the most is {MOST_PINS_PER_EDGE}")]
    PerEdge(usize),
    /// The port would lead into the particle itself.
    #[error("there is no port {0}: it would lead into the particle itself")]
    Port(Port),
    /// The label is that of no port.
    #[error("there is no label {label}: the particle has {ports} ports")]
    Label {
        /// The label.
        label: usize,
        /// How many ports there are.
        ports: usize,
    },
    /// The offset is that of no pin.
    #[error("there is no pin with offset {offset}: an edge has {per_edge}")]
    Offset {
        /// The offset.
        offset: usize,
        /// How many pins an edge has.
        per_edge: usize,
    },
    /// The number is that of no pin.
    #[error("there is no pin {pin}: the particle has {pins}")]
    Pin {
        /// The number.
        pin: usize,
        /// How many pins there are.
        pins: usize,
    },
    /// The number is that of no partition set.
    #[error("there is no partition set {set}: the particle has {sets}")]
    Set {
        /// The number.
        set: usize,
        /// How many sets there are, the empty ones included.
        sets: usize,
    },
    /// A pin has to leave its set and there is none to go to.
    #[error("pin {pin} cannot leave its partition set: no other set is empty")]
    NoEmptySet {
        /// The pin.
        pin: usize,
    },
    /// The configuration says nothing of some pins, or of pins that are not there.
    #[error("{given} pins are given a partition set: the particle has {pins}")]
    Pins {
        /// How many pins the configuration speaks of.
        given: usize,
        /// How many there are.
        pins: usize,
    },
    /// The configuration belongs to another state of expansion or to another number of pins per edge.
    #[error(
        "the configuration is for {} with {per_edge} pins per edge, but this is {} with {of_particle}",
        state(*head),
        state(*head_of_particle)
    )]
    Misfit {
        /// The local head direction of the configuration.
        head: Option<Direction>,
        /// That of the particle.
        head_of_particle: Option<Direction>,
        /// The pins per edge of the configuration.
        per_edge: usize,
        /// Those of the particle.
        of_particle: usize,
    },
}

/// A state of expansion, in words.
fn state(head: Option<Direction>) -> String {
    head.map_or_else(
        || "a contracted particle".to_owned(),
        |head| format!("a particle expanded to its {head}"),
    )
}

/// How the pins of a particle are joined: a partition of them into sets.
///
/// It is a value, and belongs to a number of pins per edge and to a state of expansion: contracted, or
/// expanded in a local direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Parts", try_from = "Parts")]
pub struct PinConfiguration {
    per_edge: u8,
    head: Option<Direction>,
    /// By pin.
    set_of: Box<[u8]>,
    /// A bit for each set that is not empty.
    sets: u128,
}

/// What a configuration is written as.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    per_edge: u8,
    head: Option<Direction>,
    /// The set of each pin.
    sets: Vec<u8>,
}

impl PinConfiguration {
    /// The configuration in which each pin is alone, in the set with its own number. `head` is the
    /// local head direction, `None` for a contracted particle.
    ///
    /// # Panics
    ///
    /// If there are more than [`MOST_PINS_PER_EDGE`] pins per edge.
    #[must_use]
    pub fn singleton(per_edge: usize, head: Option<Direction>) -> Self {
        assert!(per_edge <= MOST_PINS_PER_EDGE, "too many pins per edge");
        let pins = ports::ports(head) * per_edge;
        PinConfiguration {
            per_edge: per_edge as u8,
            head,
            set_of: (0..pins as u8).collect(),
            sets: lowest(pins),
        }
    }

    /// How many pins an edge has on either side.
    #[inline]
    #[must_use]
    pub fn per_edge(&self) -> usize {
        usize::from(self.per_edge)
    }

    /// The local head direction of the particles that it is for; `None` for contracted ones.
    #[inline]
    #[must_use]
    pub fn head(&self) -> Option<Direction> {
        self.head
    }

    /// How many pins there are, and how many partition sets if the empty ones are counted.
    #[inline]
    #[must_use]
    pub fn pins(&self) -> usize {
        self.set_of.len()
    }

    /// How many ports there are: 6 or 10.
    #[inline]
    #[must_use]
    pub fn ports(&self) -> usize {
        ports::ports(self.head)
    }

    /// Checks that a particle can use it.
    ///
    /// # Errors
    ///
    /// [`PinError::Misfit`] where the particle has another number of pins per edge or another local
    /// head direction.
    pub fn fits(&self, per_edge: usize, head: Option<Direction>) -> Result<(), PinError> {
        if self.per_edge() == per_edge && self.head == head {
            return Ok(());
        }
        Err(PinError::Misfit {
            head: self.head,
            head_of_particle: head,
            per_edge: self.per_edge(),
            of_particle: per_edge,
        })
    }

    /// The number of the pin with an offset at a port, both local. The half of the port means nothing
    /// for a contracted particle.
    ///
    /// # Errors
    ///
    /// [`PinError::Port`] and [`PinError::Offset`] where there is none.
    pub fn pin(&self, port: Port, offset: usize) -> Result<usize, PinError> {
        let label = ports::label(self.head, port).ok_or(PinError::Port(port))?;
        self.check_offset(offset)?;
        Ok(label * self.per_edge() + offset)
    }

    /// The numbers of all pins at a port, by offset.
    ///
    /// # Errors
    ///
    /// [`PinError::Port`] where there is no such port.
    pub fn pins_at(&self, port: Port) -> Result<std::ops::Range<usize>, PinError> {
        let label = ports::label(self.head, port).ok_or(PinError::Port(port))?;
        Ok(label * self.per_edge()..(label + 1) * self.per_edge())
    }

    /// The port and the offset of a pin.
    ///
    /// # Errors
    ///
    /// [`PinError::Pin`] where there is none.
    pub fn place_of(&self, pin: usize) -> Result<(Port, usize), PinError> {
        self.check_pin(pin)?;
        let (label, offset) = (pin / self.per_edge(), pin % self.per_edge());
        let port = ports::port(self.head, label).ok_or(PinError::Label {
            label,
            ports: self.ports(),
        })?;
        Ok((port, offset))
    }

    /// The partition set of a pin.
    ///
    /// # Panics
    ///
    /// If there is no such pin.
    #[inline]
    #[must_use]
    pub fn set_of(&self, pin: usize) -> usize {
        usize::from(self.set_of[pin])
    }

    /// The pins of a partition set, ascending; none where there is no such set.
    pub fn pins_of(&self, set: usize) -> impl Iterator<Item = usize> + '_ {
        let sets = self.set_of.iter().enumerate();
        sets.filter_map(move |(pin, &of)| (usize::from(of) == set).then_some(pin))
    }

    /// A bit for each partition set that is not empty.
    #[inline]
    #[must_use]
    pub fn sets(&self) -> u128 {
        self.sets
    }

    /// Whether a partition set has no pins; so it is where there is no such set.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, set: usize) -> bool {
        set >= self.pins() || self.sets >> set & 1 == 0
    }

    /// Makes each pin a set of its own, with its own number.
    pub fn set_to_singleton(&mut self) {
        *self = PinConfiguration::singleton(self.per_edge(), self.head);
    }

    /// Puts all pins into one set.
    ///
    /// # Errors
    ///
    /// [`PinError::Set`] where there is no such set.
    pub fn set_to_global(&mut self, set: usize) -> Result<(), PinError> {
        self.check_set(set)?;
        self.set_of.fill(set as u8);
        self.sets = 1 << set;
        Ok(())
    }

    /// Makes a set of one pin from each port: that with this offset, but at the ports with the labels
    /// in `inverted` that with the opposite offset, k - 1 - `offset`. Other pins that were in the set
    /// go where [`make_set`](Self::make_set) would put them.
    ///
    /// # Errors
    ///
    /// [`PinError::Set`], [`PinError::Offset`] and [`PinError::Label`] where there is no such set,
    /// offset or label.
    pub fn set_to_star(
        &mut self,
        offset: usize,
        inverted: &[usize],
        set: usize,
    ) -> Result<(), PinError> {
        self.check_set(set)?;
        self.check_offset(offset)?;
        let (ports, per_edge) = (self.ports(), self.per_edge());
        let mut flipped = [false; MOST_PORTS];
        for &label in inverted {
            if label >= ports {
                return Err(PinError::Label { label, ports });
            }
            flipped[label] = true;
        }
        let mut pins = [0; MOST_PORTS];
        for (label, pin) in pins.iter_mut().enumerate() {
            let opposite = per_edge - 1 - offset;
            *pin = label * per_edge + if flipped[label] { opposite } else { offset };
        }
        self.make_set(&pins[..ports], set)
    }

    /// Makes a set of exactly these pins. They leave the sets where they are. After that, the other
    /// pins that were in the set, in ascending order, go each to the lowest-numbered set that is
    /// empty by then.
    ///
    /// # Errors
    ///
    /// [`PinError::Pin`] and [`PinError::Set`] where there is no such pin or set;
    /// [`PinError::NoEmptySet`] where a pin has no set to go to, which only happens where `pins` is
    /// empty.
    pub fn make_set(&mut self, pins: &[usize], set: usize) -> Result<(), PinError> {
        let members = self.mask(pins)?;
        self.check_set(set)?;
        let mut next = self.clone();
        next.put(members, set);
        for pin in 0..next.pins() {
            if next.set_of(pin) == set && members >> pin & 1 == 0 {
                next.leave(pin)?;
            }
        }
        *self = next;
        Ok(())
    }

    /// Puts pins into a set. They leave the sets where they are; what is in the set stays.
    ///
    /// # Errors
    ///
    /// [`PinError::Pin`] and [`PinError::Set`] where there is no such pin or set.
    pub fn add_pins(&mut self, pins: &[usize], set: usize) -> Result<(), PinError> {
        let members = self.mask(pins)?;
        self.check_set(set)?;
        self.put(members, set);
        Ok(())
    }

    /// Takes a pin out of its set, into the lowest-numbered empty set.
    ///
    /// # Errors
    ///
    /// [`PinError::Pin`] where there is no such pin; [`PinError::NoEmptySet`] where no set is empty.
    pub fn remove_pin(&mut self, pin: usize) -> Result<(), PinError> {
        self.check_pin(pin)?;
        self.leave(pin)
    }

    /// Puts all pins of the set `other` into `set`; `other` is empty then. Nothing happens where the
    /// two are the same.
    ///
    /// # Errors
    ///
    /// [`PinError::Set`] where there is no such set.
    pub fn merge(&mut self, set: usize, other: usize) -> Result<(), PinError> {
        self.check_set(set)?;
        self.check_set(other)?;
        let members = self.pins_of(other).fold(0, |mask, pin| mask | 1 << pin);
        self.put(members, set);
        Ok(())
    }

    /// Moves the pins of a mask to a set that exists.
    fn put(&mut self, pins: u128, set: usize) {
        for pin in bits(pins) {
            self.set_of[pin] = set as u8;
        }
        self.count();
    }

    /// Moves a pin that exists to the lowest-numbered empty set.
    fn leave(&mut self, pin: usize) -> Result<(), PinError> {
        let empty = (!self.sets).trailing_zeros() as usize;
        if empty >= self.pins() {
            return Err(PinError::NoEmptySet { pin });
        }
        self.set_of[pin] = empty as u8;
        self.count();
        Ok(())
    }

    /// Finds anew which sets are not empty.
    fn count(&mut self) {
        self.sets = self.set_of.iter().fold(0, |sets, &set| sets | 1 << set);
    }

    /// A bit for each of these pins.
    fn mask(&self, pins: &[usize]) -> Result<u128, PinError> {
        pins.iter().try_fold(0, |mask, &pin| {
            self.check_pin(pin)?;
            Ok(mask | 1 << pin)
        })
    }

    fn check_pin(&self, pin: usize) -> Result<(), PinError> {
        let pins = self.pins();
        let known = pin < pins;
        known.then_some(()).ok_or(PinError::Pin { pin, pins })
    }

    /// Refuses a partition set that there is not.
    ///
    /// # Errors
    ///
    /// [`PinError`] says how many there are.
    pub fn check_set(&self, set: usize) -> Result<(), PinError> {
        let sets = self.pins();
        let known = set < sets;
        known.then_some(()).ok_or(PinError::Set { set, sets })
    }

    fn check_offset(&self, offset: usize) -> Result<(), PinError> {
        let per_edge = self.per_edge();
        let known = offset < per_edge;
        known
            .then_some(())
            .ok_or(PinError::Offset { offset, per_edge })
    }
}

impl From<PinConfiguration> for Parts {
    fn from(configuration: PinConfiguration) -> Self {
        Parts {
            per_edge: configuration.per_edge,
            head: configuration.head,
            sets: configuration.set_of.into_vec(),
        }
    }
}

impl TryFrom<Parts> for PinConfiguration {
    type Error = PinError;

    fn try_from(parts: Parts) -> Result<Self, PinError> {
        let per_edge = usize::from(parts.per_edge);
        if per_edge > MOST_PINS_PER_EDGE {
            return Err(PinError::PerEdge(per_edge));
        }
        let mut configuration = PinConfiguration::singleton(per_edge, parts.head);
        let (given, pins) = (parts.sets.len(), configuration.pins());
        if given != pins {
            return Err(PinError::Pins { given, pins });
        }
        for (pin, set) in parts.sets.into_iter().enumerate() {
            configuration.check_set(usize::from(set))?;
            configuration.set_of[pin] = set;
        }
        configuration.count();
        Ok(configuration)
    }
}

/// The lowest `count` bits, at most 127.
const fn lowest(count: usize) -> u128 {
    (1 << count) - 1
}

/// The places of the bits that are set, ascending.
pub(super) fn bits(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            place
        })
    })
}
