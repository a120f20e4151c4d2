//! A viewer: the conversation between whoever looks at a run and its [stage](crate::stage).
//!
//! Commands are JSON objects, and so are the replies; frames are packed bytes. The same viewer serves a
//! page from within it, compiled to WebAssembly, and from a server: so both say the same. `docs/page.md`
//! lists the commands.
//!
//! ```
//! use formicary::viewer::Viewer;
//!
//! let mut viewer = Viewer::new();
//! let text = "model = 'oblot'\\nseed = 7\\n[swarm]\\nrobots = 5\\nalgorithm = 'gathering'\\n";
//! let reply = viewer.handle(&format!(r#"{{"do": "open", "text": "{text}"}}"#));
//! assert!(reply.starts_with(r#"{"ok":"#));
//! viewer.handle(r#"{"do": "seek", "end": true}"#);
//! while viewer.work(1000) {}
//! assert!(viewer.handle(r#"{"do": "status"}"#).contains(r#""ended":"terminated""#));
//! let mut frame = Vec::new();
//! assert!(viewer.frame(&mut frame));
//! ```

mod command;
mod problem;
#[cfg(test)]
mod tests;

use std::path::Path;

use serde_json::{Map, Value, json};

use self::command::{Command, Open, SpeedWord, read};
use crate::engine::Engine;
use crate::record::Record;
use crate::scenario::Document;
use crate::stage::{By, Goal, Show, Speed, Stage};
use crate::study::{RunOptions, Study};

pub use problem::Problem;

/// Somebody who looks at a run.
#[derive(Debug, Default)]
pub struct Viewer {
    open: Option<Opened>,
    /// How many runs were opened before.
    opened: u64,
    /// Who decides which scenarios are opened; without one all are that can be looked at.
    censor: Option<Box<dyn Censor>>,
}

/// Decides which scenarios a viewer opens that serves somebody elsewhere.
pub trait Censor: std::fmt::Debug + Send {
    /// Whether a scenario's text is short enough to be read at all.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn measure(&self, text: &str) -> Result<(), Problem>;

    /// Says which files the scenario may name, before it is read.
    fn prepare(&self, document: &mut Document);

    /// Whether a scenario of so many robots may be read: its start is built when it is.
    ///
    /// # Errors
    ///
    /// Why not.
    fn weigh(&self, robots: u64) -> Result<(), Problem>;

    /// Whether the scenario may be opened.
    ///
    /// # Errors
    ///
    /// Why not.
    fn allow(&self, study: &Study) -> Result<(), Problem>;
}

/// The run that is looked at.
#[derive(Debug)]
struct Opened {
    study: Study,
    stage: Box<dyn Stage>,
    /// The text of the scenario as it was given.
    text: String,
    source: &'static str,
}

/// No scenario or record that is given as a text is longer, in bytes.
pub const MOST_TEXT: usize = 64 << 20;

type Reply = Result<Value, Problem>;

impl Viewer {
    /// A viewer that looks at nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A viewer of a run that was opened elsewhere: `source` is `record` or `live`.
    #[must_use]
    pub fn of(study: Study, stage: Box<dyn Stage>, source: &'static str) -> Self {
        let text = study.about().text.clone();
        let open = Some(Opened {
            study,
            stage,
            text,
            source,
        });
        Viewer {
            open,
            opened: 1,
            censor: None,
        }
    }

    /// Has somebody decide which scenarios are opened from now on.
    #[must_use]
    pub fn censored_by(mut self, censor: Box<dyn Censor>) -> Self {
        self.censor = Some(censor);
        self
    }

