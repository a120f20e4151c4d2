//! What an algorithm requires of a scenario, and whether a scenario gives it.

use super::frames::Agreement;
use super::light::LightModel;
use super::schedulers::Synchrony;
use super::senses::Detection;
use crate::scenario::Word as _;

/// What an algorithm requires.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Requirements {
    /// The fewest robots.
    pub fewest: usize,
    /// The most robots, where there is a limit.
    pub most: Option<usize>,
    /// The schedulers under which it does what it promises.
    pub schedulers: &'static [Synchrony],
    /// How far robots have to see.
    pub sight: SightNeed,
    /// What robots have to be able to tell about the number of robots on a point.
    pub detection: Detection,
    /// Which lights they have to perceive.
    pub lights: LightModel,
    /// What their frames have to have in common.
    pub frames: Agreement,
    /// Whether no robot may be faulty.
    pub faultless: bool,
    /// Whether every move has to end at its target.
    pub rigid: bool,
}

/// How far robots have to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SightNeed {
    /// Whatever there is.
    Any,
    /// Everybody.
    Everything,
    /// Everybody up to a radius, which has to be given.
    Radius,
}

/// What a scenario gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    /// How many robots there are.
    pub robots: usize,
    /// What the scheduler guarantees.
    pub synchrony: Synchrony,
    /// Whether robots see everybody.
    pub sees_everything: bool,
    /// Whether robots see up to a radius.
    pub radius: bool,
    /// What robots can tell about the number of robots on a point.
    pub detection: Detection,
    /// Whether they can tell it of their own point only.
    pub own_point_only: bool,
    /// Which lights they perceive.
    pub lights: LightModel,
    /// What their frames have in common.
    pub frames: Agreement,
    /// Whether there are faulty robots.
    pub faults: bool,
    /// Whether every move ends at its target.
    pub rigid: bool,
}

impl Requirements {
    /// Nothing at all: any number of robots under any scheduler.
    pub const NONE: Requirements = Requirements {
        fewest: 1,
        most: None,
        schedulers: Synchrony::ANY,
        sight: SightNeed::Any,
        detection: Detection::Nothing,
        lights: LightModel::Oblot,
        frames: Agreement::Nothing,
        faultless: false,
        rigid: false,
    };

    /// Why the scenario does not give what is required, each reason as `expected ..., found ...`.
    #[must_use]
    pub fn missing(&self, given: &Given) -> Vec<String> {
        let mut missing = Vec::new();
        let mut expect = |holds: bool, expected: String, found: String| {
            if !holds {
                missing.push(format!("expected {expected}, found {found}"));
            }
        };
        let most = self.most.unwrap_or(usize::MAX);
        expect(
            (self.fewest..=most).contains(&given.robots),
            self.count(),
            given.robots.to_string(),
        );
        expect(
            self.schedulers.contains(&given.synchrony),
            format!("{} scheduler", self.scheduler_words()),
            given.synchrony.name().to_owned(),
        );
        let sight = match self.sight {
            SightNeed::Any => true,
            SightNeed::Everything => given.sees_everything,
            SightNeed::Radius => given.radius,
        };
        let found = if given.sees_everything {
            "unlimited visibility"
        } else {
            "limited visibility"
        };
        expect(sight, self.sight.words().to_owned(), found.to_owned());
        let scope = if given.own_point_only {
            " of the own point only"
        } else {
            ""
        };
        let global = !given.own_point_only || self.detection == Detection::Nothing;
        expect(
            given.detection >= self.detection && global,
            format!("{} multiplicity detection", self.detection.word()),
            format!("{}{scope}", given.detection.word()),
        );
        expect(
            given.lights.covers(self.lights),
            format!("lights as in {}", self.lights.word()),
            given.lights.word().to_owned(),
        );
        expect(
            given.frames.covers(self.frames),
            format!("frames that agree on {:?}", self.frames.word()),
            format!("{:?}", given.frames.word()),
        );
        expect(
            !self.faultless || !given.faults,
            "no faulty robots".to_owned(),
            "faults".to_owned(),
        );
        expect(
            !self.rigid || given.rigid,
            "rigid moves".to_owned(),
            "moves that may be stopped".to_owned(),
        );
        missing
    }

