//! The parts of the environment: the structure and the circuits.

mod circuits;
mod structure;

use self::circuits::CircuitsPart;
use self::structure::StructurePart;
use super::{Amoebot, Event, Reply, Request};
use crate::dice::Touched;
use crate::model::{Answer, Done, Door, Failure, Handler, Part as PartTrait, SharedDice};

pub use circuits::CircuitsPart as Circuits;
pub use structure::StructurePart as Structure;

/// The environment parts of this model.
#[derive(Clone, Debug)]
pub enum Part {
    /// Where everybody is, and what everybody knows.
    Structure(Box<StructurePart>),
    /// Who hears what.
    Circuits(Box<CircuitsPart>),
}

impl Handler<Amoebot> for Part {
    async fn handle<D: Door<Amoebot>>(
        &mut self,
        event: &Event,
        door: &mut D,
    ) -> Result<Done<Amoebot>, Failure> {
        match self {
            Part::Structure(structure) => structure.handle(event, door).await,
            Part::Circuits(circuits) => circuits.handle(event, door).await,
        }
    }

    fn touched(&self) -> Vec<Touched> {
        match self {
            Part::Structure(_) => Vec::new(),
            Part::Circuits(circuits) => circuits.touched(),
        }
    }
}

impl PartTrait<Amoebot> for Part {
    fn name(&self) -> &'static str {
        match self {
            Part::Structure(_) => "structure",
            Part::Circuits(_) => "circuits",
        }
    }

    fn answer(&mut self, request: Request, _: &mut SharedDice) -> Answer<Amoebot> {
        Answer::Reply(match self {
            Part::Structure(structure) => structure.answer(request),
            Part::Circuits(circuits) => circuits.answer(request),
        })
    }
}

/// The failure of a part that was granted what it does not handle.
fn unknown(part: &str, event: &Event) -> Failure {
    let kind = crate::model::Kind::name(event.kind);
    Failure::Invalid(format!("the {part} handles no {kind}"))
}

/// [`Amoebot::route`](super::Amoebot) sends each request to the part that answers it, so this is
/// never reached; it would be reported as a panic of the part.
fn misrouted(request: &Request) -> Reply {
    std::panic::panic_any(format!("a request that went astray: {request:?}"))
}
