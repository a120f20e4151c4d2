//! What schedulers refuse, and where.

use super::*;

/// What is wrong with this scheduler for three robots.
fn refused(scheduler: &str) -> String {
    let text =
        format!("[swarm]\nrobots = 3\nalgorithm = \"gathering\"\n[scheduler]\n{scheduler}\n");
    match read(&text) {
        Ok(_) => panic!("nothing is refused:\n{text}"),
        Err(error) => error.to_string(),
    }
}

fn all(schedulers: &[&str]) -> String {
    let lines: Vec<String> = schedulers.iter().map(|text| refused(text)).collect();
    lines.join("\n")
}

#[test]
fn clocks() {
    insta::assert_snapshot!(all(&[
        "rate = 1.0\nwait = {law = \"fixed\", value = 1.0}",
        "rates = [1.0, 1.0, 1.0]\nwait = {law = \"fixed\", value = 1.0}",
        "wait = {value = 1.0}",
        "wait = {law = \"normal\", mean = 1.0}",
        "wait = {law = \"exponential\", mean = 0.0}",
        "wait = {law = \"exponential\", mean = 1.0, shape = 2.0}",
        "compute = {law = \"fixed\", value = -1.0}",
        "compute = 3.0",
        "speed = {law = \"fixed\", value = 0.0}",
        "speed = {law = \"uniform\", low = 2.0, high = 1.0}",
        "speed = {law = \"gamma\", mean = 1e-300, shape = 1e300}",
        "kind = \"k_bounded\"\nk = 0",
        "kind = \"k_async\"\nk = -1",
        "kind = \"k_async\"\nk = 1.5",
        "kind = \"k_bounded\"\nrates = [1.0]",
        "kind = \"k_nest\"\ntravel = {law = \"fixed\", value = 0.0}",
        "kind = \"k_nest\"\nspeed = {law = \"fixed\", value = 1.0}",
        "kind = \"fsync\"\nwait = {law = \"fixed\", value = 1.0}",
    ]));
    let numpy = "rng = \"numpy\"\n[swarm]\nrobots = 3\nalgorithm = \"gathering\"\n[scheduler]\n";
    let refused = |scheduler: &str| {
        read(&format!("{numpy}{scheduler}"))
            .unwrap_err()
            .to_string()
    };
    insta::assert_snapshot!(refused("kind = \"k_bounded\""), @r#"test.toml:6:8: scheduler.kind: expected "async", whose robots have clocks of their own (rng = "numpy" draws in the order of their events)"#);
    insta::assert_snapshot!(refused("kind = \"sequential\""), @r#"test.toml:6:8: scheduler.kind: expected "async", whose robots have clocks of their own (rng = "numpy" draws in the order of their events)"#);
    insta::assert_snapshot!(refused("wait = {law = \"gamma\", mean = 1.0}"), @r#"test.toml:5:1: scheduler.kind: expected no gamma law (rng = "numpy" has none)"#);
}

#[test]
fn subsets() {
    let ssync = |rest: &str| refused(&format!("kind = \"ssync\"\n{rest}"));
    let lines: Vec<String> = [
        "subset = \"coins\"",
        "probability = 0.0",
        "probability = 1.5",
        "subset = \"uniform\"\nprobability = 0.5",
        "subset = \"fixed\"",
        "subset = \"fixed\"\nsize = 0",
        "subset = \"fixed\"\nsize = 4",
        "size = 2",
        "subset = \"groups\"",
        "subset = \"groups\"\ngroups = []",
        "subset = \"groups\"\ngroups = [[0, 1, 2], []]",
        "subset = \"groups\"\ngroups = [[0, 1], [3]]",
        "subset = \"groups\"\ngroups = [[0, 1], [1]]",
        "subset = \"groups\"\ngroups = [[0, 1, 0], [2]]",
        "subset = \"groups\"\ngroups = [0, 1, 2]",
        "subset = \"groups\"\ngroups = [[0, 1], [2, 0]]\nrestricted = true",
        "subset = \"script\"",
        "subset = \"script\"\nrounds = [[0], [1]]\nafter = \"repeat\"",
        "subset = \"script\"\nrounds = [[0], [1]]\nafter = \"stop\"",
        "subset = \"script\"\nrounds = [[0], [1], [1, 2]]\nrestricted = true",
        "subset = \"script\"\nrounds = [[0], [1], [0, 2]]\nrestricted = true\nafter = \"repeat\"",
        "after = \"all\"",
        "subset = \"coin\"\nadversary = \"lonely\"",
        "groups = [[0]]\nadversary = \"lonely\"",
        "adversary = \"lonly\"",
        "adversary = \"lonely\"\nvictim = 3",
        "adversary = \"lonely\"\nfairness = 0",
        "fairness = 3",
        "adversary = \"stop_at_delta\"",
        "adversary = \"keep_apart\"\ncamp = [0, 1, 2]",
        "adversary = \"keep_apart\"\ncamp = []",
        "adversary = \"keep_apart\"\ncamp = [7]",
        "victim = 1",
        "gap = -1.0",
        "idle = 0.0",
        "turn_gap = {law = \"fixed\", value = 1.0}",
        "[limits]\nturns = 3",
    ]
    .iter()
    .map(|rest| ssync(rest))
    .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn orders() {
    let sequential = |rest: &str| refused(&format!("kind = \"sequential\"\n{rest}"));
    let lines: Vec<String> = [
        "order = \"roundrobin\"",
        "first = 3",
        "permutation = [0, 1]",
        "permutation = [0, 1, 1]",
        "permutation = [0, 1, 3]",
        "first = 1\npermutation = [0, 1, 2]",
        "order = \"shuffle\"\nfirst = 1",
        "order = \"random\"\npermutation = [0, 1, 2]",
        "order = \"list\"",
        "order = \"list\"\nturns = []",
        "order = \"list\"\nturns = [0, 1]",
        "order = \"list\"\nturns = [{robot = 3}]",
        "order = \"list\"\nturns = [{stop = 0.5}]",
        "order = \"list\"\nturns = [{robot = 0, stop = 2.0}]",
        "order = \"list\"\nturns = [{robot = 0, frame = {scale = 0.0}}]",
        "order = \"list\"\nturns = [{robot = 0, time = 2.0}]",
        "order = \"list\"\nturns = [{robot = 0}, {robot = 2}]\nafter = \"repeat\"",
        "order = \"list\"\nturns = [{robot = 0}]\nafter = \"end\"\nfirst = 1",
        "order = \"list\"\nturns = [{robot = 0, stop = \"delta\"}]",
        "turns = [{robot = 0}]",
        "after = \"end\"",
        "order = \"random\"\nadversary = \"lonely\"",
        "adversary = \"lonely\"\nfairness = 1",
        "fairness = 5",
        "gap = 1.0\nturn_gap = {law = \"fixed\", value = 1.0}",
        "turn_gap = 1.0",
    ]
    .iter()
    .map(|rest| sequential(rest))
    .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn scripts() {
    let script = |rest: &str| refused(&format!("kind = \"script\"\n{rest}"));
    let steps = |steps: &str| script(&format!("steps = [{steps}]"));
    let mut lines: Vec<String> = [
        "",
        "{robot = 3, time = 0.0}",
        "{robot = 0}",
        "{time = 0.0}",
        "{robot = 0, time = -1.0}",
        "{robot = 0, time = inf}",
        "{robot = 0, time = 1.0}, {robot = 1, time = 0.5}",
        "{robot = 0, time = 1.0}, {robot = 1, time = 1.0}, {robot = 0, time = 1.0}",
        "{robot = 0, time = 1.0, compute = -1.0}",
        "{robot = 0, time = 1.0, depart = 0.5}",
        "{robot = 0, time = 1.0, compute = 1.0, depart = 2.0}",
        "{robot = 0, time = 1.0, travel = 0.0}",
        "{robot = 0, time = 1.0, compute = 1.0, arrive = 2.0}",
        "{robot = 0, time = 1.0, travel = 1.0, arrive = 2.0}",
        "{robot = 0, time = 1e308, compute = 1e308}",
        "{robot = 0, time = 1.0, compute = 1.0}, {robot = 0, time = 1.5}",
        "{robot = 0, time = 1.0, arrive = 3.0}, {robot = 1, time = 2.0}, {robot = 0, time = 2.5}",
        "{robot = 0, time = 1.0, stop = \"delta\"}",
        "{robot = 0, time = 1.0, arives = 3.0}",
    ]
    .iter()
    .map(|text| steps(text))
    .collect();
    lines.extend(
        [
            "",
            "steps = 3",
            "steps = [{robot = 0, time = 0.0}]\nsteps_file = \"steps.csv\"",
            "steps_file = \"\"",
            "steps_file = \"nowhere.csv\"",
            "steps = [{robot = 0, time = 0.0}]\nperiod = 1.0",
            "steps = [{robot = 0, time = 0.0}]\nafter = \"repeat\"",
            "steps = [{robot = 0, time = 0.0}]\nafter = \"repeat\"\nperiod = 1.0",
            "steps = [{robot = 0, time = 1.0}, {robot = 1, time = 2.0}, {robot = 2, time = 5.0}]\n\
             after = \"repeat\"\nperiod = 4.0",
            "steps = [{robot = 0, time = 1.0}, {robot = 1, time = 2.0}, {robot = 2, time = 2.0, \
             travel = 4.0}]\nafter = \"repeat\"\nperiod = 3.0",
            "steps = [{robot = 0, time = 0.0}]\nafter = \"repeat\"\nperiod = 0.0",
            "steps = [{robot = 0, time = 0.0}]\nafter = \"stop\"",
        ]
        .iter()
        .map(|text| script(text)),
    );
    insta::assert_snapshot!(lines.join("\n"));
}
