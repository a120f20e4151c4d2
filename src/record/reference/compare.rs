//! Compares a run of our own simulator with a recorded one, event by event.

use super::report::{Difference, DigestReport, EndMismatch, EventMismatch, Field, Report};
use super::{
    EventDigest, Point, Recorded, ReferenceBody, ReferenceDigest, ReferenceEvent, ReferenceRobot,
    ReferenceRun, SeenEvent, SeenRobot, python,
};
use std::fmt::Display;

/// A comparison in progress. Give it every event of our run in order, also those beyond the listed
/// ones, because they count and belong to the digest; then [`finish`](Self::finish).
#[derive(Debug, Clone)]
pub struct Comparison {
    run: ReferenceRun,
    digest: Option<EventDigest>,
    seen: u64,
    compared: u64,
    identical: u64,
    largest: Option<Difference>,
    first_mismatch: Option<EventMismatch>,
}

impl Comparison {
    /// Starts to compare with a recorded run.
    pub fn new(run: ReferenceRun) -> Self {
        Self {
            digest: run.digest.as_ref().map(EventDigest::like),
            run,
            seen: 0,
            compared: 0,
            identical: 0,
            largest: None,
            first_mismatch: None,
        }
    }

    /// Takes the next event of our run.
    pub fn event(&mut self, seen: &SeenEvent) {
        if let Some(digest) = &mut self.digest {
            digest.event(seen);
        }
        let listed = usize::try_from(self.seen)
            .ok()
            .and_then(|at| self.run.events.get(at).copied());
        self.seen += 1;
        if let Some(recorded) = listed {
            self.compare(&recorded, seen);
        }
    }

    /// Whether an event has already differed. A caller in a hurry may stop the run here; the report
    /// then also counts the missing events.
    pub fn has_differed(&self) -> bool {
        self.first_mismatch.is_some()
    }

    fn compare(&mut self, recorded: &ReferenceEvent, seen: &SeenEvent) {
        let sides = EventSides::new(recorded, seen, self.run.tolerances.events);
        self.compared += 1;
        self.identical += u64::from(sides.identical);
        // Once the order is lost the numbers belong to different events, and their differences say
        // nothing.
        if recorded.id == seen.id && recorded.kind == seen.kind {
            let (size, field) = sides.largest;
            let number = self.seen;
            keep_larger(&mut self.largest, size, || {
                format!("{field} of event {number}")
            });
        }
        if self.first_mismatch.is_none() && !sides.fields.is_empty() {
            self.first_mismatch = Some(EventMismatch {
                number: self.seen,
                fields: sides.fields,
                recorded: *recorded,
                seen: Some(*seen),
            });
        }
    }

    /// Ends the comparison: `ended` says whether our run came to its own end, `end_time` is the time
    /// of its last event, and `robots` are all its robots by id.
    pub fn finish(mut self, ended: bool, end_time: f64, robots: &[SeenRobot]) -> Report {
        if self.first_mismatch.is_none() {
            self.first_mismatch = self.first_missing();
        }
        let run = self.run;
        let mut end = EndSides {
            tolerance: run.tolerances.end,
            mismatches: vec![],
            largest: None,
        };
        end.same("number of events", &run.events_total, &self.seen);
        end.same("ended", &run.ended, &ended);
        if let Some(recorded) = run.end_time {
            end.number("end time", recorded, end_time);
        }
        if let Some(finals) = &run.finals {
            end.same("number of robots", &finals.len(), &robots.len());
            for (id, (recorded, seen)) in finals.iter().zip(robots).enumerate() {
                end.robot(id, recorded, seen);
            }
        }
        let computed = self.digest.map(EventDigest::finish);
        Report {
            run: run.name,
            passed: self.first_mismatch.is_none() && end.mismatches.is_empty(),
            events_recorded: run.events_total,
            events_seen: self.seen,
            events_listed: run.events.len() as u64,
            events_compared: self.compared,
            events_identical: self.identical,
            share_identical: (self.compared > 0)
                .then(|| self.identical as f64 / self.compared as f64),
            largest_difference: self.largest,
            largest_difference_at_end: end.largest,
            tolerances: run.tolerances,
            first_mismatch: self.first_mismatch,
            end_mismatches: end.mismatches,
            digest: run.digest.as_ref().zip(computed).map(digest_report),
            unused: run.unused,
        }
    }

    /// The first listed event that our run did not come to.
    fn first_missing(&self) -> Option<EventMismatch> {
        let recorded = *usize::try_from(self.seen)
            .ok()
            .and_then(|at| self.run.events.get(at))?;
        Some(EventMismatch {
            number: self.seen + 1,
            fields: Vec::new(),
            recorded,
            seen: None,
        })
    }
}

fn digest_report((recorded, computed): (&ReferenceDigest, String)) -> DigestReport {
    let recorded = match recorded {
        ReferenceDigest::Packed(digest) | ReferenceDigest::Repr(digest) => digest.clone(),
    };
    DigestReport {
        equal: recorded == computed,
        recorded,
        computed,
    }
}

/// Replaces the largest difference so far by a larger one. Equal numbers are no difference.
fn keep_larger(largest: &mut Option<Difference>, size: f64, place: impl Fn() -> String) {
    if size > largest.as_ref().map_or(0.0, |largest| largest.size) {
        *largest = Some(Difference {
            size,
            place: place(),
        });
    }
}

