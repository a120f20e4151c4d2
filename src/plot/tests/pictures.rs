//! What the pictures show.

use std::fmt::Write;

use super::*;
use crate::plot::font::Font;

/// The stored pictures by their names. With `FORMICARY_BLESS=1` they are written anew.
const STORED: [(&str, &str); 9] = [
    (
        "trajectories",
        include_str!("../../../tests/data/plot/trajectories.svg"),
    ),
    (
        "series",
        include_str!("../../../tests/data/plot/series.svg"),
    ),
    (
        "series-dark",
        include_str!("../../../tests/data/plot/series-dark.svg"),
    ),
    ("box", include_str!("../../../tests/data/plot/box.svg")),
    (
        "violin",
        include_str!("../../../tests/data/plot/violin.svg"),
    ),
    ("ecdf", include_str!("../../../tests/data/plot/ecdf.svg")),
    ("heat", include_str!("../../../tests/data/plot/heat.svg")),
    (
        "survival",
        include_str!("../../../tests/data/plot/survival.svg"),
    ),
    (
        "scatter",
        include_str!("../../../tests/data/plot/scatter.svg"),
    ),
];

/// How far, in pixels, a coordinate may be from that of a stored picture.
const TOLERANCE: f64 = 0.5;

/// The attributes that are numbers, or contain them.
const MEASURES: [&str; 9] = [
    "x",
    "y",
    "cx",
    "cy",
    "r",
    "width",
    "height",
    "d",
    "transform",
];

#[test]
fn pictures_have_the_structure_of_the_stored_ones() {
    let bless = std::env::var_os("FORMICARY_BLESS").is_some_and(|value| value == "1");
    for (name, chart, style) in samples::all() {
        let picture = drawn(&chart, &style);
        if bless {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/plot");
            std::fs::write(format!("{folder}/{name}.svg"), &picture).expect("a written picture");
            continue;
        }
        let (_, stored) = STORED.iter().find(|(other, _)| *other == name).expect(name);
        let [stored, picture] =
            [stored, picture.as_str()].map(|text| Document::parse(text).expect("a document"));
        let how = "(if the change is meant: look at it, and FORMICARY_BLESS=1 cargo test plot)";
        if let Err(difference) = compare(stored.root_element(), picture.root_element(), name) {
            panic!("{difference} {how}");
        }
    }
}

/// Compares two elements and all that is in them.
fn compare(stored: Node<'_, '_>, drawn: Node<'_, '_>, place: &str) -> Result<(), String> {
    let name = stored.tag_name().name();
    if name != drawn.tag_name().name() {
        return Err(format!(
            "{place}: {name} has become {}.",
            drawn.tag_name().name()
        ));
    }
    let mut place = format!("{place}/{name}");
    if let Some(id) = stored.attribute("id").or(stored.attribute("data-name")) {
        let _ = write!(place, "[{id}]");
    }
    for attribute in stored.attributes() {
        let (key, value) = (attribute.name(), attribute.value());
        let found = drawn.attribute(key);
        let close = MEASURES.contains(&key) && {
            let [old, new] = [stored, drawn].map(|node| numbers(node, key));
            old.len() == new.len()
                && old
                    .iter()
                    .zip(&new)
                    .all(|(old, new)| (old - new).abs() <= TOLERANCE)
        };
        if !close && found != Some(value) {
            return Err(format!("{place}: {key} {value:?} has become {found:?}."));
        }
    }
    if stored.attributes().len() != drawn.attributes().len() {
        return Err(format!("{place}: there are other attributes."));
    }
    let words = |node: Node<'_, '_>| node.text().unwrap_or("").trim().to_owned();
    if words(stored) != words(drawn) {
        return Err(format!(
            "{place}: {:?} has become {:?}.",
            words(stored),
            words(drawn)
        ));
    }
    let [old, new] =
        [stored, drawn].map(|node| node.children().filter(Node::is_element).collect::<Vec<_>>());
    if old.len() != new.len() {
        return Err(format!(
            "{place}: {} elements have become {}.",
            old.len(),
            new.len()
        ));
    }
    old.into_iter()
        .zip(new)
        .try_for_each(|(old, new)| compare(old, new, &place))
}

