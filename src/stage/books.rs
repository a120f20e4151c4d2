//! What is noted of a run while it gets further than ever before: marks and curves.

use serde_json::{Map, Value, json};

use super::{Laps, Staged};
use crate::arbiter::Committed;
use crate::monitor::{Finding, Line, Listener, Watcher};

/// What a mark on the timeline says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A robot crashed.
    Crash,
    /// A fault came about.
    Fault,
    /// A robot terminated.
    Terminated,
    /// The property of a monitor did not hold any more.
    Violation,
    /// A round was undone, because movements contradicted each other.
    Conflict,
    /// Parts of the structure collided.
    Collision,
    /// Somebody did something to the run.
    Input,
}

impl MarkKind {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            MarkKind::Crash => "crash",
            MarkKind::Fault => "fault",
            MarkKind::Terminated => "terminated",
            MarkKind::Violation => "violation",
            MarkKind::Conflict => "conflict",
            MarkKind::Collision => "collision",
            MarkKind::Input => "input",
        }
    }
}

/// A mark on the timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The number of the event; `None` where only the instant is known.
    pub event: Option<u64>,
    /// When.
    pub time: f64,
    /// What.
    pub kind: MarkKind,
    /// Which robot, where it is one.
    pub robot: Option<u32>,
    /// What more there is to say.
    pub text: Option<String>,
}

impl Mark {
    /// A mark of an event.
    #[must_use]
    pub fn at(event: u64, time: f64, kind: MarkKind, robot: Option<u32>) -> Self {
        Mark {
            event: Some(event),
            time,
            kind,
            robot,
            text: None,
        }
    }

    /// `[event, time, kind, robot]` and the text, where it has one.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let robot = self.robot.map_or(-1, i64::from);
        let (event, time, kind) = (self.event, self.time, self.kind.word());
        match &self.text {
            Some(text) => json!([event, time, kind, robot, text]),
            None => json!([event, time, kind, robot]),
        }
    }
}

/// A curve: how a number developed.
#[derive(Clone, Debug)]
struct Curve {
    name: String,
    label: String,
    /// Time, number of events, value.
    points: Vec<(f64, u64, f64)>,
    /// The last one, where it is too near to the one before to be kept.
    last: Option<(f64, u64, f64)>,
    /// The least number of events between two points.
    distance: u64,
    /// How often every second point was dropped.
    thinned: u64,
}

/// Where a curve has more points, every second one is dropped.
const MOST_POINTS: usize = 8192;
/// A reader remembers how far it has read by the number of points, with this many times how often
/// points were dropped.
const THINNED: u64 = 1 << 32;
/// There are no more marks; what comes later is left out.
const MOST_MARKS: usize = 1 << 20;

/// The marks and curves of a run, up to its furthest event.
pub(super) struct Books<M: Staged> {
    pub(super) marks: Vec<Mark>,
    curves: Vec<Curve>,
    gauges: Vec<u64>,
    next_gauges: Vec<u64>,
    watcher: Option<Box<dyn Watcher<M>>>,
    /// What the monitors found, once the run has ended.
    pub(super) findings: Vec<Finding>,
    laps: Laps,
    /// At which numbers of events an epoch was over.
    epochs: Vec<u64>,
    /// At which numbers of events a round was over.
    rounds: Vec<u64>,
    /// How many events are in the books.
    pub(super) events: u64,
    /// When the last of them took place.
    pub(super) time: f64,
}

impl<M: Staged> std::fmt::Debug for Books<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Books")
            .field("events", &self.events)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

impl<M: Staged> Books<M> {
    pub(super) fn new(watcher: Option<Box<dyn Watcher<M>>>, director: &M::Director) -> Self {
        let mut books = Books {
            marks: Vec::new(),
            curves: Vec::new(),
            gauges: vec![0; M::GAUGES.len()],
            next_gauges: vec![0; M::GAUGES.len()],
            watcher,
            findings: Vec::new(),
            laps: M::laps(director),
            epochs: Vec::new(),
            rounds: Vec::new(),
            events: 0,
            time: 0.0,
        };
        books.gauge(0, 0.0, director);
        books
    }

    /// Notes an event that takes the run further than before.
    pub(super) fn note(&mut self, committed: &Committed<'_, M>) {
        let event = committed.event;
        self.events = event.number + 1;
        self.time = event.time;
        if self.marks.len() < MOST_MARKS {
            M::mark(committed, &mut self.marks);
        }
        let laps = M::laps(committed.director);
        if laps.epochs > self.laps.epochs {
            self.epochs.push(self.events);
        }
        if laps.rounds > self.laps.rounds {
            self.rounds.push(self.events);
        }
        self.laps = laps;
        self.gauge(self.events, event.time, committed.director);
        if let Some(watcher) = &mut self.watcher {
            watcher.committed(committed, &mut Ear(&mut self.curves));
        }
    }

    /// Adds a point to the curve of each gauge that has moved.
    fn gauge(&mut self, events: u64, time: f64, director: &M::Director) {
        let first = events == 0;
        M::gauges(director, &mut self.next_gauges);
        if !first && self.next_gauges == self.gauges {
            return;
        }
        for (index, (key, label)) in M::GAUGES.iter().enumerate() {
            let value = self.next_gauges[index];
            if first || self.gauges[index] != value {
                add(&mut self.curves, key, label, (time, events, value as f64));
            }
        }
        std::mem::swap(&mut self.gauges, &mut self.next_gauges);
    }

