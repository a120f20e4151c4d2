//! The JSON Schema takes what the program takes, and refuses what is structurally wrong.

use formicary::study::schema;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::{Shipped, say, transcript};

fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).expect("a JSON Schema")
}

/// A scenario's text as the JSON that editors make of it: infinity is null there.
fn json_of(text: &str) -> Value {
    let table: toml::Table = text.parse().expect("TOML");
    serde_json::to_value(table).expect("JSON")
}

#[track_caller]
fn assert_valid(validator: &Validator, scenario: &Value, name: &str) {
    let errors: Vec<String> = validator
        .iter_errors(scenario)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(
        errors.is_empty(),
        "{name}:\n{}\n{scenario:#}",
        errors.join("\n")
    );
}

#[test]
fn the_schema_is_one() {
    assert!(jsonschema::draft202012::meta::is_valid(&schema()));
}

#[test]
fn every_scenario_that_ships_passes_as_written_and_as_resolved() {
    let validator = validator();
    for shipped in Shipped::all() {
        let text = std::fs::read_to_string(&shipped.path).unwrap();
        assert_valid(&validator, &json_of(&text), &shipped.name);
        let study = shipped.study();
        let about = study.about();
        assert_valid(&validator, &about.resolved, &shipped.name);
        assert_valid(&validator, &json_of(&about.text), &shipped.name);
    }
}

const GOOD: &str = "
model = 'oblot'
seed = 1

[swarm]
robots = 5
algorithm = 'gathering'
start = 'circle'
radius = 10.0

[visibility]
radius = inf

[[faults]]
kind = 'crash'
count = 1
time = 2.0

[[faults]]
kind = 'delay'
robots = [3]
factor = 0.5

[expect]
end = 'terminated'
";

const GOOD_AMOEBOT: &str = "
model = 'amoebot'

[swarm]
algorithm = 'erosion'
robots = 7
compass = 'random'

[[objects]]
at = [9, 9]

[structure]
history = 3

[[monitors]]
kind = 'count'
attribute = 'role'

[expect]
end = 'terminated'
positions.0 = [[0, 0]]
";

#[test]
fn scenarios_of_amoebots_pass_or_are_refused_where_they_are_broken() {
    let validator = validator();
    let with = |old: &str, new: &str| {
        assert!(GOOD_AMOEBOT.contains(old), "{old}");
        json_of(&GOOD_AMOEBOT.replacen(old, new, 1))
    };
    for (old, new) in [
        ("", ""),
        ("robots = 7", "start = 'ring'\nradius = 2"),
        ("robots = 7", "start = 'random'\nrobots = 9\nholes = 0.1"),
        ("'erosion'\nrobots = 7", "'pasc'\nrobots = 5\ncut_off = 3"),
        ("'erosion'\nrobots = 7", "'scripted'\nrobots = 5"),
        (
            "'terminated'",
            "'conflict'\nconflict = 'two-bond'\nbox = [[0, 0], [9, 9]]",
        ),
    ] {
        assert_valid(&validator, &with(old, new), new);
    }
    for (old, new, place) in [
        ("'erosion'", "'erossion'", "/swarm/algorithm"),
        ("robots = 7", "robots = 0", "/swarm/robots"),
        ("robots = 7", "side = 3", "/swarm/side"),
        ("'random'", "'north'", "/swarm/compass"),
        ("history = 3", "history = -1", "/structure/history"),
        (
            "history = 3",
            "on_conflict = 'retry'",
            "/structure/on_conflict",
        ),
        (
            "[structure]\nhistory = 3",
            "[scheduler]\nkind = 'fsync'",
            "scheduler",
        ),
        ("kind = 'count'", "kind = 'gathered'", "/monitors/0/kind"),
        ("attribute = 'role'", "", "attribute"),
        ("'terminated'", "'finished'", "/expect/end"),
        ("positions.0", "position.0", "position"),
    ] {
        let errors: Vec<String> = validator
            .iter_errors(&with(old, new))
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        let named = errors.iter().any(|error| error.contains(place));
        assert!(
            named,
            "{new:?} in place of {old:?} is not refused at {place}: {errors:#?}"
        );
    }
    // What only the other model has is refused.
    for text in [
        GOOD.replacen("'terminated'", "'terminated'\nconflict = 'offset'", 1),
        GOOD.replacen("[expect]", "[structure]\nhistory = 1\n[expect]", 1),
    ] {
        assert!(!validator.is_valid(&json_of(&text)), "{text}");
    }
}

/// The good scenario with one text in place of another.
fn with(old: &str, new: &str) -> Value {
    assert!(GOOD.contains(old), "{old}");
    json_of(&GOOD.replacen(old, new, 1))
}

#[test]
fn good_scenarios_pass() {
    let validator = validator();
    for (old, new) in [
        ("seed = 1", "seed = '18446744073709551615'"),
        (
            "seed = 1",
            "seed = 1\nrng = 'numpy'\non_panic = 'crash-fault'",
        ),
        ("start = 'circle'\nradius = 10.0", ""),
        ("start = 'circle'\nradius = 10.0", "width = 5"),
        (
            "start = 'circle'\nradius = 10.0",
            "start = 'positions'\npositions = [[1, 2]]",
        ),
        (
            "start = 'circle'\nradius = 10.0",
            "start = 'positions'\npositions_file = 'x.csv'",
        ),
        (
            "radius = 10.0",
            "arrangement = 'ring'\nthickness = 1\nmin_distance = 0.5",
        ),
        (
            "radius = 10.0",
            "multiplicities = 1\nmultiplicity_size = 3\nspeeds = [1, 1, 1, 1, 1]",
        ),
        (
            "[visibility]",
            "[scheduler]\nrate = 4\nvisualize = inf\n\n[visibility]",
        ),
        (
            "[visibility]",
            "[scheduler]\nkind = 'fsync'\ngap = 0\n\n[visibility]",
        ),
        ("'terminated'", "['terminated', 'stalled']"),
        (
            "[expect]",
            "[record]\nframes = false\n\n[limits]\nepochs = 1\n\n[expect]",
        ),
    ] {
        assert_valid(&validator, &with(old, new), new);
    }
}

