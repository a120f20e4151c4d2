//! `ssync`: who is active in a round.

use super::*;

/// Robots that stay, one apart.
fn rounds(robots: usize, rest: &str) -> Scenario {
    let xs: Vec<f64> = (0..robots).map(|id| id as f64).collect();
    line(&xs, &format!("kind = \"ssync\"\n{rest}"))
        .with_algorithm(stays())
        .with_stall_rule(false)
}

/// How often each robot was active, and each size of a round came, in many rounds of four.
fn counts(rest: &str) -> ([usize; 4], [usize; 5], usize) {
    let ran = run(&rounds(4, &format!("{rest}\n[limits]\nrounds = 2000")));
    let (mut robots, mut sizes) = ([0; 4], [0; 5]);
    let all = ran.rounds();
    for round in &all {
        assert!(round.is_sorted());
        sizes[round.len()] += 1;
        round.iter().for_each(|&id| robots[id as usize] += 1);
    }
    (robots, sizes, all.len())
}

fn near(found: usize, rounds: usize, part: f64) -> bool {
    (found as f64 / rounds as f64 - part).abs() < 0.04
}

#[test]
fn coins_fall_with_their_probability_and_are_thrown_again_while_nobody_is_active() {
    let (robots, sizes, rounds) = counts("probability = 0.2");
    // Given that somebody is active: 0.2 / (1 - 0.8^4).
    assert!(
        robots.iter().all(|&count| near(count, rounds, 0.338_8)),
        "{robots:?}"
    );
    assert!(
        sizes[0] == 0 && near(sizes[1], rounds, 0.693_8),
        "{sizes:?}"
    );
    let (robots, sizes, rounds) = counts("probability = 1.0");
    assert_eq!((robots, sizes[4]), ([rounds; 4], rounds));
}

#[test]
fn every_subset_but_the_empty_one_is_equally_likely() {
    let (robots, sizes, rounds) = counts("subset = \"uniform\"");
    assert!(
        robots.iter().all(|&count| near(count, rounds, 8.0 / 15.0)),
        "{robots:?}"
    );
    let expected = [0.0, 4.0, 6.0, 4.0, 1.0];
    for (size, ways) in expected.iter().enumerate() {
        assert!(near(sizes[size], rounds, ways / 15.0), "{sizes:?}");
    }
}

#[test]
fn rounds_of_a_fixed_size_have_that_size() {
    let (robots, sizes, all) = counts("subset = \"fixed\"\nsize = 3");
    assert_eq!(sizes[3], all);
    assert!(
        robots.iter().all(|&count| near(count, all, 0.75)),
        "{robots:?}"
    );
    // Where fewer are left, all of them are active.
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [0, 2]";
    let scenario = rounds(
        4,
        &format!("subset = \"fixed\"\nsize = 3\n[limits]\nrounds = 3\n{crash}"),
    );
    assert_eq!(run(&scenario).rounds(), [[1, 3]; 3]);
}

