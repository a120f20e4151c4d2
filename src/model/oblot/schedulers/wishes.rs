//! What a turn or a step of a schedule says about one activation: where the robot is stopped, how
//! it breaks ties, in which frame it sees the world.

use crate::model::oblot::directive::{Directive, Tie};
use crate::model::oblot::frames::Frame;
use crate::model::oblot::movement::Stop;
use crate::scenario::{Node, Refusal, Rule, ScenarioError, Section};

/// Reads `stop`, `tie` and `frame` of a turn or a step.
///
/// # Errors
///
/// The first value that is wrong, with its place.
pub(super) fn read(section: &Section<'_>) -> Result<Directive, ScenarioError> {
    Ok(Directive {
        stop: section.field("stop", StopRule).optional()?,
        tie: section.field("tie", TieRule).optional()?,
        frame: frame(section)?,
        ..Directive::default()
    })
}

/// Whether a directive stops the robot on its way.
pub(super) fn stops(directive: &Directive) -> bool {
    directive.stop.is_some_and(|stop| stop != Stop::Never)
}

/// Whether a directive says how the robot decides, so that a robot that stayed may leave when it is
/// told otherwise.
pub(super) fn decides(directive: &Directive) -> bool {
    directive.tie.is_some() || directive.frame.is_some()
}

/// `frame = {angle = 0.5, scale = 2.0, mirrored = true}`.
fn frame(section: &Section<'_>) -> Result<Option<Frame>, ScenarioError> {
    let Some(table) = section.optional_table("frame")? else {
        return Ok(None);
    };
    let angle = table.f64("angle").or(0.0)?;
    let scale = table.f64("scale").positive().or(1.0)?;
    let mirrored = table.bool("mirrored").or(false)?;
    Ok(Some(Frame::new(angle, scale, mirrored)))
}

/// Reads a stopping point: a part of the way, or a word.
#[derive(Clone, Copy, Debug)]
struct StopRule;

const STOPS: [(&str, Stop); 3] = [
    ("delta", Stop::AtDelta),
    ("never", Stop::Never),
    ("uniform", Stop::Uniform),
];

impl Rule for StopRule {
    type Value = Stop;
    type Default = Stop;

    fn expected(&self) -> String {
        "a part of the way between 0 and 1, or one of \"delta\", \"never\", \"uniform\"".to_owned()
    }

    fn read(&self, found: &Node) -> Result<Stop, Refusal> {
        if let Some(text) = found.text() {
            let known = STOPS.iter().find(|(word, _)| *word == text);
            return match known {
                Some((_, stop)) => Ok(*stop),
                None => Err(Refusal::word(
                    self.expected(),
                    found,
                    STOPS.map(|(word, _)| word),
                )),
            };
        }
        match found.number() {
            // Minus zero is zero.
            Some(part) if (0.0..=1.0).contains(&part) => Ok(Stop::Fraction(part + 0.0)),
            _ => Err(Refusal::new(self.expected(), found)),
        }
    }

    fn write(&self, value: &Stop) -> toml::Value {
        match value {
            Stop::Fraction(part) => toml::Value::Float(*part),
            Stop::AtDelta => "delta".into(),
            Stop::Never => "never".into(),
            Stop::Uniform => "uniform".into(),
        }
    }

    fn write_default(&self, default: Stop) -> toml::Value {
        self.write(&default)
    }
}

/// Reads how ties are broken: a word, or the place of the choice in the order of the choices.
#[derive(Clone, Copy, Debug)]
struct TieRule;

const TIES: [(&str, Tie); 3] = [
    ("first", Tie::First),
    ("last", Tie::Last),
    ("random", Tie::Random),
];

impl Rule for TieRule {
    type Value = Tie;
    type Default = Tie;

    fn expected(&self) -> String {
        "a whole number of at least 0, or one of \"first\", \"last\", \"random\"".to_owned()
    }

