//! Why a joint movement is impossible.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::scenario::Word;

/// The kinds of conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConflictKind {
    /// The bonds demand two different displacements of one particle.
    Offset,
    /// Two particles or objects would end on the same node.
    Occupied,
    /// The bonds that are left do not connect everything.
    Disconnected,
    /// One of two particles pushes or pulls, and the other does not answer.
    #[serde(rename = "handover")]
    HandoverDisagreement,
    /// A handover over a bond that was released.
    NoBond,
    /// Two or three bonds between the same two particles demand different displacements.
    TwoBond,
    /// The bonds demand two different displacements of one object.
    Object,
    /// A particle tries what its shape does not allow.
    Invalid,
}

impl Word for ConflictKind {
    const ALL: &'static [Self] = &[
        ConflictKind::Offset,
        ConflictKind::Occupied,
        ConflictKind::Disconnected,
        ConflictKind::HandoverDisagreement,
        ConflictKind::NoBond,
        ConflictKind::TwoBond,
        ConflictKind::Object,
        ConflictKind::Invalid,
    ];

    fn word(self) -> &'static str {
        match self {
            ConflictKind::Offset => "offset",
            ConflictKind::Occupied => "occupied",
            ConflictKind::Disconnected => "disconnected",
            ConflictKind::HandoverDisagreement => "handover",
            ConflictKind::NoBond => "no-bond",
            ConflictKind::TwoBond => "two-bond",
            ConflictKind::Object => "object",
            ConflictKind::Invalid => "invalid",
        }
    }
}

/// Why a joint movement is impossible. Where several reasons could be given, which one is depends on
/// the anchor; whether there is one does not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Conflict {
    /// What kind of conflict it is.
    pub kind: ConflictKind,
    /// The particles that it is about.
    pub particles: Vec<u32>,
    /// The objects that it is about.
    pub objects: Vec<u32>,
}

impl Conflict {
    pub(super) fn particles(kind: ConflictKind, particles: impl Into<Vec<u32>>) -> Self {
        Conflict {
            kind,
            particles: particles.into(),
            objects: Vec::new(),
        }
    }
}

/// How many ids a sentence names before it only counts.
const NAMED: usize = 8;

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let particles = Names("particle", &self.particles);
        let objects = Names("object", &self.objects);
        match (self.particles.is_empty(), self.objects.is_empty()) {
            (false, false) => write!(f, "{particles} and {objects}: ")?,
            (false, true) => write!(f, "{particles}: ")?,
            (true, false) => write!(f, "{objects}: ")?,
            (true, true) => {}
        }
        f.write_str(match self.kind {
            ConflictKind::Offset => "the bonds demand two different displacements",
            ConflictKind::Occupied => "they would be on the same node",
            ConflictKind::Disconnected => "no bonds connect them to the rest",
            ConflictKind::HandoverDisagreement => {
                "one hands over a node, and the other does not answer"
            }
            ConflictKind::NoBond => "the bond for the handover is released",
            ConflictKind::TwoBond => "the bonds between the two demand different displacements",
            ConflictKind::Object => "the bonds of the object demand two different displacements",
            ConflictKind::Invalid => "the shape does not allow the movement",
        })
    }
}

/// `particles 3, 4 and 5`.
struct Names<'a>(&'static str, &'a [u32]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Names(noun, ids) = *self;
        let plural = if ids.len() == 1 { "" } else { "s" };
        write!(f, "{noun}{plural}")?;
        let named = ids.len().min(NAMED);
        for (at, id) in ids[..named].iter().enumerate() {
            let before = match at {
                0 => " ",
                at if at + 1 == ids.len() => " and ",
                _ => ", ",
            };
            write!(f, "{before}{id}")?;
        }
        match ids.len() - named {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_is_a_sentence() {
        let mut conflict = Conflict::particles(ConflictKind::Offset, [3, 7]);
        assert_eq!(
            conflict.to_string(),
            "particles 3 and 7: the bonds demand two different displacements"
        );
        conflict = Conflict {
            kind: ConflictKind::Object,
            particles: vec![1],
            objects: vec![0],
        };
        assert_eq!(
            conflict.to_string(),
            "particle 1 and object 0: the bonds of the object demand two different displacements"
        );
        conflict = Conflict::particles(ConflictKind::Disconnected, (0..20).collect::<Vec<_>>());
        assert_eq!(
            conflict.to_string(),
            "particles 0, 1, 2, 3, 4, 5, 6, 7 and 12 more: no bonds connect them to the rest"
        );
    }

    #[test]
    fn words_and_records_agree() {
        for kind in ConflictKind::ALL {
            let text = serde_json::to_string(kind).unwrap();
            assert_eq!(text, format!("\"{}\"", kind.word()));
        }
    }
}
