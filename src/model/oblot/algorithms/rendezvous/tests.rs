//! The tables cell by cell, every schedule of atomic cycles, and runs in ASYNC.

use super::super::trials::{Trial, assert_refused, assert_same_in_frames, read, some_of};
use super::*;
use crate::dice::{Draw as _, Numpy};
use crate::engine::{Engine, Simulation};
use crate::model::oblot::Phase;
use crate::model::oblot::frames::Agreement;
use crate::model::oblot::movement::{Movement, Stop};
use crate::model::oblot::senses::Detection;
use crate::model::{End, Extras};
use std::collections::BTreeSet;

use RendezvousTable::{ThreeColors, ThreeExternal, TwoColors, TwoColorsOptimal};

const TABLES: [(&str, RendezvousTable); 4] = [
    (TWO_COLORS.name, TwoColors),
    (TWO_COLORS_OPTIMAL.name, TwoColorsOptimal),
    (THREE_COLORS.name, ThreeColors),
    (THREE_EXTERNAL.name, ThreeExternal),
];

const APART: [(f64, f64); 2] = [(1.0, 2.0), (9.0, 8.0)];

/// A table in the notation of the papers: `BW->O,B` is black beside white goes to the other and
/// stays black; external tables name the other's colour only.
fn notation(table: RendezvousTable) -> Vec<String> {
    let letter = |light: Light| light.name()[..1].to_uppercase();
    let cells = table.cells().iter().map(|cell| {
        let own = cell.own.map_or(String::new(), letter);
        let step = &format!("{:?}", cell.step)[..1];
        format!("{own}{}->{step},{}", letter(cell.other), letter(cell.next))
    });
    cells.collect()
}

#[test]
fn the_tables_are_those_of_the_papers() {
    let two = "BB->S,W BW->S,B WB->O,W WW->H,B";
    let three = "BB->H,W BW->O,B BR->S,B WB->S,W WW->S,R WR->O,W RB->O,R RW->S,R RR->S,B";
    assert_eq!(notation(TwoColors).join(" "), two);
    assert_eq!(notation(TwoColorsOptimal).join(" "), two);
    assert_eq!(notation(ThreeColors).join(" "), three);
    assert_eq!(notation(ThreeExternal).join(" "), "B->H,W W->S,R R->O,B");
}

#[test]
fn each_cell_is_what_a_robot_decides() {
    for (name, table) in TABLES {
        for &own in table.colors() {
            for &other in table.colors() {
                let mut trial = Trial::running(&APART, name, "").lit(&[own, other]);
                let intent = trial.wish(0).unwrap();
                let (step, next) = table.look_up(Some(own), Some(other), false).unwrap();
                let destination = match step {
                    Stay => Destination::Stay,
                    Half => Destination::Midway(1),
                    Other => Destination::Onto(1),
                };
                assert_eq!(intent, Intent::towards(destination, false).showing(next));
                // The other robot sees the mirror image.
                let mut mirrored = Trial::running(&APART, name, "").lit(&[other, own]);
                let mirror = mirrored.wish(1).unwrap();
                assert_eq!((mirror.light, mirror.done), (Some(next), false));
            }
        }
    }
}

/// What a robot decides that is at one place with the other one, which is in this phase.
fn together(name: &str, own: Light, other: Light, phase: Phase) -> Intent {
    let mut trial = Trial::running(&[(1.0, 2.0); 2], name, "").lit(&[own, other]);
    trial.appearance[1].phase = phase;
    trial.wish(0).unwrap()
}

const DONE: Intent = Intent {
    destination: Destination::Stay,
    light: None,
    done: true,
};

#[test]
fn robots_that_are_together_are_done() {
    for (name, table) in TABLES {
        for &own in table.colors() {
            for &other in table.colors() {
                for phase in [Phase::Wait, Phase::Crash] {
                    assert_eq!(together(name, own, other, phase), DONE);
                }
                // Who is just passing is not there.
                assert!(!together(name, own, other, Phase::Move).done);
                // A white robot may be about to leave on an old view, with the optimal table.
                let leaves = table == TwoColorsOptimal && other == White;
                let computing = together(name, own, other, Phase::Look);
                assert_eq!(computing.done, !leaves, "{name}: {own:?} {other:?}");
            }
        }
    }
}

