//! Blocks, stacks and rows.

use super::super::super::grid::Direction::{E, Nne, Nnw, Sse, Ssw, W};
use super::super::super::grid::{Direction, Node};
use super::super::super::interface::Mover;
use super::super::super::ports::Port;
use super::super::super::structure::Occupant;
use super::{Mode, Sizes, State};
use crate::dice::Draw as _;

type Place = (Node, Option<Direction>);

fn contracted(nodes: impl Iterator<Item = Node>) -> Vec<Place> {
    nodes.map(|node| (node, None)).collect()
}

/// A block, column by column.
fn block(sizes: &Sizes) -> Vec<Place> {
    let Sizes { width, height, .. } = *sizes;
    contracted((0..width).flat_map(|x| (0..height).map(move |y| Node::new(x, y))))
}

/// Mode 0: each row moves by as much as all rows below it have grown.
pub(super) const SHEARED: Mode = Mode {
    place: |sizes, _| block(sizes),
    role: |_, _, _, _| 0,
    act: |_, particle| {
        if particle.has_neighbour(Port::head(Nne)) {
            particle.mark(Port::head(Nne))?;
        }
        particle.expand(E)
    },
    once: true,
};

/// Mode 1: rows stay above each other.
pub(super) const UPRIGHT: Mode = Mode {
    place: |sizes, _| block(sizes),
    role: |_, _, _, _| 0,
    act: |_, particle| {
        particle.mark(Port::head(Sse))?;
        particle.expand(E)
    },
    once: true,
};

/// Mode 11: parallel particles between which two parallel bonds are left contract to either end.
pub(super) const STACK: Mode = Mode {
    place: |sizes, _| {
        (0..sizes.height)
            .map(|y| (Node::new(0, y), Some(E)))
            .collect()
    },
    role: |_, _, _, _| 0,
    act: |_, particle| {
        particle.release(Port::tail(Sse))?;
        particle.release(Port::head(Nnw))?;
        match particle.coin() {
            true => particle.contract_head(),
            false => particle.contract_tail(),
        }
    },
    once: true,
};

/// Mode 12. Parts: 0 an expanded particle alone, 1 and 2 expanded with a contracted neighbour in the
/// west and in the east, 3 and 4 these neighbours.
pub(super) const STACK_HANDOVERS: Mode = Mode {
    place: |sizes, die| {
        let row = |y| {
            let neighbour = match die.index(3) {
                0 => None,
                1 => Some(Node::new(-1, y)),
                _ => Some(Node::new(2, y)),
            };
            let expanded = (Node::new(0, y), Some(E));
            [Some(expanded), neighbour.map(|node| (node, None))]
        };
        (0..sizes.height).flat_map(row).flatten().collect()
    },
    role: |_, _, body, structure| {
        let is_contracted = |node| match structure.occupant(node) {
            Some(Occupant::Particle(id, _)) => !structure.bodies()[id as usize].is_expanded(),
            _ => false,
        };
        match (body.is_expanded(), body.tail.x < 0) {
            (true, _) if is_contracted(body.tail.step(W)) => 1,
            (true, _) if is_contracted(body.head_node().step(E)) => 2,
            (true, _) => 0,
            (false, true) => 3,
            (false, false) => 4,
        }
    },
    act: |role, particle| {
        if role <= 2 {
            // The bonds across, and those to the contracted neighbours of the rows next to it.
            particle.release(Port::head(Nnw))?;
            particle.release(Port::tail(Sse))?;
            particle.release(Port::tail(Nnw))?;
            particle.release(Port::head(Sse))?;
        }
        match role {
            1 => particle.pull_head(W),
            2 => particle.pull_tail(E),
            3 => {
                particle.release(Port::head(Sse))?;
                particle.push(E)
            }
            4 => {
                particle.release(Port::head(Nnw))?;
                particle.push(W)
            }
            _ => Ok(()),
        }
    },
    once: true,
};

/// Mode 13. Parts: 0 the lower row, 1 the column, 2 the upper row.
pub(super) const PARALLELOGRAM: Mode = Mode {
    place: |sizes, _| {
        let lower = (0..sizes.width).map(|x| Node::new(x, 0));
        let column = (1..=sizes.height).map(|y| Node::new(0, y));
        let top = sizes.height + 1;
        let upper = (0..sizes.upper).map(|x| Node::new(x, top));
        contracted(lower.chain(column).chain(upper))
    },
    role: |sizes, id, _, _| match id as i32 {
        id if id < sizes.width => 0,
        id if id < sizes.width + sizes.height => 1,
        _ => 2,
    },
    act: |role, particle| match (particle.is_expanded(), role) {
        // In the corners a bond across would hold the row and the column together.
        (false, 1) => {
            particle.release(Port::head(Sse))?;
            particle.expand(Nne)
        }
        (false, _) => {
            particle.release(Port::head(Nnw))?;
            particle.expand(E)
        }
        (true, role) => {
            match role {
                0 => particle.release(Port::head(Nnw))?,
                1 => particle.release(Port::tail(Sse))?,
                _ => {}
            }
            particle.contract_tail()
        }
    },
    once: false,
};

