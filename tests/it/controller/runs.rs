//! Runs with controllers that answer: they are those of built-in algorithms.

use formicary::engine::Engine;
use formicary::model::End;
use formicary::study::{RunOptions, RunReport};

use super::{ENGINES, INLINE, command, five, run, wait_for};
use crate::support::{formicary, study_of};

/// The digests of a run, and how it ended.
fn gist(report: &RunReport) -> (End, u64, String, Option<String>) {
    (
        report.end,
        report.events,
        report.digest.clone(),
        report.dice.clone(),
    )
}

/// Checks that a scenario comes to the same with these lines of `[controller]` as without it.
#[track_caller]
fn assert_as_built_in(controller: &str, more: &str, computes: impl Fn(u64) -> bool) {
    let built_in = run(&five("", more), INLINE);
    assert_eq!(built_in.controller, None);
    for engine in ENGINES {
        let text = five(controller, more);
        let report = run(&text, engine);
        assert_eq!(gist(&report), gist(&built_in), "{engine:?}\n{text}");
        let counts = report.controller.unwrap();
        assert_eq!(counts.troubles, 0);
        assert!(computes(counts.answers), "{counts:?}");
    }
}

#[test]
fn a_controller_that_gathers_gives_the_run_of_the_built_in_algorithm() {
    let controller = command("gather.py", &[]) + "deterministic = true\n";
    assert_as_built_in(&controller, "", |answers| answers > 100);
    // One robot a request.
    let controller = command("gather.py", &["single"]) + "deterministic = true\n";
    let fsync = "[scheduler]\nkind = 'fsync'\n[visibility]\nradius = 30.0\n";
    assert_as_built_in(&controller, fsync, |answers| answers >= 4);
}

#[test]
fn percepts_of_every_kind_come_through() {
    let controller = command("gather.py", &[]) + "deterministic = true\n";
    for more in [
        "[scheduler]\nkind = 'fsync'\n",
        "[scheduler]\nkind = 'ssync'\n[visibility]\nradius = 40.0\n[limits]\nrounds = 20\n",
        "[frames]\nagreement = 'none'\nredraw = 'activation'\n[limits]\nevents = 400\n",
        "[sensing]\nnoise = 0.1\n[limits]\nevents = 400\n",
        "[[faults]]\nkind = 'crash'\ncount = 2\ntime = 3.0\n[limits]\nevents = 400\n",
        "[scheduler]\nkind = 'async'\ncompute = {law = 'uniform', high = 1.0}\n[limits]\nevents = 300\n",
    ] {
        assert_as_built_in(&controller, more, |answers| answers > 4);
    }
}

#[test]
fn a_process_for_each_robot_gives_the_same_run_too() {
    let controller = command("gather.py", &[]) + "processes = 'each'\ndeterministic = true\n";
    assert_as_built_in(&controller, "", |answers| answers > 100);
    let fsync = "[scheduler]\nkind = 'fsync'\n";
    assert_as_built_in(&controller, fsync, |answers| answers >= 4);
}

#[test]
fn some_robots_may_compute_themselves() {
    let all = run(&five("", "[limits]\nevents = 300\n"), INLINE);
    for who in ["robots = [1, 3]\n", "robots = [4]\n", "count = 2\n"] {
        let controller = command("gather.py", &[]) + who;
        let text = five(&controller, "[limits]\nevents = 300\n");
        for engine in ENGINES {
            let report = run(&text, engine);
            assert_eq!(report.digest, all.digest, "{engine:?} {who}");
            let counts = report.controller.unwrap();
            assert!(counts.answers > 0 && counts.answers < 100, "{counts:?}");
        }
    }
}

#[test]
fn robots_that_are_all_controlled_outside_need_no_algorithm() {
    let with = five(&(command("gather.py", &[]) + "deterministic = true\n"), "");
    let without = with.replace("algorithm = 'gathering'\n", "");
    assert_ne!(with, without);
    assert_eq!(run(&without, INLINE).digest, run(&with, INLINE).digest);
}

#[test]
fn without_a_word_from_its_author_no_run_with_a_controller_is_stalled() {
    // Two robots that the third one has no way to reach: all stay for ever.
    let text = |deterministic: &str| {
        let stalls = "[visibility]\nradius = 1.0\n[limits]\nevents = 500\n";
        let gather = command("gather.py", &[]) + deterministic;
        five(&gather, stalls).replace("[swarm]\n", "[swarm]\nterminate = false\n")
    };
    assert_eq!(run(&text(""), INLINE).end, End::Events);
    let vouched = run(&text("deterministic = true\n"), INLINE);
    assert_eq!(vouched.end, End::Stalled);
    let built_in = five("", "[visibility]\nradius = 1.0\n[limits]\nevents = 500\n");
    let built_in = run(
        &built_in.replace("[swarm]\n", "[swarm]\nterminate = false\n"),
        INLINE,
    );
    assert_eq!(gist(&vouched), gist(&built_in));
}

