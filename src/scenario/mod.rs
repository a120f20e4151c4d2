//! From a scenario's TOML to checked values, with errors that show the place.
//!
//! A [`Document`] is the file with the overrides of the command line on top. A [`Section`] reads
//! one table of it, key by key: a getter says what kind of value a key has, further words narrow
//! the range, and the last one says what happens where the key is missing. Whatever is wrong
//! becomes a [`ScenarioError`], which shows the place in the file, or quotes the flag. The first
//! error ends the reading; keys that no reader asked for are refused last, by
//! [`Section::finish`], because only then is it known which keys there are.
//!
//! All that was read, defaults included, is the [`Resolved`] scenario: what a record keeps, and
//! what resolves to itself when it is read again.
//!
//! What there is to choose from stands in [registries](crate::registry). An entry reads its own
//! parameters, from the section that named it or from one beside it:
//!
//! ```
//! use formicary::registry::{Entry, Kind, Parameter};
//! use formicary::scenario::{Document, ScenarioError, Section};
//!
//! #[derive(Debug, PartialEq)]
//! enum Fault {
//!     Crash { robots: u32 },
//!     Omission { probability: f64 },
//! }
//!
//! type Build = fn(&Section<'_>) -> Result<Fault, ScenarioError>;
//!
//! static FAULTS: &[Entry<Build>] = &[
//!     Entry {
//!         name: "crash",
//!         summary: "Robots stop for ever",
//!         help: "The first robots crash at the start.",
//!         parameters: &[Parameter {
//!             name: "robots",
//!             kind: Kind::Whole,
//!             default: None,
//!             range: "of at least 1",
//!             summary: "how many robots crash",
//!         }],
//!         build: |fault| Ok(Fault::Crash { robots: fault.u32("robots").positive().required()? }),
//!     },
//!     Entry {
//!         name: "omission",
//!         summary: "Robots miss movements",
//!         help: "A robot may stay where it is.",
//!         parameters: &[Parameter {
//!             name: "probability",
//!             kind: Kind::Number,
//!             default: Some("0.1"),
//!             range: "between 0 and 1",
//!             summary: "probability of missing a movement",
//!         }],
//!         build: |fault| {
//!             let probability = fault.f64("probability").in_range(0.0..=1.0).or(0.1)?;
//!             Ok(Fault::Omission { probability })
//!         },
//!     },
//! ];
//!
//! fn read(document: &Document) -> Result<(usize, f64, Vec<Fault>), ScenarioError> {
//!     let root = document.root();
//!     let swarm = root.table("swarm")?;
//!     let robots = swarm.usize("robots").positive().required()?;
//!     let speed = swarm.f64("speed").positive().or(1.0)?;
//!     let mut faults = Vec::new();
//!     for fault in root.tables("faults")? {
//!         let entry = fault.entry("kind", FAULTS).required()?;
//!         faults.push((entry.build)(&fault)?);
//!     }
//!     root.finish()?;
//!     Ok((robots, speed, faults))
//! }
//!
//! let text = "[swarm]\nrobots = 20\n\n[[faults]]\nkind = \"crash\"\nrobots = 2\n";
//! let mut document = Document::parse("gathering.toml", text)?;
//! assert_eq!(read(&document)?, (20, 1.0, vec![Fault::Crash { robots: 2 }]));
//! assert_eq!(
//!     document.resolved().to_string(),
//!     "[swarm]\nrobots = 20\nspeed = 1.0\n\n[[faults]]\nkind = \"crash\"\nrobots = 2\n",
//! );
//!
//! document.set("faults[0].kind=omision")?;
//! assert_eq!(
//!     read(&document).unwrap_err().to_string(),
//!     "--set faults[0].kind=omision: expected one of \"crash\", \"omission\", found \"omision\"\n\
//!      help: did you mean \"omission\"?",
//! );
//! # Ok::<(), ScenarioError>(())
//! ```

mod document;
mod error;
mod field;
mod files;
mod ledger;
mod lists;
mod nearest;
mod numbers;
mod path;
mod registered;
mod resolved;
mod section;
mod seed;
mod seeds;
#[cfg(test)]
mod tests;
mod tree;
mod words;

pub use document::Document;
#[cfg(feature = "native")]
pub use error::Snippet;
pub use error::{ErrorKind, ScenarioError};
pub use field::{Field, Refusal, Rule};
pub(crate) use files::{read_pairs, read_points};
pub use lists::{List, Point};
pub use nearest::{nearest, nearest_paths};
pub use numbers::{Float, Integer};
pub use registered::{Registered, check_parameters};
pub use resolved::Resolved;
pub use section::Section;
pub use seed::{AnySeed, Seed, SmallSeed};
pub use seeds::Seeds;
pub use tree::Node;
pub(crate) use words::one_of;
pub use words::{Choice, OneOf, Text, Truth, Word};
