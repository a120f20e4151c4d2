//! Reads the events of a run and the robots at its end.

use super::node::{Node, Place};
use crate::record::reference::{
    EventKind, Fault, Light, Phase, Point, Recorded, ReferenceBody, ReferenceError, ReferenceEvent,
    ReferenceRobot,
};

/// Reads the listed events; none if the run lists none.
pub(super) fn read_events(
    root: &Node<'_>,
    robots: usize,
) -> Result<Vec<ReferenceEvent>, ReferenceError> {
    // In the second format `events` is their number, and the list has a key of its own.
    let list = root.get_present(&["first_events"]).or_else(|| {
        let events = root.get_present(&["events"]);
        events.filter(|events| !events.value().is_number())
    });
    let Some(list) = list else {
        return Ok(Vec::new());
    };
    let mut events: Vec<ReferenceEvent> = Vec::new();
    for node in list.list()? {
        let event = read_event(&node, robots)?;
        if events.last().is_some_and(|last| event.time < last.time) {
            return Err(node.refuse("an event no earlier than the one before"));
        }
        events.push(event);
    }
    Ok(events)
}

/// Reads one row: 4 values for a sample, 12 for a robot's event, 10 for one without its target.
fn read_event(node: &Node<'_>, robots: usize) -> Result<ReferenceEvent, ReferenceError> {
    let row = node.list()?;
    let [time, id, kind, code, robot @ ..] = row.as_slice() else {
        return Err(node.refuse(ROW));
    };
    let kind = kind.word(EventKind::from_word, EventKind::ALL, EventKind::word)?;
    let robot = match robot {
        [] => None,
        [x, y, state, frozen, terminated, light] => Some(read_body(
            [x, y, state, frozen, terminated, light],
            Recorded::Unknown,
        )?),
        [x, y, target_x, target_y, state, frozen, terminated, light] => {
            let target = Recorded::Known(read_target(node, target_x, target_y)?);
            Some(read_body([x, y, state, frozen, terminated, light], target)?)
        }
        _ => return Err(node.refuse(ROW)),
    };
    let number = id.small_integer()?;
    let is_sample = kind == EventKind::Visualize;
    // The robots number at most `i32::MAX`, so the conversion loses nothing.
    if is_sample != (number == -1) || !(-1..robots as i64).contains(&i64::from(number)) {
        return Err(id.refuse(format!("a robot below {robots}, or -1 for a VISUALIZE")));
    }
    if is_sample && robot.is_some() {
        return Err(node.refuse("4 values for a VISUALIZE"));
    }
    let time = time.finite_where(|time| time >= 0.0, "a time that is not negative")?;
    Ok(ReferenceEvent {
        time,
        id: number,
        kind,
        code: code.small_integer()?,
        robot,
    })
}

const ROW: &str = "an array of 4, 10 or 12 values";

