//! `k_bounded` and `k_async`: the bounds, checked over the events alone; and that nobody is held
//! for ever.

use proptest::prelude::*;

use super::*;

const INLINE: Engine = Engine::Inline { threads: 1 };

/// What was activated too often: in a span of the first robot, the second.
fn broken(rows: &[Row], robots: usize, k: usize, cycles: bool) -> Option<(u32, u32)> {
    // How often each robot (column) was activated since the span of another (row) began.
    let mut counts = vec![vec![0; robots]; robots];
    let mut binds = vec![!cycles; robots];
    for row in rows {
        let me = row.robot as usize;
        if row.is_activation() {
            for other in (0..robots).filter(|&other| other != me && binds[other]) {
                counts[other][me] += 1;
                if counts[other][me] > k {
                    return Some((other as u32, row.robot));
                }
            }
            counts[me].fill(0);
            binds[me] = true;
        }
        if matches!(row.code, Code::Crashed | Code::Terminated)
            || cycles && binds[me] && row.is_end_of_cycle()
        {
            binds[me] = false;
        }
    }
    None
}

/// What crosses: a robot whose cycle ends while one that began later goes on, or one that is
/// activated too often within a cycle of another.
fn crossed(rows: &[Row], robots: usize, k: usize) -> Option<(u32, u32)> {
    let mut under_way: Vec<u32> = Vec::new();
    let mut counts = vec![vec![0; robots]; robots];
    for row in rows {
        let me = row.robot;
        if row.is_activation() {
            for &other in &under_way {
                let count = &mut counts[other as usize][me as usize];
                *count += 1;
                if *count > k {
                    return Some((other, me));
                }
            }
            counts[me as usize].fill(0);
            under_way.push(me);
        }
        if row.code == Code::Crashed {
            under_way.retain(|&robot| robot != me);
        } else if row.is_end_of_cycle() {
            let last = under_way.pop();
            if last != Some(me) {
                return Some((me, last.unwrap_or(me)));
            }
        }
    }
    None
}

/// Whether the run went on as long as it could: where nothing is left to happen, nobody is active.
fn goes_on(ran: &Ran) -> bool {
    match ran.end {
        End::Time | End::Events => true,
        End::Terminated => ran.state.director.active() == 0,
        _ => false,
    }
}

/// Goes round and round, and ends in some places if it may.
fn wanders(ends: bool) -> Arc<dyn Algorithm> {
    by(move |percept| {
        let Point { x, y } = percept.here();
        let target = Point::new(0.6 * x - 0.8 * y + 1.0, 0.8 * x + 0.6 * y);
        let seen = percept.robots().len() as f64;
        let done = ends && (x * 7.0 + seen + percept.time()).rem_euclid(1.0) < 0.02;
        let stays = (y * 3.0).rem_euclid(1.0) < 0.3;
        Intent::go(if stays { percept.here() } else { target }, done)
    })
}

fn text(kind: &str, k: usize, robots: usize, laws: &str, faults: &str) -> String {
    let xs: Vec<f64> = (0..robots).map(|id| 0.5 * id as f64).collect();
    let scheduler = format!("kind = \"{kind}\"\nk = {k}\n{laws}");
    line_text(
        &xs,
        &format!("{scheduler}\n[limits]\ntime = 60.0\nevents = 4000\nstalled = false\n{faults}"),
    )
}

fn laws() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "rate = 0.3",
        "wait = {law = \"fixed\", value = 0.5}",
        "wait = {law = \"gamma\", mean = 2.0, shape = 0.5}",
        "compute = {law = \"exponential\", mean = 0.7}",
        "wait = {law = \"uniform\", high = 0.4}\ncompute = {law = \"uniform\", high = 3.0}\n\
         speed = {law = \"uniform\", low = 0.01, high = 3.0}",
        "wait = {law = \"fixed\", value = 0.0}\ncompute = {law = \"fixed\", value = 0.0}",
    ])
}

fn faults(robots: usize) -> impl Strategy<Value = String> {
    let fault = prop::sample::select(vec![
        "kind = \"crash\"",
        "kind = \"crash\"\ntime = 7.5",
        "kind = \"crash\"\nactivation = 3",
        "kind = \"delay\"\nfactor = 0.05",
    ]);
    prop::collection::vec((fault, 0..robots), 0..4).prop_map(|faults| {
        let table = |(fault, robot)| format!("[[faults]]\n{fault}\nrobots = [{robot}]\n");
        faults.into_iter().map(table).collect()
    })
}