#[test]
fn differences_are_found() {
    let one = "<svg><g id=\"a\"><path d=\"M1 2L3 4\"/><text>x</text></g></svg>";
    let against = |other: &str| {
        let [one, other] = [one, other].map(|text| Document::parse(text).expect("a document"));
        compare(one.root_element(), other.root_element(), "p")
            .err()
            .unwrap_or_default()
    };
    assert_eq!(against(&one.replace("3 4", "3.2 4")), "");
    let moved = against(&one.replace("3 4", "3.6 4"));
    assert!(moved.starts_with("p/svg/g[a]/path: d"), "{moved}");
    assert!(against(&one.replace("L3 4", "")).contains("d \"M1 2L3 4\""));
    assert!(against(&one.replace(">x<", ">y<")).contains("\"x\" has become \"y\""));
    assert!(against(&one.replace("<text>x</text>", "")).contains("2 elements have become 1"));
    assert!(against(&one.replace("text", "tspan")).contains("text has become tspan"));
    assert!(against(&one.replace("<text>", "<text x=\"1\">")).contains("other attributes"));
}

/// Where a text stands: its left, right, top and bottom, roughly for turned ones.
fn extent(font: &Font, node: Node<'_, '_>) -> [f64; 4] {
    let one = |name| numbers(node, name)[0];
    let (x, y, size) = (one("x"), one("y"), one("font-size"));
    let width = font.width(node.text().expect("words"), size);
    let back = match node.attribute("text-anchor") {
        None => 0.0,
        Some("middle") => width / 2.0,
        Some("end") => width,
        Some(other) => panic!("{other}"),
    };
    let turn = numbers(node, "transform")
        .first()
        .copied()
        .unwrap_or(0.0)
        .to_radians();
    let corners = [
        [-back, -0.75 * size],
        [width - back, -0.75 * size],
        [-back, 0.2 * size],
        [width - back, 0.2 * size],
    ];
    let turned = corners.map(|[dx, dy]| {
        let (sin, cos) = (crate::math::sin(turn), crate::math::cos(turn));
        [x + dx * cos - dy * sin, y + dx * sin + dy * cos]
    });
    let ends = |axis: usize| {
        let values = turned.map(|corner| corner[axis]);
        (
            values.iter().copied().fold(f64::MAX, f64::min),
            values.into_iter().fold(f64::MIN, f64::max),
        )
    };
    let ((left, right), (top, bottom)) = (ends(0), ends(1));
    [left, right, top, bottom]
}

/// What every picture keeps: its texts are inside of it and do not overlap, and the legend stands to the right of the data.
fn check(name: &str, picture: &str, style: &Style) {
    let document = Document::parse(picture).expect("a document");
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"), "{name}");
    for (tag, id) in [("title", "title"), ("desc", "desc")] {
        let node = root
            .children()
            .find(|node| node.has_tag_name(tag))
            .expect(tag);
        assert_eq!(node.attribute("id"), Some(id), "{name}");
        assert!(!node.text().unwrap_or("").is_empty(), "{name}: {tag}");
    }
    let ids: Vec<&str> = root
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    for (place, id) in ids.iter().enumerate() {
        assert!(!ids[..place].contains(id), "{name}: {id} twice");
    }
    let font = Font::new();
    let all = root.descendants().filter(|node| node.has_tag_name("text"));
    for node in all.clone() {
        let [left, right, top, bottom] = extent(&font, node);
        let inside = left >= 0.0 && top >= 0.0 && right <= style.width && bottom <= style.height;
        assert!(
            inside,
            "{name}: {:?} at {left} to {right}, {top} to {bottom}",
            node.text()
        );
    }
    // The extents of slanted texts say nothing, as such texts overlap only slantwise.
    let slanted = |node: &Node<'_, '_>| {
        let turn = node.attribute("transform");
        turn.is_some_and(|turn| !turn.starts_with("rotate(-90 "))
    };
    let straight = all.filter(|node| !slanted(node));
    let extents: Vec<_> = straight
        .map(|node| (node.text(), extent(&font, node)))
        .collect();
    for (place, (words, one)) in extents.iter().enumerate() {
        for (others, other) in &extents[place + 1..] {
            let beside = one[1] <= other[0] || other[1] <= one[0];
            let above = one[3] <= other[2] || other[3] <= one[2];
            assert!(beside || above, "{name}: {words:?} is over {others:?}");
        }
    }
    let axis = part(&document, "axis-x", "line")
        .expect("an axis")
        .first_element_child();
    let right = numbers(axis.expect("its line"), "d")[2];
    for node in layer(&document, "legend")
        .into_iter()
        .flat_map(|layer| layer.descendants())
    {
        for (key, every) in [("x", 2), ("cx", 2), ("d", 2)] {
            let numbers = numbers(node, key);
            let least = numbers
                .iter()
                .step_by(every)
                .copied()
                .fold(f64::MAX, f64::min);
            assert!(least > right, "{name}: the legend is over the data");
        }
    }
    assert!(
        !picture.contains("NaN") && !picture.contains("inf"),
        "{name}"
    );
}