    /// The run has ended: the monitors say what they found.
    pub(super) fn finish(
        &mut self,
        robots: &[Option<M::Robot>],
        director: &M::Director,
        time: f64,
    ) {
        let Some(mut watcher) = self.watcher.take() else {
            return;
        };
        let ear = &mut Ear(&mut self.curves);
        self.findings = watcher.finish(Some(robots), Some(director), time, ear);
        for finding in self.findings.iter().filter(|one| one.holds == Some(false)) {
            let when = finding.figure("time").and_then(Value::as_f64);
            self.marks.push(Mark {
                event: None,
                time: when.unwrap_or(time),
                kind: MarkKind::Violation,
                robot: None,
                text: Some(format!("{} does not hold", finding.name)),
            });
        }
    }

    /// The number of events at the end of the last epoch, or round, before this many events.
    pub(super) fn lap(&self, epochs: bool, events: u64) -> u64 {
        let laps = if epochs { &self.epochs } else { &self.rounds };
        let before = laps.partition_point(|&lap| lap < events);
        before.checked_sub(1).map_or(0, |index| laps[index])
    }

    /// The curves, each from where a reader left off. One whose points were dropped in between is
    /// `fresh`: it takes the place of what the reader has of it.
    pub(super) fn curves(&self, since: &Map<String, Value>) -> Value {
        let curves = self.curves.iter().map(|curve| {
            let since = since.get(&curve.name).and_then(Value::as_u64).unwrap_or(0);
            let fresh = since / THINNED != curve.thinned || since == 0;
            let from = if fresh { 0 } else { since % THINNED };
            let from = usize::try_from(from).unwrap_or(usize::MAX);
            let points = curve.points.get(from..).unwrap_or_default().iter();
            let points: Vec<_> = points.map(|(t, e, v)| json!([t, e, v])).collect();
            json!({
                "name": curve.name,
                "label": curve.label,
                "fresh": fresh,
                "points": points,
                "last": curve.last.map(|(t, e, v)| json!([t, e, v])),
                "next": curve.thinned * THINNED + curve.points.len() as u64,
            })
        });
        curves.collect()
    }
}

/// Adds a point to a curve, and begins the curve with its first one.
fn add(curves: &mut Vec<Curve>, name: &str, label: &str, point: (f64, u64, f64)) {
    match curves.iter_mut().find(|curve| curve.name == name) {
        Some(curve) => curve.add(point),
        None => curves.push(Curve {
            name: name.to_owned(),
            label: label.to_owned(),
            points: vec![point],
            last: None,
            distance: 0,
            thinned: 0,
        }),
    }
}

impl Curve {
    fn add(&mut self, point: (f64, u64, f64)) {
        let before = self.points.last().map_or(0, |(_, event, _)| *event);
        if point.1 < before + self.distance {
            self.last = Some(point);
            return;
        }
        self.last = None;
        self.points.push(point);
        if self.points.len() > MOST_POINTS {
            let mut index = 0;
            self.points.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.thinned += 1;
            let (first, last) = (self.points[0].1, self.points[self.points.len() - 1].1);
            self.distance = (last - first) / (MOST_POINTS as u64 / 2);
        }
    }
}

/// Makes points of what monitors say.
struct Ear<'a>(&'a mut Vec<Curve>);

impl Listener for Ear<'_> {
    fn hear(&mut self, line: Line) {
        let Value::Object(said) = &line.value else {
            return;
        };
        let monitor = said.get("monitor").and_then(Value::as_str);
        let monitor = monitor.unwrap_or_default();
        for (key, value) in said {
            let value = match value {
                Value::Number(number) => number.as_f64(),
                Value::Bool(holds) => Some(f64::from(u8::from(*holds))),
                _ => None,
            };
            if let Some(value) = value {
                let name = format!("{monitor}.{key}");
                let label = format!("{monitor}: {}", key.replace('_', " "));
                add(self.0, &name, &label, (line.time, line.event, value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_keeps_its_shape_in_few_points() {
        let mut curves = Vec::new();
        let points: u64 = 100_000;
        for event in 0..points {
            let time = event as f64 / 10.0;
            add(&mut curves, "moves", "moves", (time, event, event as f64));
        }
        let curve = &curves[0];
        assert!(curve.points.len() <= MOST_POINTS, "{}", curve.points.len());
        assert!(
            curve.points.len() > MOST_POINTS / 4,
            "{}",
            curve.points.len()
        );
        assert!(curve.thinned > 0);
        assert_eq!(curve.points[0].1, 0);
        let newest = curve.last.unwrap_or(curve.points[curve.points.len() - 1]);
        assert_eq!(newest.1, points - 1);
        for pair in curve.points.windows(2) {
            // The points lie on the line that the curve is, and at most a little apart.
            assert!(pair[0].1 < pair[1].1 && pair[1].1 - pair[0].1 < 200);
            assert_eq!(pair[0].2, pair[0].1 as f64);
        }
    }

    #[test]
    fn a_curve_that_hardly_changes_keeps_every_point() {
        let mut curves = Vec::new();
        for step in 0..1000u64 {
            add(
                &mut curves,
                "epochs",
                "epochs",
                (0.0, step * 7, step as f64),
            );
        }
        assert_eq!(curves[0].points.len(), 1000);
        assert_eq!((curves[0].last, curves[0].thinned), (None, 0));
    }
}
