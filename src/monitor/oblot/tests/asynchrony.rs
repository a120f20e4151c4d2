//! Activations in cycles, nesting, concurrency, and views that grow old.

use proptest::prelude::*;
use serde_json::json;

use super::{Did, Story, figure, number};
use crate::model::oblot::{Kind, Phase};
use crate::monitor::Finding;

const MONITOR: &str = "[[monitors]]\nkind = 'asynchrony'\n";

fn cycles(robots: usize, bounds: &str, cycles: &[(u32, f64, f64)]) -> Finding {
    super::cycles(robots, &format!("kind = 'asynchrony'\n{bounds}"), cycles)
}

fn row(robots: usize, bounds: &str) -> Story {
    let points: Vec<_> = (0..robots).map(|i| (10.0 * i as f64, 0.0)).collect();
    Story::new(&points, &format!("{MONITOR}{bounds}"))
}

/// The pairs of cycles that are nested and that cross, and the deepest nesting.
fn nesting(finding: &Finding) -> (f64, f64, f64) {
    let nested = figure(finding, "nested") == json!(true);
    assert_eq!(nested, number(finding, "crossing_pairs") == 0.0);
    (
        number(finding, "nested_pairs"),
        number(finding, "crossing_pairs"),
        number(finding, "depth"),
    )
}

/// The largest, the mean and the 95 % quantile of a measure of views.
fn views(finding: &Finding, name: &str) -> [f64; 3] {
    ["max", "mean", "95"].map(|part| number(finding, &format!("{name}_{part}")))
}

#[test]
fn a_run_without_cycles_has_no_means() {
    let finding = row(2, "").finding();
    assert_eq!(finding.holds, None);
    assert_eq!(nesting(&finding), (0.0, 0.0, 0.0));
    for key in [
        "k_mean",
        "concurrency_mean",
        "crossing_time",
        "age_max",
        "drift_95",
    ] {
        assert!(figure(&finding, key).is_null(), "{key}");
    }
}

#[test]
fn round_robin_never_overlaps() {
    let turns: Vec<_> = (0..9)
        .map(|i| (i % 3, f64::from(i), f64::from(i) + 0.5))
        .collect();
    let finding = cycles(3, "k_async = 0\nk_nest = 0\n", &turns);
    assert_eq!(finding.holds, Some(true));
    assert_eq!(nesting(&finding), (0.0, 0.0, 1.0));
    assert_eq!(
        (number(&finding, "k_async"), number(&finding, "k_mean")),
        (0.0, 0.0)
    );
    assert_eq!(
        (number(&finding, "gap"), number(&finding, "gap_activations")),
        (3.0, 2.0)
    );
    // Nine cycles of half a unit in 8.5 units.
    assert_eq!(number(&finding, "concurrency"), 1.0);
    assert_eq!(number(&finding, "concurrency_mean"), 4.5 / 8.5);
}

#[test]
fn activations_inside_one_cycle_are_the_k_of_k_async() {
    // Robot 1 is activated twice in the cycle of robot 0, robot 2 once.
    let turns = [(0, 0.0, 9.0), (1, 1.0, 2.0), (2, 3.0, 4.0), (1, 5.0, 6.0)];
    let finding = cycles(3, "", &turns);
    assert_eq!(number(&finding, "k_async"), 2.0);
    assert_eq!(number(&finding, "inside"), 3.0);
    // Three activations in four cycles with two others each.
    assert_eq!(number(&finding, "k_mean"), 3.0 / 8.0);
    assert_eq!(nesting(&finding), (3.0, 0.0, 2.0));
    assert_eq!(number(&finding, "concurrency"), 2.0);
    assert_eq!(number(&finding, "concurrency_mean"), 12.0 / 9.0);
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
    assert_eq!(finding.holds, Some(false));
    assert_eq!(nesting(&finding), (0.0, 1.0, 1.0));
    assert_eq!(number(&finding, "concurrency"), 2.0);
    assert_eq!(number(&finding, "crossing_time"), 2.0);
    assert_eq!(figure(&finding, "crossing_robots"), json!([0, 1]));
    // It is no matter of k-ASYNC.
    assert_eq!(cycles(2, "k_async = 1\n", &turns).holds, Some(true));
}

