//! Monitors of the amoebot model. One file each, one line in [`MONITORS`].

pub mod keys;

use super::{Known, Monitored, Monitors, Watcher};
use crate::model::amoebot::Amoebot;
use crate::model::amoebot::books::FIGURES;
use crate::model::amoebot::particle::Particle;
use crate::model::amoebot::scenario::Scenario;
use crate::scenario::{ScenarioError, Section};

impl Monitored for Amoebot {
    const FIGURES: &'static [&'static str] = FIGURES;

    fn monitors(
        _: &Section<'_>,
        _: &Scenario,
    ) -> Result<Box<dyn Monitors<Amoebot>>, ScenarioError> {
        Ok(Box::new(Nothing))
    }
}

#[derive(Debug)]
struct Nothing;

impl Monitors<Amoebot> for Nothing {
    fn known(&self) -> &[Known] {
        &[]
    }

    fn begin(&self, _: &[Particle]) -> Box<dyn Watcher<Amoebot>> {
        unreachable!()
    }
}
