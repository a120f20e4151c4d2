//! Private frames of reference: where a robot has its origin, its axes and its unit.

use std::f64::consts::TAU;

use crate::dice::Draw;
use crate::math::{Point, cos, sin};
use crate::scenario::Word;

/// A robot's own coordinate system, seen from the global one: the robot is at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The cosine of the angle by which its axes are turned.
    cos: f64,
    /// The sine of that angle.
    sin: f64,
    /// How many own units make one global unit; above 0.
    scale: f64,
    /// Whether its y axis is mirrored, so that it turns the other way round.
    mirrored: bool,
}

impl Frame {
    /// Axes as the global ones; only the origin is the robot's own.
    pub const UPRIGHT: Frame = Frame {
        cos: 1.0,
        sin: 0.0,
        scale: 1.0,
        mirrored: false,
    };

    /// A frame turned by `angle` radians counter-clockwise, with `scale` own units to a global
    /// one (above 0), mirrored or not.
    #[must_use]
    pub fn new(angle: f64, scale: f64, mirrored: bool) -> Self {
        Frame {
            cos: cos(angle),
            sin: sin(angle),
            scale,
            mirrored,
        }
    }

    /// How many own units make one global unit.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The cosine and the sine of the angle by which its axes are turned, counter-clockwise.
    #[must_use]
    pub fn turn(&self) -> (f64, f64) {
        (self.cos, self.sin)
    }

    /// Whether its y axis is mirrored.
    #[must_use]
    pub fn is_mirrored(&self) -> bool {
        self.mirrored
    }

    /// A global point in the coordinates of a robot that is at `origin`.
    #[must_use]
    pub fn inward(&self, origin: Point, point: Point) -> Point {
        let (dx, dy) = (point.x - origin.x, point.y - origin.y);
        let (x, y) = (self.cos * dx + self.sin * dy, self.cos * dy - self.sin * dx);
        let y = if self.mirrored { -y } else { y };
        Point::new(self.scale * x, self.scale * y)
    }

    /// A point of a robot that is at `origin` in global coordinates.
    #[must_use]
    pub fn outward(&self, origin: Point, point: Point) -> Point {
        let (x, y) = (point.x / self.scale, point.y / self.scale);
        let y = if self.mirrored { -y } else { y };
        Point::new(
            origin.x + (self.cos * x - self.sin * y),
            origin.y + (self.sin * x + self.cos * y),
        )
    }
}

/// What the frames of the robots have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Agreement {
    /// Nothing: rotation, reflection, unit and origin are each robot's own.
    Nothing,
    /// Which way round is clockwise; the axes are turned by any angle.
    Chirality,
    /// The direction of one axis (x), but not which way the other one points.
    OneAxis,
    /// Both axes and their directions; the unit and the origin are each robot's own.
    Full,
    /// Everything, the origin included: all robots use the global coordinates.
    Global,
}

impl Agreement {
    /// Whether robots that agree on this agree on all of `needed`.
    #[must_use]
    pub fn covers(self, needed: Agreement) -> bool {
        use Agreement::{Chirality, Full, Global, Nothing, OneAxis};
        match needed {
            Nothing => true,
            Chirality => matches!(self, Chirality | Full | Global),
            OneAxis => matches!(self, OneAxis | Full | Global),
            Full => matches!(self, Full | Global),
            Global => self == Global,
        }
    }
}

impl Word for Agreement {
    const ALL: &'static [Self] = &[
        Agreement::Global,
        Agreement::Full,
        Agreement::OneAxis,
        Agreement::Chirality,
        Agreement::Nothing,
    ];

    fn word(self) -> &'static str {
        match self {
            Agreement::Global => "global",
            Agreement::Full => "full",
            Agreement::OneAxis => "one_axis",
            Agreement::Chirality => "chirality",
            Agreement::Nothing => "none",
        }
    }
}

/// How the private frames of a run are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frames {
    /// What the robots agree on; not [`Agreement::Global`].
    pub agreement: Agreement,
    /// Whether a robot draws a new frame at each activation, or one for the whole run.
    pub each_activation: bool,
    /// The least and the greatest number of own units to a global one, both above 0. A unit is
    /// drawn uniformly between them; none is drawn where they are equal.
    pub scale: (f64, f64),
}

