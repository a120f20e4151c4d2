//! Reads the settings of a run.

use super::node::Node;
use crate::record::reference::{FaultType, ReferenceConfig, ReferenceError};

/// The most robots that an id of 32 bits can number.
const MOST_ROBOTS: u64 = i32::MAX as u64;

/// The settings that are assumed where a run does not say.
struct Defaults {
    speed: f64,
    lambda: f64,
    sampling: f64,
    precision: u32,
    width: Option<f64>,
    height: Option<f64>,
}

/// Of runs with all their settings under `config`: those of the original simulator.
const OF_CONFIG: Defaults = Defaults {
    speed: 1.0,
    lambda: 5.0,
    sampling: 0.2,
    precision: 5,
    width: None,
    height: None,
};

/// Of runs with only the changed settings under `cfg`.
const OF_CFG: Defaults = Defaults {
    speed: 2.0,
    width: Some(600.0),
    height: Some(600.0),
    ..OF_CONFIG
};

const ALGORITHM: &[&str] = &["algorithm", "algo"];
const ROBOTS: &[&str] = &["robots", "n"];
const SEED: &[&str] = &["seed"];
const SPEED: &[&str] = &["speed", "v"];
const VISIBILITY: &[&str] = &["visibility_radius", "visibility", "vis"];
const RIGID: &[&str] = &["rigid"];
const PRECISION: &[&str] = &["precision", "prec", "p"];
const SAMPLING: &[&str] = &["sampling", "samp", "s"];
const LAMBDA: &[&str] = &["lambda", "lambd", "lam"];
const FAULTS: &[&str] = &["faults", "nf"];
const FAULT_TYPE: &[&str] = &["fault_type", "ft"];
const WIDTH: &[&str] = &["width", "W", "w"];
const HEIGHT: &[&str] = &["height", "H", "h"];
const START: &[&str] = &["start"];
const POSITIONS: &[&str] = &["initial_positions", "positions"];
/// Where the recording stops; beside the settings or among them.
pub(super) const MAX_EVENTS: &[&str] = &["max_events", "cap"];

/// The keys of the settings, each with its spellings.
const KEYS: &[&[&str]] = &[
    ALGORITHM, ROBOTS, SEED, SPEED, VISIBILITY, RIGID, PRECISION, SAMPLING, LAMBDA, FAULTS,
    FAULT_TYPE, WIDTH, HEIGHT, START, POSITIONS, MAX_EVENTS,
];

/// Reads the settings of the run `root`; remarks on what is not used go to `unused`.
pub(super) fn read(
    root: &Node<'_>,
    unused: &mut Vec<String>,
) -> Result<ReferenceConfig, ReferenceError> {
    let (node, defaults) = match root.get(&["config"]) {
        Some(node) => (node, OF_CONFIG),
        None => (
            root.need(&["config", "cfg"], "the settings of the run")?,
            OF_CFG,
        ),
    };
    let node = node.object()?;
    unused.extend(node.unknown_keys(KEYS));
    let positions = positions_node(root, &node);
    let robots = read_robots(root, &node, positions.as_ref())?;
    let faults = node
        .get_present(FAULTS)
        .map_or(Ok(0), |faults| faults.count(u64::MAX))?;
    let start = node
        .get_present(START)
        .filter(|start| start.value().is_string());
    Ok(ReferenceConfig {
        algorithm: node
            .need(ALGORITHM, "the name of an algorithm")?
            .text()?
            .to_owned(),
        robots,
        seed: node.need(SEED, "a seed")?.seed()?,
        speed: read_speed(&node, &defaults)?,
        visibility_radius: read_visibility(&node)?,
        rigid: node
            .get_present(RIGID)
            .map_or(Ok(true), |rigid| rigid.truth())?,
        precision: read_precision(&node, &defaults)?,
        sampling: read_positive(&node, SAMPLING, defaults.sampling)?,
        lambda: read_positive(&node, LAMBDA, defaults.lambda)?,
        faults: usize::try_from(faults).unwrap_or(usize::MAX),
        fault_type: read_fault_type(&node, faults)?,
        width: read_bound(&node, WIDTH, defaults.width)?,
        height: read_bound(&node, HEIGHT, defaults.height)?,
        initial_positions: read_positions(positions, robots, unused)?,
        start: start
            .map(|start| start.text().map(str::to_owned))
            .transpose()?,
    })
}

