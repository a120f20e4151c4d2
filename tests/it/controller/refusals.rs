//! What `[controller]` may not say.

use formicary::scenario::Document;
use formicary::study::Study;

/// What is said of three robots with these lines of `[controller]`; `more` are other tables.
fn refusal(lines: &str, more: &str) -> String {
    let text = format!(
        "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\n{more}[controller]\n{lines}"
    );
    read(&text)
}

fn read(text: &str) -> String {
    let document = Document::parse("x.toml", text).unwrap();
    let read = Study::read(&document).map(|_| "nothing".to_owned());
    read.unwrap_or_else(|error| error.to_string())
}

#[test]
fn mistakes_are_named_at_their_place() {
    let command = "command = ['python3']\n";
    for (lines, expected) in [
        (
            "",
            "x.toml:5:1: controller.command: missing, expected one of command, listen and connect",
        ),
        (
            "command = 'python3'",
            "x.toml:6:11: controller.command: expected a list of entries, each text that is not empty (at least 1), found \"python3\"",
        ),
        (
            "command = []",
            "x.toml:6:11: controller.command: expected a list of entries, each text that is not empty (at least 1), found a list of 0",
        ),
        (
            "command = ['']",
            "x.toml:6:12: controller.command[0]: expected text that is not empty, found \"\"",
        ),
        (
            "command = ['x', 1]",
            "x.toml:6:17: controller.command[1]: expected text that is not empty, found 1",
        ),
        (
            "command = ['x']\nlisten = '127.0.0.1:7000'",
            "x.toml:7:10: controller.listen: expected only one of command, listen and connect",
        ),
        (
            "command = ['x']\nconnect = '127.0.0.1:7000'",
            "x.toml:7:11: controller.connect: expected only one of command, listen and connect",
        ),
        (
            "listen = '127.0.0.1:7000'\nconnect = '127.0.0.1:7001'",
            "x.toml:6:10: controller.listen: expected only one of command, listen and connect",
        ),
        (
            "listen = '127.0.0.1'",
            "x.toml:6:10: controller.listen: expected an address such as \"127.0.0.1:7000\", found \"127.0.0.1\"",
        ),
        (
            "connect = 'here:port'",
            "x.toml:6:11: controller.connect: expected an address such as \"127.0.0.1:7000\", found \"here:port\"",
        ),
        (
            "connect = ':7000'",
            "x.toml:6:11: controller.connect: expected an address such as \"127.0.0.1:7000\", found \":7000\"",
        ),
        (
            "listen = '127.0.0.1:70000'",
            "x.toml:6:10: controller.listen: expected an address such as \"127.0.0.1:7000\", found \"127.0.0.1:70000\"",
        ),
        (
            "listen = '127.0.0.1:7000'\nprocesses = 'each'",
            "x.toml:7:13: controller.processes: expected \"one\": only a command is started for each robot",
        ),
    ] {
        assert_eq!(refusal(lines, ""), expected, "{lines}");
    }
    for (line, expected) in [
        (
            "processes = 'two'",
            "controller.processes: expected one of \"one\", \"each\", found \"two\"",
        ),
        (
            "robots = []",
            "controller.robots: expected a list of whole numbers between 0 and 2 (at least 1), found a list of 0",
        ),
        (
            "robots = [3]",
            "controller.robots[0]: expected a whole number between 0 and 2, found 3",
        ),
        (
            "robots = [1, 1]",
            "controller.robots: expected each id once, found 1 twice",
        ),
        (
            "count = 0",
            "controller.count: expected a whole number between 1 and 3, found 0",
        ),
        (
            "count = 4",
            "controller.count: expected a whole number between 1 and 3, found 4",
        ),
        (
            "count = 1\nrobots = [1]",
            "controller.count: expected either a number of robots or their ids, found both",
        ),
        (
            "lights = ['red']",
            "controller.lights: expected no lights beside an algorithm, which declares its colours itself",
        ),
        (
            "lights = ['rde']",
            "controller.lights[0]: expected one of \"blue\", \"red\", \"green\", \"black\", \"white\", \"yellow\", \"orange\", \"purple\", \"cyan\", \"magenta\", found \"rde\"",
        ),
        (
            "timeout = 2",
            "controller.timeout: expected text in quotes, found 2",
        ),
        (
            "timeout = '2'",
            "controller.timeout: expected a time above 0 and up to a day, such as \"500ms\", \"2s\" or \"1m\", or \"none\", found \"2\"",
        ),
        (
            "timeout = '0s'",
            "controller.timeout: expected a time above 0 and up to a day, such as \"500ms\", \"2s\" or \"1m\", or \"none\", found \"0s\"",
        ),
        (
            "timeout = '-1s'",
            "controller.timeout: expected a time above 0 and up to a day, such as \"500ms\", \"2s\" or \"1m\", or \"none\", found \"-1s\"",
        ),
        (
            "timeout = '2 hours'",
            "controller.timeout: expected a time above 0 and up to a day, such as \"500ms\", \"2s\" or \"1m\", or \"none\", found \"2 hours\"",
        ),
        (
            "timeout = '9999m'",
            "controller.timeout: expected a time above 0 and up to a day, such as \"500ms\", \"2s\" or \"1m\", or \"none\", found \"9999m\"",
        ),
        (
            "handshake = 'none'",
            "controller.handshake: expected a time above 0 and up to a day, such as \"500ms\", \"2s\" or \"1m\", found \"none\"",
        ),
        (
            "on_trouble = 'crash'",
            "controller.on_trouble: expected one of \"stop\", \"crash-fault\", \"stay\", found \"crash\"",
        ),
        (
            "deterministic = 1",
            "controller.deterministic: expected true or false, found 1",
        ),
    ] {
        let said = refusal(&format!("{command}{line}"), "");
        let said = said.lines().next().unwrap_or_default();
        assert!(said.ends_with(expected), "{line}: {said}");
    }
    let said = refusal("comand = ['x']\nlisten = 'a:1'", "");
    assert!(said.contains("controller.comand: unknown key"), "{said}");
    assert!(said.contains("did you mean \"command\"?"), "{said}");
}

