//! Laws by which times and speeds are drawn.

use crate::dice::Draw;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

/// A distribution of positive numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Always this number.
    Fixed(f64),
    /// Exponential, with this mean.
    Exponential(f64),
    /// Uniform between two numbers.
    Uniform(f64, f64),
    /// Gamma, with this shape and this scale; the mean is their product.
    Gamma(f64, f64),
}

impl Law {
    /// Draws a number. A fixed number takes no draw.
    #[inline]
    pub fn draw(&self, die: &mut impl Draw) -> f64 {
        match *self {
            Law::Fixed(value) => value,
            Law::Exponential(mean) => die.exponential(mean),
            Law::Uniform(low, high) => die.uniform(low, high),
            Law::Gamma(shape, scale) => die.gamma(shape, scale),
        }
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match *self {
            Law::Fixed(value) => value,
            Law::Exponential(mean) => mean,
            Law::Uniform(low, high) => low + 0.5 * (high - low),
            Law::Gamma(shape, scale) => shape * scale,
        }
    }

    /// Reads the law in the table `key` of a scheduler, if there is one.
    ///
    /// # Errors
    ///
    /// The first value that is missing or wrong, with its place.
    pub fn read(section: &Section<'_>, key: &str) -> Result<Option<Law>, ScenarioError> {
        let Some(table) = section.optional_table(key)? else {
            return Ok(None);
        };
        let law = table.entry("law", LAWS).required()?;
        (law.build)(&table).map(Some)
    }
}

/// Reads the parameters of a law.
pub type BuildLaw = fn(&Section<'_>) -> Result<Law, ScenarioError>;

impl crate::registry::Facts for BuildLaw {}

const MEAN: Parameter = Parameter {
    name: "mean",
    kind: Kind::Number,
    default: None,
    range: "above 0",
    summary: "the mean",
};

/// The laws, by name.
pub static LAWS: &[Entry<BuildLaw>] = &[
    Entry {
        name: "exponential",
        summary: "exponentially distributed, so that nothing is ever due",
        help: "The waits of a Poisson process.",
        parameters: &[MEAN],
        build: |table| Ok(Law::Exponential(table.f64("mean").positive().required()?)),
    },
    Entry {
        name: "fixed",
        summary: "always the same number",
        help: "Takes no draw.",
        parameters: &[Parameter {
            name: "value",
            kind: Kind::Number,
            default: None,
            range: "of at least 0",
            summary: "the number",
        }],
        build: |table| Ok(Law::Fixed(table.f64("value").non_negative().required()?)),
    },
    Entry {
        name: "gamma",
        summary: "gamma distributed: around its mean, and never far below it where the shape is large",
        help: "The sum of `shape` exponentially distributed numbers, where the shape is whole. Drawn \
               by the method of Marsaglia and Tsang, ACM Trans. Math. Softw. 26(3), 2000.",
        parameters: &[
            MEAN,
            Parameter {
                name: "shape",
                kind: Kind::Number,
                default: Some("2.0"),
                range: "above 0",
                summary: "the shape; 1 is the exponential law",
            },
        ],
        build: |table| {
            let mean = table.f64("mean").positive().required()?;
            let shape = table.f64("shape").positive().or(2.0)?;
            let scale = mean / shape;
            if !(scale.is_finite() && scale > 0.0) {
                let message = "expected a mean and a shape whose quotient is a positive number";
                return Err(table.refuse("mean", message));
            }
            Ok(Law::Gamma(shape, scale))
        },
    },
    Entry {
        name: "uniform",
        summary: "uniformly distributed between two numbers",
        help: "Neither bound is ever exceeded.",
        parameters: &[
            Parameter {
                name: "low",
                kind: Kind::Number,
                default: Some("0.0"),
                range: "of at least 0",
                summary: "the least number",
            },
            Parameter {
                name: "high",
                kind: Kind::Number,
                default: None,
                range: "above 0",
                summary: "the greatest number",
            },
        ],
        build: |table| {
            let low = table.f64("low").non_negative().or(0.0)?;
            let high = table.f64("high").positive().required()?;
            if low > high {
                let message = format!("expected at most {high} (high), found {low}");
                return Err(table.refuse("low", message));
            }
            Ok(Law::Uniform(low, high))
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Numpy;

    #[test]
    fn the_laws_are_in_order() {
        crate::registry::check(LAWS).unwrap();
        for entry in LAWS {
            let required = entry.parameters.iter().filter(|p| p.default.is_none());
            let lines: String = required.map(|p| format!("{} = 1.0\n", p.name)).collect();
            let build = |section: &Section<'_>| (entry.build)(section).map(drop);
            crate::scenario::check_parameters(entry, &lines, build).unwrap();
        }
    }

    #[test]
    fn each_law_keeps_its_mean() {
        let laws = [
            Law::Fixed(0.7),
            Law::Exponential(0.7),
            Law::Uniform(0.2, 1.2),
            Law::Gamma(3.5, 0.2),
        ];
        for law in laws {
            let mut numpy = Numpy::from_seed(8);
            let sum: f64 = (0..20_000).map(|_| law.draw(&mut numpy)).sum();
            assert!((law.mean() - 0.7).abs() < 1e-12, "{law:?}");
            assert!((sum / 20_000.0 - 0.7).abs() < 0.02, "{law:?}: {sum}");
        }
    }
}
