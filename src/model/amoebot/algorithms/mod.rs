//! Algorithms: what particles compute. One file each, one line in [`ALGORITHMS`].

mod alone;
mod compression;
mod erosion;
mod forest;
mod hexagon_formation;
mod scripted;
mod shape_formation;

pub use scripted::KEYS as SCRIPT;

use std::sync::Arc;

use super::interface::Program;
use super::starts::{BuildStart, Placed};
use crate::registry::{Entry, Facts};
use crate::scenario::{ScenarioError, Section};

/// Where an algorithm reads from, and what it may know of the run.
#[derive(Clone, Copy, Debug)]
pub struct Context<'s> {
    /// The top level of the scenario.
    pub root: &'s Section<'s>,
    /// `[swarm]`, where its parameters stand.
    pub swarm: &'s Section<'s>,
    /// Where the particles start.
    pub placed: &'s Placed,
}

/// Reads the parameters of an algorithm.
pub type BuildAlgorithm = fn(&Context<'_>) -> Result<Arc<dyn Program>, ScenarioError>;

/// How an algorithm is made.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// Reads its parameters.
    pub read: BuildAlgorithm,
    /// The structure that belongs to it, where the scenario names no start; `None` where it works
    /// on any.
    pub setting: Option<BuildStart>,
}

impl Facts for Maker {}

/// The algorithms, by name. A new one is a file of this folder and a line here.
pub static ALGORITHMS: &[Entry<Maker>] = &[
    compression::ENTRY,
    erosion::ENTRY,
    hexagon_formation::ENTRY,
    scripted::ENTRY,
    shape_formation::ENTRY,
];
