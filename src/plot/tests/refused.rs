//! What cannot be drawn, and what hardly can.

use super::*;

fn series(times: &[f64], values: &[f64]) -> Chart {
    let run = Run {
        name: "7".into(),
        times: times.to_vec(),
        values: values.to_vec(),
    };
    Chart::Series(Series {
        groups: vec![RunGroup {
            name: String::new(),
            runs: vec![run],
        }],
        time: Axis::new("time (s)"),
        value: Axis::new("value"),
        by: String::new(),
        shape: Shape::Lines,
        after_end: AfterEnd::Leaves,
        many: Many::Bands,
    })
}

fn distribution(form: Form, values: &[f64], log: bool) -> Chart {
    let value = Axis {
        label: "value".into(),
        log,
    };
    let samples = vec![Sample {
        name: "a".into(),
        values: values.to_vec(),
    }];
    Chart::Distribution(Distribution {
        form,
        value,
        by: String::new(),
        samples,
    })
}

fn trajectories(points: &[[f64; 2]]) -> Chart {
    let robot = Robot {
        name: "1".into(),
        points: points.to_vec(),
        faults: Vec::new(),
    };
    let robots = vec![robot];
    Chart::Trajectories(Trajectories {
        x: Axis::new("x"),
        y: Axis::new("y"),
        robots,
        coloured: 8,
    })
}

fn heat(values: &[f64]) -> Chart {
    let cell = |(place, value): (usize, &f64)| Cell {
        x: Level::Number(place as f64),
        y: Level::Text("a".into()),
        value: *value,
    };
    let cells = values.iter().enumerate().map(cell).collect();
    Chart::Heat(Heat {
        x: "x".into(),
        y: "y".into(),
        value: Axis::new("value"),
        cells,
    })
}

fn survival(ended: &[f64]) -> Chart {
    let step = |time: &f64| Step {
        time: *time,
        share: 0.5,
        low: 0.25,
        high: f64::NAN,
    };
    let curve = Curve {
        name: "a".into(),
        steps: ended.iter().map(step).collect(),
        ended: ended.to_vec(),
        censored: Vec::new(),
    };
    Chart::Survival(Survival {
        time: Axis::new("time"),
        share: "share".into(),
        by: String::new(),
        curves: vec![curve],
    })
}

fn scatter(points: &[[f64; 2]], log: bool) -> Chart {
    let cloud = Cloud {
        name: "a".into(),
        points: points.to_vec(),
        fit: None,
    };
    let axis = |label: &str| Axis {
        label: label.into(),
        log,
    };
    let clouds = vec![cloud];
    Chart::Scatter(Scatter {
        x: axis("x"),
        y: axis("y"),
        by: String::new(),
        clouds,
    })
}

/// Charts of all kinds of these values.
fn all(values: &[f64]) -> Vec<Chart> {
    let points: Vec<[f64; 2]> = values.iter().map(|value| [*value, *value]).collect();
    let times: Vec<f64> = (0..values.len()).map(|time| time as f64).collect();
    vec![
        series(&times, values),
        distribution(Form::Box, values, false),
        distribution(Form::Violin, values, false),
        distribution(Form::Ecdf, values, false),
        trajectories(&points),
        heat(values),
        survival(values),
        scatter(&points, false),
    ]
}

#[test]
fn charts_without_values_are_refused_in_words() {
    let words = [
        "no run has a value that can be drawn",
        "no group has a value that can be drawn",
        "no group has a value that can be drawn",
        "no group has a value that can be drawn",
        "no robot has a place that can be drawn",
        "no cell has a value that can be drawn",
        "no curve has a run whose time can be drawn",
        "no point can be drawn",
    ];
    for values in [&[][..], &[f64::NAN, f64::INFINITY][..]] {
        for (chart, words) in all(values).iter().zip(words) {
            let error = svg(chart, &Style::default()).expect_err("nothing to draw");
            assert_eq!(error.to_string(), format!("nothing to draw: {words}"));
            assert!(png(chart, &Style::default(), 1.0).is_err());
        }
    }
    let log = distribution(Form::Box, &[0.0, -1.0], true);
    assert!(matches!(
        svg(&log, &Style::default()),
        Err(PlotError::Empty(_))
    ));
}

