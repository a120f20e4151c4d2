//! Every statistic against values computed by numpy and scipy: `tests/data/stats/reference.py`.

use std::ops::ControlFlow;

use serde_json::Value;

use super::bootstrap::{Bootstrap, Method, mean_interval};
use super::compare::{Law, centre, holm, mann_whitney, shift, wilcoxon};
use super::describe::{Sample, quantile};
use super::distributions::{
    chi_squared_tail, normal_cdf, normal_tail, normal_width, student_width,
};
use super::fit::{Coefficient, Model, fit};
use super::logrank::logrank;
use super::proportion::wilson;
use super::survival::{Lifetime, kaplan_meier};

fn reference(part: &str) -> Value {
    let text = include_str!("../../tests/data/stats/reference.json");
    let mut all: Value = serde_json::from_str(text).unwrap();
    all[part].take()
}

/// The cases of a part that is a list.
fn cases(part: &str) -> Vec<Value> {
    let Value::Array(cases) = reference(part) else {
        panic!("{part} is no list")
    };
    assert!(!cases.is_empty());
    cases
}

/// The cases of a part that have names.
fn named(part: &str) -> Vec<(String, Value)> {
    let Value::Object(cases) = reference(part) else {
        panic!("{part} is no table")
    };
    assert!(!cases.is_empty());
    cases.into_iter().collect()
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

fn count(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

#[track_caller]
fn close(found: f64, expected: &Value, what: &str) {
    let expected = number(expected);
    let allowed = 1e-9 * expected.abs().max(found.abs()).max(1.0);
    assert!(
        (found - expected).abs() <= allowed,
        "{what}: {found} for {expected}"
    );
}

/// Both missing, or close.
#[track_caller]
fn close_or_none(found: Option<f64>, expected: &Value, what: &str) {
    match found {
        Some(found) => close(found, expected, what),
        None => assert!(expected.is_null(), "{what}: nothing for {expected}"),
    }
}

fn go_on(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn distributions() {
    let all = reference("distributions");
    let rows = |part: &str| all[part].as_array().unwrap().clone();
    for row in rows("student") {
        let found = student_width(number(&row[0]), number(&row[1]));
        close(found, &row[2], &format!("Student {row}"));
    }
    for row in rows("normal") {
        close(
            normal_width(number(&row[0])),
            &row[1],
            "the normal quantile",
        );
    }
    for row in rows("tails") {
        let z = number(&row[0]);
        close(normal_tail(z), &row[1], "the normal tail");
        close(1.0 - normal_cdf(z), &row[1], "the normal law");
    }
    for row in rows("chi") {
        let found = chi_squared_tail(number(&row[0]), count(&row[1]));
        close(found, &row[2], &format!("chi-squared {row}"));
    }
    assert_eq!(student_width(0.95, 0.0), f64::INFINITY);
}

#[test]
fn descriptions() {
    for (name, case) in named("describe") {
        let sample = Sample::new(numbers(&case["values"]).into_iter().map(Some));
        let found = sample.describe();
        assert_eq!((found.count, found.missing), (count(&case["count"]), 0));
        close_or_none(found.mean, &case["mean"], &name);
        close_or_none(found.sd, &case["sd"], &name);
        close_or_none(found.min, &case["min"], &name);
        close_or_none(found.q1, &case["q1"], &name);
        close_or_none(found.median, &case["median"], &name);
        close_or_none(found.q3, &case["q3"], &name);
        close_or_none(found.max, &case["max"], &name);
        for pair in case["quantiles"].as_array().unwrap() {
            let found = quantile(sample.sorted(), number(&pair[0])).unwrap();
            assert_eq!(
                found.to_bits(),
                number(&pair[1]).to_bits(),
                "{name}: {pair}"
            );
        }
    }
}

#[test]
fn bootstraps() {
    let samples = reference("describe");
    let mut corrected = 0;
    for case in cases("bootstrap") {
        let name = case["sample"].as_str().unwrap();
        let method = match case["method"].as_str().unwrap() {
            "BCa" => Method::Bca,
            _ => Method::Percentile,
        };
        corrected += usize::from(method == Method::Bca);
        let with = Bootstrap {
            resamples: count(&case["resamples"]) as u32,
            confidence: number(&case["confidence"]),
            seed: case["seed"].as_u64().unwrap(),
            method,
        };
        let values = numbers(&samples[name]["values"]);
        let found = mean_interval(&values, &with, &mut go_on).unwrap().unwrap();
        let what = format!("{name}, {with:?}");
        close(found.low, &case["low"], &what);
        close(found.high, &case["high"], &what);
    }
    assert!(corrected > 15, "{corrected}");
    let usual = Bootstrap::default();
    assert_eq!((usual.resamples, usual.seed), (2000, 1979));
}

#[test]
fn proportions() {
    for case in cases("wilson") {
        let (k, n) = (count(&case["count"]), count(&case["of"]));
        let found = wilson(k, n, number(&case["confidence"])).unwrap().unwrap();
        close(found.share, &case["share"], "share");
        close(found.interval.low, &case["low"], &format!("{case}"));
        close(found.interval.high, &case["high"], &format!("{case}"));
    }
}

fn lives(case: &Value) -> Vec<Lifetime> {
    let one = |one: &Value| Lifetime {
        time: number(&one[0]),
        observed: one[1].as_bool().unwrap(),
    };
    case["lives"].as_array().unwrap().iter().map(one).collect()
}

#[test]
fn survival_curves() {
    for (name, case) in named("kaplan_meier") {
        let confidence = number(&case["confidence"]);
        let lives = lives(&case);
        let curve = kaplan_meier(&lives, confidence).unwrap().unwrap();
        assert_eq!(
            (curve.subjects, curve.events),
            (lives.len(), count(&case["events"]))
        );
        let steps = case["steps"].as_array().unwrap();
        assert_eq!(curve.steps.len(), steps.len(), "{name}");
        for (found, step) in curve.steps.iter().zip(steps) {
            let what = format!("{name} at {}", found.time);
            assert_eq!(found.time, number(&step["time"]));
            assert_eq!(found.at_risk, count(&step["at_risk"]), "{what}");
            assert_eq!(found.events, count(&step["events"]), "{what}");
            close(found.survival, &step["survival"], &what);
            close_or_none(found.error, &step["error"], &what);
            close_or_none(found.interval.map(|limits| limits.low), &step["low"], &what);
            close_or_none(
                found.interval.map(|limits| limits.high),
                &step["high"],
                &what,
            );
            assert_eq!(curve.at(found.time), found.survival);
        }
        close_or_none(curve.median, &case["median"], &name);
        close_or_none(curve.median_low, &case["median_low"], &name);
        close_or_none(curve.median_high, &case["median_high"], &name);
        for mean in case["means"].as_array().unwrap() {
            let found = curve
                .restricted_mean(number(&mean["asked"]), confidence)
                .unwrap();
            close(found.horizon, &mean["horizon"], &name);
            close(found.mean, &mean["mean"], &name);
            close(found.error, &mean["error"], &name);
            close(found.interval.low, &mean["low"], &name);
            close(found.interval.high, &mean["high"], &name);
        }
    }
}

#[test]
fn logrank_tests() {
    let samples = reference("kaplan_meier");
    for case in cases("logrank") {
        let names = case["groups"].as_array().unwrap();
        let groups: Vec<_> = names
            .iter()
            .map(|name| lives(&samples[name.as_str().unwrap()]))
            .collect();
        let groups: Vec<&[Lifetime]> = groups.iter().map(Vec::as_slice).collect();
        let found = logrank(&groups).unwrap().unwrap();
        let what = format!("{names:?}");
        close(found.statistic, &case["statistic"], &what);
        assert_eq!(found.degrees, count(&case["degrees"]), "{what}");
        close(found.p, &case["p"], &what);
        for place in 0..groups.len() {
            close(
                found.observed[place] as f64,
                &case["observed"][place],
                &what,
            );
            close(found.expected[place], &case["expected"][place], &what);
        }
    }
}

fn law(case: &Value) -> Law {
    if case["exact"].as_bool().unwrap() {
        Law::Exact
    } else {
        Law::Normal
    }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[test]
fn two_samples() {
    for case in cases("two_samples") {
        let (first, second) = (numbers(&case["first"]), numbers(&case["second"]));
        let found = mann_whitney(&first, &second).unwrap();
        let what = format!("{} and {} values", first.len(), second.len());
        assert_eq!(found.law, law(&case), "{what}");
        close(found.u, &case["u"], &what);
        close(found.p, &case["p"], &what);
        close(found.delta, &case["delta"], &what);
        close(found.a12, &case["a12"], &what);
        close_or_none(
            shift(&sorted(&first), &sorted(&second)),
            &case["shift"],
            &what,
        );
    }
}

#[test]
fn signed_ranks() {
    for case in cases("signed_ranks") {
        let differences = numbers(&case["differences"]);
        let found = wilcoxon(&differences).unwrap();
        let what = format!("{} differences", differences.len());
        assert_eq!(found.law, law(&case), "{what}");
        assert_eq!(found.ranked, count(&case["ranked"]), "{what}");
        close(found.statistic, &case["statistic"], &what);
        close(found.p, &case["p"], &what);
        close(found.rank_biserial, &case["rank_biserial"], &what);
        close_or_none(centre(&sorted(&differences)), &case["centre"], &what);
    }
}

#[test]
fn corrections() {
    for case in cases("holm") {
        let adjusted = holm(&numbers(&case["p"]));
        assert_eq!(adjusted.len(), case["adjusted"].as_array().unwrap().len());
        for (place, found) in adjusted.into_iter().enumerate() {
            close(found, &case["adjusted"][place], "Holm");
        }
    }
}

fn coefficient(found: Coefficient, ends: &Value, error: &Value, what: &str) {
    close(found.estimate, &ends[0], what);
    close(found.interval.low, &ends[1], what);
    close(found.interval.high, &ends[2], what);
    close(found.error, error, what);
}

#[test]
fn fits() {
    let mut points = Vec::new();
    for case in cases("fits") {
        if let Some(own) = case["points"].as_array() {
            points = own
                .iter()
                .map(|point| (number(&point[0]), number(&point[1])))
                .collect();
        }
        for model in Model::ALL {
            let found = fit(model, &points, number(&case["confidence"])).unwrap();
            let expected = &case[model.word()];
            let what = format!("{} by {}", case["name"], model.word());
            assert_eq!(found.points, points.len());
            coefficient(
                found.a,
                &expected["a"],
                &expected["a_error"],
                &format!("{what}, a"),
            );
            coefficient(
                found.b,
                &expected["b"],
                &expected["b_error"],
                &format!("{what}, b"),
            );
            close_or_none(found.r_squared, &expected["r_squared"], &what);
            close(found.residual_error, &expected["residual_error"], &what);
            close_or_none(found.aic, &expected["aic"], &what);
        }
    }
}
