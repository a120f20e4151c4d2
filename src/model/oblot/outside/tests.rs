//! What a robot perceives comes through a request to the last bit.

use std::sync::Arc;

use proptest::prelude::*;

use super::{Asked, Columns};
use crate::dice::Dice;
use crate::math::Point;
use crate::model::oblot::directive::Tie;
use crate::model::oblot::frames::Frame;
use crate::model::oblot::percept::{Percept, Seen};
use crate::model::oblot::positions::{Appearance, Snapshot, Table};
use crate::model::oblot::senses::{Detection, Noise, Senses};
use crate::model::oblot::{Light, Oblot, Phase};
use crate::model::outside::Remote;

/// Any number that a coordinate may be: of every size, with every bit.
fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -100.0..100.0f64,
        2 => prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO,
        1 => prop::sample::select(vec![-0.0, 0.0, 5e-324, f64::MAX, f64::MIN, 0.1 + 0.2]),
    ]
}

fn appearance() -> impl Strategy<Value = Appearance> {
    let phase = prop::sample::select(vec![Phase::Wait, Phase::Look, Phase::Move, Phase::Crash]);
    let light = prop::option::of(prop::sample::select(Light::ALL.to_vec()));
    let vanished = prop::bool::weighted(0.1);
    (phase, any::<bool>(), any::<bool>(), light, vanished).prop_map(
        |(phase, frozen, terminated, light, vanished)| Appearance {
            phase,
            frozen,
            terminated,
            light,
            vanished,
        },
    )
}

/// A request as a program reads it.
fn through_json(percepts: &[Percept]) -> Option<(Option<Columns>, Vec<Asked>)> {
    let robots: Vec<_> = percepts.iter().map(|p| (p.me() as u32, 9)).collect();
    let (shared, asked) = <Oblot as Remote>::ask(&robots, percepts)?;
    let text = serde_json::to_string(&(&shared, &asked)).unwrap();
    Some(serde_json::from_str(&text).unwrap())
}

/// What a program makes of it: the robots that one robot sees, and its own place among them.
fn rebuilt(shared: Option<&Columns>, asked: &Asked) -> (Vec<Seen>, usize) {
    let columns = asked.view.as_ref().or(shared).unwrap();
    let all = (0..columns.len()).collect();
    let places = match (&asked.view, &asked.sees) {
        (None, Some(sees)) => sees.clone(),
        _ => all,
    };
    let me = columns.id[asked.index] as usize;
    let seen = |&place: &usize| {
        let position = Point::new(columns.x[place], columns.y[place]);
        Seen {
            id: columns.id[place] as usize,
            position,
            appearance: Appearance {
                phase: columns.phase.as_ref().map_or(Phase::Wait, |c| c[place]),
                frozen: columns.frozen.as_ref().is_some_and(|c| c[place]),
                terminated: columns.terminated.as_ref().is_some_and(|c| c[place]),
                light: columns.light.as_ref().and_then(|c| c[place]),
                vanished: false,
            },
            robots: columns.count.as_ref().map_or(1, |c| c[place]),
            place: position,
        }
    };
    (places.iter().map(seen).collect(), me)
}

/// The bits of what is seen, without what no program is told.
fn bits(robots: &[Seen]) -> Vec<(usize, u64, u64, Appearance, u32)> {
    let bits = |seen: &Seen| {
        let appearance = Appearance {
            vanished: false,
            ..seen.appearance
        };
        let Point { x, y } = seen.position;
        (seen.id, x.to_bits(), y.to_bits(), appearance, seen.robots)
    };
    robots.iter().map(bits).collect()
}

proptest! {
    #[test]
    fn a_request_says_what_the_robots_perceive(
        robots in prop::collection::vec((coordinate(), coordinate(), appearance()), 1..12),
        radius in prop::option::of(1.0..200.0f64),
        (weak, noisy, framed) in any::<(bool, bool, bool)>(),
        (angle, scale, mirrored) in (0.0..6.0f64, 0.5..2.0f64, any::<bool>()),
        hidden in prop::collection::btree_set(0u32..12, 0..3),
    ) {
        let table: Vec<_> = robots.iter().map(|&(x, y, seen)| (Point::new(x, y), seen)).collect();
        let snapshot = Snapshot { table: Arc::new(Table::new(&table, 1e-5)), time: 1.25 };
        let senses = Senses {
            detection: if weak { Detection::Weak } else { Detection::Strong },
            noise: Noise { absolute: if noisy { 0.5 } else { 0.0 }, relative: 0.0 },
            ..Senses::perfect(1e-5)
        };
        let hidden: Vec<u32> = hidden.into_iter().collect();
        let sight = crate::model::oblot::visibility::Sight { radius, ..Default::default() };
        let mut percepts = Vec::new();
        for me in (0..robots.len() as u32).filter(|&me| !table[me as usize].1.vanished) {
            let plain = sight.view(Percept::new(snapshot.clone(), me, radius));
            percepts.push(match me % 3 {
                0 => plain,
                1 => plain.without(&hidden),
                _ => {
                    let frame = framed.then(|| Frame::new(angle, scale, mirrored));
                    let mut dice = Dice::new(1, me);
                    senses.perceive(&plain, frame, Tie::Last, &mut dice, &mut None)
                }
            });
        }
        let finite = |percept: &Percept| {
            let robots = percept.robots();
            robots.iter().all(|seen| seen.position.x.is_finite() && seen.position.y.is_finite())
        };
        let Some((shared, asked)) = through_json(&percepts) else {
            prop_assert!(!percepts.iter().all(finite));
            return Ok(());
        };
        prop_assert!(percepts.iter().all(finite));
        prop_assert_eq!(asked.len(), percepts.len());
        let needed = asked.iter().any(|asked| asked.view.is_none());
        prop_assert_eq!(shared.is_some(), needed);
        for (percept, asked) in percepts.iter().zip(&asked) {
            let (seen, me) = rebuilt(shared.as_ref(), asked);
            let own: Vec<Seen> = percept.robots();
            prop_assert_eq!(bits(&seen), bits(&own));
            prop_assert_eq!(me, percept.me());
            prop_assert_eq!(asked.frame.is_some(), percept.frame().is_some());
            // What is seen as it is needs no picture of its own.
            if percept.me() % 3 < 2 {
                prop_assert!(asked.view.is_none());
            }
            for seen in own {
                prop_assert!(percept.sees(seen.id));
            }
        }
    }
}