/// Crashes and activations from outside, of any robot: whether it crashes, before which event.
fn orders() -> impl Strategy<Value = Vec<(bool, u64, u32)>> {
    prop::collection::vec((prop::bool::weighted(0.2), 0..400u64, 0..6u32), 0..12)
}

/// The orders to robots that there are.
fn known(orders: Vec<(bool, u64, u32)>, robots: usize) -> Vec<(u64, oblot::Input)> {
    let known = orders
        .into_iter()
        .filter(|order| (order.2 as usize) < robots);
    let order = |(crashes, before, robot)| match crashes {
        true => (before, oblot::Input::Crash { robot }),
        false => (before, oblot::Input::Activate { robot }),
    };
    known.map(order).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn no_bound_is_ever_broken_and_nobody_is_held_for_ever(
        (robots, faults) in (1..7usize).prop_flat_map(|robots| (Just(robots), faults(robots))),
        k in 1..4usize,
        cycles in any::<bool>(),
        ends in any::<bool>(),
        laws in laws(),
        orders in orders(),
    ) {
        let kind = if cycles { "k_async" } else { "k_bounded" };
        let scenario = scenario(&text(kind, k, robots, laws, &faults));
        let ran = run_on(INLINE, &scenario.with_algorithm(wanders(ends)), &known(orders, robots));
        prop_assert_eq!(broken(&ran.rows, robots, k, cycles), None);
        prop_assert!(goes_on(&ran), "{:?}", ran.end);
        // Time goes on for everybody: whoever is active at the end was active not long ago. No
        // move takes longer than about 5 where nothing slows the robots down.
        if ran.end == End::Time && !laws.contains("speed") && !faults.contains("delay") {
            for id in (0..robots as u32).filter(|&id| ran.state.director.is_active(id)) {
                let last = ran.rows.iter().rev().find(|row| row.robot == id);
                prop_assert!(last.is_some_and(|row| row.time > 20.0), "{:?}", last);
            }
        }
    }

    #[test]
    fn cycles_are_disjoint_or_nested_and_nobody_is_held_for_ever(
        (robots, faults) in (1..7usize).prop_flat_map(|robots| (Just(robots), faults(robots))),
        k in 1..4usize,
        ends in any::<bool>(),
        laws in laws(),
        travel in prop::sample::select(vec!["", "travel = {law = \"gamma\", mean = 2.0, shape = 0.1}"]),
        orders in orders(),
    ) {
        let laws = laws.lines().filter(|line| !line.starts_with("speed")).collect::<Vec<_>>();
        let laws = format!("{}\n{travel}", laws.join("\n"));
        let scenario = scenario(&text("k_nest", k, robots, &laws, &faults));
        let ran = run_on(INLINE, &scenario.with_algorithm(wanders(ends)), &known(orders, robots));
        prop_assert_eq!(crossed(&ran.rows, robots, k), None);
        prop_assert!(goes_on(&ran), "{:?}", ran.end);
    }

    #[test]
    fn a_bound_that_nobody_reaches_changes_nothing(
        laws in laws(),
        robots in 1..6usize,
        seed in 0..1000u32,
        cycles in any::<bool>(),
    ) {
        let kind = if cycles { "k_async" } else { "k_bounded" };
        let bounded = format!("seed = {seed}\n{}", text(kind, 100_000, robots, laws, ""));
        let free = bounded.replace(&format!("kind = \"{kind}\"\nk = 100000"), "kind = \"async\"");
        let bounded = run(&scenario(&bounded).with_algorithm(wanders(false)));
        let free = run(&scenario(&free).with_algorithm(wanders(false)));
        prop_assert_eq!(bounded.digest, free.digest);
        // A planner draws the time of a Compute together with the wait before it.
        if !laws.contains("compute") {
            prop_assert_eq!(bounded.state.dice_digest(), free.state.dice_digest());
        }
    }
}

#[test]
fn the_check_notices_what_async_does() {
    for (kind, cycles) in [("k_bounded", false), ("k_async", true)] {
        let laws = "compute = {law = \"exponential\", mean = 1.0}";
        let text = text(kind, 1, 5, laws, "");
        let free = text.replace(&format!("kind = \"{kind}\"\nk = 1"), "kind = \"async\"");
        let ran = run(&scenario(&free).with_algorithm(wanders(false)));
        assert!(broken(&ran.rows, 5, 1, cycles).is_some());
        assert!(crossed(&ran.rows, 5, 1000).is_some());
        assert!(broken(&ran.rows, 5, 1000, cycles).is_none());
    }
}