    /// Whether time goes on, so that there is something to be done as it does.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        let open = self.open.as_ref();
        open.is_some_and(|open| open.stage.is_playing())
    }

    /// Carries out a command, and says what came of it: `{"ok": ...}` or `{"error": ...}`.
    pub fn handle(&mut self, command: &str) -> String {
        let reply = match read(command).and_then(|command| self.carry_out(command)) {
            Ok(value) => json!({ "ok": value }),
            Err(problem) => json!({ "error": problem }),
        };
        reply.to_string()
    }

    /// So many seconds of real time have passed.
    pub fn tick(&mut self, seconds: f64) {
        if let Some(open) = &mut self.open {
            open.stage.tick(seconds);
        }
    }

    /// Does some of what is to be done: carries out at most so many events. Returns whether there is
    /// more to be done at once.
    pub fn work(&mut self, events: u32) -> bool {
        let open = self.open.as_mut();
        open.is_some_and(|open| open.stage.work(events))
    }

    /// Whether a [`frame`](Viewer::frame) would show something new.
    #[must_use]
    pub fn has_news(&mut self) -> bool {
        let open = self.open.as_mut();
        open.is_some_and(|open| open.stage.has_news())
    }

    /// Packs what is to be seen now, in place of what was there. Returns whether there was anything.
    pub fn frame(&mut self, into: &mut Vec<u8>) -> bool {
        let Some(open) = &mut self.open else {
            return false;
        };
        open.stage.frame(into);
        true
    }

    /// The study of the open run.
    #[must_use]
    pub fn study(&self) -> Option<&Study> {
        self.open.as_ref().map(|open| &open.study)
    }

    fn carry_out(&mut self, command: Command) -> Reply {
        match command {
            Command::Open(open) => return self.open(&open),
            Command::Check(open) => return self.read(&open).map(|_| json!({})),
            Command::OpenRecord { name, text } => return self.open_record(&name, &text),
            Command::Catalogue => return Ok(crate::study::catalogue()),
            _ => {}
        }
        let open = self
            .open
            .as_mut()
            .ok_or_else(|| Problem::new("no run is open"))?;
        open.carry_out(command, self.censor.as_deref())
    }

    fn open(&mut self, open: &Open) -> Reply {
        let study = self.read(open)?;
        if study.is_controlled_outside() {
            let words = "its robots are controlled by programs outside: it runs only where formicary \
                         serve was given its file";
            return Err(Problem::new(words));
        }
        let stage = study.stage(None).map_err(Problem::from)?;
        Ok(self.show(study, stage, open.text.clone(), "run"))
    }

    /// Reads a scenario as a page gives it.
    fn read(&self, open: &Open) -> Result<Study, Problem> {
        study(open, self.censor.as_deref())
    }

    fn open_record(&mut self, name: &str, text: &str) -> Reply {
        if text.len() > MOST_TEXT {
            return Err(Problem::new("the record is too long"));
        }
        let record = Record::from_bytes(name, text.as_bytes());
        let record = record.map_err(|error| Problem::new(error.to_string()))?;
        // What stands in a record that was sent is as little to be trusted as a scenario.
        if let Some(censor) = &self.censor {
            let robots = record.header.resolved["swarm"]["robots"].as_u64();
            censor.weigh(robots.unwrap_or(0))?;
        }
        let study = Study::of_record(&record)?;
        if let Some(censor) = &self.censor {
            censor.allow(&study)?;
        }
        let stage = study.stage(Some(&record))?;
        let text = study.about().text.clone();
        Ok(self.show(study, stage, text, "record"))
    }

    fn show(
        &mut self,
        study: Study,
        stage: Box<dyn Stage>,
        text: String,
        source: &'static str,
    ) -> Value {
        self.opened += 1;
        let mut stage = stage;
        // So that nobody takes what comes late from an earlier run for something of this one.
        stage.number(self.opened << 20);
        let open = self.open.insert(Opened {
            study,
            stage,
            text,
            source,
        });
        open.about()
    }
}