/// Reads x, y, state, frozen, terminated and light.
fn read_body(
    [x, y, state, frozen, terminated, light]: [&Node<'_>; 6],
    target: Recorded<Option<Point>>,
) -> Result<ReferenceBody, ReferenceError> {
    Ok(ReferenceBody {
        x: x.finite()?,
        y: y.finite()?,
        target,
        state: read_phase(state)?,
        frozen: frozen.truth()?,
        terminated: terminated.truth()?,
        light: read_light(light)?,
    })
}

/// Both coordinates or none.
fn read_target(
    node: &Node<'_>,
    x: &Node<'_>,
    y: &Node<'_>,
) -> Result<Option<Point>, ReferenceError> {
    match (x.clone().present(), y.clone().present()) {
        (Some(x), Some(y)) => Ok(Some((x.finite()?, y.finite()?))),
        (None, None) => Ok(None),
        _ => Err(node.refuse("a target with both coordinates, or with neither")),
    }
}

fn read_phase(node: &Node<'_>) -> Result<Phase, ReferenceError> {
    node.word(Phase::from_word, Phase::ALL, Phase::word)
}

fn read_light(node: &Node<'_>) -> Result<Option<Light>, ReferenceError> {
    match node.clone().present() {
        Some(light) if light.value() != "none" => light
            .word(Light::from_word, Light::ALL, Light::word)
            .map(Some),
        _ => Ok(None),
    }
}

/// Reads the robots at the end, with the faults and tasks that the second format keeps beside them.
pub(super) fn read_finals(
    root: &Node<'_>,
    place: Place<'_>,
    robots: usize,
) -> Result<Option<Vec<ReferenceRobot>>, ReferenceError> {
    let Some(list) = root.get_present(&["final"]) else {
        return Ok(None);
    };
    let check = |key: &str, number: usize| {
        let reason = || format!("{number} entries for {robots} robots");
        if number == robots {
            Ok(())
        } else {
            Err(place.contradiction(key, reason()))
        }
    };
    let mut finals = list
        .list()?
        .iter()
        .map(read_final)
        .collect::<Result<Vec<_>, _>>()?;
    check("final", finals.len())?;
    if let Some(faults) = root
        .get_present(&["faults"])
        .filter(|node| node.value().is_array())
    {
        let faults = faults.list()?;
        check("faults", faults.len())?;
        for (robot, fault) in finals.iter_mut().zip(faults) {
            robot.fault = read_fault(&fault)?.or(robot.fault);
        }
    }
    if let Some(tasks) = root.get_present(&["tasks"]) {
        let tasks = tasks.list()?;
        check("tasks", tasks.len())?;
        for (robot, task) in finals.iter_mut().zip(tasks) {
            let own = task
                .present()
                .map(|task| task.text().map(str::to_owned))
                .transpose()?;
            robot.task = own.or(robot.task.take());
        }
    }
    Ok(Some(finals))
}

fn read_fault(node: &Node<'_>) -> Result<Option<Fault>, ReferenceError> {
    let fault = |node: Node<'_>| node.word(Fault::from_word, Fault::ALL, Fault::word);
    node.clone().present().map(fault).transpose()
}

/// Reads one robot: an object, or the row [x, y, state, terminated, travelled].
fn read_final(node: &Node<'_>) -> Result<ReferenceRobot, ReferenceError> {
    if node.value().is_object() {
        return read_final_object(node);
    }
    let row = node.list()?;
    let [x, y, state, terminated, travelled] = row.as_slice() else {
        return Err(node.refuse("an object, or an array of 5 values"));
    };
    Ok(ReferenceRobot {
        x: x.finite()?,
        y: y.finite()?,
        target: Recorded::Unknown,
        state: read_phase(state)?,
        frozen: Recorded::Unknown,
        terminated: terminated.truth()?,
        light: Recorded::Unknown,
        travelled: travelled.finite()?,
        fault: None,
        task: None,
        speed: None,
        circle: None,
    })
}

fn read_final_object(node: &Node<'_>) -> Result<ReferenceRobot, ReferenceError> {
    let number = |key: &str| node.need(&[key], "a number")?.finite();
    let task = node.get_present(&["task"]);
    Ok(ReferenceRobot {
        x: number("x")?,
        y: number("y")?,
        target: recorded(node, "target", |target| {
            target
                .clone()
                .present()
                .map(|target| target.point())
                .transpose()
        })?,
        state: read_phase(&node.need(&["state"], "the phase of the robot")?)?,
        frozen: recorded(node, "frozen", Node::truth)?,
        terminated: node.need(&["terminated"], "true or false")?.truth()?,
        light: recorded(node, "light", read_light)?,
        travelled: number("travelled")?,
        fault: node
            .get(&["fault"])
            .map_or(Ok(None), |fault| read_fault(&fault))?,
        task: task
            .map(|task| task.text().map(str::to_owned))
            .transpose()?,
        speed: node
            .get_present(&["speed"])
            .map(|speed| speed.finite())
            .transpose()?,
        circle: node
            .get_present(&["circle"])
            .map(|circle| read_circle(&circle))
            .transpose()?,
    })
}

/// A value that may be left out: absent is unknown, while null is a value like others.
fn recorded<'a, T>(
    node: &Node<'a>,
    key: &str,
    read: impl Fn(&Node<'a>) -> Result<T, ReferenceError>,
) -> Result<Recorded<T>, ReferenceError> {
    node.get(&[key]).map_or(Ok(Recorded::Unknown), |value| {
        read(&value).map(Recorded::Known)
    })
}

fn read_circle(node: &Node<'_>) -> Result<[f64; 3], ReferenceError> {
    match node.list()?.as_slice() {
        [x, y, radius] => Ok([x.finite()?, y.finite()?, radius.finite()?]),
        _ => Err(node.refuse("an array of three numbers")),
    }
}
