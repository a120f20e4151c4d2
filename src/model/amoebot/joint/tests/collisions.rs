//! Collisions of whole systems.
