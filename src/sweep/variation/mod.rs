//! What is varied in a sweep: parameters with their values, crossed, side by side, listed or drawn.
//!
//! A [`Variation`] is a product of blocks. Each block has points, and a point gives some parameters a value
//! each; the points of a variation are all combinations of the points of its blocks, the last block
//! varying fastest. The combinations are not written out: a point is worked out when it is asked for.

mod sampling;
mod values;

use serde_json::{Value, json};

pub use sampling::Law;
pub use values::values;

/// What is varied.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variation {
    blocks: Vec<Block>,
}

/// What `--vary` takes, for its help.
pub const HELP: &str = "\
Values of --vary: 1,2,5 is a list, 10..100:10 a range of which both ends belong to it (without a step, \
it is 1; 0.1..0.5:0.1 counts in decimal digits), and both mix: 1,2,10..20:5. Words need no quotes \
(scheduler.kind=fsync,ssync); commas within quotes and brackets belong to the value \
(swarm.box=[1, 2],[3, 4]). Several --vary give all combinations, the last of them varying fastest.";

/// Parameters that vary together: a row of values for each point.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    paths: Vec<String>,
    /// For each path its values, one for each point.
    columns: Vec<Vec<String>>,
}

/// What a point sets: paths with their values.
pub type Point = Vec<(String, String)>;

impl Variation {
    /// Nothing is varied: one point, which sets nothing.
    #[must_use]
    pub fn none() -> Self {
        Variation::default()
    }

    /// How many points there are; `None` where that is more than a machine can count.
    #[must_use]
    pub fn points(&self) -> Option<u64> {
        let mut blocks = self.blocks.iter();
        blocks.try_fold(1_u64, |points, block| {
            points.checked_mul(block.points() as u64)
        })
    }

    /// The point of this number.
    #[must_use]
    pub fn point(&self, mut number: u64) -> Point {
        let mut rows = vec![0; self.blocks.len()];
        for (row, block) in rows.iter_mut().zip(&self.blocks).rev() {
            let points = block.points() as u64;
            // Less than the number of points of a block in memory.
            *row = (number % points) as usize;
            number /= points;
        }
        let blocks = self.blocks.iter().zip(rows);
        let cells = blocks.flat_map(|(block, row)| {
            let cells = block.paths.iter().zip(&block.columns);
            cells.map(move |(path, column)| (path.clone(), column[row].clone()))
        });
        cells.collect()
    }

