//! Every trouble, under every policy, on both engines.

use formicary::engine::Engine;
use formicary::model::End;
use formicary::study::{RunOptions, RunReport};

use super::{ENGINES, INLINE, command, five, run};
use crate::support::{formicary, study_of};

/// The request in which the trouble comes; the first is 0.
const WHEN: &str = "2";

/// What goes wrong, the words for it, and whether the controller is of no use afterwards.
const TROUBLES: &[(&str, &str, bool)] = &[
    (
        "bad_json",
        "bad JSON: key must be a string at line 1 column 2",
        false,
    ),
    ("nan", "bad JSON: NaN is no number in JSON", false),
    (
        "infinity",
        "bad JSON: -Infinity is no number in JSON",
        false,
    ),
    ("overflow", "bad JSON: number out of range", false),
    (
        "null",
        "intents[0]: a coordinate in \"to\" is no finite number",
        false,
    ),
    ("not_utf8", "a line is not UTF-8", false),
    (
        "no_object",
        "expected an object with a \"type\", found a number",
        false,
    ),
    (
        "unknown_type",
        "unknown type \"intends\", expected one of hello, refuse, intents (did you mean \"intents\"?)",
        false,
    ),
    (
        "unknown_field",
        "intents: unknown field \"intent\", expected one of id, intents (did you mean \"intents\"?)",
        false,
    ),
    (
        "intent_field",
        "intents[0]: unknown field \"dona\", expected one of robot, to, stay, onto, midway, light, done (did you mean \"done\"?)",
        false,
    ),
    ("missing_field", "intents: missing field `id`", false),
    (
        "wrong_kind",
        "intents[0]: invalid type: string \"there\"",
        false,
    ),
    (
        "out_of_place",
        "found a message of type \"hello\" in the place of \"intents\"",
        false,
    ),
    (
        "other_request",
        "an answer to request 1002 in the place of request 2",
        false,
    ),
    (
        "wrong_robot",
        "an intent for robot 99, which was not asked for",
        false,
    ),
    ("twice", "two intents for robot ", false),
    ("missing", "no intent for robot ", false),
    (
        "two_ways",
        "expected exactly one of to, stay, onto, midway, found to, stay",
        false,
    ),
    (
        "no_way",
        "expected exactly one of to, stay, onto, midway, found none",
        false,
    ),
    (
        "light",
        "unknown light \"red\", expected none: the algorithm declares no colours",
        false,
    ),
    ("unseen", "onto names robot 77, which was not seen", false),
    ("late", "no answer within 400ms", false),
    ("dead", "its process has ended (exit status: 7)", true),
    (
        "killed",
        "its process has ended (signal: 9 (SIGKILL))",
        true,
    ),
    ("closed", "it has closed its output", true),
    (
        "long_line",
        "a flood of output: a line of more than 16777216 bytes",
        true,
    ),
    ("blank_lines", "a flood of output: more than ", true),
];

/// A scenario in which this goes wrong.
fn scenario(what: &str, policy: &str, more: &str) -> String {
    let controller = command("trouble.py", &[what, WHEN]) + &format!("on_trouble = '{policy}'\n");
    let text = five(&controller, more);
    // Only where the deadline is what is tested may a busy machine meet it.
    match what {
        "late" => text.replace("timeout = '60s'", "timeout = '400ms'"),
        _ => text,
    }
}

/// Runs it on both engines, which have to agree.
#[track_caller]
fn both(text: &str) -> RunReport {
    let [inline, actors] = ENGINES.map(|engine: Engine| run(text, engine));
    assert_eq!(inline.digest, actors.digest, "{text}");
    assert_eq!(inline.dice, actors.dice, "{text}");
    assert_eq!(
        (inline.end, inline.events, inline.controller),
        (actors.end, actors.events, actors.controller),
        "{text}"
    );
    inline
}

fn figure(report: &RunReport, key: &str) -> serde_json::Value {
    let found = report.figures.iter().find(|figure| figure.key == key);
    found.map_or(serde_json::Value::Null, |figure| figure.value.clone())
}

const EVENTS: &str = "[limits]\nevents = 90\n";

