//! `sequential`: whose turn it is.

use super::*;

/// Robots that stay, one apart.
fn turns(robots: usize, rest: &str) -> Scenario {
    let xs: Vec<f64> = (0..robots).map(|id| id as f64).collect();
    line(&xs, &format!("kind = \"sequential\"\n{rest}"))
        .with_algorithm(stays())
        .with_stall_rule(false)
}

fn turns_of(robots: usize, rest: &str) -> Vec<u32> {
    run(&turns(robots, rest)).turns()
}

#[test]
fn round_robin_goes_on_in_the_same_order() {
    let limit = "[limits]\nturns = 7";
    assert_eq!(turns_of(3, limit), [0, 1, 2, 0, 1, 2, 0]);
    assert_eq!(
        turns_of(3, &format!("first = 2\n{limit}")),
        [2, 0, 1, 2, 0, 1, 2]
    );
    let permutation = format!("permutation = [1, 2, 0]\n{limit}");
    assert_eq!(turns_of(3, &permutation), [1, 2, 0, 1, 2, 0, 1]);
    assert_eq!(turns_of(1, "[limits]\nturns = 3"), [0; 3]);
}

#[test]
fn a_turn_lasts_until_the_robot_rests_and_the_last_one_is_finished() {
    let walking = |rest: &str| {
        let scenario = turns(2, rest).with_algorithm(walks());
        let ran = run(&scenario);
        (ran.times(), ran.end, ran.x(0), ran.x(1))
    };
    // Ways of 1 at speed 1; the third turn still ends with an arrival.
    let expected = (vec![0.0, 1.0, 2.0], End::Turns, 2.0, 2.0);
    assert_eq!(walking("[limits]\nturns = 3"), expected);
    let expected = (vec![0.0, 1.5, 3.0], End::Turns, 2.0, 2.0);
    assert_eq!(walking("gap = 0.5\n[limits]\nturns = 3"), expected);
    let drawn =
        walking("turn_gap = {law = \"uniform\", low = 2.0, high = 3.0}\n[limits]\nturns = 40");
    let gaps: Vec<f64> = drawn.0.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps.iter().all(|gap| (3.0..=4.0).contains(gap)), "{gaps:?}");
    assert!(gaps.windows(2).all(|pair| pair[0] != pair[1]));
    let same = walking("turn_gap = {law = \"fixed\", value = 0.5}\n[limits]\nturns = 3");
    assert_eq!(same, expected);
    // A turn in which nobody moves lasts for the idle time.
    let idle = run(&turns(2, "idle = 0.25\ngap = 9.0\n[limits]\nturns = 4"));
    assert_eq!(idle.times(), [0.0, 0.25, 0.5, 0.75]);
}

#[test]
fn time_goes_on_where_the_clock_cannot_tell_turns_apart() {
    let text = line_text(
        &[0.0, 1.0],
        "kind = \"sequential\"\nidle = 1e-300\n[limits]\nturns = 6",
    );
    let text = text.replace("[scheduler]", "speed = 0.0\n[scheduler]");
    let ran = run(&scenario(&text).with_algorithm(walks()));
    let times = ran.times();
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
}

#[test]
fn each_epoch_is_shuffled_anew() {
    let scenario = turns(4, "order = \"shuffle\"\n[limits]\nturns = 4000");
    let turns = run(&scenario).turns();
    let mut seen = std::collections::BTreeMap::new();
    for epoch in turns.chunks(4) {
        let mut sorted = epoch.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3]);
        *seen.entry(epoch.to_vec()).or_insert(0) += 1;
    }
    // Each of the 24 orders about 42 times.
    assert_eq!(seen.len(), 24);
    assert!(
        seen.values().all(|count| (15..80).contains(count)),
        "{seen:?}"
    );
}

