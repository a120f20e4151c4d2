use super::super::{Document, ErrorKind};
use super::{Fault, World, parse};

const TEXT: &str = "[swarm]\nrobots = 2\n[[faults]]\nkind = \"crash\"\ncount = 1\n";

/// The world after some overrides.
fn world(assignments: &[&str]) -> World {
    let mut document = parse(TEXT);
    for assignment in assignments {
        document.set(assignment).unwrap();
    }
    World::read(&document).unwrap()
}

/// The message for an override, whether it is refused when it is applied or when it is read.
fn refused(assignment: &str) -> String {
    let mut document = parse(TEXT);
    let applied = document.set(assignment);
    applied
        .and_then(|()| World::read(&document))
        .unwrap_err()
        .to_string()
}

#[test]
fn an_override_replaces_a_value() {
    assert_eq!(world(&["swarm.robots=200"]).robots, 200);
    assert_eq!(world(&["swarm.robots=200", "swarm.robots = 3 "]).robots, 3);
    assert_eq!(
        world(&["swarm.algorithm=\"spreading\"", "swarm.gap=3"]).algorithm,
        "spreading 3"
    );
    assert_eq!(world(&["swarm={robots=7}"]).robots, 7);
}

#[test]
fn a_word_needs_no_quotes() {
    assert_eq!(
        world(&["swarm.algorithm=spreading"]).algorithm,
        "spreading 0.5"
    );
}

#[test]
fn missing_tables_and_entries_are_made() {
    assert_eq!(world(&["limits.time=5"]).time, 5.0);
    for assignments in [
        ["faults[1].kind=crash", "faults[1].count=9"],
        ["faults.1.kind=crash", "faults.1.count=9"],
    ] {
        let crash = |count| Fault::Crash { count };
        assert_eq!(world(&assignments).faults, [crash(1), crash(9)]);
    }
    let mut empty = Document::parse("x.toml", "").unwrap();
    empty.set("faults[0].kind=omission").unwrap();
    empty.set("swarm.robots=1").unwrap();
    assert_eq!(
        World::read(&empty).unwrap().faults,
        [Fault::Omission { probability: 0.1 }]
    );
}

#[test]
fn an_entry_of_a_list_is_replaced() {
    assert_eq!(
        world(&["faults[0].count=5"]).faults,
        [Fault::Crash { count: 5 }]
    );
    assert_eq!(
        world(&["faults.0.count=5"]).faults,
        [Fault::Crash { count: 5 }]
    );
    let area = world(&["swarm.area=[[0,0],[1,1],[2,2]]", "swarm.area[1][0]=7"]).area;
    assert_eq!(area, Some(vec![[0.0, 0.0], [7.0, 1.0], [2.0, 2.0]]));
}

