//! Records of runs with controllers: they are replayed without them, and can be compared with them.

use std::path::Path;

use formicary::model::End;
use formicary::record::Record;
use formicary::study::{Replayed, RunOptions, RunReport, Study};

use super::{ENGINES, INLINE, command, five};
use crate::support::{say, study_of};

/// Runs a scenario with a record.
fn recorded(text: &str, path: &Path, engine: formicary::engine::Engine) -> RunReport {
    let mut options = RunOptions::on(engine);
    options.record = Some(path.to_owned());
    study_of(text).run(&options).unwrap()
}

/// Replays a record on both engines, with or without the controllers.
fn replayed(path: &Path, ask_again: bool) -> [Replayed; 2] {
    let record = Record::open(path).unwrap();
    let study = Study::of_record(&record).unwrap();
    ENGINES.map(|engine| {
        let mut options = RunOptions::on(engine);
        options.ask_again = ask_again;
        study.replay(&record, &options).unwrap()
    })
}

#[test]
fn a_record_is_replayed_without_the_controller() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("gather.py");
    for name in ["base.py", "gather.py"] {
        std::fs::copy(super::script(name), folder.path().join(name)).unwrap();
    }
    let words = ["python3", "-B", program.to_str().unwrap()];
    for extension in ["mcap", "jsonl"] {
        for more in ["[limits]\nevents = 150\n", "[scheduler]\nkind = 'fsync'\n"] {
            let path = folder.path().join(format!("run.{extension}"));
            let text = five(&format!("command = {words:?}\n"), more);
            let report = recorded(&text, &path, ENGINES[1]);
            std::fs::rename(&program, folder.path().join("gone.py")).unwrap();
            for replayed in replayed(&path, false) {
                assert!(replayed.agrees(), "{replayed:?}");
                assert_eq!(replayed.digest, report.digest);
                assert_eq!(replayed.events, report.events);
                assert_eq!(replayed.controller, None);
            }
            std::fs::rename(folder.path().join("gone.py"), &program).unwrap();
            for replayed in replayed(&path, true) {
                assert!(replayed.agrees(), "{replayed:?}");
                assert_eq!(replayed.controller, report.controller);
            }
        }
    }
}

#[test]
fn trouble_is_replayed_like_everything_else() {
    let folder = tempfile::tempdir().unwrap();
    for policy in ["stop", "crash-fault", "stay"] {
        for what in ["nan", "dead", "missing"] {
            for kind in ["async", "fsync"] {
                let path = folder.path().join("run.jsonl");
                let controller =
                    command("trouble.py", &[what, "1"]) + &format!("on_trouble = '{policy}'\n");
                let more = format!(
                    "[scheduler]\nkind = '{kind}'\nvisualize = inf\n[limits]\nevents = 60\n"
                );
                let report = recorded(&five(&controller, &more), &path, INLINE);
                assert_eq!(report.end == End::Failed, policy == "stop", "{report:?}");
                for replayed in replayed(&path, false) {
                    assert!(replayed.agrees(), "{policy} {what} {kind}: {replayed:?}");
                    assert_eq!(replayed.digest, report.digest);
                }
                // The same trouble comes again.
                for replayed in replayed(&path, true) {
                    assert!(replayed.agrees(), "{policy} {what} {kind}: {replayed:?}");
                }
            }
        }
    }
}

#[test]
fn the_first_answer_that_differs_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("brain.py");
    let code = |stays: bool| {
        let intent = if stays {
            "{'robot': robot['robot'], 'stay': True} if request['id'] == 5 else \
             base.gather(request, robot, 1e-5)"
        } else {
            "base.gather(request, robot, 1e-5)"
        };
        format!(
            "import sys\nsys.path.insert(0, sys.argv[1])\nimport base\nbase.greet()\n\
             for request in base.requests():\n\
             \x20   base.answer(request, [{intent} for robot in request['robots']])\n"
        )
    };
    std::fs::write(&program, code(false)).unwrap();
    let path = folder.path().join("run.jsonl");
    let words = [
        "python3",
        "-B",
        program.to_str().unwrap(),
        &super::script(""),
    ];
    let text = five(
        &format!("command = {words:?}\n"),
        "[limits]\nevents = 100\n",
    );
    recorded(&text, &path, INLINE);
    std::fs::write(&program, code(true)).unwrap();
    let [inline, actors] = replayed(&path, true);
    let difference = inline.answer.clone().unwrap();
    assert_eq!(actors.answer, Some(difference.clone()));
    assert!(!inline.agrees() && inline.difference.is_none() && inline.endings.is_empty());
    assert!(difference.recorded.contains("\"to\""), "{difference:?}");
    assert_eq!(difference.now, "{\"destination\":\"stay\",\"done\":false}");

    let said = say(["replay", path.to_str().unwrap(), "--controller"]).code(1);
    let words = format!(
        "first answer that differs: robot {} at time {}, event {}:\n  recorded  {}\n  now       {}\n",
        difference.robot, difference.time, difference.event, difference.recorded, difference.now
    );
    assert!(said.stdout.starts_with(&words), "{said}");
    let json = say(["replay", path.to_str().unwrap(), "--controller", "--json"]).code(1);
    assert_eq!(json.json()["answer"]["event"], difference.event);
    // The record itself is as good as before.
    say(["replay", path.to_str().unwrap()]).code(0);
}

#[test]
fn only_a_run_with_controllers_can_ask_them_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    recorded(&five("", "[limits]\nevents = 10\n"), &path, INLINE);
    let said = say(["replay", path.to_str().unwrap(), "--controller"]).code(2);
    assert!(
        said.stderr.contains("no robot of the recorded run"),
        "{said}"
    );
}
