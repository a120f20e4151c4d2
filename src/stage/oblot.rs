//! What a run of the OBLOT model shows.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::{Laps, Mark, MarkKind, Packer, Show, Sight, Staged, flags};
use crate::arbiter::Committed;
use crate::dice::{Dice, Purpose};
use crate::engine::{Inline, Outcome as Step};
use crate::math::Point;
use crate::model::Robot as _;
use crate::model::oblot::algorithms::Controller;
use crate::model::oblot::census::Census;
use crate::model::oblot::geometry::{Ruler, smallest_circle};
use crate::model::oblot::measure::farthest_pair;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::robot::Robot;
use crate::model::oblot::scenario::Scenario;
use crate::model::oblot::{Code, Kind, Light, Oblot, Outcome, Phase};

/// What is remembered of a robot's looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looks {
    /// How many there were.
    count: u32,
    /// The event of the last one.
    event: u64,
    /// When that was.
    time: f64,
}

/// The classes of the legend: what the colour of a robot says.
const LEGEND: [(&str, &str); 7] = [
    ("waiting", "wait"),
    ("looking", "look"),
    ("moving", "move"),
    ("crashed", "crash"),
    ("terminated", "terminated"),
    ("frozen", "frozen"),
    ("Byzantine", "byzantine"),
];

/// The place of a robot in the legend.
fn class(robot: &Robot) -> usize {
    let appearance = robot.appearance();
    if appearance.phase == Phase::Crash {
        return 3;
    }
    if appearance.terminated {
        return 4;
    }
    if robot
        .faults()
        .iter()
        .any(|name| name.starts_with("byzantine"))
    {
        return 6;
    }
    match appearance.phase {
        _ if appearance.frozen => 5,
        Phase::Look => 1,
        Phase::Move => 2,
        Phase::Wait | Phase::Crash => 0,
    }
}

/// The step of the cycle in which a robot is.
fn step(robot: &Robot) -> &'static str {
    let appearance = robot.appearance();
    match appearance.phase {
        Phase::Crash => "done",
        _ if appearance.terminated => "done",
        Phase::Look => "compute",
        Phase::Move => "move",
        Phase::Wait => "wait",
    }
}

/// The colour of a light on a page.
fn colour(light: Light) -> &'static str {
    match light {
        Light::Blue => "#1f77d0",
        Light::Red => "#d62728",
        Light::Green => "#2ca02c",
        Light::Black => "#111111",
        Light::White => "#fafafa",
        Light::Yellow => "#f0e442",
        Light::Orange => "#e69f00",
        Light::Purple => "#8e5bd0",
        Light::Cyan => "#17becf",
        Light::Magenta => "#e377c2",
    }
}

/// The middle of the rectangle around some points, and the rectangle: least x and y, greatest x and y.
fn bounds(points: &[Point]) -> [f64; 4] {
    let fold = |of: fn(&Point) -> f64, pick: fn(f64, f64) -> f64| {
        points.iter().map(of).reduce(pick).unwrap_or(0.0)
    };
    [
        fold(|point| point.x, f64::min),
        fold(|point| point.y, f64::min),
        fold(|point| point.x, f64::max),
        fold(|point| point.y, f64::max),
    ]
}

/// How many seconds a robot may take to cross the start, at the speed to begin with.
const CROSSING: f64 = 8.0;

/// So many units of simulated time pass in a second to begin with.
fn first_speed(points: &[Point], robots: &[&Robot]) -> f64 {
    let diameter = farthest_pair(points).map_or(0.0, |(one, other)| one.distance(other));
    let fastest = robots.iter().map(|robot| robot.speed());
    let fastest = fastest.fold(0.0, f64::max);
    let speed = diameter / fastest / CROSSING;
    match speed.is_finite() && speed > 0.0 {
        true => speed.clamp(0.1, 1e6),
        false => 1.0,
    }
}

impl Staged for Oblot {
    const NUMBER: u8 = 0;

    type Memory = Vec<Looks>;

    fn memory(_: &Scenario, run: &Inline<Self>) -> Vec<Looks> {
        vec![Looks::default(); run.robots().len()]
    }

    fn remember(memory: &mut Vec<Looks>, committed: &Committed<'_, Self>) {
        let event = committed.event;
        if !matches!(event.kind, Kind::Look | Kind::Round) {
            return;
        }
        for (id, _) in committed.results {
            let looks = usize::try_from(*id).ok().and_then(|id| memory.get_mut(id));
            if let Some(looks) = looks {
                looks.count += 1;
                (looks.event, looks.time) = (event.number, event.time);
            }
        }
    }

