//! The geometric amoebot model with reconfigurable circuits and joint movements.

pub mod body;
pub mod grid;
pub mod ports;
pub mod starts;
pub mod structure;