#[test]
fn cycles_that_share_an_end_are_nested_and_those_that_only_touch_are_disjoint() {
    for (turns, pairs, depth) in [
        ([(0, 0.0, 2.0), (1, 1.0, 2.0)], 1.0, 2.0),
        ([(1, 0.0, 2.0), (0, 1.0, 2.0)], 1.0, 2.0),
        ([(0, 0.0, 2.0), (1, 0.0, 3.0)], 1.0, 2.0),
        ([(0, 0.0, 2.0), (1, 0.0, 2.0)], 1.0, 2.0),
        ([(0, 0.0, 3.0), (1, 1.0, 2.0)], 1.0, 2.0),
        ([(0, 0.0, 2.0), (1, 2.0, 3.0)], 0.0, 1.0),
        ([(1, 0.0, 2.0), (0, 2.0, 3.0)], 0.0, 1.0),
    ] {
        let finding = cycles(2, "", &turns);
        assert_eq!(nesting(&finding), (pairs, 0.0, depth), "{turns:?}");
    }
}

#[test]
fn the_deepest_nesting_is_a_chain_and_no_crowd() {
    // Three in their cycles at once, of which only two are nested at any time.
    let turns = [(0, 0.0, 4.0), (1, 1.0, 5.0), (2, 2.0, 3.0)];
    let finding = cycles(3, "", &turns);
    assert_eq!(nesting(&finding), (2.0, 1.0, 2.0));
    assert_eq!(number(&finding, "concurrency"), 3.0);
    // Within each other, and beside them another pair.
    let turns = [
        (0, 0.0, 9.0),
        (1, 1.0, 8.0),
        (2, 2.0, 3.0),
        (3, 4.0, 7.0),
        (2, 5.0, 6.0),
    ];
    let finding = cycles(4, "k_nest = 2\n", &turns);
    assert_eq!(finding.holds, Some(true));
    assert_eq!(nesting(&finding), (8.0, 0.0, 4.0));
}

#[test]
fn a_cycle_of_one_instant_lies_within_those_around_it() {
    let mut story = row(3, "");
    story.leaves(0.0, 0, (0.0, 5.0)).stays(1.0, 1).stays(1.0, 2);
    story.arrives(4.0, 0, (0.0, 4.0));
    let finding = story.finding();
    // Those of one instant do not overlap each other.
    assert_eq!(nesting(&finding), (2.0, 0.0, 2.0));
    assert_eq!(
        (number(&finding, "k_async"), number(&finding, "inside")),
        (1.0, 2.0)
    );
    assert_eq!(
        (
            number(&finding, "concurrency"),
            number(&finding, "concurrency_mean")
        ),
        (3.0, 1.0)
    );
}

#[test]
fn a_cycle_that_is_open_at_the_end_counts() {
    let mut story = row(2, "k_nest = 9\n");
    story.leaves(0.0, 0, (0.0, 5.0)).leaves(1.0, 1, (10.0, 5.0));
    story.arrives(2.0, 0, (0.0, 2.0)).stays(3.0, 0);
    let finding = story.finding();
    assert_eq!(
        (finding.holds, number(&finding, "crossing_time")),
        (Some(false), 2.0)
    );
    assert_eq!(nesting(&finding), (0.0, 1.0, 1.0));
    assert_eq!(
        (number(&finding, "k_async"), number(&finding, "inside")),
        (1.0, 1.0)
    );
    assert_eq!(number(&finding, "concurrency_mean"), 4.0 / 3.0);
}

#[test]
fn synchronous_rounds_are_1_async_and_nested_whatever_the_ids() {
    let mut story = row(3, "k_async = 1\nk_nest = 1\n");
    for time in [0.0, 10.0] {
        let up = |x: f64| Did::Leaves((x, time + 5.0));
        story.round(time, &[up(0.0), Did::Stays, up(20.0)]);
        story.arrives(time + 4.0, 2, (20.0, time + 5.0));
        story.arrives(time + 5.0, 0, (0.0, time + 5.0));
    }
    let finding = story.finding();
    assert_eq!(finding.holds, Some(true));
    assert_eq!(nesting(&finding), (2.0, 0.0, 2.0));
    // Of the six cycles four take time, and two others are activated in each of them.
    assert_eq!(number(&finding, "k_mean"), 8.0 / 12.0);
    assert_eq!(
        (number(&finding, "inside"), number(&finding, "concurrency")),
        (2.0, 3.0)
    );
    assert_eq!(number(&finding, "concurrency_mean"), 18.0 / 15.0);
    // No Compute took time.
    for name in ["age", "stale", "drift"] {
        assert_eq!(views(&finding, name), [0.0; 3], "{name}");
    }
}

