//! Gaps, and the bound of fairness.

use proptest::prelude::*;
use serde_json::json;

use super::{Did, Story, figure, number};
use crate::monitor::Finding;

fn cycles(robots: usize, bounds: &str, cycles: &[(u32, f64, f64)]) -> Finding {
    super::cycles(robots, &format!("kind = 'fairness'\n{bounds}"), cycles)
}

#[test]
fn round_robin_is_1_bounded() {
    let turns: Vec<_> = (0..9)
        .map(|i| (i % 3, f64::from(i), f64::from(i) + 0.5))
        .collect();
    let finding = cycles(3, "", &turns);
    assert_eq!(finding.holds, None);
    assert_eq!(number(&finding, "k_bounded"), 1.0);
    assert_eq!(
        (number(&finding, "gap"), number(&finding, "gap_activations")),
        (3.0, 2.0)
    );
}

#[test]
fn the_most_activations_of_one_other_between_two_of_a_robot_count() {
    // Between the two cycles of robot 0: robot 1 three times, robot 2 twice.
    let turns = [
        (0, 0.0, 0.5),
        (1, 1.0, 1.5),
        (2, 2.0, 2.5),
        (1, 3.0, 3.5),
        (2, 4.0, 4.5),
        (1, 5.0, 5.5),
        (0, 6.0, 6.5),
    ];
    let finding = cycles(3, "", &turns);
    assert_eq!(number(&finding, "k_bounded"), 3.0);
    assert_eq!(number(&finding, "gap_activations"), 5.0);
    assert_eq!(
        (number(&finding, "gap"), figure(&finding, "gap_robot")),
        (6.0, json!(0))
    );
    for (bounds, holds) in [("k_bounded = 3\n", true), ("k_bounded = 2\n", false)] {
        assert_eq!(cycles(3, bounds, &turns).holds, Some(holds), "{bounds}");
    }
}

#[test]
fn a_robot_that_is_activated_no_more_makes_the_schedule_unfair() {
    let mut turns = vec![(0, 0.0, 0.5)];
    turns.extend((1..8).map(|i| (1, f64::from(i), f64::from(i) + 0.5)));
    let finding = cycles(2, "", &turns);
    assert_eq!(
        (
            number(&finding, "k_bounded"),
            number(&finding, "gap_activations")
        ),
        (7.0, 7.0)
    );
    // One that never was has no last activation, but a gap and a name.
    let finding = cycles(2, "", &turns[1..]);
    assert_eq!(
        (number(&finding, "k_bounded"), number(&finding, "starved")),
        (0.0, 1.0)
    );
    assert_eq!(
        (number(&finding, "gap"), figure(&finding, "gap_robot")),
        (7.5, json!(0))
    );
}

#[test]
fn whoever_crashed_or_ended_starves_nobody() {
    for out in [Did::Ends, Did::Crashes(None)] {
        let points = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)];
        let mut story = Story::new(&points, "[[monitors]]\nkind = 'fairness'\n");
        story.stays(0.0, 0).stays(1.0, 1).stays(2.0, 2);
        match out {
            Did::Crashes(_) => story.crashes(3.0, 0, None),
            out => story.looks(3.0, 0, out),
        };
        for time in 4..9 {
            story.stays(f64::from(time), 1 + (time % 2) as u32);
        }
        let finding = story.finding();
        assert_eq!(number(&finding, "k_bounded"), 1.0);
        assert_eq!(
            (number(&finding, "gap"), number(&finding, "starved")),
            (3.0, 0.0)
        );
    }
    let rest = "[[monitors]]\nkind = 'fairness'\n[[faults]]\nkind = 'crash'\nrobots = [0]\n";
    let mut story = Story::new(&[(0.0, 0.0), (5.0, 0.0)], rest);
    story
        .crashes(1.0, 0, None)
        .stays(2.0, 1)
        .stays(3.0, 1)
        .stays(4.0, 1);
    let finding = story.finding();
    assert_eq!(
        (number(&finding, "k_bounded"), number(&finding, "starved")),
        (0.0, 0.0)
    );
}

/// The cycles of a few robots, none of which begins before the last one of the same robot is over.
fn any_cycles() -> impl Strategy<Value = (usize, Vec<(u32, f64, f64)>)> {
    let cycles = proptest::collection::vec((0.01..5.0_f64, 0.01..5.0_f64), 0..8);
    proptest::collection::vec(cycles, 1..6).prop_map(|robots| {
        let mut all = Vec::new();
        for (robot, cycles) in (0u32..).zip(&robots) {
            let mut now = 0.0;
            for (rests, takes) in cycles {
                let start = now + rests;
                now = start + takes;
                all.push((robot, start, now));
            }
        }
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        (robots.len(), all)
    })
}

#[test]
fn synchronous_rounds_are_1_bounded() {
    let points = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)];
    let mut story = Story::new(&points, "[[monitors]]\nkind = 'fairness'\nk_bounded = 1\n");
    for time in [0.0, 10.0, 20.0] {
        story.round(time, &[Did::Stays, Did::Stays, Did::Stays]);
    }
    let finding = story.finding();
    assert_eq!(
        (finding.holds, number(&finding, "k_bounded")),
        (Some(true), 1.0)
    );
    assert_eq!(
        (number(&finding, "gap"), number(&finding, "gap_activations")),
        (10.0, 2.0)
    );
}

proptest! {
    /// The measured figures are those of their definitions, word by word.
    #[test]
    fn figures_are_those_of_the_definitions((robots, all) in any_cycles()) {
        let finding = cycles(robots, "", &all);
        let of = |robot: u32| all.iter().filter(move |cycle| cycle.0 == robot);
        let ids = 0..robots as u32;
        let between = |other: u32, from: f64, to: f64| {
            of(other).filter(|cycle| cycle.1 > from && cycle.1 < to).count()
        };
        let end = all.iter().map(|cycle| cycle.2).fold(0.0, f64::max);
        let (mut bounded, mut gap) = (0, 0.0_f64);
        for robot in ids.clone() {
            let starts: Vec<f64> = of(robot).map(|cycle| cycle.1).collect();
            for (index, &start) in starts.iter().enumerate() {
                let next = starts.get(index + 1).copied().unwrap_or(f64::INFINITY);
                let others = ids.clone().filter(|&other| other != robot);
                let most = others.map(|other| between(other, start, next)).max();
                bounded = bounded.max(most.unwrap_or(0));
                gap = gap.max(next.min(end) - start);
            }
            gap = gap.max(starts.first().copied().unwrap_or(end));
        }
        prop_assert_eq!(number(&finding, "k_bounded"), bounded as f64);
        prop_assert_eq!(number(&finding, "gap"), gap);
    }
}
