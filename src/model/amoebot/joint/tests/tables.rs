//! The reference's tables of small cases.

use super::notation::check;

const PAIR: &str = "A(0,0) B(1,0)";
const LINE: &str = "A(0,0) B(1,0) C(2,0)";
const TRIANGLE: &str = "A(0,0) B(1,0) C(0,1)";

#[test]
fn a_pair_expands() {
    check(&[
        (PAIR, "A EXP E", "A(0,0)-(1,0) B(2,0)"),
        (PAIR, "A EXP E, anchor B", "A(-1,0)-(0,0) B(1,0)"),
        (PAIR, "A EXP E, B EXP W", "A(0,0)-(1,0) B(3,0)-(2,0)"),
        (PAIR, "A EXP E, B EXP E", "A(0,0)-(1,0) B(2,0)-(3,0)"),
        (PAIR, "A EXP NNE", "A(0,0)-(0,1) B(1,0)"),
        (PAIR, "A EXP NNE, A marks E", "A(0,0)-(0,1) B(1,1)"),
        (PAIR, "A EXP W, A marks E", "A(0,0)-(-1,0) B(1,0)"),
        (PAIR, "A releases E", "disconnected"),
        (
            PAIR,
            "A auto, A releases E, A marks E, A EXP NNE",
            "A(0,0)-(0,1) B(1,0)",
        ),
        (PAIR, "", "A(0,0) B(1,0)"),
    ]);
}

#[test]
fn a_line_expands() {
    let all = "A EXP NNE, B EXP NNE, C EXP NNE";
    let marked = format!("{all}, A marks E, B marks E, C marks E");
    check(&[
        (
            LINE,
            "A EXP E, B EXP E, C EXP E",
            "A(0,0)-(1,0) B(2,0)-(3,0) C(4,0)-(5,0)",
        ),
        (LINE, "B EXP E", "A(0,0) B(1,0)-(2,0) C(3,0)"),
        (LINE, all, "A(0,0)-(0,1) B(1,0)-(1,1) C(2,0)-(2,1)"),
        (LINE, &marked, "A(0,0)-(0,1) B(1,1)-(1,2) C(2,2)-(2,3)"),
        (LINE, "A EXP NNE, B EXP NNW", "occupied"),
    ]);
}

#[test]
fn a_triangle_expands() {
    check(&[
        (TRIANGLE, "A EXP E", "offset"),
        (
            TRIANGLE,
            "A EXP E, A marks NNE",
            "A(0,0)-(1,0) B(2,0) C(1,1)",
        ),
        (TRIANGLE, "A EXP E, A releases E", "occupied"),
        (TRIANGLE, "A EXP E, A auto, B auto, C auto", "offset"),
        (TRIANGLE, "A releases E", "A(0,0) B(1,0) C(0,1)"),
    ]);
}

#[test]
fn a_ring_must_be_stretched_on_both_sides() {
    let ring = "A(1,0) B(0,1) C(-1,1) D(-1,0) E(0,-1) F(1,-1)";
    let stretched = "A(1,0) B(0,1) C(-2,1)-(-1,1) D(-2,0) E(-1,-1)-(0,-1) F(1,-1)";
    check(&[
        (ring, "C EXP E", "offset"),
        (ring, "C EXP E, E EXP E", stretched),
    ]);
}

#[test]
fn one_contracts() {
    let line = "A(0,0)-(1,0) B(2,0)";
    let waist = "A(0,0)-(1,0) B(0,1)";
    check(&[
        (line, "A CT", "A(0,0) B(1,0)"),
        (line, "A CH", "A(1,0) B(2,0)"),
        (line, "A CT, anchor B", "A(1,0) B(2,0)"),
        (line, "A CH, anchor B", "A(1,0) B(2,0)"),
        (waist, "A CT", "two-bond"),
        (waist, "A CT, A releases NNW", "A(0,0) B(0,1)"),
        (waist, "A CT, A auto", "A(0,0) B(0,1)"),
    ]);
}

