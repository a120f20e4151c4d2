//! Robots that somebody from outside has be activated next, under every scheduler.

use super::*;
use crate::arbiter::hex;
use crate::model::oblot::census::Census;

const INLINE: Engine = Engine::Inline { threads: 1 };

/// Has these robots be activated, each before an event.
fn activated(scenario: &Scenario, orders: &[(u64, u32)]) -> Ran {
    let order = |&(before, robot)| (before, oblot::Input::Activate { robot });
    let orders: Vec<_> = orders.iter().map(order).collect();
    run_on(INLINE, scenario, &orders)
}

/// What came of the orders: the robot, when, and whether it took its order.
fn answers(ran: &Ran) -> Vec<(u32, f64, bool)> {
    let orders = ran.rows.iter().filter(|row| row.kind == Kind::Fault);
    orders
        .map(|row| (row.robot, row.time, row.code == Code::Activated))
        .collect()
}

fn refused(ran: &Ran) -> Option<&str> {
    Census::refused(&ran.state.director)
}

/// Robots that stay, one apart.
fn resting(robots: usize, scheduler: &str) -> Scenario {
    let xs: Vec<f64> = (0..robots).map(|id| id as f64).collect();
    line(&xs, scheduler)
        .with_algorithm(stays())
        .with_stall_rule(false)
}

fn turns(robots: usize, rest: &str, orders: &[(u64, u32)]) -> Vec<u32> {
    let text = format!("kind = \"sequential\"\n{rest}");
    activated(&resting(robots, &text), orders).turns()
}

fn rounds(robots: usize, rest: &str, orders: &[(u64, u32)]) -> Vec<Vec<u32>> {
    activated(&resting(robots, rest), orders).rounds()
}

#[test]
fn a_turn_by_hand_comes_next_and_the_order_goes_on_where_it_was() {
    let limit = "[limits]\nturns = 7";
    // Event 1 is the second turn, and an order is an event as well.
    assert_eq!(turns(3, limit, &[(1, 2)]), [0, 2, 1, 2, 0, 1, 2]);
    // In the order in which they were given, and each once.
    let several = [(1, 2), (1, 0), (1, 2), (1, 0)];
    assert_eq!(turns(3, limit, &several), [0, 2, 0, 1, 2, 0, 1]);
    // Again once it had its turn.
    assert_eq!(turns(3, limit, &[(1, 2), (3, 2)]), [0, 2, 2, 1, 2, 0, 1]);
    // Ahead of the first turn, and where it is the robot's turn anyway.
    assert_eq!(turns(3, limit, &[(0, 1)]), [1, 0, 1, 2, 0, 1, 2]);
    assert_eq!(turns(3, limit, &[(1, 1)]), [0, 1, 2, 0, 1, 2, 0]);
    let list = "order = \"list\"\nturns = [{robot = 0}, {robot = 1}]\nafter = \"end\"";
    assert_eq!(turns(3, list, &[(1, 2), (1, 2)]), [0, 2, 1]);
}

#[test]
fn turns_by_hand_keep_the_times_of_turns_and_come_while_another_robot_is_on_its_way() {
    let text = "kind = \"sequential\"\ngap = 0.5\n[limits]\nturns = 4";
    let scenario = resting(3, text).with_algorithm(walks());
    let ran = activated(&scenario, &[(1, 2), (1, 0)]);
    // Robot 0 is on its way from 0 to 1, and takes no order then.
    assert_eq!(answers(&ran), [(2, 0.0, true), (0, 0.0, false)]);
    let expected = [
        (0.0, vec![0]),
        (1.5, vec![2]),
        (3.0, vec![1]),
        (4.5, vec![2]),
    ];
    assert_eq!(ran.activations(), expected);
    assert_eq!(refused(&ran), Some("robot 0 is on its way (at 0)"));
}

#[test]
fn turns_go_on_where_robots_crash_that_were_to_have_one() {
    let limit = "kind = \"sequential\"\n[limits]\nturns = 5";
    let after = |orders: &[(u64, oblot::Input)]| run_on(INLINE, &resting(3, limit), orders).turns();
    let activate = |robot| (1, oblot::Input::Activate { robot });
    let crash = |robot| (1, oblot::Input::Crash { robot });
    // The robot that was put off, and the robot that was to come.
    assert_eq!(after(&[activate(2), crash(1)]), [0, 2, 2, 0, 2]);
    assert_eq!(after(&[activate(2), crash(2)]), [0, 1, 0, 1, 0]);
    assert_eq!(
        after(&[activate(2), activate(0), crash(0)]),
        [0, 2, 1, 2, 1]
    );
    let ran = run_on(INLINE, &resting(3, limit), &[crash(2), (3, activate(2).1)]);
    assert_eq!(refused(&ran), Some("robot 2 has crashed (at 1)"));
    assert_eq!(ran.turns(), [0, 1, 0, 1, 0]);
}

