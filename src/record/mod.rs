//! (see the module list of the crate)