#[test]
fn engines_with_controllers_of_their_own_agree() {
    let text = five(&command("gather.py", &[]), "[limits]\nevents = 200\n");
    for engine in ENGINES {
        let verified = study_of(&text).verify(&RunOptions::on(engine)).unwrap();
        assert!(verified.agrees(), "{verified:?}");
        assert_eq!(verified.events, 200);
    }
}

/// A port that nobody uses at the moment.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

#[test]
fn controllers_may_be_reached_over_tcp_in_either_direction() {
    let built_in = run(&five("", "[limits]\nevents = 200\n"), INLINE);
    let python = |arguments: &[String]| {
        std::process::Command::new(super::python())
            .arg("-B")
            .arg(super::script("tcp.py"))
            .args(arguments)
            .spawn()
            .unwrap()
    };
    for engine in ENGINES {
        let port = free_port();
        let mut client = python(&["connect".to_owned(), port.to_string()]);
        let listen = format!("listen = '127.0.0.1:{port}'\n");
        let report = run(&five(&listen, "[limits]\nevents = 200\n"), engine);
        assert_eq!(report.digest, built_in.digest);
        assert!(client.wait().unwrap().success());

        let folder = tempfile::tempdir().unwrap();
        let ready = folder.path().join("ready");
        let mut server = python(&[
            "listen".to_owned(),
            "0".to_owned(),
            ready.display().to_string(),
        ]);
        let port = || std::fs::read_to_string(&ready).unwrap_or_default();
        wait_for("the controller listens", || port().ends_with('\n'));
        let connect = format!("connect = '127.0.0.1:{}'\n", port().trim());
        let report = run(&five(&connect, "[limits]\nevents = 200\n"), engine);
        assert_eq!(report.digest, built_in.digest);
        assert!(server.wait().unwrap().success());
    }
}

#[test]
fn what_a_controller_writes_to_stderr_is_shown_with_its_robots() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.toml");
    let controller = command("gather.py", &["talk"]) + "robots = [1, 2]\n";
    std::fs::write(&path, five(&controller, "[limits]\nevents = 50\n")).unwrap();
    let output = formicary(["run", &path.display().to_string(), "--json"])
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(
        stderr.contains("I gather [1, 2] robots=\"robots 1 to 2\""),
        "{stderr}"
    );
    // It was not killed: it saw the end and said goodbye.
    assert!(stderr.contains("goodbye"), "{stderr}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(json["answers"].as_u64().unwrap() > 0, "{json}");
    assert_eq!(json["troubles"], 0);
}

#[test]
fn a_scenario_is_checked_without_starting_anything() {
    let text = five("command = ['there/is/no/such/program']\n", "");
    let study = study_of(&text);
    assert!(study.is_controlled_outside());
    let error = study.run(&RunOptions::on(INLINE)).unwrap_err().to_string();
    assert_eq!(
        error,
        "controller.command: there is no program \"there/is/no/such/program\""
    );
}

#[test]
fn files_beside_the_scenario_are_found_wherever_the_command_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("brains")).unwrap();
    for name in ["base.py", "gather.py"] {
        std::fs::copy(super::script(name), folder.path().join("brains").join(name)).unwrap();
    }
    let path = folder.path().join("beside.toml");
    let text = five(
        "command = ['python3', '-B', 'brains/gather.py', 'brains/none.py']\n",
        "[limits]\nevents = 20\n",
    );
    std::fs::write(&path, &text).unwrap();
    let document = formicary::scenario::Document::read(&path).unwrap();
    let study = formicary::study::Study::read(&document).unwrap();
    let found = folder.path().join("brains/gather.py");
    assert_eq!(
        study.about().resolved["controller"]["command"],
        serde_json::json!(["python3", "-B", found, "brains/none.py"])
    );
    let report = study.run(&RunOptions::on(INLINE)).unwrap();
    assert_eq!(report.controller.unwrap().troubles, 0);
}

#[test]
fn colours_can_be_declared_for_robots_without_an_algorithm() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("painter.py");
    let code = "import sys\nsys.path.insert(0, sys.argv[1])\nimport base\n\
        hello = base.greet()\n\
        assert hello['lights'] == ['white', 'black'], hello\n\
        for request in base.requests():\n\
        \x20   lights = request['snapshot']['light']\n\
        \x20   assert all(light in ('white', 'black') for light in lights), lights\n\
        \x20   base.answer(request, [{'robot': robot['robot'], 'stay': True,\n\
        \x20       'light': 'black'} for robot in request['robots']])\n";
    std::fs::write(&program, code).unwrap();
    let words = [
        "python3",
        "-B",
        program.to_str().unwrap(),
        &super::script(""),
    ];
    let controller = format!("command = {words:?}\nlights = ['white', 'black']\n");
    let text =
        five(&controller, "[limits]\nevents = 40\n").replace("algorithm = 'gathering'\n", "");
    let digests = ENGINES.map(|engine: Engine| {
        let report = run(&text, engine);
        let counts = report.controller.unwrap();
        assert_eq!(
            (counts.troubles, report.end),
            (0, End::Events),
            "{report:?}"
        );
        report.digest
    });
    assert_eq!(digests[0], digests[1]);
}
