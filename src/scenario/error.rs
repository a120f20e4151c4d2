//! What is wrong with a scenario, and where.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// What kind of mistake a [`ScenarioError`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The file does not exist, cannot be read, is a directory or is not UTF-8.
    Unreadable,
    /// The text is not TOML; a key that is given twice is of this kind too.
    Syntax,
    /// An override such as `--set path=value` is malformed or leads nowhere.
    Override,
    /// A value is of the wrong type, out of range or not one of the valid words.
    Value,
    /// A key or table that is required is not there.
    Missing,
    /// A key is given that nothing reads.
    Unknown,
}

/// A scenario that was refused: what was found where, what was expected, and the nearest valid
/// word.
///
/// Shown as text it is one block, `file.toml:7:10: swarm.robots: expected a whole number of at
/// least 1, found -3`, where the line and the column (in characters) count from 1; a second line
/// `help: did you mean "robots"?` follows where a valid word is near. A value that came from the
/// command line is shown with its flag in place of file and line. With the feature `native`,
/// `ScenarioError::snippet` shows the lines of the file as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError(Box<Details>);

/// Boxed, so that a `Result` stays small.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    kind: ErrorKind,
    source: Source,
    place: Option<Place>,
    path: String,
    message: String,
    nearest: Option<String>,
}

/// The text of a scenario, and the name of the file it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// The file's name as it was given, or what stands for it.
    pub(crate) name: Arc<str>,
    /// The whole text.
    pub(crate) text: Arc<str>,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A range of bytes of the source's text.
    Text(Range<usize>),
    /// A flag of the command line, as it was typed.
    Flag(Arc<str>),
    /// Nowhere: the value is the default of the reader that asked for it.
    Default,
}

impl ScenarioError {
    /// An error about `source` as a whole.
    pub(crate) fn new(kind: ErrorKind, source: &Source, message: impl Into<String>) -> Self {
        Self(Box::new(Details {
            kind,
            source: source.clone(),
            place: None,
            path: String::new(),
            message: message.into(),
            nearest: None,
        }))
    }

    /// The same error, at a place.
    pub(crate) fn at(mut self, place: Place) -> Self {
        self.0.place = Some(place);
        self
    }

    /// The same error, about the value at a path such as `swarm.robots`.
    pub(crate) fn about(mut self, path: impl fmt::Display) -> Self {
        self.0.path = path.to_string();
        self
    }

    /// The same error, with the valid word that was probably meant.
    pub(crate) fn near(mut self, nearest: Option<&str>) -> Self {
        self.0.nearest = nearest.map(str::to_owned);
        self
    }

    /// What kind of mistake it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The name of the file, as it was given.
    pub fn source_name(&self) -> &str {
        &self.0.source.name
    }

    /// The whole text of the scenario; empty if the file could not be read.
    pub fn text(&self) -> &str {
        &self.0.source.text
    }

    /// The bytes of [`text`](Self::text) that the error is about; `None` if it is about a flag or
    /// about the file as a whole.
    pub fn span(&self) -> Option<Range<usize>> {
        match &self.0.place {
            Some(Place::Text(span)) => Some(span.clone()),
            _ => None,
        }
    }

    /// The line of the place, counted from 1.
    pub fn line(&self) -> Option<usize> {
        self.span()
            .map(|span| line_and_column(self.text(), span.start).0)
    }

    /// The column of the place, in characters (a tab is one), counted from 1.
    pub fn column(&self) -> Option<usize> {
        self.span()
            .map(|span| line_and_column(self.text(), span.start).1)
    }

    /// The flag that the refused value came from, as it was typed: `--set swarm.robots=-3`.
    pub fn flag(&self) -> Option<&str> {
        match &self.0.place {
            Some(Place::Flag(flag)) => Some(flag),
            _ => None,
        }
    }

    /// The key that the error is about, as a path: `faults[0].count`; empty if it is about none.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// What was expected and what was found, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The valid word that was probably meant.
    pub fn nearest(&self) -> Option<&str> {
        self.0.nearest.as_deref()
    }

