//! What algorithms are composed of: state machines that each need a few attributes and pins.

pub mod boundary;
pub mod boundary_test;
pub mod euler_tour;
pub mod strand;