#[test]
fn two_expanded_ones_contract() {
    let parallel = "A(0,0)-(1,0) B(0,1)-(1,1)";
    let corner = "A(0,0)-(1,0) B(2,0)-(1,1)";
    let line = "A(0,0)-(1,0) B(2,0)-(3,0)";
    check(&[
        (parallel, "", parallel),
        (parallel, "A CT", "two-bond"),
        (parallel, "A CT, B CT", "two-bond"),
        (parallel, "A CT, B CT, A releases NNW", "A(0,0) B(0,1)"),
        (parallel, "A CT, B CH, A releases NNW", "A(0,0) B(0,1)"),
        (parallel, "A CT, A releases NNW", "two-bond"),
        (corner, "A CT", "A(0,0) B(1,0)-(0,1)"),
        (corner, "A CH", "A(1,0) B(2,0)-(1,1)"),
        (corner, "B CT", "two-bond"),
        (line, "A CT, B CT", "A(0,0) B(1,0)"),
        (line, "A CH, B CH", "A(1,0) B(2,0)"),
        (line, "A CT, B CH", "A(0,0) B(1,0)"),
    ]);
}

#[test]
fn an_anchor_is_contracted_towards() {
    let line = "A(0,0) B(1,0)-(2,0)";
    let branch = "A(0,0) B(1,0)-(2,0) C(2,1)";
    check(&[
        (line, "B CH", "A(0,0) B(1,0)"),
        (line, "B CT", "A(0,0) B(1,0)"),
        (line, "A auto, B auto, B CT", "A(0,0) B(1,0)"),
        (branch, "A auto, B auto, C auto, B CT", "disconnected"),
    ]);
}

#[test]
fn a_pair_hands_over() {
    let line = "A(0,0) B(1,0)-(2,0)";
    check(&[
        (line, "A PUSH E, B PULLH W", "A(0,0)-(1,0) B(2,0)"),
        (line, "A PUSH E, B PULLH W, anchor B", "A(0,0)-(1,0) B(2,0)"),
        (line, "A PUSH E", "handover"),
        (line, "B PULLH W", "handover"),
        (line, "A PUSH E, B PULLH W, A releases E", "no-bond"),
        (
            line,
            "A PUSH E, B PULLH W, A releases E, anchor B",
            "no-bond",
        ),
        (line, "A PUSH E, B PULLT W", "invalid"),
        (line, "B PULLT W", "invalid"),
        (line, "A EXP E", "A(0,0)-(1,0) B(2,0)-(3,0)"),
        (line, "A EXP E, B CH", "A(0,0)-(1,0) B(2,0)"),
        (PAIR, "A PUSH E", "invalid"),
    ]);
}

#[test]
fn a_third_one_is_handed_over() {
    check(&[
        (
            "A(0,0) B(1,0)-(2,0) C(1,1)",
            "A PUSH E, B PULLH W",
            "A(0,0)-(1,0) B(2,0) C(1,1)",
        ),
        (
            "A(0,0) B(1,0)-(2,0) C(1,-1)",
            "A PUSH E, B PULLH W, A releases SSE",
            "A(0,0)-(1,0) B(2,0) C(1,-1)",
        ),
        (
            "A(0,0)-(1,0) B(-1,0) C(0,1)-(-1,2)",
            "B PUSH E, A PULLH W, A releases NNW",
            "A(1,0) B(-1,0)-(0,0) C(0,1)-(-1,2)",
        ),
    ]);
}

#[test]
fn two_bonds_move_alike() {
    let waist = "A(0,0) B(-1,1)-(0,1)";
    check(&[
        (waist, "A PUSH NNW, B PULLH SSE", "A(0,0)-(-1,1) B(0,1)"),
        (waist, "A PUSH NNW, B PULLT SSW", "handover"),
        (
            waist,
            "A EXP E, A marks NNW, A marks NNE",
            "A(0,0)-(1,0) B(0,1)-(1,1)",
        ),
        (waist, "A EXP E, A marks NNW", "two-bond"),
        (waist, "A EXP NNW", "two-bond"),
        (waist, "A EXP SSE, A marks NNW, A marks NNE", "two-bond"),
        (waist, "A EXP SSE", "A(0,0)-(1,-1) B(-1,1)-(0,1)"),
    ]);
}

