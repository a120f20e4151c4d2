//! Recorded runs of the original simulator.
