//! Joint movements against the reference's tables, and what must hold for all of them.

mod collisions;
mod demonstrations;
mod invariance;
mod notation;
mod tables;
