//! How controllers begin and end: errors of the start, and that none outlives its run.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{command, five, lives, wait_for};
use crate::support::{finish, formicary};

/// Writes a scenario whose controller has a child of its own and never answers. Gives the file of
/// the scenario and the one into which the controller writes the process ids.
fn family(folder: &Path, more: &str) -> (String, std::path::PathBuf) {
    let ids = folder.join("ids");
    let controller = command("family.py", &[ids.to_str().unwrap()]) + more;
    let path = folder.join("family.toml");
    std::fs::write(&path, five(&controller, "")).unwrap();
    (path.display().to_string(), ids)
}

/// The ids of the controller and its child, once they are there.
fn processes(ids: &Path) -> Vec<String> {
    let read = || std::fs::read_to_string(ids).unwrap_or_default();
    wait_for("the controller has started", || read().ends_with('\n'));
    let ids: Vec<String> = read().split_whitespace().map(str::to_owned).collect();
    assert_eq!(ids.len(), 2);
    assert!(ids.iter().all(|id| lives(id)), "{ids:?}");
    ids
}

fn signal(name: &str, process: u32) {
    let status = Command::new("kill")
        .args(["-s", name, &process.to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

/// Starts the program, ends it with a signal, and checks that its controllers are gone. Gives its
/// exit code.
fn ended_by(name: &str) -> Option<i32> {
    let folder = tempfile::tempdir().unwrap();
    let (scenario, ids) = family(folder.path(), "");
    let mut program = formicary(["run", &scenario, "--quiet"])
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let ids = processes(&ids);
    signal(name, program.id());
    let status = program.wait().unwrap();
    for id in &ids {
        wait_for("the controller and its child are gone", || !lives(id));
    }
    status.code()
}

#[test]
fn no_controller_outlives_a_program_that_is_killed() {
    assert_eq!(ended_by("KILL"), None);
}

#[test]
fn an_interruption_ends_a_run_that_waits_for_its_controller() {
    assert_eq!(ended_by("INT"), Some(130));
    assert_eq!(ended_by("TERM"), Some(130));
}

#[test]
fn no_controller_outlives_its_run() {
    let folder = tempfile::tempdir().unwrap();
    let (scenario, ids) = family(folder.path(), "");
    let text = std::fs::read_to_string(&scenario).unwrap();
    std::fs::write(&scenario, text.replace("timeout = '60s'", "timeout = '3s'")).unwrap();
    let mut program = formicary(["run", &scenario, "--quiet"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let ids = processes(&ids);
    assert_eq!(program.wait().unwrap().code(), Some(3));
    // The program waited for their end itself, and the system buries them soon.
    for id in &ids {
        wait_for("the controller and its child are gone", || !lives(id));
    }
}

#[test]
fn a_limit_of_real_time_ends_a_run_that_waits_for_its_controller() {
    let folder = tempfile::tempdir().unwrap();
    let (scenario, ids) = family(folder.path(), "");
    let record = folder.path().join("run.jsonl");
    let mut program = formicary(["run", &scenario, "--quiet", "--timeout", "4", "--record"])
        .arg(&record)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let ids = processes(&ids);
    assert_eq!(program.wait().unwrap().code(), Some(0));
    for id in &ids {
        wait_for("the controller and its child are gone", || !lives(id));
    }
    let replayed = formicary(["replay", record.to_str().unwrap()]).output();
    let replayed = replayed.unwrap();
    assert_eq!(replayed.status.code(), Some(0), "{replayed:?}");
}

/// What is said of a scenario that cannot begin, and the exit code.
fn refusal(controller: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    let text = five(controller, "").replace("handshake = '60s'", "handshake = '400ms'");
    std::fs::write(&path, text).unwrap();
    let output = formicary(["run", path.to_str().unwrap()]).output().unwrap();
    assert!(output.stdout.is_empty());
    let stderr = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), stderr)
}

#[test]
fn a_command_that_is_not_there_is_a_mistake_of_the_scenario() {
    let (code, stderr) = refusal("command = ['no-such-program-anywhere', 'x']\n");
    assert_eq!(code, Some(2));
    let words = "error: controller.command: there is no program \"no-such-program-anywhere\"\n";
    assert_eq!(stderr, words);
}

#[test]
fn a_command_that_cannot_be_started_is_none_of_the_scenarios() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("no-program");
    std::fs::write(&file, "x").unwrap();
    let (code, stderr) = refusal(&format!("command = [{file:?}]\n"));
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stderr.starts_with("error: cannot start "), "{stderr}");
}

#[test]
fn addresses_where_nobody_is_are_named() {
    // Both ends of this one are taken: somebody listens, and says nothing.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = silent.local_addr().unwrap();
    let (code, stderr) = refusal(&format!("listen = '{taken}'\n"));
    assert_eq!(code, Some(3), "{stderr}");
    let words = format!("error: cannot listen at {taken}: ");
    assert!(stderr.starts_with(&words), "{stderr}");

    let (code, stderr) = refusal(&format!("connect = '{taken}'\n"));
    assert_eq!(code, Some(3), "{stderr}");
    let words = "error: the controller of robots 0 to 4: it has not said hello within 400ms (controller.handshake)\n";
    assert_eq!(stderr, words);

    drop(silent);
    let (code, stderr) = refusal(&format!("connect = '{taken}'\n"));
    assert_eq!(code, Some(3), "{stderr}");
    let words = format!("error: cannot connect to {taken}: ");
    assert!(stderr.starts_with(&words), "{stderr}");

    let (code, stderr) = refusal(&format!("listen = '{taken}'\n"));
    assert_eq!(code, Some(3), "{stderr}");
    let words = format!("error: nobody has connected to {taken} within 400ms\n");
    assert!(stderr.ends_with(&words), "{stderr}");
}

#[test]
fn a_process_group_that_was_stopped_does_not_hold_its_run_up() {
    let folder = tempfile::tempdir().unwrap();
    let (scenario, ids) = family(folder.path(), "");
    let program = formicary(["run", &scenario, "--quiet", "--timeout", "3"])
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let ids = processes(&ids);
    // The group of the controller is that of its guard.
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", ids[0])).unwrap();
    // Behind the name: the state, the parent, the group.
    let group = stat.rsplit(") ").next().unwrap().split(' ').nth(2).unwrap();
    let stop = format!("kill -STOP -{group}");
    assert!(
        Command::new("sh")
            .args(["-c", &stop])
            .status()
            .unwrap()
            .success()
    );
    finish(program);
    for id in &ids {
        wait_for("the controller and its child are gone", || !lives(id));
    }
}
