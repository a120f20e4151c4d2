//! The geometric amoebot model with reconfigurable circuits and joint movements.

pub mod body;
pub mod collision;
pub mod grid;
pub mod joint;
pub mod ports;
pub mod structure;
