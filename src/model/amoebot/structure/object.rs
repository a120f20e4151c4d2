//! Objects: rigid sets of cells that never act.

use std::sync::Arc;

use super::super::grid::Node;

/// A rigid, connected set of nodes that moves only where particles push or pull it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    root: Node,
    /// Relative to the root.
    cells: Arc<[Node]>,
    identifier: i32,
}

impl Object {
    /// An object with `cells` relative to its root, and an identifier that particles can read and
    /// that need not be unique.
    #[must_use]
    pub fn new(root: Node, cells: &[Node], identifier: i32) -> Self {
        Object {
            root,
            cells: cells.into(),
            identifier,
        }
    }

    /// The node from which the cells are counted.
    #[must_use]
    pub fn root(&self) -> Node {
        self.root
    }

    /// The cells, relative to the root.
    #[must_use]
    pub fn cells(&self) -> &[Node] {
        &self.cells
    }

    /// The nodes that it takes, in the order of the cells.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.cells.iter().map(|cell| self.root + *cell)
    }

    /// What particles can tell it by.
    #[must_use]
    pub fn identifier(&self) -> i32 {
        self.identifier
    }

    /// The same object elsewhere.
    #[must_use]
    pub fn moved_by(&self, offset: Node) -> Self {
        Object {
            root: self.root + offset,
            ..self.clone()
        }
    }
}
