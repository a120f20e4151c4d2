//! What is said of algorithms for particles.

pub(super) mod boundary_test;
pub(super) mod chirality_compass;
mod fit;
pub(super) mod leader_election;
pub(super) mod line_formation;
pub(super) mod pasc;

use std::sync::Arc;

use self::fit::Fit;
use super::runs::replaced;
use super::{Effort, Finding, TheoryError};
use crate::engine::{Engine, Simulation};
use crate::model::amoebot::books::Books;
use crate::model::amoebot::scenario::Scenario;
use crate::model::amoebot::view::View;
use crate::model::{End, Extras};
use crate::scenario::Document;

/// What a run of particles came to.
struct Ran {
    end: End,
    books: Books,
}

impl Ran {
    fn rounds(&self) -> u64 {
        self.books.counts().rounds
    }

    /// The answer to one of the algorithm's questions, where it is a number.
    fn number(&self, question: &str) -> Option<u64> {
        let attributes = &self.books.view().attributes;
        self.books.program().ask(question, attributes)?.parse().ok()
    }

    fn view(&self) -> &Arc<View> {
        self.books.view()
    }
}

/// Runs the scenario `text` on the inline engine, with numbers and words in the place of names in
/// braces.
fn run(text: &str, replacements: &[(&str, String)]) -> Result<Ran, TheoryError> {
    let document = Document::parse("theory", &replaced(text, replacements))?;
    let root = document.root();
    let scenario = Scenario::read(&root)?;
    root.finish()?;
    let plan = scenario.plan(Extras::default());
    let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 })?;
    let (_, end) = simulation.run(());
    Ok(Ran {
        end: end?,
        books: simulation.state()?.director,
    })
}

/// The mean of some numbers of rounds.
fn mean(rounds: &[u64]) -> f64 {
    rounds.iter().map(|rounds| *rounds as f64).sum::<f64>() / rounds.len() as f64
}

/// The finding that means grow with the logarithm of sizes: by about `slope` for each doubling, within
/// a tenth and half a round, and that a line through sizes and means fits clearly worse.
fn grows_logarithmically(
    what: &str,
    points: &[(f64, f64)],
    slope: std::ops::RangeInclusive<f64>,
    effort: Effort,
) -> Vec<Finding> {
    let logarithm: Vec<_> = points
        .iter()
        .map(|(n, mean)| (crate::math::log2(*n), *mean))
        .collect();
    let (log, line) = (Fit::of(&logarithm), Fit::of(points));
    let (least, most) = (slope.start() * 0.9, slope.end() * 1.1);
    let fits = (least..=most).contains(&log.slope);
    let worse = line.residual > 2.0 * log.residual;
    let quick = effort == Effort::Quick;
    let wanted = match slope.start() == slope.end() {
        true => slope.start().to_string(),
        false => format!("{} to {}", slope.start(), slope.end()),
    };
    vec![
        Finding::new(
            format!("{what}: a + b log2 n, b"),
            format!("{wanted}, within a tenth"),
            format!(
                "{:.2} (a = {:.2}, rms residual {:.2})",
                log.slope, log.start, log.residual
            ),
            quick || fits,
        ),
        Finding::new(
            format!("{what}: a line a + b n instead"),
            "more than twice the residual",
            format!(
                "rms residual {:.2}, {:.1} times",
                line.residual,
                line.residual / log.residual
            ),
            quick || worse,
        ),
    ]
}
