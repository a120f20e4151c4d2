//! Facts come complete and in order, whatever cuts a move short.

use super::super::timeline::{Act, Step, Timeline, What};
use super::{Did, Story, number, prepare, text};
use crate::arbiter::Committed;
use crate::engine::{Engine, Flow, Observer, Simulation};
use crate::math::Point;
use crate::model::Extras;
use crate::model::oblot::scenario::Scenario;
use crate::model::oblot::{Kind, Oblot};
use crate::scenario::Document;

const PROGRESS: &str = "[[monitors]]\nkind = 'progress'\n[[monitors]]\nkind = 'distance'\n";

#[test]
fn a_robot_that_something_else_puts_elsewhere_has_walked_as_far_as_it_came() {
    let mut story = Story::new(&[(0.0, 0.0), (50.0, 0.0)], PROGRESS);
    // After 3 of 10 it is put next to the other. It comes from nowhere, so it passes nobody.
    story.leaves(1.0, 0, (10.0, 0.0));
    story.at[0] = Point::new(50.0, 2.0);
    story.robot(4.0, Kind::Terminated, 0, Did::Stays);
    // From there it goes on as ever.
    story
        .leaves(5.0, 0, (50.0, 6.0))
        .arrives(9.0, 0, (50.0, 6.0));
    let findings = story.end();
    assert_eq!(number(&findings[0], "distance"), 3.0 + 4.0);
    assert_eq!(
        (
            number(&findings[1], "smallest"),
            number(&findings[1], "time")
        ),
        (2.0, 4.0)
    );
}

#[test]
fn a_resting_robot_that_something_else_puts_elsewhere_has_not_walked() {
    let mut story = Story::new(&[(0.0, 0.0), (5.0, 0.0)], PROGRESS);
    story.at[0] = Point::new(10.0, 0.0);
    story.robot(4.0, Kind::Terminated, 0, Did::Stays);
    let findings = story.end();
    assert_eq!(number(&findings[0], "distance"), 0.0);
    assert_eq!(number(&findings[1], "smallest"), 5.0);
}

#[test]
fn an_event_that_leaves_a_robot_on_its_way_changes_nothing() {
    let mut story = Story::new(&[(0.0, 0.0), (5.0, 0.0)], PROGRESS);
    story.leaves(0.0, 0, (10.0, 0.0));
    story.robot(2.0, Kind::Crash, 0, Did::Ignores);
    story.arrives(10.0, 0, (10.0, 0.0));
    let findings = story.end();
    assert_eq!(
        (
            number(&findings[0], "distance"),
            number(&findings[0], "moves")
        ),
        (10.0, 1.0)
    );
    assert_eq!(
        (
            number(&findings[1], "smallest"),
            number(&findings[1], "time")
        ),
        (0.0, 5.0)
    );
}

#[test]
fn a_run_whose_robots_cannot_be_asked_is_judged_as_far_as_it_is_known() {
    let mut story = Story::new(&[(0.0, 0.0), (9.0, 0.0)], PROGRESS);
    story.leaves(0.0, 0, (2.0, 0.0)).arrives(2.0, 0, (2.0, 0.0));
    // Nobody knows how far robot 0 comes on its second way.
    story.leaves(3.0, 0, (9.0, 0.0)).stays(8.0, 1);
    let findings = story
        .watcher
        .finish(None, None, story.now, &mut story.lines);
    assert_eq!(number(&findings[0], "distance"), 2.0);
    assert_eq!(number(&findings[0], "activations"), 1.0);
    assert_eq!(number(&findings[1], "smallest"), 7.0);
    let last = story.lines.0.last().unwrap();
    assert_eq!((last.time, &last.value["at"]), (3.0, &"end".into()));
}

/// Feeds a timeline and takes what comes out.
struct Taking {
    timeline: Timeline,
    acts: Vec<(f64, Act)>,
    marks: Vec<u64>,
    /// The most facts that waited after an event.
    waited: usize,
    pushed: usize,
}

impl Taking {
    fn take(&mut self) {
        while let Some(fact) = self.timeline.take() {
            match fact.what {
                What::Act(act) => self.acts.push((fact.time, act)),
                What::Mark(mark) => self.marks.push(mark.event),
            }
        }
    }
}

impl Observer<Oblot> for Taking {
    fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
        self.timeline.committed(committed);
        self.take();
        self.pushed = committed.event.number as usize + 1;
        self.waited = self.waited.max(self.pushed - self.marks.len());
        Flow::Continue
    }
}