    fn read(&self, found: &Node) -> Result<Tie, Refusal> {
        if let Some(text) = found.text() {
            let known = TIES.iter().find(|(word, _)| *word == text);
            return match known {
                Some((_, tie)) => Ok(*tie),
                None => Err(Refusal::word(
                    self.expected(),
                    found,
                    TIES.map(|(word, _)| word),
                )),
            };
        }
        match found.whole().and_then(|number| u32::try_from(number).ok()) {
            Some(number) => Ok(Tie::Number(number)),
            None => Err(Refusal::new(self.expected(), found)),
        }
    }

    fn write(&self, value: &Tie) -> toml::Value {
        match value {
            Tie::Number(number) => toml::Value::Integer((*number).into()),
            Tie::First => "first".into(),
            Tie::Last => "last".into(),
            Tie::Random => "random".into(),
        }
    }

    fn write_default(&self, default: Tie) -> toml::Value {
        self.write(&default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Document;

    fn read_from(text: &str) -> Result<(Directive, String), ScenarioError> {
        let document = Document::parse("turn.toml", text)?;
        let root = document.root();
        let directive = read(&root)?;
        root.finish()?;
        Ok((directive, document.resolved().to_string()))
    }

    #[test]
    fn a_wish_is_a_number_or_a_word_and_is_written_as_it_was_read() {
        let text = "stop = 0.25\ntie = 3\n\n[frame]\nangle = 1.5\nscale = 2.0\nmirrored = true\n";
        let (directive, written) = read_from(text).unwrap();
        assert_eq!(written, text);
        let expected = Directive {
            stop: Some(Stop::Fraction(0.25)),
            tie: Some(Tie::Number(3)),
            frame: Some(Frame::new(1.5, 2.0, true)),
            ..Directive::default()
        };
        assert_eq!(directive, expected);
        for (word, stop) in STOPS {
            let text = format!("stop = \"{word}\"\n");
            let (directive, written) = read_from(&text).unwrap();
            assert_eq!((directive.stop, written), (Some(stop), text));
            assert_eq!(stops(&directive), stop != Stop::Never);
        }
        for (word, tie) in TIES {
            let text = format!("tie = \"{word}\"\n");
            let (directive, written) = read_from(&text).unwrap();
            assert_eq!((directive.tie, written), (Some(tie), text));
            assert!(decides(&directive));
        }
        let (nothing, _) = read_from("").unwrap();
        assert!(nothing == Directive::default() && !stops(&nothing) && !decides(&nothing));
    }

    #[test]
    fn what_is_no_wish_is_refused() {
        let refused = |text: &str| read_from(text).unwrap_err().to_string();
        insta::assert_snapshot!(refused("stop = 1.5"), @r#"turn.toml:1:8: stop: expected a part of the way between 0 and 1, or one of "delta", "never", "uniform", found 1.5"#);
        insta::assert_snapshot!(refused("stop = nan"), @r#"turn.toml:1:8: stop: expected a part of the way between 0 and 1, or one of "delta", "never", "uniform", found nan"#);
        insta::assert_snapshot!(refused("stop = \"detla\""), @r#"
        turn.toml:1:8: stop: expected a part of the way between 0 and 1, or one of "delta", "never", "uniform", found "detla"
        help: did you mean "delta"?
        "#);
        insta::assert_snapshot!(refused("tie = -1"), @r#"turn.toml:1:7: tie: expected a whole number of at least 0, or one of "first", "last", "random", found -1"#);
        insta::assert_snapshot!(refused("tie = \"lats\""), @r#"
        turn.toml:1:7: tie: expected a whole number of at least 0, or one of "first", "last", "random", found "lats"
        help: did you mean "last"?
        "#);
        insta::assert_snapshot!(refused("frame = 3"), @"turn.toml:1:9: frame: expected a table, found 3");
        insta::assert_snapshot!(refused("frame = {scale = 0}"), @"turn.toml:1:18: frame.scale: expected a number above 0, found 0");
    }
}