#[test]
fn by_default_any_trouble_ends_the_run_with_an_error_that_shows_all() {
    for (what, words, _) in TROUBLES {
        let report = both(&scenario(what, "stop", EVENTS));
        assert_eq!(report.end, End::Failed, "{what}");
        let error = report.error.unwrap().to_string();
        let first = error.lines().next().unwrap();
        assert!(first.starts_with("robot "), "{error}");
        assert!(first.contains(" at time "), "{error}");
        assert!(first.contains("(LOOK of robot "), "{error}");
        assert!(first.contains(": controller: "), "{error}");
        assert!(first.contains(words), "{what}: {error}");
        assert!(
            error.contains("\n  request  {\"type\":\"compute\",\"id\":2,"),
            "{error}"
        );
        let answered = !matches!(
            *what,
            "late" | "dead" | "killed" | "closed" | "long_line" | "blank_lines"
        );
        assert_eq!(error.contains("\n  answer   "), answered, "{error}");
        if *what == "dead" {
            assert!(error.contains("\n  stderr   last words"), "{error}");
        }
        let counts = report.controller.unwrap();
        assert_eq!((counts.answers, counts.troubles), (2, 1), "{what}");
    }
}

#[test]
fn robots_may_stay_in_the_cycle_in_which_there_is_trouble() {
    for (what, _, for_good) in TROUBLES {
        let report = both(&scenario(what, "stay", EVENTS));
        assert_eq!((report.end, report.events), (End::Events, 90), "{what}");
        assert_eq!(figure(&report, "crashed"), 0, "{what}");
        let counts = report.controller.unwrap();
        if *for_good {
            // All that come later are in trouble at once.
            assert_eq!(counts.answers, 2, "{what}");
            assert!(counts.troubles > 2, "{what}: {counts:?}");
        } else {
            assert_eq!(counts.troubles, 1, "{what}");
            assert!(counts.answers > 4, "{what}: {counts:?}");
        }
    }
}

#[test]
fn robots_may_crash_that_are_in_trouble() {
    for (what, words, for_good) in TROUBLES {
        let report = both(&scenario(what, "crash-fault", EVENTS));
        assert_eq!(report.error, None, "{what}");
        let failures = figure(&report, "failures").to_string();
        // The words stand in JSON.
        let quoted = serde_json::to_string(words).unwrap();
        assert!(failures.contains(quoted.trim_matches('"')), "{failures}");
        if !for_good {
            assert_eq!(figure(&report, "crashed"), 1, "{what}");
            assert_eq!(report.controller.unwrap().troubles, 1, "{what}");
        } else {
            assert!(figure(&report, "crashed").as_u64().unwrap() > 1, "{what}");
        }
    }
}

#[test]
fn in_a_batch_only_the_robots_concerned_are_in_trouble() {
    let fsync = "[scheduler]\nkind = 'fsync'\n[limits]\nrounds = 6\n";
    for (what, words, for_good) in TROUBLES {
        let text = scenario(what, "crash-fault", fsync);
        // Robots that have gathered go on asking.
        let report = both(&text.replace("[swarm]\n", "[swarm]\nterminate = false\n"));
        let concerned = match *what {
            "intent_field" | "null" | "wrong_kind" | "twice" | "missing" | "two_ways"
            | "no_way" | "light" | "unseen" => 1,
            _ => 5,
        };
        assert_eq!(figure(&report, "crashed"), concerned, "{what}");
        let failures = figure(&report, "failures").to_string();
        let quoted = serde_json::to_string(words).unwrap();
        assert!(failures.contains(quoted.trim_matches('"')), "{failures}");
        assert!(!for_good || concerned == 5, "{what}");
    }
}

#[test]
fn with_a_process_for_each_robot_only_that_robot_is_in_trouble() {
    let text = scenario("dead", "crash-fault", EVENTS).replace(
        "[controller]\n",
        "[controller]\nprocesses = 'each'\nrobots = [0, 1]\n",
    );
    let report = both(&text);
    let crashed = figure(&report, "crashed").as_u64().unwrap();
    assert!((1..=2).contains(&crashed), "{report:?}");
    assert_eq!(report.controller.unwrap().troubles, crashed);
}

