//! What most starts have in common: the arrangement of robots in a figure, the spacing between
//! them, and where the figure lies.

use super::plane::curve::{Curve, direction};
use super::plane::spots::{Spot, fill, loops};
use super::plane::{Figure, Inside, Ring, bell, disc, normal_within};
use super::{Refused, Start, StartDice};
use crate::dice::Draw;
use crate::math::Point;
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

const ARRANGEMENTS: &[&str] = &["filled", "edge", "ring"];
const SPACINGS: &[&str] = &["random", "even", "jittered", "gaussian"];

/// Where in a figure.
pub(super) const ARRANGEMENT: Parameter = Parameter {
    name: "arrangement",
    kind: Kind::Word(ARRANGEMENTS),
    default: Some("\"filled\""),
    range: "",
    summary: "in all of the figure, on its edge, or in the band of a given thickness along the \
              inside of its edge",
};

/// Where in a figure that has neither an edge nor a ring.
pub(super) const FILLED: Parameter = Parameter {
    kind: Kind::Word(&["filled"]),
    summary: "in all of the figure; there is no other arrangement",
    ..ARRANGEMENT
};

/// In which distances.
pub(super) const SPACING: Parameter = Parameter {
    name: "spacing",
    kind: Kind::Word(SPACINGS),
    default: Some("\"random\""),
    range: "",
    summary: "uniformly at random, in equal distances, in equal distances with a random \
              displacement, or crowded around the middle",
};

/// How far jittered robots may be from their places.
pub(super) const JITTER: Parameter = Parameter {
    name: "jitter",
    kind: Kind::Number,
    default: Some("0.5 with jittered spacing"),
    range: "between 0 and 1",
    summary: "how far jittered spacing displaces a robot at most, in parts of half the distance to \
              its neighbours",
};

/// How wide the crowd is.
pub(super) const SPREAD: Parameter = Parameter {
    name: "spread",
    kind: Kind::Number,
    default: Some("required with gaussian spacing"),
    range: LENGTHS,
    summary: "the standard deviation of gaussian spacing",
};

/// How thick a ring is.
pub(super) const THICKNESS: Parameter = Parameter {
    name: "thickness",
    kind: Kind::Number,
    default: Some("required for a ring"),
    range: LENGTHS,
    summary: "the thickness of a ring, at most the distance from the edge to the innermost point",
};

/// Where the figure lies.
pub(super) const CENTER: Parameter = Parameter {
    name: "center",
    kind: Kind::Point,
    default: Some("[0.0, 0.0]"),
    range: "",
    summary: "the point that takes the place of the figure's origin",
};

/// How the figure is turned.
pub(super) const ROTATION: Parameter = Parameter {
    name: "rotation",
    kind: Kind::Number,
    default: Some("0.0"),
    range: "",
    summary: "how far the figure is turned counter-clockwise about its origin, in degrees",
};

/// The lengths that figures may have: their squares, and the quotients of these, are numbers.
pub(super) const LENGTHS: &str = "between 1e-9 and 1e9";
const LEAST: f64 = 1e-9;
pub(super) const MOST: f64 = 1e9;

/// Reads a length of a figure.
pub(super) fn length(section: &Section<'_>, key: &str, default: f64) -> Result<f64, ScenarioError> {
    section.f64(key).in_range(LEAST..=MOST).or(default)
}

/// Where in a figure robots are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Arrangement {
    Filled,
    Edge,
    /// In a band of this thickness.
    Ring(f64),
}

impl Arrangement {
    /// Reads the arrangement in a figure.
    pub(super) fn read(section: &Section<'_>, figure: &Figure) -> Result<Self, ScenarioError> {
        let word = section.word("arrangement", ARRANGEMENTS).or("filled")?;
        only(
            section,
            "thickness",
            word == "ring",
            "arrangement = \"ring\"",
        )?;
        match word {
            "edge" => Ok(Arrangement::Edge),
            "ring" => {
                let Some(most) = figure.inner_radius() else {
                    let message = "expected \"filled\" or \"edge\" (a ring needs a figure without \
                                   inward corners), found \"ring\"";
                    return Err(section.refuse("arrangement", message));
                };
                let range = LEAST.min(most)..=most;
                let thickness = section.f64("thickness").in_range(range).required()?;
                Ok(Arrangement::Ring(thickness))
            }
            _ => Ok(Arrangement::Filled),
        }
    }

    /// Reads the arrangement of a start for which there is only one, and why.
    pub(super) fn read_filled(section: &Section<'_>, why: &str) -> Result<(), ScenarioError> {
        match section.word("arrangement", ARRANGEMENTS).or("filled")? {
            "filled" => Ok(()),
            other => {
                let message = format!("expected \"filled\" ({why}), found {other:?}");
                Err(section.refuse("arrangement", message))
            }
        }
    }
}

/// In which distances robots are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Spacing {
    Random,
    Even,
    /// Displaced by at most so many parts of half the distance to the neighbours.
    Jittered(f64),
    Gaussian,
}

