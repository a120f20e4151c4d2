//! A report for people.

use super::lifetimes::GroupCurve;
use super::table::{Table, compared, maybe, number, probability};
use super::{FitLine, Heading, MetricReport, Numbers, Pair, Report, SurvivalReport, Test};
use crate::stats::Interval;
use crate::stats::bootstrap::Method;
use crate::stats::groups::Key;
use crate::stats::survival::Curve;

/// The parts of the horizon at which a curve is read off.
const PARTS: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

impl Report {
    /// Aligned tables, each at most `width` characters wide where that can be had without breaking
    /// a cell. Units stand in the headings; an interval is `[low, high]`; a dash is a number that
    /// does not exist.
    #[must_use]
    pub fn to_text(&self, width: usize) -> String {
        let mut text = self.opening();
        for metric in &self.metrics {
            self.metric(metric, width, &mut text);
        }
        if let Some(survival) = &self.survival {
            self.survival(survival, width, &mut text);
        }
        text
    }

    fn opening(&self) -> String {
        let by: Vec<&str> = self
            .by
            .iter()
            .map(|heading| heading.name.as_str())
            .collect();
        let by = if by.is_empty() {
            String::new()
        } else {
            format!(" by {}", by.join(", "))
        };
        let (groups, rows) = (self.groups.len(), self.rows);
        let method = match self.method {
            Method::Percentile => "percentile",
            Method::Bca => "BCa",
        };
        let percent = self.percent();
        let means = match self.resamples {
            0 => "no intervals of means".to_owned(),
            resamples => format!(
                "of means by the {method} bootstrap, {resamples} resamples, seed {}",
                self.seed
            ),
        };
        format!(
            "{rows} row{} in {groups} group{}{by}\nintervals: {percent} %; {means}\n",
            plural(rows),
            plural(groups),
        )
    }

    /// The confidence in percent, without the rounding of the product.
    fn percent(&self) -> String {
        let digits = format!("{:.6}", self.confidence * 100.0);
        digits
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    }

    /// A table with the key of each group.
    fn grouped(&self) -> Table {
        let mut table = Table::default();
        if self.by.is_empty() {
            table.name(
                "group",
                self.groups
                    .iter()
                    .map(|group| group.label.clone())
                    .collect(),
            );
        }
        for (place, heading) in self.by.iter().enumerate() {
            let keys = self.groups.iter().map(|group| group.key[place].to_string());
            table.name(heading.label(), keys.collect());
        }
        table
    }

    fn metric(&self, metric: &MetricReport, width: usize, text: &mut String) {
        title(&metric.column, text);
        if !metric.numbers.is_empty() {
            self.numbers(&metric.numbers, width, text);
        }
        if !metric.shares.is_empty() {
            self.shares(metric, width, text);
        }
        if !metric.pairs.is_empty() {
            text.push('\n');
            pairs(&metric.pairs, &metric.column, width, text);
        }
        if !metric.fits.is_empty() {
            text.push('\n');
            fits(&metric.fits, width, text);
        }
    }

    fn numbers(&self, lines: &[Numbers], width: usize, text: &mut String) {
        let mut table = self.grouped();
        let each = |cell: &dyn Fn(&Numbers) -> String| lines.iter().map(cell).collect::<Vec<_>>();
        table.numbers("count", each(&|line| line.description.count.to_string()));
        table.numbers(
            "missing",
            each(&|line| line.description.missing.to_string()),
        );
        table.numbers("mean", each(&|line| maybe(line.description.mean)));
        table.intervals(each(&|line| limits(line.mean_interval)));
        table.numbers("sd", each(&|line| maybe(line.description.sd)));
        table.numbers("min", each(&|line| maybe(line.description.min)));
        table.numbers("q1", each(&|line| maybe(line.description.q1)));
        table.numbers("median", each(&|line| maybe(line.description.median)));
        table.numbers("q3", each(&|line| maybe(line.description.q3)));
        table.numbers("max", each(&|line| maybe(line.description.max)));
        table.write(width, text);
    }

    fn shares(&self, metric: &MetricReport, width: usize, text: &mut String) {
        let shares = &metric.shares;
        let mut table = self.grouped();
        table.numbers(
            "count",
            shares.iter().map(|group| group.count.to_string()).collect(),
        );
        table.numbers(
            "missing",
            shares
                .iter()
                .map(|group| group.missing.to_string())
                .collect(),
        );
        // A group without values has no shares; all others have the same values.
        let fullest = shares.iter().max_by_key(|group| group.values.len());
        let values = fullest.map_or(&[][..], |group| &group.values);
        let both = values.len() == 2;
        for (place, value) in values.iter().enumerate() {
            // What is not yes is no.
            if both && value.value == Key::Truth(false) {
                continue;
            }
            let own = |group: &super::Shares| group.values.get(place).map(|own| own.share);
            let share = shares
                .iter()
                .map(|group| maybe(own(group).map(|own| own.share)));
            table.numbers(value.value.to_string(), share.collect());
            let interval = shares
                .iter()
                .map(|group| limits(own(group).map(|own| own.interval)));
            table.intervals(interval.collect());
        }
        table.write(width, text);
    }

    fn survival(&self, survival: &SurvivalReport, width: usize, text: &mut String) {
        let (time, end) = (survival.time.label(), &survival.end);
        let ends = survival.ends.join(" or ");
        text.push_str(&format!(
            "\n{time} until {end} = {ends}; other ends are censored\n"
        ));
        for absent in &survival.absent_ends {
            text.push_str(&format!("no row has {end} = {absent}\n"));
        }
        self.curves(survival, width, text);
        if let Some(test) = &survival.logrank {
            text.push_str(&format!(
                "\nlog-rank test: chi-squared {} with {} degree{} of freedom, p {}\n",
                number(test.statistic),
                test.degrees,
                plural(test.degrees),
                compared(test.p)
            ));
        }
    }

