//! Epochs, rounds, ends and the Stalled rule, counted by hand.

use super::{Census, CensusSetup, MemberSetup, Sweep};
use crate::math::Point;
use crate::model::oblot::directive::Payload;
use crate::model::oblot::faults::Restless;
use crate::model::oblot::positions::Appearance;
use crate::model::oblot::{Code, Event, Kind, Outcome, RobotOutcome};
use crate::model::{Director as _, End, Members, PartId, Target};

/// The kind of an event, its code, and whether the robot decided to stay.
type What = (Kind, Code, bool);

/// Feeds a census.
struct Story {
    census: Census,
    number: u64,
}

/// A look that decides to stay; a departure; an arrival; and so on.
const STAYS: What = (Kind::Look, Code::Resting, true);
const IS_THERE_AT_ONCE: What = (Kind::Look, Code::Resting, false);
const LEAVES: What = (Kind::Look, Code::Moving, false);
const ARRIVES: What = (Kind::Wait, Code::Resting, false);
const ENDS: What = (Kind::Look, Code::Terminated, true);
const CRASHES: What = (Kind::Crash, Code::Crashed, false);
const IGNORES: What = (Kind::Look, Code::Ignored, false);
const COMPUTES: What = (Kind::Look, Code::Computing, false);
const DECIDES_TO_STAY: What = (Kind::Move, Code::Resting, true);

fn outcome(code: Code, frozen: bool) -> Outcome {
    Outcome::Robot(RobotOutcome {
        code,
        position: Point::new(0.0, 0.0),
        target: None,
        appearance: Appearance {
            frozen,
            ..Appearance::START
        },
        aside: None,
    })
}

impl Story {
    fn new(robots: Vec<MemberSetup>, stalls: bool) -> Self {
        let setup = CensusSetup {
            robots,
            stalls,
            ..CensusSetup::default()
        };
        Story {
            census: Census::new(setup),
            number: 0,
        }
    }

    fn of(robots: usize) -> Self {
        Story::new(vec![MemberSetup::default(); robots], true)
    }

    fn event(&mut self, target: Target, kind: Kind, results: &[(i32, Outcome)]) -> Option<End> {
        let event = Event {
            number: self.number,
            time: self.number as f64,
            due: self.number as f64,
            target,
            kind,
            payload: Payload::Nothing,
        };
        self.number += 1;
        let mut wakes = Vec::new();
        let end = self.census.committed(&event, results, &mut wakes);
        assert!(wakes.is_empty(), "nobody planned rounds");
        end
    }

    fn robot(&mut self, id: u32, (kind, code, frozen): What) -> Option<End> {
        let results = [(id as i32, outcome(code, frozen))];
        self.event(Target::Robot(id), kind, &results)
    }

    /// Nothing of this ends the run.
    fn goes_on(&mut self, story: &[(u32, What)]) {
        for &(id, what) in story {
            assert_eq!(self.robot(id, what), None, "robot {id}: {what:?}");
        }
    }

    /// Epochs, rounds, activations and moves.
    fn counts(&self) -> [u64; 4] {
        let census = &self.census;
        [
            census.epochs(),
            census.rounds(),
            census.activations(),
            census.moves(),
        ]
    }
}

#[test]
fn an_epoch_is_over_when_every_active_robot_completed_a_cycle() {
    let mut story = Story::of(2);
    story.goes_on(&[(0, LEAVES), (1, STAYS)]);
    assert_eq!(story.counts(), [0, 0, 2, 1]);
    // Robot 0 arrives: both have completed a cycle.
    story.goes_on(&[(0, ARRIVES)]);
    assert_eq!(story.counts(), [1, 0, 2, 1]);
    // Any number of cycles of robot 0 are no epoch.
    story.goes_on(&[(0, LEAVES), (0, ARRIVES), (0, STAYS), (0, STAYS)]);
    assert_eq!(story.counts(), [1, 0, 5, 2]);
    // A cycle that began before an epoch did counts when it is completed in it.
    story.goes_on(&[
        (1, LEAVES),
        (0, LEAVES),
        (1, ARRIVES),
        (0, ARRIVES),
        (1, STAYS),
    ]);
    assert_eq!(story.counts(), [3, 1, 8, 4]);
}