#[test]
fn turns_by_hand_count_for_nothing_in_the_bounds_of_an_adversary() {
    for adversary in ["lonely", "farthest_first", "keep_wide"] {
        let text = format!("adversary = \"{adversary}\"\nfairness = 3\n[limits]\nturns = 40");
        let plain = turns(4, &text, &[]);
        let orders: Vec<(u64, u32)> = (0..10)
            .map(|place| (4 * place + 1, place as u32 % 4))
            .collect();
        // Those that the adversary chooses as ever, and in between those by hand. Each turn is one
        // event, because nobody moves, and so is each order.
        let (mut own, mut events, mut expected) = (plain.iter(), 0, Vec::new());
        let mut left = orders.iter().peekable();
        while expected.len() < plain.len() {
            if let Some((_, robot)) = left.next_if(|(before, _)| *before <= events) {
                events += 1;
                if own.as_slice()[0] != *robot {
                    expected.push(*robot);
                    events += 1;
                }
            }
            expected.extend(own.next());
            events += 1;
        }
        expected.truncate(plain.len());
        assert_eq!(turns(4, &text, &orders), expected, "{adversary}");
        assert_ne!(expected, plain);
    }
}

#[test]
fn a_robot_takes_part_in_the_next_round_beside_those_who_were_chosen() {
    let script = "kind = \"ssync\"\nsubset = \"script\"\nrounds = [[0], [1], [2]]\nafter = \"end\"";
    assert_eq!(rounds(3, script, &[(1, 2)]), [vec![0], vec![1, 2], vec![2]]);
    let both = [(1, 2), (1, 0), (1, 1)];
    assert_eq!(rounds(3, script, &both), [vec![0], vec![0, 1, 2], vec![2]]);
    // Orders between two rounds come ahead of the round that is about to begin.
    assert_eq!(
        rounds(3, script, &[(0, 1), (2, 0)]),
        [vec![0, 1], vec![0, 1], vec![2]]
    );
    let limit = "[limits]\nrounds = 3\n";
    let groups = format!("kind = \"ssync\"\nsubset = \"groups\"\ngroups = [[0, 1], [2]]\n{limit}");
    assert_eq!(
        rounds(3, &groups, &[(1, 0)]),
        [vec![0, 1], vec![0, 2], vec![0, 1]]
    );
    // A round that everybody takes part in stays as it is.
    let everybody = rounds(3, &format!("kind = \"fsync\"\n{limit}"), &[(1, 2)]);
    assert_eq!(everybody, vec![vec![0, 1, 2]; 3]);
}

#[test]
fn random_rounds_are_drawn_as_if_nobody_had_interfered() {
    for subset in ["coin", "uniform", "fixed\"\nsize = \"2"] {
        let text = format!("kind = \"ssync\"\nsubset = \"{subset}\"\n[limits]\nrounds = 20");
        let text = text.replace("\"2\"", "2");
        let plain = rounds(6, &text, &[]);
        let ordered = rounds(6, &text, &[(3, 5), (7, 0)]);
        let added = |place: usize, robot: u32| {
            let mut round = plain[place].clone();
            round.push(robot);
            round.sort_unstable();
            round.dedup();
            round
        };
        // Events 3 and 7 are the fourth round and, behind one order, the seventh.
        for (place, round) in ordered.iter().enumerate() {
            let expected = match place {
                3 => added(3, 5),
                6 => added(6, 0),
                place => plain[place].clone(),
            };
            assert_eq!(*round, expected, "{subset}, round {place}");
        }
    }
}

#[test]
fn a_robot_that_must_rest_comes_in_the_first_round_in_which_it_may() {
    let script = "kind = \"ssync\"\nsubset = \"script\"\nrestricted = true\n\
                  rounds = [[0], [1], [2], [1]]\nafter = \"end\"";
    // Robot 0 was active, rests, and comes along with robot 2.
    let expected = [vec![0], vec![1], vec![0, 2], vec![1]];
    assert_eq!(rounds(3, script, &[(1, 0)]), expected);
    // Robot 1 comes early, and so it rests in its own round, which comes one later.
    let ran = rounds(3, script, &[(0, 1)]);
    assert_eq!(ran, [vec![0, 1], vec![1], vec![2], vec![1]]);
    for pair in rounds(3, script, &[(1, 0), (2, 0), (4, 2)]).windows(2) {
        assert!(pair[0].iter().all(|id| !pair[1].contains(id)), "{pair:?}");
    }
}

