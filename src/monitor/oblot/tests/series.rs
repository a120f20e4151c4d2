//! When monitors speak, and what they say of which instant.

use serde_json::{Value, json};

use super::{Did, Story};

/// When lines were said, and at what occasion.
fn occasions(story: &Story) -> Vec<(u64, f64, Value)> {
    let said = story.said().into_iter();
    said.map(|(event, time, value)| (event, time, value["at"].clone()))
        .collect()
}

fn tell(rest: &str) -> Story {
    let rest = format!("[[monitors]]\nkind = 'diameter'\n{rest}");
    let mut story = Story::new(&[(0.0, 0.0), (8.0, 0.0)], &rest);
    story.leaves(0.5, 1, (4.0, 0.0)).ticks(1.0).stays(1.5, 0);
    story.arrives(4.5, 1, (4.0, 0.0)).ticks(5.0).stays(6.0, 1);
    story.end();
    story
}

#[test]
fn at_the_ticks_unless_the_scenario_says_otherwise() {
    let story = tell("");
    assert_eq!(
        occasions(&story),
        [
            (0, 0.0, json!("start")),
            (1, 1.0, json!("tick")),
            (4, 5.0, json!("tick")),
            (5, 6.0, json!("end")),
        ]
    );
    let expected = json!({ "at": "tick", "diameter": 7.5, "area": 0.0 });
    assert_eq!(story.said()[1].2, expected);
    assert_eq!(occasions(&tell("per = 'tick'\n")), occasions(&story));
}

#[test]
fn at_the_multiples_of_a_time() {
    let story = tell("every = 1.5\n");
    assert_eq!(
        occasions(&story),
        [
            (0, 0.0, json!("start")),
            // After the event of that instant.
            (2, 1.5, json!("every")),
            (2, 3.0, json!("every")),
            (3, 4.5, json!("every")),
            (5, 6.0, json!("end")),
        ]
    );
    let diameters: Vec<_> = story
        .said()
        .iter()
        .map(|line| line.2["diameter"].clone())
        .collect();
    assert_eq!(diameters, [8.0, 7.0, 5.5, 4.0, 4.0]);
}

#[test]
fn at_the_end_of_epochs_and_at_events() {
    assert_eq!(
        occasions(&tell("per = 'epoch'\n")),
        [
            (0, 0.0, json!("start")),
            (3, 4.5, json!("epoch")),
            (5, 6.0, json!("end")),
        ]
    );
    assert_eq!(
        occasions(&tell("per = 'event'\n")),
        [
            (0, 0.0, json!("start")),
            (0, 0.5, json!("event")),
            (2, 1.5, json!("event")),
            (3, 4.5, json!("event")),
            (5, 6.0, json!("event")),
            (5, 6.0, json!("end")),
        ]
    );
}

#[test]
fn lines_of_several_monitors_come_in_the_order_of_their_times() {
    let rest = "[[monitors]]\nkind = 'diameter'\nevery = 2.0\n\
                [[monitors]]\nkind = 'groups'\nevery = 3.0\n\
                [[monitors]]\nkind = 'groups'\nname = 'again'\nevery = 2.0\n";
    let mut story = Story::new(&[(0.0, 0.0), (8.0, 0.0)], rest);
    story.stays(7.0, 0);
    story.end();
    let said: Vec<_> = story
        .lines
        .0
        .iter()
        .map(|line| {
            (
                line.time,
                line.value["monitor"].as_str().unwrap().to_owned(),
            )
        })
        .filter(|(time, _)| *time > 0.0 && *time < 7.0)
        .collect();
    let expected = [
        (2.0, "diameter"),
        (2.0, "again"),
        (3.0, "groups"),
        (4.0, "diameter"),
        (4.0, "again"),
        (6.0, "diameter"),
        (6.0, "groups"),
        (6.0, "again"),
    ];
    assert_eq!(said, expected.map(|(time, name)| (time, name.to_owned())));
}

#[test]
fn a_run_without_events_has_a_start_and_an_end() {
    let mut story = Story::new(
        &[(0.0, 0.0), (8.0, 0.0)],
        "[[monitors]]\nkind = 'diameter'\n",
    );
    story.end();
    assert_eq!(
        occasions(&story),
        [(0, 0.0, json!("start")), (0, 0.0, json!("end"))]
    );
}

#[test]
fn every_monitor_says_something_of_every_instant() {
    let rest = "[visibility]\nradius = 5.0\n[[monitors]]\nkind = 'asynchrony'\n\
                [[monitors]]\nkind = 'collisions'\n[[monitors]]\nkind = 'connectivity'\n\
                [[monitors]]\nkind = 'diameter'\n[[monitors]]\nkind = 'distance'\n\
                [[monitors]]\nkind = 'edges'\n[[monitors]]\nkind = 'fairness'\n\
                [[monitors]]\nkind = 'gathered'\n[[monitors]]\nkind = 'groups'\n\
                [[monitors]]\nkind = 'multiplicities'\n\
                [[monitors]]\nkind = 'pattern'\npattern = 'line'\n\
                [[monitors]]\nkind = 'progress'\n";
    let mut story = Story::new(&[(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)], rest);
    story
        .leaves(0.0, 1, (0.0, 0.0))
        .looks(1.0, 2, Did::Ends)
        .ticks(2.0);
    story.arrives(4.0, 1, (0.0, 0.0));
    story.end();
    let said: Vec<_> = story
        .lines
        .0
        .iter()
        .filter(|line| line.value["at"] == "tick")
        .map(|line| line.value.to_string())
        .collect();
    insta::assert_snapshot!(said.join("\n"));
}
