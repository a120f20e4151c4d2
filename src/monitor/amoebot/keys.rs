//! The keys of monitors, for people and for editors.

use crate::registry::Table;

/// The tables of monitors.
pub static TABLES: &[Table] = &[];
