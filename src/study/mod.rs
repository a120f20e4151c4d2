//! Studies: a scenario with everything that is done with it. Run it, replay a record of it,
//! verify that all engines agree on it.
//!
//! This is where a scenario's `model` is read: the only place that lists the models.
//!
//! ```
//! use formicary::engine::Engine;
//! use formicary::scenario::Document;
//! use formicary::study::{RunOptions, Study};
//!
//! let text = "model = 'oblot'\nseed = 7\n[swarm]\nrobots = 5\nalgorithm = 'gathering'\n";
//! let study = Study::read(&Document::parse("five.toml", text)?)?;
//! let run = study.run(&RunOptions::on(Engine::Inline { threads: 1 }))?;
//! assert_eq!(run.end.name(), "terminated");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalogue;
mod comparing;
#[cfg(feature = "native")]
mod console;
mod expect;
mod explain;
mod keeping;
pub mod keys;
mod lateness;
pub mod live;
#[cfg(feature = "native")]
mod minds;
mod orders;
mod outside;
mod picture;
mod recording;
mod replay;
mod run;
mod schema;
mod shown;
mod stage;
mod subject;
mod verify;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::live::{Log, Past};
use self::run::Sink;
use self::subject::{Of, Studied};
use crate::arbiter::RunError;
use crate::model::amoebot::{self, Amoebot};
use crate::model::oblot::{self, Oblot};
use crate::model::{Clock, End, Extras, Model as _};
use crate::monitor;
use crate::record::{Memory, Record, RecordError};
use crate::registry::{Entry, List, Table};
use crate::scenario::{Document, ScenarioError, Section};
use crate::stage::Stage;

pub use catalogue::{catalogue, with_scenarios};
#[cfg(feature = "native")]
pub use console::{Call, Console, Said};
pub use expect::{Bound, Exactly, Expectations};
pub use explain::explain;
pub use orders::Unreached;
pub use outside::{AnswerDifference, Counts};
pub use picture::PictureOptions;
pub use replay::Replayed;
pub use run::{RunOptions, RunReport};
pub use schema::schema;
pub use shown::shown_by;
pub use verify::{Difference, Verified};
pub use watch::Watch;

/// A checked scenario, ready to be run as often as one likes.
#[derive(Debug)]
pub struct Study {
    about: About,
    subject: Box<dyn Studied>,
}

/// What a study knows of its scenario besides the model's own part.
#[derive(Clone, Debug)]
pub struct About {
    /// The name of the file, or whatever the document was called.
    pub source: String,
    /// The model's word.
    pub model: &'static str,
    /// The seed, in decimal digits.
    pub seed: String,
    /// The random numbers: `own` or `numpy`.
    pub rng: String,
    /// The scenario with every default filled in, as JSON.
    pub resolved: serde_json::Value,
    /// The same as TOML text.
    pub text: String,
    /// Whether the scenario runs although it does not give what its algorithm requires.
    pub forced: bool,
    /// Where the scenario wants its record.
    pub record: RecordOptions,
    /// The store that the scenario wants its runs kept in.
    pub store: Option<PathBuf>,
    /// What the scenario expects.
    pub expect: Expectations,
    /// What paces the run.
    pub clock: Clock,
}

/// What a scenario says about its record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordOptions {
    /// The file; its extension names the format.
    pub file: Option<PathBuf>,
    /// What is recorded besides the events.
    pub extras: Extras,
}

