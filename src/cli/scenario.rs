//! The flags by which several commands name a scenario and change it.

use std::path::PathBuf;

use clap::ValueEnum;

use super::common::Failed;
use crate::engine::Engine;
use crate::model::End;
use crate::scenario::{Document, ScenarioError};
use crate::study::Study;

/// A scenario file and what is changed in it.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ScenarioArgs {
    /// The scenario file, or sim:NAME for one of the named scenarios of the store.
    #[arg(value_name = "SCENARIO")]
    pub(super) scenario: PathBuf,
    #[command(flatten)]
    changes: Changes,
    /// Stops the run after this simulated time.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    until: Option<String>,
    /// Stops the run after so many events.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    events: Option<String>,
}

/// What the command line changes in a scenario.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Changes {
    /// The seed, in place of the scenario's.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<String>,
    /// Sets any field of the scenario, such as swarm.robots=200; repeatable.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// What paces the run: the exact order of the events, or real timers.
    #[arg(long, value_name = "CLOCK")]
    clock: Option<String>,
    /// With the wall clock: units of simulated time in a second.
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    rate: Option<String>,
}

impl ScenarioArgs {
    /// Reads the scenario with everything that the flags change.
    pub(super) fn study(&self) -> Result<Study, Failed> {
        self.read(None, None)
    }

    /// The same, where a named scenario is that of this store.
    #[cfg(feature = "store")]
    pub(super) fn study_in(&self, store: Option<&std::path::Path>) -> Result<Study, Failed> {
        self.read(None, store)
    }

    /// The same with another seed.
    pub(super) fn study_with_seed(&self, seed: Option<u64>) -> Result<Study, Failed> {
        self.read(seed, None)
    }

    fn read(&self, seed: Option<u64>, store: Option<&std::path::Path>) -> Result<Study, Failed> {
        let mut document = self.document(store)?;
        let seed = seed.map(|seed| seed.to_string());
        let changes = Changes {
            seed: seed.or(self.changes.seed.clone()),
            ..self.changes.clone()
        };
        changes.apply(&mut document)?;
        let flags = [
            ("--until", "limits.time", &self.until),
            ("--events", "limits.events", &self.events),
        ];
        set_by_flags(&mut document, &flags)?;
        Ok(Study::read(&document)?)
    }

    /// The document of the scenario, without changes.
    #[cfg(feature = "store")]
    fn document(&self, store: Option<&std::path::Path>) -> Result<Document, Failed> {
        let usual = super::storing::usual();
        Ok(super::sim::document(&self.scenario, store.unwrap_or(&usual))?.0)
    }

    /// The document of the scenario, without changes.
    #[cfg(not(feature = "store"))]
    fn document(&self, _: Option<&std::path::Path>) -> Result<Document, Failed> {
        Ok(Document::read(&self.scenario)?)
    }

    /// The number of the named scenario in this store, if the scenario is one.
    #[cfg(feature = "store")]
    pub(super) fn simulation(&self, store: &crate::store::Store) -> Result<Option<i64>, Failed> {
        super::sim::number(&self.scenario, store)
    }

    /// Whether the flags name a rate.
    pub(super) fn names_rate(&self) -> bool {
        self.changes.rate.is_some()
    }

    /// The ends that the flags ask for: a limit that was set by hand is no disappointment.
    pub(super) fn wanted_ends(&self) -> Vec<End> {
        let until = self.until.as_ref().map(|_| End::Time);
        let events = self.events.as_ref().map(|_| End::Events);
        until.into_iter().chain(events).collect()
    }

    /// The command line that repeats a run of this scenario with this seed; with `until`, only to
    /// that time.
    pub(super) fn command(&self, seed: &str, until: Option<f64>) -> String {
        let mut words = vec!["formicary".to_owned(), "run".to_owned()];
        words.push(quoted(&self.scenario.display().to_string()));
        words.extend(["--seed".to_owned(), seed.to_owned()]);
        let Changes {
            set, clock, rate, ..
        } = &self.changes;
        for assignment in set {
            words.extend(["--set".to_owned(), quoted(assignment)]);
        }
        let until = until.map(|time| time.to_string()).or(self.until.clone());
        let flags = [
            ("--until", &until),
            ("--events", &self.events),
            ("--clock", clock),
            ("--rate", rate),
        ];
        for (flag, value) in flags {
            if let Some(value) = value {
                words.extend([flag.to_owned(), quoted(value)]);
            }
        }
        words.join(" ")
    }
}

impl Changes {
    /// Whether nothing is changed.
    #[cfg(feature = "serve")]
    pub(super) fn is_empty(&self) -> bool {
        let flags = [&self.seed, &self.clock, &self.rate];
        self.set.is_empty() && flags.iter().all(|flag| flag.is_none())
    }

    /// Changes a scenario.
    pub(super) fn apply(&self, document: &mut Document) -> Result<(), ScenarioError> {
        for assignment in &self.set {
            document.set(assignment)?;
        }
        let flags = [
            ("--seed", "seed", &self.seed),
            ("--clock", "clock.kind", &self.clock),
            ("--rate", "clock.rate", &self.rate),
        ];
        set_by_flags(document, &flags)
    }
}

fn set_by_flags(
    document: &mut Document,
    flags: &[(&str, &str, &Option<String>)],
) -> Result<(), ScenarioError> {
    for (flag, path, value) in flags {
        if let Some(value) = value {
            document.set_by(&format!("{flag} {value}"), path, value)?;
        }
    }
    Ok(())
}

/// A word as a shell takes it: in single quotes where it holds anything that a shell might read.
pub(super) fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./=:,+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The engine and its threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct EngineArgs {
    /// How events are executed; the results are the same.
    #[arg(long, value_enum, default_value_t = EngineName::Actors)]
    engine: EngineName,
    /// The number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
}

/// The words for the engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EngineName {
    /// Plain calls; the Computes of a synchronous round are shared among the threads.
    Inline,
    /// Every robot, environment part and the arbiter is an actor.
    Actors,
}

impl EngineArgs {
    /// The word for the engine.
    #[cfg(feature = "serve")]
    pub(super) fn name(self) -> EngineName {
        self.engine
    }

    pub(super) fn engine(self) -> Engine {
        self.engine.with_threads(usize::from(self.threads))
    }
}

impl EngineName {
    pub(super) fn with_threads(self, threads: usize) -> Engine {
        match self {
            EngineName::Inline => Engine::Inline { threads },
            EngineName::Actors => Engine::Actors { threads },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_that_a_shell_might_read_are_quoted() {
        assert_eq!(quoted("swarm.robots=200"), "swarm.robots=200");
        assert_eq!(quoted("faults[0].count=3"), "'faults[0].count=3'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
