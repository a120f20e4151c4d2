//! The primary and secondary circuit algorithm.

use super::super::{Check, Effort, Finding, TheoryError};
use super::run;
use crate::model::End;
use crate::registry::Entry;

pub(in crate::theory) const ENTRY: Entry<Check> = Entry {
    name: "amoebot_pasc",
    summary: "PASC tells m particles of a chain their distance in exactly floor(log2(m - 1)) + 1 iterations",
    help: "In each iteration every second active particle turns passive, and everybody learns one bit of \
           its distance to the leader, the least significant first. Our run takes one round more, \
           because the first one only sends. Padalkin, Scheideler and Warner, DNA 28, 2022.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
[swarm]
robots = {m}
algorithm = 'pasc'
";

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let most = match effort {
        Effort::Full => 1_100,
        Effort::Quick => 70,
    };
    let (mut right, mut wrong) = (0, Vec::new());
    for m in 2..=most {
        let ran = run(SCENARIO, &[("m", u64::to_string(&m))])?;
        let iterations = (m - 1).ilog2() + 1;
        let distances: Vec<_> = (0..m).map(|distance| distance.to_string()).collect();
        let told = ran.books.program().ask("from_west", &ran.view().attributes);
        let told: Option<Vec<String>> = told.map(|text| {
            let words = text.split(|c: char| !c.is_ascii_digit());
            words
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
        });
        let exact = ran.end == End::Terminated
            && ran.rounds() == u64::from(iterations) + 1
            && told.as_ref() == Some(&distances);
        match exact {
            true => right += 1,
            false => wrong.push(m),
        }
    }
    Ok(vec![Finding::new(
        format!("m = 2 to {most}: exact rounds, and exact distances"),
        format!("{}", most - 1),
        format!("{right}"),
        wrong.is_empty(),
    )])
}