#[test]
fn a_crash_and_a_transient_fault_end_cycles() {
    let mut story = row(3, "");
    story
        .leaves(0.0, 0, (0.0, 9.0))
        .leaves(1.0, 1, (10.0, 9.0))
        .leaves(2.0, 2, (20.0, 9.0));
    // Robot 0 crashes on its way; robot 1 is taken off it; robot 2 arrives last.
    story.crashes(3.0, 0, Some((0.0, 3.0)));
    story.robot(4.0, Kind::Fault, 1, Did::Struck((50.0, 0.0), Phase::Wait));
    story.arrives(5.0, 2, (20.0, 3.0));
    let finding = story.finding();
    assert_eq!(nesting(&finding), (0.0, 3.0, 1.0));
    assert_eq!(
        (
            number(&finding, "concurrency"),
            number(&finding, "concurrency_mean")
        ),
        (3.0, 9.0 / 5.0)
    );
    // A robot that crashed waits for nothing.
    assert_eq!(number(&finding, "gap"), 4.0);
}

#[test]
fn views_are_as_old_as_others_have_moved_meanwhile() {
    let mut story = row(3, "");
    // Robot 1 goes 1 a unit of time, along (10, t).
    story.leaves(0.0, 1, (10.0, 8.0)).computes(2.0, 0);
    // Seen at (10, 2), it is at (10, 5) when robot 0 leaves.
    story
        .acts(5.0, 0, Did::Leaves((0.0, 1.0)))
        .arrives(6.0, 0, (0.0, 1.0));
    let finding = story.arrives(8.0, 1, (10.0, 8.0)).finding();
    // Two cycles, of which that of robot 1 took no time to compute; robot 2 rests.
    assert_eq!(views(&finding, "age"), [3.0, 1.5, 3.0]);
    assert_eq!(views(&finding, "stale"), [3.0, 1.5, 3.0]);
    assert_eq!(views(&finding, "drift"), [1.5, 0.75, 1.5]);
}

#[test]
fn who_came_back_is_where_it_was_seen() {
    let mut story = row(2, "");
    story.computes(1.0, 0).leaves(2.0, 1, (10.0, 3.0));
    story
        .arrives(5.0, 1, (10.0, 3.0))
        .leaves(6.0, 1, (10.0, 0.0))
        .arrives(9.0, 1, (10.0, 0.0));
    story.acts(9.0, 0, Did::Stays).computes(10.0, 0);
    // Going on from there, it is half way when robot 0 acts.
    story
        .leaves(10.0, 1, (10.0, 4.0))
        .acts(12.0, 0, Did::Stays)
        .arrives(14.0, 1, (10.0, 4.0));
    let finding = story.finding();
    assert_eq!(views(&finding, "age"), [8.0, 10.0 / 5.0, 8.0]);
    assert_eq!(views(&finding, "stale"), [2.0, 2.0 / 5.0, 2.0]);
}

#[test]
fn members_of_a_round_see_the_world_as_it_was_before_it() {
    let mut story = row(3, "");
    // Robots 0 and 2 hop in the round in which robot 1 begins to compute.
    story.round(
        1.0,
        &[Did::Hops((0.0, 4.0)), Did::Computes, Did::Hops((20.0, 2.0))],
    );
    let finding = story.acts(3.0, 1, Did::Stays).finding();
    assert_eq!(views(&finding, "stale"), [4.0, 4.0 / 3.0, 4.0]);
    assert_eq!(views(&finding, "drift"), [3.0, 1.0, 3.0]);
}

#[test]
fn robots_out_of_sight_do_not_count() {
    let mut story = row(3, "[visibility]\nradius = 15.0\n");
    // Robot 2 is not seen from where robot 0 looks, and comes near later.
    story.computes(0.0, 0).leaves(1.0, 2, (12.0, 0.0));
    story.arrives(9.0, 2, (12.0, 0.0)).acts(9.0, 0, Did::Stays);
    let finding = story.finding();
    assert_eq!(views(&finding, "stale"), [0.0; 3]);
    assert_eq!(views(&finding, "age"), [9.0, 4.5, 9.0]);
}

