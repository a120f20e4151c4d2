//! Adversaries, and how far fairness lets them go.

use super::*;

/// For how many rounds or turns each robot was left out at most, while it was active.
fn longest_waits(rounds: &[Vec<u32>], robots: usize) -> Vec<usize> {
    let mut waits = vec![0; robots];
    let mut longest = waits.clone();
    for round in rounds {
        for id in 0..robots {
            waits[id] = match round.contains(&(id as u32)) {
                true => 0,
                false => waits[id] + 1,
            };
            longest[id] = longest[id].max(waits[id]);
        }
    }
    longest
}

const ALL: [&str; 5] = [
    "farthest_first",
    "keep_apart",
    "keep_wide",
    "lonely",
    "stop_at_delta",
];

#[test]
fn no_adversary_leaves_a_robot_out_for_longer_than_it_may() {
    let movement = "[movement]\nrigid = false\ndelta = 0.1";
    for adversary in ALL {
        for (kind, fairness) in [
            ("ssync", 3),
            ("ssync", 1),
            ("sequential", 3),
            ("sequential", 6),
        ] {
            for decide in [walks(), stays(), crosses()] {
                let text = format!(
                    "kind = \"{kind}\"\nadversary = \"{adversary}\"\nfairness = {fairness}\n\
                     [limits]\nevents = 200\n{movement}"
                );
                let scenario = line(&[0.0, 1.0, 5.0, 12.0], &text);
                let ran = run(&scenario.with_algorithm(decide).with_stall_rule(false));
                let rounds = ran.rounds();
                assert!(rounds.len() > 20, "{kind} {adversary}");
                let longest = longest_waits(&rounds, 4);
                assert!(
                    longest.iter().all(|&wait| wait <= fairness),
                    "{kind} {adversary} {fairness}: {longest:?}"
                );
            }
        }
    }
}

#[test]
fn adversaries_live_with_crashes() {
    let rest = "[movement]\nrigid = false\ndelta = 0.1\n[limits]\ntime = 90.0\n\
                [[faults]]\nkind = \"crash\"\nrobots = [1]\n\
                [[faults]]\nkind = \"crash\"\nrobots = [0]\ntime = 10.25\n\
                [[faults]]\nkind = \"crash\"\nrobots = [3]\nactivation = 9";
    for adversary in ALL {
        for kind in ["ssync", "sequential"] {
            let text = format!("kind = \"{kind}\"\nadversary = \"{adversary}\"\n{rest}");
            let scenario = line(&[0.0, 1.0, 5.0, 12.0, 20.0], &text);
            let ran = run(&scenario.with_algorithm(walks()).with_stall_rule(false));
            assert_eq!(ran.end, End::Time, "{kind} {adversary}");
            // Those that are left wait for each other and nobody else.
            let late: Vec<_> = ran
                .activations()
                .into_iter()
                .filter(|(time, _)| *time > 70.0)
                .collect();
            assert!(late.len() >= 10, "{kind} {adversary}: {late:?}");
        }
    }
}

#[test]
fn the_lonely_robot_is_active_only_when_it_is_due() {
    let text = "kind = \"ssync\"\nadversary = \"lonely\"\nvictim = 1\nfairness = 2";
    let scenario = line(&[0.0, 1.0, 5.0], &format!("{text}\n[limits]\nrounds = 6"));
    let ran = run(&scenario.with_algorithm(stays()).with_stall_rule(false));
    let expected: [&[u32]; 6] = [&[0, 2], &[0, 2], &[0, 1, 2], &[0, 2], &[0, 2], &[0, 1, 2]];
    assert_eq!(ran.rounds(), expected);
    let text = "kind = \"sequential\"\nadversary = \"lonely\"\nfairness = 4\n[limits]\nturns = 11";
    let ran = run(&line(&[0.0, 1.0, 5.0], text)
        .with_algorithm(stays())
        .with_stall_rule(false));
    assert_eq!(ran.turns(), [1, 2, 1, 2, 0, 1, 2, 1, 2, 0, 1]);
}

