//! What a scenario expects of its runs.

use crate::model::End;
use crate::scenario::{ScenarioError, Section, Word};

use super::run::RunReport;

/// The table `[expect]` of a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expectations {
    /// The ends that are right; without any, a run is right that terminates, stalls or reaches a
    /// limit.
    pub ends: Vec<End>,
    /// The digest of the events.
    pub digest: Option<String>,
    /// The number of events.
    pub events: Option<u64>,
}

impl Word for End {
    const ALL: &'static [Self] = &[
        End::Terminated,
        End::Stalled,
        End::Time,
        End::Events,
        End::Turns,
        End::Condition,
        End::Conflict,
        End::Collision,
        End::Timeout,
    ];

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Expectations {
    pub(super) fn read(root: &Section<'_>) -> Result<Self, ScenarioError> {
        let Some(expect) = root.optional_table("expect")? else {
            return Ok(Expectations::default());
        };
        let ends = expect
            .choice::<End>("end")
            .list()
            .or_one()
            .non_empty()
            .optional()?;
        let digest = expect.str("digest").non_empty().optional()?;
        if let Some(digest) = &digest
            && (digest.len() != 32 || !digest.bytes().all(|byte| byte.is_ascii_hexdigit()))
        {
            let message = format!("expected 32 hexadecimal digits, found {digest:?}");
            return Err(expect.refuse("digest", message));
        }
        Ok(Expectations {
            ends: ends.unwrap_or_default(),
            digest,
            events: expect.u64("events").optional()?,
        })
    }

    /// What a run did otherwise than expected, in words.
    #[must_use]
    pub fn disappointed_by(&self, run: &RunReport) -> Vec<String> {
        let mut words = Vec::new();
        if !self.ends.is_empty() && !self.ends.contains(&run.end) {
            let expected: Vec<_> = self.ends.iter().map(|end| end.name()).collect();
            words.push(format!(
                "end: expected {}, was {}",
                expected.join(" or "),
                run.end.name()
            ));
        }
        if let Some(digest) = &self.digest
            && !digest.eq_ignore_ascii_case(&run.digest)
        {
            words.push(format!("digest: expected {digest}, was {}", run.digest));
        }
        if let Some(events) = self.events
            && events != run.events
        {
            words.push(format!("events: expected {events}, were {}", run.events));
        }
        words
    }
}
