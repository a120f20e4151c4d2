//! Plots and experiments, by the command line.

use serde_json::Value;

use super::{Folder, shipped};
use crate::support::{root, say};

#[test]
fn every_kind_of_plot_is_drawn_from_runs_and_records() {
    let folder = Folder::new();
    folder
        .say("sweep few.toml --vary swarm.robots=2..5 --vary scheduler.rate=1,5 --seeds 0..9")
        .code(0);
    for (kind, flags) in [
        ("box", "--y events --by swarm.robots"),
        ("violin", "--y epochs --by rate --log-y"),
        ("ecdf", "--y time"),
        (
            "heat",
            "--x swarm.robots --y scheduler.rate --value diameter_end",
        ),
        ("survival", "--ends terminated --by swarm.robots"),
        (
            "scatter",
            "--x swarm.robots --y activations --by scheduler.rate --fit power --log-x",
        ),
    ] {
        let flags = flags.replace("--by rate", "--by scheduler.rate");
        let svg = folder.path("x.svg").display().to_string();
        folder
            .say(&format!("plot {kind} {flags} -o {svg} --title Picture"))
            .code(0);
        let text = std::fs::read_to_string(&svg).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let layers = document
            .descendants()
            .filter(|node| node.has_attribute("id"))
            .count();
        assert!(layers > 3, "{kind}");
        assert!(text.contains("Picture"), "{kind}");
        let png = folder.path("x.png").display().to_string();
        folder
            .say(&format!("plot {kind} {flags} -o {png} --scale 1"))
            .code(0);
        let bytes = std::fs::read(&png).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let about = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((about.width, about.height), (800, 500), "{kind}");
        assert!(pixels.iter().any(|byte| *byte != pixels[0]), "{kind}");
    }
    let scenario = shipped("oblot/monitor_diameter.toml");
    let records = ["1", "2", "3"].map(|seed| {
        let record = folder.path(&format!("{seed}.mcap")).display().to_string();
        say(["run", &scenario, "--seed", seed, "--record", &record]);
        record
    });
    let svg = folder.path("x.svg").display().to_string();
    say(["plot", "trajectories", &records[0], "-o", &svg]).code(0);
    assert!(std::fs::read_to_string(&svg).unwrap().contains("robot 0"));
    say([
        "plot",
        "series",
        &records[0],
        &records[1],
        &records[2],
        "-o",
        &svg,
    ])
    .code(0);
    assert!(std::fs::read_to_string(&svg).unwrap().contains("quartiles"));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let folder = Folder::new();
    folder
        .say("sweep few.toml --vary swarm.robots=2..3 --seeds 0..2")
        .code(0);
    let out = folder.path("x.svg").display().to_string();
    for (command, words) in [
        (
            format!("plot box --y events -o {out}x"),
            "expected a file .svg or .png",
        ),
        (
            format!("plot box --by end -o {out}"),
            "needs a column for y",
        ),
        (
            format!("plot box --y evnts -o {out}"),
            "did you mean events?",
        ),
        (format!("plot box --y end -o {out}"), "texts"),
        (
            format!("plot heat --x seed --y end -o {out}"),
            "needs a column for value",
        ),
        (format!("plot survival -o {out}"), "needs the ends"),
        (format!("plot box --y events --width 10 -o {out}"), "200"),
        (
            format!("plot box --y events --where seed=99 -o {out}"),
            "nothing to draw",
        ),
    ] {
        let said = folder.say(&command).code(2);
        assert!(said.stderr.contains(words), "{command}: {}", said.stderr);
    }
    assert!(!folder.path("x.svg").exists());
    let record = folder.path("run.mcap").display().to_string();
    say([
        "run",
        &shipped("oblot/gathering_one_robot.toml"),
        "--record",
        &record,
    ])
    .code(0);
    let said = say(["plot", "series", &record, "-o", &out]).code(2);
    assert!(said.stderr.contains("no monitors"), "{}", said.stderr);
}