/// How far two numbers lie apart, relative to the larger of them and of 1: 0 for equal ones, infinite
/// where only one is finite or where only one is a number.
fn relative_difference(a: f64, b: f64) -> f64 {
    if a == b || (a.is_nan() && b.is_nan()) {
        return 0.0;
    }
    let difference = (a - b).abs() / a.abs().max(b.abs()).max(1.0);
    if difference.is_nan() {
        f64::INFINITY
    } else {
        difference
    }
}

/// Both sides of one event, field by field.
struct EventSides {
    tolerance: f64,
    /// The fields that differ by more than the tolerance.
    fields: Vec<Field>,
    /// Whether all fields are equal, numbers in all their bits.
    identical: bool,
    largest: (f64, Field),
}

impl EventSides {
    fn new(recorded: &ReferenceEvent, seen: &SeenEvent, tolerance: f64) -> Self {
        let largest = (0.0, Field::Time);
        let mut sides = Self {
            tolerance,
            fields: Vec::new(),
            identical: true,
            largest,
        };
        sides.number(Field::Time, recorded.time, seen.time);
        sides.exact(Field::Id, recorded.id == seen.id);
        sides.exact(Field::Kind, recorded.kind == seen.kind);
        sides.exact(Field::Code, recorded.code == seen.code);
        if let Some(body) = recorded.robot.as_ref().filter(|_| seen.is_of_a_robot()) {
            sides.body(body, seen);
        }
        sides
    }

    fn body(&mut self, recorded: &ReferenceBody, seen: &SeenEvent) {
        self.number(Field::X, recorded.x, seen.x);
        self.number(Field::Y, recorded.y, seen.y);
        match (recorded.target, seen.target) {
            (Recorded::Unknown, _) => {}
            (Recorded::Known(Some((x, y))), Some((seen_x, seen_y))) => {
                self.number(Field::TargetX, x, seen_x);
                self.number(Field::TargetY, y, seen_y);
            }
            (Recorded::Known(recorded), seen) => {
                let both_absent = recorded.is_none() && seen.is_none();
                self.exact(Field::TargetX, both_absent);
                self.exact(Field::TargetY, both_absent);
            }
        }
        self.exact(Field::State, recorded.state == seen.state);
        self.exact(Field::Frozen, recorded.frozen == seen.frozen);
        self.exact(Field::Terminated, recorded.terminated == seen.terminated);
        self.exact(Field::Light, recorded.light == seen.light);
    }

    fn exact(&mut self, field: Field, equal: bool) {
        self.identical &= equal;
        if !equal {
            self.fields.push(field);
        }
    }

    fn number(&mut self, field: Field, recorded: f64, seen: f64) {
        self.identical &= recorded.to_bits() == seen.to_bits();
        let difference = relative_difference(recorded, seen);
        if difference > self.tolerance {
            self.fields.push(field);
        }
        if difference > self.largest.0 {
            self.largest = (difference, field);
        }
    }
}

/// Both sides of the end of a run.
struct EndSides {
    tolerance: f64,
    mismatches: Vec<EndMismatch>,
    largest: Option<Difference>,
}

impl EndSides {
    fn differ(&mut self, what: &str, recorded: String, seen: String) {
        self.mismatches.push(EndMismatch {
            what: what.to_owned(),
            recorded,
            seen,
        });
    }

    fn same<T: PartialEq + Display>(&mut self, what: &str, recorded: &T, seen: &T) {
        if recorded != seen {
            self.differ(what, recorded.to_string(), seen.to_string());
        }
    }

    fn number(&mut self, what: &str, recorded: f64, seen: f64) {
        let difference = relative_difference(recorded, seen);
        keep_larger(&mut self.largest, difference, || what.to_owned());
        if difference > self.tolerance {
            self.differ(what, python::repr(recorded), python::repr(seen));
        }
    }

    fn robot(&mut self, id: usize, recorded: &ReferenceRobot, seen: &SeenRobot) {
        let of = |field: &str| format!("{field} of robot {id}");
        self.number(&of("x"), recorded.x, seen.x);
        self.number(&of("y"), recorded.y, seen.y);
        self.number(&of("travelled"), recorded.travelled, seen.travelled);
        self.same(&of("state"), &recorded.state, &seen.state);
        self.same(&of("terminated"), &recorded.terminated, &seen.terminated);
        if let Recorded::Known(frozen) = recorded.frozen {
            self.same(&of("frozen"), &frozen, &seen.frozen);
        }
        if let Recorded::Known(light) = recorded.light {
            let word = |light: Option<super::Light>| light.map_or("none", super::Light::word);
            self.same(&of("light"), &word(light), &word(seen.light));
        }
        if let Recorded::Known(target) = recorded.target {
            self.target(&of, target, seen.target);
        }
    }

    fn target(
        &mut self,
        of: &dyn Fn(&str) -> String,
        recorded: Option<Point>,
        seen: Option<Point>,
    ) {
        if let (Some((x, y)), Some((seen_x, seen_y))) = (recorded, seen) {
            self.number(&of("target x"), x, seen_x);
            self.number(&of("target y"), y, seen_y);
        } else if recorded.is_some() != seen.is_some() {
            let show = |target: Option<Point>| match target {
                Some((x, y)) => format!("({}, {})", python::repr(x), python::repr(y)),
                None => "none".to_owned(),
            };
            self.differ(&of("target"), show(recorded), show(seen));
        }
    }
}
