use super::*;

/// A short run of the first format with all its events, and its two sides.
fn whole() -> (ReferenceRun, Vec<SeenEvent>, Vec<SeenRobot>) {
    let run = run("gathering_two_robots.json");
    let (events, robots) = (seen_events(&run), seen_robots(&run));
    (run, events, robots)
}

/// A change of one value.
type Change<T> = fn(&mut T);

/// The report of a run in which one event is changed.
fn with_event(index: usize, change: impl Fn(&mut SeenEvent)) -> Report {
    let (run, mut events, robots) = whole();
    change(&mut events[index]);
    compare(&run, &events, &robots)
}

/// The report of a run in which the first robot ends otherwise.
fn with_robot(change: impl Fn(&mut SeenRobot)) -> Report {
    let (run, events, mut robots) = whole();
    change(&mut robots[0]);
    compare(&run, &events, &robots)
}

/// The fields of the first mismatch, which must be at event `number`.
fn fields(report: &Report, number: u64) -> Vec<Field> {
    assert!(!report.passed);
    let mismatch = report.first_mismatch.as_ref().unwrap();
    assert_eq!(mismatch.number, number);
    mismatch.fields.clone()
}

/// What differs at the end, and nothing before.
fn at_the_end(report: &Report) -> Vec<&str> {
    assert!(!report.passed);
    assert_eq!(report.first_mismatch, None);
    report
        .end_mismatches
        .iter()
        .map(|mismatch| mismatch.what.as_str())
        .collect()
}

#[test]
fn every_run_with_all_its_events_equals_itself() {
    let whole = [
        "gathering_coincident",
        "gathering_all_crashed",
        "gathering_one_robot",
        "sec_2",
    ];
    let whole = whole.iter().map(|name| run(&format!("{name}.json")));
    for run in whole.chain(runs("made/second_format_whole.json")) {
        let report = compare(&run, &seen_events(&run), &seen_robots(&run));
        assert!(report.passed, "{report}");
        assert_eq!(report.share_identical, Some(1.0));
        assert_eq!(
            (report.largest_difference, report.largest_difference_at_end),
            (None, None)
        );
        assert!(report.digest.unwrap().equal, "{}", run.name);
    }
}

