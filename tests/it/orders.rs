//! What a scenario has done to its run from outside.

use std::path::Path;

use formicary::arbiter::{Input, hex};
use formicary::engine::{Engine, Simulation};
use formicary::model::oblot::{self, Oblot};
use formicary::model::{End, Extras, Subject};
use formicary::record::Record;
use formicary::scenario::Document;
use formicary::study::{PictureOptions, RunOptions, RunReport, Study, Unreached};
use serde_json::{Value, json};

use crate::support::{say, study_of};

const INLINE: Engine = Engine::Inline { threads: 1 };
const ACTORS: Engine = Engine::Actors { threads: 2 };

const SIX: &str = "model = 'oblot'\nseed = 5\n[swarm]\nrobots = 6\nalgorithm = 'gathering'\n";

/// A scenario of six robots with these orders.
fn six(orders: &[(u64, &str)]) -> String {
    orders.iter().fold(SIX.to_owned(), |text, (before, order)| {
        text + &format!("[[orders]]\nbefore = {before}\norder = '{order}'\n")
    })
}

fn run(study: &Study, engine: Engine) -> RunReport {
    study.run(&RunOptions::on(engine)).unwrap()
}

fn recorded(study: &Study, engine: Engine, path: &Path) -> (RunReport, Record) {
    let mut options = RunOptions::on(engine);
    options.record = Some(path.to_owned());
    let run = study.run(&options).unwrap();
    (run, Record::open(path).unwrap())
}

#[track_caller]
fn refused(text: &str) -> String {
    let read = Study::read(&Document::parse("orders.toml", text).unwrap());
    read.unwrap_err().to_string()
}

#[test]
fn orders_are_the_inputs_of_a_run() {
    let orders = [(40, "crash 3"), (20, "move 2 1.5 -3"), (20, "slow 2 0.5")];
    let study = study_of(&six(&orders));
    let document = Document::parse("six.toml", SIX).unwrap();
    let scenario = Oblot::read(&document.root()).unwrap();
    let inputs = [
        (
            20,
            oblot::Input::Move {
                robot: 2,
                x: 1.5,
                y: -3.0,
            },
        ),
        (
            20,
            oblot::Input::Slow {
                robot: 2,
                factor: 0.5,
            },
        ),
        (40, oblot::Input::Crash { robot: 3 }),
    ];
    let plan = Oblot::plan(&scenario, Extras::default());
    let mut simulation: Simulation<Oblot> = Simulation::new(plan, INLINE).unwrap();
    for (before, input) in inputs {
        simulation.schedule(before, Input::Steer(input));
    }
    let (_, end) = simulation.run(());
    assert_eq!(end, Ok(End::Terminated));
    let expected = hex(simulation.status().digest);
    for engine in [INLINE, ACTORS] {
        let run = run(&study, engine);
        assert_eq!(run.digest, expected);
        assert_eq!(run.unreached, []);
    }
    assert_ne!(run(&study_of(SIX), INLINE).digest, expected);
    let verified = study.verify(&RunOptions::on(ACTORS)).unwrap();
    assert!(verified.agrees(), "{verified:?}");
    assert_eq!(verified.digest, expected);
}

#[test]
fn a_record_holds_orders_once_and_a_replay_takes_them_from_there_alone() {
    let folder = tempfile::tempdir().unwrap();
    let study = study_of(&six(&[(20, "move 2 1.5 -3"), (40, "crash 3")]));
    for (name, there, back) in [("a.mcap", INLINE, ACTORS), ("a.jsonl", ACTORS, INLINE)] {
        let (run, record) = recorded(&study, there, &folder.path().join(name));
        let held: Vec<_> = record
            .inputs
            .iter()
            .map(|line| (line.before, &line.input))
            .collect();
        let moved = json!({"steer": {"move": {"robot": 2, "x": 1.5, "y": -3.0}}});
        let crashed = json!({"steer": {"crash": {"robot": 3}}});
        assert_eq!(held, [(20, &moved), (40, &crashed)]);
        let again = Study::of_record(&record).unwrap();
        assert_eq!(again.about().text, study.about().text);
        let replayed = again.replay(&record, &RunOptions::on(back)).unwrap();
        assert!(replayed.agrees(), "{replayed:?}");
        assert_eq!(replayed.digest, run.digest);
    }
    // Without its inputs the record is another run, although the scenario in it has the orders.
    let text = std::fs::read_to_string(folder.path().join("a.jsonl")).unwrap();
    let without: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("/inputs"))
        .collect();
    let record = Record::from_bytes("b.jsonl", without.join("\n").into_bytes()).unwrap();
    let again = Study::of_record(&record).unwrap();
    let replayed = again.replay(&record, &RunOptions::on(INLINE)).unwrap();
    assert_eq!(replayed.difference.unwrap().number, 20);
}

