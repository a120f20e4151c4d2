//! What a column is, apart from its values.

use super::{Column, Values};

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Yes or no.
    Truth,
    /// Whole numbers.
    Integer,
    /// Numbers.
    Real,
    /// Texts.
    Text,
}

/// The head of a column: its name, its kind and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its name: unique within its data set.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
    /// The unit of its numbers; empty where they have none.
    pub unit: String,
    /// What it means, in a line without a full stop.
    pub help: String,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Truth, Kind::Integer, Kind::Real, Kind::Text];

    /// The kind that this word means; texts where none does.
    #[must_use]
    pub fn from_word(word: &str) -> Kind {
        let found = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        found.unwrap_or(Kind::Text)
    }

    /// What holds values of both kinds.
    #[must_use]
    pub fn or(self, other: Kind) -> Kind {
        match (self, other) {
            (one, other) if one == other => one,
            (Kind::Integer, Kind::Real) | (Kind::Real, Kind::Integer) => Kind::Real,
            _ => Kind::Text,
        }
    }

    /// The word for the kind.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Truth => "truth",
            Kind::Integer => "integer",
            Kind::Real => "real",
            Kind::Text => "text",
        }
    }
}

impl Values {
    /// What the values are.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Values::Truth(_) => Kind::Truth,
            Values::Integer(_) => Kind::Integer,
            Values::Real(_) => Kind::Real,
            Values::Text(_) => Kind::Text,
        }
    }
}

impl Column {
    /// What the column is, apart from its values.
    #[must_use]
    pub fn head(&self) -> Head {
        Head {
            name: self.name.clone(),
            kind: self.values.kind(),
            unit: self.unit.clone(),
            help: self.help.clone(),
        }
    }
}
