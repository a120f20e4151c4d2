//! Reports of a small table of runs.

use serde_json::Value;

use super::*;
use crate::dataset::Values;
use crate::stats::bootstrap::mean_interval;
use crate::stats::compare::{Law, mann_whitney, wilcoxon};
use crate::stats::fit::{Model, fit};

/// Two schedulers, three sizes, four seeds; one run of each scheduler did not get to its end.
fn data() -> Dataset {
    let mut rows = Vec::new();
    for (late, kind) in [(0.0, "fsync"), (1.5, "async")] {
        for robots in [10_i64, 2, 5] {
            for seed in 0..4_i64 {
                let time = robots as f64 * (2.0 + late) + ((7 * seed + 3 * robots) % 5) as f64;
                rows.push((kind, robots, seed, time));
            }
        }
    }
    let odd = |place: usize| place == 3 || place == 17;
    let ends =
        (0..rows.len()).map(|place| Some(if odd(place) { "time" } else { "stalled" }.into()));
    let diameters = rows.iter().enumerate();
    let diameters = diameters.map(|(place, row)| (!odd(place)).then_some(row.3 / 8.0));
    let columns = vec![
        Column::new(
            "kind",
            "",
            Values::Text(rows.iter().map(|row| Some(row.0.into())).collect()),
        ),
        Column::new(
            "swarm.robots",
            "how many robots there are",
            Values::Integer(rows.iter().map(|row| Some(row.1)).collect()),
        ),
        Column::new(
            "seed",
            "the seed",
            Values::Integer(rows.iter().map(|row| Some(row.2)).collect()),
        ),
        Column::new(
            "time",
            "the simulated time",
            Values::Real(rows.iter().map(|row| Some(row.3)).collect()),
        )
        .in_unit("s"),
        Column::new("end", "how the run ended", Values::Text(ends.collect())),
        Column::new(
            "diameter_end",
            "the last diameter",
            Values::Real(diameters.collect()),
        )
        .in_unit("m"),
        Column::new(
            "gathered",
            "whether all met",
            Values::Truth(
                (0..rows.len())
                    .map(|place| (place != 5).then_some(place % 3 == 0))
                    .collect(),
            ),
        ),
    ];
    Dataset::new(columns).expect("a data set")
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn go_on(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn by_kind(metrics: &[&str]) -> Options {
    Options {
        by: words(&["kind"]),
        metrics: words(metrics),
        resamples: 100,
        ..Options::default()
    }
}

fn everything() -> Options {
    Options {
        by: words(&["kind", "swarm.robots"]),
        pairs: true,
        survival: Some(SurvivalOptions {
            time: "time".into(),
            end: "end".into(),
            ends: words(&["stalled", "terminated"]),
        }),
        fit: Some(FitOptions {
            models: Model::ALL.to_vec(),
            against: "swarm.robots".into(),
            points: FitPoints::Rows,
        }),
        ..by_kind(&["time", "diameter_end", "end", "gathered"])
    }
}

fn made(options: &Options) -> Report {
    report(&data(), options, &mut go_on).expect("a report")
}

fn refused(options: &Options) -> String {
    let error = report(&data(), options, &mut go_on).expect_err("a refusal");
    error.to_string()
}

/// The times of a scheduler, by robots, seed by seed.
fn times(kind: &str) -> Vec<f64> {
    let data = data();
    let of = |name: &str| &data.column(name).expect("a column").values;
    let rows =
        (0..data.rows()).filter(|&row| of("kind").get(row) == crate::dataset::Value::Text(kind));
    rows.map(|row| of("time").number(row).expect("a time"))
        .collect()
}

#[test]
fn numbers_are_those_of_the_groups() {
    let report = made(&by_kind(&["time", "diameter_end"]));
    let labels: Vec<_> = report
        .groups
        .iter()
        .map(|group| group.label.as_str())
        .collect();
    assert_eq!(labels, ["kind=async", "kind=fsync"]);
    assert_eq!((report.rows, report.groups[0].rows), (24, 12));
    let line = &report.metrics[0].numbers[1];
    let sample = crate::stats::describe::Sample::new(times("fsync").into_iter().map(Some));
    assert_eq!(
        (line.group.as_str(), &line.description),
        ("kind=fsync", &sample.describe())
    );
    let with = Bootstrap {
        resamples: 100,
        ..Bootstrap::default()
    };
    let interval = mean_interval(&times("fsync"), &with, &mut go_on).expect("an interval");
    assert_eq!(line.mean_interval, interval);
    let holes = &report.metrics[1].numbers[0].description;
    assert_eq!((holes.count, holes.missing), (11, 1));
    assert!(report.metrics[0].pairs.is_empty() && report.metrics[0].shares.is_empty());
}

#[test]
fn shares_are_of_the_rows_that_have_a_value() {
    let report = made(&by_kind(&["end", "gathered"]));
    let ends = &report.metrics[0].shares[0];
    let counts: Vec<_> = ends
        .values
        .iter()
        .map(|one| (one.value.to_string(), one.share.count))
        .collect();
    assert_eq!(counts, [("stalled".to_owned(), 11), ("time".to_owned(), 1)]);
    let truths = &report.metrics[1].shares;
    assert_eq!((truths[1].count, truths[1].missing), (11, 1));
    let yes = &truths[1].values[1];
    assert_eq!(
        (&yes.value, yes.share.count, yes.share.of),
        (&Key::Truth(true), 4, 11)
    );
    for value in truths.iter().flat_map(|group| &group.values) {
        assert!(value.share.interval.contains(value.share.share));
    }
}

#[test]
fn free_pairs_are_two_samples() {
    let options = Options {
        pairs: true,
        ..by_kind(&["time", "gathered", "end"])
    };
    let report = made(&options);
    let [pair] = &report.metrics[0].pairs[..] else {
        panic!("two groups make one pair")
    };
    let test = mann_whitney(&times("async"), &times("fsync")).expect("a test");
    assert_eq!((pair.test, pair.law), (Test::MannWhitney, test.law));
    assert_eq!(
        (pair.p, pair.p_holm, pair.statistic),
        (test.p, test.p, test.u)
    );
    assert_eq!((pair.effect, pair.a12), (test.delta, Some(test.a12)));
    assert!(
        pair.effect > 0.0 && pair.shift > 0.0,
        "async takes longer: {pair:?}"
    );
    // Of truths, delta is the difference of the shares.
    let truths = &report.metrics[1];
    let share = |group: usize| truths.shares[group].values[1].share.share;
    assert!((truths.pairs[0].effect - (share(0) - share(1))).abs() < 1e-15);
    assert!(report.metrics[2].pairs.is_empty());
}

#[test]
fn rows_are_paired_by_a_column() {
    let mut options = Options {
        by: words(&["kind", "swarm.robots"]),
        paired_by: words(&["seed"]),
        ..by_kind(&["diameter_end"])
    };
    let report = made(&options);
    assert_eq!(report.metrics[0].pairs.len(), 15);
    let of = |first: &str, second: &str| {
        let mut pairs = report.metrics[0].pairs.iter();
        let pair = pairs.find(|pair| pair.first.contains(first) && pair.second.contains(second));
        pair.expect("a pair").clone()
    };
    // The rows of ten robots: seed 3 of fsync has no diameter.
    let pair = of("kind=async, swarm.robots=10", "kind=fsync, swarm.robots=10");
    assert_eq!(
        (pair.test, pair.first_count, pair.second_count),
        (Test::Wilcoxon, 3, 3)
    );
    let test = wilcoxon(&[15.0 / 8.0; 3]).expect("a test");
    assert_eq!((pair.p, pair.effect, pair.shift), (test.p, 1.0, 15.0 / 8.0));
    assert_eq!((pair.law, pair.a12), (Law::Normal, None));
    assert!(
        report.metrics[0]
            .pairs
            .iter()
            .all(|pair| pair.p_holm >= pair.p)
    );

    options.by = words(&["kind"]);
    let why = "rows cannot be paired by seed: the group kind=async has more than one row with \
               seed=0; pair by further columns, or group by them";
    assert_eq!(refused(&options), why);

    options.paired_by = words(&["swarm.robots", "seed"]);
    let report = made(&options);
    let pair = &report.metrics[0].pairs[0];
    // Twelve rows, but for one of each scheduler.
    assert_eq!((report.metrics[0].pairs.len(), pair.first_count), (1, 10));
    assert_eq!((pair.effect, pair.shift), (1.0, 5.0 * 1.5 / 8.0));
}

#[test]
fn other_ends_are_censored() {
    let report = made(&everything());
    let survival = report.survival.as_ref().expect("curves");
    assert_eq!(survival.absent_ends, ["terminated"]);
    assert_eq!(survival.groups.len(), 6);
    let events: Vec<_> = survival
        .groups
        .iter()
        .map(|group| {
            let curve = group.curve.as_ref().expect("a curve");
            (curve.subjects, curve.events)
        })
        .collect();
    assert_eq!(events, [(4, 3), (4, 4), (4, 4), (4, 4), (4, 4), (4, 3)]);
    let horizon = survival.horizon.expect("a horizon");
    let longest = survival
        .groups
        .iter()
        .filter_map(|group| group.curve.as_ref());
    assert!(longest.clone().all(|curve| curve.known_until() >= horizon));
    assert!(longest.clone().any(|curve| curve.longest == horizon));
    assert!(survival.groups.iter().all(|group| {
        group
            .restricted_mean
            .is_some_and(|mean| mean.horizon == horizon && mean.mean <= horizon)
    }));
    assert_eq!(survival.logrank.as_ref().map(|test| test.degrees), Some(5));
}

#[test]
fn laws_are_fitted_to_each_series() {
    let mut options = everything();
    let report = made(&options);
    let lines = &report.metrics[0].fits;
    let series: Vec<_> = lines
        .iter()
        .map(|line| (line.series.as_str(), line.model))
        .collect();
    assert_eq!(
        series[..2],
        [
            ("kind=async", Model::Logarithm),
            ("kind=async", Model::Power)
        ]
    );
    assert_eq!(lines.len(), 6);
    let sizes = [10.0, 2.0, 5.0].into_iter().flat_map(|n| [n; 4]);
    let points: Vec<_> = sizes.zip(times("async")).collect();
    assert_eq!(lines[1].fit, fit(Model::Power, &points, 0.95).ok());
    assert!(report.metrics[2].fits.is_empty(), "texts do not grow");

    let asked = options.fit.as_mut().expect("a fit");
    asked.points = FitPoints::Medians;
    let report = made(&options);
    let fit = report.metrics[0].fits[0].fit.as_ref().expect("a fit");
    assert_eq!(fit.points, 3);

    // One size alone is no growth, and is said in its place.
    options.by = words(&["seed"]);
    options.fit.as_mut().expect("a fit").against = "seed".into();
    let report = made(&options);
    let line = &report.metrics[0].fits[0];
    assert_eq!((line.series.as_str(), &line.fit), ("all", &None));
    let why = line.refused.as_ref().expect("a reason");
    assert!(why.contains("n = 0"), "{why}");
    assert!(report.to_text(100).contains(why));
}

#[test]
fn bad_options_are_refused() {
    type Change = fn(&mut Options);
    let cases: [(Change, &str); 11] = [
        (
            |options| options.by = words(&["knd"]),
            "there is no column \"knd\"; did you mean \"kind\"?",
        ),
        (
            |options| options.metrics = words(&["robots"]),
            "did you mean \"swarm.robots\"?",
        ),
        (
            |options| options.metrics = words(&["xyzzy"]),
            "there is no column \"xyzzy\"",
        ),
        (
            |options| options.metrics = words(&["time", "time"]),
            "\"time\" is named twice among the metrics",
        ),
        (
            |options| options.paired_by = words(&["sed"]),
            "did you mean \"seed\"?",
        ),
        (
            |options| options.confidence = 95.0,
            "such as 0.95; found 95",
        ),
        (
            |options| options.survival.as_mut().expect("asked").time = "end".into(),
            "the column \"end\" holds texts; the time to an end needs numbers",
        ),
        (
            |options| options.survival.as_mut().expect("asked").end = "seed".into(),
            "needs texts",
        ),
        (
            |options| options.survival.as_mut().expect("asked").ends.clear(),
            "at least one end",
        ),
        (
            |options| options.fit.as_mut().expect("asked").against = "kind".into(),
            "needs numbers",
        ),
        (
            |options| options.fit.as_mut().expect("asked").models.clear(),
            "at least one model",
        ),
    ];
    for (change, expected) in cases {
        let mut options = everything();
        change(&mut options);
        let found = refused(&options);
        assert!(found.contains(expected), "{found:?} for {expected:?}");
    }
    assert_eq!(refused(&by_kind(&[])), StatsError::Nothing.to_string());
}

#[test]
fn without_resamples_means_have_no_intervals() {
    let options = Options {
        resamples: 0,
        ..by_kind(&["time"])
    };
    let report = made(&options);
    let numbers = &report.metrics[0].numbers;
    assert!(numbers.iter().all(|line| line.mean_interval.is_none()));
    assert!(numbers.iter().all(|line| line.description.mean.is_some()));
    let text = report.to_text(100);
    assert!(text.contains("no intervals of means"), "{text}");
}

#[test]
fn progress_counts_all_resamples_and_stops() {
    let mut calls = Vec::new();
    let mut note = |done, total| {
        calls.push((done, total));
        ControlFlow::Continue(())
    };
    report(&data(), &by_kind(&["time", "diameter_end"]), &mut note).expect("a report");
    assert_eq!(calls, [(100, 400), (200, 400), (300, 400), (400, 400)]);
    let mut stop = |done, _| {
        if done > 150 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let stopped = report(&data(), &by_kind(&["time", "diameter_end"]), &mut stop);
    assert_eq!(stopped, Err(StatsError::Stopped));
}

#[test]
fn no_rows_and_no_values_are_reported_as_such() {
    let empty = Dataset::new(vec![
        Column::new("time", "", Values::Real(vec![])),
        Column::new("end", "", Values::Text(vec![])),
    ]);
    let mut options = everything();
    options.by.clear();
    options.metrics = words(&["time", "end"]);
    options.fit = None;
    let none = report(&empty.expect("a data set"), &options, &mut go_on).expect("a report");
    assert_eq!((none.rows, none.groups.len()), (0, 0));
    assert!(none.to_text(80).starts_with("0 rows in 0 groups"));

    let missing = Dataset::new(vec![
        Column::new("time", "", Values::Real(vec![None, Some(f64::NAN), None])),
        Column::new(
            "end",
            "",
            Values::Text(vec![None, Some("stalled".into()), None]),
        ),
    ]);
    let none = report(&missing.expect("a data set"), &options, &mut go_on).expect("a report");
    let description = &none.metrics[0].numbers[0].description;
    assert_eq!(
        (description.count, description.missing, description.mean),
        (0, 3, None)
    );
    let survival = none.survival.as_ref().expect("asked");
    assert_eq!(
        (survival.groups[0].missing, &survival.groups[0].curve),
        (3, &None)
    );
    assert_eq!(none.metrics[1].shares[0].missing, 2);
    assert!(!none.to_text(80).contains("NaN"));
}

#[test]
fn json_has_the_fields_in_order() {
    let report = made(&everything());
    let json: Value = serde_json::to_value(&report).expect("JSON");
    let keys = |value: &Value| {
        value
            .as_object()
            .expect("a table")
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    let top = [
        "rows",
        "confidence",
        "resamples",
        "method",
        "seed",
        "by",
        "groups",
        "metrics",
        "survival",
    ];
    assert_eq!(keys(&json), top);
    assert_eq!(json["groups"][0]["key"], serde_json::json!(["async", 2]));
    let metric = &json["metrics"][0];
    assert_eq!(
        keys(metric),
        ["name", "unit", "help", "numbers", "pairs", "fits"]
    );
    let line = [
        "group",
        "count",
        "missing",
        "mean",
        "sd",
        "min",
        "q1",
        "median",
        "q3",
        "max",
        "mean_interval",
    ];
    assert_eq!(keys(&metric["numbers"][0]), line);
    assert_eq!(
        keys(&metric["numbers"][0]["mean_interval"]),
        ["low", "high"]
    );
    assert_eq!(
        json["metrics"][3]["shares"][0]["values"][0]["value"],
        Value::Bool(false)
    );
    assert_eq!(metric["fits"][2]["model"], "power-least-squares");
    // Computed again, it is the same to the last bit.
    assert_eq!(
        serde_json::to_string(&made(&everything())).ok(),
        serde_json::to_string(&report).ok()
    );
}

#[test]
fn text_keeps_to_its_width_and_to_its_numbers() {
    let report = made(&everything());
    let wide = report.to_text(400);
    for width in [60, 80, 120] {
        let text = report.to_text(width);
        let tables = text.lines().filter(|line| line.contains("  "));
        for line in tables {
            assert!(line.chars().count() <= width.max(80), "{line}");
        }
        for cell in wide.split_whitespace() {
            assert!(text.contains(cell), "{cell} is broken at width {width}");
        }
        assert!(text.lines().all(|line| line.trim_end() == line));
    }
    assert!(wide.contains("\ntime (s): the simulated time\n"), "{wide}");
    assert!(wide.contains("shift (s)") && wide.contains("intervals: 95 %"));
    // The shares of yes stand for those of no.
    let (_, gathered) = wide
        .split_once("gathered: whether all met\n")
        .expect("the metric");
    let heading: Vec<_> = gathered
        .lines()
        .next()
        .expect("a table")
        .split_whitespace()
        .collect();
    let expected = [
        "kind",
        "swarm.robots",
        "count",
        "missing",
        "yes",
        "interval",
    ];
    assert_eq!(heading, expected);
    assert!(wide.contains("no row has end = terminated\n"));
}
