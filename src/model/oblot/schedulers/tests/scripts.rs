//! `script`: executions that are written down.

use super::*;

fn script(xs: &[f64], steps: &str, rest: &str) -> Scenario {
    line(xs, &format!("kind = \"script\"\nsteps = [{steps}]\n{rest}"))
}

/// Time, robot, kind and code of each row.
fn rows(ran: &Ran) -> Vec<(f64, u32, Kind, Code)> {
    let row = |row: &Row| (row.time, row.robot, row.kind, row.code);
    ran.rows.iter().map(row).collect()
}

#[test]
fn a_step_says_when_a_robot_looks_departs_and_arrives_and_where_it_stops() {
    let steps = "{robot = 0, time = 0.5, depart = 1.25, arrive = 7.5, stop = 0.5}, \
                 {robot = 1, time = 1.0, compute = 0.5, travel = 2.0}, \
                 {robot = 1, time = 3.5}";
    let movement = "[movement]\nrigid = false\ndelta = 1.0\nstop = \"never\"";
    let ran = run(&script(&[0.0, 10.0], steps, movement));
    assert_eq!(
        rows(&ran),
        [
            (0.5, 0, Kind::Look, Code::Computing),
            (1.0, 1, Kind::Look, Code::Computing),
            (1.25, 0, Kind::Move, Code::Moving),
            (1.5, 1, Kind::Move, Code::Moving),
            // Robot 1 goes 5 in 2, robot 0 half of 5 in 6.25.
            (3.5, 1, Kind::Wait, Code::Resting),
            // It looks again when it arrives, and goes on to the mean.
            (3.5, 1, Kind::Look, Code::Moving),
            (5.55, 1, Kind::Wait, Code::Resting),
            (7.5, 0, Kind::Wait, Code::Resting),
        ]
    );
    assert_eq!((ran.x(0), ran.end), (2.5, End::Turns));
    // At 3.5 robot 0 has covered 0.9 of its 2.5.
    assert!((ran.x(1) - (5.0 + 0.9) / 2.0).abs() < 1e-12, "{}", ran.x(1));
}

#[test]
fn steps_of_one_time_are_a_round() {
    // Both look at the same points and change places.
    let steps = "{robot = 1, time = 2.0}, {robot = 0, time = 2.0, travel = 4.0}";
    let ran = run(&script(&[0.0, 10.0], steps, "").with_algorithm(crosses()));
    assert_eq!(
        rows(&ran),
        [
            (2.0, 0, Kind::Round, Code::Moving),
            (2.0, 1, Kind::Round, Code::Moving),
            (6.0, 0, Kind::Wait, Code::Resting),
            (12.0, 1, Kind::Wait, Code::Resting),
        ]
    );
    assert_eq!((ran.x(0), ran.x(1), ran.end), (10.0, 0.0, End::Turns));
}

#[test]
fn a_step_waits_for_the_end_of_a_cycle_whose_end_nobody_wrote_down() {
    // Robot 0 arrives at 10; the round at 3 waits for it, the step of robot 2 does not.
    let steps = "{robot = 0, time = 0.0}, {robot = 0, time = 3.0}, {robot = 1, time = 3.0}, \
                 {robot = 2, time = 4.0}, {robot = 2, time = 20.0}";
    let ran = run(&script(&[0.0, 10.0, 0.0], steps, "").with_algorithm(crosses()));
    let expected = [
        (0.0, vec![0]),
        (4.0, vec![2]),
        (10.0, vec![0, 1]),
        (20.0, vec![2]),
    ];
    assert_eq!(ran.activations(), expected);
}

