//! What a particle can do in the beep phase.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::super::circuits::Signals;
use super::super::grid::Direction;
use super::super::pins::PinConfiguration;
use super::super::ports::Port;
use super::{Extras, Fault, Look, State};

/// A particle in the beep phase.
///
/// Beeps and messages that are sent on pins travel on the partition sets that the pins belong to in
/// the end, whatever is changed after the call.
#[derive(Debug)]
pub struct Beeper<'a, S> {
    look: Look<'a, S>,
    next: Option<Arc<PinConfiguration>>,
    /// Partition sets.
    beeps: u128,
    messages: Vec<(u8, u64)>,
    /// Pins.
    pin_beeps: Vec<u8>,
    pin_messages: Vec<(u8, u64)>,
}

impl<'a, S> Deref for Beeper<'a, S> {
    type Target = Look<'a, S>;

    fn deref(&self) -> &Look<'a, S> {
        &self.look
    }
}

impl<S> DerefMut for Beeper<'_, S> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.look
    }
}

impl<'a, S: State> Beeper<'a, S> {
    pub(super) fn new(look: Look<'a, S>) -> Self {
        Beeper {
            look,
            next: None,
            beeps: 0,
            messages: Vec::new(),
            pin_beeps: Vec::new(),
            pin_messages: Vec::new(),
        }
    }

    /// What was decided. A message that is sent on a pin takes the place of one that is sent on its
    /// partition set.
    pub(super) fn finish(mut self) -> (Signals, Option<Box<Extras>>) {
        for pin in std::mem::take(&mut self.pin_beeps) {
            self.beeps |= 1 << self.planned().set_of(usize::from(pin));
        }
        for (pin, message) in std::mem::take(&mut self.pin_messages) {
            let set = self.planned().set_of(usize::from(pin));
            plan(&mut self.messages, set, message);
        }
        self.messages.sort_unstable();
        let current = &self.look.view.configurations[self.look.id as usize];
        let signals = Signals {
            next: self.next.filter(|next| next != current),
            beeps: self.beeps,
            messages: self.messages,
        };
        (signals, self.look.extras)
    }

    /// The configuration that will be in effect after this phase, as planned so far.
    #[must_use]
    pub fn planned(&self) -> &PinConfiguration {
        match &self.next {
            Some(next) => next,
            None => self.look.pins(),
        }
    }

    /// The configuration that will be in effect after this phase, to be changed. It begins as a copy
    /// of the one in effect.
    #[allow(
        clippy::should_implement_trait,
        reason = "the next configuration is the word of the field; a beeper is no iterator"
    )]
    pub fn next(&mut self) -> &mut PinConfiguration {
        let current = &self.look.view.configurations[self.look.id as usize];
        let next = self.next.get_or_insert_with(|| Arc::clone(current));
        Arc::make_mut(next)
    }

    /// Plans a configuration of one's own.
    ///
    /// # Errors
    ///
    /// Where it is for another state of expansion, or for another number of pins.
    pub fn set_next(&mut self, configuration: PinConfiguration) -> Result<(), Fault> {
        let (expected, found) = (configuration.head(), self.look.head());
        if expected != found {
            return Err(Fault::WrongState { expected, found });
        }
        let (theirs, ours) = (configuration.per_edge(), self.look.pins().per_edge());
        if theirs != ours {
            return Err(Fault::because(format!(
                "the pin configuration has {theirs} pins an edge, and the algorithm has {ours}"
            )));
        }
        self.next = Some(Arc::new(configuration));
        Ok(())
    }

    /// A fresh configuration in which each pin is alone, for this particle as it is.
    #[must_use]
    pub fn singleton(&self) -> PinConfiguration {
        PinConfiguration::singleton(self.look.pins().per_edge(), self.look.head())
    }

    /// A fresh configuration in which each pin is alone, for a particle with this head direction.
    #[must_use]
    pub fn singleton_for(&self, head: Option<Direction>) -> PinConfiguration {
        PinConfiguration::singleton(self.look.pins().per_edge(), head)
    }

    /// Beeps on a partition set of the next configuration.
    ///
    /// # Errors
    ///
    /// Where there is no such set.
    pub fn beep(&mut self, set: usize) -> Result<(), Fault> {
        self.planned().check_set(set)?;
        self.beeps |= 1 << set;
        Ok(())
    }

    /// Beeps on the partition set that a pin belongs to in the next configuration.
    ///
    /// # Errors
    ///
    /// Where there is no such port or offset.
    pub fn beep_at(&mut self, port: Port, offset: usize) -> Result<(), Fault> {
        let pin = self.planned().pin(port, offset)?;
        self.pin_beeps.push(pin as u8);
        Ok(())
    }

    /// Sends a message on a partition set of the next configuration. A later one takes the place
    /// of an earlier one. Of all that are sent on a circuit, everybody receives the greatest.
    ///
    /// # Errors
    ///
    /// Where there is no such set.
    pub fn send(&mut self, set: usize, message: u64) -> Result<(), Fault> {
        self.planned().check_set(set)?;
        plan(&mut self.messages, set, message);
        Ok(())
    }

    /// Sends a message on the partition set that a pin belongs to in the next configuration.
    ///
    /// # Errors
    ///
    /// Where there is no such port or offset.
    pub fn send_at(&mut self, port: Port, offset: usize, message: u64) -> Result<(), Fault> {
        let pin = self.planned().pin(port, offset)?;
        self.pin_messages.push((pin as u8, message));
        Ok(())
    }
}

/// Plans a message for a set, in the place of an earlier one.
fn plan(messages: &mut Vec<(u8, u64)>, set: usize, message: u64) {
    let set = set as u8;
    match messages.iter_mut().find(|(other, _)| *other == set) {
        Some((_, planned)) => *planned = message,
        None => messages.push((set, message)),
    }
}