#[test]
fn a_clock_rings_at_once_and_waits_anew_afterwards() {
    let text = "kind = \"async\"\nwait = {law = \"fixed\", value = 10.0}\n[limits]\ntime = 25.0";
    let ran = activated(&resting(2, text), &[(0, 1), (4, 0)]);
    // Both would look at 10 and 20. Robot 1 looks at 0, and so at 10 and 20; robot 0 right after its
    // Look at 10, and nothing changes but that it looks twice.
    assert_eq!(answers(&ran), [(1, 0.0, true), (0, 10.0, true)]);
    let times = |robot| -> Vec<f64> {
        let looks = ran
            .rows
            .iter()
            .filter(|row| row.is_activation() && row.robot == robot);
        looks.map(|row| row.time).collect()
    };
    assert_eq!(times(0), [10.0, 10.0, 20.0]);
    assert_eq!(times(1), [0.0, 10.0, 20.0]);
}

#[test]
fn a_robot_inside_its_cycle_or_out_of_the_run_is_left_alone() {
    let clocks = "kind = \"async\"\nwait = {law = \"fixed\", value = 1.0}\n\
                  compute = {law = \"fixed\", value = 1.0}\n[limits]\ntime = 9.5";
    let scenario = resting(1, clocks).with_algorithm(walks());
    let plain = run(&scenario);
    // Looks at 1, departs at 2, arrives at 3, and so on.
    for (before, why) in [(1, "is computing (at 1)"), (2, "is on its way (at 2)")] {
        let ran = activated(&scenario, &[(before, 0)]);
        assert_eq!(refused(&ran), Some(format!("robot 0 {why}").as_str()));
        assert_eq!(ran.times(), plain.times());
        assert_eq!(ran.x(0), plain.x(0));
    }
    let ended = resting(2, clocks).with_algorithm(by(|percept| Intent::stay(percept.here(), true)));
    let ran = activated(&ended, &[(3, 0)]);
    assert_eq!(refused(&ran), Some("robot 0 has terminated (at 2)"));
    let mut figures = Vec::new();
    let robots: Vec<_> = ran.state.robots.iter().flatten().cloned().collect();
    figures.extend(oblot::measure::figures(
        &robots,
        &ran.state.robots,
        &ran.state.director,
        0.0,
    ));
    let figure = figures
        .iter()
        .find(|figure| figure.key == "refused_text")
        .unwrap();
    assert_eq!(figure.value, "robot 0 has terminated (at 2)");
}

#[test]
fn a_bound_holds_a_robot_until_it_may_come() {
    let text = "kind = \"k_bounded\"\nwait = {law = \"fixed\", value = 2.0}\n[limits]\ntime = 7.0";
    let ran = activated(&resting(2, text), &[(0, 1), (2, 1), (3, 1)]);
    // Robot 1 comes at once, but not again before robot 0 was there, which has until 2.
    let looks: Vec<(f64, u32)> = ran
        .rows
        .iter()
        .filter(|row| row.is_activation())
        .map(|row| (row.time, row.robot))
        .collect();
    assert_eq!(looks[..4], [(0.0, 1), (2.0, 0), (2.0, 1), (4.0, 0)]);
}

#[test]
fn a_nested_robot_comes_ahead_of_the_others_as_soon_as_it_fits_in() {
    let text = "kind = \"k_nest\"\nwait = {law = \"fixed\", value = 2.0}\n\
                travel = {law = \"fixed\", value = 1.0}\n[limits]\ntime = 9.0";
    let scenario = resting(3, text).with_algorithm(walks());
    let turns = activated(&scenario, &[(0, 2), (2, 1)]).activations();
    // Robot 2 begins at 0 instead of 2. Nobody fits into its cycle, which takes as long as any, so
    // robot 1 begins at 1, where it ends.
    assert_eq!(turns[..3], [(0.0, vec![2]), (1.0, vec![1]), (2.0, vec![0])]);
}

