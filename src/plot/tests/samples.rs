//! The charts that the stored pictures show: data drawn from dice with fixed seeds.

use crate::dice::{Draw, Numpy};
use crate::math;
use crate::plot::*;

/// The charts by the names of their pictures.
pub(super) fn all() -> Vec<(&'static str, Chart, Style)> {
    vec![
        (
            "trajectories",
            trajectories(),
            style("Gathering of twelve robots", 720.0, 520.0),
        ),
        (
            "series",
            series(),
            style("Diameter of the swarm under three schedulers", 800.0, 460.0),
        ),
        (
            "series-dark",
            each(),
            Style {
                dark: true,
                ..style("Ten runs", 800.0, 420.0)
            },
        ),
        (
            "box",
            distribution(Form::Box),
            style("Events until the end", 760.0, 460.0),
        ),
        (
            "violin",
            distribution(Form::Violin),
            style("Events until the end", 760.0, 460.0),
        ),
        (
            "ecdf",
            distribution(Form::Ecdf),
            style("Events until the end", 760.0, 440.0),
        ),
        (
            "heat",
            heat(),
            style("Byzantine robots that Gathering tolerates", 760.0, 460.0),
        ),
        (
            "survival",
            survival(),
            style("Time until all robots have gathered", 800.0, 520.0),
        ),
        (
            "scatter",
            scatter(),
            style("Epochs against the size of the swarm", 800.0, 480.0),
        ),
    ]
}

fn style(title: &str, width: f64, height: f64) -> Style {
    Style {
        title: Some(title.into()),
        width,
        height,
        ..Style::default()
    }
}

pub(super) fn trajectories() -> Chart {
    let mut dice = Numpy::from_seed(1);
    let robots = (0..12).map(|id| {
        let (mut x, mut y) = (dice.uniform(-10.0, 10.0), dice.uniform(-6.0, 6.0));
        let mut points = vec![[x, y]];
        for _ in 0..14 {
            let share = dice.uniform(0.05, 0.35);
            x += share * (1.0 - x) + dice.uniform(-0.25, 0.25);
            y += share * (-0.5 - y) + dice.uniform(-0.25, 0.25);
            points.push([x, y]);
        }
        let faults = if id == 3 { vec![points[6]] } else { Vec::new() };
        let name = format!("robot {id}");
        Robot {
            name,
            points,
            faults,
        }
    });
    Chart::Trajectories(Trajectories {
        robots: robots.collect(),
        x: Axis::new("x (m)"),
        y: Axis::new("y (m)"),
        coloured: 6,
    })
}

/// A run whose value falls to zero about as fast as `rate` says.
fn falling(dice: &mut Numpy, name: String, rate: f64) -> Run {
    let (mut time, mut value) = (0.0, dice.uniform(14.0, 22.0));
    let mut run = Run {
        name,
        times: vec![0.0],
        values: vec![value],
    };
    while value > 0.05 {
        time += dice.uniform(1.0, 6.0);
        value *= 1.0 - rate * dice.uniform(0.0, 1.0);
        run.times.push(time);
        run.values.push(value);
    }
    run
}

fn series() -> Chart {
    let mut dice = Numpy::from_seed(2);
    let groups = [
        ("asynchronous", 0.10),
        ("semi-synchronous", 0.17),
        ("synchronous", 0.34),
    ];
    let groups = groups.into_iter().map(|(name, rate)| RunGroup {
        name: name.into(),
        runs: (0..25)
            .map(|seed| falling(&mut dice, seed.to_string(), rate))
            .collect(),
    });
    Chart::Series(Series {
        groups: groups.collect(),
        time: Axis::new("time (s)"),
        value: Axis::new("diameter (m)"),
        by: "scheduler".into(),
        shape: Shape::Steps,
        after_end: AfterEnd::Holds,
        many: Many::Bands,
    })
}

fn each() -> Chart {
    let mut dice = Numpy::from_seed(3);
    let mut run = |rate, count: u32| -> Vec<Run> {
        (0..count)
            .map(|seed| falling(&mut dice, seed.to_string(), rate))
            .collect()
    };
    let groups = vec![
        RunGroup {
            name: "n = 8".into(),
            runs: run(0.2, 5),
        },
        RunGroup {
            name: "n = 16".into(),
            runs: run(0.1, 5),
        },
    ];
    Chart::Series(Series {
        groups,
        time: Axis::new("time (s)"),
        value: Axis::new("diameter (m)").log(),
        by: String::new(),
        shape: Shape::Lines,
        after_end: AfterEnd::Leaves,
        many: Many::Each,
    })
}

