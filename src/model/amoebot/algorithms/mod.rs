//! Algorithms: what particles compute. One file each, one line in [`ALGORITHMS`].

mod alone;
mod beep_failure;
mod binary_operations;
mod boundary_test;
mod boundary_test_subroutine;
mod chirality_compass;
mod collision;
mod collision_edges;
mod compression;
mod demands;
mod erosion;
mod expanded_circuits;
mod forest;
mod hexagon_formation;
mod joint_movement;
mod leader_election;
mod leader_election_boundaries;
mod leader_election_fast;
mod leader_election_sync;
mod line_formation;
mod object_demo;
mod pasc;
mod scripted;
mod setting;
mod shape_formation;
mod shortest_path_forest;
mod smart_material;
// What `formicary new` writes down under another name.
#[cfg(test)]
mod template;

pub use scripted::KEYS as SCRIPT;

use std::sync::Arc;

use super::interface::Program;
use super::starts::{BuildStart, Placed};
use crate::registry::{Entry, Explanation, Facts};
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
    /// What happens in the two phases of a round, or in an activation, and what it cannot do.
    pub explanation: Explanation,
}

impl Facts for Maker {
    fn explanation(&self) -> Option<&Explanation> {
        Some(&self.explanation)
    }
}

/// The algorithms, by name. A new one is a file of this folder and a line here.
pub static ALGORITHMS: &[Entry<Maker>] = &[
    beep_failure::ENTRY,
    binary_operations::ENTRY,
    boundary_test::ENTRY,
    boundary_test_subroutine::ENTRY,
    chirality_compass::ENTRY,
    collision::ENTRY,
    collision_edges::ENTRY,
    compression::ENTRY,
    erosion::ENTRY,
    expanded_circuits::ENTRY,
    hexagon_formation::ENTRY,
    joint_movement::ENTRY,
    leader_election::ENTRY,
    leader_election_boundaries::ENTRY,
    leader_election_fast::ENTRY,
    leader_election_sync::ENTRY,
    line_formation::ENTRY,
    object_demo::ENTRY,
    pasc::ENTRY,
    scripted::ENTRY,
    shape_formation::ENTRY,
    shortest_path_forest::ENTRY,
    smart_material::ENTRY,
];
