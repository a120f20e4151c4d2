use proptest::prelude::*;

use super::*;
use crate::model::End;
use crate::model::amoebot::trial::{self, Ran};

fn run(robots: usize, seed: u32, more: &str) -> Ran {
    trial::run(&format!(
        "seed = {seed}\n[swarm]\nalgorithm = \"erosion\"\nrobots = {robots}\ncompass = \"random\"\n\
         chirality = \"random\"\n{more}[limits]\nevents = 1000000\n"
    ))
}

fn check(ran: &Ran) -> Result<(), TestCaseError> {
    prop_assert_eq!(ran.end, End::Terminated);
    prop_assert_eq!(ran.ask("leaders"), Some("1".to_owned()));
    prop_assert_eq!(ran.ask("candidates"), Some("0".to_owned()));
    let states = ran.states::<State>();
    let eroded = states.iter().filter(|state| state.role == Role::Eroded);
    prop_assert_eq!(eroded.count() + 1, states.len());
    prop_assert_eq!(ran.books.counts().moves, 0);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn there_is_exactly_one_leader(seed: u32, robots in 1_usize..120, holes in 0.0..0.9) {
        let start = format!("start = \"random\"\nfill_holes = true\nholes = {holes}\n");
        check(&run(robots, seed, &start))?;
    }
}

#[test]
fn the_default_start_elects_one_of_91() {
    for seed in 0..20 {
        let ran = trial::run(&format!(
            "seed = {seed}\n[swarm]\nalgorithm = \"erosion\"\n"
        ));
        assert_eq!(ran.states::<State>().len(), 91);
        check(&ran).unwrap();
    }
}

#[test]
fn two_last_candidates_never_demote_each_other() {
    for seed in 0..200 {
        check(&run(2, seed, "start = \"line\"\n")).unwrap();
    }
}

#[test]
fn holes_are_refused() {
    let refused = |start: &str| {
        let text = format!("[swarm]\nalgorithm = \"erosion\"\n{start}");
        let document = crate::scenario::Document::parse("trial.toml", &text).unwrap();
        let scenario = crate::model::amoebot::scenario::Scenario::read(&document.root());
        scenario.unwrap_err().to_string()
    };
    let error = refused("start = \"ring\"\nradius = 1\n");
    assert!(error.contains("without holes, found one with 1"), "{error}");
    let error = refused("start = \"ring\"\nradius = 4\n");
    assert!(error.contains("without holes, found one with 1"), "{error}");
}

#[test]
fn a_row_is_one_to_five_in_a_row() {
    let around = |bits: u32| [0, 1, 2, 3, 4, 5].map(|at| bits >> at & 1 == 1);
    let rows = (0..64).filter(|bits| is_one_row(around(*bits)));
    // Five lengths, each at six places.
    assert_eq!(rows.count(), 30);
}
