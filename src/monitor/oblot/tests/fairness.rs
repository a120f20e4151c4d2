//! Gaps, measured bounds and nesting.

use proptest::prelude::*;
use serde_json::json;

use super::{Did, Story, figure, number};
use crate::monitor::Finding;

fn story(robots: usize, bounds: &str) -> Story {
    let points: Vec<_> = (0..robots).map(|i| (10.0 * i as f64, 0.0)).collect();
    Story::new(
        &points,
        &format!("[[monitors]]\nkind = 'fairness'\n{bounds}"),
    )
}

/// Robots whose cycles are from one time to another, in the order of the times; one cycle of a
/// robot after the other.
fn cycles(robots: usize, bounds: &str, cycles: &[(u32, f64, f64)]) -> Finding {
    let mut story = story(robots, bounds);
    let start = |&(robot, start, _): &(u32, f64, f64)| (start, 1, robot);
    let end = |&(robot, _, end): &(u32, f64, f64)| (end, 0, robot);
    let mut events: Vec<_> = cycles
        .iter()
        .map(start)
        .chain(cycles.iter().map(end))
        .collect();
    events.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (time, starts, robot) in events {
        let at = (10.0 * f64::from(robot), 0.0);
        if starts == 1 {
            story.leaves(time, robot, (at.0, 1.0));
        } else {
            story.arrives(time, robot, at);
        }
    }
    story.finding()
}

fn bounded(finding: &Finding) -> (f64, f64, bool) {
    let nested = figure(finding, "nested") == json!(true);
    (
        number(finding, "k_bounded"),
        number(finding, "k_async"),
        nested,
    )
}