#[test]
fn a_round_is_over_when_every_active_robot_moved() {
    let mut story = Story::of(2);
    story.goes_on(&[
        (0, LEAVES),
        (0, ARRIVES),
        (1, STAYS),
        (0, LEAVES),
        (0, ARRIVES),
    ]);
    assert_eq!(story.counts(), [1, 0, 3, 2]);
    // A move that takes no time is one.
    story.goes_on(&[(1, IS_THERE_AT_ONCE)]);
    assert_eq!(story.counts(), [2, 1, 4, 3]);
}

#[test]
fn robots_that_end_or_crash_are_waited_for_no_longer() {
    let mut story = Story::of(3);
    story.goes_on(&[(0, STAYS), (1, STAYS)]);
    assert_eq!(story.counts(), [0, 0, 2, 0]);
    // Robot 2 was the missing one.
    story.goes_on(&[(2, CRASHES)]);
    assert_eq!(story.counts(), [1, 0, 2, 0]);
    story.goes_on(&[(0, LEAVES), (0, ARRIVES)]);
    assert_eq!(story.counts(), [1, 0, 3, 1]);
    // Robot 1 ends in the middle of a round and of an epoch; only robot 0 is left for both.
    story.goes_on(&[(1, ENDS)]);
    assert_eq!(story.counts(), [2, 1, 4, 1]);
    assert_eq!((story.census.active(), story.census.terminated()), (1, 1));
    assert_eq!(story.robot(0, ENDS), Some(End::Terminated));
}

#[test]
fn robots_crashed_from_the_start_never_take_part() {
    let crashed = MemberSetup {
        crashed: true,
        ..MemberSetup::default()
    };
    let mut story = Story::new(vec![crashed, MemberSetup::default()], false);
    story.goes_on(&[(1, STAYS)]);
    assert_eq!(story.counts(), [1, 0, 1, 0]);
    // Its crash comes as an event, and changes nothing.
    story.goes_on(&[(0, CRASHES), (1, STAYS)]);
    assert_eq!(story.counts(), [2, 0, 2, 0]);
    assert_eq!(story.census.active_ids(), [1]);
}

#[test]
fn the_run_ends_when_all_but_crashed_and_byzantine_robots_have_ended() {
    let byzantine = MemberSetup {
        byzantine: true,
        ..MemberSetup::default()
    };
    let sound = MemberSetup::default();
    let mut story = Story::new(vec![byzantine, sound, sound, sound], true);
    story.goes_on(&[(1, ENDS), (2, CRASHES), (0, LEAVES)]);
    assert_eq!(story.robot(3, ENDS), Some(End::Terminated));

    // A swarm of Byzantine robots ends at its first event, but not at a tick.
    let mut story = Story::new(vec![byzantine; 2], true);
    let tick = [(-1, Outcome::Tick(None))];
    assert_eq!(
        story.event(Target::Part(PartId(1)), Kind::Visualize, &tick),
        None
    );
    assert_eq!(story.robot(0, LEAVES), Some(End::Terminated));

    // So does one in which all that are left crash.
    let mut story = Story::new(vec![byzantine, sound], true);
    assert_eq!(story.robot(1, CRASHES), Some(End::Terminated));
}

#[test]
fn a_robot_that_ends_and_crashes_is_counted_once() {
    let mut story = Story::of(3);
    story.goes_on(&[(0, ENDS), (0, CRASHES), (0, CRASHES), (1, LEAVES)]);
    assert_eq!((story.census.active(), story.census.terminated()), (2, 0));
    story.goes_on(&[(1, CRASHES)]);
    assert_eq!(story.robot(2, ENDS), Some(End::Terminated));
}