    /// The advice that follows the message, if there is any.
    pub fn help(&self) -> Option<String> {
        self.nearest()
            .map(|word| format!("did you mean \"{word}\"?"))
    }

    /// Path and message, without the place in the file.
    fn write_what(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A flag names its path already.
        let named = self.flag().is_some_and(|flag| flag.contains(self.path()));
        if !self.path().is_empty() && !named {
            write!(f, "{}: ", self.path())?;
        }
        f.write_str(self.message())
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.flag(), self.span()) {
            (Some(flag), _) => write!(f, "{flag}: ")?,
            (None, Some(span)) => {
                let (line, column) = line_and_column(self.text(), span.start);
                write!(f, "{}:{line}:{column}: ", self.source_name())?;
            }
            (None, None) => write!(f, "{}: ", self.source_name())?,
        }
        self.write_what(f)?;
        match self.help() {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ScenarioError {}

/// Line and column, both from 1, of a byte of the text; a byte within a character counts as its
/// first, one past the end as the end.
fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let mut end = byte.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (
        before.matches('\n').count() + 1,
        before[line_start..].chars().count() + 1,
    )
}

#[cfg(feature = "native")]
pub use snippet::Snippet;

#[cfg(feature = "native")]
mod snippet {
    use std::fmt;

    use miette::{Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode};
    use miette::{SourceSpan, SpanContents};

    use super::{ScenarioError, Source, line_and_column};

    /// A [`ScenarioError`] for people at a terminal: miette shows it with the lines of the file.
    ///
    /// Its own text is the message alone, because the snippet shows file, line and column, and the
    /// help follows it.
    #[derive(Clone, Debug)]
    pub struct Snippet {
        error: ScenarioError,
        source: Source,
    }

    impl ScenarioError {
        /// The same error, to be shown with the lines of the file that it is about.
        pub fn snippet(self) -> Snippet {
            let mut source = self.0.source.clone();
            if !source.text.ends_with('\n') {
                // A mark can only stand at the end of a text if a line ends there.
                source.text = format!("{}\n", source.text).into();
            }
            Snippet {
                error: self,
                source,
            }
        }
    }

    impl fmt::Display for Snippet {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match (self.error.flag(), self.error.span()) {
                (Some(flag), _) => write!(f, "{flag}: ")?,
                (None, Some(_)) => {}
                (None, None) => write!(f, "{}: ", self.error.source_name())?,
            }
            self.error.write_what(f)
        }
    }

    impl std::error::Error for Snippet {}

    impl Diagnostic for Snippet {
        fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
            self.error
                .help()
                .map(|help| Box::new(help) as Box<dyn fmt::Display>)
        }

        fn source_code(&self) -> Option<&dyn SourceCode> {
            self.error.span().map(|_| &self.source as &dyn SourceCode)
        }

        fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
            let label = LabeledSpan::new_with_span(None, self.error.span()?);
            Some(Box::new(std::iter::once(label)))
        }
    }

    impl SourceCode for Source {
        fn read_span<'a>(
            &'a self,
            span: &SourceSpan,
            lines_before: usize,
            lines_after: usize,
        ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
            let lines = self.text.read_span(span, lines_before, lines_after)?;
            // The text itself counts columns in bytes.
            let (_, column) = line_and_column(&self.text, lines.span().offset());
            Ok(Box::new(MietteSpanContents::new_named(
                self.name.to_string(),
                lines.data(),
                *lines.span(),
                lines.line(),
                column - 1,
                lines.line_count(),
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::line_and_column;

    #[test]
    fn columns_count_characters_from_one() {
        let text = "a = 1\r\n\tb = \"äö🐜\" c\n";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, text.find('b').unwrap()), (2, 2));
        assert_eq!(line_and_column(text, text.find('c').unwrap()), (2, 12));
        assert_eq!(line_and_column(text, text.find('ö').unwrap() + 1), (2, 8));
        assert_eq!(line_and_column(text, text.len()), (3, 1));
        assert_eq!(line_and_column(text, 1_000), (3, 1));
        assert_eq!(line_and_column("", 0), (1, 1));
    }
}