#[test]
fn who_crashes_or_is_still_computing_acts_on_no_view() {
    let mut story = row(3, "");
    story.computes(0.0, 0).computes(0.5, 1).computes(1.0, 2);
    // Robot 1 is put elsewhere while it computes, which changes nothing about its cycle.
    story.robot(2.0, Kind::Fault, 1, Did::Struck((10.0, 6.0), Phase::Look));
    story.crashes(3.0, 0, None).acts(4.0, 1, Did::Ends);
    let finding = story.finding();
    assert_eq!(views(&finding, "age"), [3.5; 3]);
    assert_eq!(views(&finding, "stale"), [0.0; 3]);
    // All three cycles count: [0, 3], [0.5, 4] and the one that is open at the end.
    assert_eq!(nesting(&finding), (1.0, 2.0, 2.0));
    let mut story = row(2, "");
    // The other sees robot 1 leap.
    story.computes(0.0, 0);
    story.robot(1.0, Kind::Fault, 1, Did::Struck((10.0, 6.0), Phase::Wait));
    let finding = story.acts(2.0, 0, Did::Hops((0.0, 1.0))).finding();
    assert_eq!(views(&finding, "stale"), [6.0; 3]);
}

/// One cycle of a robot; without an end it is open when the run ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cycle {
    pub(super) robot: u32,
    pub(super) start: f64,
    pub(super) end: Option<f64>,
    /// The number of the event in which it begins.
    pub(super) begun: u64,
    /// The number of the event in which it ends.
    pub(super) over: Option<u64>,
}

/// What the definitions of `docs/monitors.md` say, word by word.
#[derive(Debug, PartialEq)]
pub(super) struct Defined {
    asynchronous: usize,
    inside: usize,
    /// Over all cycles.
    all_inside: usize,
    nested: usize,
    crossing: usize,
    crossing_time: Option<f64>,
    depth: usize,
    concurrency: usize,
    busy_time: f64,
}

impl Defined {
    pub(super) fn of(robots: usize, cycles: &[Cycle], end: f64) -> Self {
        let ids = || 0..robots as u32;
        let until = |cycle: &Cycle| cycle.end.unwrap_or(end);
        let within =
            |one: &Cycle, time: f64| one.start <= time && one.end.is_none_or(|end| time < end);
        let count = |one: &Cycle, other: u32| {
            let of = cycles.iter().filter(|cycle| cycle.robot == other);
            let begun = |cycle: &&Cycle| {
                one.begun <= cycle.begun && one.over.is_none_or(|over| cycle.begun < over)
            };
            of.filter(begun).count()
        };
        let others = |one: Cycle| ids().filter(move |&other| other != one.robot);
        let most = |one: &Cycle| others(*one).map(|other| count(one, other)).max();
        let all = |one: &Cycle| -> usize { others(*one).map(|other| count(one, other)).sum() };
        let (mut nested, mut crossing) = (0, 0);
        let mut crossing_time: Option<f64> = None;
        for (index, a) in cycles.iter().enumerate() {
            for b in &cycles[..index] {
                let (first, then) = if a.start <= b.start { (a, b) } else { (b, a) };
                if a.robot == b.robot || !overlap(a, b, end) {
                    continue;
                }
                if first.start < then.start && until(first) < until(then) {
                    crossing += 1;
                    let time = until(first);
                    crossing_time = Some(crossing_time.map_or(time, |least| least.min(time)));
                } else {
                    nested += 1;
                }
            }
        }
        let busy = |time: f64| {
            let in_cycle = |robot: &u32| {
                let mut own = cycles.iter().filter(|cycle| cycle.robot == *robot);
                own.any(|cycle| {
                    within(cycle, time) || (cycle.start == time && cycle.end == Some(time))
                })
            };
            ids().filter(in_cycle).count()
        };
        Defined {
            asynchronous: cycles.iter().filter_map(most).max().unwrap_or(0),
            inside: cycles.iter().map(all).max().unwrap_or(0),
            all_inside: cycles.iter().map(all).sum(),
            nested,
            crossing,
            crossing_time,
            depth: depth(cycles, end),
            concurrency: cycles.iter().map(|c| busy(c.start)).max().unwrap_or(0),
            busy_time: cycles.iter().map(|c| until(c) - c.start).sum(),
        }
    }

