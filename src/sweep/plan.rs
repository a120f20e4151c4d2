//! The plan of a sweep: which runs there are, and which of them this machine carries out.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use xxhash_rust::xxh3::Xxh3;

use super::SweepError;
use super::order::{Order, Shard};
use super::variation::{Point, Variation};
use crate::model::End;
use crate::scenario::{Document, Seeds};
use crate::store::hash_of;
use crate::study::{RunReport, Study};

/// A sweep that can be carried out: a scenario, what is varied in it, and the seeds.
///
/// Its runs have places from 0. All variants come with the first seed, then all with the second, and so
/// on: so whatever is finished when somebody looks is a fair sample, and every variant has met the same
/// seeds. As all dice are drawn by their names (seed, purpose, owner), variants with equal seeds share
/// their random numbers wherever they ask for the same.
#[derive(Clone, Debug)]
pub struct Plan {
    document: Document,
    base: Value,
    text: String,
    variation: Arc<Variation>,
    seeds: Seeds,
    limits: Limits,
    wanted: Vec<End>,
    shard: Shard,
    points: u64,
    order: Order,
    hash: String,
}

/// What one run may take besides what its scenario says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Real time; the run then ends with `timeout`.
    pub seconds: Option<Duration>,
    /// Memory in bytes by the model's own estimate: a run that needs more fails without being begun.
    pub memory: Option<u64>,
}

/// A sweep of more runs than this is begun only where somebody says that he means it.
pub const MOST_RUNS: u64 = 10_000_000;

impl Plan {
    /// A plan; `document` is the scenario with everything that is set for all runs.
    ///
    /// # Errors
    ///
    /// A scenario that is not valid, or one for the wall clock; and more runs than can be counted.
    pub fn new(
        document: Document,
        variation: Variation,
        seeds: Seeds,
        limits: Limits,
    ) -> Result<Self, SweepError> {
        let too_many =
            || SweepError::Refused("the sweep has more runs than can be counted".to_owned());
        let points = variation.points().ok_or_else(too_many)?;
        let order = Order::new(points, seeds.count()).ok_or_else(too_many)?;
        let mut plan = Plan {
            document,
            base: Value::Null,
            text: String::new(),
            variation: Arc::new(variation),
            seeds,
            limits,
            wanted: Vec::new(),
            shard: Shard::default(),
            points,
            order,
            hash: String::new(),
        };
        let first = plan.study(0)?;
        plan.text.clone_from(&first.about().text);
        plan.base.clone_from(&first.about().resolved);
        Ok(plan)
    }

    /// The part of it that this machine carries out.
    #[must_use]
    pub fn sharded(mut self, shard: Shard) -> Self {
        self.shard = shard;
        self
    }

    /// Has runs be as expected that end so, as well: a limit that was set by hand is no disappointment.
    #[must_use]
    pub fn wanting(mut self, ends: impl IntoIterator<Item = End>) -> Self {
        self.wanted.extend(ends);
        self
    }

    /// What a run did otherwise than expected, in words.
    #[must_use]
    pub fn disappointed_by(&self, study: &Study, report: &RunReport) -> Vec<String> {
        let mut expect = study.about().expect.clone();
        if !expect.ends.is_empty() {
            expect.ends.extend(&self.wanted);
        }
        expect.disappointed_by(report)
    }