const EXPERIMENT: &str = "title = 'Small'\nabout = 'Is it?'\n\
    [[sweep]]\nname = 'one'\nscenario = 'few.toml'\nseeds = '0..4'\n\
    [[sweep.vary]]\n'swarm.robots' = [2, 3]\n\
    [[plot]]\ntitle = 'Events'\nkind = 'box'\ny = 'events'\nby = 'swarm.robots'\n\
    [[table]]\ntitle = 'Ends'\nby = 'swarm.robots'\nmetrics = ['end', 'events']\nresamples = 50\n";

#[test]
fn an_experiment_comes_to_the_same_report_however_often_it_is_carried_out() {
    let folder = Folder::new();
    folder.write("small.toml", EXPERIMENT);
    let file = folder.path("small.toml").display().to_string();
    let reports = ["a", "b"].map(|name| {
        let out = folder.path(name).display().to_string();
        say([
            "reproduce",
            &file,
            "-o",
            &out,
            "--workers",
            if name == "a" { "1" } else { "3" },
        ])
        .code(0);
        let report = std::fs::read_to_string(folder.path(name).join("report.md")).unwrap();
        let plot = std::fs::read(folder.path(name).join("plots/01.svg")).unwrap();
        (report, plot)
    });
    assert_eq!(reports[0], reports[1]);
    let (report, _) = &reports[0];
    // Every seed and digest is named.
    let runs = folder.json(&format!(
        "runs list --json --store {}",
        folder.path("a/runs.db").display()
    ));
    let runs = runs.as_array().unwrap();
    assert_eq!(runs.len(), 10);
    for run in runs {
        assert!(report.contains(run["digest"].as_str().unwrap()), "{run}");
    }
    let html = std::fs::read_to_string(folder.path("a/report.html")).unwrap();
    assert!(html.contains("<table>") && html.contains("plots/01.svg"));
    let table: Value =
        serde_json::from_slice(&std::fs::read(folder.path("a/tables/01.json")).unwrap()).unwrap();
    assert_eq!(table["rows"], 10);
    // What is there is used.
    let out = folder.path("a").display().to_string();
    let again = say(["reproduce", &file, "-o", &out]).code(0);
    assert!(again.stdout.contains("report.html"));
    let count = format!(
        "runs list --json --store {}",
        folder.path("a/runs.db").display()
    );
    assert_eq!(folder.json(&count).as_array().unwrap().len(), 10);
}

#[test]
fn the_shipped_experiments_can_be_read_and_bad_ones_not() {
    for name in ["gathering_size", "gathering_byzantine"] {
        let path = root().join(format!("docs/experiments/{name}.toml"));
        let document = formicary::scenario::Document::read(&path).unwrap();
        let experiment = formicary::experiment::Experiment::read(&document).unwrap();
        for sweep in experiment.sweeps {
            let mut plan = sweep.file.plan(&experiment.folder).unwrap();
            plan.check().unwrap();
        }
    }
    let folder = Folder::new();
    for (text, words) in [
        ("title = 'x'\n", "expected at least one [[sweep]]"),
        (
            &EXPERIMENT.replace("kind = 'box'", "kind = 'bx'"),
            "did you mean \"box\"?",
        ),
        (
            &EXPERIMENT.replace("y = 'events'", "y = 'evnts'"),
            "did you mean events?",
        ),
        (
            &EXPERIMENT.replace("title = 'Ends'", "title = 'Ends'\nsweep = 'two'"),
            "expected one of the sweeps one",
        ),
        (&EXPERIMENT.replace("metrics = ", "metrix = "), "metrix"),
        (&EXPERIMENT.replace("few.toml", "none.toml"), "none.toml"),
    ] {
        folder.write("bad.toml", text);
        let file = folder.path("bad.toml").display().to_string();
        let out = folder.path("bad").display().to_string();
        let said = say(["reproduce", &file, "-o", &out]).code(2);
        assert!(said.stderr.contains(words), "{words}: {}", said.stderr);
    }
}
