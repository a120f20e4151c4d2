//! Robots start in clusters.

use super::plane::Figure;
use super::plane::disc;
use super::plane::spots::spiral;
use super::spacing::{self, Arrangement, LENGTHS, Pose, Spacing, Spread};
use super::{BuildStart, Refused, Start, StartDice};
use crate::dice::Draw;
use crate::math::Point;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "clusters",
    summary: "in several clusters",
    help: "The robots join the clusters in turn. The arrangement says where the centres of the \
           clusters are: anywhere in a disc, evenly on its edge from the x axis, or anywhere in a \
           ring along it. The spacing says how the robots of a cluster are around its centre: \
           normally distributed, or within the spread of it, at random or on a sunflower spiral \
           (Vogel, Math. Biosciences 44, 1979). The first robot of a cluster draws its centre. With \
           own dice no robot moves when others are added, save with even and jittered spacing.",
    parameters: &[
        CLUSTERS,
        RADIUS,
        SPREAD,
        ARRANGEMENT,
        spacing::THICKNESS,
        SPACING,
        spacing::JITTER,
        spacing::CENTER,
        spacing::ROTATION,
    ],
    build,
};

const CLUSTERS: Parameter = Parameter {
    name: "clusters",
    kind: Kind::Whole,
    default: Some("3"),
    range: "between 1 and 10000000",
    summary: "how many clusters there are; those beyond the number of robots stay empty",
};

const RADIUS: Parameter = Parameter {
    name: "radius",
    kind: Kind::Number,
    default: Some("50.0"),
    range: LENGTHS,
    summary: "the radius of the disc in which the clusters have their centres",
};

const SPREAD: Parameter = Parameter {
    name: "spread",
    kind: Kind::Number,
    default: Some("5.0"),
    range: LENGTHS,
    summary: "the standard deviation of x and of y in a cluster with gaussian spacing, the radius \
              of a cluster with any other",
};

const ARRANGEMENT: Parameter = Parameter {
    summary: "where the centres of the clusters are: in all of the disc, evenly on its edge, or in \
              the band of a given thickness along the inside of its edge",
    ..spacing::ARRANGEMENT
};

const SPACING: Parameter = Parameter {
    default: Some("\"gaussian\""),
    ..spacing::SPACING
};

const MOST_CLUSTERS: usize = 10_000_000;

fn build(section: &Section<'_>, places: usize) -> Result<Box<dyn Start>, ScenarioError> {
    let clusters = section
        .usize("clusters")
        .in_range(1..=MOST_CLUSTERS)
        .or(3)?;
    let disc = Figure::Disc(spacing::length(section, "radius", 50.0)?);
    let spread = spacing::length(section, "spread", 5.0)?;
    let arrangement = Arrangement::read(section, &disc)?;
    let spacing = Spacing::read(section, "gaussian")?;
    let pose = Pose::read(section)?;
    let between = match arrangement {
        Arrangement::Edge => Spacing::Even,
        Arrangement::Filled | Arrangement::Ring(_) => Spacing::Random,
    };
    Ok(Box::new(Clusters {
        clusters,
        spread,
        spacing,
        places,
        layout: Spread::new(disc, arrangement, between, clusters, pose),
        centers: Vec::new(),
    }))
}

#[derive(Clone, Debug)]
struct Clusters {
    clusters: usize,
    spread: f64,
    spacing: Spacing,
    places: usize,
    /// Of the centres.
    layout: Spread,
    /// Of the clusters with robots, once they are drawn.
    centers: Vec<Point>,
}

impl Start for Clusters {
    fn place(&mut self, places: usize, dice: &mut StartDice) -> Result<Vec<Point>, Refused> {
        self.centers = (0..self.clusters.min(places))
            .map(|cluster| self.layout.draw(cluster, dice))
            .collect::<Result<_, _>>()?;
        (0..places).map(|place| self.draw(place, dice)).collect()
    }

    fn draw(&self, place: usize, dice: &mut StartDice) -> Result<Point, Refused> {
        let (cluster, index) = (place % self.clusters, place / self.clusters);
        let die = &mut dice.die(place);
        let offset = match self.spacing {
            Spacing::Gaussian => {
                let (x, y) = (die.normal(), die.normal());
                Point::new(self.spread * x, self.spread * y)
            }
            Spacing::Random => disc(self.spread, die),
            _ => {
                let size = (self.places - cluster).div_ceil(self.clusters);
                let inside = |point| Figure::Disc(self.spread).contains(point);
                let spot = spiral(self.spread, index, size);
                self.spacing.displaced(spot, die, inside)
            }
        };
        let center = self.centers[cluster];
        Ok(Point::new(center.x + offset.x, center.y + offset.y))
    }

    fn is_drawn(&self) -> bool {
        self.spacing.is_drawn()
    }
}