#[test]
fn a_run_that_ends_before_an_order_says_so() {
    let orders = [
        (9_000_000, "freeze 1"),
        (30, "crash 1"),
        (30, "stop"),
        (30, "crash 2"),
    ];
    let study = study_of(&six(&orders));
    let folder = tempfile::tempdir().unwrap();
    let (run, record) = recorded(&study, INLINE, &folder.path().join("run.jsonl"));
    assert_eq!((run.end, run.events), (End::Interrupted, 30));
    let unreached = |before, order: &str| Unreached {
        before,
        order: order.to_owned(),
    };
    assert_eq!(
        run.unreached,
        [unreached(30, "crash 2"), unreached(9_000_000, "freeze 1")]
    );
    let ending = record.ending.clone().unwrap();
    let named = &ending.summary["orders_not_reached"];
    assert_eq!(*named, run.unreached_to_json());
    assert_eq!(named[0], json!({"before": 30, "order": "crash 2"}));
    // The stop stands in the record once.
    let stops: Vec<&Value> = record.inputs.iter().map(|line| &line.input).collect();
    assert_eq!(stops.last(), Some(&&json!({"stop": "interrupted"})));
    assert_eq!(stops.len(), 2);
    let again = Study::of_record(&record).unwrap();
    let replayed = again.replay(&record, &RunOptions::on(ACTORS)).unwrap();
    assert!(replayed.agrees(), "{replayed:?}");
    // A run that ends with its own last event has not come to an order for the one after it.
    let events = self::run(&study_of(SIX), INLINE).events;
    let late = study_of(&six(&[(events, "crash 1")]));
    assert_eq!(
        self::run(&late, INLINE).unreached,
        [unreached(events, "crash 1")]
    );
}

#[test]
fn the_command_line_names_orders_that_were_not_reached() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("six.toml");
    std::fs::write(&path, six(&[(7_000_000, "crash 1"), (8_000_000, "stop")])).unwrap();
    let file = path.to_str().unwrap();
    let text = say(["run", file]).code(0).stdout;
    let line = "crash 1 before 7000000; stop before 8000000";
    assert!(text.contains(line), "{text}");
    let printed = say(["run", file, "--json"]).code(0).json();
    assert_eq!(
        printed["orders_not_reached"][1],
        json!({"before": 8_000_000, "order": "stop"})
    );
    let stops = ["run", file, "--quiet", "--set", "orders[1].before=10"];
    say(stops).code(130);
    let refused = say(["check", file, "--clock", "wall"]).code(2);
    assert!(
        refused.stderr.contains("steer the run with --console"),
        "{refused}"
    );
}

#[test]
fn what_is_no_order_is_refused_at_its_place() {
    let mut said = Vec::new();
    for line in [
        "crsh 3", "crash 6", "move 1 2", "pause", "rate 5", "stop now", " ",
    ] {
        said.push(refused(&six(&[(1, line)])));
    }
    for entry in [
        "order = 'crash 1'",
        "before = 1",
        "before = -1\norder = 'crash 1'",
        "before = 1\norder = 3",
        "before = 1\norder = 'crash 1'\nafter = 3",
    ] {
        said.push(refused(&format!("{SIX}[[orders]]\n{entry}\n")));
    }
    said.push(refused(&format!("orders = 'crash 1'\n{SIX}")));
    let wall = six(&[(1, "crash 1")]) + "[clock]\nkind = 'wall'\n";
    said.push(refused(&wall));
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn a_light_by_hand_is_one_of_the_colours_and_is_seen() {
    let text = |orders: &str| {
        format!(
            "model = 'oblot'\nseed = 2\n[swarm]\nrobots = 2\nalgorithm = 'rendezvous_three_colors'\n\
             [scheduler]\nkind = 'async'\n{orders}"
        )
    };
    let order = |colour: &str| {
        let orders = format!("[[orders]]\nbefore = 3\norder = 'light 1 {colour}'\n");
        text(&orders)
    };
    let said = refused(&order("pink"));
    assert!(
        said.contains("orders[0].order: expected one of \"black\""),
        "{said}"
    );
    assert!(refused(&order("cyan")).contains("found \"cyan\""));
    let folder = tempfile::tempdir().unwrap();
    let study = study_of(&order("white"));
    let (ran, record) = recorded(&study, ACTORS, &folder.path().join("run.jsonl"));
    assert_ne!(ran.digest, run(&study_of(&text("")), INLINE).digest);
    let text = std::fs::read_to_string(record.path()).unwrap();
    let rows = text
        .lines()
        .filter(|line| line.contains("\"kind\":\"FAULT\""));
    let lights: Vec<bool> = rows
        .map(|row| row.contains("\"light\":\"white\""))
        .collect();
    assert_eq!(lights, [true]);
    let replayed = study.replay(&record, &RunOptions::on(INLINE)).unwrap();
    assert!(replayed.agrees(), "{replayed:?}");
}

#[test]
fn amoebots_are_ordered_and_drawn_with_their_orders() {
    let text = "model = 'amoebot'\n[swarm]\nalgorithm = 'leader_election'\nrobots = 9\n\
                [structure]\nhistory = 50\n";
    let with = |order: &str| format!("{text}[[orders]]\nbefore = 10\norder = '{order}'\n");
    let said = ["crash 1", "set 1 candidat true", "cut x"].map(|order| refused(&with(order)));
    insta::assert_snapshot!(said.join("\n"));
    let plain = study_of(text);
    let ordered = study_of(&with("cut 0"));
    let [before, after] = [&plain, &ordered].map(|study| run(study, INLINE));
    assert_ne!(before.digest, after.digest);
    assert_eq!(run(&ordered, ACTORS).digest, after.digest);
    let options = PictureOptions {
        text: true,
        ..PictureOptions::default()
    };
    let folder = tempfile::tempdir().unwrap();
    let (_, record) = recorded(&ordered, INLINE, &folder.path().join("run.jsonl"));
    let drawn = ordered.picture(None, &options).unwrap();
    assert_eq!(drawn, ordered.picture(Some(&record), &options).unwrap());
    // Round 2 takes place twice; it is drawn as it was the second time, with or without a record.
    let options = PictureOptions {
        round: Some(2),
        ..PictureOptions::default()
    };
    let drawn = ordered.picture(None, &options).unwrap();
    assert_eq!(drawn, ordered.picture(Some(&record), &options).unwrap());
    assert_ne!(drawn, plain.picture(None, &options).unwrap());
}