#[test]
fn groups_follow_each_other_and_robots_that_crashed_are_passed_over() {
    let groups = "subset = \"groups\"\ngroups = [[2, 0], [1], [3]]";
    let ran = run(&rounds(4, &format!("{groups}\n[limits]\nrounds = 5")));
    let expected: [&[u32]; 5] = [&[0, 2], &[1], &[3], &[0, 2], &[1]];
    assert_eq!(ran.rounds(), expected);
    assert_eq!(ran.times(), [0.0, 1.0, 2.0, 3.0, 4.0]);
    // Robot 2 crashes in mid-round, robot 1 while its round is planned: the next group takes that
    // round at the same instant.
    let crashes = "[[faults]]\nkind = \"crash\"\nrobots = [2]\ntime = 0.5\n\
                   [[faults]]\nkind = \"crash\"\nrobots = [1]\ntime = 0.75";
    let ran = run(&rounds(
        4,
        &format!("{groups}\n[limits]\nrounds = 6\n{crashes}"),
    ));
    let expected: [&[u32]; 5] = [&[0, 2], &[3], &[0], &[3], &[0]];
    assert_eq!(ran.rounds(), expected);
    // The round that nobody came to counts as one.
    assert_eq!(ran.times(), [0.0, 1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn scripts_are_followed_by_what_they_say() {
    let script = |rest: &str| {
        let script = "subset = \"script\"\nrounds = [[0], [2, 1]]";
        run(&rounds(3, &format!("{script}\n{rest}")))
    };
    let all: [&[u32]; 4] = [&[0], &[1, 2], &[0, 1, 2], &[0, 1, 2]];
    assert_eq!(script("[limits]\nrounds = 4").rounds(), all);
    assert_eq!(
        script("after = \"all\"\n[limits]\nrounds = 4").rounds(),
        all
    );
    let again: [&[u32]; 4] = [&[0], &[1, 2], &[0], &[1, 2]];
    let ran = script("after = \"repeat\"\n[limits]\nrounds = 4");
    assert_eq!(ran.rounds(), again);
    assert_eq!(ran.end, End::Condition);
    let ran = script("after = \"end\"");
    assert_eq!(ran.rounds(), again[..2]);
    assert_eq!(ran.end, End::Turns);
}

#[test]
fn rounds_of_robots_that_crashed_are_passed_over() {
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [0]";
    let script = "subset = \"script\"\nrounds = [[0], [0, 1], [0], [2]]";
    for (after, expected) in [
        ("end", vec![vec![1], vec![2]]),
        ("repeat", vec![vec![1], vec![2], vec![1], vec![2], vec![1]]),
        (
            "all",
            vec![vec![1], vec![2], vec![1, 2], vec![1, 2], vec![1, 2]],
        ),
    ] {
        let text = format!("{script}\nafter = \"{after}\"\n[limits]\nrounds = 5\n{crash}");
        let ran = run(&rounds(3, &text));
        assert_eq!(ran.rounds(), expected);
        assert_eq!(ran.times()[..2], [0.0, 1.0]);
    }
    // Nothing is left to do.
    let script = "subset = \"script\"\nrounds = [[0]]\nafter = \"end\"";
    let ran = run(&rounds(3, &format!("{script}\n{crash}")));
    assert_eq!((ran.rounds().len(), ran.end), (0, End::Turns));
}

#[test]
fn restricted_robots_rest_after_each_round() {
    for (robots, subset) in [
        (4, "subset = \"coin\"\nprobability = 0.7"),
        (4, "subset = \"uniform\""),
        (5, "subset = \"fixed\"\nsize = 3"),
        (4, "subset = \"groups\"\ngroups = [[0, 1], [2], [3]]"),
        (3, "subset = \"script\"\nrounds = [[0], [1, 2]]"),
        (3, "adversary = \"lonely\""),
        (1, "subset = \"coin\""),
    ] {
        let crash = "[[faults]]\nkind = \"crash\"\nrobots = [0]\ntime = 50.5";
        let text = format!("{subset}\nrestricted = true\n[limits]\ntime = 100.0\n");
        let text = if robots > 1 { text + crash } else { text };
        let ran = run(&rounds(robots, &text));
        let all = ran.activations();
        for pair in all.windows(2) {
            let [(before, first), (after, second)] = pair else {
                unreachable!()
            };
            let pause = after - before;
            if pause == 1.0 {
                assert!(
                    first.iter().all(|id| !second.contains(id)),
                    "{subset}: {pair:?}"
                );
            } else {
                // A round in which nobody was active.
                assert_eq!(pause, 2.0, "{subset}: {pair:?}");
            }
        }
        assert!(all.len() > 40, "{subset}: {all:?}");
    }
}

#[test]
fn where_everybody_must_rest_a_round_passes_without_anybody() {
    let ran = run(&rounds(
        2,
        "probability = 1.0\nrestricted = true\nidle = 0.5\n[limits]\nrounds = 3",
    ));
    assert_eq!(ran.rounds(), [[0, 1]; 3]);
    assert_eq!(ran.times(), [0.0, 1.0, 2.0]);
    // One that must rest although its group is the only one left keeps its turn.
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [1]\ntime = 0.5";
    let groups = "subset = \"groups\"\ngroups = [[0], [1]]\nrestricted = true";
    let ran = run(&rounds(
        2,
        &format!("{groups}\n[limits]\nrounds = 5\n{crash}"),
    ));
    assert_eq!(ran.rounds(), [[0]; 4]);
    // The round of robot 1 begins at 1 without it; robot 0 was active before that.
    assert_eq!(ran.times(), [0.0, 2.0, 4.0, 6.0]);
}

#[test]
fn all_crashed_and_one_robot_swarms_come_to_their_end() {
    for kind in [
        "ssync",
        "sequential",
        "k_bounded",
        "k_async",
        "k_nest",
        "script",
    ] {
        let steps = "steps = [{robot = 0, time = 1.0}]\nafter = \"repeat\"\nperiod = 1.0";
        let rest = if kind == "script" { steps } else { "" };
        let one = line(&[3.0], &format!("kind = \"{kind}\"\n{rest}"));
        assert_eq!(run(&one).end, End::Terminated, "{kind}");
        let crash = "[[faults]]\nkind = \"crash\"\ncount = 1";
        let crashed = line(&[3.0], &format!("kind = \"{kind}\"\n{rest}\n{crash}"));
        let ran = run(&crashed);
        assert_eq!((ran.end, ran.rows.len()), (End::Terminated, 1), "{kind}");
        // A crash from outside ends a swarm of robots that never would.
        let going = line(&[3.0], &format!("kind = \"{kind}\"\n{rest}"));
        let ran = run_with(
            &going.with_algorithm(stays()).with_stall_rule(false),
            &[(0, 0)],
        );
        assert_eq!(ran.end, End::Terminated, "{kind}");
    }
}

#[test]
fn a_crash_at_an_activation_takes_the_robot_out_of_its_round() {
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [1]\nactivation = 2";
    let groups = "subset = \"groups\"\ngroups = [[0], [1]]";
    let ran = run(&rounds(
        2,
        &format!("{groups}\n[limits]\ntime = 6.0\n{crash}"),
    ));
    assert_eq!(ran.rounds(), [[0], [1], [0], [0], [0], [0]]);
    assert_eq!(ran.times(), [0.0, 1.0, 2.0, 4.0, 5.0, 6.0]);
}