#[test]
fn an_error_quotes_the_flag() {
    insta::assert_snapshot!(refused("swarm.robots=-3"), @"--set swarm.robots=-3: expected a whole number of at least 1, found -3");
    insta::assert_snapshot!(refused("swarm.robots=many"), @r#"--set swarm.robots=many: expected a whole number of at least 1, found "many""#);
    insta::assert_snapshot!(refused("swarm={robots=-3}"), @"--set swarm={robots=-3}: swarm.robots: expected a whole number of at least 1, found -3");
    insta::assert_snapshot!(refused("swarm.algorithm=gatering"), @r#"
    --set swarm.algorithm=gatering: expected one of "gathering", "spreading", found "gatering"
    help: did you mean "gathering"?
    "#);
    insta::assert_snapshot!(refused("faults.0.count=0"), @"--set faults.0.count=0: faults[0].count: expected a whole number of at least 1, found 0");
    insta::assert_snapshot!(refused("swarm.area=[[0,0],[1,1],[2,x]]"), @r#"--set swarm.area=[[0,0],[1,1],[2,x]]: expected a list of points [x, y] of numbers (at least 3), found "[[0,0],[1,1],[2,x]]""#);
    insta::assert_snapshot!(refused("swarm.robots="), @r#"--set swarm.robots=: expected a whole number of at least 1, found """#);
    insta::assert_snapshot!(refused("swarm.robots=1 2"), @r#"--set swarm.robots=1 2: expected a whole number of at least 1, found "1 2""#);
    insta::assert_snapshot!(refused("swarm.robots=1\nspeed=2"), @r#"
    --set swarm.robots=1
    speed=2: expected a whole number of at least 1, found "1\nspeed=2"
    "#);
    insta::assert_snapshot!(refused("swarm.area=[[0,0],[1,1],[2,nan]]"), @"--set swarm.area=[[0,0],[1,1],[2,nan]]: swarm.area[2][1]: expected a finite number, found nan");
}

#[test]
fn an_override_of_an_unknown_key_is_refused_at_the_end() {
    insta::assert_snapshot!(refused("swarm.robos=3"), @r#"
    --set swarm.robos=3: unknown key, expected one of algorithm, robots, speed, area
    help: did you mean "robots"?
    "#);
    insta::assert_snapshot!(refused("swrm.robots=3"), @r#"
    --set swrm.robots=3: unknown key, expected one of swarm, seed, on_panic, limits, faults
    help: did you mean "swarm"?
    "#);
    insta::assert_snapshot!(refused("faults[0].cuont=3"), @r#"
    --set faults[0].cuont=3: unknown key, expected one of kind, count
    help: did you mean "count"?
    "#);
}

#[test]
fn a_bad_path() {
    insta::assert_snapshot!(refused("swarm.robots"), @r#"--set swarm.robots: expected path=value, found "swarm.robots""#);
    insta::assert_snapshot!(refused("=3"), @"--set =3: expected a key, found nothing");
    insta::assert_snapshot!(refused("swarm..robots=3"), @"--set swarm..robots=3: expected a key, found nothing");
    insta::assert_snapshot!(refused("swarm.ro bots=3"), @r#"--set swarm.ro bots=3: expected a key of letters, digits, _ and -, found "ro bots""#);
    insta::assert_snapshot!(refused("0.robots=3"), @"--set 0.robots=3: expected a path that starts with a key");
    insta::assert_snapshot!(refused("faults[7].count=3"), @"--set faults[7].count=3: expected an index up to 1, as faults is a list of 1");
    insta::assert_snapshot!(refused("faults.count=3"), @"--set faults.count=3: expected faults to be a table, found a list of 1");
    insta::assert_snapshot!(refused("swarm[0]=3"), @"--set swarm[0]=3: expected swarm to be a list, found a table");
    insta::assert_snapshot!(refused("swarm.robots.x=3"), @"--set swarm.robots.x=3: expected swarm.robots to be a table, found 2");
    insta::assert_snapshot!(refused(&format!("a{}=3", ".a".repeat(50))), @"--set a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=3: expected a path of at most 32 steps");
    insta::assert_snapshot!(refused(&format!("a{}=3", "[0]".repeat(50))), @"--set a[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]=3: expected a path of at most 32 steps");
    assert_eq!(
        parse(TEXT).set("x").unwrap_err().kind(),
        ErrorKind::Override
    );
}

#[test]
fn another_flag_quotes_itself() {
    let mut document = parse(TEXT);
    document
        .set_by(
            "--seed 18446744073709551615",
            "seed",
            "18446744073709551615",
        )
        .unwrap();
    assert_eq!(World::read(&document).unwrap().seed, u64::MAX);
    document.set_by("--seed -1", "seed", "-1").unwrap();
    let error = World::read(&document).unwrap_err();
    insta::assert_snapshot!(error, @"--seed -1: expected a seed between 0 and 18446744073709551615 (above 9223372036854775807 in quotes), found -1");
    assert_eq!(error.flag(), Some("--seed -1"));
}

#[test]
fn an_override_forgets_what_was_read() {
    let mut document = parse(TEXT);
    World::read(&document).unwrap();
    document.set("swarm={robots=5}").unwrap();
    assert_eq!(document.resolved().to_string(), "");
}