#[test]
fn random_turns_go_to_anybody() {
    let scenario = turns(4, "order = \"random\"\n[limits]\nturns = 4000");
    let turns = run(&scenario).turns();
    for id in 0..4 {
        let count = turns.iter().filter(|&&turn| turn == id).count();
        assert!((900..1100).contains(&count), "{count}");
        // Twice in a row as well.
        assert!(turns.windows(2).any(|pair| pair == [id, id]));
    }
}

#[test]
fn lists_are_followed_by_what_they_say() {
    let list = "order = \"list\"\nturns = [{robot = 2}, {robot = 2}, {robot = 0}, {robot = 1}]\n";
    let follow = |rest: &str| {
        let ran = run(&turns(3, &format!("{list}{rest}")));
        (ran.turns(), ran.end)
    };
    let limit = "[limits]\nturns = 9";
    assert_eq!(follow(limit), (vec![2, 2, 0, 1, 0, 1, 2, 0, 1], End::Turns));
    let from = format!("first = 1\n{limit}");
    assert_eq!(follow(&from).0, [2, 2, 0, 1, 1, 2, 0, 1, 2]);
    let by = format!("permutation = [2, 1, 0]\n{limit}");
    assert_eq!(follow(&by).0, [2, 2, 0, 1, 2, 1, 0, 2, 1]);
    let again = format!("after = \"repeat\"\n{limit}");
    assert_eq!(follow(&again).0, [2, 2, 0, 1, 2, 2, 0, 1, 2]);
    assert_eq!(follow("after = \"end\""), (vec![2, 2, 0, 1], End::Turns));
}

#[test]
fn robots_that_crashed_or_ended_are_passed_over() {
    let crashes = "[[faults]]\nkind = \"crash\"\nrobots = [1]\n\
                   [[faults]]\nkind = \"crash\"\nrobots = [2]\ntime = 4.5";
    let limit = format!("[limits]\nturns = 10\n{crashes}");
    // Turns at 0, 1, ...: robot 2 has its last one at 4.
    let expected = [0, 2, 3, 0, 2, 3, 0, 3, 0, 3];
    assert_eq!(turns_of(4, &limit), expected);
    let list = "order = \"list\"\nafter = \"repeat\"\n\
                turns = [{robot = 1}, {robot = 0}, {robot = 2}, {robot = 3}, {robot = 1}]\n";
    assert_eq!(turns_of(4, &format!("{list}{limit}")), expected);
    for order in ["shuffle", "random"] {
        let turns = turns_of(
            4,
            &format!("order = \"{order}\"\n[limits]\nturns = 60\n{crashes}"),
        );
        assert!(!turns.contains(&1));
        assert!(!turns[5..].contains(&2), "{turns:?}");
        assert_eq!(turns.len(), 60);
    }
    // Robot 0 ends at its second turn.
    let ends =
        by(|percept| Intent::stay(percept.here(), percept.me() == 0 && percept.time() > 0.0));
    let ran = run(&turns(3, "[limits]\nturns = 8").with_algorithm(ends));
    assert_eq!(ran.turns(), [0, 1, 2, 0, 1, 2, 1, 2]);
}

#[test]
fn a_robot_that_crashes_before_its_turn_gives_it_to_the_next_at_the_same_instant() {
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [1]\ntime = 0.5\n\
                 [[faults]]\nkind = \"crash\"\nrobots = [2]\ntime = 1.0";
    let ran = run(&turns(4, &format!("[limits]\nturns = 4\n{crash}")));
    assert_eq!(
        (ran.turns(), ran.times()),
        (vec![0, 3, 0, 3], vec![0.0, 1.0, 2.0, 3.0])
    );
    // At 1 robot 1, whose turn it was, is gone; so is robot 2 once it has the turn.
    let ignored = ran.rows.iter().filter(|row| row.code == Code::Ignored);
    let ignored: Vec<_> = ignored.map(|row| (row.time, row.robot)).collect();
    assert!(ignored.contains(&(1.0, 1)), "{ignored:?}");
}

