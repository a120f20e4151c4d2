//! One model's scenario behind a door that all models share.

use std::fmt;
use std::sync::Arc;

use super::live::{Following, Past};
use super::orders::{self, Order};
use super::picture::{self, PictureOptions};
use super::replay::{self, Replayed};
use super::run::{self, RunOptions, RunReport, Sink};
use super::stage;
use super::verify::{self, Verified};
use super::{About, StudyError};
use crate::layout::Layout;
use crate::model::outside::Remote;
use crate::model::{Clock, End};
use crate::monitor::{Known, Monitored, Monitors};
use crate::picture::Pictured;
use crate::record::Record;
use crate::scenario::{ScenarioError, Section};
use crate::stage::{Stage, Staged};

/// What can be done with a scenario, whatever its model.
pub(super) trait Studied: fmt::Debug + Send + Sync {
    fn layout(&self) -> Layout;
    fn is_forced(&self) -> bool;
    fn clock(&self) -> Clock;
    /// Whether robots are controlled by programs outside.
    fn is_controlled_outside(&self) -> bool;
    /// The monitors of the scenario.
    fn monitors(&self) -> &[Known];
    /// What somebody may do to its run, each with what it does.
    fn commands(&self) -> &'static [(&'static str, &'static str)];
    /// The keys of the figures that a run may have.
    fn figures(&self) -> &'static [&'static str];
    fn run(
        &self,
        about: &About,
        options: &RunOptions,
        sink: Sink<'_>,
    ) -> Result<RunReport, StudyError>;
    fn again(&self, options: &RunOptions, past: &Past) -> Result<RunReport, StudyError>;
    /// What a run had that was stopped before this event.
    fn stopped(&self, before: u64, end: End) -> Past;
    /// Whether something is done to its runs from outside.
    fn has_orders(&self) -> bool;
    /// About how many bytes a run takes.
    fn footprint(&self) -> u64;
    fn replay(
        &self,
        about: &About,
        record: &Record,
        options: &RunOptions,
    ) -> Result<Replayed, StudyError>;
    fn verify(&self, about: &About, options: &RunOptions) -> Result<Verified, StudyError>;
    fn picture(
        &self,
        about: &About,
        record: Option<&Record>,
        options: &PictureOptions,
    ) -> Result<String, StudyError>;
    fn stage(&self, record: Option<&Record>) -> Result<Box<dyn Stage>, StudyError>;
    fn follow(&self, following: Following) -> Result<Box<dyn Stage>, StudyError>;
}

/// What a model has to offer to be studied.
pub(super) trait Studiable: Monitored + Remote + Pictured + Staged {}

impl<M: Monitored + Remote + Pictured + Staged> Studiable for M {}

/// The scenario of one model.
pub(super) struct Of<M: Studiable> {
    scenario: Arc<M::Scenario>,
    expected: M::Expected,
    monitors: Arc<dyn Monitors<M>>,
    /// What is done to its runs from outside.
    orders: Vec<Order<M>>,
}

impl<M: Studiable> Of<M> {
    pub(super) fn read(root: &Section<'_>) -> Result<Box<dyn Studied>, ScenarioError> {
        let scenario = M::read(root)?;
        let monitors = M::monitors(root, &scenario)?.into();
        let orders = orders::read::<M>(root, &scenario)?;
        let expected = match root.optional_table("expect")? {
            Some(expect) => M::expected(&expect, &scenario)?,
            None => M::Expected::default(),
        };
        Ok(Box::new(Of::<M> {
            scenario: Arc::new(scenario),
            expected,
            monitors,
            orders,
        }))
    }
}

impl<M: Studiable> Of<M> {
    fn planned(&self) -> run::Planned<'_, M> {
        run::Planned {
            scenario: &*self.scenario,
            expected: &self.expected,
            monitors: self.monitors.as_ref(),
            orders: &self.orders,
        }
    }
}

impl<M: Studiable> fmt::Debug for Of<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Of({})", M::NAME)
    }
}

impl<M: Studiable> Studied for Of<M> {
    fn layout(&self) -> Layout {
        M::layout()
    }

    fn is_forced(&self) -> bool {
        M::is_forced(&self.scenario)
    }

    fn clock(&self) -> Clock {
        M::clock(&self.scenario)
    }

    fn is_controlled_outside(&self) -> bool {
        M::outside(&self.scenario).is_some()
    }

    fn monitors(&self) -> &[Known] {
        self.monitors.known()
    }

    fn commands(&self) -> &'static [(&'static str, &'static str)] {
        M::commands()
    }

    fn figures(&self) -> &'static [&'static str] {
        M::FIGURES
    }

    fn run(
        &self,
        about: &About,
        options: &RunOptions,
        sink: Sink<'_>,
    ) -> Result<RunReport, StudyError> {
        run::run::<M>(self.planned(), about, options, sink)
    }

    fn again(&self, options: &RunOptions, past: &Past) -> Result<RunReport, StudyError> {
        run::again::<M>(self.planned(), options, past)
    }

    fn stopped(&self, before: u64, end: End) -> Past {
        Past::stopped::<M>(before, end)
    }

    fn has_orders(&self) -> bool {
        !self.orders.is_empty()
    }

    fn footprint(&self) -> u64 {
        M::footprint(&self.scenario)
    }

    fn replay(
        &self,
        about: &About,
        record: &Record,
        options: &RunOptions,
    ) -> Result<Replayed, StudyError> {
        replay::replay::<M>(&self.scenario, about, record, options)
    }

    fn verify(&self, about: &About, options: &RunOptions) -> Result<Verified, StudyError> {
        verify::verify::<M>(&self.scenario, &self.orders, about, options)
    }

    fn picture(
        &self,
        about: &About,
        record: Option<&Record>,
        options: &PictureOptions,
    ) -> Result<String, StudyError> {
        picture::picture::<M>(&self.scenario, &self.orders, about, record, options)
    }

    fn stage(&self, record: Option<&Record>) -> Result<Box<dyn Stage>, StudyError> {
        stage::stage::<M>(&self.scenario, &self.monitors, &self.orders, record)
    }

    fn follow(&self, following: Following) -> Result<Box<dyn Stage>, StudyError> {
        stage::follow::<M>(&self.scenario, &self.monitors, following)
    }
}
