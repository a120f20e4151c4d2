//! Collisions of whole systems.

use super::notation::{Case, check, show};

/// A column, a row at its foot with two posts on the far end, and an arm that hangs from the column's
/// top.
const GATE: &str = "A(0,-1) B(0,0) C(0,1) D(0,2) E(1,-1) F(2,-1) G(3,-1) H(4,-1) I(5,-1) J(6,-1) \
                    K(6,0) L(6,1) M(1,2) N(2,2) O(3,2) P(4,2) Q(4,1)";

/// The outcome for the arm and its expanders.
fn arm(phrases: &str) -> String {
    let outcome = Case::parse(GATE, phrases).outcome();
    match outcome.find("M(") {
        Some(at) => outcome[at..].to_owned(),
        None => outcome,
    }
}

#[test]
fn an_arm_swings_through_a_post() {
    let swung = "M(1,2)-(2,2) N(3,2)-(4,2) O(5,2)-(6,2) P(7,2) Q(7,1); \
                 the edges (6,0)-(6,1) at rest and (3,2)-(4,1) to (6,2)-(7,1) collide";
    let all = "M EXP E, N EXP E, O EXP E";
    assert_eq!(arm(&format!("{all}, O marks SSE")), swung);
    assert_eq!(arm(all), "offset");
    let near = "M(1,2) N(2,2) O(3,2)-(4,2) P(5,2) Q(5,1)";
    assert_eq!(arm("O EXP E, O marks SSE"), near);
    assert_eq!(arm("N EXP E, O EXP E, O marks SSE"), "occupied");
}

#[test]
fn without_the_check_there_is_no_collision() {
    let phrases = "M EXP E, N EXP E, O EXP E, O marks SSE";
    let case = Case::parse(GATE, phrases);
    let (checked, unchecked) = (case.run(true).unwrap(), case.run(false).unwrap());
    assert!(checked.collision.is_some() && unchecked.collision.is_none());
    assert_eq!(show(&checked.structure), show(&unchecked.structure));
    assert_eq!(checked.displacements, unchecked.displacements);
}

/// The same with the post as the rim of an object that hangs from the row: (6,0)-(6,1) again, and the
/// edges of an object count as those of particles do.
#[test]
fn an_arm_swings_through_an_object() {
    let gate = "A(0,-1) B(0,0) C(0,1) D(0,2) E(1,-1) F(2,-1) G(3,-1) H(4,-1) I(5,-1) J(6,-1) \
                K(1,2) L(2,2) M(3,2) N(4,2) O(4,1) O1{(6,0),(6,1)}";
    let phrases = "K EXP E, L EXP E, M EXP E, M marks SSE";
    let outcome = Case::parse(gate, phrases).outcome();
    let collision = "; the edges (3,2)-(4,1) to (6,2)-(7,1) and (6,0)-(6,1) at rest collide";
    assert!(outcome.ends_with(collision), "{outcome}");
}

#[test]
fn a_handover_collides_with_nothing() {
    check(&[
        (
            "A(0,0) B(1,0)-(2,0) C(1,1) D(1,-1)",
            "A PUSH E, B PULLH W, A releases SSE",
            "A(0,0)-(1,0) B(2,0) C(1,1) D(1,-1)",
        ),
        (
            "A(0,0) B(2,0)-(1,0) C(1,1)",
            "A PUSH E, B PULLT W",
            "A(0,0)-(1,0) B(2,0) C(1,1)",
        ),
    ]);
}