#[test]
fn a_swarm_is_stalled_when_all_looked_and_stayed_since_anything_changed() {
    let mut story = Story::of(3);
    story.goes_on(&[(0, STAYS), (1, STAYS), (0, STAYS)]);
    assert_eq!(story.robot(2, STAYS), Some(End::Stalled));

    // Each of these begins the count anew.
    let changes: [&[(u32, What)]; 4] = [
        &[(2, LEAVES), (2, ARRIVES)],
        &[(2, IS_THERE_AT_ONCE)],
        &[(3, ENDS)],
        &[(3, CRASHES)],
    ];
    for change in changes {
        let mut story = Story::of(4);
        story.goes_on(&[(3, STAYS), (0, STAYS), (1, STAYS)]);
        story.goes_on(change);
        story.goes_on(&[(2, STAYS), (1, STAYS)]);
        if change[0].0 == 2 {
            story.goes_on(&[(3, STAYS)]);
        }
        assert_eq!(story.robot(0, STAYS), Some(End::Stalled), "{change:?}");
    }
}

#[test]
fn a_swarm_with_a_robot_on_its_way_is_not_stalled() {
    let mut story = Story::of(2);
    story.goes_on(&[
        (0, LEAVES),
        (1, STAYS),
        (1, STAYS),
        (1, STAYS),
        (0, ARRIVES),
    ]);
    story.goes_on(&[(1, STAYS)]);
    assert_eq!(story.robot(0, STAYS), Some(End::Stalled));
}

#[test]
fn an_event_that_means_nothing_is_no_look() {
    let mut story = Story::of(2);
    story.goes_on(&[(0, STAYS), (1, IGNORES), (0, STAYS)]);
    assert_eq!(story.robot(1, STAYS), Some(End::Stalled));
}

#[test]
fn a_swarm_is_not_stalled_where_the_rule_is_off() {
    let mut story = Story::new(vec![MemberSetup::default(); 2], false);
    story.goes_on(&[(0, STAYS), (1, STAYS), (0, STAYS), (1, STAYS)]);
}

/// Three robots, of which the first is as it is made.
fn first_of_three(first: MemberSetup) -> Vec<MemberSetup> {
    vec![first, MemberSetup::default(), MemberSetup::default()]
}

/// A crash at a time, and one at an activation.
fn crashes_to_come() -> [MemberSetup; 2] {
    let at_time = MemberSetup {
        crash_to_come: true,
        ..MemberSetup::default()
    };
    let at_activation = MemberSetup {
        restless: Restless::Activations(9),
        ..MemberSetup::default()
    };
    [at_time, at_activation]
}

#[test]
fn a_crash_to_come_may_wake_a_stalled_swarm() {
    for crash in crashes_to_come() {
        let mut story = Story::new(first_of_three(crash), true);
        let all = [(0, STAYS), (1, STAYS), (2, STAYS)];
        story.goes_on(&all);
        story.goes_on(&all);
        // The crash of another robot is not the one that is waited for.
        story.goes_on(&[(2, CRASHES), (0, STAYS), (1, STAYS)]);
        story.goes_on(&[(0, CRASHES)]);
        assert_eq!(story.robot(1, STAYS), Some(End::Stalled), "{crash:?}");
    }
}

#[test]
fn a_robot_that_has_ended_crashes_at_no_activation_but_it_may_at_a_time() {
    let [at_time, at_activation] = crashes_to_come();
    let mut story = Story::new(first_of_three(at_activation), true);
    story.goes_on(&[(0, ENDS), (1, STAYS)]);
    assert_eq!(story.robot(2, STAYS), Some(End::Stalled));

    let mut story = Story::new(first_of_three(at_time), true);
    story.goes_on(&[(0, ENDS), (1, STAYS), (2, STAYS), (0, CRASHES), (1, STAYS)]);
    assert_eq!(story.robot(2, STAYS), Some(End::Stalled));
}