    fn mark(committed: &Committed<'_, Self>, marks: &mut Vec<Mark>) {
        let event = committed.event;
        for (id, outcome) in committed.results {
            let Outcome::Robot(outcome) = outcome else {
                continue;
            };
            let kind = match outcome.code {
                Code::Crashed => MarkKind::Crash,
                Code::Terminated => MarkKind::Terminated,
                Code::Struck => MarkKind::Fault,
                _ => continue,
            };
            let robot = u32::try_from(*id).ok();
            marks.push(Mark::at(event.number, event.time, kind, robot));
        }
    }

    fn laps(census: &Census) -> Laps {
        Laps {
            epochs: census.epochs(),
            rounds: match census.synchronous_rounds() {
                0 => census.rounds(),
                rounds => rounds,
            },
        }
    }

    const GAUGES: &'static [(&'static str, &'static str)] = &[
        ("epochs", "epochs"),
        ("rounds", "rounds"),
        ("active", "active"),
        ("terminated", "terminated"),
        ("moves", "moves"),
        ("activations", "activations"),
    ];

    fn gauges(census: &Census, values: &mut [u64]) {
        let now = [
            census.epochs(),
            Self::laps(census).rounds,
            census.active() as u64,
            census.terminated() as u64,
            census.moves(),
            census.activations(),
        ];
        for (value, now) in values.iter_mut().zip(now) {
            *value = now;
        }
    }

    fn introduce(scenario: &Scenario, run: &Inline<Self>) -> Map<String, Value> {
        let robots: Vec<&Robot> = run.robots().iter().flatten().collect();
        let points: Vec<Point> = robots.iter().map(|robot| robot.position()).collect();
        let legend = LEGEND.iter().enumerate();
        let legend =
            legend.map(|(class, (word, tone))| json!({"class": class, "word": word, "tone": tone}));
        let lights = Light::ALL.map(|light| json!([light.name(), colour(light)]));
        let mut about = Map::new();
        let mut put = |key: &str, value: Value| about.insert(key.to_owned(), value);
        put("legend", legend.collect());
        put("lights", json!(lights));
        put("palette", json!(!scenario.palette().is_empty()));
        put("bounds", json!(bounds(&points)));
        put("radius", json!(scenario.radius()));
        put("speed", json!(first_speed(&points, &robots)));
        about
    }

    fn pack(sight: &Sight<'_, Self>, show: Show, packer: &mut Packer<'_>) {
        let robots = || sight.run.robots().iter().flatten();
        let positions = || robots().map(|robot| robot.position_at(sight.time));
        // The first robot is as near to the others as they are to each other.
        let origin = positions().next().unwrap_or(Point::new(0.0, 0.0));
        packer.robots(robots().count());
        packer.origin(origin.x, origin.y);
        packer.floats(positions().map(|point| (point.x - origin.x) as f32));
        packer.floats(positions().map(|point| (point.y - origin.y) as f32));
        let lit = !sight.scenario.palette().is_empty();
        packer.words(robots().map(|robot| {
            let light = robot.appearance().light.filter(|_| lit);
            let light = light.map_or(0, |light| light as u32);
            let faulty = u32::from(!robot.faults().is_empty());
            class(robot) as u32 | light << 8 | faulty << 16
        }));
        if show.targets {
            packer.flag(flags::TARGETS);
            let targets = || robots().map(target);
            packer.floats(targets().map(|to| to.map_or(f32::NAN, |to| (to.x - origin.x) as f32)));
            packer.floats(targets().map(|to| to.map_or(f32::NAN, |to| (to.y - origin.y) as f32)));
        }
    }

    fn card(sight: &Sight<'_, Self>, robot: u32) -> Option<Map<String, Value>> {
        let id = robot as usize;
        let robot = sight.run.robots().get(id)?.as_ref()?;
        let looks = sight.memory.get(id).copied().unwrap_or_default();
        let appearance = robot.appearance();
        let position = robot.position_at(sight.time);
        let (word, tone) = LEGEND[class(robot)];
        let pair = |point: Point| json!([point.x, point.y]);
        let mut fields = vec![
            json!({"label": "phase", "kind": "badge", "value": word, "tone": tone}),
            json!({"label": "position", "kind": "position", "value": pair(position)}),
        ];
        let mut add = |label: &str, kind: &str, value: Value| {
            fields.push(json!({"label": label, "kind": kind, "value": value}));
        };
        let target = target(robot);
        if let Some(target) = target {
            add("target", "position", pair(target));
            add("distance", "number", json!(position.distance(target)));
        }
        add("speed", "number", json!(robot.speed()));
        add("travelled", "number", json!(robot.travelled_at(sight.time)));
        add("activations", "number", json!(looks.count));
        if looks.count > 0 {
            add("last Look", "number", json!(looks.time));
        }
        if let Some(light) = appearance.light {
            add("light", "text", json!(light.name()));
        }
        for fault in robot.faults() {
            add("fault", "badge", json!(fault));
        }
        if appearance.frozen {
            add("frozen", "boolean", json!(true));
        }
        if let Some(failure) = robot.failure() {
            add("failure", "text", json!(failure));
        }
        let card = json!({
            "robot": id,
            "title": format!("robot {id}"),
            "fields": fields,
            "position": pair(position),
            "target": target.map(pair),
            "step": step(robot),
        });
        match card {
            Value::Object(card) => Some(card),
            _ => None,
        }
    }

    fn last_look(memory: &Vec<Looks>, robot: u32) -> Option<u64> {
        let looks = memory.get(robot as usize)?;
        (looks.count > 0).then_some(looks.event)
    }

    fn seen(mut run: Inline<Self>, robot: u32) -> Option<Map<String, Value>> {
        let time = run.next_time()?;
        // A robot whose controller is outside asks what it would be told.
        run.robot_mut(robot)?.set_controller(Controller::Outside);
        let Ok(Step::Needs(questions)) = run.step(&[]) else {
            return None;
        };
        let question = questions.into_iter().find(|asked| asked.robot == robot)?;
        Some(perceived(&question.percept, time))
    }

    fn positions(robots: &[Option<Robot>]) -> Option<Value> {
        let robots = robots.iter().flatten();
        let positions = robots.map(|robot| [robot.position().x, robot.position().y]);
        Some(json!(positions.collect::<Vec<_>>()))
    }

    fn table(sight: &Sight<'_, Self>) -> String {
        let mut text = String::from(
            "robot,x,y,phase,terminated,frozen,light,target_x,target_y,travelled,activations,faults\n",
        );
        for (id, robot) in sight.run.robots().iter().enumerate() {
            let Some(robot) = robot else { continue };
            let appearance = robot.appearance();
            let Point { x, y } = robot.position_at(sight.time);
            let (to_x, to_y) = target(robot)
                .map_or_else(Default::default, |to| (to.x.to_string(), to.y.to_string()));
            let light = appearance.light.map_or("", Light::name);
            let looks = sight.memory.get(id).copied().unwrap_or_default();
            let travelled = robot.travelled_at(sight.time);
            // Writing to a String never fails.
            let _ = writeln!(
                text,
                "{id},{x},{y},{},{},{},{light},{to_x},{to_y},{travelled},{},{}",
                appearance.phase.name(),
                appearance.terminated,
                appearance.frozen,
                looks.count,
                robot.faults().join(" "),
            );
        }
        text
    }
}

