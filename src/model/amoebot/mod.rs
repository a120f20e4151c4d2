//! The geometric amoebot model with reconfigurable circuits and joint movements.

pub mod body;
pub mod circuits;
pub mod grid;
pub mod pins;
pub mod ports;
pub mod structure;
