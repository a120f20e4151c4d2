//! Where a particle is, and how it is turned.

use serde::{Deserialize, Serialize};

use super::grid::{Direction, Frame, Node};
use super::ports::{self, Half, Port};

/// The body of a particle: one node, or two neighbouring ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    /// The node of the tail; the only node where the particle is contracted.
    pub tail: Node,
    /// The global direction from the tail to the head; `None` where the particle is contracted.
    pub head: Option<Direction>,
    /// The particle's own idea of directions. It never changes.
    pub frame: Frame,
}

impl Body {
    /// A contracted particle that calls east what is east.
    #[must_use]
    pub fn contracted(at: Node) -> Self {
        Body {
            tail: at,
            ..Body::default()
        }
    }

    /// An expanded particle that calls east what is east.
    #[must_use]
    pub fn expanded(tail: Node, head: Direction) -> Self {
        Body {
            tail,
            head: Some(head),
            ..Body::default()
        }
    }

    /// Whether it takes two nodes.
    #[inline]
    #[must_use]
    pub const fn is_expanded(&self) -> bool {
        self.head.is_some()
    }

    /// The node of the head; that of the tail where the particle is contracted.
    #[inline]
    #[must_use]
    pub fn head_node(&self) -> Node {
        match self.head {
            Some(direction) => self.tail.step(direction),
            None => self.tail,
        }
    }

    /// The node of a half.
    #[inline]
    #[must_use]
    pub fn node(&self, half: Half) -> Node {
        match half {
            Half::Head => self.head_node(),
            Half::Tail => self.tail,
        }
    }

    /// Its nodes, the tail first.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        let head = self.head.map(|direction| self.tail.step(direction));
        [Some(self.tail), head].into_iter().flatten()
    }

    /// How many ports it has: 6 or 10.
    #[inline]
    #[must_use]
    pub const fn ports(&self) -> usize {
        ports::ports(self.head)
    }

    /// The port of a global label.
    #[inline]
    #[must_use]
    pub fn port(&self, label: usize) -> Option<Port> {
        ports::port(self.head, label)
    }

    /// The global label of a port; `None` where it would lead into the particle itself.
    #[inline]
    #[must_use]
    pub fn label(&self, port: Port) -> Option<usize> {
        ports::label(self.head, port)
    }

    /// The node that a port leads to.
    #[inline]
    #[must_use]
    pub fn beyond(&self, port: Port) -> Node {
        self.node(port.half).step(port.direction)
    }

    /// The head direction in the particle's own frame.
    #[inline]
    #[must_use]
    pub fn local_head(&self) -> Option<Direction> {
        Some(self.frame.to_local(self.head?))
    }

    /// A port that is given in the particle's own frame, in the global one.
    #[inline]
    #[must_use]
    pub fn to_global(&self, port: Port) -> Port {
        Port::new(self.frame.to_global(port.direction), port.half)
    }

    /// A port that is given in the global frame, in the particle's own one.
    #[inline]
    #[must_use]
    pub fn to_local(&self, port: Port) -> Port {
        Port::new(self.frame.to_local(port.direction), port.half)
    }
}
