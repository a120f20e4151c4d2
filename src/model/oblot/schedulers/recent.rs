//! When each robot was activated lately.

use std::collections::VecDeque;

/// The last `k` activations of each robot, by their numbers: activations are numbered in the order
/// in which they are committed, from 1.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    k: usize,
    /// By robot, the youngest last; without those that no span can count any more, because all
    /// spans began later.
    numbers: Vec<VecDeque<u64>>,
}

impl Recent {
    /// So many robots that have not been activated.
    pub(super) fn new(robots: usize, k: usize) -> Self {
        Recent {
            k,
            numbers: vec![VecDeque::new(); robots],
        }
    }

    /// The number of a robot's `k`-th last activation; 0 where it has not been activated so often,
    /// or where no span can count it any more.
    pub(super) fn kth_last(&self, robot: u32) -> u64 {
        let numbers = &self.numbers[robot as usize];
        match numbers.front() {
            Some(&oldest) if numbers.len() == self.k => oldest,
            _ => 0,
        }
    }

    /// Notes the activation of a robot. No span that still counts began before `least`.
    pub(super) fn push(&mut self, robot: u32, number: u64, least: u64) {
        let numbers = &mut self.numbers[robot as usize];
        let counts = |numbers: &VecDeque<u64>| {
            let full = numbers.len() == self.k;
            !full && numbers.front().is_none_or(|&oldest| oldest > least)
        };
        while !counts(numbers) {
            numbers.pop_front();
        }
        numbers.push_back(number);
    }
}