#[test]
fn only_the_optimal_table_asks_whether_both_are_together() {
    let stays = Intent::towards(Destination::Stay, false).showing(White);
    for other in [White, Black] {
        let optimal = together(TWO_COLORS_OPTIMAL.name, White, other, Phase::Move);
        assert_eq!(optimal, stays);
    }
    let black = together(TWO_COLORS_OPTIMAL.name, Black, Black, Phase::Move);
    assert_eq!(black, stays);
    let half = Intent::towards(Destination::Midway(1), false).showing(Black);
    assert_eq!(together(TWO_COLORS.name, White, White, Phase::Move), half);
}

#[test]
fn where_robots_on_one_point_are_not_told_apart_a_robot_sees_itself_alone() {
    for (name, table) in TABLES {
        let colors = [table.colors()[0]; 2];
        let mut trial = Trial::running(&[(1.0, 2.0); 2], name, "").lit(&colors);
        trial.senses.detection = Detection::Nothing;
        trial.appearance[1].phase = Phase::Move;
        assert_eq!(trial.wish(0).unwrap(), DONE);
    }
}

#[test]
fn lights_that_are_not_perceived_are_an_error() {
    let fails = |name, model| {
        let mut trial = Trial::running(&APART, name, "").lit(&[Black, White]);
        trial.senses.lights = Some(model);
        trial.wish(0).map_err(|failure| failure.to_string())
    };
    assert_eq!(
        fails(TWO_COLORS.name, LightModel::Fcom).unwrap_err(),
        "rendezvous: the table has no cell for the perceived lights: own none, other's white"
    );
    assert_eq!(
        fails(THREE_EXTERNAL.name, LightModel::Fsta).unwrap_err(),
        "rendezvous: the table has no cell for the perceived lights: own black, other's none"
    );
    assert!(fails(THREE_EXTERNAL.name, LightModel::Fcom).is_ok());
    // A colour that belongs to another algorithm.
    let mut foreign = Trial::running(&APART, TWO_COLORS.name, "").lit(&[Red, White]);
    assert!(foreign.wish(0).is_err());
}

// ---------------------------------------------------------------------------------------------
// Every schedule of atomic cycles

/// The colours of both robots.
type Colors = (Light, Light);

/// What a round comes to in which these of the two robots are active and no move is stopped: the
/// new colours, and whether the robots meet.
fn round(table: RendezvousTable, (a, b): Colors, active: (bool, bool)) -> (Colors, bool) {
    let decide = |own, other, active| {
        let (step, next) = table.look_up(Some(own), Some(other), false).unwrap();
        if active { (step, next) } else { (Stay, own) }
    };
    let (first, second) = (decide(a, b, active.0), decide(b, a, active.1));
    // Places in quarters of the way from the first to the second robot.
    let from_first = |step| match step {
        Stay => 0,
        Half => 2,
        Other => 4,
    };
    let meet = from_first(first.0) == 4 - from_first(second.0);
    ((first.1, second.1), meet)
}

const ACTIVE: [(bool, bool); 3] = [(true, false), (false, true), (true, true)];

/// All colours that can follow these without a meeting.
fn reachable(table: RendezvousTable, start: Colors) -> BTreeSet<Colors> {
    let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(colors) = open.pop() {
        for active in ACTIVE {
            let (next, meet) = round(table, colors, active);
            if !meet && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

#[test]
fn no_fair_schedule_of_atomic_cycles_keeps_the_robots_apart() {
    for (name, table) in TABLES {
        let all = table.colors();
        for start in all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b))) {
            // A schedule that goes on for ever without a meeting ends up among colours that follow
            // one another in both directions. It is fair if both robots are active there.
            let follow = reachable(table, start);
            let recurrent: BTreeSet<_> = follow
                .into_iter()
                .filter(|&colors| reachable(table, colors).contains(&start))
                .collect();
            let (mut first, mut second) = (false, false);
            for &colors in &recurrent {
                for active in ACTIVE {
                    let (next, meet) = round(table, colors, active);
                    if !meet && recurrent.contains(&next) {
                        first |= active.0;
                        second |= active.1;
                    }
                }
            }
            assert!(!(first && second), "{name} from {start:?}: {recurrent:?}");
        }
    }
}