    /// How many runs it has, in all parts together.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.order.runs()
    }

    /// How many variants it has.
    #[must_use]
    pub fn points(&self) -> u64 {
        self.points
    }

    /// The seeds.
    #[must_use]
    pub fn seeds(&self) -> &Seeds {
        &self.seeds
    }

    /// What one run may take.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The first variant as text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first variant, resolved.
    #[must_use]
    pub fn base(&self) -> &Value {
        &self.base
    }

    /// What is varied and with which seeds, as JSON.
    #[must_use]
    pub fn variation(&self) -> Value {
        json!({
            "vary": self.variation.to_json(),
            "seeds": self.seeds.to_string(),
            "limits": {
                "seconds": self.limits.seconds.map(|limit| limit.as_secs_f64()),
                "memory": self.limits.memory,
            },
        })
    }

    /// What the sweep is known by: a hash of all its variants as they are read, with the files that they
    /// name, of variation, seeds and version; the same for all its parts. Empty before
    /// [`check`](Self::check).
    #[must_use]
    pub fn hash(&self) -> String {
        self.hash.clone()
    }

    /// Whether this machine carries the run at this place out; see [`Order::is_of`].
    #[must_use]
    pub fn is_mine(&self, place: u64) -> bool {
        self.order.is_of(place, self.shard)
    }

    /// How many runs this machine carries out.
    #[must_use]
    pub fn mine(&self) -> u64 {
        self.order.runs_of(self.shard)
    }

    /// The number of the variant at this place.
    #[must_use]
    pub fn point_of(&self, place: u64) -> u64 {
        place % self.points
    }

    /// What the variant of this number sets.
    #[must_use]
    pub fn point(&self, number: u64) -> Point {
        self.variation.point(number)
    }

    /// The run at this place, ready to be carried out.
    ///
    /// # Errors
    ///
    /// A value that its parameter cannot have; the assignment is named.
    pub fn study(&self, place: u64) -> Result<Study, SweepError> {
        let mut document = self.variant(self.point_of(place))?;
        if let Some(seed) = self.seeds.get(place / self.points) {
            let seed = seed.to_string();
            document.set_by(&format!("--seed {seed}"), "seed", &seed)?;
        }
        Ok(Study::read(&document)?)
    }

    /// Reads every variant, so that nothing is begun that could not be ended, and hashes them all.
    ///
    /// # Errors
    ///
    /// A value that its parameter cannot have, and a scenario for the wall clock.
    pub fn check(&mut self) -> Result<(), SweepError> {
        let mut hash = Xxh3::new();
        hash.update(env!("CARGO_PKG_VERSION").as_bytes());
        hash.update(self.variation().to_string().as_bytes());
        for point in 0..self.points {
            let study = self.study(point)?;
            if study.about().clock.is_wall() {
                let what = "the scenario is for the wall clock (clock.kind), where no two runs are the same; a \
                            sweep needs clock.kind = \"virtual\"";
                return Err(SweepError::Refused(what.to_owned()));
            }
            hash.update(hash_of(&study.about().resolved).as_bytes());
        }
        self.hash = format!("{:032x}", hash.digest128());
        Ok(())
    }

    /// The scenario of the variant of this number.
    ///
    /// # Errors
    ///
    /// A path that leads nowhere.
    pub fn variant(&self, number: u64) -> Result<Document, SweepError> {
        let mut document = self.document.clone();
        for (path, value) in self.point(number) {
            document.set_by(&format!("--vary {path}={value}"), &path, &value)?;
        }
        Ok(document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\n";

    fn plan(vary: &[(&str, &str)], seeds: &str) -> Result<Plan, SweepError> {
        let document = Document::parse("x.toml", TEXT)?;
        let mut variation = Variation::none();
        for (path, values) in vary {
            let values = super::super::variation::values(values).unwrap();
            variation.cross(path, values).unwrap();
        }
        let mut plan = Plan::new(
            document,
            variation,
            seeds.parse().unwrap(),
            Limits::default(),
        )?;
        plan.check()?;
        Ok(plan)
    }

    #[test]
    fn all_variants_meet_each_seed_in_turn() {
        let plan = plan(&[("swarm.robots", "4,5")], "7..8").unwrap();
        assert_eq!((plan.size(), plan.points()), (4, 2));
        let runs: Vec<_> = (0..4)
            .map(|place| {
                let about = plan.study(place).unwrap().about().clone();
                (
                    about.resolved["swarm"]["robots"].as_u64().unwrap(),
                    about.seed,
                )
            })
            .collect();
        let wanted = [(4, "7"), (5, "7"), (4, "8"), (5, "8")];
        let wanted = wanted.map(|(robots, seed)| (robots, seed.to_owned()));
        assert_eq!(runs, wanted);
    }

    #[test]
    fn a_sweep_is_known_by_what_it_is_made_of() {
        let one = plan(&[("swarm.robots", "4,5")], "0..9").unwrap();
        let hash = one.hash();
        assert_eq!(
            hash,
            plan(&[("swarm.robots", "4..5")], "0..9").unwrap().hash()
        );
        assert_eq!(hash, one.sharded("2/3".parse().unwrap()).hash());
        assert_ne!(
            hash,
            plan(&[("swarm.robots", "4,6")], "0..9").unwrap().hash()
        );
        assert_ne!(
            hash,
            plan(&[("swarm.robots", "4,5")], "0..8").unwrap().hash()
        );
        assert_ne!(
            hash,
            plan(&[("swarm.width", "4,5")], "0..9").unwrap().hash()
        );
    }

    #[test]
    fn what_a_scenario_does_not_have_is_refused_with_the_assignment() {
        let words = plan(&[("swarm.robts", "4,5")], "0")
            .unwrap_err()
            .to_string();
        assert!(
            words.contains("swarm.robts") && words.contains("robots"),
            "{words}"
        );
        let words = plan(&[("swarm.robots", "-4,5")], "0")
            .unwrap_err()
            .to_string();
        assert!(words.contains("--vary swarm.robots=-4"), "{words}");
    }
}
