//! What the wishes of one particle come to: how far it moves, and which of its bonds go with it.

use super::super::body::Body;
use super::super::grid::{Direction, Node};
use super::super::ports::{Half, Port};
use super::{Action, Labels, Step};

/// The kinds of movement that the bonds tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Movement {
    /// It stays as it is.
    Idle,
    /// It expands, whether by a push or not.
    Growing(Direction),
    /// It contracts, and what is bonded to the node that it gives up comes along.
    Contracting,
    /// It contracts in a handover, and what is bonded to the node that it gives up stays there.
    Pulling,
}

/// What a particle does, with the rules of marked, released and automatic bonds applied.
///
/// The *origin* of a movement is the half that does not move by itself: the tail of a particle that
/// expands, the half into which one contracts. The *offset* is the vector by which the other half
/// moves relative to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intent {
    pub(super) expanded: bool,
    pub(super) movement: Movement,
    pub(super) origin: Half,
    pub(super) offset: Node,
    /// The label of the port towards the partner of a handover.
    pub(super) handover: Option<usize>,
    pub(super) released: Labels,
    marked: Labels,
}

impl Intent {
    /// What a step comes to for a particle with this body. The step is one that
    /// [`Action::check`] lets pass.
    pub(super) fn new(body: &Body, step: &Step) -> Self {
        let own = |labels| match step.automatic {
            true => Labels::NONE,
            false => labels,
        };
        let mut intent = Intent {
            expanded: body.is_expanded(),
            movement: Movement::Idle,
            origin: Half::Tail,
            offset: Node::ORIGIN,
            handover: None,
            released: own(step.released),
            marked: Labels::NONE,
        };
        match step.action {
            None => {}
            Some(Action::Expand(direction)) => {
                intent.grow(direction);
                intent.marked = own(step.marked);
                intent.marked.insert(direction as usize);
                intent.marked.remove(direction.opposite() as usize);
            }
            Some(Action::Push(direction)) => {
                intent.grow(direction);
                intent.marked.insert(direction as usize);
                intent.handover = Some(direction as usize);
            }
            Some(Action::ContractHead) => intent.contract(body, Half::Head, step.automatic),
            Some(Action::ContractTail) => intent.contract(body, Half::Tail, step.automatic),
            Some(Action::PullHead(direction)) => intent.pull(body, Half::Head, direction),
            Some(Action::PullTail(direction)) => intent.pull(body, Half::Tail, direction),
        }
        intent
    }

    fn grow(&mut self, direction: Direction) {
        self.movement = Movement::Growing(direction);
        self.offset = direction.vector();
    }

    fn contract(&mut self, body: &Body, origin: Half, automatic: bool) {
        self.movement = Movement::Contracting;
        self.origin = origin;
        self.offset = body.node(origin) - body.node(origin.other());
        if automatic {
            self.released = labels_of(body, origin.other());
        }
    }

    fn pull(&mut self, body: &Body, origin: Half, direction: Direction) {
        self.movement = Movement::Pulling;
        self.origin = origin;
        self.offset = body.node(origin) - body.node(origin.other());
        self.marked = labels_of(body, origin.other());
        self.handover = body.label(Port::new(direction, origin.other()));
    }

    /// Whether it gives up a node to nobody.
    #[inline]
    pub(super) fn is_contracting(&self) -> bool {
        self.movement == Movement::Contracting
    }

    /// Whether this is the port towards the partner of its handover.
    #[inline]
    pub(super) fn hands_over_at(&self, label: usize) -> bool {
        self.handover == Some(label)
    }

    /// Whether a bond to another particle goes with the half that moves. `half` is where the bond
    /// is attached.
    #[inline]
    pub(super) fn carries(&self, label: usize, half: Half) -> bool {
        match self.movement {
            Movement::Growing(_) => self.marked.contains(label),
            Movement::Contracting => half != self.origin,
            Movement::Idle | Movement::Pulling => false,
        }
    }

    /// How far the particle's end of a bond to another particle moves relative to the origin.
    #[inline]
    pub(super) fn shift(&self, label: usize, half: Half) -> Node {
        match self.carries(label, half) {
            true => self.offset,
            false => Node::ORIGIN,
        }
    }

    /// The same for a bond to an object. It differs for the node that is given up in a handover:
    /// its bonds count as marked, so objects there are dragged along, where particles would stay
    /// and be handed over.
    #[inline]
    pub(super) fn shift_of_object(&self, label: usize, half: Half) -> Node {
        match self.movement == Movement::Pulling && self.marked.contains(label) {
            true => self.offset,
            false => self.shift(label, half),
        }
    }

    /// The body after the movement, where the origin is displaced by so much.
    pub(super) fn apply(&self, body: &Body, displacement: Node) -> Body {
        let (half, head) = match self.movement {
            Movement::Idle => (Half::Tail, body.head),
            Movement::Growing(direction) => (Half::Tail, Some(direction)),
            Movement::Contracting | Movement::Pulling => (self.origin, None),
        };
        Body {
            tail: body.node(half) + displacement,
            head,
            frame: body.frame,
        }
    }
}

/// The labels of the ports of one half.
fn labels_of(body: &Body, half: Half) -> Labels {
    let belongs = |label: &usize| body.port(*label).is_some_and(|port| port.half == half);
    (0..body.ports()).filter(belongs).collect()
}
