//! Particles start in a random connected structure.

use super::growth::Growth;
use super::{BuildStart, Crowd, ROBOTS_KEY, Site, robots};
use crate::dice::Die;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::ScenarioError;

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "random",
    summary: "in a random connected structure",
    help: "Contracted particles are added one by one to the first one on the origin. A node is drawn \
           among the candidates, which are the empty nodes beside particles; with the probability \
           `holes` it becomes a hole and otherwise the place of the next particle. Where no \
           candidate is left, a hole is drawn in their place. (AmoebotSim 2.0: \
           GenerateRandomConnectedPositions.) With `fill_holes` no particle goes where it would cut \
           off empty nodes from the outside, so that the structure has no holes. More robots begin \
           with the same particles.",
    parameters: &[
        ROBOTS_KEY,
        HOLES,
        FILL_HOLES,
        PRIORITISE_INNER,
        INNER_LAMBDA,
    ],
    build,
};

const HOLES: Parameter = Parameter {
    name: "holes",
    kind: Kind::Number,
    default: Some("0.3"),
    range: "between 0 and 1",
    summary: "the probability that a candidate becomes a hole",
};

pub(super) const FILL_HOLES: Parameter = Parameter {
    name: "fill_holes",
    kind: Kind::Truth,
    default: Some("false"),
    range: "",
    summary: "whether every empty node has to be connected to the outside",
};

pub(super) const PRIORITISE_INNER: Parameter = Parameter {
    name: "prioritise_inner",
    kind: Kind::Truth,
    default: Some("false"),
    range: "",
    summary: "whether early candidates are drawn more often than late ones, so that the structure \
              is rounder; otherwise all are equally likely",
};

pub(super) const INNER_LAMBDA: Parameter = Parameter {
    name: "inner_lambda",
    kind: Kind::Number,
    default: Some("0.1 with prioritise_inner"),
    range: "between 0.001 and 100",
    summary: "how much early candidates are preferred: each is e^-inner_lambda times as likely as the \
              one before it",
};

fn build(site: &Site<'_>, die: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let robots = robots(site.swarm)?;
    grow(site, die, robots, 0.3)
}

/// Reads all parameters but `robots`, and places so many particles. `holes` takes the place of a
/// missing key.
pub(super) fn grow(
    site: &Site<'_>,
    die: &mut Die<'_>,
    robots: usize,
    holes: f64,
) -> Result<Crowd, ScenarioError> {
    let swarm = site.swarm;
    let holes = swarm.f64("holes").in_range(0.0..=1.0).or(holes)?;
    let is_filled = swarm.bool("fill_holes").or(false)?;
    let is_inner = swarm.bool("prioritise_inner").or(false)?;
    let lambda = swarm.f64("inner_lambda").in_range(0.001..=100.0);
    let preference = match is_inner {
        true => Some(lambda.or(0.1)?),
        false if swarm.has("inner_lambda") => {
            let message = "expected only with prioritise_inner = true, found without it";
            return Err(swarm.refuse("inner_lambda", message));
        }
        false => None,
    };
    let growth = Growth {
        holes,
        is_filled,
        preference,
    };
    Ok(Crowd::contracted(growth.grow(robots, die)))
}
