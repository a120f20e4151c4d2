use super::*;

fn read(text: &str) -> Result<SweepFile, String> {
    let document = Document::parse("sweep.toml", text).unwrap();
    assert!(SweepFile::is_one(&document));
    SweepFile::read(&document).map_err(|error| error.to_string())
}

#[test]
fn blocks_vary_as_their_kind_says() {
    let text = "scenario = 'a.toml'\nseeds = '0..9'\nset = ['limits.time=5']\nname = 'x'\n\
        [limits]\nseconds = 1.5\nmemory = '2GiB'\nevents = 100\n\
        [[vary]]\n'swarm.robots' = '10..20:10'\n'scheduler.kind' = ['fsync', 'ssync']\n\
        [[vary]]\nkind = 'zip'\n'a.b' = [1, 2]\n'a.c' = [true, 0.5]\n\
        [[vary]]\nkind = 'list'\nlist = [{ 'd.e' = 1 }, { 'd.e' = 'x' }]\n\
        [[vary]]\nkind = 'latin'\npoints = 3\nseed = 1\n'f.g' = { from = 1.0, to = 8.0, scale = 'log' }\n\
        'f.h' = { from = 1, to = 3 }\n'f.i' = ['u', 'v']\n";
    let file = read(text).unwrap();
    assert_eq!(file.variation.points(), Some(4 * 2 * 2 * 3));
    let paths: Vec<_> = file.variation.paths().collect();
    let wanted = [
        "swarm.robots",
        "scheduler.kind",
        "a.b",
        "a.c",
        "d.e",
        "f.g",
        "f.h",
        "f.i",
    ];
    assert_eq!(paths, wanted);
    let first = file.variation.point(0);
    let values: Vec<_> = first
        .iter()
        .take(5)
        .map(|(_, value)| value.as_str())
        .collect();
    assert_eq!(values, ["10", "fsync", "1", "true", "1"]);
    assert_eq!(file.limits.memory, Some(2 << 30));
    assert_eq!(file.limits.seconds, Some(Duration::from_millis(1500)));
    assert_eq!(file.events.as_deref(), Some("100"));
    assert_eq!(file.seeds.unwrap().count(), 10);
    assert_eq!(file.scenario, Path::new("a.toml"));
    let more = read("scenario = 'a.toml'\nrepetitions = 5\nfirst_seed = 3\n").unwrap();
    assert_eq!(more.seeds.unwrap().to_string(), "3..7");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let cases = [
        ("seedss = 1", "sweep.toml:2:1: seedss: unknown key"),
        (
            "seeds = '5..1'",
            "sweep.toml:2:9: seeds: expected a last seed of at least 5, found 1",
        ),
        (
            "seeds = '1'\nrepetitions = 2",
            "expected seeds or repetitions, found both",
        ),
        ("first_seed = 2", "expected repetitions beside it"),
        (
            "[limits]\nmemory = '2 apples'",
            "expected a size such as \"512MiB\" or \"2GiB\"",
        ),
        ("[[vary]]\nkind = 'gird'", "did you mean \"grid\"?"),
        ("[[vary]]\n'a' = '5..1'", "the range 5..1 is empty"),
        ("[[vary]]\n'a' = []", "expected at least one value"),
        (
            "[[vary]]\nkind = 'zip'\n'a' = [1]\n'b' = [1, 2]",
            "expected lists of one length",
        ),
        (
            "[[vary]]\nkind = 'latin'\n'a' = { from = 1, to = 2 }",
            "vary[0].points: missing",
        ),
        (
            "[[vary]]\nkind = 'random'\npoints = 2\n'a' = { from = 1 }",
            "expected { from = 1.0, to = 2.0 }",
        ),
        (
            "[[vary]]\nkind = 'random'\npoints = 2\n'a' = 5",
            "expected { from = 1.0, to = 2.0 }",
        ),
        (
            "[[vary]]\nkind = 'random'\npoints = 2\n'a' = { from = 2.0, to = 1.0 }",
            "from <= to",
        ),
    ];
    for (text, words) in cases.into_iter().chain(SLIPS) {
        let found = read(&format!("scenario = 'a.toml'\n{text}\n")).unwrap_err();
        assert!(found.contains(words), "{text}: {found}");
    }
}

/// Slips that could pass for something else.
const SLIPS: [(&str, &str); 15] = [
    ("[[vary]]", "expected a parameter to vary"),
    (
        "[[vary]]\nkind = 'latin'\npoints = 3",
        "expected a parameter to vary",
    ),
    ("[[vary]]\nkind = 'zip'", "expected a parameter to vary"),
    ("[[vary]]\nkind = 'list'", "expected at least one point"),
    (
        "[[vary]]\nkind = 'list'\nlist = [{}]",
        "point 1 sets nothing",
    ),
    (
        "[[vary]]\nkind = 'list'\nlist = [{ a = 1 }]\n'b' = 2",
        "in the points of list only",
    ),
    (
        "[[vary]]\nkind = 'random'\npints = 5\n'a' = [1]",
        "did you mean \"points\"?",
    ),
    (
        "[[vary]]\npoints = 5\n'a' = [1]",
        "sweep.toml:3:1: vary[0].points: unknown key",
    ),
    (
        "[[vary]]\nswarm.robots = [1]",
        "in quotes: \"swarm.robots\"",
    ),
    (
        "[[vary]]\n'a' = [1, 1.0]",
        "expected each value once, found 1 twice",
    ),
    ("[[vary]]\n'a' = nan", "found nan"),
    (
        "[[vary]]\n'seed' = [1]",
        "expected the seeds of the runs at the top",
    ),
    (
        "[[vary]]\nkind = 'latin'\npoints = 2\n'a' = { form = 1, to = 2 }",
        "did you mean \"from\"?",
    ),
    (
        "[limits]\nseconds = 1e300",
        "limits.seconds: expected a number",
    ),
    ("repetitions = 0", "expected a whole number of at least 1"),
];

#[test]
fn whether_a_document_is_a_sweep_file_leaves_no_trace() {
    let document = Document::parse("a.toml", "modle = 'oblot'\n").unwrap();
    assert!(!SweepFile::is_one(&document));
    let words = document.root().finish().unwrap_err().to_string();
    assert_eq!(words, "a.toml:1:1: modle: unknown key, expected none");
}

#[test]
fn sizes_have_units() {
    for (text, size) in [
        ("512MiB", 512 << 20),
        ("2 gb", 2_000_000_000),
        ("17", 17),
        ("1KiB", 1024),
    ] {
        assert_eq!(bytes(text), Ok(size), "{text}");
    }
    for text in ["", "MiB", "-1", "1.5GiB", "1 apple", "0", "99999999999TB"] {
        assert!(bytes(text).is_err(), "{text}");
    }
}