/// A draw whose logarithm is bell-shaped (the sum of twelve evenly distributed draws).
fn skewed(dice: &mut Numpy, middle: f64, spread: f64) -> f64 {
    let bell: f64 = (0..12).map(|_| dice.uniform(-0.5, 0.5)).sum();
    middle * math::exp(spread * bell)
}

fn distribution(form: Form) -> Chart {
    let mut dice = Numpy::from_seed(4);
    let samples = [4.0, 8.0, 16.0, 32.0, 64.0].map(|robots: f64| Sample {
        name: robots.to_string(),
        values: (0..80)
            .map(|_| skewed(&mut dice, 30.0 * robots, 0.45).round())
            .collect(),
    });
    let mut samples = samples.to_vec();
    samples[2].values.push(f64::NAN);
    samples[4].values.truncate(60);
    samples.reverse();
    Chart::Distribution(Distribution {
        samples,
        form,
        value: Axis::new("events").log(),
        by: "robots".into(),
    })
}

fn heat() -> Chart {
    let mut cells = Vec::new();
    for robots in [4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0_f64] {
        for byzantine in 0..6_i32 {
            let share = f64::from(byzantine) / robots;
            cells.push(Cell {
                x: Level::Number(robots),
                y: Level::Number(f64::from(byzantine)),
                value: if share >= 0.75 {
                    f64::NAN
                } else {
                    1.0 / (1.0 + math::pow(share / 0.3, 4.0))
                },
            });
        }
    }
    Chart::Heat(Heat {
        x: "robots".into(),
        y: "Byzantine robots".into(),
        value: Axis::new("share of runs that gather"),
        cells,
    })
}

fn survival() -> Chart {
    let mut dice = Numpy::from_seed(5);
    let curves = [("asynchronous", 70.0), ("semi-synchronous", 35.0)];
    let curves = curves.into_iter().map(|(name, middle)| {
        let mut runs: Vec<(f64, bool)> = (0..60)
            .map(|_| {
                let (end, cut) = (skewed(&mut dice, middle, 0.6), dice.uniform(20.0, 260.0));
                (end.min(cut).min(150.0), end <= cut.min(150.0))
            })
            .collect();
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        kaplan_meier(name, &runs)
    });
    Chart::Survival(Survival {
        curves: curves.collect(),
        time: Axis::new("time (s)"),
        share: "share of runs not gathered".into(),
        by: "scheduler".into(),
    })
}

/// The estimate of Kaplan and Meier with Greenwood's variance, of runs sorted by their times, each
/// with whether it ended.
fn kaplan_meier(name: &str, runs: &[(f64, bool)]) -> Curve {
    let mut curve = Curve {
        name: name.into(),
        ..Curve::default()
    };
    let (mut share, mut sum) = (1.0, 0.0);
    for (place, (time, ended)) in runs.iter().enumerate() {
        if !ended {
            curve.censored.push(*time);
            continue;
        }
        let at_risk = (runs.len() - place) as f64;
        share *= 1.0 - 1.0 / at_risk;
        sum += if at_risk > 1.0 {
            1.0 / (at_risk * (at_risk - 1.0))
        } else {
            0.0
        };
        let half = 1.96 * share * f64::sqrt(sum);
        let (low, high) = ((share - half).max(0.0), (share + half).min(1.0));
        curve.steps.push(Step {
            time: *time,
            share,
            low,
            high,
        });
        curve.ended.push(*time);
    }
    curve
}

fn scatter() -> Chart {
    let mut dice = Numpy::from_seed(6);
    let groups = [("asynchronous", 3.1, 9.5), ("synchronous", 2.0, 2.6)];
    let clouds = groups.into_iter().map(|(name, start, slope)| {
        let sizes = [4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];
        let mut point = |n: f64| {
            let value = start + slope * math::ln(n);
            [n, value * skewed(&mut dice, 1.0, 0.12)]
        };
        let points = sizes.iter().flat_map(|n| [*n; 6]).map(&mut point).collect();
        let fit = Fit::sampled(format!("{start} + {slope} ln n"), [4.0, 256.0], true, |n| {
            let value = start + slope * math::ln(n);
            [0.94 * value - 0.8, value, 1.06 * value + 0.8]
        });
        Cloud {
            name: name.into(),
            points,
            fit: Some(fit),
        }
    });
    Chart::Scatter(Scatter {
        clouds: clouds.collect(),
        x: Axis::new("robots").log(),
        y: Axis::new("epochs"),
        by: "scheduler".into(),
    })
}
