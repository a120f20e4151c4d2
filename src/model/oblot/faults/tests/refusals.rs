//! Values that make no sense.

use super::read;

/// What is said of a scenario with this table of faults.
fn refused(fault: &str) -> String {
    let text = format!(
        "[swarm]\nrobots = 3\nalgorithm = \"gathering\"\n[[faults]]\nrobots = [0]\n{fault}\n"
    );
    match read(&text) {
        Ok(_) => panic!("taken: {fault}"),
        Err(error) => error.to_string(),
    }
}

fn all(faults: &[&str]) -> String {
    let said = faults.iter().map(|fault| refused(fault));
    said.collect::<Vec<_>>().join("\n")
}

#[test]
fn of_actuation() {
    insta::assert_snapshot!(all(&[
        "kind = 'actuation'",
        "kind = 'actuation'\nerror = 'inverted'",
        "kind = 'actuation'\nerror = 'rotate'\nangle = nan",
        "kind = 'actuation'\nerror = 'invert'\nangle = 1.0",
        "kind = 'actuation'\nerror = 'overshoot'\nfactor = 0.0",
        "kind = 'actuation'\nerror = 'overshoot'\nfactor = inf",
        "kind = 'actuation'\nerror = 'rotate'\nfactor = 2.0",
        "kind = 'actuation'\nerror = 'random'\ndeviation = -0.1",
        "kind = 'actuation'\nerror = 'overshoot'\ndeviation = 0.1",
        "kind = 'actuation'\nerror = 'invert'\nerr = 1",
    ]));
}

#[test]
fn of_byzantine_robots() {
    insta::assert_snapshot!(all(&[
        "kind = 'byzantine'\nreach = 0.0",
        "kind = 'byzantine_flee'\nreach = -1.0",
        "kind = 'byzantine_flee'\nreach = inf",
        "kind = 'byzantine_follow'\nreach = 0",
        "kind = 'byzantine_frozen'\nreach = 1.0",
        "kind = 'byzantine_mirror'\nof = 'centre'",
        "kind = 'byzantine_mirror'\nreach = 0.0",
        "kind = 'byzantine_oscillate'",
        "kind = 'byzantine_oscillate'\npoints = [[0.0, 0.0]]",
        "kind = 'byzantine_oscillate'\npoints = [[1.0, 2.0], [1, 2]]",
        "kind = 'byzantine_oscillate'\npoints = [[1.0, 2.0], [1.0, inf]]",
        "kind = 'byzantine_scripted'",
        "kind = 'byzantine_scripted'\npoints = []",
        "kind = 'byzantine_scripted'\npoints = [[0.0, 1.0]]\nthen = 'again'",
        "kind = 'byzantine_split'\nreach = 0.0",
        "kind = 'byzantine_splitt'",
    ]));
}

#[test]
fn of_crashes() {
    insta::assert_snapshot!(all(&[
        "kind = 'crash'\ntime = 1.0\nactivation = 1",
        "kind = 'crash'\nduring = 'rest'",
        "kind = 'crash'\ndeparture = 2",
        "kind = 'crash'\nfraction = 0.5",
        "kind = 'crash'\nduring = 'move'\ntime = 1.0",
        "kind = 'crash'\nduring = 'move'\nactivation = 1",
        "kind = 'crash'\nduring = 'move'\ndeparture = 0",
        "kind = 'crash'\nduring = 'move'\nfraction = 1.5",
        "kind = 'crash'\nvisible = 'no'",
    ]));
}

#[test]
fn of_delays_and_immobile_robots() {
    insta::assert_snapshot!(all(&[
        "kind = 'delay'\nfactor = 0.0",
        "kind = 'delay'\ntime = -1.0",
        "kind = 'delay'\nuntil = 0.0",
        "kind = 'delay'\ntime = 3.0\nuntil = 3.0",
        "kind = 'mobility'\ntime = 1.0\nactivation = 1",
        "kind = 'mobility'\ntime = -1.0",
        "kind = 'mobility'\nactivation = 0",
    ]));
}

#[test]
fn of_intermittent_faults_and_senses() {
    insta::assert_snapshot!(all(&[
        "kind = 'intermittent'",
        "kind = 'intermittent'\neffect = 'crash'",
        "kind = 'intermittent'\neffect = 'stop'\nprobability = 1.5",
        "kind = 'intermittent'\neffect = 'stop'\nresolve = -0.5",
        "kind = 'intermittent'\neffect = 'stop'\nloss = 0.5",
        "kind = 'intermittent'\neffect = 'omission'\nradius = 5.0",
        "kind = 'intermittent'\neffect = 'invert'\nangle = 0.5",
        "kind = 'intermittent'\neffect = 'overshoot'\nfactor = -1.0",
        "kind = 'sensing'\nloss = 1.5",
        "kind = 'sensing'\nradius = -1.0",
    ]));
}

#[test]
fn of_transient_faults() {
    insta::assert_snapshot!(all(&[
        "kind = 'transient'\nposition = [0.0, 0.0]",
        "kind = 'transient'\ntime = inf\nposition = [0.0, 0.0]",
        "kind = 'transient'\ntime = 1.0\nposition = [0.0]",
        "kind = 'transient'\ntime = 1.0\nposition = [0.0, 0.0]\ndisplacement = [1.0, 1.0]",
        "kind = 'transient'\ntime = 1.0\nposition = [0.0, 0.0]\nbox = [1.0, 1.0]",
        "kind = 'transient'\ntime = 1.0\nbox = [1.0]",
        "kind = 'transient'\ntime = 1.0\nbox = [0.0, 1.0]",
        "kind = 'transient'\ntime = 1.0\nlight = 'pink'",
    ]));
}
