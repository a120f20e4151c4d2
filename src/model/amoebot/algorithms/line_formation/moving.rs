//! How roots and followers move.

use super::super::super::grid::Direction;
use super::super::super::interface::{Fault, Mover};
use super::super::super::ports::Port;
use super::{Role, State, line_neighbour};

/// Where a contracted root goes, and from where it is told to where it needs to be.
struct Way {
    direction: Direction,
    /// The direction of the last particle of the line, where the way leads to its end.
    told_from: Option<Direction>,
}

/// The way of a contracted root: around the beginning of the line, along it, or to its end.
fn way(state: &State, particle: &Mover<'_, State>) -> Result<Way, Fault> {
    let line = state.line()?;
    let lost = || Fault::because("a root has no neighbour in the line");
    let at = line_neighbour(particle).ok_or_else(lost)?.at().direction;
    // The direction of the line, seen from a root on the left side, is to its right.
    let side = match line.steps_to(at) {
        0 => {
            // Behind the beginning: to the left side.
            return Ok(Way {
                direction: line.rotated(1),
                told_from: None,
            });
        }
        4 | 5 => -1,
        1 | 2 => 1,
        _ => return Err(Fault::because("a root is at the end of the line")),
    };
    let ahead = line.rotated(side);
    let neighbour = particle.neighbour(Port::head(ahead));
    Ok(match neighbour {
        Some(neighbour) if neighbour.state().is_in_line() => Way {
            direction: line,
            told_from: None,
        },
        _ => Way {
            direction: ahead,
            told_from: Some(line.rotated(2 * side)),
        },
    })
}

/// A root in the movement phase.
pub(super) fn root(state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
    if !particle.is_expanded() {
        let Way {
            direction,
            told_from,
        } = way(state, particle)?;
        return match particle.neighbour(Port::head(direction)) {
            None => match told_from {
                Some(from) if !particle.heard_at(Port::head(from), 0)? => Ok(()),
                _ => particle.expand(direction),
            },
            // It will pull, as nothing else is in its way.
            Some(other)
                if other.state().role == Role::Root
                    && other.is_expanded()
                    && other.is_tail()
                    && !other.state().taken =>
            {
                particle.push(direction)
            }
            Some(_) => Ok(()),
        };
    }
    if state.taken {
        // Others have relied on no handover between roots in this round, so there is none, whether
        // the announced one comes about or not.
        state.taken = false;
        pull_announced(particle)?;
        return Ok(());
    }
    // Contracted roots that can be pulled are behind the tail, or to the right behind it where the
    // tail has come around the beginning of the line.
    let line = state.line()?;
    for direction in [line.opposite(), line.rotated(4)] {
        let root = particle.neighbour(Port::tail(direction));
        if root.is_some_and(|root| root.state().role == Role::Root && !root.is_expanded()) {
            return particle.pull_head(direction);
        }
    }
    state.announces = follower_to_pull(particle);
    if state.announces.is_some() {
        state.taken = true;
        return Ok(());
    }
    contract_unless_needed(particle)
}

/// A follower in the movement phase.
pub(super) fn follower(state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
    if particle.is_expanded() {
        if pull_announced(particle)? {
            return Ok(());
        }
        state.announces = follower_to_pull(particle);
        if state.announces.is_some() {
            return Ok(());
        }
        return contract_unless_needed(particle);
    }
    let Some(follows) = state.follows else {
        return Err(Fault::because("a follower follows nobody"));
    };
    let port = Port::head(follows);
    if particle.heard_at(port, 0)? {
        let lost = || Fault::because("a follower was called by nobody");
        // After the handover the other one is where its head is now.
        state.follows = particle.neighbour(port).ok_or_else(lost)?.head();
        particle.push(follows)?;
    }
    Ok(())
}

/// The directions at the tail of an expanded particle.
fn tail_directions(particle: &Mover<'_, State>) -> impl Iterator<Item = Direction> + use<> {
    let head = particle.head();
    let all = Direction::ALL.into_iter();
    all.filter(move |direction| Some(*direction) != head)
}

/// Carries out the handover that was announced in the last round. Returns false where none was, or the
/// follower has become a root meanwhile and will not answer.
fn pull_announced(particle: &mut Mover<'_, State>) -> Result<bool, Fault> {
    for direction in tail_directions(particle) {
        let port = Port::tail(direction);
        let follower = particle.neighbour(port);
        if particle.heard_at(port, 0)?
            && follower.is_some_and(|follower| follower.state().role == Role::Follower)
        {
            particle.pull_head(direction)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// The direction of a contracted follower of the tail.
fn follower_to_pull(particle: &Mover<'_, State>) -> Option<Direction> {
    tail_directions(particle).find(|direction| {
        let neighbour = particle.neighbour(Port::tail(*direction));
        neighbour.is_some_and(|neighbour| {
            let state = neighbour.state();
            let follows = state.follows == Some(direction.opposite());
            state.role == Role::Follower && !neighbour.is_expanded() && follows
        })
    })
}

/// Draws the tail in, unless somebody at the tail would be left behind: an idle particle, or a
/// follower.
fn contract_unless_needed(particle: &mut Mover<'_, State>) -> Result<(), Fault> {
    let is_needed = tail_directions(particle).any(|direction| {
        let neighbour = particle.neighbour(Port::tail(direction));
        neighbour.is_some_and(|neighbour| {
            let state = neighbour.state();
            let follows = state.follows == Some(direction.opposite());
            let needs = match state.role {
                Role::Idle => true,
                Role::Follower => follows,
                _ => false,
            };
            needs && neighbour.is_head()
        })
    });
    match is_needed {
        true => Ok(()),
        false => particle.contract_head(),
    }
}