#[test]
fn pictures_keep_the_rules() {
    for (name, chart, style) in samples::all() {
        for (width, height) in [
            (style.width, style.height),
            (420.0, 330.0),
            (1600.0, 1000.0),
        ] {
            for dark in [false, true] {
                let style = Style {
                    width,
                    height,
                    dark,
                    ..style.clone()
                };
                let picture = drawn(&chart, &style);
                check(name, &picture, &style);
                assert_eq!(picture, drawn(&chart, &style), "the same bytes again");
            }
        }
    }
}

#[test]
fn layers_and_axes_are_named() {
    let expected: [(&str, &[&str], &str, &str); 9] = [
        (
            "trajectories",
            &["ways", "marks", "faults"],
            "x (m)",
            "y (m)",
        ),
        ("series", &["bands", "lines"], "time (s)", "diameter (m)"),
        (
            "series-dark",
            &["bands", "lines"],
            "time (s)",
            "diameter (m)",
        ),
        ("box", &["boxes", "outliers"], "robots", "events"),
        ("violin", &["violins", "boxes"], "robots", "events"),
        ("ecdf", &["lines"], "events", "share of values up to this"),
        (
            "heat",
            &["cells", "missing", "values"],
            "robots",
            "Byzantine robots",
        ),
        (
            "survival",
            &["bands", "lines", "censored", "at-risk"],
            "time (s)",
            "share of runs not gathered",
        ),
        ("scatter", &["bands", "lines", "points"], "robots", "epochs"),
    ];
    for ((name, chart, style), (same, layers, x, y)) in samples::all().iter().zip(expected) {
        assert_eq!(*name, same);
        let picture = drawn(chart, style);
        let document = Document::parse(&picture).expect("a document");
        for class in layers
            .iter()
            .chain(&["grid", "axis-x", "axis-y", "heading"])
        {
            assert!(layer(&document, class).is_some(), "{name}: {class}");
        }
        for (class, label) in [("axis-x", x), ("axis-y", y)] {
            let part = part(&document, class, "label").expect("a label");
            let words = part.first_element_child().and_then(|node| node.text());
            assert_eq!(words, Some(label), "{name}");
        }
        assert_eq!(
            texts(&document, "heading"),
            [style.title.clone().expect("a title")]
        );
    }
}

#[test]
fn legends_name_what_is_there_and_nothing_else() {
    let legend = |chart: &Chart| {
        let picture = drawn(chart, &Style::default());
        texts(&Document::parse(&picture).expect("a document"), "legend")
    };
    let Chart::Trajectories(mut ways) = samples::trajectories() else {
        panic!("trajectories");
    };
    let all = legend(&Chart::Trajectories(ways.clone()));
    assert_eq!(
        all[5..],
        ["robot 5", "6 other robots", "start", "end", "fault"]
    );
    ways.robots.truncate(3);
    let few = legend(&Chart::Trajectories(ways.clone()));
    assert_eq!(few, ["robot 0", "robot 1", "robot 2", "start", "end"]);
    ways.coloured = 0;
    assert_eq!(
        legend(&Chart::Trajectories(ways)),
        ["3 robots", "start", "end"]
    );
    let run = |name: &str, runs: usize| RunGroup {
        name: name.into(),
        runs: vec![
            Run {
                name: String::new(),
                times: vec![0.0, 1.0],
                values: vec![1.0, 2.0]
            };
            runs
        ],
    };
    let series = |groups| {
        Chart::Series(Series {
            groups,
            time: Axis::new("time"),
            value: Axis::new("value"),
            by: "n".into(),
            shape: Shape::Steps,
            after_end: AfterEnd::Holds,
            many: Many::Bands,
        })
    };
    assert!(legend(&series(vec![run("", 1)])).is_empty());
    let bands = ["median", "quartiles", "5 % to 95 %"];
    assert_eq!(legend(&series(vec![run("", 3)])), bands);
    assert_eq!(
        legend(&series(vec![run("10", 1), run("9", 1)])),
        ["n", "9", "10"]
    );
    let many = (0..60).map(|place| run(&place.to_string(), 1)).collect();
    let many = legend(&series(many));
    let (last, shown) = many.split_last().expect("entries");
    assert_eq!(*last, format!("… and {} more", 61 - shown.len()));
}

