//! The circuits as a part: owns pin configurations and what was received, and delivers beeps and
//! messages.

use std::sync::Arc;

use super::super::circuits::Circuits;
use super::super::structure::Structure;
use super::super::view::View;
use super::super::{Amoebot, Event, Kind, Outcome, Payload, Reply, Request, Sounded, Sounds};
use super::{misrouted, unknown};
use crate::dice::{Dice, Purpose, Touched};
use crate::model::{Done, Door, Failure};

/// Who hears what.
#[derive(Clone, Debug)]
pub struct CircuitsPart {
    circuits: Circuits,
    /// The probability with which a partition set receives nothing in a round.
    failure: f64,
    dice: Dice,
}

impl CircuitsPart {
    /// The circuits of a structure in which each pin is alone. `failure` is the probability with which
    /// a partition set receives nothing in a round.
    #[must_use]
    pub fn new(per_edge: usize, structure: &Structure, failure: f64, dice: Dice) -> Self {
        CircuitsPart {
            circuits: Circuits::new(per_edge, structure),
            failure,
            dice,
        }
    }

    /// The circuits themselves.
    #[must_use]
    pub fn circuits(&self) -> &Circuits {
        &self.circuits
    }

    pub(super) async fn handle<D: Door<Amoebot>>(
        &mut self,
        event: &Event,
        door: &mut D,
    ) -> Result<Done<Amoebot>, Failure> {
        match (event.kind, &event.payload) {
            (Kind::Sound, Payload::Sounds(sounds)) => Ok(self.sound(sounds, door).await),
            _ => Err(unknown("circuits", event)),
        }
    }

    /// The beep phase is over: everybody hears what is to be heard.
    async fn sound<D: Door<Amoebot>>(&mut self, sounds: &Sounds, door: &mut D) -> Done<Amoebot> {
        let Sounds { view, signals } = sounds;
        let mut shared = None;
        let mut die = self.dice.on(Purpose::Network, &mut shared);
        self.circuits
            .deliver(&view.structure, signals, self.failure, &mut die);
        let publish = Request::Publish(Arc::clone(&view.attributes), Arc::clone(&view.paint));
        door.tell(publish).await;
        let senders = signals.iter();
        let senders = senders.filter(|each| each.beeps != 0 || !each.messages.is_empty());
        let outcome = Outcome::Sounded(Box::new(Sounded {
            circuits: self.circuits.circuits() as u32,
            senders: senders.count() as u32,
            failed: self.circuits.failed().into(),
            view: Arc::new(View {
                configurations: Arc::clone(self.circuits.configurations()),
                reception: Arc::clone(self.circuits.reception()),
                ..view.clone()
            }),
        }));
        Done::new(outcome)
    }

    pub(super) fn answer(&mut self, request: Request) -> Reply {
        match request {
            Request::Begin => {}
            Request::Shifted {
                structure,
                changed,
                moved,
            } => self.circuits.shifted(&structure, &changed, moved),
            Request::Restore {
                structure,
                configurations,
                reception,
            } => self.circuits.restore(&structure, configurations, reception),
            request => return misrouted(&request),
        }
        let configurations = Arc::clone(self.circuits.configurations());
        Reply::Wiring(configurations, Arc::clone(self.circuits.reception()))
    }

    pub(super) fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }
}