#[test]
fn broken_scenarios_are_refused_where_they_are_broken() {
    let validator = validator();
    let cases = [
        ("model = 'oblot'", "", "model"),
        ("'oblot'", "'oblo'", "/model"),
        ("seed = 1", "seed = -1", "/seed"),
        ("seed = 1", "seed = 'x'", "/seed"),
        ("seed = 1", "sede = 1", "sede"),
        ("seed = 1", "rng = 'mine'", "/rng"),
        ("robots = 5", "", "robots"),
        ("robots = 5", "robots = 0", "/swarm/robots"),
        ("robots = 5", "robots = 10000001", "/swarm/robots"),
        ("robots = 5", "robots = 2.5", "/swarm/robots"),
        (
            "robots = 5",
            "robots = 5\nprecision = 31",
            "/swarm/precision",
        ),
        ("robots = 5", "robots = 5\nspeed = -1", "/swarm/speed"),
        (
            "robots = 5",
            "robots = 5\nspeed = 1\nspeeds = [1]",
            "/swarm",
        ),
        ("robots = 5", "robots = 5\nspeeds = [-1]", "/swarm/speeds/0"),
        ("robots = 5", "robots = 5\nrobot = 5", "robot"),
        ("'gathering'", "'gatering'", "/swarm/algorithm"),
        ("'circle'", "'cirle'", "/swarm/start"),
        ("radius = 10.0", "radius = 0.0", "/swarm/radius"),
        ("radius = 10.0", "side = 10.0", "/swarm/side"),
        ("radius = 10.0", "spacing = 'dense'", "/swarm/spacing"),
        ("radius = 10.0", "center = [1, 2, 3]", "/swarm/center"),
        // Without a start the parameters are those of the default.
        ("start = 'circle'", "", "/swarm/radius"),
        (
            "start = 'circle'\nradius = 10.0",
            "start = 'positions'",
            "/swarm",
        ),
        (
            "start = 'circle'\nradius = 10.0",
            "start = 'positions'\npositions = [[1, 2]]\npositions_file = 'x.csv'",
            "/swarm",
        ),
        (
            "start = 'circle'\nradius = 10.0",
            "start = 'positions'\npositions = [[1]]",
            "/swarm/positions/0",
        ),
        (
            "start = 'circle'\nradius = 10.0",
            "start = 'line'\narrangement = 'ring'",
            "/swarm/arrangement",
        ),
        ("radius = inf", "radius = -1", "/visibility/radius"),
        ("radius = inf", "radus = 1", "radus"),
        ("count = 1", "", "/faults/0"),
        ("count = 1", "count = 1\nrobots = [1]", "/faults/0"),
        ("robots = [3]", "robots = [3, 3]", "/faults/1/robots"),
        ("time = 2.0", "factor = 0.5", "/faults/0/factor"),
        ("kind = 'delay'", "", "kind"),
        ("factor = 0.5", "factor = 1.5", "/faults/1/factor"),
        (
            "[visibility]",
            "[scheduler]\ngap = 1\n\n[visibility]",
            "/scheduler/gap",
        ),
        (
            "[visibility]",
            "[scheduler]\nkind = 'fsync'\nrate = 1\n\n[visibility]",
            "/scheduler/rate",
        ),
        (
            "[expect]",
            "[limits]\nepochs = 0\n\n[expect]",
            "/limits/epochs",
        ),
        ("'terminated'", "'finished'", "/expect/end"),
        ("'terminated'", "[]", "/expect/end"),
        ("end = 'terminated'", "digest = 'abc'", "/expect/digest"),
        ("[expect]", "[elsewhere]\nx = 1\n\n[expect]", "elsewhere"),
    ];
    for (old, new, place) in cases {
        let scenario = with(old, new);
        let errors: Vec<String> = validator
            .iter_errors(&scenario)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        let named = errors.iter().any(|error| error.contains(place));
        assert!(
            named,
            "{new:?} in place of {old:?} is not refused at {place}: {errors:#?}"
        );
        // What the schema refuses is no scenario.
        let text = GOOD.replacen(old, new, 1);
        let document = formicary::scenario::Document::parse("broken.toml", &text);
        let study = document.and_then(|document| formicary::study::Study::read(&document));
        assert!(study.is_err(), "{new:?} in place of {old:?} is a scenario");
    }
}

#[test]
fn the_command_prints_the_schema() {
    let printed = say(["schema"]).code(0).json();
    assert_eq!(printed, schema());
    let faults = &printed["properties"]["faults"]["items"]["then"]["allOf"];
    let mut conditions = faults.as_array().unwrap().iter();
    let crash = conditions.find(|c| c["if"]["properties"]["kind"]["const"] == "crash");
    // The parts that do not grow with every new entry.
    let small = json!({
        "$schema": printed["$schema"],
        "title": printed["title"],
        "required": printed["required"],
        "additionalProperties": printed["additionalProperties"],
        "model": printed["properties"]["model"],
        "visibility": printed["properties"]["visibility"],
        "faults, crash": crash,
        "limits": printed["properties"]["limits"],
    });
    insta::assert_snapshot!(format!("{small:#}"));
    insta::assert_snapshot!("bad_usage", transcript(["schema --json", "schema x"]));
}