#[test]
fn steps_of_robots_that_crashed_or_ended_are_passed_over() {
    let steps = "{robot = 0, time = 0.0}, {robot = 1, time = 0.0}, {robot = 0, time = 2.0}, \
                 {robot = 1, time = 2.0}, {robot = 2, time = 2.0}, {robot = 1, time = 3.0}, \
                 {robot = 0, time = 4.0}";
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [1]\ntime = 1.0";
    let scenario = script(&[0.0, 10.0, 20.0], steps, crash);
    let ran = run(&scenario.with_algorithm(stays()).with_stall_rule(false));
    let expected = [(0.0, vec![0, 1]), (2.0, vec![0, 2]), (4.0, vec![0])];
    assert_eq!(
        (ran.activations(), ran.end),
        (expected.to_vec(), End::Turns)
    );
    // It may have been the one that others waited for: robot 1 would arrive at 10.
    let scenario = script(
        &[0.0, 10.0, 20.0],
        "{robot = 1, time = 0.0}, {robot = 0, time = 0.5}, {robot = 1, time = 0.5}",
        crash,
    );
    let ran = run(&scenario.with_algorithm(crosses()));
    assert_eq!(ran.activations(), [(0.0, vec![1]), (1.0, vec![0])]);
    // Robot 0 ends at 0, and nobody is left for its step; or nobody ever was.
    let ends = by(|percept| Intent::stay(percept.here(), percept.me() == 0));
    let steps = "{robot = 0, time = 0.0}, {robot = 0, time = 1.0}";
    let ran = run(&script(&[0.0, 10.0], steps, "").with_algorithm(ends));
    assert_eq!((ran.rows.len(), ran.end), (1, End::Turns));
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [0]";
    let ran = run(&script(&[0.0, 10.0], steps, crash).with_algorithm(stays()));
    assert_eq!((ran.activations().len(), ran.end), (0, End::Turns));
}

#[test]
fn a_crash_at_the_instant_of_a_step_passes_it_over() {
    let steps = "{robot = 0, time = 1.0}, {robot = 1, time = 1.0}, {robot = 0, time = 2.0}, \
                 {robot = 1, time = 2.0}";
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [1]\nactivation = 1";
    let scenario = script(&[0.0, 10.0], steps, crash);
    let ran = run(&scenario.with_algorithm(stays()).with_stall_rule(false));
    assert_eq!(ran.activations(), [(1.0, vec![0]), (2.0, vec![0])]);
    assert_eq!(ran.end, End::Turns);
    let at_once = crash.replace("activation = 1", "time = 1.0");
    let scenario = script(&[0.0, 10.0], steps, &at_once);
    let ran = run(&scenario.with_algorithm(stays()).with_stall_rule(false));
    // The round was planned for both, and robot 1 crashes only after it.
    assert_eq!(ran.activations(), [(1.0, vec![0, 1]), (2.0, vec![0])]);
}

#[test]
fn a_script_repeats_after_its_period() {
    let steps = "{robot = 0, time = 0.25, travel = 0.5}, {robot = 1, time = 1.0, travel = 0.5}";
    let rest = "after = \"repeat\"\nperiod = 1.5\n[limits]\ntime = 5.0";
    let ran = run(&script(&[0.0, 10.0], steps, rest).with_algorithm(walks()));
    let expected = [
        (0.25, vec![0]),
        (1.0, vec![1]),
        (1.75, vec![0]),
        (2.5, vec![1]),
        (3.25, vec![0]),
        (4.0, vec![1]),
        (4.75, vec![0]),
    ];
    assert_eq!(ran.activations(), expected);
    // A cycle that lasts longer than the period makes its robot late, and no other.
    let steps = "{robot = 0, time = 0.0}, {robot = 1, time = 0.5, travel = 0.25}";
    let rest = "after = \"repeat\"\nperiod = 0.75\n[limits]\ntime = 2.5";
    let ran = run(&script(&[0.0, 10.0], steps, rest).with_algorithm(walks()));
    let of = |robot| -> Vec<f64> {
        let rows = ran.rows.iter();
        let own = rows.filter(|row| row.robot == robot && row.is_activation());
        own.map(|row| row.time).collect()
    };
    assert_eq!(of(0), [0.0, 1.0, 2.0]);
    assert_eq!(of(1), [0.5, 1.25, 2.0]);
}

#[test]
fn time_goes_on_where_the_clock_cannot_tell_repetitions_apart() {
    let steps = "{robot = 0, time = 7.0}, {robot = 1, time = 7.0}";
    let rest = "after = \"repeat\"\nperiod = 1e-300\n[limits]\nevents = 6";
    let scenario = script(&[0.0, 10.0], steps, rest);
    let ran = run(&scenario.with_algorithm(stays()).with_stall_rule(false));
    let times = ran.times();
    assert_eq!(times.len(), 6);
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
}

