//! Groups take turns.

use super::{check_everybody, check_rests, read_lists};
use crate::model::oblot::directive::Payload;
use crate::model::oblot::schedulers::{Free, Members, Next};
use crate::scenario::{ScenarioError, Section};

/// Given groups in turn.
///
/// Fair: every robot is in a group, and each group comes once in as many rounds as there are
/// groups.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    groups: Vec<Vec<u32>>,
    next: usize,
}

impl Groups {
    pub(super) fn read(
        section: &Section<'_>,
        robots: usize,
        restricted: bool,
    ) -> Result<Self, ScenarioError> {
        let groups = read_lists(section, "groups", robots)?;
        check_everybody(section, "groups", &groups, robots)?;
        // A single group rests every other round.
        if restricted && groups.len() > 1 {
            check_rests(section, "groups", &groups, true)?;
        }
        Ok(Groups { groups, next: 0 })
    }
}

impl Members for Groups {
    fn choose(&mut self, free: &Free<'_>, _: f64) -> Next {
        let active = |group: &Vec<u32>| group.iter().any(|&id| free.census.is_active(id));
        // Every robot is in a group, so where somebody is active, a group is.
        let turn = self.groups[self.next..].iter().position(active);
        let place = match turn {
            Some(ahead) => self.next + ahead,
            None => self.groups.iter().position(active).unwrap_or(0),
        };
        let mut members = self.groups[place].clone();
        members.retain(|&id| free.has(id));
        if members.is_empty() {
            self.next = place;
            return Next::Nobody;
        }
        self.next = (place + 1) % self.groups.len();
        Next::Round(members, Payload::Nothing)
    }

    fn copy(&self) -> Box<dyn Members> {
        Box::new(self.clone())
    }
}
