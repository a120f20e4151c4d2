//! Why there are no statistics.

/// Why statistics were refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StatsError {
    /// The data set has no such column.
    #[error("there is no column {name:?}{}", help(.nearest.as_deref()))]
    UnknownColumn {
        /// The name that was asked for.
        name: String,
        /// The column that was most likely meant.
        nearest: Option<String>,
    },
    /// A column is named twice where once is the limit.
    #[error("the column {name:?} is named twice among the {role}")]
    Twice {
        /// Its name.
        name: String,
        /// What it is named as.
        role: &'static str,
    },
    /// A column holds values of a kind that its use does not allow.
    #[error("the column {column:?} holds {found}; {purpose} needs {expected}")]
    Kind {
        /// Its name.
        column: String,
        /// What it holds.
        found: &'static str,
        /// What it is used for.
        purpose: &'static str,
        /// What it should hold.
        expected: &'static str,
    },
    /// There is nothing to compute.
    #[error("no metric, survival curve or other statistic is asked for")]
    Nothing,
    /// No end is given whose time is to be studied.
    #[error("a survival curve needs at least one end that counts as the event")]
    NoEnd,
    /// No model is given that is to be fitted.
    #[error("a fit needs at least one model")]
    NoModel,
    /// A confidence outside the open interval from 0 to 1.
    #[error("a confidence lies strictly between 0 and 1, such as 0.95; found {0}")]
    Confidence(f64),
    /// A bootstrap of no resamples.
    #[error("a bootstrap needs at least one resample; found 0")]
    Resamples,
    /// A sample too large for 32-bit indices.
    #[error("a bootstrap takes at most 4294967295 values; found {0}")]
    TooMany(usize),
    /// A lifetime that is negative or not finite.
    #[error("a time to an end is finite and at least 0; the value {value} at place {place} is not")]
    Time {
        /// The place among the lifetimes, from 0.
        place: usize,
        /// The time that was found.
        value: f64,
    },
    /// Rows cannot be paired, because a group has two of one value.
    #[error(
        "rows cannot be paired by {by}: the group {group} has more than one row with {values}; pair \
         by further columns, or group by them"
    )]
    Unpaired {
        /// The names of the columns that pair the rows.
        by: String,
        /// The label of the group.
        group: String,
        /// The values that occur twice.
        values: String,
    },
    /// The caller asked to stop.
    #[error("stopped before the statistics were complete")]
    Stopped,
}

fn help(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |word| format!("; did you mean {word:?}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_column_is_named() {
        let error = StatsError::UnknownColumn {
            name: "evnts".into(),
            nearest: Some("events".into()),
        };
        let words = "there is no column \"evnts\"; did you mean \"events\"?";
        assert_eq!(error.to_string(), words);
    }
}
