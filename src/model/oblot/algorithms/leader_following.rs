//! A leader goes along a path, and the others keep a formation around it.

mod path;

use std::sync::Arc;

use self::path::LeaderPath;
use super::points::{choose, in_order, others_rest};
use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::math::{Point, within};
use crate::model::Failure;
use crate::model::oblot::directive::Tie;
use crate::model::oblot::frames::Agreement;
use crate::model::oblot::geometry::assignment::assign;
use crate::model::oblot::percept::{Percept, Seen};
use crate::model::oblot::requirements::{Requirements, SightNeed};
use crate::model::oblot::senses::Detection;
use crate::model::oblot::{Intent, Light, LightModel};
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "leader_following",
    summary: "follow a leader along its path and keep a formation",
    help: "The one robot with a red light is the leader, all others show white; `[lights] start` \
           says which robot that is, and nobody changes its light. The leader goes to the end of \
           the segment of its path that is nearest to it (of the last one, where several are), so \
           it needs no memory of how far it came; the path must not touch itself. Each follower \
           has a place at an offset from the leader. The places are given out anew in each \
           snapshot so that the sum of all distances to them is the least; followers are \
           anonymous, so those that share a point cannot be told apart and go to one place \
           together, for ever if they are always active together and break ties alike. A \
           robot ends when the leader is at the end of its path and all followers are within the \
           precision of their places. Source: Gervasi and Prencipe, Flocking by a set of \
           autonomous mobile robots, TR-01-24, University of Pisa, 2001, for the problem; the way \
           in which places are given out is not theirs.",
    parameters: &[
        Parameter {
            name: "path",
            kind: Kind::Points,
            default: Some("the leader stays"),
            range: "",
            summary: "the corners of the leader's path, at least one, in global coordinates",
        },
        Parameter {
            name: "step",
            kind: Kind::Number,
            default: Some("no limit"),
            range: "above 0",
            summary: "how far the leader goes at most in one cycle",
        },
        Parameter {
            name: "offsets",
            kind: Kind::Points,
            default: Some("a wedge"),
            range: "one point per follower",
            summary: "the places of the followers, as seen from the leader",
        },
        Parameter {
            name: "distance",
            kind: Kind::Number,
            default: Some("1.0"),
            range: "above 0",
            summary: "without offsets: the followers form a wedge open to the left, with two robots \
                      in each row, so far behind the last one and so far to either side",
        },
    ],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees everybody with their lights; the one with the red light is \
                     the leader.",
                ),
                (
                    "compute",
                    "The leader takes the end of the segment of its path that it is on; a \
                     follower takes the place that it has where the sum of all ways to the places \
                     of the formation is the least.",
                ),
                (
                    "move",
                    "The leader goes on along its path, and the followers go to their places.",
                ),
            ],
            limits: "While the leader goes, the followers lag behind by what it covers between \
                     two of their activations. Followers that share a point cannot be told apart, \
                     and where they are always active together they stay together for ever. The \
                     path must not touch itself, and nobody may fail.",
        },
        build,
        requires: Requirements {
            fewest: 2,
            sight: SightNeed::Everything,
            detection: Detection::Strong,
            lights: LightModel::Lumi,
            frames: Agreement::Global,
            faultless: true,
            ..Requirements::NONE
        },
        guarantee: "followers on distinct points take their places in finite time once the leader \
                    rests, and with atomic cycles the sum of their distances to them never grows \
                    until then; while the leader goes they lag behind by what it covers between \
                    two of their activations",
    },
};

fn build(section: &Section<'_>, context: Context) -> Result<Arc<dyn Algorithm>, ScenarioError> {
    let points = |points: Vec<[f64; 2]>| -> Vec<Point> {
        let point = |[x, y]: [f64; 2]| Point::new(x, y);
        points.into_iter().map(point).collect()
    };
    let corners = section.points("path").non_empty().optional()?;
    let step = section.f64("step").positive().optional()?;
    let followers = context.robots.saturating_sub(1);
    let offsets = match section.points("offsets").exactly(followers).optional()? {
        Some(_) if section.has("distance") => {
            let message = "expected either offsets or a distance, found both";
            return Err(section.refuse("distance", message));
        }
        Some(offsets) => points(offsets),
        None => wedge(followers, section.f64("distance").positive().or(1.0)?),
    };
    let path = points(corners.unwrap_or_default());
    match LeaderFollowing::new(context, path, step, offsets) {
        Ok(algorithm) => Ok(Arc::new(algorithm)),
        Err(message) => Err(section.refuse("path", message)),
    }
}

