//! Programs outside do not compute for particles: an algorithm sees a whole snapshot and keeps typed
//! attributes, for which there is no protocol.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::particle::{Intent, Percept};
use super::{Amoebot, scenario::Scenario};
use crate::model::outside::{Misfit, Remote, Setup, Written};

/// What nobody is ever told, and nobody answers.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Nothing {}

impl Remote for Amoebot {
    type About = Nothing;
    type Shared = Nothing;
    type Asked = Nothing;
    type Said = Nothing;

    const SAID: &'static [&'static str] = &[];

    fn outside(_: &Scenario) -> Option<&Setup> {
        None
    }

    fn about(_: &Scenario) -> Nothing {
        Nothing {}
    }

    fn seen_at(percept: &Percept) -> f64 {
        percept.view.round as f64
    }

    fn is_shared(_: &Percept, _: &Percept) -> bool {
        false
    }

    fn ask(_: &[(u32, u64)], _: &[Percept]) -> Option<Written<Nothing, Nothing>> {
        None
    }

    fn said_for(_: &Nothing) -> u32 {
        0
    }

    fn understand(_: Nothing, _: &Percept, _: &Nothing) -> Result<Intent, Misfit> {
        Err(Misfit::NotOne {
            expected: Vec::new(),
            found: "an answer".to_owned(),
        })
    }
}