/// Reads a scenario as a page gives it.
fn study(open: &Open, censor: Option<&dyn Censor>) -> Result<Study, Problem> {
    if open.text.len() > MOST_TEXT {
        return Err(Problem::new("the scenario is too long"));
    }
    if let Some(censor) = censor {
        censor.measure(&open.text)?;
    }
    let name = open.name.as_deref().unwrap_or("scenario.toml");
    let mut document = Document::parse(name, &open.text)?;
    if let Some(censor) = censor {
        censor.prepare(&mut document);
    }
    for assignment in &open.set {
        document.set(assignment)?;
    }
    if let Some(seed) = &open.seed {
        document.set_by("seed", "seed", seed)?;
    }
    if let Some(censor) = censor {
        censor.weigh(document.robots())?;
    }
    let mut study = Study::read(&document)?;
    if let Some(censor) = censor {
        censor.allow(&study)?;
    }
    let known: Vec<String> = study
        .monitors()
        .iter()
        .map(|one| one.kind.to_owned())
        .collect();
    let more = open.monitors.iter().filter(|kind| !known.contains(kind));
    let more: Vec<_> = more.collect();
    if !more.is_empty() {
        // They stand at the end, so that errors keep their lines.
        let mut text = open.text.clone();
        for kind in more {
            text += &format!("\n[[monitors]]\nkind = {}\n", Value::from(kind.as_str()));
        }
        let again = Open {
            text,
            monitors: Vec::new(),
            ..open.clone()
        };
        study = self::study(&again, censor)?;
    }
    Ok(study)
}

impl Opened {
    fn about(&self) -> Value {
        let about = self.study.about();
        let resolved = &about.resolved;
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("name", json!(self.study.name()));
        put("model", json!(about.model));
        put("seed", json!(about.seed));
        put("rng", json!(about.rng));
        put("algorithm", resolved["swarm"]["algorithm"].clone());
        put("scheduler", resolved["scheduler"]["kind"].clone());
        put("text", json!(self.text));
        put("resolved", resolved.clone());
        let monitors = self.study.monitors().iter();
        let monitors = monitors.map(|one| json!({"name": one.name, "kind": one.kind}));
        put("monitors", monitors.collect());
        put("commands", json!(self.study.commands()));
        let clock = if about.clock.is_wall() {
            "wall"
        } else {
            "virtual"
        };
        put("clock", json!(clock));
        put("forced", json!(about.forced));
        put("source", json!(self.source));
        object.extend(self.stage.about());
        Value::Object(object)
    }

    fn status(&mut self) -> Value {
        let mut status = self.stage.status();
        let steerable = match self.source {
            "live" => status["live"]["steered_by_me"] == true,
            source => source != "record",
        };
        status.insert("steerable".to_owned(), json!(steerable));
        Value::Object(status)
    }

    fn carry_out(&mut self, command: Command, censor: Option<&dyn Censor>) -> Reply {
        let stage = &mut self.stage;
        match command {
            Command::About => return Ok(self.about()),
            Command::Play { speed } => stage.play(match speed {
                SpeedWord::Units(units) if units.is_finite() && units > 0.0 => Speed::Units(units),
                SpeedWord::Units(_) => return Err(Problem::new("expected a speed above 0")),
                SpeedWord::Most => Speed::Most,
            }),
            Command::Pause => stage.pause(),
            Command::Step { by, count } => stage.step(
                match by.as_str() {
                    "event" => By::Event,
                    "time" => By::Time,
                    "round" => By::Round,
                    "epoch" => By::Epoch,
                    _ => return Err(Problem::new("expected by: event, time, round or epoch")),
                },
                count,
            ),
            Command::Seek { event, time, end } => stage.seek(match (event, time, end) {
                (Some(event), None, false) => Goal::Event(event),
                (None, Some(time), false) if time.is_finite() => Goal::Time(time.max(0.0)),
                (None, None, true) => Goal::End,
                _ => return Err(Problem::new("expected one of event, time and end")),
            }),
            Command::Reset => stage.seek(Goal::Event(0)),
            Command::Card { robot } => return stage.card(robot).map_err(Problem::new),
            Command::Find { text } => {
                let robot = stage.find(&text).map_err(Problem::new)?;
                return Ok(json!({ "robot": robot }));
            }
            Command::Show {
                targets,
                bonds,
                circuits,
            } => {
                let now = stage.shown();
                stage.show(Show {
                    targets: targets.unwrap_or(now.targets),
                    bonds: bonds.unwrap_or(now.bonds),
                    circuits: circuits.unwrap_or(now.circuits),
                });
                return Ok(json!({}));
            }
            Command::Marks { since } => {
                let marks = stage.marks(since);
                let next = since.saturating_add(marks.len());
                let marks: Vec<_> = marks.iter().map(|mark| mark.to_json()).collect();
                return Ok(json!({ "marks": marks, "next": next }));
            }
            Command::Curves { since } => return Ok(json!({ "curves": stage.curves(&since) })),
            Command::Steer { line } => {
                if self.source == "record" {
                    let words = "a record is looked at, and not steered";
                    return Err(Problem::new(words));
                }
                let said = stage.steer(&line).map_err(Problem::new)?;
                return Ok(json!({ "said": said }));
            }
            Command::Commands => return Ok(json!({ "commands": self.study.commands() })),
            Command::Export { what } => return self.export(&what, censor),
            Command::Start => {
                let start = stage.start();
                let start =
                    start.ok_or_else(|| Problem::new("this model has no list of positions"))?;
                return Ok(json!({ "positions": start }));
            }
            Command::Status
            | Command::Open(_)
            | Command::Check(_)
            | Command::OpenRecord { .. }
            | Command::Catalogue => {}
        }
        Ok(self.status())
    }

