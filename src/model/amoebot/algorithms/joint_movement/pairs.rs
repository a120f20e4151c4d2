//! Two particles, and a few around them.

use super::super::super::grid::Direction::{self, E, Nne, Nnw, Sse, Ssw, W};
use super::super::super::grid::Node;
use super::super::super::interface::Mover;
use super::super::super::ports::Port;
use super::{Fault, Mode, Sizes, State};
use crate::dice::{Die, Draw as _};

type Place = (Node, Option<Direction>);
type Places = fn(&Sizes, &mut Die<'_>) -> Vec<Place>;

/// A contracted particle under an expanded one, which it touches twice.
const UNDER: Places = |_, _| vec![(Node::ORIGIN, None), (Node::new(-1, 1), Some(E))];

/// Of a few particles each has a part of its own, by its id.
const fn few(place: Places, act: super::Act) -> Mode {
    Mode {
        place,
        role: |_, id, _, _| id.min(7) as u8,
        act,
        once: true,
    }
}

/// Mode 2. Parts: 0 the contracted particle, 1 the expanded one.
pub(super) const TWO_BONDS: Mode = few(UNDER, |role, particle| match role {
    0 => expand_under(particle),
    _ => Ok(()),
});

/// Expands in a random direction under an expanded particle: both bonds move along, or none, and
/// they have to where the movement goes through them.
fn expand_under(particle: &mut Mover<'_, State>) -> Result<(), Fault> {
    let direction = Direction::ALL[particle.die().index(6)];
    let marked = match direction {
        Nne | Nnw => true,
        E | W => particle.coin(),
        Ssw | Sse => false,
    };
    if marked {
        particle.mark(Port::head(Nnw))?;
        particle.mark(Port::head(Nne))?;
    }
    particle.expand(direction)
}

/// Either contracts at random, to either end, or does not.
fn contract_or_not(particle: &mut Mover<'_, State>) -> Result<(), Fault> {
    match (particle.coin(), particle.coin()) {
        (true, true) => particle.contract_head(),
        (true, false) => particle.contract_tail(),
        (false, _) => Ok(()),
    }
}

/// Mode 3. Parts as in mode 2; the bond between the contracted particle and the tail is the only one.
pub(super) const ONE_BOND: Mode = few(UNDER, |role, particle| {
    if role == 1 {
        particle.release(Port::head(Ssw))?;
        return contract_or_not(particle);
    }
    particle.release(Port::head(Nne))?;
    if !particle.coin() {
        return Ok(());
    }
    let direction = Direction::ALL[particle.die().index(6)];
    // Where it goes north-north-east it would else be in the way of the other one.
    if direction == Nne || matches!(direction, E | W) && particle.coin() {
        particle.mark(Port::head(Nnw))?;
    }
    particle.expand(direction)
});

/// Mode 4. Parts as in mode 2.
pub(super) const HANDOVER_ONE_BOND: Mode = few(UNDER, |role, particle| match role {
    0 => {
        particle.release(Port::head(Nne))?;
        particle.push(Nnw)
    }
    _ => {
        particle.release(Port::head(Ssw))?;
        particle.pull_head(Sse)
    }
});

/// Mode 5. Parts as in mode 2.
pub(super) const HANDOVER_TWO_BONDS: Mode = few(UNDER, |role, particle| match role {
    0 => particle.push(Nnw),
    _ => particle.pull_head(Sse),
});

/// Mode 6. Parts: 0 pushes, 1 pulls, the others let go of what would be in the way.
pub(super) const HANDOVER_AMONG_FOUR: Mode = few(
    |_, _| {
        let others = [(-1, 0), (0, -1), (-2, 2), (-1, 2)];
        let others = others.map(|(x, y)| (Node::new(x, y), None));
        [(Node::ORIGIN, None), (Node::new(-1, 1), Some(E))]
            .into_iter()
            .chain(others)
            .collect()
    },
    |role, particle| {
        let released: &[Port] = match role {
            0 => &[Port::head(Nne)],
            1 => &[Port::head(Ssw), Port::head(Nnw), Port::tail(Ssw)],
            2 => &[Port::head(Nne), Port::head(Sse)],
            3 => &[Port::head(Nnw)],
            4 => &[Port::head(E)],
            _ => &[Port::head(W), Port::head(Sse)],
        };
        for port in released {
            particle.release(*port)?;
        }
        match role {
            0 => particle.push(Nnw),
            1 => particle.pull_head(Sse),
            _ => Ok(()),
        }
    },
);

/// One expanded particle above the other, shifted by nothing: they touch three times.
fn parallel() -> Vec<Place> {
    vec![(Node::ORIGIN, Some(E)), (Node::new(0, 1), Some(E))]
}

/// The lower one (0) and the upper one (1) keep one bond of three, that between their tails.
fn keep_tails(role: u8, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
    let released = match role {
        0 => [Port::head(Nnw), Port::head(Nne)],
        _ => [Port::tail(Sse), Port::head(Ssw)],
    };
    for port in released {
        particle.release(port)?;
    }
    Ok(())
}

/// Mode 7. Parts: 0 the lower particle, 1 the upper one.
pub(super) const EXPANDED: Mode = few(
    |_, _| parallel(),
    |role, particle| {
        keep_tails(role, particle)?;
        contract_or_not(particle)
    },
);

/// Mode 8. Parts: 0 and 1 as in mode 7, 2 and 3 the contracted neighbours of their tails. The bond
/// between 0 and 1 goes to 2 and 3.
pub(super) const EXPANDED_HANDOVERS: Mode = few(
    |_, _| {
        let mut places = parallel();
        places.extend([(Node::new(0, -1), None), (Node::new(-1, 2), None)]);
        places
    },
    |role, particle| match role {
        0 => {
            keep_tails(role, particle)?;
            particle.pull_head(Ssw)
        }
        1 => {
            keep_tails(role, particle)?;
            particle.pull_head(Nnw)
        }
        2 => particle.push(Nne),
        _ => particle.push(Sse),
    },
);

/// An expanded particle whose head touches both halves of another one.
fn corner() -> Vec<Place> {
    vec![(Node::ORIGIN, Some(E)), (Node::new(2, 0), Some(Nnw))]
}

/// Mode 9. Parts: 0 the particle whose head is in the corner, 1 the other one.
pub(super) const CORNER: Mode = few(
    |_, _| corner(),
    |role, particle| match role {
        0 => contract_or_not(particle),
        _ => Ok(()),
    },
);

/// Mode 10. Parts: 0 and 1 as in mode 9, 2 the contracted neighbour of the head of 1.
pub(super) const CORNER_HANDOVER: Mode = few(
    |_, _| {
        let mut places = corner();
        places.push((Node::new(1, 2), None));
        places
    },
    |role, particle| match role {
        0 => contract_or_not(particle),
        1 => particle.pull_tail(Nne),
        _ => particle.push(Ssw),
    },
);

/// Mode 14. Parts: 0 and 1 as in mode 2, 2 the contracted neighbour of the tail of 1.
pub(super) const HANDOVER_WITH_THIRD: Mode = few(
    |_, _| {
        vec![
            (Node::ORIGIN, None),
            (Node::new(-1, 1), Some(E)),
            (Node::new(-2, 2), None),
        ]
    },
    |role, particle| match role {
        0 if particle.coin() => expand_under(particle),
        0 => Ok(()),
        1 => particle.pull_head(Nnw),
        _ => particle.push(Sse),
    },
);