#[test]
fn a_robot_that_crashes_on_its_way_ends_its_turn() {
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [0]\ntime = 0.25";
    let scenario = turns(3, &format!("gap = 0.5\n[limits]\nturns = 3\n{crash}"));
    let ran = run(&scenario.with_algorithm(walks()));
    assert_eq!(
        (ran.turns(), ran.times()),
        (vec![0, 1, 2], vec![0.0, 0.75, 2.25])
    );
    assert_eq!(ran.x(0), 0.25);
}

#[test]
fn a_crash_at_an_activation_takes_the_turn_with_it() {
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [1]\nactivation = 2";
    let ran = run(&turns(2, &format!("[limits]\nturns = 5\n{crash}")));
    assert_eq!(ran.turns(), [0, 1, 0, 0, 0]);
    assert_eq!(ran.times(), [0.0, 1.0, 2.0, 4.0, 5.0]);
}

#[test]
fn the_census_counts_the_epochs_of_the_orders() {
    for order in ["round_robin", "shuffle"] {
        let scenario = turns(5, &format!("order = \"{order}\"\n[limits]\nepochs = 7"));
        let ran = run(&scenario);
        assert_eq!(
            (ran.turns().len(), ran.end),
            (35, End::Condition),
            "{order}"
        );
    }
    // The epoch of a list is over when every robot had a turn since the one before was over.
    let list = "order = \"list\"\nafter = \"repeat\"\n\
                turns = [{robot = 0}, {robot = 0}, {robot = 1}, {robot = 1}]";
    for (epochs, turns_taken) in [(1, 3), (2, 5), (3, 7)] {
        let ran = run(&turns(2, &format!("{list}\n[limits]\nepochs = {epochs}")));
        assert_eq!(ran.turns().len(), turns_taken);
    }
    // With moves, an epoch is over with the last arrival.
    let ran = run(&turns(3, "[limits]\nepochs = 1").with_algorithm(walks()));
    assert_eq!(
        ran.rows.last().map(|row| (row.time, row.kind)),
        Some((3.0, Kind::Wait))
    );
}

#[test]
fn a_tie_or_a_frame_of_a_turn_is_seen_in_that_turn_only() {
    // Robots go one to the right of their own frame, by as much as the tie says.
    let steps = by(|percept| {
        use crate::model::oblot::directive::Tie;
        let far = match percept.tie() {
            Tie::First => 1.0,
            Tie::Last => 2.0,
            Tie::Random => 3.0,
            Tie::Number(number) => f64::from(number),
        };
        let Point { x, y } = percept.here();
        Intent::go(Point::new(x + far * percept.scale(), y), false)
    });
    let list = "order = \"list\"\nafter = \"end\"\nturns = [{robot = 0}, {robot = 0, tie = \"last\"}, \
                {robot = 0, tie = 5}, {robot = 0, frame = {scale = 2.0, mirrored = true}}, \
                {robot = 0, frame = {angle = 3.141592653589793}}, {robot = 1, tie = \"random\"}]";
    let scenario = turns(2, list).with_algorithm(steps);
    let rows = run(&scenario).rows;
    let xs: Vec<f64> = rows
        .iter()
        .filter(|row| row.kind == Kind::Wait)
        .map(|row| (row.position.x * 1e9).round() / 1e9)
        .collect();
    assert_eq!(xs, [1.0, 3.0, 8.0, 9.0, 8.0, 4.0]);
}

#[test]
fn a_run_may_stall_unless_turns_say_how_robots_decide() {
    let list = |wish: &str| {
        let list = format!("order = \"list\"\nturns = [{{robot = 0{wish}}}, {{robot = 1}}]");
        let xs = [0.0, 10.0];
        let scenario = line(
            &xs,
            &format!("kind = \"sequential\"\n{list}\n[limits]\nturns = 9"),
        );
        run(&scenario.with_algorithm(stays())).end
    };
    assert_eq!(list(""), End::Stalled);
    assert_eq!(list(", tie = \"last\""), End::Turns);
    assert_eq!(list(", frame = {mirrored = true}"), End::Turns);
}
