//! What algorithms are composed of: state machines that each need a few attributes and pins.
//!
//! A subroutine is a small struct in the state of the algorithm, with two functions for the beep phase:
//! `receive` reads what came of the last `send`, and `send` beeps. In between the algorithm may do what
//! it likes for as long as it likes, as long as the circuits are there at each `send` and are still
//! there at the `receive` of the next round. The subroutine is told which partition sets or pins it is
//! to use. Some plan their pins themselves, and say so.

pub mod binary_operations;
pub mod boundary;
pub mod boundary_test;
pub mod euler_tour;
pub mod leader_election;
pub mod leader_election_fast;
pub mod leader_election_sync;
pub mod pasc;
pub mod strand;
