//! `async` with laws for waits, compute times and speeds.

use super::*;

fn clocks(rest: &str, limits: &str) -> Scenario {
    line(
        &[0.0, 10.0, 30.0],
        &format!("kind = \"async\"\n{rest}\n[limits]\n{limits}"),
    )
}

#[test]
fn waits_of_a_fixed_law_are_as_long_as_it_says() {
    let scenario = clocks("wait = {law = \"fixed\", value = 0.75}", "time = 3.0");
    let ran = run(&scenario.with_algorithm(stays()).with_stall_rule(false));
    let times: Vec<f64> = ran.times();
    let expected: Vec<f64> = [0.75, 1.5, 2.25, 3.0]
        .iter()
        .flat_map(|&time| [time; 3])
        .collect();
    assert_eq!((times, ran.end), (expected, End::Time));
    assert_eq!(ran.turns(), [0, 1, 2].repeat(4));
}

#[test]
fn a_wait_of_no_time_is_the_shortest_wait() {
    let scenario = clocks("wait = {law = \"fixed\", value = 0}", "events = 9");
    let ran = run(&scenario.with_algorithm(stays()).with_stall_rule(false));
    let times = ran.times();
    assert_eq!(times[..3], [0.0; 3]);
    assert_eq!(times[3..6], [1e-9; 3]);
    assert_eq!(times[6..], [2e-9; 3]);
}

#[test]
fn waits_are_drawn_by_the_law_for_each_robot_alone() {
    let law = "wait = {law = \"uniform\", low = 0.5, high = 1.5}";
    let scenario = clocks(law, "time = 50.0");
    let ran = run(&scenario.with_algorithm(stays()).with_stall_rule(false));
    let mut last = [0.0; 3];
    let mut waits = Vec::new();
    for row in &ran.rows {
        let before = std::mem::replace(&mut last[row.robot as usize], row.time);
        waits.push(row.time - before);
    }
    assert!(waits.iter().all(|wait| (0.5..=1.5).contains(wait)));
    let mean = waits.iter().sum::<f64>() / waits.len() as f64;
    assert!(waits.len() > 100 && (mean - 1.0).abs() < 0.1, "{mean}");
    // The waits of a robot do not depend on how many others there are.
    let text = line_text(&[0.0, 10.0], &format!("{law}\n[limits]\ntime = 50.0"));
    let fewer = run(&super::scenario(&text)
        .with_algorithm(stays())
        .with_stall_rule(false));
    let of = |ran: &Ran, robot| -> Vec<f64> {
        let rows = ran.rows.iter().filter(|row| row.robot == robot);
        rows.map(|row| row.time).collect()
    };
    assert_eq!(of(&ran, 0), of(&fewer, 0));
    assert_eq!(of(&ran, 1), of(&fewer, 1));
}

#[test]
fn with_a_compute_time_robots_act_on_an_old_view() {
    // Both look at 1 and see each other's starts; both depart at 3 for the mean of then.
    let scenario = line(
        &[0.0, 10.0],
        "wait = {law = \"fixed\", value = 1.0}\ncompute = {law = \"fixed\", value = 2.0}\n\
         [limits]\nevents = 6",
    );
    let ran = run(&scenario);
    let lines: Vec<_> = ran
        .rows
        .iter()
        .map(|row| (row.time, row.robot, row.kind, row.code))
        .collect();
    assert_eq!(
        lines,
        [
            (1.0, 0, Kind::Look, Code::Computing),
            (1.0, 1, Kind::Look, Code::Computing),
            (3.0, 0, Kind::Move, Code::Moving),
            (3.0, 1, Kind::Move, Code::Moving),
            (8.0, 0, Kind::Wait, Code::Resting),
            (8.0, 1, Kind::Wait, Code::Resting),
        ]
    );
    assert_eq!((ran.x(0), ran.x(1)), (5.0, 5.0));
}

#[test]
fn speeds_are_multiplied_with_a_factor_for_each_move() {
    let scenario = clocks(
        "wait = {law = \"fixed\", value = 1.0}\nspeed = {law = \"fixed\", value = 4.0}",
        "events = 6",
    );
    let ran = run(&scenario.with_algorithm(walks()));
    let arrivals: Vec<f64> = ran.rows[3..].iter().map(|row| row.time).collect();
    assert_eq!(arrivals, [1.25; 3]);
    let drawn = clocks(
        "wait = {law = \"fixed\", value = 1.0}\nspeed = {law = \"uniform\", low = 0.5, high = 2.0}",
        "time = 40.0",
    );
    let ran = run(&drawn.with_algorithm(walks()));
    let mut departed = [0.0; 3];
    for row in &ran.rows {
        match row.kind {
            Kind::Look => departed[row.robot as usize] = row.time,
            _ => {
                let time = row.time - departed[row.robot as usize];
                assert!((0.5 - 1e-9..=2.0 + 1e-9).contains(&time), "{time}");
            }
        }
    }
}

#[test]
fn the_smallest_factor_makes_a_robot_slow_and_not_fast() {
    // With so small a shape nearly all factors are far below 1e-9, where a robot without any speed
    // would jump.
    let scenario = clocks(
        "speed = {law = \"gamma\", mean = 1.0, shape = 0.001}",
        "time = 100.0",
    );
    let ran = run(&scenario.with_algorithm(walks()));
    assert!(ran.rows.iter().any(|row| row.code == Code::Moving));
    let arrived = ran.rows.iter().filter(|row| row.kind == Kind::Wait).count();
    assert!(arrived <= 1, "{arrived} arrived");
    assert!(
        ran.rows
            .iter()
            .all(|row| row.kind != Kind::Look || row.code == Code::Moving)
    );
    // Robots that have no speed jump as ever.
    let text = line_text(
        &[0.0, 10.0],
        "speed = {law = \"fixed\", value = 0.5}\n[limits]\ntime = 9.0",
    );
    let text = text.replace("[scheduler]", "speed = 0.0\n[scheduler]");
    let ran = run(&super::scenario(&text).with_algorithm(walks()));
    assert!(ran.rows.iter().all(|row| row.code == Code::Resting));
}

#[test]
fn numpys_dice_draw_all_laws_but_gamma() {
    let text = |law: &str| {
        let text = line_text(&[0.0, 10.0], &format!("wait = {law}\n[limits]\ntime = 9.0"));
        format!("rng = \"numpy\"\n{text}")
    };
    for law in [
        "{law = \"exponential\", mean = 0.2}",
        "{law = \"uniform\", high = 1.0}",
        "{law = \"fixed\", value = 0.5}",
    ] {
        assert!(run(&scenario(&text(law))).rows.len() > 3, "{law}");
    }
    // The law of the original simulator by another name gives its run.
    let plain = line_text(&[0.0, 10.0], "rate = 5.0\n[limits]\ntime = 9.0");
    let plain = run(&scenario(&format!("rng = \"numpy\"\n{plain}")));
    let named = run(&scenario(&text("{law = \"exponential\", mean = 0.2}")));
    assert_eq!(plain.digest, named.digest);
}
