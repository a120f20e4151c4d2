//! From a scenario's TOML to checked values, with errors that show the place.

mod document;
mod error;
mod field;
mod ledger;
mod lists;
mod nearest;
mod numbers;
mod path;
mod resolved;
mod section;
mod seed;
#[cfg(test)]
mod tests;
mod tree;
mod words;

pub use document::Document;
#[cfg(feature = "native")]
pub use error::Snippet;
pub use error::{ErrorKind, ScenarioError};
pub use field::{Field, Refusal, Rule};
pub use lists::{List, Point};
pub use nearest::nearest;
pub use numbers::{Float, Integer};
pub use resolved::Resolved;
pub use section::Section;
pub use seed::{AnySeed, Seed, SmallSeed};
pub use tree::Node;
pub use words::{Choice, OneOf, Registered, Text, Truth, Word};