impl Frames {
    /// Draws a frame: rotation, reflection, unit, as far as the robots do not agree on them.
    pub fn draw(&self, die: &mut impl Draw) -> Frame {
        let turned = matches!(self.agreement, Agreement::Nothing | Agreement::Chirality);
        let mirrored = matches!(self.agreement, Agreement::Nothing | Agreement::OneAxis);
        let angle = if turned { die.uniform(0.0, TAU) } else { 0.0 };
        let mirrored = mirrored && die.unit() < 0.5;
        let (least, greatest) = self.scale;
        let scale = if least < greatest {
            die.uniform(least, greatest)
        } else {
            least
        };
        Frame::new(angle, scale, mirrored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Numpy;
    use proptest::prelude::*;

    #[test]
    fn an_upright_frame_only_moves_the_origin() {
        let (origin, point) = (Point::new(1.0, 2.0), Point::new(4.0, 6.0));
        assert_eq!(Frame::UPRIGHT.inward(origin, point), Point::new(3.0, 4.0));
        assert_eq!(Frame::UPRIGHT.outward(origin, Point::new(3.0, 4.0)), point);
    }

    #[test]
    fn a_quarter_turn() {
        let frame = Frame::new(TAU / 4.0, 2.0, false);
        let east = frame.inward(Point::default(), Point::new(1.0, 0.0));
        assert!(east.distance(Point::new(0.0, -2.0)) < 1e-12, "{east:?}");
        let mirrored = Frame::new(TAU / 4.0, 2.0, true);
        let east = mirrored.inward(Point::default(), Point::new(1.0, 0.0));
        assert!(east.distance(Point::new(0.0, 2.0)) < 1e-12, "{east:?}");
    }

    #[test]
    fn frames_differ_in_what_robots_do_not_agree_on() {
        let mut numpy = Numpy::from_seed(5);
        for agreement in Agreement::ALL.iter().copied() {
            let frames = Frames {
                agreement,
                each_activation: false,
                scale: (0.5, 2.0),
            };
            let drawn: Vec<Frame> = (0..64).map(|_| frames.draw(&mut numpy)).collect();
            let turned = drawn.iter().any(|frame| frame.sin != 0.0);
            let mirrored = drawn.iter().any(|frame| frame.mirrored);
            assert_eq!(
                turned,
                !agreement.covers(Agreement::OneAxis),
                "{agreement:?}"
            );
            assert_eq!(
                mirrored,
                !agreement.covers(Agreement::Chirality),
                "{agreement:?}"
            );
            assert!(drawn.iter().any(|frame| frame.scale != drawn[0].scale));
        }
    }

    #[test]
    fn agreements_include_each_other() {
        use Agreement::{Chirality, Full, Global, Nothing, OneAxis};
        for agreement in Agreement::ALL.iter().copied() {
            assert!(agreement.covers(Nothing) && agreement.covers(agreement));
            assert!(Global.covers(agreement));
            assert_eq!(Full.covers(agreement), agreement != Global);
        }
        assert!(!OneAxis.covers(Chirality) && !Chirality.covers(OneAxis));
        assert!(!Nothing.covers(Chirality) && !Nothing.covers(OneAxis));
    }

    proptest! {
        #[test]
        fn outward_undoes_inward(
            x in -9.0..9.0, y in -9.0..9.0, ox in -9.0..9.0, oy in -9.0..9.0,
            angle in 0.0..TAU, scale in 0.1..10.0, mirrored: bool,
        ) {
            let frame = Frame::new(angle, scale, mirrored);
            let (origin, point) = (Point::new(ox, oy), Point::new(x, y));
            let inside = frame.inward(origin, point);
            prop_assert!(frame.outward(origin, inside).distance(point) < 1e-12);
            let distance = inside.distance(Point::default());
            prop_assert!((distance - scale * origin.distance(point)).abs() < 1e-10);
        }
    }
}