    fn export(&mut self, what: &str, censor: Option<&dyn Censor>) -> Reply {
        let name = self.study.name();
        let (extension, text) = match what {
            "positions" => ("csv", self.stage.table()),
            "record" => ("jsonl", self.record(censor)?),
            "resolved" => ("toml", self.study.about().text.clone()),
            "scenario" => ("toml", self.as_it_went(censor)?.about().text.clone()),
            _ => {
                let words = "expected what: positions, record, resolved or scenario";
                return Err(Problem::new(words));
            }
        };
        Ok(json!({ "name": format!("{name}.{extension}"), "text": text }))
    }

    /// A scenario whose run is this one, with all that was done to it.
    fn as_it_went(&self, censor: Option<&dyn Censor>) -> Result<Study, Problem> {
        let orders = self.stage.orders().ok_or_else(|| {
            Problem::new(
                "something was done to this run that a scenario cannot say: keep its record",
            )
        })?;
        let order = |(before, line): &(u64, String)| json!({"before": before, "order": line});
        let orders: Vec<Value> = orders.iter().map(order).collect();
        let mut resolved = self.study.about().resolved.clone();
        if let Value::Object(resolved) = &mut resolved {
            let before = resolved.remove("orders").unwrap_or(json!([]));
            if before != Value::Array(orders.clone()) {
                // What was expected of the run was not expected of this one.
                resolved.remove("expect");
            }
            if !orders.is_empty() {
                resolved.insert("orders".to_owned(), Value::Array(orders));
            }
        }
        let mut document = Document::from_json(&self.study.about().source, &resolved)?;
        match censor {
            // A record is whole without any file.
            _ if self.source == "record" => document.confine(None, Path::new("")),
            Some(censor) => censor.prepare(&mut document),
            None => {}
        }
        Ok(Study::read(&document)?)
    }

    /// The record of the run, as far as it has been carried out: it is carried out once more.
    ///
    /// Nobody who only looks at a run starts programs by that.
    fn record(&self, censor: Option<&dyn Censor>) -> Result<String, Problem> {
        if self.study.is_controlled_outside() {
            let words = "its robots were controlled by programs outside: only the record that \
                         there is has their answers";
            return Err(Problem::new(words));
        }
        let study = self.as_it_went(censor)?;
        let options = RunOptions::on(Engine::Inline { threads: 1 });
        let (report, text) = study.run_to_text(&options, Some(self.stage.head()))?;
        match report.record_error {
            Some(error) => Err(Problem::new(error.to_string())),
            None => Ok(text),
        }
    }
}
