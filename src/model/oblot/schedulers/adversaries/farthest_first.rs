//! The longest way comes first.

use super::{Adversary, Board, BuildAdversary, Choice};
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildAdversary> = Entry {
    name: "farthest_first",
    summary: "activates the robot with the longest way, alone",
    help: "It asks every robot where it would go if it looked now, and activates the one whose way \
           is the longest; of several the one with the lowest id. The others find a changed world \
           when their turn comes, and robots that would stay are active only when they are due. \
           The answers are those of robots that use the global coordinates and draw nothing.",
    parameters: &[],
    build: |_, _| Ok(Box::new(FarthestFirst)),
};

#[derive(Clone, Copy, Debug)]
struct FarthestFirst;

impl Adversary for FarthestFirst {
    fn choose(&mut self, board: &Board<'_>) -> Choice {
        let mut best: Option<(f64, u32)> = None;
        for (&id, target) in board.may.iter().zip(board.targets()) {
            let way = board.census.position(id).distance(target);
            if best.is_none_or(|(longest, _)| way > longest) {
                best = Some((way, id));
            }
        }
        // Where nobody would move, nothing is gained by activating the same robot for ever.
        match best {
            Some((way, id)) if way > 0.0 => Choice::of(vec![id]),
            _ => Choice::of(
                board
                    .longest(board.may.iter().copied())
                    .into_iter()
                    .collect(),
            ),
        }
    }

    fn copy(&self) -> Box<dyn Adversary> {
        Box::new(*self)
    }
}
