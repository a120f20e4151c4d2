//! Colours that people with a deficiency of colour vision can tell apart, and what else tells groups
//! apart in print without colours.

use super::scene::{Paint, Pen};

/// A colour by its red, green and blue in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

/// The colours of all that is not data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    /// Behind everything.
    pub(super) ground: Colour,
    /// Titles and labels.
    pub(super) ink: Colour,
    /// The lines of axes, the labels of ticks and notes.
    pub(super) soft: Colour,
    /// The lines of the grid.
    pub(super) grid: Colour,
    /// Data that belongs to no group of its own.
    pub(super) neutral: Colour,
    /// The colours of groups.
    groups: [Colour; 8],
}

/// The colours of Okabe and Ito, "Color Universal Design" (2008), in the order in which they stand
/// out most from a white ground; yellow comes last.
const ON_WHITE: [Colour; 8] = [
    BLUE,
    VERMILLION,
    GREEN,
    PURPLE,
    ORANGE,
    SKY,
    Colour(0, 0, 0),
    YELLOW,
];

/// The same for a dark ground: white in place of black, blue last.
const ON_DARK: [Colour; 8] = [
    SKY,
    ORANGE,
    GREEN,
    PURPLE,
    YELLOW,
    VERMILLION,
    Colour(255, 255, 255),
    BLUE,
];

const ORANGE: Colour = Colour(230, 159, 0);
const SKY: Colour = Colour(86, 180, 233);
const GREEN: Colour = Colour(0, 158, 115);
const YELLOW: Colour = Colour(240, 228, 66);
const BLUE: Colour = Colour(0, 114, 178);
const VERMILLION: Colour = Colour(213, 94, 0);
const PURPLE: Colour = Colour(204, 121, 167);

/// The dashes of lines, solid first.
const DASHES: [&[f64]; 6] = [
    &[],
    &[7.0, 3.0],
    &[2.0, 2.5],
    &[9.0, 3.0, 2.0, 3.0],
    &[14.0, 4.0],
    &[9.0, 2.5, 2.0, 2.5, 2.0, 2.5],
];

/// How many groups differ from each other in colour and dash.
pub(super) const MOST_GROUPS: usize = 48;

impl Theme {
    /// The colours for a white or for a dark ground.
    pub(super) fn new(dark: bool) -> Self {
        if dark {
            Theme {
                ground: Colour(0x15, 0x19, 0x1f),
                ink: Colour(0xf0, 0xf2, 0xf5),
                soft: Colour(0xb4, 0xbb, 0xc4),
                grid: Colour(0x2d, 0x34, 0x3d),
                neutral: Colour(0x8a, 0x93, 0x9d),
                groups: ON_DARK,
            }
        } else {
            Theme {
                ground: Colour(0xff, 0xff, 0xff),
                ink: Colour(0x1a, 0x1d, 0x21),
                soft: Colour(0x4a, 0x51, 0x59),
                grid: Colour(0xe6, 0xe8, 0xeb),
                neutral: Colour(0x8a, 0x93, 0x9d),
                groups: ON_WHITE,
            }
        }
    }

    /// The colour of a group by its place.
    pub(super) fn group(&self, place: usize) -> Colour {
        self.groups[place % self.groups.len()]
    }

    /// The line of a group by its place: its colour, and a dash that the next groups have not.
    pub(super) fn pen(&self, place: usize, width: f64) -> Pen {
        // Every eight groups the colours start again, with the dashes moved on by one: the first
        // MOST_GROUPS pairs are all different.
        let colours = self.groups.len();
        let dash = DASHES[(place % colours + place / colours) % DASHES.len()];
        Pen {
            dash,
            ..Pen::solid(self.group(place), width)
        }
    }
}

impl Colour {
    /// The same, covering only a share of what is behind it.
    pub(super) fn thin(self, cover: f64) -> Paint {
        Paint {
            colour: self,
            cover,
        }
    }

    /// Black or white: what can be read better on this colour (relative luminance and contrast of
    /// the Web Content Accessibility Guidelines 2.2).
    pub(super) fn reader(self) -> Colour {
        let luminance = self.luminance();
        let on_black = (luminance + 0.05) / 0.05;
        let on_white = 1.05 / (luminance + 0.05);
        if on_black > on_white {
            Colour(0, 0, 0)
        } else {
            Colour(255, 255, 255)
        }
    }

