//! Two camps never meet.

use super::{Adversary, Board, BuildAdversary, Choice};
use crate::math::Point;
use crate::model::oblot::movement::{Movement, Stop};
use crate::model::oblot::schedulers::{Outset, last};
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildAdversary> = Entry {
    name: "keep_apart",
    summary: "keeps two camps of robots from meeting",
    help: "It asks every robot where it would go if it looked now, and compares the choices by the \
           least distance that would then be left between the camps: all robots, one camp, or of \
           each camp the robot that waited longest; in turns every robot, the one that waited \
           longest first. It takes the greatest one, and of several the first in this order. Where \
           moves may be stopped, it compares each choice with stops at the earliest point and half \
           way. So two robots that go to each other swap for ever, \
           and of two that go half way only one is active: the classical proof that two robots \
           cannot gather in SSYNC without agreement (Suzuki and Yamashita, SIAM J. Comput. 28(4), \
           1999). In turns it takes time in proportion to the square of the number of robots. The \
           answers are those of robots that use the global coordinates and draw nothing.",
    parameters: &[Parameter {
        name: "camp",
        kind: Kind::Wholes,
        default: Some("robots nearer to robot 0 than to the robot that starts farthest from it"),
        range: "with at least one robot, but not all",
        summary: "the ids of one camp; all others are the other camp",
    }],
    build,
};

fn build(section: &Section<'_>, robots: usize) -> Result<Box<dyn Adversary>, ScenarioError> {
    let camp = section
        .u32("camp")
        .at_most(last(robots))
        .list()
        .non_empty()
        .optional()?;
    let named = camp.map(|ids| {
        let mut ours = vec![false; robots];
        ids.iter().for_each(|&id| ours[id as usize] = true);
        ours
    });
    if named
        .as_ref()
        .is_some_and(|ours| ours.iter().all(|&ours| ours))
    {
        let message = "expected a robot that is in the other camp, found all in this one";
        return Err(section.refuse("camp", message));
    }
    Ok(Box::new(KeepApart {
        ours: named.unwrap_or_default(),
    }))
}

#[derive(Clone, Debug)]
struct KeepApart {
    /// Whether a robot is of the first camp, by id; empty until the camps are known.
    ours: Vec<bool>,
}

impl KeepApart {
    /// The least distance between robots of different camps.
    fn distance(&self, at: &[Point]) -> f64 {
        let sides = self.ours.iter().zip(at);
        let (first, second): (Vec<_>, Vec<_>) = sides.partition(|(ours, _)| **ours);
        let mut least = f64::INFINITY;
        for (_, one) in first {
            for (_, other) in &second {
                least = least.min(one.distance(**other));
            }
        }
        least
    }

    /// For each camp, the robot nearest to the other camp and the next nearest one: their ids and
    /// distances.
    fn nearest(&self, at: &[Point]) -> [[(Option<u32>, f64); 2]; 2] {
        let nobody = (None, f64::INFINITY);
        let mut nearest = [[nobody; 2]; 2];
        for (id, (ours, here)) in (0u32..).zip(self.ours.iter().zip(at)) {
            let way = self.to_other_camp(*ours, *here, at);
            let [first, second] = &mut nearest[usize::from(*ours)];
            if way < first.1 {
                (*second, *first) = (*first, (Some(id), way));
            } else if way < second.1 {
                *second = (Some(id), way);
            }
        }
        nearest
    }

    /// How far the other camp is from a point of a robot of this one.
    fn to_other_camp(&self, ours: bool, here: Point, at: &[Point]) -> f64 {
        let others = self
            .ours
            .iter()
            .zip(at)
            .filter(|(other, _)| **other != ours);
        others.fold(f64::INFINITY, |least, (_, other)| {
            least.min(here.distance(*other))
        })
    }

