//! Who leads, who takes which place, and how a formation follows.

use super::super::trials::{Trial, assert_refused, built, places, read, some_of};
use super::*;
use crate::dice::Numpy;
use crate::model::oblot::movement::{Movement, Stop};
use proptest::prelude::*;

const NAME: &str = "leader_following";
const EPSILON: f64 = super::super::trials::EPSILON;

/// Robots at these places, of which the first one leads.
fn trial(places: &[(f64, f64)], parameters: &str) -> Trial {
    let mut lights = vec![Light::White; places.len()];
    lights[0] = Light::Red;
    Trial::running(places, NAME, parameters).lit(&lights)
}

fn point((x, y): (f64, f64)) -> Point {
    Point::new(x, y)
}

/// The greatest distance of a follower from the place with its number.
fn error(trial: &Trial, offsets: &[Point]) -> f64 {
    let head = trial.positions[0];
    let places: Vec<_> = offsets
        .iter()
        .map(|offset| Point::new(head.x + offset.x, head.y + offset.y))
        .collect();
    let followers = &trial.positions[1..];
    let assigned = assign(followers, &places);
    let far = |(at, place): (&Point, &usize)| at.distance(places[*place]);
    followers.iter().zip(&assigned).map(far).fold(0.0, f64::max)
}

// ---------------------------------------------------------------------------------------------
// Places

#[test]
fn without_offsets_the_places_are_a_wedge() {
    let expected = [
        (-2.0, 2.0),
        (-2.0, -2.0),
        (-4.0, 4.0),
        (-4.0, -4.0),
        (-6.0, 6.0),
    ];
    assert_eq!(wedge(5, 2.0), expected.map(point));
    assert_eq!(wedge(0, 2.0), []);
}

#[test]
fn the_nearest_places_are_taken_all_in_all() {
    // Places at (11, 5) and (15, 5). The second robot is nearer to (11, 5) than the first one, but
    // the sum is less where the first one goes there.
    let places = [(10.0, 5.0), (9.0, 5.0), (11.5, 5.0)];
    let mut trial = trial(&places, "offsets = [[1.0, 0.0], [5.0, 0.0]]");
    assert_eq!(trial.target(0), point((10.0, 5.0)));
    assert_eq!(trial.target(1), point((11.0, 5.0)));
    assert_eq!(trial.target(2), point((15.0, 5.0)));
    // Whoever has which number: the followers the other way round.
    trial.positions.swap(1, 2);
    assert_eq!(trial.target(2), point((11.0, 5.0)));
    assert_eq!(trial.target(1), point((15.0, 5.0)));
}

#[test]
fn followers_on_one_point_go_together_unless_the_tie_is_broken() {
    let start = [(0.0, 0.0), (5.0, 5.0), (5.0, 5.0)];
    let offsets = "offsets = [[2.0, 0.0], [1.0, 0.0]]";
    let mut first = trial(&start, offsets);
    assert_eq!(first.target(1), point((1.0, 0.0)));
    assert_eq!(first.target(2), point((1.0, 0.0)));
    first.tie = Tie::Last;
    assert_eq!(first.target(1), point((2.0, 0.0)));
    // Together for ever, if they are always active together.
    let mut together = trial(&start, offsets);
    (0..10).for_each(|_| together.round(&[0, 1, 2]));
    assert_eq!(together.positions[1], together.positions[2]);
    assert!(!together.is_over());
    // In turns they part.
    let mut turns = trial(&start, offsets);
    for turn in 0..12 {
        turns.turn(turn % 3, None);
    }
    assert!(turns.is_over());
    // Also where one of the places is where they are.
    let there = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.0)];
    let mut turns = trial(&there, offsets);
    for turn in 0..6 {
        turns.turn(turn % 3, None);
    }
    assert!(turns.is_over());
    assert_eq!(turns.positions[2], point((1.0, 0.0)));
    // So they do by chance.
    let mut chance = trial(&start, offsets);
    chance.tie = Tie::Random;
    for _ in 0..40 {
        chance.round(&[0, 1, 2]);
    }
    assert!(chance.is_over());
}

#[test]
fn exactly_one_robot_leads() {
    let start = [(0.0, 0.0), (5.0, 5.0), (6.0, 5.0)];
    for (lights, found) in [
        ([Light::White; 3], 0),
        ([Light::Red, Light::White, Light::Red], 2),
    ] {
        let mut trial = trial(&start, "").lit(&lights);
        let failure = trial.wish(1).unwrap_err().to_string();
        let expected = format!(
            "leader_following: expected one robot with a red light, the leader, found {found}"
        );
        assert_eq!(failure, expected);
    }
    // Any robot may.
    let mut last = trial(&start, "path = [[50.0, 0.0]]");
    last = last.lit(&[Light::White, Light::White, Light::Red]);
    assert_eq!(last.target(2), point((50.0, 0.0)));
    assert_eq!(last.wish(0).unwrap().light, None);
}

#[test]
fn more_followers_than_places_are_an_error() {
    let mut more = trial(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], "");
    more.algorithm = Some(built(NAME, "", 2));
    let failure = more.wish(0).unwrap_err().to_string();
    let expected = "leader_following: there are places for 1 followers, found 2";
    assert_eq!(failure, expected);
}

