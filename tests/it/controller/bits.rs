//! Numbers survive the way to a program and back to the last bit.

use formicary::record::Record;
use formicary::study::RunOptions;

use super::{INLINE, command};
use crate::support::study_of;

/// Where the robots start: numbers that are hard to write.
const STARTS: [(f64, f64); 6] = [
    (5e-324, -0.0),
    (0.1 + 0.2, 1.0 / 3.0),
    (2.2250738585072014e-308, -2.225073858507201e-308),
    (1e16, 123_456_789.123_456_79),
    (9_007_199_254_740_993.0, -1e-7),
    (1e22, -4.35),
];

fn bits(number: f64) -> String {
    format!("{:016x}", number.to_bits())
}

#[test]
fn awkward_numbers_come_through_in_both_directions() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bits");
    let record = folder.path().join("run.jsonl");
    let positions: Vec<[f64; 2]> = STARTS.iter().map(|&(x, y)| [x, y]).collect();
    let text = format!(
        "model = 'oblot'\n[swarm]\nrobots = {}\nalgorithm = 'gathering'\nstart = 'positions'\nspeed = 1e300\n\
         positions = {positions:?}\n[scheduler]\nkind = 'fsync'\nvisualize = inf\n[limits]\nrounds = 3\n\
         [controller]\n{}timeout = '60s'\nhandshake = '60s'\n",
        STARTS.len(),
        command("bits.py", &[file.to_str().unwrap()]),
    );
    let mut options = RunOptions::on(INLINE);
    options.record = Some(record.clone());
    let report = study_of(&text).run(&options).unwrap();
    assert_eq!(report.error, None);
    let written = std::fs::read_to_string(&file).unwrap();
    let lines = |word: &str| -> Vec<(String, String)> {
        let lines = written.lines().filter_map(|line| line.strip_prefix(word));
        let pair = |line: &str| {
            let (x, y) = line.trim().split_once(' ').unwrap();
            (x.to_owned(), y.to_owned())
        };
        lines.map(pair).collect()
    };
    let expected: Vec<_> = STARTS.iter().map(|&(x, y)| (bits(x), bits(y))).collect();
    let seen = lines("seen");
    assert_eq!(seen[..STARTS.len()], expected);
    // The second round sees where the answers of the first one led.
    let said = lines("said");
    assert_eq!(seen[STARTS.len()..2 * STARTS.len()], said[..STARTS.len()]);
    // The record holds what was said.
    let inputs = Record::open(&record).unwrap().inputs;
    let recorded: Vec<_> = inputs
        .iter()
        .map(|line| {
            let to = &line.input["answer"]["intent"]["destination"]["to"];
            let number = |key: &str| bits(to[key].as_f64().unwrap());
            (number("x"), number("y"))
        })
        .collect();
    assert_eq!(recorded, said);
    assert_eq!(recorded.len(), 3 * STARTS.len());
}