    /// The turn after which the camps are farthest apart.
    fn turn(&self, board: &Board<'_>, at: &[Point]) -> Choice {
        let nearest = self.nearest(at);
        let mut best = Best::default();
        let mut turns: Vec<_> = board.may.iter().zip(board.targets()).collect();
        turns.sort_by_key(|(id, _)| std::cmp::Reverse(board.waited[**id as usize]));
        for (&id, target) in turns {
            let (here, ours) = (at[id as usize], self.ours[id as usize]);
            // Each pair of different camps has one robot in this robot's camp, so the others of
            // that camp say how near the camps are without it.
            let rest = nearest[usize::from(ours)]
                .iter()
                .find(|(other, _)| *other != Some(id))
                .map_or(f64::INFINITY, |(_, way)| *way);
            for &stop in stops(board) {
                let end = board.oracle.end(here, target, stop);
                let left = self.to_other_camp(ours, end, at).min(rest);
                best.consider(left, || choice(vec![id], stop, board));
            }
        }
        best.choice
    }

    /// The round after which the camps are farthest apart.
    fn round(&self, board: &Board<'_>, at: &[Point]) -> Choice {
        let targets = board.targets();
        let of = |ours: bool| {
            let camp = board.may.iter().copied();
            camp.filter(move |&id| self.ours[id as usize] == ours)
        };
        let longest = |ours| board.longest(of(ours)).into_iter().collect::<Vec<_>>();
        let candidates = [
            board.may.to_vec(),
            of(true).collect(),
            of(false).collect(),
            longest(true),
            longest(false),
        ];
        let mut best = Best::default();
        for candidate in candidates.into_iter().filter(|robots| !robots.is_empty()) {
            for &stop in stops(board) {
                let mut then = at.to_vec();
                for (id, target) in board.may.iter().zip(&targets) {
                    if candidate.binary_search(id).is_ok() || board.due.binary_search(id).is_ok() {
                        let here = at[*id as usize];
                        then[*id as usize] = board.oracle.end(here, *target, stop);
                    }
                }
                let left = self.distance(&then);
                best.consider(left, || choice(candidate.clone(), stop, board));
            }
        }
        best.choice
    }
}

/// What may become of moves: they arrive, end as early as they may, or half way.
fn stops(board: &Board<'_>) -> &'static [Option<Stop>] {
    match board.oracle.movement {
        Movement::NonRigid { .. } => &[
            Some(Stop::Never),
            Some(Stop::AtDelta),
            Some(Stop::Fraction(0.5)),
        ],
        Movement::Rigid | Movement::Original => &[None],
    }
}

fn choice(robots: Vec<u32>, stop: Option<Stop>, board: &Board<'_>) -> Choice {
    let choice = Choice::of(robots);
    match stop {
        Some(stop) => choice.stopped(stop, board),
        None => choice,
    }
}

/// The best choice so far: of equally good ones the first.
#[derive(Default)]
struct Best {
    left: Option<f64>,
    choice: Choice,
}

impl Best {
    fn consider(&mut self, left: f64, choice: impl FnOnce() -> Choice) {
        if self.left.is_none_or(|best| left > best) {
            (self.left, self.choice) = (Some(left), choice());
        }
    }
}

impl Adversary for KeepApart {
    fn begin(&mut self, outset: &Outset<'_>) {
        if !self.ours.is_empty() {
            return;
        }
        let at = positions(outset.census.standing());
        let first = at[0];
        let far = at.iter().fold(first, |far, point| {
            match first.distance(*point) > first.distance(far) {
                true => *point,
                false => far,
            }
        });
        let nearer = |point: &Point| point.distance(first) <= point.distance(far);
        self.ours = at.iter().map(nearer).collect();
    }

    fn choose(&mut self, board: &Board<'_>) -> Choice {
        let at = positions(board.census.standing());
        match board.one {
            true => self.turn(board, &at),
            false => self.round(board, &at),
        }
    }

    fn copy(&self) -> Box<dyn Adversary> {
        Box::new(self.clone())
    }
}

fn positions<T>(standing: Vec<(Point, T)>) -> Vec<Point> {
    standing.into_iter().map(|(position, _)| position).collect()
}