// ---------------------------------------------------------------------------------------------
// Formations

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn around_a_leader_that_rests_the_places_are_taken(seed: u64, robots in 2usize..9, rigid: bool) {
        let mut die = Numpy::from_seed(seed);
        let mut trial = trial(&places(robots, &mut die), "distance = 7.0");
        if !rigid {
            trial.movement = Movement::NonRigid { delta: 2.0, stop: Stop::Uniform };
        }
        let (offsets, head) = (wedge(robots - 1, 7.0), trial.positions[0]);
        let sum = |trial: &Trial| {
            let at = |offset: &Point| Point::new(head.x + offset.x, head.y + offset.y);
            let places: Vec<_> = offsets.iter().map(at).collect();
            let followers = &trial.positions[1..];
            let assigned = assign(followers, &places);
            let far = |(at, place): (&Point, &usize)| at.distance(places[*place]);
            followers.iter().zip(&assigned).map(far).sum::<f64>()
        };
        let mut before = f64::INFINITY;
        for round in 0.. {
            let now = sum(&trial);
            prop_assert!(now <= before + 1e-9, "{before} {now}");
            before = now;
            if trial.is_over() {
                break;
            }
            prop_assert!(round < 1000, "{:?}", trial.positions);
            trial.round(&some_of(robots, &mut die));
        }
        prop_assert_eq!(trial.positions[0], head);
        prop_assert!(error(&trial, &offsets) <= EPSILON);
    }

    #[test]
    fn a_formation_follows_its_leader_one_step_behind(seed: u64, robots in 2usize..7) {
        let mut die = Numpy::from_seed(seed);
        let mut start = places(robots, &mut die);
        start[0] = (0.0, 0.0);
        let parameters = "path = [[0.0, 0.0], [40.0, 0.0], [40.0, 30.0], [-20.0, 30.0]]\n\
                          step = 2.5\ndistance = 3.0";
        let mut trial = trial(&start, parameters);
        let (offsets, all) = (wedge(robots - 1, 3.0), (0..robots).collect::<Vec<_>>());
        trial.round(&all);
        let mut way = vec![trial.positions[0]];
        for round in 0.. {
            // From the first round on, everybody is where it belongs but for the last step.
            let lag = error(&trial, &offsets);
            prop_assert!(lag <= 2.5 + 1e-9, "{lag}");
            if trial.is_over() {
                break;
            }
            prop_assert!(round < 200);
            trial.round(&all);
            way.push(trial.positions[0]);
        }
        prop_assert!(error(&trial, &offsets) <= EPSILON);
        for corner in [(40.0, 0.0), (40.0, 30.0), (-20.0, 30.0)] {
            prop_assert!(way.contains(&point(corner)), "{way:?}");
        }
        prop_assert_eq!(way.last(), Some(&point((-20.0, 30.0))));
        // 130 in steps of 2.5.
        way.dedup();
        prop_assert_eq!(way.len(), 52);
    }
}

#[test]
fn the_end_waits_for_whoever_is_on_the_way() {
    use crate::model::oblot::Phase;
    let mut trial = trial(&[(0.0, 0.0), (-1.0, 1.0)], "");
    assert!(trial.wish(0).unwrap().done && trial.wish(1).unwrap().done);
    trial.appearance[1].phase = Phase::Move;
    assert!(!trial.wish(0).unwrap().done);
    trial.appearance[1].phase = Phase::Wait;
    trial.positions[1].x -= 1.1 * EPSILON;
    assert!(!trial.wish(0).unwrap().done);
}

// ---------------------------------------------------------------------------------------------
// Refusals

#[test]
fn parameters_that_make_no_sense_are_refused() {
    for (rest, reason) in [
        ("path = []", "swarm.path: expected"),
        (
            "path = [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]",
            "swarm.path: expected a path that does not touch itself, found the segments 0 and 1",
        ),
        ("step = 0.0", "swarm.step: expected a number above 0"),
        (
            "distance = -1.0",
            "swarm.distance: expected a number above 0",
        ),
        ("offsets = [[1.0, 0.0]]", "swarm.offsets: expected"),
        (
            "offsets = [[1.0, 0.0], [2.0, 0.0]]\ndistance = 1.0",
            "swarm.distance: expected either offsets or a distance, found both",
        ),
    ] {
        let refused = read(3, NAME, rest).err().unwrap_or_default();
        assert!(refused.contains(reason), "{rest}: {refused}");
    }
    assert!(read(3, NAME, "offsets = [[1.0, 0.0], [2.0, 0.0]]").is_ok());
}

#[test]
fn whatever_it_cannot_do_without_is_asked_for() {
    assert!(read(3, NAME, "").is_ok());
    let one = "expected at least 2 robots, found 1";
    assert_refused(1, NAME, "", one);
    for (rest, reason) in [
        (
            "[visibility]\nradius = 5.0",
            "expected unlimited visibility, found limited visibility",
        ),
        (
            "[sensing]\nmultiplicity = \"weak\"",
            "expected strong multiplicity detection, found weak",
        ),
        (
            "[lights]\nsee = \"FCOM\"",
            "expected lights as in LUMI, found FCOM",
        ),
        (
            "[frames]\nagreement = \"full\"",
            "expected frames that agree on \"global\", found \"full\"",
        ),
        (
            "[[faults]]\nkind = \"delay\"\ncount = 1",
            "expected no faulty robots, found faults",
        ),
    ] {
        assert_refused(3, NAME, rest, reason);
    }
}
