//! How long an adversary may leave a robot out.

use crate::model::oblot::census::Census;

/// Keeps every active robot from being left out of more than so many rounds or turns in a row.
#[derive(Clone, Debug)]
pub(super) struct Fairness {
    most: u64,
    /// For how many rounds or turns in a row each robot was left out, by id.
    waited: Vec<u64>,
}

impl Fairness {
    pub(super) fn new(most: u64) -> Self {
        Fairness {
            most,
            waited: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, robots: usize) {
        self.waited = vec![0; robots];
    }

    pub(super) fn waited(&self) -> &[u64] {
        &self.waited
    }

    /// The robots among these that take part in the next round whatever the adversary chooses.
    pub(super) fn due(&self, robots: &[u32]) -> Vec<u32> {
        let late = |id: &&u32| self.waited[**id as usize] >= self.most;
        robots.iter().filter(late).copied().collect()
    }

    /// The robots among these of which one must have the next turn so that no robot ever waits for
    /// too long; all of them where any may have it. In increasing order of the ids.
    ///
    /// Let a robot's deadline be the number of the turn, counted from the next one as 1, by which it
    /// must have had one: `most` + 1 less the turns that it has waited for. All deadlines can be
    /// kept if and only if, in the order of the deadlines, the m-th is at least m. Where it is m,
    /// the first m robots need all of the next m turns, so the next one has to be theirs; and where
    /// m is the least such number, any of them will do: those ahead of it in the order had a
    /// deadline above their places, and those behind it move up by one place. The robot that had
    /// the turn comes back with the deadline `most` + 1, which is at least the number of robots. So
    /// the deadlines can be kept at the start, and they still can be after each turn.
    pub(super) fn turn(&self, robots: &[u32]) -> Vec<u32> {
        let deadline = |id: u32| {
            (self.most + 1)
                .saturating_sub(self.waited[id as usize])
                .max(1)
        };
        let mut order: Vec<u32> = robots.to_vec();
        order.sort_by_key(|&id| (deadline(id), id));
        let places = (1_u64..).zip(&order);
        let tight = places
            .into_iter()
            .find(|&(place, &id)| deadline(id) <= place)
            .map(|(place, _)| place as usize);
        if let Some(tight) = tight {
            order.truncate(tight);
        }
        order.sort_unstable();
        order
    }

    /// Notes who is active in the next round or turn.
    pub(super) fn note(&mut self, census: &Census, active: &[u32]) {
        for (id, waited) in (0u32..).zip(&mut self.waited) {
            if active.binary_search(&id).is_ok() || !census.is_active(id) {
                *waited = 0;
            } else {
                *waited += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::oblot::census::{CensusSetup, MemberSetup};
    use proptest::prelude::*;

    fn census(robots: usize) -> Census {
        Census::new(CensusSetup {
            robots: vec![MemberSetup::default(); robots],
            ..CensusSetup::default()
        })
    }

    proptest! {
        #[test]
        fn no_robot_waits_for_too_long_whoever_is_chosen(
            robots in 1..9usize,
            more in 0..6u64,
            choices in prop::collection::vec(any::<prop::sample::Index>(), 100),
        ) {
            let census = census(robots);
            let most = robots as u64 - 1 + more;
            let mut fairness = Fairness::new(most);
            fairness.begin(robots);
            let ids: Vec<u32> = (0..robots as u32).collect();
            for choice in choices {
                let may = fairness.turn(&ids);
                prop_assert!(!may.is_empty() && may.is_sorted());
                fairness.note(&census, &[may[choice.index(may.len())]]);
                prop_assert!(fairness.waited().iter().all(|&waited| waited <= most));
            }
        }
    }

    #[test]
    fn an_adversary_may_choose_anybody_until_deadlines_meet() {
        let census = census(3);
        let mut fairness = Fairness::new(3);
        fairness.begin(3);
        let turns: Vec<Vec<u32>> = (0..5)
            .map(|_| {
                let may = fairness.turn(&[0, 1, 2]);
                fairness.note(&census, &may[may.len() - 1..]);
                may
            })
            .collect();
        // Robot 2 has a turn while the others can still wait; then robots 0 and 1 need both of the
        // turns that are left to them.
        let expected: [&[u32]; 5] = [&[0, 1, 2], &[0, 1, 2], &[0, 1], &[0], &[0, 1, 2]];
        assert_eq!(turns, expected);
    }

    #[test]
    fn robots_are_due_after_so_many_rounds() {
        let census = census(3);
        let mut fairness = Fairness::new(2);
        fairness.begin(3);
        assert!(fairness.due(&[0, 1, 2]).is_empty());
        fairness.note(&census, &[1]);
        fairness.note(&census, &[1, 2]);
        assert_eq!(fairness.due(&[0, 1, 2]), [0]);
        fairness.note(&census, &[0]);
        assert!(fairness.due(&[0, 1, 2]).is_empty());
    }
}
