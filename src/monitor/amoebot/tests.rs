//! Monitors on scripted runs.

use crate::engine::Engine;
use crate::monitor::Finding;
use crate::scenario::Document;
use crate::study::{RunOptions, Study};

const START: &str =
    "model = 'amoebot'\n[swarm]\nalgorithm = 'scripted'\nstart = 'line'\nrobots = 3\n";

fn run(more: &str) -> Vec<Finding> {
    let document = Document::parse("monitors.toml", &format!("{START}{more}")).unwrap();
    let study = Study::read(&document).unwrap_or_else(|error| panic!("{error}"));
    let run = study
        .run(&RunOptions::on(Engine::Inline { threads: 1 }))
        .unwrap();
    run.monitors
}

fn refused(more: &str) -> String {
    let document = Document::parse("monitors.toml", &format!("{START}{more}")).unwrap();
    Study::read(&document).unwrap_err().to_string()
}

#[test]
fn rounds_are_summed_up() {
    let found = run("[[monitors]]\nkind = 'activity'\n\
                     [[script]]\nround = 1\nparticle = 'all'\nmove = 'expand'\ndirection = 'E'\n\
                     global = 0\n\
                     [[script]]\nround = 2\nparticle = 0\nmove = 'contract-head'\nbeep = 0\n");
    let figure = |key| found[0].figure(key).unwrap().as_u64();
    assert_eq!(figure("most_moves"), Some(3));
    assert_eq!(figure("most_beeps"), Some(1));
    assert_eq!(figure("largest"), Some(5));
    assert_eq!(found[0].holds, None);
}

#[test]
fn values_are_counted_and_unknown_attributes_refused() {
    let script = "[[script]]\nround = 2\nparticle = 'all'\n";
    let count = |attribute, value| {
        let monitor =
            format!("[[monitors]]\nkind = 'count'\nattribute = '{attribute}'\nvalue = {value}\n");
        run(&(monitor + script))[0]
            .figure("count")
            .unwrap()
            .as_u64()
    };
    assert_eq!(count("particle", "1"), Some(1));
    assert_eq!(count("round", "2"), Some(3));
    assert_eq!(count("round", "true"), Some(0));
    let text = refused("[[monitors]]\nkind = 'count'\nattribute = 'rounds'\n");
    assert!(
        text.contains("expected an attribute of this algorithm"),
        "{text}"
    );
}

#[test]
fn a_shape_is_judged_at_the_end() {
    let shape = "[[monitors]]\nkind = 'shape'\nshape = 'line'\n[[monitors]]\nkind = 'connected'\n";
    let bent = "[[script]]\nround = 1\nparticle = 2\nmove = 'expand'\ndirection = 'NNE'\n";
    let found = run(&format!("{shape}{bent}"));
    assert_eq!((found[0].holds, found[1].holds), (Some(false), Some(true)));
    let straight = "[[script]]\nround = 1\nparticle = 2\nmove = 'expand'\ndirection = 'E'\n";
    let found = run(&format!("{shape}{straight}"));
    assert_eq!(found[0].holds, Some(true));
    assert_eq!(found[0].figure("since").unwrap().as_u64(), Some(0));
}

#[test]
fn history_keeps_everything() {
    let found = run("[[monitors]]\nkind = 'history'\n[[script]]\nround = 4\nparticle = 0\n");
    // The start, four rounds, and the end.
    assert_eq!(found[0].figure("kept").unwrap().as_u64(), Some(6));
}