impl Spacing {
    pub(super) fn read(
        section: &Section<'_>,
        default: &'static str,
    ) -> Result<Self, ScenarioError> {
        let word = section.word("spacing", SPACINGS).or(default)?;
        only(
            section,
            "jitter",
            word == "jittered",
            "spacing = \"jittered\"",
        )?;
        Ok(match word {
            "even" => Spacing::Even,
            "jittered" => Spacing::Jittered(section.f64("jitter").in_range(0.0..=1.0).or(0.5)?),
            "gaussian" => Spacing::Gaussian,
            _ => Spacing::Random,
        })
    }

    /// Whether a second draw may give another place.
    pub(super) fn is_drawn(self) -> bool {
        !matches!(self, Spacing::Even | Spacing::Jittered(0.0))
    }

    /// The place of an even layout, displaced as the spacing says, within `inside`.
    pub(super) fn displaced<D: Draw>(
        self,
        spot: Spot,
        die: &mut D,
        inside: impl Fn(Point) -> bool,
    ) -> Point {
        let Spacing::Jittered(jitter) = self else {
            return spot.at;
        };
        for _ in 0..DISPLACEMENTS {
            let by = disc(jitter * spot.room, die);
            let moved = Point::new(spot.at.x + by.x, spot.at.y + by.y);
            if inside(moved) {
                return moved;
            }
        }
        spot.at
    }
}

/// How often a displacement is drawn before a robot stays in its place, because it is in so sharp a
/// corner that all were outside.
const DISPLACEMENTS: usize = 100;

/// How often a point is drawn before a figure counts as one that gaussian spacing cannot hit.
const GAUSSIANS: usize = 100_000;

/// Refuses a key that is given although nothing reads it.
fn only(
    section: &Section<'_>,
    key: &str,
    applies: bool,
    condition: &str,
) -> Result<(), ScenarioError> {
    if section.has(key) && !applies {
        let message = format!("expected no {key} without {condition}");
        return Err(section.refuse(key, message));
    }
    Ok(())
}

/// Reads the standard deviation of gaussian spacing.
fn read_spread(section: &Section<'_>, spacing: Spacing) -> Result<f64, ScenarioError> {
    let applies = spacing == Spacing::Gaussian;
    only(section, "spread", applies, "spacing = \"gaussian\"")?;
    if applies {
        section.f64("spread").in_range(LEAST..=MOST).required()
    } else {
        Ok(0.0)
    }
}

/// Where a figure lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pose {
    center: Point,
    turn: (f64, f64),
}

impl Pose {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ScenarioError> {
        let [x, y] = section.point("center").or([0.0, 0.0])?;
        let degrees = section.f64("rotation").or(0.0)?;
        Ok(Pose {
            center: Point::new(x, y),
            turn: direction(degrees / 360.0),
        })
    }

    pub(super) fn place(self, point: Point) -> Point {
        let (cos, sin) = self.turn;
        Point::new(
            self.center.x + (point.x * cos - point.y * sin),
            self.center.y + (point.x * sin + point.y * cos),
        )
    }
}

/// What robots are spread over.
#[derive(Clone, Debug)]
enum Ground {
    Inside(Inside),
    Ring(Ring),
    Curve(Curve),
}

/// Robots in a figure, on its edge or along a line.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    ground: Ground,
    spacing: Spacing,
    /// The standard deviation of gaussian spacing.
    spread: f64,
    places: usize,
    /// The even layout in two dimensions, where one is asked for.
    spots: Vec<Spot>,
    pose: Pose,
}

impl Spread {
    /// Reads the arrangement, the spacing and the pose of a figure with so many places.
    pub(super) fn read(
        section: &Section<'_>,
        figure: Figure,
        places: usize,
    ) -> Result<Self, ScenarioError> {
        let arrangement = Arrangement::read(section, &figure)?;
        let spacing = Spacing::read(section, "random")?;
        let spread = read_spread(section, spacing)?;
        let pose = Pose::read(section)?;
        let filled = arrangement == Arrangement::Filled;
        if filled && spacing == Spacing::Gaussian && !figure.contains(figure.middle()) {
            let message = "expected another spacing than \"gaussian\" for this figure, whose \
                           centre of gravity is outside of it";
            return Err(section.refuse("spacing", message));
        }
        Ok(Self::new(figure, arrangement, spacing, places, pose).with_spread(spread))
    }

    /// Reads the spacing and the pose of robots along a curve.
    pub(super) fn read_along(
        section: &Section<'_>,
        curve: Curve,
        places: usize,
    ) -> Result<Self, ScenarioError> {
        let spacing = Spacing::read(section, "random")?;
        let spread = read_spread(section, spacing)?;
        let pose = Pose::read(section)?;
        Ok(Self::on(Ground::Curve(curve), spacing, places, pose).with_spread(spread))
    }