    /// The relative luminance, from 0 for black to 1 for white.
    pub(super) fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                crate::math::pow((part + 0.055) / 1.055, 2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

/// Every fifth colour of the 256 of viridis, a scale that is perceptually uniform, also without
/// colours and for people who see few of them (van der Walt and Smith 2015, public domain by CC0).
const VIRIDIS: [u32; 52] = [
    0x440154, 0x46085c, 0x471063, 0x481769, 0x481d6f, 0x482475, 0x472a7a, 0x46307e, 0x453781,
    0x433d84, 0x414287, 0x3f4889, 0x3d4e8a, 0x3a538b, 0x38598c, 0x355e8d, 0x33638d, 0x31688e,
    0x2e6d8e, 0x2c718e, 0x2a768e, 0x297b8e, 0x27808e, 0x25848e, 0x23898e, 0x218e8d, 0x20928c,
    0x1f978b, 0x1e9c89, 0x1fa188, 0x21a585, 0x24aa83, 0x28ae80, 0x2eb37c, 0x35b779, 0x3dbc74,
    0x46c06f, 0x50c46a, 0x5ac864, 0x65cb5e, 0x70cf57, 0x7cd250, 0x89d548, 0x95d840, 0xa2da37,
    0xb0dd2f, 0xbddf26, 0xcae11f, 0xd8e219, 0xe5e419, 0xf1e51d, 0xfde725,
];

/// The colour of viridis for a share from 0 (dark) to 1 (light); the ends beyond.
pub(super) fn viridis(share: f64) -> Colour {
    let last = VIRIDIS.len() - 1;
    let place = share.clamp(0.0, 1.0) * last as f64;
    // NaN becomes 0.
    let below = (place as usize).min(last - 1);
    let rest = place - below as f64;
    let [low, high] = [VIRIDIS[below], VIRIDIS[below + 1]];
    let part = |shift: u32| {
        let [low, high] = [low, high].map(|colour| f64::from((colour >> shift) & 0xff));
        (low + rest * (high - low)).round() as u8
    };
    Colour(part(16), part(8), part(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viridis_is_the_published_scale() {
        let published = [
            (0, Colour(68, 1, 84)),
            (7, Colour(70, 11, 94)),
            (100, Colour(42, 118, 142)),
            (200, Colour(112, 207, 87)),
            (255, Colour(253, 231, 37)),
        ];
        for (place, Colour(red, green, blue)) in published {
            let found = viridis(f64::from(place) / 255.0);
            let far = [(found.0, red), (found.1, green), (found.2, blue)]
                .iter()
                .any(|(a, b)| a.abs_diff(*b) > 1);
            assert!(!far, "{place}: {found:?}");
        }
        let light: Vec<f64> = (0..=50)
            .map(|i| viridis(f64::from(i) / 50.0).luminance())
            .collect();
        assert!(
            light.windows(2).all(|pair| pair[0] < pair[1]),
            "the scale grows lighter"
        );
    }

    #[test]
    fn groups_differ() {
        for dark in [false, true] {
            let theme = Theme::new(dark);
            let pens: Vec<Pen> = (0..MOST_GROUPS)
                .map(|place| theme.pen(place, 1.0))
                .collect();
            for (place, pen) in pens.iter().enumerate() {
                assert!(!pens[..place].contains(pen), "{place}");
                assert_ne!(pen.paint.colour, theme.ground);
            }
        }
    }

    #[test]
    fn letters_can_be_read() {
        assert_eq!(viridis(0.0).reader(), Colour(255, 255, 255));
        assert_eq!(viridis(1.0).reader(), Colour(0, 0, 0));
        for dark in [false, true] {
            let theme = Theme::new(dark);
            let [ink, ground] = [theme.soft, theme.ground].map(Colour::luminance);
            let contrast = (ink.max(ground) + 0.05) / (ink.min(ground) + 0.05);
            assert!(contrast >= 7.0, "{contrast}");
        }
    }
}
