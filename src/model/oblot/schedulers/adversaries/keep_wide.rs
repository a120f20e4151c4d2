//! The swarm stays as wide as it can.

use super::{Adversary, Board, BuildAdversary, Choice};
use crate::math::Point;
use crate::model::oblot::measure::diameter;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildAdversary> = Entry {
    name: "keep_wide",
    summary: "chooses what leaves the largest distance between two robots",
    help: "It asks every robot where it would go if it looked now, and compares the swarms that \
           would come of it if all robots were active, or any one of them alone; it takes the one \
           with the largest diameter, and of several all robots before single ones and lower ids \
           before higher ones. Where no choice makes a difference, the robot that waited longest is \
           active. A greedy opponent of everything that gathers or converges. It takes time in \
           proportion to the square of the number of robots. The answers are those of robots that \
           use the global coordinates and draw nothing.",
    parameters: &[],
    build: |_, _| Ok(Box::new(KeepWide)),
};

#[derive(Clone, Copy, Debug)]
struct KeepWide;

impl Adversary for KeepWide {
    fn choose(&mut self, board: &Board<'_>) -> Choice {
        let now: Vec<Point> = standing(board);
        let moves = board.may.iter().zip(board.targets());
        let end = |(&id, target)| board.oracle.end(now[id as usize], target, None);
        let ends: Vec<Point> = moves.map(end).collect();
        let mut all = now.clone();
        let due = |id: &u32| board.due.binary_search(id).is_ok();
        let mut base = now;
        for (&id, &end) in board.may.iter().zip(&ends) {
            all[id as usize] = end;
            if due(&id) {
                base[id as usize] = end;
            }
        }
        let mut best: Option<(f64, Choice)> = None;
        let mut consider = |width: f64, choice: &dyn Fn() -> Choice| {
            if best.as_ref().is_none_or(|(widest, _)| width > *widest) {
                best = Some((width, choice()));
            }
        };
        if !board.one {
            consider(diameter(&all), &|| Choice::of(board.may.to_vec()));
        }
        let mut moves = false;
        for (&id, &end) in board.may.iter().zip(&ends) {
            let here = std::mem::replace(&mut base[id as usize], end);
            moves |= here != end;
            consider(diameter(&base), &|| Choice::of(vec![id]));
            base[id as usize] = here;
        }
        match best {
            Some((_, choice)) if moves => choice,
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

/// Where all robots are, by id.
fn standing(board: &Board<'_>) -> Vec<Point> {
    let standing = board.census.standing().into_iter();
    standing.map(|(position, _)| position).collect()
}