#[test]
fn a_passed_comparison_reads_well() {
    let (run, events, robots) = whole();
    insta::assert_snapshot!(compare(&run, &events, &robots), @r"
    gathering_two_robots: passed
      events              207 recorded, 207 seen
      compared            207 of 207 listed
      bit-identical       207 (100 %)
      largest difference  0 (allowed 1e-09)
      and at the end      0 (allowed 1e-06)
      digest              equal
    ");
}

#[test]
fn each_changed_field_of_an_event_is_detected_and_named() {
    use Field::*;
    let index = 2;
    let cases: [(Field, Change<SeenEvent>); 10] = [
        (Time, |event| event.time += 1e-6),
        (Id, |event| event.id = 1 - event.id),
        (Code, |event| event.code = 0),
        (X, |event| event.x += 1e-6),
        (Y, |event| event.y = f64::NAN),
        (TargetX, |event| event.target.as_mut().unwrap().0 += 1e-6),
        (State, |event| event.state = Phase::Look),
        (Frozen, |event| event.frozen = !event.frozen),
        (Terminated, |event| event.terminated = !event.terminated),
        (Light, |event| event.light = None),
    ];
    let (_, events, _) = whole();
    assert!(events[index].is_of_a_robot() && events[index].target.is_some());
    for (field, change) in cases {
        let report = with_event(index, change);
        assert_eq!(fields(&report, 3), [field]);
        assert_eq!(report.events_identical, report.events_compared - 1);
        // The tuple digest sees the flags; the packed one sees numbers and codes only.
        let is_packed = matches!(field, Time | Id | Code | X | Y | TargetX);
        assert_eq!(report.digest.as_ref().unwrap().equal, !is_packed, "{field}");
        let name = format!("event 3: {field}");
        assert!(report.to_string().contains(&name), "{report}");
    }
    assert_eq!(
        fields(&with_event(index, |event| event.target = None), 3),
        [TargetX, TargetY]
    );
}

#[test]
fn a_lost_order_is_detected() {
    let (run, mut events, robots) = whole();
    let index = (0..)
        .find(|&i| events[i].kind != events[i + 1].kind)
        .unwrap();
    events.swap(index, index + 1);
    let report = compare(&run, &events, &robots);
    assert!(fields(&report, index as u64 + 1).contains(&Field::Kind));
    assert_eq!(report.largest_difference, None);
    assert_eq!(report.events_identical, report.events_compared - 2);
}

#[test]
fn small_differences_pass_and_are_measured() {
    let report = with_event(3, |event| event.time += 1e-12);
    assert!(report.passed && !report.digest.as_ref().unwrap().equal);
    let largest = report.largest_difference.unwrap();
    assert_eq!(largest.place, "time of event 4");
    assert!((largest.size - 1e-12).abs() < 1e-15, "{largest:?}");
    let report = with_event(2, |event| event.y = event.y.next_up());
    assert!(report.passed && report.events_identical < report.events_compared);
    let report = with_robot(|robot| robot.travelled += 1e-8);
    assert!(report.passed);
    assert_eq!(
        report.largest_difference_at_end.unwrap().place,
        "travelled of robot 0"
    );
}

#[test]
fn large_numbers_are_compared_relatively_and_small_ones_absolutely() {
    let mut run = run("gathering_one_robot.json");
    let mut event = seen_events(&run)[0];
    let robots = seen_robots(&run);
    let mut passes = |recorded: f64, seen: f64| {
        run.events[0].robot.as_mut().unwrap().x = recorded;
        event.x = seen;
        compare(&run, &[event], &robots).passed
    };
    assert!(passes(1e12, 1e12 + 999.0) && !passes(1e12, 1e12 + 1001.0));
    assert!(passes(1e-12, 9e-10) && !passes(1e-12, 1.1e-9));
    assert!(passes(0.0, -0.0) && !passes(0.0, f64::INFINITY) && !passes(0.0, f64::NAN));
}

#[test]
fn counts_and_the_way_the_run_ended_are_compared() {
    let (run, mut events, robots) = whole();
    let last = events.pop().unwrap();
    let report = compare(&run, &events, &robots);
    assert_eq!(fields(&report, 207), []);
    assert_eq!(report.end_mismatches[0].what, "number of events");
    assert!(
        report
            .to_string()
            .contains("event 207: our run was over before"),
        "{report}"
    );
    events.extend([last, SeenEvent::visualize(last.time + 1.0)]);
    assert_eq!(
        at_the_end(&compare(&run, &events, &robots)),
        ["number of events"]
    );
    events.pop();
    assert_eq!(
        at_the_end(&compare(&run, &events, &robots[..1])),
        ["number of robots"]
    );
    let mut comparison = Comparison::new(run.clone());
    events.iter().for_each(|event| comparison.event(event));
    assert!(!comparison.has_differed());
    let report = comparison.finish(false, run.end_time.unwrap() + 1e-3, &robots);
    assert_eq!(at_the_end(&report), ["ended", "end time"]);
}

#[test]
fn each_changed_value_of_a_robot_at_the_end_is_detected() {
    let cases: [(&str, Change<SeenRobot>); 9] = [
        ("x of robot 0", |robot| robot.x += 1e-3),
        ("y of robot 0", |robot| robot.y += 1e-3),
        ("travelled of robot 0", |robot| robot.travelled += 1e-3),
        ("state of robot 0", |robot| robot.state = Phase::Move),
        ("terminated of robot 0", |robot| {
            robot.terminated = !robot.terminated
        }),
        ("frozen of robot 0", |robot| robot.frozen = !robot.frozen),
        ("light of robot 0", |robot| robot.light = None),
        ("target of robot 0", |robot| robot.target = None),
        ("target x of robot 0", |robot| {
            robot.target.as_mut().unwrap().0 += 1e-3
        }),
    ];
    for (what, change) in cases {
        let report = with_robot(change);
        assert_eq!(at_the_end(&report), [what]);
        assert!(report.to_string().contains(what), "{report}");
    }
}

#[test]
fn what_was_not_recorded_is_not_compared() {
    let run = runs("made/second_format_whole.json").remove(0);
    let (mut events, mut robots) = (seen_events(&run), seen_robots(&run));
    events
        .iter_mut()
        .for_each(|event| event.target = Some((1.0, 2.0)));
    robots.iter_mut().for_each(|robot| {
        robot.target = Some((1.0, 2.0));
        robot.frozen = !robot.frozen;
        robot.light = None;
    });
    let report = compare(&run, &events, &robots);
    assert!(
        report.passed && report.digest.as_ref().unwrap().equal,
        "{report}"
    );
    assert_eq!(report.share_identical, Some(1.0));
}

#[test]
fn a_failed_comparison_shows_both_sides() {
    let (mut run, mut events, mut robots) = whole();
    run.unused.push("unknown key `config.colour`".into());
    events[2].light = Some(Light::Red);
    events[2].time += 0.0625;
    robots[1].light = None;
    robots.swap(0, 1);
    let report = compare(&run, &events, &robots);
    insta::assert_snapshot!(report, @r"
    gathering_two_robots: FAILED
      events              207 recorded, 207 seen
      compared            207 of 207 listed
      bit-identical       206 (99.51 %)
      largest difference  6.25e-2, time of event 3 (allowed 1e-09)
      and at the end      7.42e-3, travelled of robot 0 (allowed 1e-06)
      digest              differs
        recorded          85d978c90d44000b37d457dfc918fadbc56f40e3ad7c286c71f23b841c900259
        seen              fc4a269d2f8fe79e4592775309ec78a0ab89a245c51d8d9830ffbea214f0b172
      first mismatch      event 3: time, light
                    recorded                  seen
      * time        0.3130889739261049        0.3755889739261049
        id          0                         0
        kind        LOOK                      LOOK
        code        2                         2
        x           34.50747927979016         34.50747927979016
        y           5.774454736569211         5.774454736569211
        target x    0.4490210049808354        0.4490210049808354
        target y    -3.668123821721145        -3.668123821721145
        state       MOVE                      MOVE
        frozen      false                     false
        terminated  false                     false
      * light       blue                      red
      at the end
                                 recorded                  seen
      * x of robot 0             0.4297460102650522        0.42973144479236736
      * y of robot 0             -3.6734677410009278       -3.673471779223062
      * travelled of robot 0     35.36318910860662         35.62748536514815
      * frozen of robot 0        false                     true
      * light of robot 0         blue                      none
      * target x of robot 0      0.4297387275287098        0.42973144479236736
      * x of robot 1             0.42973144479236736       0.4297460102650522
      * y of robot 1             -3.673471779223062        -3.6734677410009278
      * travelled of robot 1     35.62748536514815         35.36318910860662
      * frozen of robot 1        true                      false
      * target x of robot 1      0.42973144479236736       0.4297387275287098
      not used            unknown key `config.colour`
    ");
    let run = runs("oblot_golden_16.json").remove(0);
    insta::assert_snapshot!(compare(&run, &[], &seen_robots(&run)), @r"
    gathering8: FAILED
      events              3789 recorded, 0 seen
      compared            0 of 60 listed
      bit-identical       0
      largest difference  0 (allowed 1e-09)
      and at the end      0 (allowed 1e-06)
      digest              differs
        recorded          3bdfaf24608831190413ecf607a7ce7403ce503a1c1f87e34014ade0729dc4e8
        seen              e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
      first mismatch      event 1: our run was over before
                    recorded                  seen
        time        0.03682651347075501       -
        id          0                         -
        kind        LOOK                      -
        code        2                         -
        x           -163.5983865196982        -
        y           103.65362640877277        -
        state       MOVE                      -
        frozen      false                     -
        terminated  false                     -
        light       blue                      -
      at the end
                                 recorded                  seen
      * number of events         3789                      0
    ");
}

#[test]
fn reports_become_json() {
    let report = with_event(2, |event| event.light = Some(Light::Red));
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["passed"], false);
    assert_eq!(json["first_mismatch"]["number"], 3);
    assert_eq!(json["first_mismatch"]["fields"][0], "light");
    assert_eq!(json["first_mismatch"]["seen"]["light"], "red");
    assert_eq!(json["first_mismatch"]["recorded"]["robot"]["light"], "blue");
    assert_eq!(json["digest"]["equal"], true);
    assert_eq!(json["largest_difference"], serde_json::Value::Null);
}
