//! What a comparison found, as data and as text.

use super::{Light, Point, Recorded, ReferenceEvent, SeenEvent, Tolerances, python::repr};
use serde::Serialize;
use std::fmt;

/// The outcome of a comparison. Shown as plain text; serialised as one JSON object (an infinite
/// difference becomes null there).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The name of the recorded run.
    pub run: String,
    /// Whether both are the same run within the tolerances. The digest has no say in it.
    pub passed: bool,
    /// How many events the recorded run has.
    pub events_recorded: u64,
    /// How many events our run has.
    pub events_seen: u64,
    /// How many events the record lists one by one.
    pub events_listed: u64,
    /// How many events were compared: those that are listed and were seen.
    pub events_compared: u64,
    /// How many of them agree in everything, numbers in all their bits.
    pub events_identical: u64,
    /// Their share of the compared events, from 0 to 1; `None` when no event was compared.
    pub share_identical: Option<f64>,
    /// The largest relative difference between numbers of compared events, `|a - b| / max(1, |a|,
    /// |b|)`; `None` when all are equal. Events out of order do not take part.
    pub largest_difference: Option<Difference>,
    /// The same at the end of the run.
    pub largest_difference_at_end: Option<Difference>,
    /// The tolerances that were applied.
    pub tolerances: Tolerances,
    /// The first event that differs.
    pub first_mismatch: Option<EventMismatch>,
    /// What differs at the end, counts first, then robots by id.
    pub end_mismatches: Vec<EndMismatch>,
    /// The digests over all events; `None` when none was recorded.
    pub digest: Option<DigestReport>,
    /// What the reader of the record did not use, see
    /// [`ReferenceRun::unused`](super::ReferenceRun::unused).
    pub unused: Vec<String>,
}

/// A difference between two numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// Its size relative to the larger number, or to 1 where both are smaller.
    pub size: f64,
    /// The number meant, such as `x of event 17` (the first event is 1) or `end time`.
    pub place: String,
}

/// An event that differs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EventMismatch {
    /// The number of the event; the first is 1.
    pub number: u64,
    /// The fields that differ by more than the tolerance; empty when our run has no such event.
    pub fields: Vec<Field>,
    /// The recorded event.
    pub recorded: ReferenceEvent,
    /// Our event; `None` when our run was over before.
    pub seen: Option<SeenEvent>,
}

/// A value that differs at the end of the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EndMismatch {
    /// The value meant, such as `number of events` or `light of robot 3`.
    pub what: String,
    /// The recorded value.
    pub recorded: String,
    /// Our value.
    pub seen: String,
}

/// Both digests over all events, in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DigestReport {
    /// Whether they are equal: then the runs agree in all bits, also beyond the listed events.
    pub equal: bool,
    /// The recorded digest.
    pub recorded: String,
    /// The digest of our run, in the same form.
    pub computed: String,
}

/// A field of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The virtual time.
    Time,
    /// The robot or the environment.
    Id,
    /// What happened.
    Kind,
    /// How it ended.
    Code,
    /// The x coordinate.
    X,
    /// The y coordinate.
    Y,
    /// The x coordinate of the destination.
    TargetX,
    /// The y coordinate of the destination.
    TargetY,
    /// The phase.
    State,
    /// Whether the robot stays.
    Frozen,
    /// Whether the robot has terminated.
    Terminated,
    /// The colour of the light.
    Light,
}

impl Field {
    /// Every field, in the order in which they are shown.
    const ALL: [Self; 12] = [
        Self::Time,
        Self::Id,
        Self::Kind,
        Self::Code,
        Self::X,
        Self::Y,
        Self::TargetX,
        Self::TargetY,
        Self::State,
        Self::Frozen,
        Self::Terminated,
        Self::Light,
    ];
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Time => "time",
            Self::Id => "id",
            Self::Kind => "kind",
            Self::Code => "code",
            Self::X => "x",
            Self::Y => "y",
            Self::TargetX => "target x",
            Self::TargetY => "target y",
            Self::State => "state",
            Self::Frozen => "frozen",
            Self::Terminated => "terminated",
            Self::Light => "light",
        })
    }
}

/// How many mismatches at the end are shown; the rest is only counted.
const END_MISMATCHES_SHOWN: usize = 12;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.passed { "passed" } else { "FAILED" };
        writeln!(f, "{}: {verdict}", self.run)?;
        self.write_counts(f)?;
        self.write_digest(f)?;
        if let Some(mismatch) = &self.first_mismatch {
            write!(f, "{mismatch}")?;
        }
        if !self.end_mismatches.is_empty() {
            self.write_end_mismatches(f)?;
        }
        for remark in &self.unused {
            writeln!(f, "  not used            {remark}")?;
        }
        Ok(())
    }
}