/// Why a study could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The scenario, or what a record holds of one, is not valid.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The record could not be written or read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The run could not even start.
    #[error(transparent)]
    Run(#[from] RunError),
    /// What came from outside is not what such a run has.
    #[error(transparent)]
    Past(#[from] live::PastError),
    /// There is no such picture.
    #[error("{0}")]
    Picture(String),
    /// The scenario runs on the wall clock, where this cannot be done.
    #[error("the scenario is for the wall clock (clock.kind): {what}")]
    WallClock {
        /// What cannot be done there, and what can.
        what: &'static str,
    },
    /// The controllers outside could not be started.
    #[cfg(feature = "native")]
    #[error(transparent)]
    Controller(#[from] crate::controller::trouble::StartError),
    /// The scenario has controllers, and this build cannot start any.
    #[cfg(not(feature = "native"))]
    #[error("controllers outside need an operating system")]
    NoControllers,
    /// The record does not belong to this program.
    #[error("{}: {what}", path.display())]
    Foreign {
        /// The record.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
}

/// What a model does with scenarios.
#[derive(Clone, Copy, Debug)]
struct Reader {
    /// Reads the model's part of one.
    read: fn(&Section<'_>) -> Result<Box<dyn Studied>, ScenarioError>,
    /// The keys of that part, and of the model's monitors.
    tables: &'static [&'static [Table]],
    /// What there is to choose from.
    lists: &'static [&'static [List]],
}

/// The models, by name. A new one is a folder of `model` and an entry here.
static MODELS: &[Entry<Reader>] = &[
    Entry {
        name: Amoebot::NAME,
        summary: "programmable matter on the triangular grid, with joint movements and circuits",
        help: "Particles that expand and contract, are bonded to their neighbours and carry them along, \
               and beep on circuits that reach far; in synchronous rounds, or activated one at a time. \
               Feldmann, Padalkin, Scheideler and Dolev, J. Comput. Biol. 29(4), 2022; Padalkin, Kumar \
               and Scheideler, arXiv 2305.06146.",
        parameters: &[],
        build: Reader {
            read: Of::<Amoebot>::read,
            tables: &[amoebot::keys::TABLES, monitor::amoebot::keys::TABLES],
            lists: &[amoebot::keys::LISTS, monitor::amoebot::keys::LISTS],
        },
    },
    Entry {
        name: Oblot::NAME,
        summary: "oblivious robots in the plane that look, compute and move",
        help: "Anonymous robots without memory, seen while they move, on independent clocks or in \
           synchronous rounds. Suzuki and Yamashita, SIAM J. Comput. 28(4), 1999; Flocchini, \
           Prencipe and Santoro, Distributed Computing by Oblivious Mobile Robots, 2012.",
        parameters: &[],
        build: Reader {
            read: Of::<Oblot>::read,
            tables: &[oblot::keys::TABLES, monitor::oblot::keys::TABLES],
            lists: &[oblot::keys::LISTS, monitor::oblot::keys::LISTS],
        },
    },
];

/// The models: the word for each, and what it is, in a line.
pub fn models() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODELS.iter().map(|model| (model.name, model.summary))
}

/// What there is to choose from: for each model the lists that it has.
pub fn lists() -> impl Iterator<Item = (&'static str, List)> {
    let lists = |model: &'static Entry<Reader>| {
        let lists = model.build.lists.iter().copied().flatten();
        lists.map(move |list| (model.name, *list))
    };
    MODELS.iter().flat_map(lists)
}

impl Study {
    /// Reads a document to its end.
    ///
    /// # Errors
    ///
    /// The first value that is missing or wrong, or the first key that nobody knows, with its
    /// place.
    pub fn read(document: &Document) -> Result<Self, ScenarioError> {
        let root = document.root();
        let model = root.entry("model", MODELS).required()?;
        let subject = (model.build.read)(&root)?;
        let record = read_record(&root)?;
        let store = root.table("store")?.str("file").non_empty().optional()?;
        let expect = Expectations::read(&root, subject.monitors(), subject.figures())?;
        root.finish()?;
        let resolved = document.resolved();
        let json = resolved.to_json();
        let word = |key: &str| match &json[key] {
            serde_json::Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        let about = About {
            source: document.name().to_owned(),
            model: model.name,
            seed: word("seed"),
            rng: word("rng"),
            text: resolved.to_string(),
            forced: subject.is_forced(),
            record,
            store: store.map(PathBuf::from),
            expect,
            clock: subject.clock(),
            resolved: json,
        };
        Ok(Study { about, subject })
    }

    /// The study of which a record was made.
    ///
    /// # Errors
    ///
    /// A record of another version, or one whose scenario is not valid.
    pub fn of_record(record: &Record) -> Result<Self, StudyError> {
        let name = record.path().display().to_string();
        let mut document = Document::from_json(&name, &record.header.resolved)?;
        // A record is whole without any file, and one that comes from elsewhere reads none.
        document.confine(None, Path::new(""));
        let study = Study::read(&document)?;
        study.check(record)?;
        Ok(study)
    }

    fn check(&self, record: &Record) -> Result<(), StudyError> {
        let foreign = |what: String| StudyError::Foreign {
            path: record.path().to_owned(),
            what,
        };
        let (theirs, ours) = (&record.header.formicary, env!("CARGO_PKG_VERSION"));
        if theirs != ours {
            return Err(foreign(format!(
                "the record was made by formicary {theirs}, and this is {ours}; a run may differ \
                 between versions"
            )));
        }
        if *record.layout() != self.subject.layout() {
            return Err(foreign(
                "its rows are laid out in another way than ours".into(),
            ));
        }
        Ok(())
    }

    /// What the study knows of its scenario.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The word for this scenario in a report: the file without its folders and extension.
    #[must_use]
    pub fn name(&self) -> String {
        name_of(&self.about.source)
    }

    /// Whether robots of the scenario are controlled by programs outside.
    #[must_use]
    pub fn is_controlled_outside(&self) -> bool {
        self.subject.is_controlled_outside()
    }

    /// The monitors of the scenario.
    #[must_use]
    pub fn monitors(&self) -> &[monitor::Known] {
        self.subject.monitors()
    }

    /// The commands by which somebody may steer its run, each with what it does.
    #[must_use]
    pub fn commands(&self) -> &'static [(&'static str, &'static str)] {
        self.subject.commands()
    }

    /// Runs the scenario to its end.
    ///
    /// # Errors
    ///
    /// A record that cannot be written. A run that fails is no error here: its report says so.
    pub fn run(&self, options: &RunOptions) -> Result<RunReport, StudyError> {
        let sink = options.record.as_deref().map_or(Sink::Nowhere, Sink::File);
        self.subject.run(&self.about, options, sink)
    }