#[test]
fn the_longest_way_comes_first() {
    // Everybody goes to 0: 12 is the farthest, then 5, then 1; then nobody moves.
    let home = by(|percept| Intent::go(Point::new(0.0, 0.0), percept.robots().is_empty()));
    for (kind, limit) in [("sequential", "turns"), ("ssync", "rounds")] {
        let text =
            format!("kind = \"{kind}\"\nadversary = \"farthest_first\"\n[limits]\n{limit} = 7");
        let scenario = line(&[0.0, 1.0, 12.0, 5.0], &text).with_stall_rule(false);
        let ran = run(&scenario.with_algorithm(Arc::clone(&home)));
        // Then the one that waited longest.
        assert_eq!(ran.turns(), [2, 3, 1, 0, 2, 3, 1], "{kind}");
    }
}

#[test]
fn whoever_is_stopped_early_is_slow() {
    for (kind, rounds) in [("ssync", 10), ("sequential", 20)] {
        let text = format!(
            "kind = \"{kind}\"\nadversary = \"stop_at_delta\"\n[movement]\nrigid = false\n\
             delta = 0.5\nstop = \"never\""
        );
        // Both go to the middle, 5 away.
        let middle = by(|percept| {
            let here = percept.here();
            let target = Point::new(5.0, 0.0);
            Intent::go(target, here == target)
        });
        let ran = run(&line(&[0.0, 10.0], &text).with_algorithm(middle));
        assert_eq!(ran.end, End::Terminated);
        let moves = ran.rounds().len()
            - ran
                .rows
                .iter()
                .filter(|row| row.code == Code::Terminated)
                .count()
                / if kind == "ssync" { 2 } else { 1 };
        assert_eq!(moves, rounds, "{kind}");
    }
}

#[test]
fn two_robots_that_go_to_each_other_change_places_for_ever() {
    let text = "kind = \"ssync\"\nadversary = \"keep_apart\"\n[limits]\nrounds = 50";
    let ran = run(&line(&[0.0, 8.0], text).with_algorithm(crosses()));
    assert_eq!(
        (ran.end, ran.rounds()),
        (End::Condition, vec![vec![0, 1]; 50])
    );
    assert_eq!((ran.x(0), ran.x(1)), (0.0, 8.0));
    // In turns the first one would meet the other, whoever it is.
    let text = "kind = \"sequential\"\nadversary = \"keep_apart\"\n[limits]\nturns = 5";
    let ran = run(&line(&[0.0, 8.0], text).with_algorithm(crosses()));
    assert_eq!(ran.x(0), ran.x(1));
}

/// The largest distance that is left between two robots after so many rounds.
fn left(xs: &[f64], text: &str, decide: Arc<dyn Algorithm>) -> f64 {
    let ran = run(&line(xs, text).with_algorithm(decide).with_stall_rule(false));
    let positions: Vec<f64> = (0..xs.len()).map(|id| ran.x(id)).collect();
    let least = positions.iter().copied().fold(f64::INFINITY, f64::min);
    positions.iter().copied().fold(0.0, f64::max) - least
}

/// Goes to the mean of all robots.
fn halves() -> Arc<dyn Algorithm> {
    by(|percept| {
        let robots = percept.robots();
        let sum: f64 = robots.iter().map(|seen| seen.position.x).sum();
        Intent::go(Point::new(sum / robots.len() as f64, 0.0), false)
    })
}

#[test]
fn of_two_robots_that_go_half_way_only_one_is_active() {
    let text = "kind = \"ssync\"\nadversary = \"keep_apart\"\n[limits]\nrounds = 10";
    let left_over = left(&[0.0, 1024.0], text, halves());
    assert_eq!(left_over, 1.0);
    let ran = run(&line(&[0.0, 1024.0], text).with_algorithm(halves()));
    assert!(ran.rounds().iter().all(|round| round.len() == 1));
    // In the fully synchronous case one round gathers them.
    let all = "kind = \"fsync\"\n[limits]\nrounds = 10";
    assert_eq!(left(&[0.0, 1024.0], all, halves()), 0.0);
}

