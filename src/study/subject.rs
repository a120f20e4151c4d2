//! One model's scenario behind a door that all models share.

use std::fmt;

use super::replay::{self, Replayed};
use super::run::{self, RunOptions, RunReport};
use super::verify::{self, Verified};
use super::{About, StudyError};
use crate::layout::Layout;
use crate::model::Subject;
use crate::record::Record;
use crate::scenario::{ScenarioError, Section};

/// What can be done with a scenario, whatever its model.
pub(super) trait Studied: fmt::Debug + Send + Sync {
    fn layout(&self) -> Layout;
    fn is_forced(&self) -> bool;
    fn run(&self, about: &About, options: &RunOptions) -> Result<RunReport, StudyError>;
    fn replay(
        &self,
        about: &About,
        record: &Record,
        options: &RunOptions,
    ) -> Result<Replayed, StudyError>;
    fn verify(&self, options: &RunOptions) -> Result<Verified, StudyError>;
}

/// The scenario of one model.
pub(super) struct Of<M: Subject> {
    scenario: M::Scenario,
}

impl<M: Subject> Of<M> {
    pub(super) fn read(root: &Section<'_>) -> Result<Box<dyn Studied>, ScenarioError> {
        Ok(Box::new(Of::<M> {
            scenario: M::read(root)?,
        }))
    }
}

impl<M: Subject> fmt::Debug for Of<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Of({})", M::NAME)
    }
}

impl<M: Subject> Studied for Of<M> {
    fn layout(&self) -> Layout {
        M::layout()
    }

    fn is_forced(&self) -> bool {
        M::is_forced(&self.scenario)
    }

    fn run(&self, about: &About, options: &RunOptions) -> Result<RunReport, StudyError> {
        run::run::<M>(&self.scenario, about, options)
    }

    fn replay(
        &self,
        about: &About,
        record: &Record,
        options: &RunOptions,
    ) -> Result<Replayed, StudyError> {
        replay::replay::<M>(&self.scenario, about, record, options)
    }

    fn verify(&self, options: &RunOptions) -> Result<Verified, StudyError> {
        verify::verify::<M>(&self.scenario, options)
    }
}