#[test]
fn random_semi_synchronous_runs_all_meet() {
    for (name, table) in TABLES {
        let mut die = Numpy::from_seed(5);
        for run in 0..200 {
            let mut color = || table.colors()[die.index(table.colors().len())];
            let lights = [color(), color()];
            let mut trial = Trial::running(&APART, name, "")
                .lit(&lights)
                .disoriented(run % 2 == 0, run);
            if run % 3 > 0 {
                let stop = [Stop::AtDelta, Stop::Uniform][run as usize % 3 - 1];
                trial.movement = Movement::NonRigid { delta: 1.5, stop };
            }
            let mut rounds = 0;
            while !trial.is_over() {
                trial.round(&some_of(2, &mut die));
                rounds += 1;
                assert!(rounds < 300, "{name} from {lights:?}");
            }
            assert!(trial.is_gathered());
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Whatever can happen in ASYNC

/// A robot: its place, what it shows, and where it is about to go and what it will show then, on
/// what it saw when it looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Body {
    at: i64,
    light: Light,
    pending: Option<(i64, Light)>,
}

/// Both robots on a line, up to translation, scaling and reflection: the first one is at 0, and the
/// numbers have no common factor.
fn up_to_similarity(robots: [Body; 2]) -> [Body; 2] {
    let origin = robots[0].at;
    let places = robots
        .iter()
        .flat_map(|robot| [Some(robot.at), robot.pending.map(|(to, _)| to)]);
    let away = places.flatten().map(|at| at - origin).filter(|at| *at != 0);
    let (mut factor, mut sign) = (0_i64, 1);
    for at in away {
        if factor == 0 {
            sign = at.signum();
        }
        let (mut a, mut b) = (factor, at.abs());
        while b > 0 {
            (a, b) = (b, a % b);
        }
        factor = a;
    }
    let scaled = |at: i64| sign * (at - origin) / factor.max(1);
    robots.map(|robot| Body {
        at: scaled(robot.at),
        pending: robot.pending.map(|(to, light)| (scaled(to), light)),
        ..robot
    })
}

/// What may come of one step of robot `me`: it looks, or carries out what it decided, and is stopped
/// half-way or not. `None` where it ends.
fn steps(table: RendezvousTable, robots: [Body; 2], me: usize) -> Option<Vec<[Body; 2]>> {
    // In units of a quarter, so that halves of halves are whole.
    let scaled = |robot: Body| Body {
        at: 4 * robot.at,
        pending: robot.pending.map(|(to, light)| (4 * to, light)),
        ..robot
    };
    let robots = robots.map(scaled);
    let (own, other) = (robots[me], robots[1 - me]);
    let with = |body: Body| {
        let mut next = robots;
        next[me] = body;
        up_to_similarity(next)
    };
    if let Some((to, light)) = own.pending {
        let ends = [to, (own.at + to) / 2];
        let end = |at| Body {
            at,
            light,
            pending: None,
        };
        return Some(ends.map(|at| with(end(at))).to_vec());
    }
    let together = own.at == other.at;
    let white = table == TwoColorsOptimal && other.light == White;
    if together && !(white && other.pending.is_some()) {
        return None;
    }
    let (step, light) = table
        .look_up(Some(own.light), Some(other.light), together)
        .unwrap();
    let to = match step {
        Stay => own.at,
        Half => (own.at + other.at) / 2,
        Other => other.at,
    };
    Some(vec![with(Body {
        pending: Some((to, light)),
        ..own
    })])
}

/// Goes through all that can happen to two robots that rest at first, until one ends. Gives the
/// colours of pairs at one place of which one looked while the other one was about to leave.
fn left_behind(table: RendezvousTable) -> BTreeSet<Colors> {
    let all = table.colors();
    let body = |at, light| Body {
        at,
        light,
        pending: None,
    };
    let pairs = all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b)));
    let mut open: Vec<_> = pairs.map(|(a, b)| [body(0, a), body(1, b)]).collect();
    let mut seen: BTreeSet<_> = open.iter().copied().collect();
    let mut left = BTreeSet::new();
    while let Some(robots) = open.pop() {
        assert!(seen.len() < 10_000);
        for me in [0, 1] {
            let (own, other) = (robots[me], robots[1 - me]);
            let leaves = other.pending.is_some_and(|(to, _)| to != other.at);
            if own.pending.is_none() && own.at == other.at && leaves {
                left.insert((own.light, other.light));
            }
            let next = steps(table, robots, me).unwrap_or_default();
            open.extend(next.into_iter().filter(|next| seen.insert(*next)));
        }
    }
    left
}

