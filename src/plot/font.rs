//! How wide texts are, and what their letters look like.
//!
//! The font is DejaVu Sans, embedded from the crate `dejavu` (the font itself has a free licence of
//! its own, that of Bitstream Vera with changes in the public domain). An SVG only names it, and
//! names Verdana next, which has nearly the same widths.

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::scene::Point;

/// The families that an SVG asks for, in their order.
pub(super) const FAMILIES: &str = "'DejaVu Sans', Verdana, 'Bitstream Vera Sans', sans-serif";

/// From the base line to half of the height of a small letter with its ascender, for a size of 1:
/// a text whose base line is this much lower than a point has that point at half of its height.
pub(super) const MIDDLE: f64 = 0.36;

/// The font, ready to be asked.
pub(super) struct Font {
    face: Face<'static>,
}

impl Font {
    /// The embedded font.
    pub(super) fn new() -> Self {
        #[expect(
            clippy::expect_used,
            reason = "the bytes are part of the program, and every test reads them"
        )]
        let face = Face::parse(dejavu::sans::regular(), 0).expect("the embedded font");
        Font { face }
    }

    /// The width of a text in pixels. Kerning is left out.
    pub(super) fn width(&self, words: &str, size: f64) -> f64 {
        words
            .chars()
            .map(|letter| self.advance(letter))
            .sum::<f64>()
            * size
    }

    /// The text itself where it is no wider than `most` pixels; otherwise with an ellipsis in its
    /// middle in place of as few letters as possible. At least the ellipsis remains.
    pub(super) fn shortened(&self, words: &str, size: f64, most: f64) -> String {
        if self.width(words, size) <= most {
            return words.to_owned();
        }
        let letters: Vec<char> = words.chars().collect();
        let mut kept = letters.len().saturating_sub(1);
        loop {
            // The beginning has the odd letter.
            let tail = kept / 2;
            let short: String = letters[..kept - tail]
                .iter()
                .chain(&['…'])
                .chain(&letters[letters.len() - tail..])
                .collect();
            if kept == 0 || self.width(&short, size) <= most {
                return short;
            }
            kept -= 1;
        }
    }

    /// A text in lines no wider than `most` pixels, broken at blanks. The last of at most `lines`
    /// lines has all that remains, and any line that is too long is shortened.
    pub(super) fn wrapped(&self, words: &str, size: f64, most: f64, lines: usize) -> Vec<String> {
        let mut done: Vec<String> = Vec::new();
        let mut line = String::new();
        for word in words.split(' ') {
            let longer = if line.is_empty() {
                word.to_owned()
            } else {
                format!("{line} {word}")
            };
            let fits = self.width(&longer, size) <= most;
            if fits || line.is_empty() || done.len() + 1 >= lines {
                line = longer;
            } else {
                done.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        done.push(line);
        done.iter()
            .map(|line| self.shortened(line, size, most))
            .collect()
    }

    /// The letters of a text of size 1, one after the other: how far right each stands, and its
    /// glyph.
    pub(super) fn letters(&self, words: &str) -> Vec<(f64, GlyphId)> {
        let mut right = 0.0;
        let mut letters = Vec::new();
        for letter in words.chars() {
            letters.push((right, self.glyph(letter)));
            right += self.advance(letter);
        }
        letters
    }

    /// Draws a glyph in units of the font, with y upwards.
    pub(super) fn outline(&self, glyph: GlyphId, builder: &mut dyn OutlineBuilder) {
        // A blank has no outline, which is no error.
        let _ = self.face.outline_glyph(glyph, builder);
    }

    /// How many units of the font make up a size of 1.
    pub(super) fn units(&self) -> f64 {
        f64::from(self.face.units_per_em())
    }

    fn glyph(&self, letter: char) -> GlyphId {
        // Glyph 0 is the box that stands for letters that a font has not.
        self.face.glyph_index(letter).unwrap_or_default()
    }

    fn advance(&self, letter: char) -> f64 {
        let units = self.face.glyph_hor_advance(self.glyph(letter));
        f64::from(units.unwrap_or(0)) / self.units()
    }
}

/// The base line of a text whose middle is at `point`.
pub(super) fn centred([x, y]: Point, size: f64) -> Point {
    [x, y + MIDDLE * size]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // The advances of DejaVu Sans 2.37, in units of 1/2048.
        let font = Font::new();
        assert_eq!(font.width("0", 2048.0), 1303.0);
        assert_eq!(font.width("mi", 2048.0), 1995.0 + 569.0);
        assert_eq!(font.width("", 12.0), 0.0);
    }

    #[test]
    fn long_texts_lose_their_middle() {
        let font = Font::new();
        assert_eq!(font.shortened("short", 12.0, 500.0), "short");
        let name = "scheduler.rate=0.125, swarm.robots=1000";
        let short = font.shortened(name, 12.0, 120.0);
        assert!(font.width(&short, 12.0) <= 120.0, "{short}");
        let (head, tail) = short.split_once('…').expect("an ellipsis");
        assert!(name.starts_with(head) && name.ends_with(tail));
        assert!(head.chars().count() - tail.chars().count() <= 1);
        assert_eq!(font.shortened("äöü", 12.0, 0.0), "…");
    }

    #[test]
    fn texts_are_broken_at_blanks() {
        let font = Font::new();
        let words = "Runs that ended hold their last value.";
        assert_eq!(font.wrapped(words, 11.0, 400.0, 3), [words]);
        assert_eq!(
            font.wrapped(words, 11.0, 140.0, 3),
            ["Runs that ended hold", "their last value."]
        );
        assert_eq!(
            font.wrapped(words, 11.0, 140.0, 1),
            [font.shortened(words, 11.0, 140.0)]
        );
        let long = font.wrapped("a incomprehensibilities b", 11.0, 60.0, 3);
        assert!(long.len() == 3 && long[1].contains('…'), "{long:?}");
        assert_eq!(font.wrapped("", 11.0, 60.0, 3), [""]);
    }

    #[test]
    fn the_signs_that_charts_need_are_in_the_font() {
        let font = Font::new();
        for letter in "−…×⁰¹²³⁴⁵⁶⁷⁸⁹⁻µ°αβσ≥≤–√".chars() {
            assert_ne!(font.glyph(letter), GlyphId(0), "{letter}");
        }
    }
}
