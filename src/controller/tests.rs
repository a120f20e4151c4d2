//! The conversation without I/O.

use std::sync::Arc;

use serde_json::{Value, json};

use super::line::ids;
use super::session::{Session, robot_seed};
use super::trouble::Trouble;
use crate::engine::Question;
use crate::math::Point;
use crate::model::oblot::outside::About;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::positions::{Appearance, Snapshot, Table};
use crate::model::oblot::{Destination, Light, Oblot};

fn about(lights: &[&str]) -> About {
    About {
        swarm: 3,
        epsilon: 1e-5,
        radius: None,
        lights: lights.iter().map(|&light| light.to_owned()).collect(),
    }
}

/// A conversation with a controller that has said hello.
fn session(capabilities: &str) -> Session<Oblot> {
    let mut session = Session::new(about(&["red", "green"]), "7".to_owned());
    let hello = format!("{{\"type\":\"hello\",\"protocol\":1,\"capabilities\":[{capabilities}]}}");
    session.greeted(hello.as_bytes()).unwrap();
    session
}

/// Questions of these robots on one snapshot.
fn questions(robots: &[u32]) -> Vec<Question<Oblot>> {
    let places = [(0.0, 0.0), (1.0, 2.0), (-0.5, 4.0)];
    let table = places.map(|(x, y)| (Point::new(x, y), Appearance::START));
    let table = Arc::new(Table::new(&table, 1e-5));
    let question = |&robot: &u32| {
        let snapshot = Snapshot {
            table: Arc::clone(&table),
            time: 3.25,
        };
        let percept = Percept::new(snapshot, robot, Some(3.0));
        Question { robot, percept }
    };
    robots.iter().map(question).collect()
}

fn parsed(line: &[u8]) -> Value {
    assert_eq!(line.iter().filter(|&&byte| byte == b'\n').count(), 1);
    assert_eq!(line.last(), Some(&b'\n'));
    serde_json::from_slice(line).unwrap()
}

#[test]
fn the_first_message_says_what_the_run_is() {
    let session = Session::<Oblot>::new(about(&[]), "7".to_owned());
    let hello = parsed(&session.hello("gathering", &[0, 2], Some(2.0)));
    assert_eq!(
        hello,
        json!({
            "type": "hello", "protocol": 1, "formicary": env!("CARGO_PKG_VERSION"),
            "model": "oblot", "scenario": "gathering", "robots": [0, 2], "timeout": 2.0,
            "swarm": 3, "epsilon": 1e-5, "radius": null, "lights": [],
        })
    );
    assert_eq!(parsed(&Session::<Oblot>::bye()), json!({ "type": "bye" }));
}

#[test]
fn a_request_carries_the_snapshot_once() {
    let mut session = session("\"batch\"");
    let groups = session.group(questions(&[0, 1]));
    assert_eq!(groups.len(), 1);
    let request = parsed(
        &session
            .ask(123, 3.25, groups.into_iter().next().unwrap())
            .unwrap(),
    );
    let seed = |robot| robot_seed("7", robot, 3.25).to_string();
    assert_eq!(
        request,
        json!({
            "type": "compute", "id": 0, "event": 123, "time": 3.25,
            "snapshot": { "id": [0, 1, 2], "x": [0.0, 1.0, -0.5], "y": [0.0, 2.0, 4.0] },
            "robots": [
                { "robot": 0, "index": 0, "sees": [0, 1], "view": null, "frame": null,
                  "tie": null, "seed": seed(0) },
                { "robot": 1, "index": 1, "sees": null, "view": null, "frame": null,
                  "tie": null, "seed": seed(1) },
            ],
        })
    );
}

#[test]
fn only_a_controller_that_can_gets_several_robots_at_once() {
    let sizes = |session: &Session<Oblot>, questions| {
        let groups = session.group(questions);
        groups.iter().map(Vec::len).collect::<Vec<_>>()
    };
    assert_eq!(sizes(&session("\"batch\""), questions(&[0, 1, 2])), [3]);
    assert_eq!(sizes(&session(""), questions(&[0, 1, 2])), [1, 1, 1]);
    // Of two snapshots.
    let mut two = questions(&[0, 1]);
    two.extend(questions(&[2]));
    assert_eq!(sizes(&session("\"batch\""), two), [2, 1]);
}

#[test]
fn seeds_depend_on_scenario_robot_and_look_only() {
    assert_eq!(robot_seed("7", 3, 5.0), robot_seed("7", 3, 5.0));
    let seeds = [
        robot_seed("7", 3, 5.0),
        robot_seed("8", 3, 5.0),
        robot_seed("7", 4, 5.0),
        robot_seed("7", 3, 6.0),
    ];
    let mut sorted = seeds.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), seeds.len());
}

