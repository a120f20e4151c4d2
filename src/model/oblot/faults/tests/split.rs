//! The adversary that keeps the correct robots apart, against an algorithm that is made for it.

use std::sync::Arc;

use super::{Patient, Ran, Sensing, answer, on_a_line, rounds_of, run, seen};
use crate::math::Point;
use crate::model::Failure;
use crate::model::oblot::Phase;
use crate::model::oblot::algorithms::{Algorithm, AlgorithmDice};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::positions::Appearance;
use crate::model::oblot::{Code, Intent, Kind};

/// The midpoint of what is left when up to f robots farther left and up to f farther right than
/// the robot itself are discarded (Bouzid, Gradinariu Potop-Butucaru and Tixeuil).
#[derive(Debug)]
struct TrimmedMidpoint {
    f: usize,
}

impl Algorithm for TrimmedMidpoint {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let mut xs = Vec::new();
        percept.visit(|_, position| {
            xs.push(position.x);
            true
        });
        xs.sort_by(f64::total_cmp);
        let own = percept.here().x;
        let lower = own.min(xs[self.f]);
        let upper = own.max(xs[xs.len() - 1 - self.f]);
        Ok(Intent::go(Point::new((lower + upper) / 2.0, 0.0), false))
    }
}

/// Faulty robots first. Where they start they see nothing of their victims' ends.
fn starts(faulty: usize, correct: usize) -> Vec<f64> {
    let faulty = (0..faulty).map(|id| 40.0 + id as f64);
    let correct = (0..correct).map(|id| (id * id) as f64 * 3.0);
    faulty.chain(correct).collect()
}

fn adversary(faulty: usize, rest: &str) -> String {
    let ids: Vec<_> = (0..faulty).map(|id| id.to_string()).collect();
    let ids = ids.join(", ");
    format!("[[faults]]\nkind = \"byzantine_split\"\nrobots = [{ids}]\n{rest}")
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
            let rest = adversary(f, &format!("[limits]\nrounds = {rounds}"));
            let scenario = rounds_of(&xs, &rest).with_algorithm(Arc::new(TrimmedMidpoint { f }));
            extent(&run(&scenario), f, 2 * f)
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
        let rest = adversary(f, "[scheduler]\nvisualize = inf\n[limits]\ntime = 3000.0");
        let mut text = format!("seed = {seed}\n[swarm]\nrobots = {}\n", 2 * f);
        text += "algorithm = \"gathering\"\nstart = \"positions\"\npositions = [";
        xs.iter().for_each(|x| text += &format!("[{x:?}, 0.0],"));
        text += &format!("]\n{rest}");
        let scenario = super::read(&text).unwrap();
        let ran = run(&scenario.with_algorithm(Arc::new(TrimmedMidpoint { f })));
        let extent = extent(&ran, f, 2 * f);
        assert!(extent > 0.5, "f = {f}: {extent}");
    }
}

#[test]
fn with_one_correct_robot_more_they_converge_all_the_same() {
    // n = 2f + 1 suffices in rounds: the extent at least halves in each.
    for f in 1..=6 {
        let xs = starts(f, f + 1);
        let scenario = |rounds: u32| {
            let rest = adversary(f, &format!("[limits]\nrounds = {rounds}"));
            rounds_of(&xs, &rest).with_algorithm(Arc::new(TrimmedMidpoint { f }))
        };
        let mut before = extent(&run(&scenario(1)), f, 2 * f + 1);
        for rounds in 2..=12 {
            let now = extent(&run(&scenario(rounds)), f, 2 * f + 1);
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
    let rest = adversary(
        2,
        "[scheduler]\nvisualize = inf\nkind = \"fsync\"\n[limits]\nrounds = 50",
    );
    let scenario = on_a_line(&[-5.0, 15.0, 0.0, 10.0], &rest);
    let ran = run(&scenario.with_algorithm(Arc::new(TrimmedMidpoint { f: 2 })));
    // They sit on the correct robots' ends, the swarm is still, and for ever so.
    assert_eq!(ran.end, Ok(crate::model::End::Stalled));
    assert_eq!((ran.x(0), ran.x(1)), (0.0, 10.0));
    let last = ran.of(0).last().copied().unwrap();
    assert_eq!((last.1, last.2), (Kind::Round, Code::Resting));
}