    #[track_caller]
    pub(super) fn check(&self, finding: &Finding, robots: usize, cycles: usize, end: f64) {
        let whole = |key: &str| number(finding, key) as usize;
        let near = |key: &str, expected: f64| {
            let found = figure(finding, key).as_f64().unwrap_or(0.0);
            assert!(
                (found - expected).abs() <= 1e-9 * expected.abs(),
                "{key}: {found}, not {expected}"
            );
        };
        let found = Defined {
            asynchronous: whole("k_async"),
            inside: whole("inside"),
            nested: whole("nested_pairs"),
            crossing: whole("crossing_pairs"),
            crossing_time: figure(finding, "crossing_time").as_f64(),
            depth: whole("depth"),
            concurrency: whole("concurrency"),
            ..*self
        };
        assert_eq!(found, *self);
        if end > 0.0 {
            near("concurrency_mean", self.busy_time / end);
        }
        let pairs = cycles * robots.saturating_sub(1);
        near("k_mean", self.all_inside as f64 / pairs.max(1) as f64);
    }
}

/// Whether two cycles share more than an end.
fn overlap(a: &Cycle, b: &Cycle, end: f64) -> bool {
    a.start < b.end.unwrap_or(end) && b.start < a.end.unwrap_or(end)
}

/// The longest chain of cycles each of which lies within the one before, by trying all.
fn depth(cycles: &[Cycle], end: f64) -> usize {
    let until = |cycle: &Cycle| cycle.end.unwrap_or(end);
    let mut sorted = cycles.to_vec();
    // Whatever lies within a cycle comes after it.
    sorted.sort_by(|a, b| {
        let ends = until(b).total_cmp(&until(a));
        a.start.total_cmp(&b.start).then(ends)
    });
    let mut longest = vec![1; sorted.len()];
    for inner in 0..sorted.len() {
        for outer in 0..inner {
            let (a, b) = (&sorted[outer], &sorted[inner]);
            if until(b) <= until(a) && overlap(a, b, end) {
                longest[inner] = longest[inner].max(longest[outer] + 1);
            }
        }
    }
    longest.into_iter().max().unwrap_or(0)
}

/// What the robots of a story do, one after the other: rest, then be in a cycle, for so long.
type Lives = Vec<Vec<(u32, u32)>>;

/// Tells a story in whole units of time, so that much happens at one instant. Events of one instant
/// come in the order of the lives. Robots whose bit is set do not end their last cycle.
fn told(lives: &Lives, open: u8) -> (Finding, Vec<Cycle>, f64) {
    let mut events = Vec::new();
    for (index, life) in lives.iter().enumerate() {
        // The robots come in the opposite order of their ids.
        let robot = (lives.len() - 1 - index) as u32;
        let mut now = 0.0;
        for (turn, &(rests, takes)) in life.iter().enumerate() {
            now += f64::from(rests);
            let at_once = takes == 0;
            events.push((now, robot, true, at_once));
            now += f64::from(takes);
            let goes_on = turn + 1 == life.len() && open >> index & 1 == 1;
            if !at_once && !goes_on {
                events.push((now, robot, false, true));
            }
        }
    }
    events.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut story = row(lives.len(), "");
    let mut cycles: Vec<Cycle> = Vec::new();
    for (number, &(time, robot, starts, ends)) in (0..).zip(&events) {
        let at = (10.0 * f64::from(robot), 0.0);
        match (starts, ends) {
            (true, true) => story.stays(time, robot),
            (true, false) => story.leaves(time, robot, (at.0, 1.0)),
            _ => story.arrives(time, robot, at),
        };
        if starts {
            cycles.push(Cycle {
                robot,
                start: time,
                end: None,
                begun: number,
                over: None,
            });
        }
        if ends {
            let mut own = cycles.iter_mut().filter(|cycle| cycle.robot == robot);
            let cycle = own.next_back().unwrap();
            (cycle.end, cycle.over) = (Some(time), Some(number));
        }
    }
    let end = events.last().map_or(0.0, |event| event.0);
    (story.finding(), cycles, end)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// The measured figures are those of their definitions, also where much happens at one instant.
    #[test]
    fn figures_are_those_of_the_definitions(
        lives in proptest::collection::vec(
            proptest::collection::vec((0_u32..4, 0_u32..6), 0..7),
            1..8,
        ),
        open in any::<u8>(),
    ) {
        let (finding, cycles, end) = told(&lives, open);
        let defined = Defined::of(lives.len(), &cycles, end);
        defined.check(&finding, lives.len(), cycles.len(), end);
    }
}