/// What comes of a line after request 0 for robots 0 and 1.
fn answered(line: &str) -> Vec<(u32, Result<Destination, Trouble>)> {
    let mut session = session("\"batch\"");
    let _line = session.ask(1, 0.0, questions(&[0, 1]));
    let decided = session.heard(line.as_bytes()).unwrap();
    assert!(!session.is_open());
    decided
        .into_iter()
        .map(|(robot, intent)| (robot, intent.map(|intent| intent.destination)))
        .collect()
}

fn intents(intents: &str) -> Vec<(u32, Result<Destination, Trouble>)> {
    answered(&format!(
        "{{\"type\":\"intents\",\"id\":0,\"intents\":[{intents}]}}"
    ))
}

#[test]
fn an_answer_may_name_points_and_robots() {
    let both = intents("{\"robot\":1,\"onto\":0},{\"robot\":0,\"to\":[-0.0,5e-324]}");
    assert_eq!(both[1], (1, Ok(Destination::Onto(0))));
    let Ok(Destination::To(to)) = both[0].1 else {
        panic!("{both:?}");
    };
    assert_eq!(to.x.to_bits(), (-0.0f64).to_bits());
    assert_eq!(to.y.to_bits(), 1);
    let both = intents("{\"robot\":0,\"stay\":true},{\"robot\":1,\"midway\":1,\"done\":true}");
    assert_eq!(both[0].1, Ok(Destination::Stay));
    assert_eq!(both[1].1, Ok(Destination::Midway(1)));
}

#[test]
fn an_answer_may_show_a_light() {
    let mut session = session("");
    let _line = session.ask(1, 0.0, questions(&[2]));
    let line = b"{\"type\":\"intents\",\"id\":0,\"intents\":[{\"robot\":2,\"stay\":true,\
        \"light\":\"green\"}]}";
    let decided = session.heard(line).unwrap();
    assert_eq!(decided[0].1.as_ref().unwrap().light, Some(Light::Green));
}

#[test]
fn a_trouble_of_one_robot_leaves_the_others_alone() {
    let both = intents("{\"robot\":0,\"onto\":2},{\"robot\":1,\"stay\":true}");
    let words = both[0].1.as_ref().unwrap_err().to_string();
    assert_eq!(
        words,
        "the intent for robot 0: onto names robot 2, which was not seen"
    );
    assert_eq!(both[1].1, Ok(Destination::Stay));
    let both = intents("{\"robot\":0,\"stay\":true,\"light\":\"greem\"}");
    let words = |place: usize| both[place].1.as_ref().unwrap_err().to_string();
    assert_eq!(
        words(0),
        "the intent for robot 0: unknown light \"greem\", expected one of red, green (did you \
         mean \"green\"?)"
    );
    assert_eq!(words(1), "no intent for robot 1");
    let both = intents("{\"robot\":1,\"stay\":true},{\"robot\":1,\"stay\":true}");
    assert_eq!(both[1].1, Err(Trouble::RobotTwice { robot: 1 }));
    // Staying is something that is done, or not said.
    let both = intents("{\"robot\":0,\"stay\":false},{\"robot\":1,\"stay\":true}");
    assert!(matches!(both[0].1, Err(Trouble::Misfit { .. })), "{both:?}");
}

#[test]
fn a_trouble_of_nobody_concerns_all() {
    for line in [
        "",
        "[]",
        "{\"type\":\"intents\",\"id\":0,\"intents\":[{\"robot\":2,\"stay\":true}]}",
        "{\"type\":\"intents\",\"id\":0,\"intents\":[{\"stay\":true}]}",
        "{\"type\":\"intents\",\"id\":0,\"intents\":[17]}",
        "{\"type\":\"intents\",\"id\":0,\"intents\":{}}",
        "{\"type\":\"intents\",\"id\":-1,\"intents\":[]}",
        "{\"type\":\"bye\"}",
    ] {
        if line.is_empty() {
            continue;
        }
        let both = answered(line);
        assert!(both.iter().all(|(_, intent)| intent.is_err()), "{line}");
        assert_eq!(both[0].1, both[1].1, "{line}");
    }
}

#[test]
fn words_for_numbers_that_json_does_not_have_are_named() {
    let named = |number: &str| {
        let both = intents(&format!("{{\"robot\":0,\"to\":[1.5,{number}]}}"));
        both[0].1.as_ref().unwrap_err().to_string()
    };
    for token in ["NaN", "Infinity", "-Infinity"] {
        assert_eq!(
            named(token),
            format!("bad JSON: {token} is no number in JSON")
        );
    }
    assert!(
        named("nul").starts_with("bad JSON: expected ident"),
        "{}",
        named("nul")
    );
    // Text is text.
    let both = intents("{\"robot\":0,\"to\":\"NaN\"},{\"robot\":1,\"stay\":true}");
    assert!(
        both[0]
            .1
            .as_ref()
            .unwrap_err()
            .to_string()
            .starts_with("intents[0]: invalid type")
    );
}