    pub(super) fn new(
        figure: Figure,
        arrangement: Arrangement,
        spacing: Spacing,
        places: usize,
        pose: Pose,
    ) -> Self {
        let ground = match arrangement {
            Arrangement::Filled => Ground::Inside(Inside::of(figure)),
            Arrangement::Edge => Ground::Curve(figure.edge()),
            Arrangement::Ring(thickness) => Ground::Ring(Ring { figure, thickness }),
        };
        Self::on(ground, spacing, places, pose)
    }

    fn on(ground: Ground, spacing: Spacing, places: usize, pose: Pose) -> Self {
        let spots = match (&ground, spacing) {
            (_, Spacing::Random | Spacing::Gaussian) | (Ground::Curve(_), _) => Vec::new(),
            (Ground::Inside(inside), _) => fill(inside.figure(), places),
            (Ground::Ring(ring), _) => loops(ring, places),
        };
        Spread {
            ground,
            spacing,
            spread: 0.0,
            places,
            spots,
            pose,
        }
    }

    fn with_spread(mut self, spread: f64) -> Self {
        self.spread = spread;
        self
    }

    fn inside<D: Draw>(
        &self,
        inside: &Inside,
        place: usize,
        die: &mut D,
    ) -> Result<Point, Refused> {
        Ok(match self.spacing {
            Spacing::Random => inside.random(die),
            Spacing::Gaussian => return gaussian_inside(inside, self.spread, die),
            _ => {
                let spot = self.spots[place];
                self.spacing
                    .displaced(spot, die, |point| inside.figure().contains(point))
            }
        })
    }

    fn in_ring<D: Draw>(&self, ring: &Ring, place: usize, die: &mut D) -> Point {
        match self.spacing {
            Spacing::Random => ring.random(die),
            Spacing::Gaussian => ring.gaussian(self.spread, die),
            _ => {
                let spot = self.spots[place];
                self.spacing
                    .displaced(spot, die, |point| ring.contains(point))
            }
        }
    }

    fn along<D: Draw>(&self, curve: &Curve, place: usize, die: &mut D) -> Point {
        let even = Interval::of(curve, place, self.places);
        curve.at(match self.spacing {
            Spacing::Random => die.unit(),
            Spacing::Even => even.at,
            Spacing::Jittered(jitter) => {
                let (low, high) = even.around(jitter, curve);
                die.uniform(low, high)
            }
            Spacing::Gaussian => {
                let middle = if curve.is_closed() { 0.0 } else { 0.5 };
                middle + normal_within(0.5, self.spread / curve.length(), die)
            }
        })
    }
}

impl Start for Spread {
    fn draw(&self, place: usize, dice: &mut StartDice) -> Result<Point, Refused> {
        let die = &mut dice.die(place);
        let point = match &self.ground {
            Ground::Inside(inside) => self.inside(inside, place, die)?,
            Ground::Ring(ring) => self.in_ring(ring, place, die),
            Ground::Curve(curve) => self.along(curve, place, die),
        };
        Ok(self.pose.place(point))
    }

    fn is_drawn(&self) -> bool {
        self.spacing.is_drawn()
    }
}

/// A place of an even layout on a curve, and half the distance to the next, in parts of the length.
#[derive(Clone, Copy, Debug)]
struct Interval {
    at: f64,
    room: f64,
}

impl Interval {
    /// Round a closed curve from its beginning; along a line from end to end, one robot alone in
    /// the middle.
    fn of(curve: &Curve, place: usize, places: usize) -> Self {
        let gaps = if curve.is_closed() {
            places
        } else {
            places - 1
        };
        match gaps {
            0 => Interval { at: 0.5, room: 0.5 },
            gaps => Interval {
                at: place as f64 / gaps as f64,
                room: 0.5 / gaps as f64,
            },
        }
    }

    /// Where a robot may be displaced to: not past the ends of a line.
    fn around(self, jitter: f64, curve: &Curve) -> (f64, f64) {
        let (low, high) = (self.at - jitter * self.room, self.at + jitter * self.room);
        match curve.is_closed() {
            true => (low, high),
            false => (low.max(0.0), high.min(1.0)),
        }
    }
}

/// A point around the middle of a figure, normally distributed, given that it is inside.
///
/// Of the two ways to draw one, by refusing normal points that are outside and by refusing uniform
/// points inside by the density, the one is taken that is refused less often.
fn gaussian_inside<D: Draw>(inside: &Inside, spread: f64, die: &mut D) -> Result<Point, Refused> {
    let figure = inside.figure();
    let middle = figure.middle();
    let narrow = std::f64::consts::TAU * spread * spread <= figure.area();
    for _ in 0..GAUSSIANS {
        if narrow {
            let (x, y) = (die.normal(), die.normal());
            let point = Point::new(middle.x + spread * x, middle.y + spread * y);
            if figure.contains(point) {
                return Ok(point);
            }
        } else {
            let point = inside.random(die);
            if die.unit() < bell(point.distance(middle) / spread) {
                return Ok(point);
            }
        }
    }
    Err(Refused {
        key: "spread",
        message: format!(
            "expected a spread with which points fall into the figure; {GAUSSIANS} points in \
             succession were outside"
        ),
    })
}
