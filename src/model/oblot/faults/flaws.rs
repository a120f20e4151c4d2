//! What is wrong with a robot's body: what needs no judgement, because it lies in how it moves.

use super::Affliction;

/// A time in which a robot is slow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slow {
    /// What its speed is multiplied with.
    pub factor: f64,
    /// From when on, in simulated time.
    pub from: f64,
    /// Until when; at this instant the robot has recovered.
    pub until: f64,
}

impl Slow {
    /// Whether a robot is slow that departs at this instant.
    #[must_use]
    pub fn holds(&self, now: f64) -> bool {
        self.from <= now && now < self.until
    }
}

/// A crash on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrashOnWay {
    /// How many departures are left, that of the crash included.
    pub departures: u64,
    /// After which part of the way it crashes, 0 to 1.
    pub part: f64,
}

/// What is wrong with a robot's body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flaws {
    /// Whether it is Byzantine: its algorithm never ends.
    pub byzantine: bool,
    /// Whether others no longer see it once it has crashed.
    pub vanishes: bool,
    /// When it is slow. Where several hold, their factors multiply.
    pub slow: Vec<Slow>,
    /// Where it crashes on its way.
    pub crash: Option<CrashOnWay>,
    /// Whether somebody from outside had it stay where it is.
    pub held: bool,
    /// What somebody from outside had its speed multiplied with.
    pub slowed: Option<f64>,
}

impl Flaws {
    /// What these faults do to a robot's body; nothing, if they leave it sound.
    #[must_use]
    pub fn of(faults: &[(&'static str, Affliction)]) -> Option<Box<Flaws>> {
        let mut flaws = Flaws::default();
        for (_, fault) in faults {
            flaws.byzantine |= fault.byzantine;
            flaws.vanishes |= fault.vanishes;
            flaws.slow.extend(fault.slow);
            // Of several crashes the earliest comes.
            let key = |crash: &CrashOnWay| (crash.departures, crash.part);
            flaws.crash = match (flaws.crash, fault.crash_on_way) {
                (Some(one), Some(other)) if key(&one) <= key(&other) => Some(one),
                (one, other) => other.or(one),
            };
        }
        (flaws != Flaws::default()).then(|| Box::new(flaws))
    }
}