#[test]
fn good_values_are_taken() {
    for line in [
        "timeout = '500ms'",
        "timeout = '1.5s'",
        "timeout = '1m'",
        "timeout = 'none'",
        "handshake = '90 s'",
        "count = 3",
        "robots = [2, 0]",
    ] {
        let said = refusal(&format!("command = ['x']\n{line}"), "");
        assert_eq!(said, "nothing", "{line}");
    }
}

#[test]
fn numpys_dice_choose_nobody() {
    let text = "model = 'oblot'\nrng = 'numpy'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\n\
        [controller]\ncommand = ['x']\ncount = 1\n";
    assert_eq!(
        read(text),
        "x.toml:8:9: controller.count: expected the ids of the robots (rng = \"numpy\" draws \
         nothing for it)"
    );
}

#[test]
fn robots_that_compute_themselves_need_an_algorithm() {
    let text = "model = 'oblot'\n[swarm]\nrobots = 3\n[controller]\ncommand = ['x']\n";
    assert_eq!(read(text), "nothing");
    let said = read(&format!("{text}robots = [0, 1]\n"));
    assert!(
        said.starts_with("x.toml:2:1: swarm.algorithm: missing, expected one of"),
        "{said}"
    );
    // Lights of its own need colours that somebody declares.
    let said = read(&format!("{text}[lights]\nstart = 'red'\n"));
    assert!(said.contains("the algorithm declares no colours"), "{said}");
    let lit = format!("{text}lights = ['red', 'blue']\n[lights]\nstart = 'blue'\n");
    assert_eq!(read(&lit), "nothing");
    let twice = read(&format!("{text}lights = ['red', 'red']\n"));
    assert!(
        twice.contains("controller.lights: expected each colour once"),
        "{twice}"
    );
}

#[test]
fn what_an_algorithm_requires_is_required_of_controllers_too() {
    let more = "[sensing]\nmultiplicity = 'none'\n";
    let said = refusal("command = ['x']", more);
    assert!(said.contains("strong multiplicity detection"), "{said}");
}
