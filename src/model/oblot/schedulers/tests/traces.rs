//! Executions of sequential gathering with weak multiplicity detection and stops, worked out by
//! hand: one list of turns for each. The rule (arXiv:2412.10733, Algorithm 8) is written here once
//! more, as short as it can be.

use super::*;
use crate::model::oblot::intent::Destination;

/// With one multiplicity everybody goes there; with several, who is in one goes half way to the
/// nearest other point; with none, everybody goes to the nearest other robot.
fn gathers() -> Arc<dyn Algorithm> {
    by(|percept| {
        let (here, me) = (percept.here(), percept.me());
        let robots = percept.robots();
        let crowd = |seen: Point| robots.iter().filter(|robot| robot.position == seen).count();
        let mut places: Vec<Point> = Vec::new();
        for robot in &robots {
            if !places.contains(&robot.position) {
                places.push(robot.position);
            }
        }
        let crowds: Vec<Point> = places.iter().copied().filter(|&at| crowd(at) > 1).collect();
        let others = robots.iter().filter(|robot| robot.position != here);
        let nearest = others.min_by(|a, b| {
            let (near, far) = (here.distance(a.position), here.distance(b.position));
            let order = |at: Point| (at.x, at.y);
            near.total_cmp(&far)
                .then(order(a.position).partial_cmp(&order(b.position)).unwrap())
        });
        let Some(nearest) = nearest else {
            return Intent::stay(here, places.len() == 1);
        };
        let destination = match (&crowds[..], crowd(here) > 1) {
            ([], _) => Destination::Onto(nearest.id),
            ([only], false) => {
                let there = robots.iter().find(|robot| robot.position == *only);
                Destination::Onto(there.map_or(me, |robot| robot.id))
            }
            ([_], true) | (_, false) => Destination::Stay,
            (_, true) => Destination::Midway(nearest.id),
        };
        Intent::towards(destination, false)
    })
}

/// Where each turn left its robot, until all are at one point.
fn trace(points: &[(f64, f64)], delta: f64, stop: &str, schedule: &str) -> Vec<(u32, f64, f64)> {
    let text = line_text(
        &vec![0.0; points.len()],
        &format!("kind = \"sequential\"\n{schedule}"),
    );
    let zeros: Vec<_> = points.iter().map(|_| "[0.0, 0.0]").collect();
    let places: Vec<_> = points
        .iter()
        .map(|(x, y)| format!("[{x:?}, {y:?}]"))
        .collect();
    let text = text.replace(&zeros.join(", "), &places.join(", "));
    let text = format!("{text}[movement]\nrigid = false\ndelta = {delta:?}\nstop = \"{stop}\"\n");
    let ran = run(&scenario(&text).with_algorithm(gathers()));
    assert_eq!(ran.end, End::Terminated);
    let mut at: Vec<Point> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
    let mut trace = Vec::new();
    for row in ran.rows.iter().filter(|row| row.code == Code::Resting) {
        at[row.robot as usize] = row.position;
        trace.push((row.robot, row.position.x, row.position.y));
        if at.iter().all(|point| *point == at[0]) {
            break;
        }
    }
    trace
}

#[track_caller]
fn assert_near(found: &[(u32, f64, f64)], expected: &[(u32, f64, f64)]) {
    let same = |(a, b): (&(u32, f64, f64), &(u32, f64, f64))| {
        a.0 == b.0 && (a.1 - b.1).abs() < 5e-5 && (a.2 - b.2).abs() < 5e-5
    };
    let all = found.len() >= expected.len() && found.iter().zip(expected).all(same);
    assert!(all, "{found:?}\ninstead of {expected:?}");
}

#[test]
fn round_robin_with_every_stop_at_delta() {
    let start = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (10.0, 0.0)];
    let list = "order = \"list\"\nturns = [{robot = 0, stop = 0.5}, {robot = 1, stop = \"never\"}]\n\
                first = 0";
    // The two turns of the list are those of robots 0 and 1; round robin begins anew with robot 0.
    let trace = trace(&start, 1.0, "delta", list);
    let begin = [
        (0, 2.0, 0.0),
        (1, 2.0, 0.0),
        (0, 2.0, 0.0),
        (1, 2.0, 0.0),
        (2, 3.4453, 2.1679),
        (3, 9.0, 0.0),
    ];
    assert_near(&trace, &begin);
    assert_eq!(trace.len(), 34);
    assert_near(&trace[33..], &[(3, 2.0, 0.0)]);
}

#[test]
fn a_list_of_six_turns() {
    let start = [(0.0, 0.0), (0.0, 0.0), (3.0, 4.0), (-6.0, 0.0)];
    let list = "order = \"list\"\nturns = [{robot = 2, stop = \"delta\"}, {robot = 0}, \
                {robot = 3, stop = 0.5}, {robot = 2, stop = \"delta\"}, {robot = 2}, {robot = 3}]";
    let trace = trace(&start, 2.0, "never", list);
    let expected = [
        (2, 1.8, 2.4),
        (0, 0.0, 0.0),
        (3, -3.0, 0.0),
        (2, 0.6, 0.8),
        (2, 0.0, 0.0),
        (3, 0.0, 0.0),
    ];
    assert_near(&trace, &expected);
    assert_eq!(trace.len(), 6);
}

#[test]
fn two_multiplicities_become_one() {
    let start = [(0.0, 0.0), (0.0, 0.0), (6.0, 0.0), (6.0, 0.0), (0.0, 8.0)];
    let list = "order = \"list\"\nturns = [{robot = 4}, {robot = 0, stop = \"delta\"}, {robot = 1}, \
                {robot = 0}, {robot = 4}]";
    let trace = trace(&start, 1.0, "never", list);
    let expected = [
        (4, 0.0, 8.0),
        (0, 1.0, 0.0),
        (1, 6.0, 0.0),
        (0, 6.0, 0.0),
        (4, 6.0, 0.0),
    ];
    assert_near(&trace, &expected);
    assert_eq!(trace.len(), 5);
}

#[test]
fn a_stop_on_top_of_another_robot_makes_a_second_multiplicity() {
    let start = [(0.0, 0.0), (0.0, 0.0), (2.0, 0.0), (4.0, 0.0)];
    let list = "order = \"list\"\nturns = [{robot = 3, stop = 0.5}, {robot = 0}, \
                {robot = 1, stop = 0.5}, {robot = 2}]\npermutation = [3, 0, 1, 2]";
    let trace = trace(&start, 1.0, "never", list);
    let begin = [(3, 2.0, 0.0), (0, 1.0, 0.0), (1, 1.0, 0.0), (2, 1.5, 0.0)];
    assert_near(&trace, &begin);
    assert_eq!(trace.len(), 8);
    assert_near(&trace[7..], &[(2, 1.0, 0.0)]);
}
