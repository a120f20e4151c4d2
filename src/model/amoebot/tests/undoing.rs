//! Rounds that cannot be carried out leave no trace.

use serde::{Deserialize, Serialize};

use super::{Made, line};
use crate::arbiter::RunError;
use crate::engine::{Engine, Simulation, State};
use crate::model::amoebot::Amoebot;
use crate::model::amoebot::grid::Direction;
use crate::model::amoebot::interface::Fault;
use crate::model::amoebot::joint::ConflictKind;
use crate::model::amoebot::parts::Part;
use crate::model::amoebot::ports::Port;
use crate::model::amoebot::scenario::Scenario;
use crate::model::amoebot::trial;
use crate::model::{End, Extras};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Counter {
    id: u32,
    rounds: u32,
    sum: u32,
    heard: u32,
}

/// Everybody draws in both phases, beeps and expands; what happens in round 3 is the caller's.
fn restless(
    movement: fn(
        &mut Counter,
        &mut crate::model::amoebot::interface::Mover<'_, Counter>,
    ) -> Result<(), Fault>,
    beep: fn(
        &mut Counter,
        &mut crate::model::amoebot::interface::Beeper<'_, Counter>,
    ) -> Result<(), Fault>,
) -> Made<Counter> {
    Made {
        start: |newborn| Counter {
            id: newborn.id,
            ..Counter::default()
        },
        movement,
        beep,
        ..Made::default()
    }
}

fn move_on(
    state: &mut Counter,
    particle: &mut crate::model::amoebot::interface::Mover<'_, Counter>,
) -> Result<(), Fault> {
    state.rounds += 1;
    state.sum += u32::from(particle.coin());
    match particle.is_expanded() {
        true => particle.contract_head(),
        false => particle.expand(Direction::E),
    }
}

fn beep_on(
    state: &mut Counter,
    particle: &mut crate::model::amoebot::interface::Beeper<'_, Counter>,
) -> Result<(), Fault> {
    state.sum += u32::from(particle.coin());
    state.heard += u32::from(particle.heard(0));
    particle.next().set_to_global(0)?;
    particle.beep(0)
}

type Ended = (Result<End, RunError>, State<Amoebot>);

fn play(scenario: &Scenario, engine: Engine) -> Ended {
    let plan = scenario.plan(Extras::default());
    let mut simulation = Simulation::new(plan, engine).unwrap();
    let (_, end) = simulation.run(());
    (end, simulation.state().unwrap())
}

/// What can be seen of a state: structure, attributes, pins, what was heard, dice.
fn seen(state: &State<Amoebot>) -> String {
    let parts = state.parts.iter().map(|part| match part {
        Part::Structure(part) => {
            let structure = part.structure();
            let (bodies, anchor) = (structure.bodies(), structure.anchor());
            format!("{bodies:?} {anchor:?} {:?}", part.attributes())
        }
        Part::Circuits(part) => {
            let circuits = part.circuits();
            format!("{:?} {:?}", circuits.configurations(), circuits.reception())
        }
    });
    let parts: Vec<_> = parts.collect();
    format!("{} {:?}", parts.join(" "), state.dice_digest())
}

/// The state after two rounds, undisturbed.
fn after_two() -> State<Amoebot> {
    let scenario = line(3, 2, "", restless(move_on, beep_on));
    let (end, state) = play(&scenario, Engine::Inline { threads: 1 });
    assert_eq!(end.unwrap(), End::Condition);
    state
}

const ENGINES: [Engine; 3] = [
    Engine::Inline { threads: 1 },
    Engine::Inline { threads: 2 },
    Engine::Actors { threads: 2 },
];

#[test]
fn a_conflict_ends_the_run_as_it_was_before_the_round() {
    let scenario = line(
        3,
        100,
        "",
        restless(
            |state, particle| {
                move_on(state, particle)?;
                if state.rounds == 3 && state.id == 1 {
                    particle.release(Port::head(Direction::E))?;
                    particle.release(Port::tail(Direction::E)).ok();
                }
                Ok(())
            },
            beep_on,
        ),
    );
    for engine in ENGINES {
        let (end, state) = play(&scenario, engine);
        assert_eq!(end.unwrap(), End::Conflict);
        let conflict = state.director.conflict().unwrap();
        assert_eq!(
            (conflict.kind, conflict.round),
            (ConflictKind::Disconnected, 3)
        );
        assert_eq!(state.director.counts().rounds, 2);
        assert_eq!(seen(&state), seen(&after_two()));
    }
}

#[test]
fn after_a_conflict_the_run_can_go_on_with_other_dice() {
    let scenario = line(
        3,
        5,
        "[structure]\non_conflict = \"continue\"\n",
        restless(
            |state, particle| {
                state.sum = (0..4).map(|_| u32::from(particle.coin())).sum();
                state.rounds += 1;
                // In round 3 the dice decide until they have decided otherwise.
                if state.rounds == 3 && state.id == 1 && state.sum < 4 {
                    particle.release(Port::head(Direction::E))?;
                    particle.expand(Direction::E)?;
                }
                Ok(())
            },
            |_, _| Ok(()),
        ),
    );
    for engine in ENGINES {
        let (end, state) = play(&scenario, engine);
        assert_eq!(end.unwrap(), End::Condition);
        let counts = state.director.counts();
        assert_eq!(counts.rounds, 5);
        let view = state.director.view();
        let rounds = view.attributes[1].get::<Counter>().unwrap().rounds;
        assert_eq!(u64::from(rounds) + counts.conflicts, 5);
        assert!(counts.conflicts > 0);
        assert!(
            view.structure
                .bodies()
                .iter()
                .all(|body| !body.is_expanded())
        );
    }
}

