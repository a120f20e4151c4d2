//! What algorithms are composed of: state machines that each need a few attributes and pins.
