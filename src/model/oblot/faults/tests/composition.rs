//! Several faults on one robot.

use super::{from_here, rounds_of, run};
use crate::dice::{Dice, Draw};
use crate::math::Point;
use crate::model::oblot::faults::{
    Affliction, Attempt, CrashOnWay, FaultDice, FaultInjector, Flaws, Rule, Sensing, Slow, Verdict,
};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::{Reply, Request};
use crate::model::{Answer, End};

/// Says what it is told to, and draws.
#[derive(Clone, Debug)]
struct Says(Sensing, Verdict);

impl Rule for Says {
    fn judge_look(&mut self, _: &Percept, dice: &mut FaultDice<'_>) -> Sensing {
        dice.die().unit();
        self.0.clone()
    }

    fn judge_intent(&mut self, attempt: Attempt, dice: &mut FaultDice<'_>) -> Verdict {
        dice.die().unit();
        match self.1 {
            // Relative to what it is asked about, so that the order shows.
            Verdict::Instead(by) => {
                Verdict::Instead(Point::new(2.0 * attempt.to.x + by.x, attempt.to.y + by.y))
            }
            other => other,
        }
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}

fn injector(rules: Vec<Says>) -> FaultInjector {
    let rules = rules
        .into_iter()
        .map(|rule| Box::new(rule) as Box<dyn Rule>);
    FaultInjector::new(vec![None, Some((rules.collect(), Dice::new(3, 1)))])
}

fn sensing(said: &[Sensing]) -> Sensing {
    let rules = said
        .iter()
        .map(|sensing| Says(sensing.clone(), Verdict::Pass));
    let mut injector = injector(rules.collect());
    let request = Request::JudgeLook {
        robot: 1,
        percept: from_here(&[(2.0, 2.0)]),
    };
    let Answer::Reply(Reply::Sensing(sensing)) = injector.answer(request, &mut None) else {
        panic!("no judgement")
    };
    // Every rule was asked, whatever the others said.
    let drawn = injector.touched();
    assert_eq!(
        drawn.iter().map(|t| t.position).sum::<u128>(),
        2 * said.len() as u128
    );
    sensing
}

fn verdict(said: &[Verdict]) -> Verdict {
    let rules = said.iter().map(|&verdict| Says(Sensing::Clear, verdict));
    let mut injector = injector(rules.collect());
    let request = Request::JudgeIntent {
        robot: 1,
        time: 1.0,
        from: Point::new(0.0, 0.0),
        to: Point::new(1.0, 0.0),
    };
    let Answer::Reply(Reply::Verdict(verdict)) = injector.answer(request, &mut None) else {
        panic!("no judgement")
    };
    let drawn = injector.touched();
    assert_eq!(
        drawn.iter().map(|t| t.position).sum::<u128>(),
        2 * said.len() as u128
    );
    verdict
}

#[test]
fn a_crash_outweighs_an_answer_and_an_answer_outweighs_losses() {
    use Sensing::{Clear, Crash, Loss, Stay};
    let to = |x| Sensing::Answer(Point::new(x, 0.0));
    let table = [
        (vec![], Clear),
        (vec![Clear, Clear], Clear),
        (vec![Clear, Loss(vec![4]), Clear], Loss(vec![4])),
        (
            vec![Loss(vec![4, 7]), Loss(vec![2, 5])],
            Loss(vec![2, 4, 5, 7]),
        ),
        (vec![Loss(vec![4]), to(1.0)], to(1.0)),
        (vec![to(1.0), Loss(vec![4])], to(1.0)),
        (vec![Loss(vec![4]), Stay], Stay),
        (vec![Stay, Loss(vec![4]), Clear], Stay),
        // Of answers and stays the first one counts.
        (vec![to(1.0), to(2.0)], to(1.0)),
        (vec![Stay, to(2.0)], Stay),
        (vec![Clear, to(2.0), Stay], to(2.0)),
        (vec![to(1.0), Crash, Loss(vec![4])], Crash),
        (vec![Crash, Stay, to(1.0), Clear], Crash),
    ];
    for (said, expected) in table {
        assert_eq!(sensing(&said), expected, "{said:?}");
    }
}

#[test]
fn later_rules_judge_what_earlier_ones_made_of_an_intent() {
    use Verdict::{Omit, Pass};
    let by = |x| Verdict::Instead(Point::new(x, 0.0));
    let table = [
        (vec![], Pass),
        (vec![Pass, Pass], Pass),
        (vec![Pass, Omit, Pass], Omit),
        // 1 becomes 2 * 1 + 3, and that 2 * 5 + 10.
        (vec![by(3.0), by(10.0)], by(20.0)),
        (vec![by(10.0), Pass, by(3.0)], by(27.0)),
        (vec![by(10.0), Omit], Omit),
        (vec![Omit, by(10.0)], Omit),
    ];
    for (said, expected) in table {
        assert_eq!(verdict(&said), expected, "{said:?}");
    }
}

#[test]
fn robots_without_faults_are_judged_by_nobody() {
    let mut injector = injector(vec![Says(Sensing::Crash, Verdict::Omit)]);
    for robot in [0, 2] {
        let request = Request::JudgeLook {
            robot,
            percept: from_here(&[]),
        };
        let answer = injector.answer(request, &mut None);
        assert!(matches!(
            answer,
            Answer::Reply(Reply::Sensing(Sensing::Clear))
        ));
    }
}

#[test]
fn a_copy_of_the_injector_has_rules_of_its_own() {
    let scripted = super::Patient::new("kind = \"byzantine_scripted\"\npoints = [[1, 2], [3, 4]]");
    let rules = vec![scripted.affliction.rule.unwrap()];
    let mut injector = FaultInjector::new(vec![Some((rules, Dice::new(3, 0)))]);
    let look = |injector: &mut FaultInjector| {
        let request = Request::JudgeLook {
            robot: 0,
            percept: from_here(&[]),
        };
        match injector.answer(request, &mut None) {
            Answer::Reply(Reply::Sensing(Sensing::Answer(point))) => point.x,
            other => panic!("{other:?}"),
        }
    };
    let mut copy = injector.clone();
    assert_eq!((look(&mut injector), look(&mut injector)), (1.0, 3.0));
    assert_eq!((look(&mut copy), look(&mut copy)), (1.0, 3.0));
}

#[test]
fn flaws_of_several_faults_add_up() {
    let slow = |factor| Affliction {
        slow: Some(Slow {
            factor,
            from: 0.0,
            until: 9.0,
        }),
        ..Affliction::default()
    };
    let crash = |departures, part| Affliction {
        crash_on_way: Some(CrashOnWay { departures, part }),
        ..Affliction::default()
    };
    let vanishes = Affliction {
        vanishes: true,
        ..Affliction::default()
    };
    assert_eq!(Flaws::of(&[]), None);
    assert_eq!(Flaws::of(&[("x", Affliction::default())]), None);
    let all = [
        slow(0.5),
        crash(3, 0.5),
        slow(0.25),
        vanishes,
        crash(3, 0.25),
    ];
    let flaws = Flaws::of(&all.map(|fault| ("x", fault))).unwrap();
    let factors: Vec<_> = flaws.slow.iter().map(|slow| slow.factor).collect();
    assert_eq!(factors, [0.5, 0.25]);
    assert_eq!(
        flaws.crash,
        Some(CrashOnWay {
            departures: 3,
            part: 0.25
        })
    );
    assert!(flaws.vanishes && !flaws.byzantine);
}

#[test]
fn a_run_with_many_faults_on_one_robot() {
    // Inverted and then twice as far: from 0 towards 5 becomes -10. Slow: 20 units of time. It
    // crashes after a quarter of that.
    let fault = |rest: &str| format!("[[faults]]\nrobots = [0]\n{rest}\n");
    let all = fault("kind = \"actuation\"\nerror = \"invert\"")
        + &fault("kind = \"actuation\"\nerror = \"overshoot\"\nfactor = 2.0")
        + &fault("kind = \"delay\"\nfactor = 0.5")
        + &fault("kind = \"crash\"\nduring = \"move\"\nfraction = 0.25");
    let ran = run(&rounds_of(&[0.0, 10.0], &all));
    assert_eq!(ran.end, Ok(End::Terminated));
    assert_eq!(ran.of(0).last().unwrap().0, 5.0);
    assert_eq!(ran.x(0), -2.5);
    assert_eq!(
        ran.robot(0).faults(),
        ["actuation", "actuation", "delay", "crash"]
    );
}
