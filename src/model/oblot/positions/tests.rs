//! All ways of asking where a robot is give the same bits.

use proptest::prelude::*;

use super::{Appearance, Path, Phase, PositionTracker, SHORTEST_PATH, Table};
use crate::dice::{Draw as _, Numpy};
use crate::math::Point;
use crate::model::oblot::Request;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::visibility::Sight;

fn any_coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        Just(-0.0),
        Just(1e-12),
        -1e3..1e3,
        prop::sample::select(vec![-1e-9, 1e300, 7.0]),
    ]
}

fn any_point() -> impl Strategy<Value = Point> {
    (any_coordinate(), any_coordinate()).prop_map(|(x, y)| Point::new(x, y))
}

/// Ordinary paths, tiny ones, and some whose end is within epsilon of being reached.
fn any_path() -> impl Strategy<Value = Path> {
    let speed = prop_oneof![Just(0.0), Just(1e-9), Just(1.0), 0.0..1e3];
    let step = prop_oneof![
        any_point(),
        (-2e-9..2e-9, -2e-9..2e-9).prop_map(|(x, y)| Point::new(x, y)),
    ];
    (any_point(), step, 0.0..100.0, speed).prop_map(|(from, step, start, speed)| {
        let to = Point::new(from.x + step.x, from.y + step.y);
        Path {
            from,
            to,
            start,
            speed,
            length: from.distance(to),
        }
    })
}

/// A robot: where it first rests, and on which path it leaves, if it does, and where it rests
/// afterwards, if it does.
type Life = (Point, Option<Path>, Option<Point>);

fn bits(point: Point) -> [u64; 2] {
    [point.x.to_bits(), point.y.to_bits()]
}

proptest! {
    #[test]
    fn a_visit_finds_every_robot_where_its_path_is_bit_for_bit(
        lives in prop::collection::vec(
            (any_point(), prop::option::of(any_path()), prop::option::weighted(0.3, any_point())),
            // Blocks of four, and what is left over.
            0..14,
        ),
        epsilon in prop::sample::select(vec![1e-5, 1e-1, 1e-15]),
        // Whole and broken parts of the first path, ahead of its end by less than epsilon, too.
        part in prop_oneof![Just(0.0), Just(1.0), Just(2.0), Just(0.999_999_9), 0.0..1.5],
    ) {
        let lives: Vec<Life> = lives;
        let starts: Vec<_> = lives.iter().map(|(at, ..)| (*at, Appearance::START)).collect();
        let mut table = Table::new(&starts, epsilon);
        let latest = lives.iter().filter_map(|(_, path, _)| path.map(|path| path.start));
        let mut time = latest.fold(0.0, f64::max);
        if let Some(path) = lives.iter().find_map(|(_, path, _)| *path)
            && path.speed > 0.0
        {
            let then = path.start + part * path.length / path.speed;
            time = time.max(if then.is_finite() { then } else { 0.0 });
        }
        let mut expected = Vec::new();
        for (robot, (at, path, rest)) in lives.into_iter().enumerate() {
            let mut place = at;
            if let Some(path) = path {
                table.depart(robot, &path, Appearance::START);
                place = path.at(time, epsilon);
            }
            if let Some(rest) = rest {
                table.rest(robot, rest, Appearance::START);
                place = rest;
            }
            expected.push(bits(place));
        }
        let mut visited = Vec::new();
        let to_the_end = table.visit(time, |robot, x, y| {
            assert_eq!(robot, visited.len());
            visited.push(bits(Point::new(x, y)));
            true
        });
        prop_assert!(to_the_end);
        let asked: Vec<_> = (0..table.len()).map(|robot| bits(table.position(robot, time))).collect();
        prop_assert_eq!(&visited, &expected);
        prop_assert_eq!(&asked, &expected);
    }

    #[test]
    fn a_visit_stops_where_it_is_told(robots in 1..14usize, last in any::<prop::sample::Index>()) {
        let table = Table::new(&vec![(Point::new(1.0, 2.0), Appearance::START); robots], 1e-5);
        let last = last.index(robots);
        let mut count = 0;
        let to_the_end = table.visit(0.0, |robot, _, _| {
            count += 1;
            robot < last
        });
        prop_assert!(!to_the_end);
        prop_assert_eq!(count, last + 1);
    }
}

fn path(length: f64, speed: f64) -> Path {
    Path {
        from: Point::new(0.0, 0.0),
        to: Point::new(length, 0.0),
        start: 1.0,
        speed,
        length,
    }
}

#[test]
fn a_robot_is_seen_at_its_target_as_soon_as_less_than_epsilon_is_left() {
    let path = path(2.0, 0.5);
    let x = |time| path.at(time, 0.25).x;
    assert_eq!(x(1.0), 0.0);
    // 0.5 * (2 - 1) = 0.5 of 2 are covered.
    assert_eq!(x(2.0), 0.5);
    // At 4.5 it has covered 1.75, which is 2 - 0.25; just before it is on its way.
    assert_eq!(x(4.5), 2.0);
    assert!(x(4.49) < 1.75);
    assert_eq!(x(5.0), 2.0);
    assert_eq!(x(100.0), 2.0);
}

#[test]
fn a_path_too_short_to_count_is_walked_at_once() {
    assert_eq!(
        path(SHORTEST_PATH / 2.0, 1.0).at(1.0, 1e-15).x,
        SHORTEST_PATH / 2.0
    );
    assert_eq!(path(SHORTEST_PATH, 1.0).at(1.0, 1e-15).x, 0.0);
}