#[test]
fn units_are_equally_long_in_both_directions() {
    for (width, height) in [(720.0, 520.0), (1400.0, 400.0), (400.0, 900.0)] {
        let style = Style {
            width,
            height,
            ..Style::default()
        };
        let picture = drawn(&samples::trajectories(), &style);
        check("trajectories", &picture, &style);
        let document = Document::parse(&picture).expect("a document");
        let unit = |class: &str, axis: usize| {
            let ticks = part(&document, class, "ticks").expect("ticks");
            let places = ticks.children().filter(|node| node.has_tag_name("path"));
            let places: Vec<f64> = places.map(|node| numbers(node, "d")[axis]).collect();
            let labels = ticks
                .children()
                .filter_map(|node| node.text())
                .map(str::trim);
            let labels = labels.filter(|label| !label.is_empty());
            let values: Vec<f64> = labels
                .map(|label| label.replace('−', "-").parse().expect("a number"))
                .collect();
            let last = values.len() - 1;
            ((places[last] - places[0]) / (values[last] - values[0])).abs()
        };
        let (x, y) = (unit("axis-x", 0), unit("axis-y", 1));
        // Ticks stand on whole pixels, which is up to a pixel of their distance.
        assert!((x / y - 1.0).abs() < 0.02, "{width} × {height}: {x} {y}");
    }
}

#[test]
fn survival_counts_the_runs_at_risk() {
    let curve = Curve {
        name: "a".into(),
        steps: vec![Step {
            time: 20.0,
            share: 0.5,
            low: f64::NAN,
            high: f64::NAN,
        }],
        ended: vec![20.0],
        censored: vec![40.0],
    };
    let survival = |curves| {
        let time = Axis::new("time");
        Chart::Survival(Survival {
            time,
            share: "share".into(),
            by: String::new(),
            curves,
        })
    };
    let picture = drawn(&survival(vec![curve.clone()]), &Style::default());
    let document = Document::parse(&picture).expect("a document");
    let table = texts(&document, "at-risk");
    let ticks = part(&document, "axis-x", "ticks").expect("ticks");
    let ticks = ticks.children().filter(|node| node.has_tag_name("text"));
    let times: Vec<f64> = ticks
        .map(|node| node.text().unwrap().parse().unwrap())
        .collect();
    let counts = times
        .iter()
        .map(|time| if *time <= 20.0 { "2" } else { "1" });
    let expected: Vec<&str> = ["runs at risk", "a"].into_iter().chain(counts).collect();
    assert!(times.contains(&20.0) && times.contains(&40.0), "{times:?}");
    assert_eq!(table, expected);
    assert_eq!(
        texts(&document, "legend"),
        ["a", "cut short"],
        "no interval, none in the legend"
    );
    let nameless = drawn(
        &survival(vec![Curve {
            name: String::new(),
            ..curve
        }]),
        &Style::default(),
    );
    let document = Document::parse(&nameless).expect("a document");
    assert_eq!(texts(&document, "at-risk")[0], "runs at risk");
}

#[test]
fn names_are_shortened_and_escaped() {
    let sample = |name: &str| Sample {
        name: name.into(),
        values: vec![1.0, 2.0, 4.0],
    };
    let long = "controllers/<b>gathering & scattering</b>/a-very-long-name-of-a-variant-number-";
    let samples: Vec<Sample> = (0..12)
        .map(|place| sample(&format!("{long}{place}")))
        .collect();
    for form in [Form::Box, Form::Violin, Form::Ecdf] {
        let chart = Chart::Distribution(Distribution {
            samples: samples.clone(),
            form,
            value: Axis::new("a < b & \"c\""),
            by: long.into(),
        });
        let style = Style {
            title: Some(long.repeat(3)),
            ..Style::default()
        };
        let picture = drawn(&chart, &style);
        check("long names", &picture, &style);
        let document = Document::parse(&picture).expect("a document");
        let title = texts(&document, "heading");
        assert_eq!(title.len(), 2, "{title:?}");
        assert!(
            title[0].starts_with("controllers/<b>") && title[1].contains('…'),
            "{title:?}"
        );
    }
}

#[test]
fn images_have_their_size_and_something_on_them() {
    let style = Style {
        width: 400.0,
        height: 300.0,
        ..Style::default()
    };
    for scale in [0.5, 1.0] {
        for dark in [false, true] {
            let style = Style {
                dark,
                ..style.clone()
            };
            let image = png(&samples::trajectories(), &style, scale).expect("an image");
            let decoder = ::png::Decoder::new(std::io::Cursor::new(&image));
            let mut reader = decoder.read_info().expect("a PNG");
            let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
            let info = reader.next_frame(&mut pixels).expect("pixels");
            let size = [400.0 * scale, 300.0 * scale].map(|length| length as u32);
            assert_eq!([info.width, info.height], size);
            let ground = if dark {
                [0x15, 0x19, 0x1f, 255]
            } else {
                [255; 4]
            };
            let inked = pixels.chunks(4).filter(|pixel| **pixel != ground).count();
            let share = inked as f64 / (pixels.len() / 4) as f64;
            assert!(
                (0.02..0.5).contains(&share),
                "{share} of the pixels differ from the ground"
            );
        }
    }
}