/// Where a robot is going, or will go.
fn target(robot: &Robot) -> Option<Point> {
    robot.target().filter(|_| robot.is_in_flight())
}

/// What a robot saw, for its card.
fn perceived(percept: &Percept, time: f64) -> Map<String, Value> {
    let here = percept.here();
    let robots = percept.robots();
    let listed: Vec<_> = robots
        .iter()
        .map(|seen| json!([seen.id, seen.place.x, seen.place.y]))
        .collect();
    let frame = percept.frame().map(|(frame, origin)| {
        let axis = |x, y| {
            let tip = frame.outward(origin, Point::new(x, y));
            let length = origin.distance(tip);
            [(tip.x - origin.x) / length, (tip.y - origin.y) / length]
        };
        json!({"x": axis(1.0, 0.0), "y": axis(0.0, 1.0)})
    });
    let mut places: Vec<Point> = robots.iter().map(|seen| seen.place).collect();
    let circle = circle(&mut places);
    let mut entries = Map::new();
    let percept = json!({
        "time": time,
        "centre": [here.x, here.y],
        "frame": frame,
        "robots": listed,
    });
    entries.insert("percept".to_owned(), percept);
    entries.insert("circle".to_owned(), circle);
    entries
}

/// The smallest circle around what a robot saw; the draws only make the search short.
fn circle(points: &mut [Point]) -> Value {
    if points.len() < 2 {
        return Value::Null;
    }
    let mut dice = Dice::new(0, 0);
    let ruler = Ruler::new(5, 1e-5, 1.0);
    let circle = smallest_circle(points, &mut dice.on(Purpose::Algorithm, &mut None), &ruler);
    json!([circle.centre.x, circle.centre.y, circle.radius])
}