#[test]
fn with_a_bound_of_one_robots_alternate() {
    // Robot 0 would be activated forty times as often.
    let text = line_text(
        &[0.0, 10.0],
        "kind = \"k_bounded\"\nk = 1\nrates = [40.0, 1.0]\n[limits]\nevents = 40",
    );
    let ran = run(&scenario(&text)
        .with_algorithm(stays())
        .with_stall_rule(false));
    let turns = ran.turns();
    assert_eq!(turns.len(), 40);
    assert!(turns.windows(2).all(|pair| pair[0] != pair[1]), "{turns:?}");
    // With a bound of three it is activated three times for each time of the other.
    let ran = run(&scenario(&text.replace("k = 1", "k = 3"))
        .with_algorithm(stays())
        .with_stall_rule(false));
    let zeros = ran.turns().iter().filter(|&&id| id == 0).count();
    assert!((28..=31).contains(&zeros), "{zeros}");
}

#[test]
fn a_robot_that_is_held_goes_on_when_the_one_that_binds_it_crashes() {
    // Robot 1 never gets going; robot 0 may be activated once before it.
    let text = line_text(
        &[0.0, 10.0],
        "kind = \"k_bounded\"\nrates = [5.0, 1e-9]\n[limits]\ntime = 50.0\n\
         [[faults]]\nkind = \"crash\"\nrobots = [1]\ntime = 20.0",
    );
    let ran = run(&scenario(&text)
        .with_algorithm(stays())
        .with_stall_rule(false));
    let times = ran.times();
    assert!(times[0] < 20.0, "{times:?}");
    // It is released at the instant of the crash, because it was due long before.
    assert_eq!(times[1], 20.0);
    assert!(times.len() > 50);
}

#[test]
fn a_cycle_binds_from_its_look_to_its_end() {
    // Robot 1 looks at 1 and is on its way until 11; robot 0 may look once in that time.
    let text = line_text(
        &[0.0, 100.0],
        "kind = \"k_async\"\nwait = {law = \"fixed\", value = 1.0}\n[limits]\ntime = 25.0",
    );
    let walks = by(|percept| {
        let Point { x, y } = percept.here();
        Intent::go(Point::new(if x >= 100.0 { x + 10.0 } else { x }, y), false)
    });
    let ran = run(&scenario(&text).with_algorithm(walks));
    // Robot 0 looks at 1, before robot 1 does, and then once in each of its cycles. When robot 1
    // arrives, robot 0 is due, and looks first.
    let expected = [
        (1.0, vec![0]),
        (1.0, vec![1]),
        (2.0, vec![0]),
        (11.0, vec![0]),
        (12.0, vec![0]),
        (12.0, vec![1]),
        (13.0, vec![0]),
        (22.0, vec![0]),
        (23.0, vec![0]),
        (23.0, vec![1]),
        (24.0, vec![0]),
    ];
    assert_eq!(ran.activations(), expected);
}

#[test]
fn short_cycles_lie_within_long_ones() {
    // Robot 0 computes for no time and is on its way for 10 or 0.1, by chance; so are the others.
    let text = text(
        "k_nest",
        2,
        4,
        "rate = 1.0\ntravel = {law = \"gamma\", mean = 1.0, shape = 0.1}",
        "",
    );
    let ran = run(&scenario(&text).with_algorithm(walks()));
    assert_eq!(crossed(&ran.rows, 4, 2), None);
    // Some cycle has another within it: a departure follows a departure.
    let departs = |row: &Row| row.kind == Kind::Look && row.code == Code::Moving;
    let nested = ran
        .rows
        .windows(2)
        .filter(|pair| pair.iter().all(departs))
        .count();
    assert!(nested > 5, "{nested}");
    assert!(
        crossed(&ran.rows, 4, 1).is_some(),
        "twice in one, somewhere"
    );
    // Everybody comes to it.
    for id in 0..4 {
        let count = ran
            .rows
            .iter()
            .filter(|row| row.robot == id && departs(row))
            .count();
        assert!(count > 5, "{id}: {count}");
    }
}
