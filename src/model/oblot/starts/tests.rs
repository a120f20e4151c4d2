use proptest::prelude::*;

use super::{STARTS, StartDice, read};
use crate::dice::{Dice, Draw, Numpy, Purpose};
use crate::math::{Point, hypot};
use crate::scenario::{Document, ScenarioError};

/// The positions that a start with these parameters gives, or why there are none.
fn placed_by(
    dice: StartDice,
    start: &str,
    parameters: &str,
    robots: usize,
) -> Result<Vec<Point>, ScenarioError> {
    let text = format!("start = '{start}'\n{parameters}\n");
    let document = Document::parse("start.toml", &text)?;
    let root = document.root();
    let placed = read(&root, robots, dice)?;
    root.finish()?;
    assert_eq!(placed.positions.len(), robots);
    Ok(placed.positions)
}

#[track_caller]
fn placed(start: &str, parameters: &str, robots: usize) -> Vec<Point> {
    placed_by(StartDice::own(7), start, parameters, robots)
        .unwrap_or_else(|error| panic!("{start} {parameters}: {error}"))
}

#[track_caller]
fn refused(start: &str, parameters: &str, robots: usize) -> String {
    match placed_by(StartDice::own(7), start, parameters, robots) {
        Ok(_) => panic!("{start} {parameters} is not refused"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn assert_near(got: &[Point], want: &[(f64, f64)]) {
    let close = |(got, want): (&Point, &(f64, f64))| {
        (got.x - want.0).abs() < 1e-9 && (got.y - want.1).abs() < 1e-9
    };
    assert!(
        got.len() == want.len() && got.iter().zip(want).all(close),
        "{got:?} are not {want:?}"
    );
}

const FILLED: &str = "arrangement = 'filled'";
const EDGE: &str = "arrangement = 'edge'";
const RING: &str = "arrangement = 'ring'\nthickness = 4.0";
const ARRANGEMENTS: [&str; 3] = [FILLED, EDGE, RING];

const RANDOM: &str = "spacing = 'random'";
const EVEN: &str = "spacing = 'even'";
const JITTERED: &str = "spacing = 'jittered'\njitter = 1.0";
const GAUSSIAN: &str = "spacing = 'gaussian'\nspread = 3.0";
const SPACINGS: [&str; 4] = [RANDOM, EVEN, JITTERED, GAUSSIAN];

/// The figures: their parameters, and how far inside the edge a point is.
type Depth = fn(Point) -> f64;

fn depth_in_box(point: Point, width: f64, height: f64) -> f64 {
    let (x, y) = (width / 2.0 - point.x.abs(), height / 2.0 - point.y.abs());
    x.min(y)
}

const FIGURES: [(&str, &str, Depth); 4] = [
    ("circle", "radius = 20.0", |p| 20.0 - hypot(p.x, p.y)),
    ("square", "side = 30.0", |p| depth_in_box(p, 30.0, 30.0)),
    ("rectangle", "width = 40.0\nheight = 20.0", |p| {
        depth_in_box(p, 40.0, 20.0)
    }),
    // A square on its corner.
    ("polygon", "sides = 4\nradius = 20.0", |p| {
        (20.0 - p.x.abs() - p.y.abs()) / 2.0_f64.sqrt()
    }),
];

#[test]
fn every_figure_has_every_arrangement_and_spacing() {
    for (start, parameters, depth) in FIGURES {
        for arrangement in ARRANGEMENTS {
            for spacing in SPACINGS {
                let all = format!("{parameters}\n{arrangement}\n{spacing}");
                for robots in [1, 2, 7, 100] {
                    for point in placed(start, &all, robots) {
                        let depth = depth(point);
                        let right = match arrangement {
                            EDGE => depth.abs() < 1e-9,
                            RING => (-1e-9..4.0 + 1e-9).contains(&depth),
                            _ => depth > -1e-9,
                        };
                        assert!(right, "{start} {all}: {point:?} is {depth} deep");
                    }
                }
            }
        }
    }
}

#[test]
fn even_spacing_on_an_edge_is_equal() {
    assert_near(
        &placed("circle", &format!("radius = 2.0\n{EDGE}\n{EVEN}"), 4),
        &[(2.0, 0.0), (0.0, 2.0), (-2.0, 0.0), (0.0, -2.0)],
    );
    assert_near(
        &placed("square", &format!("side = 2.0\n{EDGE}\n{EVEN}"), 8),
        &[
            (-1.0, -1.0),
            (0.0, -1.0),
            (1.0, -1.0),
            (1.0, 0.0),
            (1.0, 1.0),
            (0.0, 1.0),
            (-1.0, 1.0),
            (-1.0, 0.0),
        ],
    );
    let corners = format!("corners = [[0, 0], [0, 3], [4, 0]]\n{EDGE}\n{EVEN}");
    assert_near(
        &placed("polygon", &corners, 6),
        &[
            (0.0, 0.0),
            (2.0, 0.0),
            (4.0, 0.0),
            (2.4, 1.2),
            (0.8, 2.4),
            (0.0, 2.0),
        ],
    );
    // Any number of robots on a circle: all neighbours are equally far apart.
    for robots in [2, 3, 5, 17, 100] {
        let points = placed("circle", &format!("{EDGE}\n{EVEN}"), robots);
        let next = points.iter().cycle().skip(1);
        let distances: Vec<f64> = points
            .iter()
            .zip(next)
            .map(|(a, b)| a.distance(*b))
            .collect();
        let all = distances.iter().all(|d| (d - distances[0]).abs() < 1e-9);
        assert!(all, "{distances:?}");
    }
}

#[test]
fn jittered_robots_stay_within_half_the_distance_to_their_neighbours() {
    let places = |jitter: f64, robots: usize| {
        let parameters = format!("spacing = 'jittered'\njitter = {jitter:?}");
        placed("line", &parameters, robots)
    };
    let even = placed("line", EVEN, 21);
    assert_eq!(places(0.0, 21), even);
    for (index, (moved, even)) in places(1.0, 21).iter().zip(&even).enumerate() {
        assert!((moved.x - even.x).abs() <= 2.5, "robot {index}");
        assert!(moved.x != even.x && moved.x.abs() <= 50.0, "robot {index}");
    }
    // Half the jitter, half the displacement, from the same dice.
    let (whole, half) = (places(1.0, 21), places(0.5, 21));
    for index in 1..20 {
        let [whole, half] = [&whole, &half].map(|points| points[index].x - even[index].x);
        assert!((whole - 2.0 * half).abs() < 1e-9);
    }
    let grid = placed("square", &format!("side = 30.0\n{EVEN}"), 9);
    let moved = placed("square", &format!("side = 30.0\n{JITTERED}"), 9);
    let far = grid.iter().zip(&moved).map(|(a, b)| a.distance(*b));
    let far: Vec<f64> = far.collect();
    assert!(far.iter().all(|&far| far > 0.0 && far <= 5.0), "{far:?}");
}

#[test]
fn a_line_goes_from_end_to_end() {
    let line = |parameters: &str, robots| placed("line", parameters, robots);
    let thirds = [(-50.0, 0.0), (0.0, 0.0), (50.0, 0.0)];
    assert_near(&line(EVEN, 3), &thirds);
    assert_near(&line(EVEN, 1), &[(0.0, 0.0)]);
    let upright = format!("length = 6.0\ncenter = [1.0, 2.0]\nrotation = 90.0\n{EVEN}");
    assert_eq!(
        line(&upright, 2),
        [Point::new(1.0, -1.0), Point::new(1.0, 5.0)]
    );
    for spacing in SPACINGS {
        for point in line(spacing, 200) {
            assert!(point.y == 0.0 && point.x.abs() <= 50.0);
        }
    }
}

#[test]
fn figures_are_turned_and_moved() {
    for (start, parameters, _) in FIGURES {
        let plain = placed(start, &format!("{parameters}\n{RANDOM}"), 20);
        let posed = format!("{parameters}\n{RANDOM}\ncenter = [100.0, -50.0]\nrotation = -270.0");
        for (plain, posed) in plain.iter().zip(placed(start, &posed, 20)) {
            assert!((posed.x - (100.0 - plain.y)).abs() < 1e-9);
            assert!((posed.y - (-50.0 + plain.x)).abs() < 1e-9);
        }
    }
}

/// The mean of x, of y, and the root of the mean squares of their deviations from it.
fn moments(points: &[Point]) -> [f64; 4] {
    let count = points.len() as f64;
    let mean = |f: &dyn Fn(&Point) -> f64| points.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(&|p| p.x), mean(&|p| p.y));
    let (vx, vy) = (
        mean(&|p| (p.x - x) * (p.x - x)),
        mean(&|p| (p.y - y) * (p.y - y)),
    );
    [x, y, vx.sqrt(), vy.sqrt()]
}

#[track_caller]
fn assert_moments(points: &[Point], expected: [f64; 4], tolerance: f64) {
    let got = moments(points);
    let close = got
        .iter()
        .zip(expected)
        .all(|(got, want)| (got - want).abs() < tolerance);
    assert!(close, "{got:?} are not {expected:?}");
}

#[test]
fn random_spacing_is_uniform() {
    // A uniform disc of radius 20 deviates by 10 along each axis, a box by its width / √12.
    let disc = placed("circle", "radius = 20.0", 4000);
    assert_moments(&disc, [0.0, 0.0, 10.0, 10.0], 0.6);
    let twelfth = 12.0_f64.sqrt();
    let square = placed("square", "side = 30.0", 4000);
    assert_moments(&square, [0.0, 0.0, 30.0 / twelfth, 30.0 / twelfth], 0.6);
    // The triangle's centre of gravity is a third of the way up.
    let triangle = placed("polygon", "corners = [[0, 0], [30, 0], [0, 30]]", 4000);
    let root = (900.0_f64 / 18.0).sqrt();
    assert_moments(&triangle, [10.0, 10.0, root, root], 0.6);
    // The edge of a square: half of it is along x, the other half at ±15.
    let edge = placed("square", &format!("side = 30.0\n{EDGE}"), 4000);
    let root = ((75.0 + 225.0) / 2.0_f64).sqrt();
    assert_moments(&edge, [0.0, 0.0, root, root], 0.8);
}

#[test]
fn gaussian_spacing_is_normal() {
    let disc = placed("circle", &format!("radius = 20.0\n{GAUSSIAN}"), 4000);
    assert_moments(&disc, [0.0, 0.0, 3.0, 3.0], 0.25);
    // A very wide one is cut off by the edge and so is uniform.
    let wide = "radius = 20.0\nspacing = 'gaussian'\nspread = 1e6";
    assert_moments(&placed("circle", wide, 4000), [0.0, 0.0, 10.0, 10.0], 0.6);
    let cloud = placed("cloud", "spread = 3.0\ncenter = [5.0, 6.0]", 4000);
    assert_moments(&cloud, [5.0, 6.0, 3.0, 3.0], 0.25);
    // Around the lower left corner of the edge, as far along one side as along the other.
    let edge = placed("square", &format!("side = 100.0\n{EDGE}\n{GAUSSIAN}"), 4000);
    let far = edge.iter().map(|p| (p.x + 50.0) - (p.y + 50.0));
    let far: Vec<f64> = far.collect();
    let mean = far.iter().sum::<f64>() / 4000.0;
    let deviation = (far.iter().map(|x| x * x).sum::<f64>() / 4000.0).sqrt();
    assert!(mean.abs() < 0.25 && (deviation - 3.0).abs() < 0.2);
    // In a ring the depth is normal around half the thickness.
    let ring = "radius = 50.0\narrangement = 'ring'\nthickness = 20.0\n";
    let ring = placed("circle", &format!("{ring}{GAUSSIAN}"), 4000);
    let radii: Vec<f64> = ring.iter().map(|p| hypot(p.x, p.y)).collect();
    let mean = radii.iter().sum::<f64>() / 4000.0;
    let deviation = (radii.iter().map(|r| (r - mean) * (r - mean)).sum::<f64>() / 4000.0).sqrt();
    assert!((mean - 40.0).abs() < 0.25 && (deviation - 3.0).abs() < 0.2);
}

#[test]
fn an_even_cloud_has_the_density_of_a_drawn_one() {
    let even = placed("cloud", &format!("spread = 3.0\n{EVEN}"), 2000);
    assert_moments(&even, [0.0, 0.0, 3.0, 3.0], 0.03);
    let jittered = placed("cloud", &format!("spread = 3.0\n{JITTERED}"), 2000);
    assert_moments(&jittered, [0.0, 0.0, 3.0, 3.0], 0.2);
    assert_ne!(even, jittered);
}

#[test]
fn clusters_take_robots_in_turn() {
    let parameters = format!("clusters = 4\nradius = 100.0\nspread = 2.0\n{EDGE}");
    let centers = [(100.0, 0.0), (0.0, 100.0), (-100.0, 0.0), (0.0, -100.0)];
    for spacing in SPACINGS {
        let spacing = spacing.replace("\nspread = 3.0", "");
        let points = placed("clusters", &format!("{parameters}\n{spacing}"), 42);
        for (robot, point) in points.iter().enumerate() {
            let (x, y) = centers[robot % 4];
            let far = hypot(point.x - x, point.y - y);
            let most = if spacing.contains("gaussian") {
                12.0
            } else {
                2.0
            };
            assert!(far <= most + 1e-9, "robot {robot} is {far} away");
        }
    }
    // Centres drawn in the disc or in a ring along its edge.
    for (arrangement, least) in [(FILLED, 0.0), (RING, 96.0)] {
        let parameters = format!("clusters = 30\nradius = 100.0\nspread = 1e-6\n{arrangement}");
        let points = placed("clusters", &parameters, 90);
        for robot in 0..90 {
            let center = points[robot % 30];
            assert!(points[robot].distance(center) < 2e-5);
            let far = hypot(center.x, center.y);
            assert!((least - 1e-4..100.0 + 1e-4).contains(&far), "{far}");
        }
    }
    // More clusters than robots.
    assert_eq!(placed("clusters", "clusters = 10", 3).len(), 3);
}

#[test]
fn robots_do_not_move_when_others_are_added() {
    let mut starts: Vec<(&str, String)> = vec![
        ("uniform", String::new()),
        ("cloud", String::new()),
        ("clusters", String::new()),
        ("clusters", format!("{EDGE}\n{RANDOM}")),
        ("line", RANDOM.to_owned()),
        ("line", GAUSSIAN.to_owned()),
    ];
    for (start, parameters, _) in FIGURES {
        for arrangement in ARRANGEMENTS {
            for spacing in [RANDOM, GAUSSIAN] {
                starts.push((start, format!("{parameters}\n{arrangement}\n{spacing}")));
            }
        }
    }
    for (start, parameters) in starts {
        for common in ["", "min_distance = 0.5", "multiplicities = 2"] {
            let parameters = format!("{parameters}\n{common}");
            let few = placed(start, &parameters, 10);
            let many = placed(start, &parameters, 25);
            assert_eq!(few, many[..10], "{start} {parameters}");
        }
    }
}

#[test]
fn own_dice_of_each_robot_are_drawn_from() {
    // What `uniform` draws, spelt out.
    let expected = |robot: u32| {
        let mut dice = Dice::new(7, robot);
        let mut none = None;
        let mut die = dice.on(Purpose::Start, &mut none);
        Point::new(die.uniform(-50.0, 50.0), die.uniform(-20.0, 20.0))
    };
    let points = placed("uniform", "height = 40.0", 5);
    assert_eq!(points, (0..5).map(expected).collect::<Vec<_>>());
    // With multiplicities the first robot of a place draws for it.
    let points = placed(
        "uniform",
        "height = 40.0\nmultiplicities = 2\nmultiplicity_size = 3",
        8,
    );
    let drawing = [0, 0, 0, 3, 3, 3, 6, 7];
    assert_eq!(points, drawing.map(expected));
}

#[test]
fn numpy_draws_for_all_in_turn() {
    let numpy = || StartDice::numpy(Numpy::from_seed(3));
    let mut generator = Numpy::from_seed(3);
    let xs: Vec<f64> = (0..4).map(|_| generator.uniform(-50.0, 50.0)).collect();
    let boxed: Vec<Point> = xs
        .into_iter()
        .map(|x| Point::new(x, generator.uniform(-50.0, 50.0)))
        .collect();
    assert_eq!(placed_by(numpy(), "uniform", "", 4).unwrap(), boxed);
    let mut generator = Numpy::from_seed(3);
    let line: Vec<Point> = (0..4)
        .map(|_| Point::new(100.0 * generator.unit() - 50.0, 0.0))
        .collect();
    let got = placed_by(numpy(), "line", "", 4).unwrap();
    let line: Vec<(f64, f64)> = line.into_iter().map(|p| (p.x, p.y)).collect();
    assert_near(&got, &line);
    // A robot that is too close draws again after all have drawn.
    let apart = placed_by(numpy(), "uniform", "min_distance = 20.0", 9).unwrap();
    let first = placed_by(numpy(), "uniform", "", 9).unwrap();
    assert_eq!(apart[0], first[0]);
    assert_ne!(apart, first);
}

#[test]
fn multiplicities_put_robots_together() {
    let points = placed("line", &format!("multiplicities = 2\n{EVEN}"), 5);
    assert_near(
        &points,
        &[
            (-50.0, 0.0),
            (-50.0, 0.0),
            (0.0, 0.0),
            (0.0, 0.0),
            (50.0, 0.0),
        ],
    );
    let all = "multiplicities = 2\nmultiplicity_size = 3";
    let points = placed("circle", all, 6);
    assert!(points[..3].iter().all(|p| *p == points[0]));
    assert!(points[3..].iter().all(|p| *p == points[3]));
    assert_ne!(points[0], points[3]);
    let listed = "positions = [[1, 1], [2, 2]]\nmultiplicities = 1";
    let (one, two) = (Point::new(1.0, 1.0), Point::new(2.0, 2.0));
    assert_eq!(placed("positions", listed, 3), [one, one, two]);
    assert_eq!(
        placed("circle", "multiplicities = 0\nmultiplicity_size = 9", 4),
        placed("circle", "", 4)
    );
}

#[test]
fn a_least_distance_is_kept() {
    for (start, parameters) in [
        ("uniform", ""),
        ("circle", EDGE),
        ("circle", JITTERED),
        ("clusters", "spread = 20.0"),
        ("cloud", ""),
        ("polygon", ""),
        ("square", "multiplicities = 5"),
    ] {
        let parameters = format!("{parameters}\nmin_distance = 3.0");
        let points = placed(start, &parameters, 60);
        let together = if start == "square" { 5 } else { 0 };
        let mut closer = 0;
        for (second, point) in points.iter().enumerate() {
            for other in &points[..second] {
                closer += usize::from(point.distance(*other) < 3.0);
            }
        }
        assert_eq!(closer, together, "{start} {parameters}");
    }
    // An even layout that is wide enough is taken.
    placed("line", &format!("{EVEN}\nmin_distance = 50.0"), 3);
}

#[test]
fn starts_that_make_no_sense_are_refused_with_the_reason() {
    let lines = [
        refused("line", EDGE, 5),
        refused("line", RING, 5),
        refused("cloud", RING, 5),
        refused("cloud", RANDOM, 5),
        refused("circle", "arrangement = 'ring'", 5),
        refused("circle", "arrangement = 'ring'\nthickness = 51.0", 5),
        refused("square", "arrangement = 'ring'\nthickness = 0", 5),
        refused("circle", "thickness = 5.0", 5),
        refused("circle", "spacing = 'gaussian'", 5),
        refused("circle", "spread = 5.0", 5),
        refused("circle", "spacing = 'even'\njitter = 0.5", 5),
        refused("circle", "spacing = 'jittered'\njitter = 1.5", 5),
        refused("circle", "spacing = 'grid'", 5),
        refused("circle", "arrangement = 'corner'", 5),
        refused("circle", "radius = 0", 5),
        refused("circle", "radius = 1e10", 5),
        refused("circle", "radius = inf", 5),
        refused("circle", "center = [inf, 0]", 5),
        refused("circle", "rotation = nan", 5),
        refused("clusters", "clusters = 0", 5),
        refused("circle", "clusters = 2", 5),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn polygons_that_are_none_are_refused_with_the_reason() {
    let corner = "corners = [[0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]]";
    let hook = "corners = [[0, 0], [9, 0], [9, 9], [8, 9], [8, 1], [0, 1]]";
    let lines = [
        refused("polygon", "sides = 2", 5),
        refused("polygon", "sides = 1001", 5),
        refused("polygon", "corners = [[0, 0], [1, 1]]", 5),
        refused("polygon", "corners = [[0, 0], [1, 1], [2, 2]]", 5),
        refused("polygon", "corners = [[0, 0], [1, 1], [1, 0], [0, 1]]", 5),
        refused("polygon", "corners = [[0, 0], [1, 1], [0, 0], [0, 1]]", 5),
        refused("polygon", "corners = [[0, 0], [1e10, 1], [0, 1]]", 5),
        refused(
            "polygon",
            "corners = [[0, 0], [1, 0], [0, 1]]\nsides = 3",
            5,
        ),
        refused(
            "polygon",
            "corners = [[0, 0], [1, 0], [0, 1]]\nradius = 3",
            5,
        ),
        refused("polygon", &format!("{corner}\n{RING}"), 5),
        refused("polygon", &format!("{hook}\n{GAUSSIAN}"), 5),
    ];
    insta::assert_snapshot!(lines.join("\n"));
    // With inward corners all else works.
    for spacing in [RANDOM, EVEN, JITTERED] {
        placed("polygon", &format!("{corner}\n{spacing}"), 50);
        placed("polygon", &format!("{corner}\n{EDGE}\n{spacing}"), 50);
    }
    placed("polygon", &format!("{corner}\n{GAUSSIAN}"), 50);
}

#[test]
fn crowds_without_room_are_refused_with_the_reason() {
    let two = "positions = [[0, 0], [0, 3]]\n";
    let lines = [
        refused("uniform", "min_distance = 200.0", 2),
        refused("uniform", "min_distance = 0", 2),
        refused("line", "min_distance = 10.0\nmultiplicities = 1", 20),
        refused("positions", &format!("{two}min_distance = 3.5"), 2),
        refused("line", "spacing = 'even'\nmin_distance = 30.0", 5),
        refused("uniform", "multiplicities = 3", 5),
        refused("uniform", "multiplicities = 2\nmultiplicity_size = 3", 5),
        refused("uniform", "multiplicities = 1\nmultiplicity_size = 1", 5),
        refused("uniform", "multiplicities = -1", 5),
        refused("uniform", "multiplicities = 1", 1),
        refused("uniform", "multiplicity_size = 3", 5),
        refused("positions", &format!("{two}multiplicities = 1"), 2),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_spread_with_which_no_point_is_inside_is_refused() {
    // Two large squares joined by a corridor a billionth as wide, in which their centre is.
    let dumbbell = "corners = [[-101, -50], [-1, -50], [-1, -1e-9], [1, -1e-9], [1, -50], \
                    [101, -50], [101, 50], [1, 50], [1, 1e-9], [-1, 1e-9], [-1, 50], [-101, 50]]\n\
                    spacing = 'gaussian'\n";
    insta::assert_snapshot!(
        refused("polygon", &format!("{dumbbell}spread = 0.1"), 3),
        @"start.toml:4:10: spread: expected a spread with which points fall into the figure; 100000 points in succession were outside"
    );
    placed("polygon", &format!("{dumbbell}spread = 10.0"), 3);
}

#[test]
fn a_file_takes_the_place_of_positions() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("start.toml");
    std::fs::write(folder.path().join("swarm.csv"), "x,y\n1,2\n3,4.5\n").unwrap();
    let text = "start = 'positions'\npositions_file = 'swarm.csv'\n";
    std::fs::write(&scenario, text).unwrap();
    let document = Document::read(&scenario).unwrap();
    let placed = read(&document.root(), 2, StartDice::own(0)).unwrap();
    document.root().finish().unwrap();
    assert_eq!(
        placed.positions,
        [Point::new(1.0, 2.0), Point::new(3.0, 4.5)]
    );
    // The resolved scenario needs the file no more.
    let resolved = document.resolved();
    let expected = "start = \"positions\"\npositions = [[1.0, 2.0], [3.0, 4.5]]\n";
    assert_eq!(resolved.to_string(), expected);
    let again = Document::from_json("record", &resolved.to_json()).unwrap();
    let again = read(&again.root(), 2, StartDice::own(0)).unwrap();
    assert_eq!(again.positions, placed.positions);
    let refused = |text: &str, robots| {
        std::fs::write(&scenario, text).unwrap();
        let document = Document::read(&scenario).unwrap();
        let error = read(&document.root(), robots, StartDice::own(0)).unwrap_err();
        error
            .to_string()
            .replace(folder.path().to_str().unwrap(), ".")
    };
    let both = format!("{text}positions = [[0, 0], [1, 1]]\n");
    let lines = [
        refused(text, 3),
        refused(&format!("{text}multiplicities = 1\n"), 4),
        refused(&text.replace("swarm", "swram"), 2),
        refused(&text.replace("csv", "xml"), 2),
        refused(&text.replace("'swarm.csv'", "''"), 2),
        refused(&both, 2),
        refused("start = 'positions'\n", 2),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

fn any_start() -> impl Strategy<Value = String> {
    let common = prop_oneof![
        Just(String::new()),
        (0.001..0.5_f64).prop_map(|least| format!("min_distance = {least:?}\n")),
        (0_usize..3).prop_map(|count| format!("multiplicities = {count}\n")),
    ];
    let figure = prop_oneof![
        (0.5..1e3_f64).prop_map(|x| format!("start = 'circle'\nradius = {x:?}\n")),
        (2.0..1e3_f64).prop_map(|x| format!("start = 'square'\nside = {x:?}\n")),
        (2.0..1e3_f64, 2.0..1e3_f64)
            .prop_map(|(x, y)| { format!("start = 'rectangle'\nwidth = {x:?}\nheight = {y:?}\n") }),
        (3_usize..30, 2.0..1e3_f64).prop_map(|(sides, x)| {
            format!("start = 'polygon'\nsides = {sides}\nradius = {x:?}\n")
        }),
    ];
    let arrangement = prop_oneof![
        Just("arrangement = 'filled'\n"),
        Just("arrangement = 'edge'\n"),
        Just("arrangement = 'ring'\nthickness = 0.25\n"),
    ];
    let spacing = prop_oneof![
        Just("spacing = 'random'\n".to_owned()),
        Just("spacing = 'even'\n".to_owned()),
        (0.0..=1.0_f64).prop_map(|x| format!("spacing = 'jittered'\njitter = {x:?}\n")),
        (0.01..1e3_f64).prop_map(|x| format!("spacing = 'gaussian'\nspread = {x:?}\n")),
    ];
    let pose = (-1e3..1e3_f64, -1e3..1e3_f64, -720.0..720.0_f64)
        .prop_map(|(x, y, turn)| format!("center = [{x:?}, {y:?}]\nrotation = {turn:?}\n"));
    (figure, arrangement, spacing, pose, common)
        .prop_map(|(a, b, c, d, e)| format!("{a}{b}{c}{d}{e}"))
}

proptest! {
    #[test]
    fn every_start_is_a_pure_function_of_scenario_and_seed(
        text in any_start(),
        robots in 6_usize..30,
        seed: u64,
        numpy: bool,
    ) {
        let dice = || match numpy {
            true => StartDice::numpy(Numpy::from_seed(seed)),
            false => StartDice::own(seed),
        };
        let document = Document::parse("start.toml", &text).unwrap();
        let once = read(&document.root(), robots, dice());
        match once {
            // There may be no room for all.
            Err(error) => prop_assert!(error.to_string().contains("min_distance"), "{}", error),
            Ok(once) => {
                prop_assert!(document.root().finish().is_ok());
                prop_assert_eq!(once.positions.len(), robots);
                prop_assert!(once.positions.iter().all(|p| p.x.is_finite() && p.y.is_finite()));
                // What it resolves to places the robots in the same positions.
                let resolved = document.resolved().to_string();
                let again = Document::parse("again.toml", &resolved).unwrap();
                let again = read(&again.root(), robots, dice()).unwrap();
                prop_assert_eq!(&once.positions, &again.positions);
                prop_assert_eq!(&once.drawn, &again.drawn);
            }
        }
    }
}

#[test]
fn every_start_places_one_robot() {
    for entry in STARTS {
        let listed = if entry.name == "positions" {
            "positions = [[0, 0]]"
        } else {
            ""
        };
        let points = placed(entry.name, listed, 1);
        assert!(points[0].x.is_finite() && points[0].y.is_finite());
    }
}