#[test]
fn a_bivalent_start_stays_apart() {
    // Two robots on each of two points; one camp moves at a time, so the camps never meet.
    let text = "kind = \"ssync\"\nadversary = \"keep_apart\"\n[limits]\nrounds = 10";
    let start = [0.0, 0.0, 1024.0, 1024.0];
    let ran = run(&line(&start, text).with_algorithm(halves()));
    let meet = (0..2).any(|a| (2..4).any(|b| ran.x(a) == ran.x(b)));
    assert!(!meet && ran.end == End::Condition);
    // Robots that cross do it all together.
    let ran = run(&line(&start, text).with_algorithm(crosses()));
    assert_eq!(ran.rounds(), vec![vec![0, 1, 2, 3]; 10]);
}

#[test]
fn camps_are_kept_apart_by_stops_where_moves_may_be_stopped() {
    // Sequential: whoever has the turn would arrive at the other one.
    let text = "kind = \"sequential\"\nadversary = \"keep_apart\"\n[limits]\nturns = 12\n\
                [movement]\nrigid = false\ndelta = 1.0\nstop = \"never\"";
    assert_eq!(left(&[0.0, 20.0], text, crosses()), 8.0);
    // The same camps by name, in which the robots do not stand side by side.
    let named = text.replace(
        "\"keep_apart\"",
        "\"keep_apart\"\ncamp = [1, 2]\nfairness = 7",
    );
    let ran = run(&line(&[0.0, 20.0, 0.0], &named)
        .with_algorithm(stays())
        .with_stall_rule(false));
    assert_eq!(ran.turns().len(), 12);
}

#[test]
fn the_swarm_stays_as_wide_as_it_can() {
    // Robots 0 and 2 go inwards, robot 1 outwards.
    let scatter = by(|percept| {
        let Point { x, y } = percept.here();
        let target = match percept.me() {
            0 => x + 1.0,
            2 => x - 1.0,
            _ => x + 9.0,
        };
        Intent::go(Point::new(target, y), false)
    });
    let text =
        "kind = \"sequential\"\nadversary = \"keep_wide\"\nfairness = 5\n[limits]\nturns = 6";
    let ran = run(&line(&[0.0, 5.0, 10.0], text).with_algorithm(Arc::clone(&scatter)));
    assert_eq!(ran.turns()[..4], [1, 1, 1, 1]);
    let text = "kind = \"ssync\"\nadversary = \"keep_wide\"\nfairness = 5\n[limits]\nrounds = 6";
    let ran = run(&line(&[0.0, 5.0, 10.0], text).with_algorithm(scatter));
    assert_eq!(ran.rounds()[..4], [[1], [1], [1], [1]]);
    // Of choices that make no difference, all robots come first.
    let ran = run(&line(&[0.0, 5.0, 10.0], text).with_algorithm(walks()));
    assert_eq!(ran.rounds()[0].len(), 1);
}

#[test]
fn an_algorithm_that_panics_when_it_is_asked_is_left_to_its_robot() {
    let fails = by(|percept| {
        assert!(percept.me() != 1, "planted");
        Intent::stay(percept.here(), false)
    });
    let text = "kind = \"sequential\"\nadversary = \"keep_wide\"\n[limits]\nturns = 9";
    let text = format!(
        "on_panic = \"crash-fault\"\n{}",
        line_text(&[0.0, 5.0, 10.0], text)
    );
    let ran = run(&scenario(&text).with_algorithm(fails).with_stall_rule(false));
    assert_eq!(ran.end, End::Turns);
    assert!(!ran.state.director.is_active(1));
}
