//! `[[objects]]`: the objects of a scenario.

use super::{FARTHEST, node};
use crate::model::amoebot::grid::Node;
use crate::model::amoebot::structure::Object;
use crate::registry::{Kind, Parameter};
use crate::scenario::{Point, ScenarioError, Section};

pub(super) const KEYS: &[Parameter] = &[
    Parameter::line(
        "at",
        Kind::Point,
        None,
        "of whole numbers from -100000000 to 100000000",
        "the node from which the cells are counted",
    ),
    Parameter::line(
        "cells",
        Kind::Points,
        Some("[[0, 0]]"),
        "of whole numbers from -100000000 to 100000000, at least one",
        "the nodes that the object takes, relative to that node",
    ),
    Parameter::line(
        "identifier",
        Kind::Whole,
        Some("0"),
        "from -2147483648 to 2147483647",
        "what particles can tell the object by; several may have the same",
    ),
];

/// Reads all tables `[[objects]]`, in the order of their ids.
pub(super) fn read(root: &Section<'_>) -> Result<Vec<Object>, ScenarioError> {
    root.tables("objects")?.iter().map(read_one).collect()
}

pub(super) fn read_one(table: &Section<'_>) -> Result<Object, ScenarioError> {
    let at = node(table, "at")?;
    let coordinate = table.i32("cells").in_range(-FARTHEST..=FARTHEST).rule;
    let cells = table.field("cells", Point(coordinate)).list().non_empty();
    let cells = cells.or(vec![[0, 0]])?;
    let cells: Vec<Node> = cells.into_iter().map(Node::from).collect();
    let mut sorted = cells.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = format!("expected each cell once, found {} twice", pair[0]);
        return Err(table.refuse("cells", message));
    }
    let identifier = table.i32("identifier").or(0)?;
    Ok(Object::new(at, &cells, identifier))
}