impl Report {
    fn write_counts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            events_compared: compared,
            events_listed: listed,
            ..
        } = self;
        let Self {
            events_recorded: recorded,
            events_seen: seen,
            ..
        } = self;
        writeln!(f, "  events              {recorded} recorded, {seen} seen")?;
        writeln!(f, "  compared            {compared} of {listed} listed")?;
        // Cut, not rounded: 100 % means all.
        let share = |share: f64| (share * 10_000.0).floor() / 100.0;
        let percent = self
            .share_identical
            .map(|part| format!(" ({} %)", share(part)));
        let (identical, percent) = (self.events_identical, percent.unwrap_or_default());
        writeln!(f, "  bit-identical       {identical}{percent}")?;
        let Tolerances { events, end } = self.tolerances;
        writeln!(
            f,
            "  largest difference  {}",
            shown(&self.largest_difference, events)
        )?;
        writeln!(
            f,
            "  and at the end      {}",
            shown(&self.largest_difference_at_end, end)
        )
    }

    fn write_digest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.digest {
            None => writeln!(f, "  digest              none recorded"),
            Some(digest) if digest.equal => writeln!(f, "  digest              equal"),
            Some(DigestReport {
                recorded, computed, ..
            }) => {
                writeln!(f, "  digest              differs")?;
                writeln!(f, "    recorded          {recorded}")?;
                writeln!(f, "    seen              {computed}")
            }
        }
    }

    fn write_end_mismatches(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  at the end")?;
        writeln!(f, "    {:<24} {:<25} seen", "", "recorded")?;
        for EndMismatch {
            what,
            recorded,
            seen,
        } in self.end_mismatches.iter().take(END_MISMATCHES_SHOWN)
        {
            writeln!(f, "  * {what:<24} {recorded:<25} {seen}")?;
        }
        match self
            .end_mismatches
            .len()
            .saturating_sub(END_MISMATCHES_SHOWN)
        {
            0 => Ok(()),
            hidden => writeln!(f, "    and {hidden} more"),
        }
    }
}

/// A largest difference beside what is allowed.
fn shown(difference: &Option<Difference>, allowed: f64) -> String {
    let allowed = repr(allowed);
    match difference {
        None => format!("0 (allowed {allowed})"),
        Some(Difference { size, place }) => format!("{size:.2e}, {place} (allowed {allowed})"),
    }
}

impl fmt::Display for EventMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.fields.iter().map(Field::to_string).collect();
        let what = match self.seen {
            Some(_) => names.join(", "),
            None => "our run was over before".to_owned(),
        };
        writeln!(f, "  first mismatch      event {}: {what}", self.number)?;
        writeln!(f, "    {:<11} {:<25} seen", "", "recorded")?;
        for field in Field::ALL {
            let mark = if self.fields.contains(&field) {
                '*'
            } else {
                ' '
            };
            let recorded = recorded_text(&self.recorded, field);
            let seen = self
                .seen
                .as_ref()
                .map_or("-".into(), |seen| seen_text(seen, field));
            if recorded == "-" && seen == "-" {
                continue;
            }
            writeln!(f, "  {mark} {field:<11} {recorded:<25} {seen}")?;
        }
        Ok(())
    }
}

/// The text of a recorded field; `-` where nothing was recorded.
fn recorded_text(event: &ReferenceEvent, field: Field) -> String {
    let is_unknown_target = || {
        let target = event.robot.map(|body| body.target);
        matches!(field, Field::TargetX | Field::TargetY) && target == Some(Recorded::Unknown)
    };
    let is_of_the_event = matches!(field, Field::Time | Field::Id | Field::Kind | Field::Code);
    if (event.robot.is_none() && !is_of_the_event) || is_unknown_target() {
        return "-".to_owned();
    }
    seen_text(&SeenEvent::from(event), field)
}

/// The text of a seen field; `-` where it means nothing.
fn seen_text(event: &SeenEvent, field: Field) -> String {
    let coordinate = |of: fn(Point) -> f64| match event.target {
        Some(target) => repr(of(target)),
        None => "none".to_owned(),
    };
    match field {
        Field::Time => repr(event.time),
        Field::Id => event.id.to_string(),
        Field::Kind => event.kind.to_string(),
        Field::Code => event.code.to_string(),
        _ if !event.is_of_a_robot() => "-".to_owned(),
        Field::X => repr(event.x),
        Field::Y => repr(event.y),
        Field::TargetX => coordinate(|(x, _)| x),
        Field::TargetY => coordinate(|(_, y)| y),
        Field::State => event.state.to_string(),
        Field::Frozen => event.frozen.to_string(),
        Field::Terminated => event.terminated.to_string(),
        Field::Light => event.light.map_or("none", Light::word).to_owned(),
    }
}