/// Mode 15. Parts: 0 the block, 1 the stripe.
pub(super) const STRIPE: Mode = Mode {
    place: |sizes, _| block(sizes),
    role: |sizes, _, body, _| u8::from(body.tail.x == sizes.width / 2),
    act: |role, particle| match (role, particle.is_expanded()) {
        (0, _) => Ok(()),
        (_, false) => {
            particle.mark(Port::head(Sse))?;
            particle.expand(E)
        }
        (_, true) => {
            particle.release(Port::head(Nnw))?;
            particle.release(Port::tail(Sse))?;
            particle.contract_head()
        }
    },
    once: false,
};

/// Mode 16. Parts: 0 the floor, 1 the worm. The worm holds on to the floor with its end in the west
/// while it expands, and with its end in the east while it contracts.
pub(super) const WORM: Mode = Mode {
    place: |sizes, _| {
        let floor = (0..sizes.floor).map(|x| Node::new(x, 0));
        contracted(floor.chain((0..sizes.worm).map(|x| Node::new(x, 1))))
    },
    role: |_, _, body, _| u8::from(body.tail.y == 1),
    act: |role, particle| match role {
        0 => hold(particle),
        _ if particle.is_expanded() => {
            particle.release(Port::tail(Ssw))?;
            particle.release(Port::tail(Sse))?;
            particle.release(Port::head(Ssw))?;
            if particle.has_neighbour(Port::head(E)) {
                particle.release(Port::head(Sse))?;
            }
            particle.contract_head()
        }
        _ => {
            particle.release(Port::head(Sse))?;
            if particle.has_neighbour(Port::head(W)) {
                particle.release(Port::head(Ssw))?;
            }
            particle.expand(E)
        }
    },
    once: false,
};

/// The floor under the worm: only the particles under its two ends keep a bond to it.
fn hold(particle: &mut Mover<'_, State>) -> Result<(), super::Fault> {
    let (west, east) = (Port::head(Nnw), Port::head(Nne));
    let is_expanded = |port| particle.neighbour(port).map(|above| above.is_expanded());
    let (in_west, in_east) = (is_expanded(west), is_expanded(east));
    // Under the end in the east nobody is above to the right; it holds the expanded worm.
    if in_west.is_some() && (in_east.is_some() || in_west == Some(false)) {
        particle.release(west)?;
    }
    // Under the end in the west nobody is above to the left; it holds the contracted worm.
    if in_east.is_some() && (in_west.is_some() || in_east == Some(true)) {
        particle.release(east)?;
    }
    Ok(())
}

/// Mode 17. Parts: 0 the frame, 1 its bottom. As many particles expand as contract, so the bottom keeps
/// its length.
pub(super) const FRAME: Mode = Mode {
    place: |sizes, die| {
        let Sizes {
            height, segments, ..
        } = *sizes;
        let right = 3 * segments + 1;
        let sides = (0..height).flat_map(|y| [Node::new(0, y), Node::new(right, y)]);
        let top = (1..right).map(|x| Node::new(x, height - 1));
        let mut places = contracted(sides.chain(top));
        let (mut expanded, mut contracted, mut x) = (0, 0, 1);
        while expanded + contracted < 2 * segments {
            let heads = die.below(2) == 0;
            if contracted == segments || expanded < segments && heads {
                places.push((Node::new(x, 0), Some(E)));
                (expanded, x) = (expanded + 1, x + 2);
            } else {
                places.push((Node::new(x, 0), None));
                (contracted, x) = (contracted + 1, x + 1);
            }
        }
        places
    },
    role: |sizes, _, body, _| {
        u8::from(body.tail.y == 0 && (1..=3 * sizes.segments).contains(&body.tail.x))
    },
    act: |role, particle| match (role, particle.is_expanded()) {
        (0, _) => {
            particle.release(Port::head(Sse))?;
            particle.release(Port::head(Nnw))
        }
        (_, false) => {
            particle.release(Port::head(Nnw))?;
            let direction = if particle.coin() { W } else { E };
            particle.expand(direction)
        }
        (_, true) => {
            // The head may be in the west, where it is the tail that has no neighbour across.
            particle.release(Port::tail(Nnw))?;
            particle.release(Port::head(Nnw))?;
            match particle.coin() {
                true => particle.contract_head(),
                false => particle.contract_tail(),
            }
        }
    },
    once: false,
};
