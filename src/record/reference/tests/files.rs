use super::*;

/// Every file of the first format.
fn first_format() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .filter(|path| !path.ends_with("oblot_golden_16.json"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_recorded_run_is_read_without_a_remark() {
    let files = first_format();
    assert_eq!(files.len(), 39);
    for path in files {
        let runs = read_file(&path).unwrap();
        let [run] = runs.as_slice() else {
            panic!("{} holds one run", path.display())
        };
        assert_eq!(run.name, path.file_stem().unwrap().to_str().unwrap());
        assert_eq!(run.unused, Vec::<String>::new(), "{}", run.name);
        assert_eq!(
            run.events.len() as u64,
            run.events_total.min(400),
            "{}",
            run.name
        );
        assert_eq!(run.finals.as_ref().unwrap().len(), run.config.robots);
        assert!(run.config.initial_positions.is_some());
        assert!(matches!(run.digest, Some(ReferenceDigest::Packed(_))));
    }
}

#[test]
fn every_golden_run_is_read_without_a_remark() {
    let runs = runs("oblot_golden_16.json");
    assert_eq!(runs.len(), 16);
    for run in &runs {
        assert_eq!(run.unused, Vec::<String>::new(), "{}", run.name);
        assert_eq!(run.events.len(), 60, "{}", run.name);
        assert_eq!(run.max_events, 20_000);
        assert_eq!(run.config.start_box(), (600.0, 600.0));
        assert!(run.draws["exponential"] > 0);
        assert!(matches!(run.digest, Some(ReferenceDigest::Repr(_))));
    }
    let crash = &runs[1];
    assert_eq!(crash.name, "gathering8_crash3");
    assert_eq!(
        (crash.config.faults, crash.config.fault_type),
        (3, FaultType::Crash)
    );
    assert_eq!((crash.config.speed, crash.config.precision), (2.0, 5));
    assert_eq!(crash.finals.as_ref().unwrap()[0].fault, Some(Fault::Crash));
    assert!((crash.end_time.unwrap() - 247.761768).abs() < 1e-6);
    assert_eq!(
        runs[15].finals.as_ref().unwrap()[1].task.as_deref(),
        Some("red")
    );
}

#[test]
fn the_values_of_the_first_format_arrive_where_they_belong() {
    let run = run("gathering_crash.json");
    assert_eq!(run.config.algorithm, "Gathering");
    assert_eq!(run.config.seed, crate::scenario::Seed::Small(9));
    assert_eq!((run.config.robots, run.config.faults), (12, 3));
    assert_eq!(run.config.start.as_deref(), Some("uniform box"));
    assert_eq!(run.config.visibility_radius, None);
    assert_eq!(
        (run.max_events, run.events_total, run.ended),
        (20_000, 3314, true)
    );
    let crashed = &run.finals.as_ref().unwrap()[4];
    assert_eq!(
        (crashed.state, crashed.fault),
        (Phase::Crash, Some(Fault::Crash))
    );
    assert_eq!(crashed.light, Recorded::Known(None));
    assert_eq!(crashed.target, Recorded::Known(None));
}

#[test]
fn packed_digests_of_runs_with_all_events_are_reproduced() {
    let whole: Vec<ReferenceRun> = first_format()
        .iter()
        .map(|path| read_file(path).unwrap().remove(0))
        .filter(|run| run.events_total == run.events.len() as u64)
        .collect();
    assert_eq!(whole.len(), 8);
    for run in whole {
        let mut digest = EventDigest::packed();
        seen_events(&run)
            .iter()
            .for_each(|event| digest.event(event));
        assert_eq!(
            run.digest,
            Some(ReferenceDigest::Packed(digest.finish())),
            "{}",
            run.name
        );
    }
}

#[test]
fn tuple_digests_are_those_of_python() {
    // Of the first 60 events, computed by Python from the same file.
    let expected = [
        (
            "gathering8_crash3",
            "c0376e1ea8bcad10dc4a7cde7e718c4ec833f87494dcbcc0e93fd7db735ae489",
        ),
        (
            "sec3",
            "2d7ea79dd4c1bdf3c77cfdb3190320eaf5e3e9abb3c6a3b0ae5508dc86993775",
        ),
    ];
    for run in runs("oblot_golden_16.json") {
        let Some((_, expected)) = expected.iter().find(|(name, _)| *name == run.name) else {
            continue;
        };
        let mut digest = EventDigest::repr();
        seen_events(&run)
            .iter()
            .for_each(|event| digest.event(event));
        assert_eq!(digest.finish(), *expected, "{}", run.name);
    }
}

const MINIMAL: &str = r#"{"config":{"algorithm":"SEC","robots":2,"seed":1},"events_total":7}"#;

#[test]
fn what_is_left_out_takes_the_defaults_of_the_original() {
    let run = read_str(MINIMAL, "folder/small.json").unwrap().remove(0);
    assert_eq!(
        (run.name.as_str(), run.ended, run.max_events),
        ("small", true, 20_000)
    );
    assert_eq!((run.end_time, run.digest, run.finals), (None, None, None));
    assert!(run.events.is_empty());
    let config = run.config;
    assert_eq!(
        (config.speed, config.lambda, config.sampling),
        (1.0, 5.0, 0.2)
    );
    assert_eq!(
        (config.precision, config.rigid, config.faults),
        (5, true, 0)
    );
    assert_eq!(
        (config.width, config.height, config.visibility_radius),
        (None, None, None)
    );
    assert_eq!(
        (config.initial_positions.as_ref(), config.start_box()),
        (None, (100.0, 100.0))
    );
}

#[test]
fn settings_are_read_in_every_spelling_that_python_writes() {
    let text = r#"{"cfg":{"algo":"SEC","n":2.0,"seed":340282366920938463463374607431768211461,
        "v":3,"vis":Infinity,"rigid":0,"W":null,"H":0,"nf":0,"ft":"none","colour":"red","cap":11,
        "start":[[1,2]]},
        "events":9,"terminated":false}"#;
    let run = read_str(text, "odd.json").unwrap().remove(0);
    assert_eq!(
        run.config.seed.to_string(),
        "340282366920938463463374607431768211461"
    );
    assert_eq!((run.config.robots, run.config.speed), (2, 3.0));
    assert_eq!(
        (run.config.visibility_radius, run.config.rigid),
        (None, false)
    );
    assert_eq!((run.config.width, run.config.height), (None, None));
    assert_eq!((run.config.initial_positions, run.max_events), (None, 11));
    let remarks = [
        "unknown key `cfg.colour`",
        "`cfg.start`: 1 points for 2 robots, so the start is drawn",
    ];
    assert_eq!(run.unused, remarks);
}

#[test]
fn a_file_may_hold_runs_in_every_arrangement() {
    let names = |text: &str| -> Vec<String> {
        read_str(text, "file.json")
            .unwrap()
            .into_iter()
            .map(|run| run.name)
            .collect()
    };
    let named = MINIMAL.replacen('{', r#"{"name":"own","#, 1);
    assert_eq!(names(&named), ["own"]);
    assert_eq!(
        names(&format!("\u{feff}[{named},{MINIMAL}]")),
        ["own", "file[1]"]
    );
    let object = format!(r#"{{"made by":"x","b":{MINIMAL},"a":{MINIMAL}}}"#);
    assert_eq!(names(&object), ["b", "a"]);
    assert_eq!(
        names(&format!(r#"{{"version":2,"runs":[{MINIMAL}]}}"#)),
        ["file[0]"]
    );
    assert_eq!(names(&format!(r#"{{"runs":{MINIMAL}}}"#)), ["runs"]);
}