/// All facts of a run whose robot 0 is very slow, with moves cut above so many waiting facts.
fn taken(most_waiting: Option<usize>) -> Taking {
    let text = "seed = 4\n[swarm]\nrobots = 6\nalgorithm = 'gathering'\n\
                speeds = [0.001, 1, 1, 1, 1, 1]\n[scheduler]\nvisualize = 1.0\n\
                [limits]\ntime = 300.0\n";
    let document = Document::parse("slow.toml", text).unwrap();
    let scenario = Scenario::read(&document.root()).unwrap();
    let extras = Extras {
        frames: true,
        ..Extras::default()
    };
    let plan = scenario.plan(extras);
    let mut timeline = Timeline::new(&plan.robots, scenario.epsilon());
    if let Some(most_waiting) = most_waiting {
        timeline.cut_above(most_waiting);
    }
    let taking = Taking {
        timeline,
        acts: Vec::new(),
        marks: Vec::new(),
        waited: 0,
        pushed: 0,
    };
    let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 }).unwrap();
    let (mut taking, end) = simulation.run(taking);
    end.unwrap();
    let state = simulation.state().unwrap();
    let time = simulation.status().time;
    taking.timeline.finish(Some(&state.robots), time);
    taking.take();
    taking
}

/// The end of the motion of robot 0 before and after a time, put together.
fn slow_robot_at(taking: &Taking, time: f64) -> Point {
    let mut at = None;
    for &(start, act) in &taking.acts {
        if act.robot == 0
            && start <= time
            && let Step::Leaves(Some((end, to))) = act.step
        {
            at = Some((start, end, to));
        }
    }
    let (_, end, to) = at.expect("robot 0 left before");
    assert!(end >= time);
    to
}

#[test]
fn facts_come_in_order_and_each_event_is_over_once() {
    let taking = taken(None);
    assert_eq!(taking.marks, (0..taking.pushed as u64).collect::<Vec<_>>());
    assert!(taking.acts.is_sorted_by(|a, b| a.0 <= b.0));
    let complete = |(_, act): &(f64, Act)| act.step != Step::Leaves(None);
    assert!(taking.acts.iter().all(complete));
    // Robot 0 is on its way nearly all the time, so nearly everything waits.
    assert!(
        taking.waited > taking.pushed / 2,
        "{} of {}",
        taking.waited,
        taking.pushed
    );
}

#[test]
fn long_moves_are_cut_at_ticks_where_too_much_waits() {
    let (whole, cut) = (taken(None), taken(Some(50)));
    assert_eq!(cut.marks, whole.marks);
    assert!(cut.waited < 200, "{} waited", cut.waited);
    assert!(cut.acts.len() > whole.acts.len());
    // What is cut is the same motion: all pieces of the slow robot's way lie on it.
    let legs = |taking: &Taking| -> Vec<(f64, f64, Point)> {
        let legs = taking.acts.iter().filter(|(_, act)| act.robot == 0);
        legs.filter_map(|(start, act)| match act.step {
            Step::Leaves(Some((end, to))) => Some((*start, end, to)),
            _ => None,
        })
        .collect()
    };
    let (whole_legs, pieces) = (legs(&whole), legs(&cut));
    assert_eq!(whole_legs.len(), 1, "one long move");
    let (start, end, to) = whole_legs[0];
    assert_eq!((pieces[0].0, pieces.last().unwrap().1), (start, end));
    assert!(pieces.windows(2).all(|pair| pair[0].1 == pair[1].0));
    assert_eq!(slow_robot_at(&whole, end), to);
    let from = {
        let (plan, _) = prepare(&text(&[(0.0, 0.0)], "")).unwrap();
        drop(plan);
        let document = Document::parse(
            "slow.toml",
            "seed = 4\n[swarm]\nrobots = 6\nalgorithm = 'gathering'\n",
        )
        .unwrap();
        Scenario::read(&document.root())
            .unwrap()
            .plan(Extras::default())
            .robots[0]
            .position()
    };
    for (_, time, at) in pieces {
        let part = (time - start) / (end - start);
        let expected = Point::new(
            from.x + part * (to.x - from.x),
            from.y + part * (to.y - from.y),
        );
        assert!(at.distance(expected) < 1e-9, "{at:?}, not {expected:?}");
    }
    // Activations are told once.
    let started = |taking: &Taking| taking.acts.iter().filter(|(_, act)| act.starts).count();
    let departed = |taking: &Taking| taking.acts.iter().filter(|(_, act)| act.departs).count();
    assert_eq!(
        (started(&cut), departed(&cut)),
        (started(&whole), departed(&whole))
    );
}
