//! What must hold for all systems.
