//! The closed vocabularies of a recorded run: kinds of event, phases, lights and faults.

use serde::Serialize;
use std::fmt;

/// Declares an enumeration whose variants are written as fixed words in the recorded files, so that
/// the word, its reader and its writer can never disagree.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum $name {
            $($(#[$about])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every variant, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word that the recorded files use for this variant.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The variant written as `word`; `None` when the word is not of this vocabulary. Case
            /// matters, as it does in the files.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|variant| variant.word() == word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

words! {
    /// What an event of the original simulator does.
    ///
    /// The order of declaration is the order in which events of one instant and one robot are
    /// handled, and the position of a kind is its byte in the packed digest.
    EventKind {
        /// A robot that is broken from the start takes notice of it.
        Crash = "CRASH",
        /// A robot looks, computes and departs.
        Look = "LOOK",
        /// The environment samples the world for drawing; no robot changes.
        Visualize = "VISUALIZE",
        /// A robot arrives and starts to wait.
        Wait = "WAIT",
    }
}

words! {
    /// Where a robot stands in its cycle.
    Phase {
        /// It rests between two cycles.
        Wait = "WAIT",
        /// It observes and computes.
        Look = "LOOK",
        /// It is on its way.
        Move = "MOVE",
        /// It is broken and will never act again.
        Crash = "CRASH",
    }
}

words! {
    /// The colour of a robot's light. A robot whose light was never lit has none.
    Light {
        /// Set by a Look.
        Blue = "blue",
        /// Set at a departure.
        Red = "red",
        /// Set at an arrival.
        Green = "green",
    }
}

words! {
    /// The fault that a robot carries.
    Fault {
        /// It is sound.
        None = "none",
        /// It never acts.
        Crash = "crash",
        /// It goes where it likes.
        Byzantine = "byzantine",
        /// It loses some of its moves.
        Omission = "omission",
        /// It is slow.
        Delay = "delay",
    }
}

words! {
    /// The faults that a configuration asks for.
    FaultType {
        /// Every chosen robot crashes.
        Crash = "crash",
        /// Every chosen robot is Byzantine.
        Byzantine = "byzantine",
        /// Every chosen robot omits moves.
        Omission = "omission",
        /// Every chosen robot is slow.
        Delay = "delay",
        /// The chosen robots take the four kinds in turn.
        Mixed = "mixed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_names_its_variant_and_no_other_word_does() {
        for &kind in EventKind::ALL {
            assert_eq!(EventKind::from_word(kind.word()), Some(kind));
        }
        for &fault in FaultType::ALL {
            assert_eq!(FaultType::from_word(fault.word()), Some(fault));
        }
        assert_eq!(Phase::from_word("wait"), None);
        assert_eq!(Light::from_word("none"), None);
        assert_eq!(Fault::from_word(""), None);
    }

    #[test]
    fn kinds_are_numbered_as_in_the_packed_digest() {
        let bytes: Vec<u8> = EventKind::ALL.iter().map(|&kind| kind as u8).collect();
        assert_eq!(bytes, [0, 1, 2, 3]);
        assert_eq!(EventKind::Wait as u8, 3);
    }
}