#[test]
fn round_robin_is_1_bounded_and_never_overlaps() {
    let turns: Vec<_> = (0..9)
        .map(|i| (i % 3, f64::from(i), f64::from(i) + 0.5))
        .collect();
    let finding = cycles(3, "", &turns);
    assert_eq!(finding.holds, None);
    assert_eq!(bounded(&finding), (1.0, 0.0, true));
    assert_eq!(
        (number(&finding, "gap"), number(&finding, "gap_activations")),
        (3.0, 2.0)
    );
    assert_eq!(
        (number(&finding, "inside"), number(&finding, "depth")),
        (0.0, 1.0)
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
    for (bounds, holds) in [
        ("k_bounded = 3\n", true),
        ("k_bounded = 2\n", false),
        ("k_async = 0\n", true),
        ("k_nest = 0\n", true),
        ("k_async = 0\nk_bounded = 2\n", false),
    ] {
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
        let mut story = story(3, "");
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

#[test]
fn activations_inside_one_cycle_are_the_k_of_k_async() {
    // Robot 1 is activated twice in the cycle of robot 0, robot 2 once.
    let turns = [(0, 0.0, 9.0), (1, 1.0, 2.0), (2, 3.0, 4.0), (1, 5.0, 6.0)];
    let finding = cycles(3, "", &turns);
    assert_eq!(bounded(&finding), (2.0, 2.0, true));
    assert_eq!(
        (number(&finding, "inside"), number(&finding, "depth")),
        (3.0, 2.0)
    );
    for (bounds, holds) in [
        ("k_async = 2\n", true),
        ("k_async = 1\n", false),
        ("k_nest = 2\n", true),
        ("k_nest = 1\n", false),
    ] {
        assert_eq!(cycles(3, bounds, &turns).holds, Some(holds), "{bounds}");
    }
}

#[test]
fn cycles_that_overlap_are_not_nested() {
    let turns = [(0, 0.0, 2.0), (1, 1.0, 3.0)];
    let finding = cycles(2, "k_nest = 5\n", &turns);
    assert_eq!(
        (finding.holds, bounded(&finding)),
        (Some(false), (1.0, 1.0, false))
    );
    assert_eq!(number(&finding, "unnested_time"), 2.0);
    assert_eq!(figure(&finding, "unnested_robots"), json!([0, 1]));
    // It is no matter of k-ASYNC.
    assert_eq!(cycles(2, "k_async = 1\n", &turns).holds, Some(true));
}

#[test]
fn cycles_that_share_an_end_are_nested() {
    for turns in [
        [(0, 0.0, 2.0), (1, 1.0, 2.0)],
        [(0, 0.0, 2.0), (1, 0.0, 3.0)],
        [(0, 0.0, 2.0), (1, 2.0, 3.0)],
        [(0, 0.0, 3.0), (1, 1.0, 2.0)],
    ] {
        assert!(bounded(&cycles(2, "", &turns)).2, "{turns:?}");
    }
}

#[test]
fn a_cycle_that_is_open_at_the_end_counts() {
    let mut story = story(2, "k_nest = 9\n");
    story.leaves(0.0, 0, (0.0, 5.0)).leaves(1.0, 1, (10.0, 5.0));
    story.arrives(2.0, 0, (0.0, 2.0)).stays(3.0, 0);
    let finding = story.finding();
    assert_eq!(
        (finding.holds, number(&finding, "unnested_time")),
        (Some(false), 2.0)
    );
    assert_eq!(
        (number(&finding, "k_async"), number(&finding, "inside")),
        (1.0, 1.0)
    );
}

#[test]
fn the_first_overlap_counts_even_if_it_is_told_later() {
    // Robot 1 overlaps 0 from 2 on, which is known at 9; robot 3 overlaps 2 from 5 on.
    let turns = [(0, 0.0, 2.0), (1, 1.0, 9.0), (2, 3.0, 5.0), (3, 4.0, 6.0)];
    let finding = cycles(4, "", &turns);
    assert_eq!(number(&finding, "unnested_time"), 2.0);
    assert_eq!(figure(&finding, "unnested_robots"), json!([0, 1]));
}

#[test]
fn synchronous_rounds_are_1_bounded_and_nested() {
    let mut story = story(3, "k_bounded = 1\nk_async = 1\nk_nest = 1\n");
    for time in [0.0, 10.0] {
        let up = |x: f64| Did::Leaves((x, time + 5.0));
        story.round(time, &[up(0.0), Did::Stays, up(20.0)]);
        story.arrives(time + 4.0, 2, (20.0, time + 5.0));
        story.arrives(time + 5.0, 0, (0.0, time + 5.0));
    }
    let finding = story.finding();
    assert_eq!(
        (finding.holds, bounded(&finding)),
        (Some(true), (1.0, 1.0, true))
    );
    assert_eq!(number(&finding, "depth"), 2.0);
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

proptest! {
    /// The measured figures are those of their definitions, word by word.
    #[test]
    fn figures_are_those_of_the_definitions((robots, all) in any_cycles()) {
        let finding = cycles(robots, "", &all);
        let of = |robot: u32| all.iter().filter(move |cycle| cycle.0 == robot);
        let ids = 0..robots as u32;
        let others = |robot: u32| ids.clone().filter(move |&other| other != robot);
        let between = |other: u32, from: f64, to: f64| {
            of(other).filter(|cycle| cycle.1 > from && cycle.1 < to).count()
        };
        let end = all.iter().map(|cycle| cycle.2).fold(0.0, f64::max);
        let (mut bounded, mut asynchronous, mut inside, mut gap) = (0, 0, 0, 0.0_f64);
        let mut unnested = f64::INFINITY;
        for robot in ids.clone() {
            let starts: Vec<f64> = of(robot).map(|cycle| cycle.1).collect();
            for (index, &start) in starts.iter().enumerate() {
                let next = starts.get(index + 1).copied().unwrap_or(f64::INFINITY);
                let most = others(robot).map(|other| between(other, start, next)).max();
                bounded = bounded.max(most.unwrap_or(0));
                gap = gap.max(next.min(end) - start);
            }
            gap = gap.max(starts.first().copied().unwrap_or(end));
            for &(_, a, b) in of(robot) {
                let counts = || others(robot).map(|other| between(other, a, b));
                asynchronous = asynchronous.max(counts().max().unwrap_or(0));
                inside = inside.max(counts().sum());
                for &(other, c, d) in &all {
                    if other != robot && a < c && c < b && b < d {
                        unnested = unnested.min(b);
                    }
                }
            }
        }
        let open_at = |time: f64| all.iter().filter(|c| c.1 <= time && time < c.2).count();
        let depth = all.iter().map(|cycle| open_at(cycle.1)).max().unwrap_or(0);
        prop_assert_eq!(number(&finding, "k_bounded"), bounded as f64);
        prop_assert_eq!(number(&finding, "k_async"), asynchronous as f64);
        prop_assert_eq!(number(&finding, "inside"), inside as f64);
        prop_assert_eq!(number(&finding, "depth"), depth as f64);
        prop_assert_eq!(number(&finding, "gap"), gap);
        let found = figure(&finding, "unnested_time").as_f64().unwrap_or(f64::INFINITY);
        prop_assert_eq!(found, unnested);
        prop_assert_eq!(figure(&finding, "nested"), json!(unnested == f64::INFINITY));
    }
}