/// The places of a wedge: two in each row, so far behind the one before and to either side.
fn wedge(followers: usize, distance: f64) -> Vec<Point> {
    let place = |follower: usize| {
        let far = distance * (follower / 2 + 1) as f64;
        let side = if follower.is_multiple_of(2) {
            far
        } else {
            -far
        };
        Point::new(-far, side)
    };
    (0..followers).map(place).collect()
}

/// The algorithm of a leader and its followers.
#[derive(Clone, Debug)]
pub struct LeaderFollowing {
    epsilon: f64,
    path: LeaderPath,
    step: f64,
    offsets: Vec<Point>,
}

impl LeaderFollowing {
    /// With the precision of a run: the leader goes along the path with these corners, at most a
    /// `step` (above 0) in each cycle, where there is one; without corners it stays. The followers
    /// take places at these offsets from it, in the scenario's unit.
    ///
    /// # Errors
    ///
    /// Two corners in a row are one, or the path touches itself: why, in words.
    pub fn new(
        context: Context,
        path: Vec<Point>,
        step: Option<f64>,
        offsets: Vec<Point>,
    ) -> Result<Self, String> {
        Ok(LeaderFollowing {
            epsilon: context.epsilon,
            path: LeaderPath::new(path, context.epsilon)?,
            step: step.unwrap_or(f64::INFINITY),
            offsets,
        })
    }

    /// Where the leader goes that is at `here`; `None` at the end of its path.
    fn lead(&self, here: Point) -> Option<Point> {
        let corner = self.path.next_corner(here)?;
        let far = here.distance(corner);
        if far <= self.step {
            return Some(corner);
        }
        let part = self.step / far;
        Some(Point::new(
            here.x + part * (corner.x - here.x),
            here.y + part * (corner.y - here.y),
        ))
    }

    /// The place that the follower at `here` takes. Followers within the precision of it cannot be
    /// told from it, so it takes one of their places: any one at random, if ties are broken so, else
    /// one where they are not yet, if there is one, so that those part that are not active together.
    fn place(
        &self,
        here: Point,
        formation: &[(Point, Point)],
        percept: &Percept,
        dice: &mut AlgorithmDice<'_>,
    ) -> Point {
        let epsilon = self.epsilon * percept.scale();
        let near = |at: Point| within(at.x - here.x, at.y - here.y, epsilon);
        let places = formation.iter().filter(|(at, _)| near(*at));
        let mut places: Vec<_> = places.map(|&(_, place)| place).collect();
        let new = |place: &Point| !near(*place);
        if percept.tie() != Tie::Random && places.iter().any(new) {
            places.retain(new);
        }
        places.sort_by(|a, b| in_order(*a, *b));
        let chosen = choose(&places, percept.tie(), dice).copied();
        chosen.unwrap_or(here)
    }
}

impl Algorithm for LeaderFollowing {
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let robots = percept.robots();
        let leads = |seen: &&Seen| seen.appearance.light == Some(Light::Red);
        let leaders: Vec<_> = robots.iter().filter(leads).collect();
        let [leader] = leaders[..] else {
            let found = leaders.len();
            return Err(Failure::Invalid(format!(
                "leader_following: expected one robot with a red light, the leader, found {found}"
            )));
        };
        let others = robots.iter().filter(|seen| seen.id != leader.id);
        // In the order of the places, so that who is who does not matter.
        let mut followers: Vec<_> = others.map(|seen| seen.position).collect();
        followers.sort_by(|a, b| in_order(*a, *b));
        let (scale, head) = (percept.scale(), leader.position);
        let at = |offset: &Point| Point::new(head.x + scale * offset.x, head.y + scale * offset.y);
        let places: Vec<_> = self.offsets.iter().map(at).collect();
        if followers.len() > places.len() {
            let (seen, known) = (followers.len(), places.len());
            return Err(Failure::Invalid(format!(
                "leader_following: there are places for {known} followers, found {seen}"
            )));
        }
        let assigned = assign(&followers, &places);
        let given = assigned.iter().map(|&place| places[place]);
        let formation: Vec<_> = followers.iter().copied().zip(given).collect();

        let next = self.lead(head);
        let epsilon = self.epsilon * scale;
        let formed = formation.len() == places.len()
            && formation
                .iter()
                .all(|(at, place)| within(at.x - place.x, at.y - place.y, epsilon));
        let done = next.is_none() && formed && others_rest(percept);
        let here = percept.here();
        let target = if percept.me() == leader.id {
            next.unwrap_or(here)
        } else {
            self.place(here, &formation, percept, dice)
        };
        Ok(Intent::go(target, done))
    }

    fn palette(&self) -> &'static [Light] {
        &[Light::White, Light::Red]
    }
}

#[cfg(test)]
mod tests;