#[test]
fn few_equal_and_extreme_values_have_pictures() {
    let samples: [&[f64]; 8] = [
        &[0.0],
        &[3.5],
        &[-2.0, -2.0, -2.0],
        &[1.0, 2.0],
        &[1e300, -1e300],
        &[1e-300, 2e-300],
        &[1e9, 1e9 + 1e-6],
        &[f64::MAX, 1.0, f64::NAN],
    ];
    for values in samples {
        for chart in all(values) {
            let rising = values.windows(2).all(|pair| pair[0] <= pair[1]);
            if matches!(chart, Chart::Survival(_)) && !(rising && values[0] > 0.0) {
                continue;
            }
            let picture = drawn(&chart, &Style::default());
            let valid = Document::parse(&picture).is_ok();
            assert!(
                valid && !picture.contains("NaN") && !picture.contains("inf"),
                "{chart:?}"
            );
        }
    }
}

#[test]
fn what_is_left_out_is_noted() {
    let notes = |chart: &Chart| {
        let picture = drawn(
            chart,
            &Style {
                notes: vec!["Seeds 0 to 9.".into()],
                ..Style::default()
            },
        );
        texts(&Document::parse(&picture).expect("a document"), "notes")
    };
    let chart = series(&[0.0, 1.0, 2.0, f64::NAN], &[1.0, f64::NAN, 2.0, 3.0]);
    let words = "2 values that are no finite numbers are left out.";
    assert_eq!(notes(&chart), ["Seeds 0 to 9.", words]);
    let words = "1 value that is not positive has no place on a logarithmic axis.";
    assert_eq!(
        notes(&scatter(&[[0.0, 1.0], [1.0, 2.0]], true))[1..],
        [words]
    );
    let Chart::Distribution(mut chart) = distribution(Form::Box, &[1.0], false) else {
        panic!("a distribution");
    };
    chart.samples.push(Sample {
        name: "b".into(),
        values: vec![],
    });
    assert_eq!(
        notes(&Chart::Distribution(chart))[1..],
        ["Without values: b."]
    );
    let picture = drawn(
        &trajectories(&[[0.0, 0.0], [1.0, f64::NAN], [2.0, 1.0]]),
        &Style::default(),
    );
    let document = Document::parse(&picture).expect("a document");
    let way = part(&document, "ways", "1").and_then(|part| part.first_element_child());
    let way = way.and_then(|path| path.attribute("d")).expect("a way");
    assert_eq!(way.matches('M').count(), 2, "a gap in the line: {way}");
}

#[test]
fn contradictions_are_refused() {
    let error = svg(&series(&[1.0, 0.0], &[1.0, 2.0]), &Style::default()).expect_err("fallen");
    assert_eq!(
        error.to_string(),
        "the run \"7\" has the time 0 after the time 1"
    );
    let error = svg(&series(&[1.0], &[]), &Style::default()).expect_err("lengths");
    assert_eq!(error.to_string(), "the run \"7\" has 1 times and 0 values");
    let error = svg(&survival(&[2.0, 1.0]), &Style::default()).expect_err("fallen");
    assert_eq!(
        error.to_string(),
        "the curve \"a\" has the time 1 after the time 2"
    );
    let error = svg(&survival(&[-1.0, 1.0]), &Style::default()).expect_err("before 0");
    assert_eq!(
        error.to_string(),
        "the curve \"a\" has the time -1, which is before 0"
    );
}

#[test]
fn impossible_sizes_are_refused() {
    let chart = scatter(&[[1.0, 2.0]], false);
    for (width, height) in [
        (199.0, 300.0),
        (300.0, 149.0),
        (1e5, 300.0),
        (f64::NAN, 300.0),
    ] {
        let style = Style {
            width,
            height,
            ..Style::default()
        };
        assert!(
            matches!(svg(&chart, &style), Err(PlotError::Size(_, _))),
            "{width} × {height}"
        );
    }
    let notes = vec!["A note.".to_owned(); 20];
    let style = Style {
        notes,
        height: 300.0,
        ..Style::default()
    };
    let error = svg(&chart, &style).expect_err("no room");
    let words = "in 800 × 300 pixels the labels leave no room for the data; a larger picture does";
    assert_eq!(error.to_string(), words);
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-6, 1e3] {
        let error = png(&chart, &Style::default(), scale).expect_err("no image");
        assert!(matches!(error, PlotError::Scale(_)), "{scale}");
    }
}
