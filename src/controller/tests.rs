//! The conversation without I/O.