#[test]
fn answers_to_requests_that_were_given_up_are_passed_over_once() {
    let mut session = session("");
    let late = Trouble::Late {
        timeout: std::time::Duration::from_secs(2),
    };
    let answer = |id: u64, robot: u32| {
        format!(
            "{{\"type\":\"intents\",\"id\":{id},\"intents\":[{{\"robot\":{robot},\"stay\":true}}]}}"
        )
    };
    let _line = session.ask(1, 0.0, questions(&[0]));
    assert_eq!(session.fail(&late).len(), 1);
    let _line = session.ask(2, 1.0, questions(&[1]));
    assert!(session.heard(answer(0, 0).as_bytes()).is_none());
    assert!(session.is_open());
    let decided = session.heard(answer(1, 1).as_bytes()).unwrap();
    assert!(decided[0].1.is_ok());
    // Nobody asks twice.
    let _line = session.ask(3, 2.0, questions(&[2]));
    let decided = session.heard(answer(0, 0).as_bytes()).unwrap();
    let other = Trouble::OtherRequest {
        expected: 2,
        found: 0,
    };
    assert_eq!(decided[0].1.as_ref().unwrap_err(), &other);
}

#[test]
fn blank_lines_are_borne_for_a_while() {
    let mut session = session("");
    let _line = session.ask(1, 0.0, questions(&[0]));
    for _ in 0..256 {
        assert!(session.heard(b" \r").is_none());
    }
    let decided = session.heard(b"").unwrap();
    let words = decided[0].1.as_ref().unwrap_err().to_string();
    assert_eq!(
        words,
        "a flood of output: more than 256 lines that answer nothing"
    );
}

#[test]
fn robots_are_named_shortly() {
    assert_eq!(ids(&[3]), "robot 3");
    assert_eq!(ids(&[3, 4, 5]), "robots 3 to 5");
    assert_eq!(ids(&[0, 2]), "robots 0, 2");
    let even: Vec<u32> = (0..10).map(|id| 2 * id).collect();
    assert_eq!(ids(&even), "robots 0, 2, 4, 6, 8, 10, 12, 14 and 2 more");
}

/// Messages of one model have a schema, which the messages themselves meet.
#[test]
fn messages_have_a_schema() {
    use super::protocol::{Message, Reply};
    use crate::model::oblot::outside::{Asked, Columns, Said};
    let check = |schema: schemars::Schema, value: &Value| {
        let validator = jsonschema::draft202012::new(schema.as_value()).unwrap();
        let errors: Vec<_> = validator
            .iter_errors(value)
            .map(|e| e.to_string())
            .collect();
        assert!(errors.is_empty(), "{errors:?}\n{value}");
        assert!(!validator.is_valid(&json!({ "type": "nothing" })));
    };
    let mut session = session("\"batch\"");
    let sent = || schemars::schema_for!(Message<About, Columns, Asked>);
    check(sent(), &parsed(&session.hello("x", &[0], None)));
    check(
        sent(),
        &parsed(&session.ask(1, 0.5, questions(&[0, 1, 2])).unwrap()),
    );
    check(sent(), &parsed(&Session::<Oblot>::bye()));
    let came = || schemars::schema_for!(Reply<Said>);
    check(came(), &json!({ "type": "hello", "protocol": 1 }));
    check(came(), &json!({ "type": "refuse", "reason": "x" }));
    let answer = json!({ "type": "intents", "id": 1, "intents": [
        { "robot": 1, "to": [0.5, 1.5], "light": "red", "done": true },
        { "robot": 2, "stay": true },
    ] });
    check(came(), &answer);
}

#[test]
fn what_cannot_be_written_down_is_not_sent() {
    let far = [f64::MAX, f64::MIN].map(|x| (Point::new(x, 0.0), Appearance::START));
    let snapshot = Snapshot {
        table: Arc::new(Table::new(&far, 1e-5)),
        time: 0.0,
    };
    let plain = Percept::new(snapshot, 0, None);
    let frame = crate::model::oblot::frames::Frame::new(0.0, 2.0, false);
    let senses = crate::model::oblot::senses::Senses::perfect(1e-5);
    let mut dice = crate::dice::Dice::new(1, 0);
    let tie = crate::model::oblot::directive::Tie::First;
    let percept = senses.perceive(&plain, Some(frame), tie, &mut dice, &mut None);
    let mut session = session("");
    let question = Question { robot: 0, percept };
    let trouble = session.ask(1, 0.0, vec![question]).unwrap_err();
    assert_eq!(trouble, Trouble::Unwritable);
    assert_eq!(session.fail(&trouble).len(), 1);
}
