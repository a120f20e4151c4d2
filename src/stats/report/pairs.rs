//! The groups of a metric, compared in pairs.

use serde::Serialize;

use super::Work;
use crate::dataset::Column;
use crate::stats::StatsError;
use crate::stats::compare::{Law, centre, holm, mann_whitney, shift, wilcoxon};
use crate::stats::describe::Sample;
use crate::stats::groups::{Key, columns, label, order_rows};

/// A test of two samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Of Mann and Whitney.
    MannWhitney,
    /// Of Wilcoxon, for pairs.
    Wilcoxon,
}

/// Two groups compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The name of the first group.
    pub first: String,
    /// The name of the second group.
    pub second: String,
    /// The test.
    pub test: Test,
    /// How its p value was computed.
    pub law: Law,
    /// How many values of the first group took part.
    pub first_count: usize,
    /// How many of the second did.
    pub second_count: usize,
    /// The statistic: U of the first sample, or the lesser rank sum.
    pub statistic: f64,
    /// The two-sided p value.
    pub p: f64,
    /// The same, adjusted by Holm's method for all pairs of groups of this metric.
    pub p_holm: f64,
    /// The effect size, -1..=1: Cliff's delta, or the matched-pairs rank-biserial correlation.
    /// Positive where the first group is the greater.
    pub effect: f64,
    /// The probability that a value of the first group exceeds one of the second; `None` for pairs.
    pub a12: Option<f64>,
    /// The shift of Hodges and Lehmann, first less second, in the unit of the metric.
    pub shift: f64,
}

/// How groups are compared.
pub(super) enum Pairing<'d> {
    /// As two samples.
    Free,
    /// By the rows that have the same values in these columns.
    By(Vec<&'d Column>),
}

impl<'d> Pairing<'d> {
    /// What the options ask for; `None` if nothing.
    pub(super) fn of(work: &Work<'d>) -> Result<Option<Self>, StatsError> {
        let by = columns(work.data, &work.options.paired_by, "columns to pair by")?;
        if by.is_empty() {
            Ok(work.options.pairs.then_some(Pairing::Free))
        } else {
            Ok(Some(Pairing::By(by)))
        }
    }

    /// Compares all groups with each other, earlier ones first. Pairs of which nothing can be said,
    /// because a group has no value or no row has its partner, are left out, and do not count for
    /// the correction.
    pub(super) fn compare(
        &self,
        work: &Work<'_>,
        metric: &Column,
        samples: &[Sample],
    ) -> Result<Vec<Pair>, StatsError> {
        let partners = match self {
            Pairing::Free => Vec::new(),
            Pairing::By(by) => partners(work, metric, by)?,
        };
        let mut pairs = Vec::new();
        for second in 1..work.groups.len() {
            for first in 0..second {
                let names = [&work.labels[first], &work.labels[second]];
                pairs.extend(match self {
                    Pairing::Free => two_samples(names, &samples[first], &samples[second]),
                    Pairing::By(by) => paired(names, by, &partners[first], &partners[second]),
                });
            }
        }
        let p: Vec<f64> = pairs.iter().map(|pair: &Pair| pair.p).collect();
        for (pair, adjusted) in pairs.iter_mut().zip(holm(&p)) {
            pair.p_holm = adjusted;
        }
        Ok(pairs)
    }
}

fn two_samples(names: [&String; 2], first: &Sample, second: &Sample) -> Option<Pair> {
    let test = mann_whitney(first.sorted(), second.sorted())?;
    Some(Pair {
        first: names[0].clone(),
        second: names[1].clone(),
        test: Test::MannWhitney,
        law: test.law,
        first_count: first.sorted().len(),
        second_count: second.sorted().len(),
        statistic: test.u,
        p: test.p,
        p_holm: test.p,
        effect: test.delta,
        a12: Some(test.a12),
        shift: shift(first.sorted(), second.sorted())?,
    })
}

/// For each group, the rows that can have a partner, in the order of the values that pair them,
/// with the metric's numbers.
fn partners(
    work: &Work<'_>,
    metric: &Column,
    by: &[&Column],
) -> Result<Vec<Vec<(usize, f64)>>, StatsError> {
    let names = &work.options.paired_by;
    let key = |row: usize| -> Vec<Key> {
        let values = by.iter().map(|column| column.values.get(row));
        values.map(Key::from).collect()
    };
    let mut all = Vec::with_capacity(work.groups.len());
    for (group, group_label) in work.groups.iter().zip(&work.labels) {
        let number = |&row: &usize| {
            let number = metric
                .values
                .number(row)
                .filter(|number| number.is_finite())?;
            let known = key(row).iter().all(|key| *key != Key::Missing);
            known.then_some((row, number))
        };
        let mut rows: Vec<(usize, f64)> = group.rows.iter().filter_map(number).collect();
        let compare = |a: usize, b: usize| order_rows(by, a, b);
        rows.sort_by(|a, b| compare(a.0, b.0));
        let twice = rows
            .windows(2)
            .find(|two| compare(two[0].0, two[1].0).is_eq());
        if let Some(two) = twice {
            return Err(StatsError::Unpaired {
                by: names.join(", "),
                group: group_label.clone(),
                values: label(names, &key(two[0].0)),
            });
        }
        all.push(rows);
    }
    Ok(all)
}

fn paired(
    names: [&String; 2],
    by: &[&Column],
    first: &[(usize, f64)],
    second: &[(usize, f64)],
) -> Option<Pair> {
    let mut differences = Vec::new();
    let mut others = second.iter().peekable();
    for (row, number) in first {
        let compare = |other: usize| order_rows(by, other, *row);
        while others.next_if(|other| compare(other.0).is_lt()).is_some() {}
        if let Some(other) = others.next_if(|other| compare(other.0).is_eq()) {
            differences.push(number - other.1);
        }
    }
    let test = wilcoxon(&differences)?;
    let count = differences.len();
    differences.sort_unstable_by(f64::total_cmp);
    Some(Pair {
        first: names[0].clone(),
        second: names[1].clone(),
        test: Test::Wilcoxon,
        law: test.law,
        first_count: count,
        second_count: count,
        statistic: test.statistic,
        p: test.p,
        p_holm: test.p,
        effect: test.rank_biserial,
        a12: None,
        shift: centre(&differences)?,
    })
}
