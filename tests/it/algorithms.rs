//! What the algorithms of the OBLOT model do in whole runs, and what becomes of runs that do not
//! give them what they require.

use formicary::engine::Engine;
use formicary::model::oblot::algorithms::ALGORITHMS;
use formicary::model::oblot::requirements::SightNeed;
use formicary::record::Record;
use formicary::scenario::Document;
use formicary::study::{RunOptions, Study};

use crate::support::{say, study_of};

#[test]
fn what_an_algorithm_requires_is_refused_unless_forced_and_the_record_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let needy: Vec<_> = ALGORITHMS
        .iter()
        .filter(|entry| entry.build.requires.sight == SightNeed::Everything)
        .collect();
    assert!(needy.len() >= 9, "{}", needy.len());
    for entry in needy {
        let text = |force: bool| {
            format!(
                "model = 'oblot'\non_panic = 'crash-fault'\n\
                 [swarm]\nrobots = 2\nalgorithm = '{}'\nforce = {force}\n\
                 [visibility]\nradius = 20.0\n[scheduler]\nkind = 'fsync'\n[limits]\nevents = 9\n",
                entry.name
            )
        };
        let refused = Study::read(&Document::parse("refused.toml", &text(false)).unwrap());
        let words = refused.err().map(|error| error.to_string());
        let reason = "expected unlimited visibility, found limited visibility";
        assert!(
            words.is_some_and(|words| words.contains(reason)),
            "{}",
            entry.name
        );

        let path = folder.path().join("run.jsonl");
        let mut options = RunOptions::on(Engine::Inline { threads: 1 });
        options.record = Some(path.clone());
        study_of(&text(true)).run(&options).unwrap();
        let record = Record::open(&path).unwrap();
        assert!(record.header.forced, "{}", entry.name);
        assert_eq!(record.header.resolved["swarm"]["force"], true);
    }
}

#[test]
fn robots_that_are_on_no_common_line_end_the_run_with_a_named_error() {
    let run = ["run", "scenarios/oblot/byzantine_midpoint.toml", "--set"];
    // The two robots that wander leave the line in the first round.
    let said = say(run.iter().copied().chain(["swarm.f=1"])).code(3);
    let expected = "byzantine_midpoint: 2 robots are off the line of the robot";
    assert!(said.stderr.contains(expected), "{said}");
}

#[test]
fn a_swarm_without_a_leader_ends_the_run_with_a_named_error() {
    let run = ["run", "scenarios/oblot/leader_following.toml", "--set"];
    let said = say(run.iter().copied().chain(["lights.start=white"])).code(3);
    let expected = "leader_following: expected one robot with a red light, the leader, found 0";
    assert!(said.stderr.contains(expected), "{said}");
}