    /// Runs the scenario and records it into memory, as the lines of JSON that a file `.jsonl` would
    /// hold, without a thread and without a file. Before the event `until` the run is stopped as from
    /// outside, so the record can be replayed as far as it goes. The record that `options` name is
    /// left alone.
    ///
    /// # Errors
    ///
    /// [`StudyError::WallClock`] on the wall clock. A run that fails is no error here.
    pub fn run_to_text(
        &self,
        options: &RunOptions,
        until: Option<u64>,
    ) -> Result<(RunReport, String), StudyError> {
        if self.about.clock.is_wall() {
            return Err(StudyError::WallClock {
                what: "it is recorded into a file",
            });
        }
        let memory = Memory::default();
        let sink = Sink::Text {
            memory: &memory,
            until,
        };
        let report = self.subject.run(&self.about, options, sink)?;
        // Lines of JSON are text.
        let text = String::from_utf8_lossy(&memory.take()).into_owned();
        Ok((report, text))
    }

    /// A log for a run of the scenario, where only one knows what came from outside: on the wall clock,
    /// with controllers outside, and with orders.
    #[must_use]
    pub fn log(&self) -> Option<Arc<Log>> {
        let touched = self.about.clock.is_wall()
            || self.subject.is_controlled_outside()
            || self.subject.has_orders();
        touched.then(Arc::default)
    }

    /// What came from outside during a run, which had this log. `None` where that was more than a log
    /// notes.
    #[must_use]
    pub fn past(&self, report: &RunReport, log: Option<&Log>) -> Option<Past> {
        match (log, report.end) {
            (Some(log), _) => log.past(),
            (None, end @ (End::Interrupted | End::Timeout)) => {
                Some(self.subject.stopped(report.events, end))
            }
            _ => Some(Past::default()),
        }
    }

    /// Runs the scenario again with what came from outside the first time. Nobody is asked, nothing is
    /// recorded, and on the wall clock no time is waited for.
    ///
    /// # Errors
    ///
    /// A past of another scenario. A run that fails is no error here.
    pub fn again(&self, past: &Past, options: &RunOptions) -> Result<RunReport, StudyError> {
        self.subject.again(options, past)
    }

    /// About how many bytes a run takes on the inline engine, without its record. It is an estimate of
    /// the model, and not a promise.
    #[must_use]
    pub fn footprint(&self) -> u64 {
        self.subject.footprint()
    }

    /// Runs the scenario of a record again, with its inputs, and compares every event.
    ///
    /// # Errors
    ///
    /// A record that cannot be read. A difference is no error here: the report shows it.
    pub fn replay(&self, record: &Record, options: &RunOptions) -> Result<Replayed, StudyError> {
        self.subject.replay(&self.about, record, options)
    }

    /// Runs the scenario on the inline engine and, event by event beside it, on `engine`.
    ///
    /// # Errors
    ///
    /// A run that could not even start.
    pub fn verify(&self, options: &RunOptions) -> Result<Verified, StudyError> {
        self.subject.verify(&self.about, options)
    }

    /// Draws the run of the scenario, or that of a record of it, at the end of a round.
    ///
    /// # Errors
    ///
    /// A model that cannot be drawn, a round that there is not, a record that cannot be read.
    pub fn picture(
        &self,
        record: Option<&Record>,
        options: &PictureOptions,
    ) -> Result<String, StudyError> {
        self.subject.picture(&self.about, record, options)
    }

    /// The run of the scenario, or that of a record of it, to be looked at; it stands at its start.
    ///
    /// Where programs outside control the robots of the scenario, only a record has their answers.
    ///
    /// # Errors
    ///
    /// A record that cannot be read, a run that cannot even start, and a scenario whose run needs
    /// programs outside or the wall clock.
    pub fn stage(&self, record: Option<&Record>) -> Result<Box<dyn Stage>, StudyError> {
        if record.is_none() && self.about.clock.is_wall() {
            return Err(StudyError::WallClock {
                what: "only a run that goes on, or a record of one, can be looked at",
            });
        }
        self.subject.stage(record)
    }

    /// A run of the scenario that goes on elsewhere, to be looked at as far as it has got; the stage
    /// stands at its start.
    ///
    /// # Errors
    ///
    /// A run that cannot even start.
    pub fn follow(&self, following: live::Following) -> Result<Box<dyn Stage>, StudyError> {
        self.subject.follow(following)
    }
}

/// A file without its folders and extension.
fn name_of(source: &str) -> String {
    let stem = Path::new(source).file_stem();
    stem.map_or(source.to_owned(), |stem| stem.to_string_lossy().into())
}

fn read_record(root: &Section<'_>) -> Result<RecordOptions, ScenarioError> {
    let record = root.table("record")?;
    Ok(RecordOptions {
        file: record
            .str("file")
            .non_empty()
            .optional()?
            .map(PathBuf::from),
        extras: Extras {
            frames: record.bool("frames").or(true)?,
            percepts: record.bool("percepts").or(false)?,
        },
    })
}