#[test]
fn what_a_shape_does_not_allow_is_a_conflict() {
    let scenario = line(
        3,
        100,
        "",
        restless(
            |state, particle| match (state.rounds, state.id) {
                (2, 2) => {
                    state.rounds += 1;
                    state.sum += u32::from(particle.coin());
                    particle.contract_head()?;
                    particle.push(Direction::W)
                }
                _ => move_on(state, particle),
            },
            beep_on,
        ),
    );
    for engine in ENGINES {
        let (end, state) = play(&scenario, engine);
        assert_eq!(end.unwrap(), End::Conflict);
        let conflict = state.director.conflict().unwrap();
        assert_eq!(
            (conflict.kind, &*conflict.particles),
            (ConflictKind::Invalid, &[2][..])
        );
        assert_eq!(seen(&state), seen(&after_two()));
    }
}

#[test]
fn two_anchors_in_one_round_are_refused() {
    let scenario = line(
        3,
        100,
        "",
        restless(
            |state, particle| {
                if state.rounds == 2 && state.id != 1 {
                    particle.make_anchor();
                }
                move_on(state, particle)
            },
            beep_on,
        ),
    );
    for engine in ENGINES {
        let (end, state) = play(&scenario, engine);
        assert_eq!(end.unwrap(), End::Conflict);
        let conflict = state.director.conflict().unwrap();
        assert_eq!(conflict.text, "particles 0 and 2 both set the anchor");
        assert_eq!(seen(&state), seen(&after_two()));
    }
}

#[test]
fn what_goes_wrong_in_the_beep_phase_undoes_the_movement_too() {
    let scenario = line(
        3,
        100,
        "",
        restless(move_on, |state, particle| {
            if state.rounds == 3 && state.id == 1 {
                particle.beep(77)?;
            }
            beep_on(state, particle)
        }),
    );
    for engine in ENGINES {
        let (end, state) = play(&scenario, engine);
        let text = end.unwrap_err().to_string();
        assert!(text.contains("robot 1"), "{text}");
        assert!(text.contains("round 3"), "{text}");
        assert_eq!(seen(&state), seen(&after_two()));
    }
}

#[test]
fn a_panic_undoes_the_round_too() {
    let scenario = line(
        3,
        100,
        "",
        restless(
            |state, particle| {
                move_on(state, particle)?;
                assert!(
                    state.rounds != 3 || state.id != 2,
                    "planted: particle 2 breaks"
                );
                Ok(())
            },
            beep_on,
        ),
    );
    for engine in ENGINES {
        let (end, state) = play(&scenario, engine);
        let text = end.unwrap_err().to_string();
        assert!(
            text.contains("robot 2") && text.contains("planted"),
            "{text}"
        );
        assert_eq!(seen(&state), seen(&after_two()));
    }
}

#[test]
fn a_pin_that_there_is_not_is_refused() {
    let scenario = line(
        1,
        100,
        "",
        restless(
            |_, _| Ok(()),
            |_, particle| particle.beep_at(Port::head(Direction::E), 1),
        ),
    );
    let (end, _) = play(&scenario, ENGINES[0]);
    let text = end.unwrap_err().to_string();
    assert!(text.contains("offset"), "{text}");
}

/// The system of the reference whose arm sweeps over a post.
const COLLIDING: &str = r#"
[swarm]
algorithm = "scripted"
start = "explicit"
anchor = "c0"
"#;

fn colliding(policy: &str, check: bool) -> Scenario {
    let mut text = COLLIDING.to_owned();
    let places = [
        ("c0", 0, -1),
        ("c1", 0, 0),
        ("c2", 0, 1),
        ("c3", 0, 2),
        ("r1", 1, -1),
        ("r2", 2, -1),
        ("r3", 3, -1),
        ("r4", 4, -1),
        ("r5", 5, -1),
        ("r6", 6, -1),
        ("p0", 6, 0),
        ("p1", 6, 1),
        ("X1", 1, 2),
        ("X2", 2, 2),
        ("X3", 3, 2),
        ("H2", 4, 2),
        ("H1", 4, 1),
    ];
    text += &format!("[structure]\non_collision = \"{policy}\"\ncollisions = {check}\n");
    for (name, x, y) in places {
        text += &format!("[[particles]]\nname = \"{name}\"\nat = [{x}, {y}]\n");
    }
    for (name, mark) in [("X1", ""), ("X2", ""), ("X3", "mark = [\"SSE\"]\n")] {
        text += &format!(
            "[[script]]\nround = 2\nparticle = \"{name}\"\nmove = \"expand\"\ndirection = \"E\"\n{mark}"
        );
    }
    text += "[[script]]\nround = 3\nparticle = \"c0\"\n";
    trial::scenario(&text)
}

#[test]
fn a_collision_ends_the_run_after_its_round() {
    let (end, state) = play(&colliding("stop", true), ENGINES[0]);
    assert_eq!(end.unwrap(), End::Collision);
    assert_eq!(state.director.counts().rounds, 2);
    let (round, collision) = state.director.collision().unwrap();
    assert_eq!(round, 2);
    let text = collision.to_string();
    for node in ["(3,2)", "(4,1)", "(6,2)", "(7,1)", "(6,0)", "(6,1)"] {
        assert!(text.contains(node), "{text}");
    }
    let bodies = state.director.view().structure.bodies();
    assert_eq!(bodies[16].tail.to_string(), "(7,1)");
}

#[test]
fn after_a_collision_the_run_can_go_on() {
    let (end, state) = play(&colliding("continue", true), ENGINES[0]);
    assert_eq!(end.unwrap(), End::Terminated);
    assert_eq!(state.director.counts().collisions, 1);
    let (end, state) = play(&colliding("stop", false), ENGINES[0]);
    assert_eq!(end.unwrap(), End::Terminated);
    assert_eq!(state.director.collision(), None);
}