#[test]
fn moves_and_stops_of_a_script_arrive_at_the_time_that_is_written() {
    // No difference of these times is exact.
    let steps = "{robot = 0, time = 0.1, depart = 0.3, arrive = 0.7}, \
                 {robot = 0, time = 0.7, depart = 1.1, arrive = 1.3}";
    let ran = run(&script(&[0.0, 10.0], steps, "").with_algorithm(walks()));
    let times: Vec<f64> = ran.rows.iter().map(|row| row.time).collect();
    assert_eq!(times, [0.1, 0.3, 0.7, 0.7, 1.1, 1.3]);
}

#[test]
fn a_file_takes_the_place_of_steps_and_the_resolved_scenario_holds_them() {
    let folder = tempfile::tempdir().unwrap();
    let csv = "robot, time, compute, travel, stop, tie, frame.angle, frame.scale\n\
               # Both look at once.\n\
               0, 1.0, 0.5, , 0.5, , , \n\
               1, 1.0, , 2, delta, last, 1.5, 2.0\n";
    std::fs::write(folder.path().join("steps.csv"), csv).unwrap();
    let movement = "[movement]\nrigid = false\ndelta = 1.0";
    let text = |steps: &str| {
        let text = line_text(
            &[0.0, 10.0],
            &format!("kind = \"script\"\n{steps}\n{movement}"),
        );
        format!("model = \"oblot\"\n{text}")
    };
    let path = folder.path().join("script.toml");
    std::fs::write(&path, text("steps_file = \"steps.csv\"")).unwrap();
    let resolved = |document: &Document| {
        let root = document.root();
        root.word("model", &["oblot"]).required().unwrap();
        let scenario = Scenario::read(&root).unwrap_or_else(|error| panic!("{error}"));
        root.finish().unwrap();
        (document.resolved().to_string(), run(&scenario).digest)
    };
    let (written, digest) = resolved(&Document::read(&path).unwrap());
    assert!(!written.contains("steps_file"), "{written}");
    let tables = "steps = [{robot = 0, time = 1.0, compute = 0.5, stop = 0.5}, {robot = 1, \
                  time = 1.0, travel = 2.0, stop = \"delta\", tie = \"last\", \
                  frame = {angle = 1.5, scale = 2.0}}]";
    let expected = (written.clone(), digest);
    assert_eq!(
        resolved(&Document::parse("x.toml", &text(tables)).unwrap()),
        expected
    );
    assert_eq!(
        resolved(&Document::parse("x.toml", &written).unwrap()),
        expected
    );
}

#[test]
fn errors_in_a_file_show_its_lines() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = line_text(
        &[0.0, 10.0],
        "kind = \"script\"\nsteps_file = \"steps.csv\"",
    );
    let path = folder.path().join("script.toml");
    std::fs::write(&path, scenario).unwrap();
    let refused = |csv: Option<&str>| {
        let file = folder.path().join("steps.csv");
        match csv {
            Some(csv) => std::fs::write(&file, csv).unwrap(),
            None => std::fs::remove_file(&file).unwrap(),
        }
        let document = Document::read(&path).unwrap();
        let error = Scenario::read(&document.root()).unwrap_err().to_string();
        error.replace(&format!("{}/", folder.path().display()), "")
    };
    insta::assert_snapshot!(refused(Some("robot,time\n0,0\n5,1\n")), @"steps.csv:3:1: steps[1].robot: expected a whole number between 0 and 1, found 5");
    insta::assert_snapshot!(refused(Some("robot,time\n0,1\n1,0.5\n")), @"steps.csv:3:3: steps[1].time: expected steps in the order of their times, found 0.5 after 1");
    insta::assert_snapshot!(refused(Some("robot,time,arive\n0,1,2\n")), @r#"
    steps.csv:1:12: steps[0].arive: unknown key, expected one of robot, time, compute, depart, travel, arrive, stop, tie, frame
    help: did you mean "arrive"?
    "#);
    insta::assert_snapshot!(refused(Some("robot,time\n")), @"steps.csv:1:1: steps: expected at least one step, in steps or in steps_file");
    insta::assert_snapshot!(refused(None), @"steps.csv: no such file");
}