    fn curves(&self, survival: &SurvivalReport, width: usize, text: &mut String) {
        let mut table = self.grouped();
        let each = |cell: &dyn Fn(&GroupCurve) -> String| {
            survival.groups.iter().map(cell).collect::<Vec<_>>()
        };
        let of = |cell: &dyn Fn(&Curve) -> String| {
            each(&|group| group.curve.as_ref().map_or_else(|| "-".to_owned(), cell))
        };
        table.numbers("rows", of(&|curve| curve.subjects.to_string()));
        table.numbers("missing", each(&|group| group.missing.to_string()));
        table.numbers("ended", of(&|curve| curve.events.to_string()));
        table.numbers(
            "censored",
            of(&|curve| (curve.subjects - curve.events).to_string()),
        );
        table.numbers("median", of(&|curve| maybe(curve.median)));
        let median = |curve: &Curve| {
            format!(
                "[{}, {}]",
                maybe(curve.median_low),
                maybe(curve.median_high)
            )
        };
        table.intervals(of(&median));
        if let Some(horizon) = survival.horizon {
            let heading = format!("mean up to {}", number(horizon));
            let mean = |group: &GroupCurve| maybe(group.restricted_mean.map(|mean| mean.mean));
            table.numbers(heading, each(&mean));
            let interval =
                |group: &GroupCurve| limits(group.restricted_mean.map(|mean| mean.interval));
            table.intervals(each(&interval));
            for part in PARTS {
                let time = part * horizon;
                let heading = format!("left at {}", number(time));
                table.numbers(heading, of(&|curve| number(curve.at(time))));
            }
        }
        table.write(width, text);
    }
}

impl Heading {
    /// The name with the unit in brackets.
    fn label(&self) -> String {
        match self.unit.as_str() {
            "" => self.name.clone(),
            unit => format!("{} ({unit})", self.name),
        }
    }
}

fn title(column: &Heading, text: &mut String) {
    text.push('\n');
    text.push_str(&column.label());
    if !column.help.is_empty() {
        text.push_str(&format!(": {}", column.help));
    }
    text.push('\n');
}

fn limits(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "-".to_owned(),
        |interval| format!("[{}, {}]", number(interval.low), number(interval.high)),
    )
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn pairs(pairs: &[Pair], metric: &Heading, width: usize, text: &mut String) {
    let each = |cell: &dyn Fn(&Pair) -> String| pairs.iter().map(cell).collect::<Vec<_>>();
    let paired = pairs.iter().any(|pair| pair.test == Test::Wilcoxon);
    text.push_str(if paired {
        "pairs, Wilcoxon's signed-rank test; p corrected by Holm\n"
    } else {
        "pairs, Mann-Whitney test; p corrected by Holm\n"
    });
    let mut table = Table::default();
    table.name("first", each(&|pair| pair.first.clone()));
    table.name("second", each(&|pair| pair.second.clone()));
    if paired {
        table.numbers("pairs", each(&|pair| pair.first_count.to_string()));
    } else {
        let counts = |pair: &Pair| format!("{}, {}", pair.first_count, pair.second_count);
        table.numbers("counts", each(&counts));
    }
    table.numbers("statistic", each(&|pair| number(pair.statistic)));
    table.numbers("p", each(&|pair| probability(pair.p)));
    table.numbers("p (Holm)", each(&|pair| probability(pair.p_holm)));
    let effect = if paired {
        "rank-biserial"
    } else {
        "Cliff's delta"
    };
    table.numbers(effect, each(&|pair| number(pair.effect)));
    if !paired {
        table.numbers("A12", each(&|pair| maybe(pair.a12)));
    }
    let shift = match metric.unit.as_str() {
        "" => "shift".to_owned(),
        unit => format!("shift ({unit})"),
    };
    table.numbers(shift, each(&|pair| number(pair.shift)));
    table.write(width, text);
}

fn fits(lines: &[FitLine], width: usize, text: &mut String) {
    if let Some(first) = lines.first() {
        let n = first.against.label();
        text.push_str(&format!("growth with n = {n}\n"));
    }
    let found: Vec<_> = lines
        .iter()
        .filter_map(|line| line.fit.as_ref().zip(Some(line)))
        .collect();
    let mut table = Table::default();
    type Line<'l> = (&'l crate::stats::fit::Fit, &'l FitLine);
    let each = |cell: &dyn Fn(&Line<'_>) -> String| found.iter().map(cell).collect::<Vec<_>>();
    table.name("series", each(&|line| line.1.series.clone()));
    table.name("model", each(&|line| line.1.model.word().to_owned()));
    table.words("y", each(&|line| line.1.model.formula().to_owned()));
    table.numbers("points", each(&|line| line.0.points.to_string()));
    table.numbers("a", each(&|line| number(line.0.a.estimate)));
    table.intervals(each(&|line| limits(Some(line.0.a.interval))));
    table.numbers("b", each(&|line| number(line.0.b.estimate)));
    table.intervals(each(&|line| limits(Some(line.0.b.interval))));
    table.numbers("R²", each(&|line| maybe(line.0.r_squared)));
    table.numbers("residual", each(&|line| number(line.0.residual_error)));
    table.numbers("AIC", each(&|line| maybe(line.0.aic)));
    if !found.is_empty() {
        table.write(width, text);
    }
    for line in lines {
        if let Some(why) = &line.refused {
            text.push_str(&format!("{}, {}: {why}\n", line.series, line.model.word()));
        }
    }
}
