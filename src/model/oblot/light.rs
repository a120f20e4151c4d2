//! Lights: colours that robots show.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A colour that a robot shows.
///
/// A robot whose algorithm declares colours (its *palette*) shows one of those, and its algorithm
/// sets it. The light of any other robot tells the phase of its cycle, for whoever watches the
/// run: blue when it looks, red when it departs, green when it rests, as in the original
/// simulator; no algorithm reads it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Light {
    /// Blue; as a phase: looking.
    Blue = 1,
    /// Red; as a phase: departing.
    Red = 2,
    /// Green; as a phase: resting.
    Green = 3,
    /// Black.
    Black = 4,
    /// White.
    White = 5,
    /// Yellow.
    Yellow = 6,
    /// Orange.
    Orange = 7,
    /// Purple.
    Purple = 8,
    /// Cyan.
    Cyan = 9,
    /// Magenta.
    Magenta = 10,
}

impl Light {
    /// All colours, by number.
    pub const ALL: [Light; 10] = [
        Light::Blue,
        Light::Red,
        Light::Green,
        Light::Black,
        Light::White,
        Light::Yellow,
        Light::Orange,
        Light::Purple,
        Light::Cyan,
        Light::Magenta,
    ];

    /// The word for people and scenarios.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Light::Blue => "blue",
            Light::Red => "red",
            Light::Green => "green",
            Light::Black => "black",
            Light::White => "white",
            Light::Yellow => "yellow",
            Light::Orange => "orange",
            Light::Purple => "purple",
            Light::Cyan => "cyan",
            Light::Magenta => "magenta",
        }
    }
}

impl crate::scenario::Word for Light {
    const ALL: &'static [Self] = &Light::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

/// Which lights a robot perceives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LightModel {
    /// None: plain oblivious robots.
    Oblot,
    /// Its own only: a finite memory (FSTA).
    Fsta,
    /// Those of the others only: finite communication (FCOM).
    Fcom,
    /// All (LUMI).
    Lumi,
}

impl LightModel {
    /// Whether robots perceive their own light.
    #[must_use]
    pub fn shows_own(self) -> bool {
        matches!(self, LightModel::Fsta | LightModel::Lumi)
    }

    /// Whether robots perceive the lights of the others.
    #[must_use]
    pub fn shows_others(self) -> bool {
        matches!(self, LightModel::Fcom | LightModel::Lumi)
    }

    /// Whether a robot that is given this model has everything that `needed` promises.
    #[must_use]
    pub fn covers(self, needed: LightModel) -> bool {
        (self.shows_own() || !needed.shows_own()) && (self.shows_others() || !needed.shows_others())
    }
}

impl crate::scenario::Word for LightModel {
    const ALL: &'static [Self] = &[
        LightModel::Oblot,
        LightModel::Fsta,
        LightModel::Fcom,
        LightModel::Lumi,
    ];

    fn word(self) -> &'static str {
        match self {
            LightModel::Oblot => "OBLOT",
            LightModel::Fsta => "FSTA",
            LightModel::Fcom => "FCOM",
            LightModel::Lumi => "LUMI",
        }
    }
}
