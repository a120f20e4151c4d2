use super::*;
use crate::dice::Numpy;
use proptest::prelude::*;

const DIGITS: u32 = 5;
const EPSILON: f64 = 1e-5;
const RULER: Ruler = Ruler::of_tests(DIGITS);

fn circle_around(points: &[Point]) -> Circle {
    smallest_circle(&mut points.to_vec(), &mut Numpy::from_seed(7), &RULER)
}

fn at(points: &[(f64, f64)]) -> Vec<Point> {
    points.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

/// Welzl's recursion word for word, one call for each point.
fn recursive(points: &mut Vec<Point>, mut border: Vec<Point>, n: usize, die: &mut Numpy) -> Circle {
    if n == 0 || border.len() == 3 {
        return of_border(&border);
    }
    let drawn = die.index(n);
    let point = points[drawn];
    points.swap(drawn, n - 1);
    let circle = recursive(points, border.clone(), n - 1, die);
    if is_covered(&circle, point) {
        return circle;
    }
    border.push(point);
    recursive(points, border, n - 1, die)
}

fn is_covered(circle: &Circle, point: Point) -> bool {
    let rounded = |x| crate::math::round_to_digits(x, DIGITS);
    rounded(circle.centre.distance(point)) <= rounded(circle.radius)
}

fn of_border(border: &[Point]) -> Circle {
    match *border {
        [] => Circle::point(Point::new(0.0, 0.0)),
        [a] => Circle::point(a),
        [a, b] => Circle::diametral(a, b),
        _ => {
            for i in 0..3 {
                let circle = Circle::diametral(border[i], border[(i + 1) % 3]);
                if is_covered(&circle, border[(i + 2) % 3]) {
                    return circle;
                }
            }
            Circle::through([border[0], border[1], border[2]], &RULER)
        }
    }
}

/// The least radius of the circles of two and three points that are around all points.
fn least_radius(points: &[Point]) -> f64 {
    let holds = |circle: &Circle| {
        let reach = circle.radius * (1.0 + 1e-12) + 1e-12;
        points
            .iter()
            .all(|point| point.distance(circle.centre) <= reach)
    };
    let mut least = f64::INFINITY;
    let mut consider = |circle: Circle| {
        if circle.radius < least && holds(&circle) {
            least = circle.radius;
        }
    };
    for (i, &a) in points.iter().enumerate() {
        consider(Circle::point(a));
        for (j, &b) in points[..i].iter().enumerate() {
            consider(Circle::diametral(a, b));
            for &c in &points[..j] {
                consider(Circle::through([a, b, c], &RULER));
            }
        }
    }
    least
}

/// Points of a fine grid, of a coarse one with many points at one place and on one line or circle,
/// and of a line.
fn points(most: usize) -> impl Strategy<Value = Vec<Point>> {
    let coordinate = prop_oneof![-50.0..50.0, (-3_i32..4).prop_map(f64::from)];
    let anywhere = (coordinate.clone(), coordinate);
    let on_a_line = (-20_i32..20).prop_map(|at| (f64::from(at), f64::from(2 * at + 1)));
    let point = |(x, y)| Point::new(x, y);
    prop_oneof![
        prop::collection::vec(anywhere.prop_map(point), 1..most),
        prop::collection::vec(on_a_line.prop_map(point), 1..most),
    ]
}

proptest! {
    #[test]
    fn the_circle_is_around_all_points_and_no_larger_than_any_other(points in points(14)) {
        let circle = circle_around(&points);
        for point in &points {
            prop_assert!(circle.centre.distance(*point) <= circle.radius + 2.0 * EPSILON);
        }
        let least = least_radius(&points);
        prop_assert!(circle.radius <= least + 1e-9, "{} {}", circle.radius, least);
        prop_assert!(circle.radius >= least - 2.0 * EPSILON, "{} {}", circle.radius, least);
    }

    #[test]
    fn the_draws_are_those_of_the_recursion(points in points(40), seed: u64) {
        let (mut ours, mut theirs) = (Numpy::from_seed(seed), Numpy::from_seed(seed));
        let (mut first, mut second) = (points.clone(), points);
        let circle = smallest_circle(&mut first, &mut ours, &RULER);
        theirs.shuffle(&mut second);
        let count = second.len();
        let expected = recursive(&mut second, Vec::new(), count, &mut theirs);
        prop_assert_eq!(circle, expected);
        prop_assert_eq!(first, second);
        // The generators are equal in everything: also in the half word that is kept.
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn the_draws_change_no_more_than_the_last_digits(points in points(30), seeds: [u64; 2]) {
        let [a, b] = seeds.map(|seed| {
            smallest_circle(&mut points.clone(), &mut Numpy::from_seed(seed), &RULER)
        });
        prop_assert!((a.radius - b.radius).abs() <= 2.0 * EPSILON);
    }

    #[test]
    fn any_numbers_come_to_an_end(
        points in prop::collection::vec((any::<f64>(), any::<f64>()), 0..20),
    ) {
        circle_around(&at(&points));
    }
}

#[test]
fn few_points_have_the_circles_of_a_textbook() {
    let circle = |points: &[(f64, f64)]| {
        let Circle { centre, radius } = circle_around(&at(points));
        (centre.x, centre.y, radius)
    };
    assert_eq!(circle(&[]), (0.0, 0.0, 0.0));
    assert_eq!(circle(&[(3.0, 4.0)]), (3.0, 4.0, 0.0));
    assert_eq!(circle(&[(3.0, 4.0), (3.0, 4.0)]), (3.0, 4.0, 0.0));
    assert_eq!(circle(&[(0.0, 0.0), (6.0, 8.0)]), (3.0, 4.0, 5.0));
    // A right angle, an obtuse one, an acute one.
    assert_eq!(
        circle(&[(0.0, 0.0), (6.0, 0.0), (6.0, 8.0)]),
        (3.0, 4.0, 5.0)
    );
    assert_eq!(
        circle(&[(0.0, 0.0), (6.0, 8.0), (5.0, 5.0)]),
        (3.0, 4.0, 5.0)
    );
    assert_eq!(
        circle(&[(-3.0, -4.0), (5.0, 0.0), (-3.0, 4.0)]),
        (0.0, 0.0, 5.0)
    );
    // The fourth point is inside.
    assert_eq!(
        circle(&[(0.0, 0.0), (2.0, 1.0), (6.0, 8.0), (5.0, 5.0)]),
        (3.0, 4.0, 5.0)
    );
    // A square, and points on one line.
    assert_eq!(
        circle(&[(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]).2,
        2.0_f64.sqrt()
    );
    assert_eq!(
        circle(&[(1.0, 0.0), (7.0, 0.0), (3.0, 0.0), (-3.0, 0.0)]),
        (2.0, 0.0, 5.0)
    );
}

#[test]
fn a_point_that_rounds_onto_the_origin_is_covered_by_no_points() {
    let near = Point::new(4e-6, 0.0);
    assert_eq!(circle_around(&[near]), Circle::point(Point::new(0.0, 0.0)));
    let farther = Point::new(6e-6, 0.0);
    assert_eq!(circle_around(&[farther]), Circle::point(farther));
}

#[test]
fn swarms_of_ten_thousand_have_a_circle() {
    let mut die = Numpy::from_seed(1);
    let disc: Vec<Point> = (0..10_000)
        .map(|_| Point::new(die.uniform(-1e3, 1e3), die.uniform(-1e3, 1e3)))
        .collect();
    let line: Vec<Point> = disc.iter().map(|point| Point::new(point.x, 3.0)).collect();
    let place = vec![Point::new(2.5, -7.0); 10_000];
    let ring: Vec<Point> = (0..10_000)
        .map(|i| f64::from(i) * 6.28e-4)
        .map(|angle| Point::new(crate::math::cos(angle), crate::math::sin(angle)))
        .collect();
    for points in [&disc, &line, &place, &ring] {
        let circle = circle_around(points);
        assert!(points.iter().all(|&point| RULER.covers(&circle, point)));
    }
    assert_eq!(circle_around(&place), Circle::point(place[0]));
    assert!((circle_around(&ring).radius - 1.0).abs() < EPSILON);
}