    /// The paths of the parameters that are varied.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let blocks = self.blocks.iter();
        blocks.flat_map(|block| block.paths.iter().map(String::as_str))
    }

    /// Crosses the points so far with what follows `--vary`: `swarm.robots=10..100:10`.
    ///
    /// # Errors
    ///
    /// What [`values`] and [`cross`](Self::cross) refuse, in words that begin with the flag.
    pub fn vary(&mut self, assignment: &str) -> Result<(), String> {
        let expected = "expected PATH=VALUES, such as swarm.robots=10..100:10";
        let split = assignment
            .split_once('=')
            .filter(|(path, _)| !path.trim().is_empty());
        let (path, list) = split.ok_or_else(|| format!("--vary {assignment}: {expected}"))?;
        let added = values(list).and_then(|values| self.cross(path.trim(), values));
        added.map_err(|what| format!("--vary {assignment}: {what}"))
    }

    /// Crosses the points so far with the values of one parameter.
    ///
    /// # Errors
    ///
    /// No value, or a parameter that is varied already.
    pub fn cross(&mut self, path: &str, values: Vec<String>) -> Result<(), String> {
        self.add(vec![path.to_owned()], vec![values])
    }

    /// Crosses them with parameters that vary side by side: the first values of all, then the second ...
    ///
    /// # Errors
    ///
    /// Lists of different lengths, besides what [`cross`](Self::cross) refuses.
    pub fn zip(&mut self, lists: Vec<(String, Vec<String>)>) -> Result<(), String> {
        if let Some([(one, first), (other, second)]) = lists
            .windows(2)
            .map(|pair| [&pair[0], &pair[1]])
            .find(|[one, other]| one.1.len() != other.1.len())
        {
            return Err(format!(
                "expected lists of one length, found {} values of {one} and {} of {other}",
                first.len(),
                second.len()
            ));
        }
        let (paths, columns) = lists.into_iter().unzip();
        self.add(paths, columns)
    }

    /// Crosses them with points that are listed.
    ///
    /// # Errors
    ///
    /// Points that set different parameters, besides what [`cross`](Self::cross) refuses.
    pub fn list(&mut self, points: Vec<Point>) -> Result<(), String> {
        let first = points.first().ok_or("expected at least one point")?;
        if first.is_empty() {
            return Err("point 1 sets nothing".to_owned());
        }
        let paths: Vec<String> = first.iter().map(|(path, _)| path.clone()).collect();
        let mut columns = vec![Vec::with_capacity(points.len()); paths.len()];
        for (number, point) in (1..).zip(&points) {
            if point.len() != paths.len() {
                return Err(format!(
                    "point {number} does not set what the first one sets"
                ));
            }
            for (path, column) in paths.iter().zip(&mut columns) {
                let value = point.iter().find(|(own, _)| own == path);
                let (_, value) =
                    value.ok_or_else(|| format!("point {number} does not set {path}"))?;
                column.push(value.clone());
            }
        }
        self.add(paths, columns)
    }

    /// Crosses them with points that are drawn, independently or as a Latin hypercube.
    ///
    /// # Errors
    ///
    /// A law that has no values, besides what [`cross`](Self::cross) refuses.
    pub fn sample(
        &mut self,
        laws: Vec<(String, Law)>,
        points: u32,
        seed: u64,
        latin: bool,
    ) -> Result<(), String> {
        let draw = if latin {
            sampling::latin
        } else {
            sampling::random
        };
        let mut columns = Vec::with_capacity(laws.len());
        for (path, law) in &laws {
            law.check().map_err(|what| format!("{path}: {what}"))?;
            columns.push(draw(law, points, seed, path));
        }
        // Whole numbers and words may well be drawn twice.
        self.push(laws.into_iter().map(|(path, _)| path).collect(), columns)
    }

    fn add(&mut self, paths: Vec<String>, columns: Vec<Vec<String>>) -> Result<(), String> {
        let canonical = |column: &Vec<String>| {
            column
                .iter()
                .map(|value| values::canonical(value))
                .collect()
        };
        let columns = columns
            .iter()
            .map(canonical)
            .collect::<Result<Vec<_>, String>>()?;
        check_once(&paths, &columns)?;
        self.push(paths, columns)
    }

    fn push(&mut self, paths: Vec<String>, columns: Vec<Vec<String>>) -> Result<(), String> {
        for (place, path) in paths.iter().enumerate() {
            if paths[..place].contains(path) || self.paths().any(|own| own == path) {
                return Err(format!("{path} is varied twice"));
            }
            if path == "seed" {
                return Err("expected the seeds beside what is varied (--seeds 0..999)".to_owned());
            }
        }
        if columns.first().is_none_or(Vec::is_empty) {
            return Err("expected at least one value".to_owned());
        }
        self.blocks.push(Block { paths, columns });
        Ok(())
    }

    /// The variation as JSON, by which it is known: equal ones have equal text.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let block = |block: &Block| {
            let cells = block.paths.iter().zip(&block.columns);
            let cells = cells.map(|(path, column)| (path.clone(), json!(column)));
            Value::Object(cells.collect())
        };
        self.blocks.iter().map(block).collect()
    }

    /// Reads what [`to_json`](Self::to_json) has written.
    #[must_use]
    pub fn from_json(json: &Value) -> Option<Self> {
        let mut variation = Variation::none();
        for block in json.as_array()? {
            let mut lists = Vec::new();
            for (path, values) in block.as_object()? {
                let values = values
                    .as_array()?
                    .iter()
                    .map(|value| value.as_str().map(str::to_owned));
                lists.push((path.clone(), values.collect::<Option<Vec<_>>>()?));
            }
            let (paths, columns): (Vec<String>, Vec<Vec<String>>) = lists.into_iter().unzip();
            let points = columns.first().map_or(0, Vec::len);
            if columns.iter().any(|column| column.len() != points) {
                return None;
            }
            variation.push(paths, columns).ok()?;
        }
        Some(variation)
    }
}

impl Block {
    fn points(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
}

/// Refuses a point that is there twice: its runs would be, too.
fn check_once(paths: &[String], columns: &[Vec<String>]) -> Result<(), String> {
    let points = columns.first().map_or(0, Vec::len);
    let columns: Vec<Vec<String>> = columns
        .iter()
        .map(|column| column.iter().map(|value| values::sameness(value)).collect())
        .collect();
    let row = |point: usize| columns.iter().map(move |column| column[point].as_str());
    let mut order: Vec<usize> = (0..points).collect();
    order.sort_by(|one, other| row(*one).cmp(row(*other)).then(one.cmp(other)));
    let double = order.windows(2).find(|pair| row(pair[0]).eq(row(pair[1])));
    match (double, paths) {
        (None, _) => Ok(()),
        (Some(pair), [_]) => {
            let value = row(pair[0]).collect::<String>();
            Err(format!("expected each value once, found {value} twice"))
        }
        (Some(pair), _) => {
            let (first, second) = (pair[0] + 1, pair[1] + 1);
            Err(format!(
                "expected each point once, found point {second} equal to point {first}"
            ))
        }
    }
}

#[cfg(test)]
mod tests;