#[test]
fn with_three_colours_nobody_is_left_behind_who_ends_and_with_two_only_by_white_robots() {
    assert_eq!(left_behind(ThreeColors), BTreeSet::new());
    let two = left_behind(TwoColorsOptimal);
    assert!(!two.is_empty());
    assert!(two.iter().all(|&(_, other)| other == White), "{two:?}");
}

// ---------------------------------------------------------------------------------------------
// ASYNC

/// Runs two robots on clocks of their own.
fn run(name: &str, rest: &str) -> (End, f64) {
    let scenario = read(
        2,
        name,
        &format!(
            "start = \"positions\"\npositions = [[1.0, 2.0], [9.0, 8.0]]\n{rest}\n\
             [limits]\ntime = 1000.0\n[scheduler]\nvisualize = inf"
        ),
    );
    let plan = scenario.unwrap().plan(Extras::default());
    let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 }).unwrap();
    let ((), end) = simulation.run(());
    let state = simulation.state().unwrap();
    let at = |id: usize| state.robots[id].as_ref().unwrap().position();
    (end.unwrap(), at(0).distance(at(1)))
}

#[test]
fn asynchronous_runs_with_stops_meet_from_any_colours() {
    for (name, table) in [TABLES[1], TABLES[2]] {
        for &own in table.colors() {
            for &other in table.colors() {
                for stop in ["never", "uniform", "delta"] {
                    let rest = format!(
                        "[lights]\nstart = [\"{}\", \"{}\"]\n[movement]\nrigid = false\n\
                         delta = 0.75\nstop = \"{stop}\"\n\
                         [frames]\nagreement = \"none\"\nredraw = \"activation\"",
                        own.name(),
                        other.name(),
                    );
                    let (end, apart) = run(name, &rest);
                    assert_eq!(end, End::Terminated, "{name}: {rest}");
                    assert!(apart < 1e-5, "{name}: {apart} {rest}");
                }
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Frames and refusals

#[test]
fn decisions_do_not_depend_on_the_frame() {
    for (name, table) in TABLES {
        for &own in table.colors() {
            for &other in table.colors() {
                let mut trial = Trial::running(&APART, name, "").lit(&[own, other]);
                assert_same_in_frames(&mut trial, Agreement::Nothing, 1);
            }
        }
    }
}

#[test]
fn whatever_they_cannot_do_without_is_asked_for() {
    let fsync = "[scheduler]\nkind = \"fsync\"\n";
    for (name, table) in TABLES {
        for robots in [1, 3] {
            let reason = format!("expected exactly 2 robots, found {robots}");
            assert_refused(robots, name, fsync, &reason);
        }
        let asynchronous = matches!(table, TwoColorsOptimal | ThreeColors);
        if asynchronous {
            assert!(read(2, name, "").is_ok());
        } else {
            let reason = "expected FSYNC or sequential or SSYNC scheduler, found ASYNC";
            assert_refused(2, name, "", reason);
        }
        let needed = if table == ThreeExternal {
            "FCOM"
        } else {
            "LUMI"
        };
        for given in ["OBLOT", "FSTA"] {
            let rest = format!("{fsync}[lights]\nsee = \"{given}\"");
            let reason = format!("expected lights as in {needed}, found {given}");
            assert_refused(2, name, &rest, &reason);
        }
        let fcom = read(2, name, &format!("{fsync}[lights]\nsee = \"FCOM\""));
        assert_eq!(fcom.is_ok(), table == ThreeExternal);
        let merged = format!("{fsync}[sensing]\nmultiplicity = \"weak\"");
        if table == TwoColorsOptimal {
            let reason = "expected strong multiplicity detection, found weak";
            assert_refused(2, name, &merged, reason);
        } else {
            assert!(read(2, name, &merged).is_ok());
        }
        let radius = format!("{fsync}[visibility]\nradius = 5.0");
        let reason = "expected unlimited visibility, found limited visibility";
        assert_refused(2, name, &radius, reason);
        let crash = format!("{fsync}[[faults]]\nkind = \"crash\"\ncount = 1");
        assert_refused(2, name, &crash, "expected no faulty robots, found faults");
        let wrong = read(2, name, &format!("{fsync}[lights]\nstart = \"blue\"")).unwrap_err();
        assert!(
            wrong.contains("expected colours of the algorithm"),
            "{wrong}"
        );
    }
}