    /// What is required, for people.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut words = vec![
            self.count(),
            format!("{} scheduler", self.scheduler_words()),
        ];
        if self.sight != SightNeed::Any {
            words.push(self.sight.words().to_owned());
        }
        if self.detection != Detection::Nothing {
            words.push(format!("{} multiplicity detection", self.detection.word()));
        }
        if self.lights != LightModel::Oblot {
            words.push(format!("lights as in {}", self.lights.word()));
        }
        if self.frames != Agreement::Nothing {
            words.push(format!("frames that agree on {:?}", self.frames.word()));
        }
        if self.faultless {
            words.push("no faulty robots".to_owned());
        }
        if self.rigid {
            words.push("rigid moves".to_owned());
        }
        words.join("; ")
    }

    fn count(&self) -> String {
        match (self.fewest, self.most) {
            (fewest, Some(most)) if fewest == most => format!("exactly {fewest} robots"),
            (fewest, Some(most)) => format!("{fewest} to {most} robots"),
            (1, None) => "any number of robots".to_owned(),
            (fewest, None) => format!("at least {fewest} robots"),
        }
    }

    fn scheduler_words(&self) -> String {
        if self.schedulers == Synchrony::ANY {
            return "any".to_owned();
        }
        let words: Vec<_> = self.schedulers.iter().map(|s| s.name()).collect();
        words.join(" or ")
    }
}

impl SightNeed {
    fn words(self) -> &'static str {
        match self {
            SightNeed::Any => "any visibility",
            SightNeed::Everything => "unlimited visibility",
            SightNeed::Radius => "a visibility radius",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Given = Given {
        robots: 4,
        synchrony: Synchrony::Fsync,
        sees_everything: true,
        radius: false,
        detection: Detection::Strong,
        own_point_only: false,
        lights: LightModel::Lumi,
        frames: Agreement::Global,
        faults: false,
        rigid: true,
    };

    const LEAST: Given = Given {
        robots: 1,
        synchrony: Synchrony::Async,
        sees_everything: false,
        radius: false,
        detection: Detection::Nothing,
        own_point_only: false,
        lights: LightModel::Oblot,
        frames: Agreement::Nothing,
        faults: true,
        rigid: false,
    };

    const STRICT: Requirements = Requirements {
        fewest: 4,
        most: Some(4),
        schedulers: &[Synchrony::Fsync, Synchrony::Sequential],
        sight: SightNeed::Everything,
        detection: Detection::Weak,
        lights: LightModel::Fcom,
        frames: Agreement::Chirality,
        faultless: true,
        rigid: true,
    };

    #[test]
    fn whoever_needs_nothing_is_content() {
        assert_eq!(Requirements::NONE.missing(&LEAST), Vec::<String>::new());
        assert_eq!(
            Requirements::NONE.describe(),
            "any number of robots; any scheduler"
        );
    }

    #[test]
    fn each_lack_has_its_reason() {
        assert_eq!(STRICT.missing(&ALL), Vec::<String>::new());
        insta::assert_snapshot!(STRICT.missing(&LEAST).join("\n"), @r#"
        expected exactly 4 robots, found 1
        expected FSYNC or sequential scheduler, found ASYNC
        expected unlimited visibility, found limited visibility
        expected weak multiplicity detection, found none
        expected lights as in FCOM, found OBLOT
        expected frames that agree on "chirality", found "none"
        expected no faulty robots, found faults
        expected rigid moves, found moves that may be stopped
        "#);
        insta::assert_snapshot!(STRICT.describe(), @r#"exactly 4 robots; FSYNC or sequential scheduler; unlimited visibility; weak multiplicity detection; lights as in FCOM; frames that agree on "chirality"; no faulty robots; rigid moves"#);
        let own = Given {
            own_point_only: true,
            ..ALL
        };
        insta::assert_snapshot!(STRICT.missing(&own).join("\n"), @r#"expected weak multiplicity detection, found strong of the own point only"#);
        let radius = Requirements {
            sight: SightNeed::Radius,
            ..Requirements::NONE
        };
        insta::assert_snapshot!(radius.missing(&ALL).join("\n"), @r#"expected a visibility radius, found unlimited visibility"#);
    }
}
