//! What is varied in a sweep: parameters with their values, crossed, side by side, listed or drawn.
//!
//! A [`Variation`] is a product of blocks. Each block has points, and a point gives some parameters a value
//! each; the points of a variation are all combinations of the points of its blocks, the last block
//! varying fastest. Nothing is written out: a point is worked out when it is asked for.

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
            check(law).map_err(|what| format!("{path}: {what}"))?;
            columns.push(draw(law, points, seed, path));
        }
        self.add(laws.into_iter().map(|(path, _)| path).collect(), columns)
    }

    fn add(&mut self, paths: Vec<String>, columns: Vec<Vec<String>>) -> Result<(), String> {
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
            variation.zip(lists).ok()?;
        }
        Some(variation)
    }
}

impl Block {
    fn points(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
}

fn check(law: &Law) -> Result<(), String> {
    let ordered = |from: f64, to: f64| match from.is_finite() && to.is_finite() && from <= to {
        true => Ok(()),
        false => Err(format!(
            "expected finite numbers with from <= to, found {from} and {to}"
        )),
    };
    match law {
        Law::Uniform { from, to } => ordered(*from, *to),
        Law::Logarithmic { from, to } if *from <= 0.0 => Err(format!(
            "expected numbers above 0 on a logarithmic scale, found {from} and {to}"
        )),
        Law::Logarithmic { from, to } => ordered(*from, *to),
        Law::Whole { from, to } if from > to => Err(format!(
            "expected whole numbers with from <= to, found {from} and {to}"
        )),
        Law::Whole { .. } => Ok(()),
        Law::Choice(values) if values.is_empty() => Err("expected at least one value".to_owned()),
        Law::Choice(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: &[&str]) -> Vec<String> {
        values.iter().map(|value| (*value).to_owned()).collect()
    }

    fn shown(variation: &Variation) -> Vec<String> {
        let points = variation.points().unwrap();
        let points = (0..points).map(|number| {
            let cells = variation.point(number).into_iter();
            let cells: Vec<_> = cells
                .map(|(path, value)| format!("{path}={value}"))
                .collect();
            cells.join(" ")
        });
        points.collect()
    }

    #[test]
    fn blocks_are_crossed_and_the_last_varies_fastest() {
        let mut variation = Variation::none();
        assert_eq!(shown(&variation), [""]);
        variation.cross("a", texts(&["1", "2"])).unwrap();
        let side = vec![
            ("b".to_owned(), texts(&["x", "y"])),
            ("c".to_owned(), texts(&["u", "v"])),
        ];
        variation.zip(side).unwrap();
        let wanted = ["a=1 b=x c=u", "a=1 b=y c=v", "a=2 b=x c=u", "a=2 b=y c=v"];
        assert_eq!(shown(&variation), wanted);
        assert_eq!(Variation::from_json(&variation.to_json()), Some(variation));
    }

    #[test]
    fn listed_points_set_the_same_parameters() {
        let cell = |path: &str, value: &str| (path.to_owned(), value.to_owned());
        let mut variation = Variation::none();
        let points = vec![
            vec![cell("a", "1"), cell("b", "2")],
            vec![cell("b", "4"), cell("a", "3")],
        ];
        variation.list(points).unwrap();
        assert_eq!(shown(&variation), ["a=1 b=2", "a=3 b=4"]);
        let mut wrong = Variation::none();
        let points = vec![vec![cell("a", "1")], vec![cell("b", "4")]];
        assert_eq!(wrong.list(points), Err("point 2 does not set a".to_owned()));
        assert_eq!(
            wrong.list(Vec::new()),
            Err("expected at least one point".to_owned())
        );
    }

    #[test]
    fn what_cannot_be_varied_is_refused() {
        let mut variation = Variation::none();
        variation.cross("a", texts(&["1"])).unwrap();
        let refused = |result: Result<(), String>| result.unwrap_err();
        assert_eq!(
            refused(variation.cross("a", texts(&["2"]))),
            "a is varied twice"
        );
        assert_eq!(
            refused(variation.cross("b", Vec::new())),
            "expected at least one value"
        );
        assert!(refused(variation.cross("seed", texts(&["2"]))).contains("--seeds"));
        let uneven = vec![
            ("b".to_owned(), texts(&["x"])),
            ("c".to_owned(), texts(&["u", "v"])),
        ];
        let words = "expected lists of one length, found 1 values of b and 2 of c";
        assert_eq!(refused(variation.zip(uneven)), words);
        let law = Law::Logarithmic { from: 0.0, to: 1.0 };
        let words = refused(variation.sample(vec![("d".to_owned(), law)], 3, 0, true));
        assert_eq!(
            words,
            "d: expected numbers above 0 on a logarithmic scale, found 0 and 1"
        );
        let law = Law::Whole { from: 2, to: 1 };
        assert!(
            variation
                .sample(vec![("d".to_owned(), law)], 3, 0, false)
                .is_err()
        );
    }

    #[test]
    fn what_cannot_be_counted_is_known() {
        let mut variation = Variation::none();
        for path in ["a", "b", "c", "d"] {
            let values = (0..100_000).map(|value: u32| value.to_string());
            variation.cross(path, values.collect()).unwrap();
        }
        assert_eq!(variation.points(), None);
    }
}
