use super::*;
use crate::dice::{Dice, Draw as _, Purpose};
use crate::model::End;
use crate::model::amoebot::algorithms::ALGORITHMS;
use crate::model::amoebot::scenario::Scenario;
use crate::model::amoebot::starts::{self, Site};
use crate::model::amoebot::trial::{Ran, run};
use crate::registry;
use crate::scenario::{Document, check_parameters};

fn compute(robots: usize, a: u64, b: u64, mode: &str) -> Ran {
    let ran = run(&format!(
        "[swarm]\nalgorithm = \"binary_operations\"\nrobots = {robots}\na = {a}\nb = {b}\n\
         mode = \"{mode}\"\n"
    ));
    assert_eq!(ran.end, End::Terminated);
    ran
}

fn number(ran: &Ran, bit: fn(&State) -> bool) -> u128 {
    let states = ran.states::<State>();
    let ones = (0..states.len()).filter(|at| bit(states[*at]));
    ones.fold(0, |sum, at| sum | 1 << at)
}

/// The result, and whether all particles say that it does not fit.
fn result(ran: &Ran) -> (u128, bool) {
    let states = ran.states::<State>();
    let overflow = states[0].overflow;
    assert!(states.iter().all(|state| state.overflow == overflow));
    (number(ran, |state| state.result), overflow)
}

fn order(ran: &Ran) -> Order {
    let states = ran.states::<State>();
    let order = states[0].order.unwrap();
    assert!(states.iter().all(|state| state.order == Some(order)));
    order
}

#[test]
fn the_numbers_of_the_reference_come_out() {
    let ran = |mode| compute(10, 42, 13, mode);
    let asked = |mode| ran(mode).ask("result").unwrap();
    assert_eq!(asked("add"), "55");
    assert_eq!(asked("subtract"), "29");
    assert_eq!(asked("multiply"), "546");
    assert_eq!(asked("divide"), "3, 3 left");
    assert_eq!(asked("highest"), "the highest 1 of a is bit 5");
    assert_eq!(asked("compare"), "a > b");
    let rounds = |mode| ran(mode).rounds();
    assert_eq!(
        ["highest", "compare", "add", "subtract"].map(rounds),
        [2, 3, 3, 3]
    );
    // Three for each of six bits; two steps of two, and three bits of the quotient.
    assert_eq!(["multiply", "divide"].map(rounds), [3 * 6 + 3, 6 * 2 + 8]);
    let numbers = run("[swarm]\nalgorithm = \"binary_operations\"\n");
    assert_eq!(numbers.ask("numbers").unwrap(), "42 and 13");
    assert_eq!(numbers.ask("result").unwrap(), "546");
}

/// Checks all modes for two numbers.
fn check(robots: usize, a: u64, b: u64) {
    let what = format!("{a} and {b} in {robots}");
    let (limit, wide_a, wide_b) = (1_u128 << robots, u128::from(a), u128::from(b));
    let bits = |number: u64| u64::from(number.max(1).ilog2());

    let ran = compute(robots, a, b, "highest");
    assert_eq!(
        result(&ran).0,
        if a == 0 { 0 } else { 1 << bits(a) },
        "{what}"
    );
    assert_eq!(ran.rounds(), 2);

    let ran = compute(robots, a, b, "compare");
    let expected = match a.cmp(&b) {
        std::cmp::Ordering::Less => Order::Less,
        std::cmp::Ordering::Equal => Order::Equal,
        std::cmp::Ordering::Greater => Order::Greater,
    };
    assert_eq!((order(&ran), ran.rounds()), (expected, 3), "{what}");

    let ran = compute(robots, a, b, "add");
    let sum = wide_a + wide_b;
    assert_eq!(result(&ran), (sum % limit, sum >= limit), "{what}");
    assert_eq!(ran.rounds(), 3);

    let ran = compute(robots, a, b, "subtract");
    let difference = (limit + wide_a - wide_b) % limit;
    assert_eq!(result(&ran), (difference, a < b), "{what}");
    assert_eq!(ran.rounds(), 3);

    let ran = compute(robots, a, b, "multiply");
    let product = wide_a * wide_b;
    assert_eq!(result(&ran), (product % limit, product >= limit), "{what}");
    assert_eq!(ran.rounds(), 3 * (bits(a) + 1) + 3, "{what}");

    let ran = compute(robots, a, b, "divide");
    let rest = number(&ran, |state| state.rest);
    match (wide_a.checked_div(wide_b), wide_a.checked_rem(wide_b)) {
        (Some(quotient), Some(left)) => {
            assert_eq!((result(&ran), rest), ((quotient, false), left), "{what}");
            let steps = bits(a).saturating_sub(bits(b));
            assert_eq!(ran.rounds(), 6 * steps + 8, "{what}");
        }
        _ => {
            assert_eq!((result(&ran), rest), ((0, true), wide_a), "{what}");
            assert_eq!(ran.rounds(), 4, "{what}");
        }
    }
}

