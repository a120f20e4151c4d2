//! The visibility: who sees what.

use super::percept::Sight;
use super::{Oblot, Request};
use crate::model::Answer;

/// The environment part that decides what a robot sees. It is a view over the position tracker:
/// it turns a Look into a request for a snapshot through the robot's eyes.
#[derive(Clone, Debug)]
pub struct Visibility {
    sight: Sight,
}

impl Visibility {
    /// All robots see equally far.
    #[must_use]
    pub fn new(sight: Sight) -> Self {
        Visibility { sight }
    }

    pub(super) fn answer(&mut self, request: Request) -> Answer<Oblot> {
        Answer::Forward(match request {
            Request::Look { robot, time } => Request::Snapshot {
                robot,
                time,
                sight: self.sight,
            },
            other => other,
        })
    }
}
