//! Colours, by which people tell particles apart. They mean nothing to the model.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A colour: red, green and blue, 8 bits each, in one word 0xRRGGBB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Colour(pub u32);

impl Colour {
    /// Black.
    pub const BLACK: Colour = Colour(0x00_0000);
    /// A blue that the colour-blind tell from the others.
    pub const BLUE: Colour = Colour(0x00_72b2);
    /// A green that the colour-blind tell from the others.
    pub const GREEN: Colour = Colour(0x00_9e73);
    /// Grey.
    pub const GREY: Colour = Colour(0x99_9999);
    /// An orange that the colour-blind tell from the others.
    pub const ORANGE: Colour = Colour(0xe6_9f00);
    /// A purple that the colour-blind tell from the others.
    pub const PURPLE: Colour = Colour(0xcc_79a7);
    /// A red that the colour-blind tell from the others.
    pub const RED: Colour = Colour(0xd5_5e00);
    /// A light blue that the colour-blind tell from the others.
    pub const SKY: Colour = Colour(0x56_b4e9);
    /// A yellow that the colour-blind tell from the others.
    pub const YELLOW: Colour = Colour(0xf0_e442);
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0 & 0xff_ffff)
    }
}