#[test]
fn all_small_numbers_are_computed_with() {
    for robots in 1..=3 {
        for a in 0..1 << robots {
            for b in 0..1 << robots {
                check(robots, a, b);
            }
        }
    }
}

#[test]
fn random_numbers_are_computed_with() {
    let (mut dice, mut none) = (Dice::new(11, 0), None);
    let mut die = dice.on(Purpose::Start, &mut none);
    for _ in 0..60 {
        let robots = 4 + die.index(37);
        // Of different lengths, so that there are large quotients and small ones.
        let mut draw = || {
            let bits = 1 + die.index(robots);
            die.u64() >> (64 - bits)
        };
        let (a, b) = (draw(), draw());
        check(robots, a, b);
    }
}

#[test]
fn long_lines_hold_long_numbers() {
    let most = i64::MAX as u64;
    let ran = compute(150, most, most, "multiply");
    let product = u128::from(most) * u128::from(most);
    assert_eq!(result(&ran), (product, false));
    assert_eq!(ran.ask("result").unwrap(), product.to_string());
    // The borrow runs to the end of the line, which is more than people want to see in decimals.
    let below = compute(150, 0, 1, "subtract");
    let ones = format!("0b{} (overflow)", "1".repeat(150));
    assert_eq!(below.ask("result").unwrap(), ones);
}

#[test]
fn any_common_frame_in_which_the_line_goes_east_will_do() {
    for (direction, chirality) in [("NNW", "ccw"), ("W", "cw"), ("SSE", "cw")] {
        let ran = run(&format!(
            "[swarm]\nalgorithm = \"binary_operations\"\nstart = \"line\"\nrobots = 10\n\
             direction = \"{direction}\"\ncompass = \"{direction}\"\nchirality = \"{chirality}\"\n"
        ));
        assert_eq!(ran.ask("result").unwrap(), "546");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |swarm: &str| {
        let text = format!("[swarm]\nalgorithm = \"binary_operations\"\n{swarm}");
        let document = Document::parse("trial.toml", &text).unwrap();
        let error = Scenario::read(&document.root()).unwrap_err();
        error.path().to_owned()
    };
    assert_eq!(refused("robots = 5\n"), "swarm.a");
    assert_eq!(refused("robots = 5\na = 31\nb = 32\n"), "swarm.b");
    assert_eq!(refused("mode = \"root\"\n"), "swarm.mode");
    assert_eq!(refused("start = \"hexagon\"\nradius = 2\n"), "swarm.start");
    assert_eq!(refused("compass = \"random\"\n"), "swarm.compass");
}

#[test]
fn what_these_algorithms_list_is_what_they_and_their_structures_read() {
    let text = "[swarm]\nstart = \"line\"\nrobots = 10\n";
    let document = Document::parse("trial.toml", text).unwrap();
    let root = document.root();
    let placed = starts::read(&root.table("swarm").unwrap(), &root, 1, None).unwrap();
    for name in [
        "binary_operations",
        "chirality_compass",
        "leader_election",
        "leader_election_fast",
        "leader_election_sync",
        "pasc",
    ] {
        let entry = registry::find(ALGORITHMS, name).unwrap();
        let (mut dice, mut none) = (Dice::new(1, 1), None);
        let mut die = dice.on(Purpose::Start, &mut none);
        let checked = check_parameters(entry, "", |swarm| {
            if let Some(setting) = entry.build.setting {
                setting(&Site { swarm, root: &root }, &mut die)?;
            }
            let (root, placed) = (&root, &placed);
            let context = Context {
                root,
                swarm,
                placed,
            };
            (entry.build.read)(&context).map(drop)
        });
        assert_eq!(checked, Ok(()));
    }
}