#[test]
fn a_robot_without_speed_stays_unless_epsilon_covers_its_path() {
    assert_eq!(path(2.0, 0.0).at(1e6, 1e-5).x, 0.0);
    // 0 >= 2 - 3: an epsilon longer than the path.
    assert_eq!(path(2.0, 0.0).at(1.0, 3.0).x, 2.0);
}

#[test]
fn the_table_counts_the_active_robots() {
    let at = Point::new(0.0, 0.0);
    let crashed = Appearance {
        phase: Phase::Crash,
        ..Appearance::START
    };
    let terminated = Appearance {
        terminated: true,
        ..Appearance::START
    };
    let start = [Appearance::START, crashed, Appearance::START].map(|seen| (at, seen));
    let mut table = Table::new(&start, 1e-5);
    assert_eq!(table.active(), 2);
    for (robot, appearance, active) in [
        (0, Appearance::START, 2),
        (0, terminated, 1),
        (0, terminated, 1),
        (2, crashed, 0),
        (1, crashed, 0),
        // What a tracker is told is what it shows; nobody asks whether that can be.
        (1, Appearance::START, 1),
    ] {
        table.rest(robot, at, appearance);
        assert_eq!(table.active(), active);
    }
}

/// Robots that come and go for a while, watched through a grid and without one.
fn wander(seed: u64, robots: usize, radius: f64, spread: f64) {
    let mut numpy = Numpy::from_seed(seed);
    let point = |numpy: &mut Numpy| {
        // A third of the points are on a coarse raster, so that some coincide.
        let raster = numpy.below(3) == 0;
        let mut coordinate = || {
            let x = numpy.uniform(-spread, spread);
            if raster {
                (x / radius.max(0.1)).floor() * radius
            } else {
                x
            }
        };
        Point::new(coordinate(), coordinate())
    };
    let start: Vec<_> = (0..robots)
        .map(|_| (point(&mut numpy), Appearance::START))
        .collect();
    let table = Table::new(&start, 1e-5);
    let mut tracker = PositionTracker::new(table, Some(radius), 1.0, false);
    assert!(tracker.grid.is_some());
    let sight = Sight {
        radius: Some(radius),
        ..Sight::default()
    };
    let mut time = 0.0;
    for step in 0..600 {
        time += numpy.exponential(0.1);
        let robot = numpy.below(robots as u32);
        let from = tracker.table.position(robot as usize, time);
        let appearance = Appearance::START;
        let at = if step % 97 == 0 {
            // Far outside of the box, and along a long path.
            Point::new(9.0 * spread, -7.0 * spread)
        } else if numpy.below(2) == 0 {
            let (dx, dy) = (
                numpy.uniform(-radius, radius),
                numpy.uniform(-radius, radius),
            );
            Point::new(from.x + 0.5 * dx, from.y + 0.5 * dy)
        } else {
            point(&mut numpy)
        };
        let request = if numpy.below(3) == 0 {
            Request::Rest {
                robot,
                at,
                appearance,
            }
        } else {
            let path = Path {
                from,
                to: at,
                start: time,
                speed: 1.0,
                length: from.distance(at),
            };
            Request::Depart {
                robot,
                path,
                appearance,
            }
        };
        tracker.answer(request);
        let me = numpy.below(robots as u32);
        let found = tracker.look(me, time, sight);
        let scanned = Percept::new(tracker.snapshot(time), me, Some(radius));
        assert_eq!(
            found.robots(),
            scanned.robots(),
            "step {step} of seed {seed}"
        );
        assert_eq!(found.active(), scanned.active());
        assert_eq!(found.hash(), scanned.hash());
    }
}

#[test]
fn a_grid_finds_whoever_is_visible() {
    for seed in 0..12 {
        wander(seed, 48 + 7 * seed as usize, 1.0 + seed as f64, 10.0);
        wander(seed, 60, 0.25, 1000.0);
        wander(seed, 50, 500.0, 10.0);
        wander(seed, 50, 0.0, 3.0);
    }
}

#[test]
fn a_grid_is_built_anew_where_the_swarm_goes() {
    let start: Vec<_> = (0..64)
        .map(|i| (Point::new(f64::from(i), 0.0), Appearance::START))
        .collect();
    let mut tracker = PositionTracker::new(Table::new(&start, 1e-5), Some(2.0), 1.0, false);
    for round in 1..4 {
        for robot in 0..64 {
            let away = 1e6 * f64::from(round);
            let at = Point::new(away + f64::from(robot), away);
            tracker.answer(Request::Rest {
                robot,
                at,
                appearance: Appearance::START,
            });
        }
    }
    let here = Point::new(3e6 + 10.0, 3e6);
    let looks = |tracker: &mut PositionTracker| tracker.grid.as_mut().unwrap().near(here).len();
    let before = looks(&mut tracker);
    for _ in 0..300 {
        looks(&mut tracker);
    }
    tracker.answer(Request::Rest {
        robot: 0,
        at: Point::new(3e6, 3e6),
        appearance: Appearance::START,
    });
    assert_eq!(before, 64);
    assert!(looks(&mut tracker) < 12);
}

#[test]
fn robots_beyond_all_measure_have_no_grid() {
    let mut start = vec![(Point::new(0.0, 0.0), Appearance::START); 64];
    (start[3].0.x, start[5].0.x) = (1.7e308, -1.7e308);
    let tracker = PositionTracker::new(Table::new(&start, 1e-5), Some(2.0), 1.0, false);
    assert!(tracker.grid.is_none());
}