#[test]
fn a_late_answer_is_passed_over() {
    // The first answer comes after its deadline, and the second request is answered in time.
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("slow.py");
    let code = "import sys, time\nsys.path.insert(0, sys.argv[1])\nimport base\n\
        hello = base.greet()\n\
        for number, request in enumerate(base.requests()):\n\
        \x20   if number == 0:\n\
        \x20       time.sleep(1.5)\n\
        \x20   base.answer(request, [base.gather(request, robot, hello['epsilon'])\n\
        \x20       for robot in request['robots']])\n";
    std::fs::write(&program, code).unwrap();
    let words = [
        "python3",
        "-B",
        program.to_str().unwrap(),
        &super::script(""),
    ];
    let controller = format!("command = {words:?}\non_trouble = 'stay'\n");
    let text = five(&controller, EVENTS).replace("timeout = '60s'", "timeout = '1s'");
    let report = run(&text, INLINE);
    let counts = report.controller.unwrap();
    assert!(counts.troubles >= 1 && counts.answers > 4, "{counts:?}");
}

#[test]
fn a_controller_that_never_reads_holds_nobody_up_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("deaf.py");
    let code = "import sys, time\nsys.path.insert(0, sys.argv[1])\nimport base\n\
        base.greet()\ntime.sleep(1000)\n";
    std::fs::write(&program, code).unwrap();
    let words = [
        "python3",
        "-B",
        program.to_str().unwrap(),
        &super::script(""),
    ];
    let controller = format!("command = {words:?}\non_trouble = 'stay'\n");
    // Two thousand robots make requests that no pipe holds.
    let text = five(
        &controller,
        "[scheduler]\nkind = 'fsync'\n[limits]\nrounds = 20\n",
    )
    .replace("robots = 5", "robots = 2000")
    .replace("timeout = '60s'", "timeout = '50ms'");
    let report = run(&text, INLINE);
    assert_eq!(report.error, None);
    assert_eq!(report.controller.unwrap().answers, 0);
}

#[test]
fn the_program_says_it_all_and_exits_with_3() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trouble.toml");
    std::fs::write(&path, scenario("dead", "stop", "")).unwrap();
    let output = formicary(["run", path.to_str().unwrap()]).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert!(
        stderr.contains("controller: its process has ended (exit status: 7)\n  request  {"),
        "{stderr}"
    );
    assert!(stderr.contains("\n  stderr   last words\n"), "{stderr}");
    let last = stderr.lines().last().unwrap();
    assert!(last.starts_with("reproduce: formicary run "), "{stderr}");
}

#[test]
fn trouble_at_the_handshake_ends_in_an_error_before_the_run() {
    for (what, words) in [
        ("refuses", "it refuses: I know no lights"),
        (
            "other_protocol",
            "it speaks version 2 of the protocol, and was offered 1",
        ),
        (
            "greeting_field",
            "hello: unknown field \"nane\", expected one of protocol, name, capabilities (did you \
             mean \"name\"?)",
        ),
        (
            "no_greeting",
            "found a message of type \"intents\" in the place of \"hello\"",
        ),
        (
            "unknown_capability",
            "hello: unknown variant `telepathy`, expected `batch`",
        ),
        (
            "silent",
            "it has not said hello within 300ms (controller.handshake)",
        ),
        (
            "dies_first",
            "its process has ended (exit status: 7)\n  stderr   last words",
        ),
    ] {
        // The policy is for the run.
        let mut text = scenario(what, "stay", EVENTS);
        if what == "silent" {
            text = text.replace("handshake = '60s'", "handshake = '300ms'");
        }
        let error = study_of(&text).run(&RunOptions::on(INLINE)).unwrap_err();
        let error = error.to_string();
        let (answers, rest): (Vec<&str>, Vec<&str>) = error
            .lines()
            .partition(|line| line.starts_with("  answer   "));
        let expected = format!("the controller of robots 0 to 4: {words}");
        assert_eq!(rest.join("\n"), expected, "{what}");
        let says_nothing_wrong = ["refuses", "silent", "dies_first"].contains(&what);
        assert_eq!(answers.len(), usize::from(!says_nothing_wrong), "{what}");
    }
}