#[test]
fn a_script_loses_no_step() {
    let steps = "{robot = 0, time = 2.0}, {robot = 1, time = 2.0}, {robot = 1, time = 6.0}";
    let text = format!("kind = \"script\"\nsteps = [{steps}]");
    let scenario = line(&[0.0, 10.0], &text).with_algorithm(walks());
    let plain = run(&scenario).activations();
    assert_eq!(plain, [(2.0, vec![0, 1]), (6.0, vec![1])]);
    // Robot 1 walks from 0 to 1 besides; the round comes as written.
    let ran = activated(&scenario, &[(0, 1)]);
    assert_eq!(
        ran.activations(),
        [(0.0, vec![1]), (2.0, vec![0, 1]), (6.0, vec![1])]
    );
    assert_eq!((ran.x(1), ran.end), (13.0, End::Turns));
    // A robot that is on its way when its round comes has everybody wait for it.
    let slow = "{robot = 0, time = 0.5}, {robot = 1, time = 0.5}";
    let text = format!("kind = \"script\"\nsteps = [{slow}]");
    let scenario = line(&[0.0, 10.0], &text).with_algorithm(walks());
    let ran = activated(&scenario, &[(0, 1), (0, 1)]);
    assert_eq!(ran.activations(), [(0.0, vec![1]), (1.0, vec![0, 1])]);
    // One that crashes in it does not keep the others.
    let activate = (0, oblot::Input::Activate { robot: 1 });
    let crash = (2, oblot::Input::Crash { robot: 1 });
    let ran = run_on(INLINE, &scenario, &[activate, crash]);
    assert_eq!(ran.activations(), [(0.0, vec![1]), (0.5, vec![0])]);
    assert_eq!(ran.end, End::Turns);
    // A robot of which nothing is written may come as well, and the run waits for it.
    let text = "kind = \"script\"\nsteps = [{robot = 0, time = 1.0}]";
    let scenario = line(&[0.0, 10.0], text).with_algorithm(walks());
    let ran = activated(&scenario, &[(1, 1)]);
    assert_eq!(ran.activations(), [(1.0, vec![0]), (1.0, vec![1])]);
    assert_eq!((ran.x(0), ran.x(1)), (1.0, 11.0));
}

/// Every kind of scheduler.
const SCHEDULERS: &[&str] = &[
    "kind = \"async\"",
    "kind = \"async\"\ncompute = {law = \"exponential\", mean = 0.3}",
    "kind = \"fsync\"",
    "kind = \"ssync\"",
    "kind = \"ssync\"\nrestricted = true",
    "kind = \"ssync\"\nadversary = \"keep_apart\"\nfairness = 2",
    "kind = \"ssync\"\nsubset = \"groups\"\ngroups = [[0, 1], [2, 3, 4], [5]]",
    "kind = \"sequential\"",
    "kind = \"sequential\"\norder = \"shuffle\"\nturn_gap = {law = \"exponential\", mean = 1.0}",
    "kind = \"sequential\"\nadversary = \"lonely\"\nfairness = 6",
    "kind = \"k_bounded\"\nk = 2",
    "kind = \"k_async\"",
    "kind = \"k_nest\"\nk = 2",
    "kind = \"script\"\nafter = \"repeat\"\nperiod = 3.0\nsteps = [{robot = 0, time = 0.5}, {robot = 1, time = 0.5}, \
     {robot = 2, time = 1.0}, {robot = 3, time = 1.25}, {robot = 4, time = 2.0}, \
     {robot = 5, time = 2.0}]",
];

#[test]
fn orders_come_to_the_same_on_every_engine_and_from_every_checkpoint() {
    for scheduler in SCHEDULERS {
        let text = format!("{scheduler}\n[limits]\nevents = 200\nstalled = false");
        let xs: Vec<f64> = (0..6).map(|id| 3.0 * id as f64).collect();
        let scenario = line(&xs, &text).with_algorithm(walks());
        let orders: Vec<(u64, oblot::Input)> = (0..40_u32)
            .map(|place| {
                let robot = place * 5 % 6;
                let order = match place {
                    13 => oblot::Input::Crash { robot },
                    22 => oblot::Input::Move {
                        robot,
                        x: 1.0,
                        y: 2.0,
                    },
                    31 => oblot::Input::Freeze { robot },
                    _ => oblot::Input::Activate { robot },
                };
                (u64::from(place / 2) * 7, order)
            })
            .collect();
        let ran = run_on(INLINE, &scenario, &orders);
        assert!(answers(&ran).iter().any(|answer| answer.2), "{scheduler}");
        let expected = hex(ran.digest);
        for engine in [Engine::Inline { threads: 2 }, Engine::Actors { threads: 2 }] {
            assert_eq!(
                hex(run_on(engine, &scenario, &orders).digest),
                expected,
                "{scheduler}"
            );
        }
        let mut simulation = Simulation::new(scenario.plan(Extras::default()), INLINE).unwrap();
        for (before, order) in &orders {
            simulation.schedule(*before, Input::Steer(*order));
        }
        for _ in 0..25 {
            for _ in 0..8 {
                simulation.step(&[]).unwrap();
            }
            let mut again = Simulation::resume(&simulation.checkpoint().unwrap(), 1);
            again.run(()).1.unwrap();
            assert_eq!(hex(again.status().digest), expected, "{scheduler}");
        }
    }
}
