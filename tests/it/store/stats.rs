//! Statistics of the runs of a store.

use serde_json::json;

use super::Folder;

fn swept() -> Folder {
    let folder = Folder::new();
    let sweep = "sweep few.toml --vary swarm.robots=2..5 --vary scheduler.rate=1,5 --seeds 0..19";
    folder.say(sweep).code(0);
    folder
}

#[test]
fn numbers_and_shares_are_summed_up_by_group() {
    let folder = swept();
    let command =
        "stats --by swarm.robots,scheduler.kind --metric events,epochs,diameter_end,end --json";
    let report = folder.json(command);
    assert_eq!(report["rows"], json!(160));
    let labels: Vec<_> = report["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| &group["label"])
        .collect();
    assert_eq!(labels.len(), 4);
    assert_eq!(labels[0], "swarm.robots=2, scheduler.kind=async");
    // The same from the rows themselves.
    let runs =
        folder.json("runs list --json --where swarm.robots=3 --columns events --order events");
    let events: Vec<f64> = runs
        .as_array()
        .unwrap()
        .iter()
        .map(|run| run["events"].as_f64().unwrap())
        .collect();
    let line = &report["metrics"][0]["numbers"][1];
    let mean = events.iter().sum::<f64>() / events.len() as f64;
    assert!((line["mean"].as_f64().unwrap() - mean).abs() < 1e-9 * mean);
    assert_eq!(line["count"], json!(40));
    assert_eq!(
        line["median"].as_f64().unwrap(),
        f64::midpoint(events[19], events[20])
    );
    let interval = &line["mean_interval"];
    assert!(
        interval["low"].as_f64().unwrap() <= mean && mean <= interval["high"].as_f64().unwrap()
    );
    // `diameter_end` is another word for the figure.
    assert_eq!(report["metrics"][2]["name"], "diameter_after");
    let shares = &report["metrics"][3]["shares"][0]["values"];
    let counts: u64 = shares
        .as_array()
        .unwrap()
        .iter()
        .map(|share| share["count"].as_u64().unwrap())
        .sum();
    assert_eq!(counts, 40);
    assert_eq!(
        folder.json(command),
        report,
        "equal rows give equal statistics"
    );
}

#[test]
fn groups_are_compared_and_laws_fitted() {
    let folder = swept();
    let report = folder
        .json("stats --by scheduler.rate --metric events --paired-by seed,swarm.robots --json");
    let pair = &report["metrics"][0]["pairs"][0];
    assert_eq!(pair["first_count"], json!(80));
    assert!(pair["p_holm"].as_f64().unwrap() >= pair["p"].as_f64().unwrap());
    let report = folder
        .json("stats --metric activations --fit logarithm,power --against swarm.robots --json");
    let fits = report["metrics"][0]["fits"].as_array().unwrap();
    assert_eq!(fits.len(), 2);
    assert!(fits[1]["fit"]["b"]["estimate"].as_f64().unwrap() > 0.0);
    let report = folder.json("stats --by scheduler.rate --survival terminated --json");
    assert_eq!(report["survival"]["groups"].as_array().unwrap().len(), 2);
    assert!(report["survival"]["logrank"]["p"].is_number());
}

#[test]
fn people_get_tables() {
    let folder = swept();
    let said = folder
        .say("stats --by scheduler.rate --metric events,end --pairs --resamples 100")
        .code(0);
    for words in [
        "160 rows in 2 groups by scheduler.rate",
        "median",
        "Mann-Whitney",
        "terminated",
    ] {
        assert!(said.stdout.contains(words), "{words}: {}", said.stdout);
    }
    for (command, words) in [
        ("stats --by swarm.robts --metric events", "did you mean"),
        ("stats --metric evnts", "did you mean events?"),
        ("stats", "no metric"),
        (
            "stats --metric events --confidence 1.5",
            "strictly between 0 and 1",
        ),
        ("stats --metric events --fit power", "--against"),
        (
            "stats --metric events --paired-by seed --by scheduler.rate",
            "pair by further columns",
        ),
        ("stats --metric events --fit power --against end", "numbers"),
        (
            "stats --metric events --where nothing=1",
            "there is no column",
        ),
    ] {
        let said = folder.say(command).code(2);
        assert!(said.stderr.contains(words), "{command}: {}", said.stderr);
    }
}