/// Where the start positions stand: in the settings or beside them, under a name of their own or, as
/// an array, under `start`.
fn positions_node<'a>(root: &Node<'a>, config: &Node<'a>) -> Option<Node<'a>> {
    let array = |node: &Node<'a>| node.value().is_array();
    let listed = |node: &Node<'a>| {
        node.get_present(POSITIONS)
            .or_else(|| node.get(START).filter(array))
    };
    listed(config).or_else(|| listed(root))
}

/// The number of robots or, where it is not given, of start positions or of robots at the end.
fn read_robots(
    root: &Node<'_>,
    config: &Node<'_>,
    positions: Option<&Node<'_>>,
) -> Result<usize, ReferenceError> {
    if let Some(robots) = config.get_present(ROBOTS) {
        // A number of robots that no address can count is refused with those beyond 32 bits.
        return Ok(robots.count(MOST_ROBOTS)? as usize);
    }
    match positions.cloned().or_else(|| root.get_present(&["final"])) {
        Some(robots) => Ok(robots.list()?.len()),
        None => Err(config.missing(ROBOTS, "the number of robots")),
    }
}

/// Start positions count only if there is one for each robot, as in the original.
fn read_positions(
    positions: Option<Node<'_>>,
    robots: usize,
    unused: &mut Vec<String>,
) -> Result<Option<Vec<(f64, f64)>>, ReferenceError> {
    let Some(node) = positions else {
        return Ok(None);
    };
    let points = node.points()?;
    if points.len() == robots {
        return Ok(Some(points));
    }
    let (path, given) = (node.path(), points.len());
    unused.push(format!(
        "`{path}`: {given} points for {robots} robots, so the start is drawn"
    ));
    Ok(None)
}

fn read_speed(node: &Node<'_>, defaults: &Defaults) -> Result<f64, ReferenceError> {
    let expected = "a finite number, not negative";
    let speed = node.get_present(SPEED);
    speed.map_or(Ok(defaults.speed), |speed| {
        speed.finite_where(|v| v >= 0.0, expected)
    })
}

fn read_positive(node: &Node<'_>, keys: &[&str], default: f64) -> Result<f64, ReferenceError> {
    let number = node.get_present(keys);
    number.map_or(Ok(default), |number| {
        number.finite_where(|n| n > 0.0, "a positive number")
    })
}

/// An infinite radius is none.
fn read_visibility(node: &Node<'_>) -> Result<Option<f64>, ReferenceError> {
    let Some(radius) = node.get_present(VISIBILITY) else {
        return Ok(None);
    };
    match radius.number()? {
        f64::INFINITY => Ok(None),
        number if number >= 0.0 => Ok(Some(number)),
        _ => Err(radius.refuse("null or a radius that is not negative")),
    }
}

/// Beyond 300 digits the tolerance would no longer be a positive float.
fn read_precision(node: &Node<'_>, defaults: &Defaults) -> Result<u32, ReferenceError> {
    let digits = node.get_present(PRECISION);
    digits.map_or(Ok(defaults.precision), |digits| {
        Ok(digits.count(300)? as u32)
    })
}

/// A bound that is null is unset even where the default is not.
fn read_bound(
    node: &Node<'_>,
    keys: &[&str],
    default: Option<f64>,
) -> Result<Option<f64>, ReferenceError> {
    let Some(bound) = node.get(keys) else {
        return Ok(default);
    };
    let Some(bound) = bound.present() else {
        return Ok(None);
    };
    let size = bound.finite_where(|size| size >= 0.0, "null or a size that is not negative")?;
    Ok((size > 0.0).then_some(size))
}

/// Without faults their type is of no meaning, and recorders write `none` or nothing for it.
fn read_fault_type(node: &Node<'_>, faults: u64) -> Result<FaultType, ReferenceError> {
    let Some(fault_type) = node.get_present(FAULT_TYPE) else {
        return Ok(FaultType::Crash);
    };
    if faults == 0 && fault_type.value() == "none" {
        return Ok(FaultType::Crash);
    }
    fault_type.word(FaultType::from_word, FaultType::ALL, FaultType::word)
}