#[test]
fn a_robot_crashed_from_the_start_has_no_crash_to_come() {
    for mut crash in crashes_to_come() {
        crash.crashed = true;
        let mut story = Story::new(first_of_three(crash), true);
        story.goes_on(&[(1, STAYS)]);
        assert_eq!(story.robot(2, STAYS), Some(End::Stalled));
    }
}

#[test]
fn a_swarm_is_not_stalled_before_its_restless_robots_are_calm() {
    let restless = |restless| MemberSetup {
        restless,
        ..MemberSetup::default()
    };
    let all = [(0, STAYS), (1, STAYS), (2, STAYS)];
    // After three activations the robot is calm, and all have stayed since anything changed.
    let mut story = Story::new(first_of_three(restless(Restless::Activations(3))), true);
    story.goes_on(&all);
    story.goes_on(&all);
    assert_eq!(story.robot(0, STAYS), Some(End::Stalled));
    // No activation is none.
    let mut story = Story::new(first_of_three(restless(Restless::Activations(0))), true);
    story.goes_on(&all[..2]);
    assert_eq!(story.robot(2, STAYS), Some(End::Stalled));
    // While it computes what it does at the last of them, nobody knows what that will be.
    let mut story = Story::new(first_of_three(restless(Restless::Activations(2))), true);
    story.goes_on(&all);
    story.goes_on(&[(0, COMPUTES), (1, STAYS), (2, STAYS)]);
    assert_eq!(story.robot(0, DECIDES_TO_STAY), Some(End::Stalled));
    // One that draws is never calm, unless it ends or crashes.
    for last in [ENDS, CRASHES] {
        let mut story = Story::new(first_of_three(restless(Restless::Always)), true);
        story.goes_on(&all);
        story.goes_on(&all);
        story.goes_on(&[(0, last), (1, STAYS)]);
        assert_eq!(story.robot(2, STAYS), Some(End::Stalled), "{last:?}");
    }
}

#[test]
fn a_synchronous_round_counts_for_all_its_members_at_once() {
    let mut story = Story::of(3);
    let results = [
        (0, outcome(Code::Moving, false)),
        (1, outcome(Code::Resting, true)),
        (2, outcome(Code::Moving, false)),
    ];
    assert_eq!(
        story.event(Target::Phase(Members::All), Kind::Round, &results),
        None
    );
    assert_eq!(story.counts(), [0, 0, 3, 2]);
    story.goes_on(&[(2, ARRIVES), (0, ARRIVES)]);
    assert_eq!(story.counts(), [1, 0, 3, 2]);
    let stay = [0, 1, 2].map(|id| (id, outcome(Code::Resting, true)));
    let end = story.event(Target::Phase(Members::All), Kind::Round, &stay);
    assert_eq!(end, Some(End::Stalled));
    assert_eq!(story.counts(), [2, 0, 6, 2]);
}

#[test]
fn members_of_a_round_have_not_seen_what_changes_in_it() {
    // In each of these rounds robot 0 changes something, after robots 1 and 2 have looked.
    for (code, frozen) in [(Code::Terminated, true), (Code::Resting, false)] {
        let mut story = Story::of(3);
        let results = [
            (0, outcome(code, frozen)),
            (1, outcome(Code::Resting, true)),
            (2, outcome(Code::Resting, true)),
        ];
        let round = |story: &mut Story, results| {
            story.event(Target::Phase(Members::All), Kind::Round, results)
        };
        assert_eq!(round(&mut story, &results), None);
        let stay = [1, 2].map(|id| (id, outcome(Code::Resting, true)));
        let end = round(&mut story, &stay);
        // Robot 0 is missed unless it has ended.
        assert_eq!(end, (code == Code::Terminated).then_some(End::Stalled));
    }
}

#[test]
fn a_sweep_of_nobody_is_never_over() {
    let mut sweep = Sweep::new(0, 0);
    assert!(!sweep.turn(0));
    assert_eq!(sweep.finished(), 0);
}
