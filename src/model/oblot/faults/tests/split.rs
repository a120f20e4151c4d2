//! The adversary that keeps the correct robots apart, against an algorithm that is made for it.

use super::{Patient, Ran, Sensing, answer, read, run, seen};
use crate::math::Point;
use crate::model::End;
use crate::model::oblot::positions::Appearance;
use crate::model::oblot::{Code, Kind, Phase};

/// Robots on the x axis that discard the f farthest on either side, the first f of them faulty.
fn against_midpoint(xs: &[f64], f: usize, rest: &str) -> Ran {
    let positions: Vec<_> = xs.iter().map(|x| format!("[{x:?}, 0.0]")).collect();
    let faulty: Vec<_> = (0..f).map(|id| id.to_string()).collect();
    let text = format!(
        "[swarm]\nrobots = {}\nalgorithm = \"byzantine_midpoint\"\nf = {f}\nterminate = false\n\
         start = \"positions\"\npositions = [{}]\n[[faults]]\nkind = \"byzantine_split\"\n\
         robots = [{}]\n{rest}\n",
        xs.len(),
        positions.join(", "),
        faulty.join(", "),
    );
    run(&read(&text).unwrap_or_else(|error| panic!("{text}\n{error}")))
}

const ROUNDS: &str = "[scheduler]\nkind = \"fsync\"\nvisualize = inf\n[limits]\nstalled = false\n";

/// Faulty robots first. Where they start they see nothing of their victims' ends.
fn starts(faulty: usize, correct: usize) -> Vec<f64> {
    let faulty = (0..faulty).map(|id| 40.0 + id as f64);
    let correct = (0..correct).map(|id| (id * id) as f64 * 3.0);
    faulty.chain(correct).collect()
}

/// The extent of the correct robots.
fn extent(ran: &Ran, faulty: usize, robots: usize) -> f64 {
    let xs = (faulty..robots).map(|id| ran.x(id));
    let (low, high) = xs.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    high - low
}

#[test]
fn with_n_2f_correct_robots_never_come_together_in_rounds() {
    for f in 2..=7 {
        let xs = starts(f, f);
        let extent = |rounds: u32| {
            let ran = against_midpoint(&xs, f, &format!("{ROUNDS}rounds = {rounds}"));
            extent(&ran, f, 2 * f)
        };
        // A gap stays open once the adversary stands where it wants to.
        let (early, late) = (extent(20), extent(400));
        assert!(late > 0.5, "f = {f}: {late}");
        assert!((early - late).abs() < 1e-3, "f = {f}: {early} {late}");
    }
}

#[test]
fn with_n_2f_correct_robots_never_come_together_on_clocks_of_their_own() {
    // On clocks of their own the correct robots wait for nobody, so the adversary has to be there
    // when it begins.
    for (seed, f) in (1..).zip([2, 3, 4, 5, 6, 7]) {
        let mut xs = starts(f, f);
        let last = xs[2 * f - 1];
        for (id, x) in xs[..f].iter_mut().enumerate() {
            *x = if id < f / 2 { 0.0 } else { last };
        }
        let rest = format!(
            "[scheduler]\nvisualize = inf\nrate = {seed}.0\n[limits]\ntime = 2000.0\n\
             stalled = false"
        );
        let ran = against_midpoint(&xs, f, &rest);
        let extent = extent(&ran, f, 2 * f);
        assert!(extent > 0.5, "f = {f}: {extent}");
    }
}

#[test]
fn with_one_correct_robot_more_they_converge_all_the_same() {
    // n = 2f + 1 suffices in rounds: the extent at least halves in each.
    for f in 1..=6 {
        let xs = starts(f, f + 1);
        let extent = |rounds: u32| {
            let ran = against_midpoint(&xs, f, &format!("{ROUNDS}rounds = {rounds}"));
            extent(&ran, f, 2 * f + 1)
        };
        let mut before = extent(1);
        for rounds in 2..=12 {
            let now = extent(rounds);
            assert!(
                now <= before / 2.0 + 1e-9,
                "f = {f}, {rounds} rounds: {before} {now}"
            );
            before = now;
        }
        assert!(before < 0.05, "f = {f}: {before}");
    }
}

#[test]
fn half_of_the_adversary_goes_to_each_end_of_the_correct_robots() {
    // Robots 1, 2 and 4 are of the adversary, and robot 5 has crashed. The ends of the others
    // are (-3, 0) and (5, 1); (6, 6) belongs to nobody correct.
    let crashed = Appearance {
        phase: Phase::Crash,
        ..Appearance::START
    };
    let start = Appearance::START;
    let at = |x, y, appearance| (Point::new(x, y), appearance);
    let robots = [
        at(5.0, 1.0, start),
        at(6.0, 6.0, start),
        at(0.0, 0.0, start),
        at(-3.0, 0.0, start),
        at(1.0, 1.0, start),
        at(-50.0, 0.0, crashed),
        at(0.0, 0.5, start),
    ];
    let all = [4, 1, 2];
    let mut answers = Vec::new();
    for (index, &id) in all.iter().enumerate() {
        let mut patient = Patient::number("kind = \"byzantine_split\"", index, &all);
        // It sees nobody, but knows where everybody is.
        answers.push(patient.look(&seen(&robots, id as u32, Some(0.0))));
    }
    // Of three, one goes to the lower end and two to the upper one.
    assert_eq!(
        answers,
        [answer(-3.0, 0.0), answer(5.0, 1.0), answer(5.0, 1.0)]
    );
    // As far as it may.
    let mut patient = Patient::number("kind = \"byzantine_split\"\nreach = 2.0", 2, &[4, 1, 0]);
    let line = [
        at(0.0, 0.0, start),
        at(6.0, 0.0, start),
        at(6.0, 0.0, start),
        at(9.0, 0.0, start),
    ];
    let percept = seen(&line, 0, None);
    assert_eq!(patient.look(&percept), answer(2.0, 0.0));
    // Where the correct ones share one point, or are none, there is nothing to keep apart.
    let mut patient = Patient::number("kind = \"byzantine_split\"", 0, &[0, 3]);
    assert_eq!(patient.look(&percept), Sensing::Stay);
    let mut patient = Patient::number("kind = \"byzantine_split\"", 0, &[0, 1, 2, 3]);
    assert_eq!(patient.look(&percept), Sensing::Stay);
}

#[test]
fn once_it_stands_where_it_wants_the_adversary_rests() {
    let rest = "[scheduler]\nvisualize = inf\nkind = \"fsync\"";
    let ran = against_midpoint(&[-5.0, 15.0, 0.0, 10.0], 2, rest);
    // They sit on the correct robots' ends, the swarm is still, and for ever so.
    assert_eq!(ran.end, Ok(End::Stalled));
    assert_eq!((ran.x(0), ran.x(1)), (0.0, 10.0));
    let last = ran.of(0).last().copied().unwrap();
    assert_eq!((last.1, last.2), (Kind::Round, Code::Resting));
}