#[test]
fn shipped_demonstrations_step() {
    // The mode with six roles: one handover, and all else holds still around it.
    let six = "A(0,0) B(-1,1)-(0,1) C(-1,0) D(0,-1) E(-2,2) F(-1,2)";
    let releases = "A releases NNE, B releases SSW@head, B releases NNW@head, \
                    B releases SSW@tail, C releases NNE, C releases SSE, D releases NNW, \
                    E releases E, F releases W, F releases SSE";
    let phrases = format!("A PUSH NNW, B PULLH SSE, {releases}");
    let after = "A(0,0)-(-1,1) B(0,1) C(-1,0) D(0,-1) E(-2,2) F(-1,2)";
    // A pull into the tail beside a particle that is idle or contracts.
    let three = "A(0,0)-(1,0) B(2,0)-(1,1) C(1,2)";
    check(&[
        (six, &phrases, after),
        (
            three,
            "B PULLT NNE, C PUSH SSW, A CH",
            "A(1,0) B(2,0) C(1,2)-(1,1)",
        ),
        (
            three,
            "B PULLT NNE, C PUSH SSW",
            "A(0,0)-(1,0) B(2,0) C(1,2)-(1,1)",
        ),
    ]);
}

#[test]
fn objects_are_pushed_and_held() {
    let corner = "A(0,0) B(0,1) O1{(1,0)} O2{(1,1)}";
    let two = "A(0,0) O1{(1,0)} O2{(2,0)}";
    check(&[
        ("A(0,0) O1{(1,0)}", "A EXP E", "A(0,0)-(1,0) O1{(2,0)}"),
        (
            "A(0,0) O1{(1,0)}",
            "A EXP E, anchor O1",
            "A(-1,0)-(0,0) O1{(1,0)}",
        ),
        (two, "A EXP E", "A(0,0)-(1,0) O1{(2,0)} O2{(3,0)}"),
        (two, "A EXP E, O1 releases", "occupied"),
        (corner, "A EXP E, B releases SSE", "object"),
        (corner, "A EXP E, O1 releases", "object"),
        ("A(0,0) B(2,0) O1{(1,0)}", "A EXP W", "disconnected"),
        ("A(0,0) O1{(1,0)}", "A EXP W", "A(0,0)-(-1,0) O1{(1,0)}"),
        ("A(0,0)-(1,0) O1{(2,0)}", "A CT", "A(0,0) O1{(1,0)}"),
        ("A(0,0)-(1,0) O1{(0,1)}", "A CT", "object"),
        ("A(0,0) O1{(1,0)}", "A EXP W, A releases E", "disconnected"),
        (
            "A(0,0) O1{(1,0)}",
            "A EXP W, A releases E, anchor O1",
            "disconnected",
        ),
        (
            "A(0,0) B(0,1) O1{(1,0)} O2{(1,1)}",
            "A EXP E, B releases SSE, O1 releases",
            "A(0,0)-(1,0) B(0,1) O1{(2,0)} O2{(1,1)}",
        ),
    ]);
}

/// A particle on a node that changes hands stays there, an object is dragged along.
#[test]
fn objects_are_dragged_where_particles_are_handed_over() {
    let above = "A(0,0) B(1,0)-(2,0) O1{(1,1)}";
    let below = "A(0,0) B(1,0)-(2,0) O1{(1,-1)}";
    let handover = "A PUSH E, B PULLH W";
    let with = |release: &str| format!("{handover}, {release}");
    check(&[
        (above, handover, "object"),
        (
            above,
            &with("B releases NNW"),
            "A(0,0)-(1,0) B(2,0) O1{(2,1)}",
        ),
        (
            above,
            &with("B releases NNE@tail"),
            "A(0,0)-(1,0) B(2,0) O1{(1,1)}",
        ),
        (below, handover, "object"),
        (
            below,
            &with("A releases SSE"),
            "A(0,0)-(1,0) B(2,0) O1{(2,-1)}",
        ),
        (
            below,
            &with("B releases SSW@tail"),
            "A(0,0)-(1,0) B(2,0) O1{(1,-1)}",
        ),
    ]);
}
