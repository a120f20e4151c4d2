//! Where a value stands in a scenario: `faults[0].count`.

use std::fmt;

/// One step from a table or list to something in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// To the value of a key.
    Key(String),
    /// To an entry of a list, counted from 0.
    Index(usize),
}

/// The steps from the root of a scenario to a value in it; the root itself has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Path(Vec<Step>);

/// The longest path that is read: far beyond any scenario, far below what a stack can hold.
const DEEPEST: usize = 32;

impl Path {
    /// Reads `a.b[0].c` or `a.b.0.c`: a step of digits only is an index.
    ///
    /// Returns what is wrong with the text if it is no path.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut path = Self::default();
        for part in text.trim().split('.') {
            let (key, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
            path.push(step(key)?)?;
            let mut rest = indices;
            while !rest.is_empty() {
                let (index, after) = rest
                    .strip_prefix('[')
                    .and_then(|open| open.split_once(']'))
                    .ok_or_else(|| format!("expected an index like [0], found {rest:?}"))?;
                path.push(Step::Index(index_of(index)?))?;
                rest = after;
            }
        }
        Ok(path)
    }

    fn push(&mut self, step: Step) -> Result<(), String> {
        if self.0.len() == DEEPEST {
            return Err(format!("expected a path of at most {DEEPEST} steps"));
        }
        self.0.push(step);
        Ok(())
    }

    /// The path to the value of `key` in the table at this path.
    pub(crate) fn key(&self, key: &str) -> Self {
        self.then(Step::Key(key.to_owned()))
    }

    /// The path to entry `index` of the list at this path.
    pub(crate) fn index(&self, index: usize) -> Self {
        self.then(Step::Index(index))
    }

    /// This path and one step more.
    pub(crate) fn then(&self, step: Step) -> Self {
        let mut path = self.clone();
        path.0.push(step);
        path
    }

    /// The steps, from the root.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.0
    }
}

fn step(text: &str) -> Result<Step, String> {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if text.is_empty() {
        Err("expected a key, found nothing".to_owned())
    } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
        index_of(text).map(Step::Index)
    } else if text.chars().all(is_bare) {
        Ok(Step::Key(text.to_owned()))
    } else {
        Err(format!(
            "expected a key of letters, digits, _ and -, found {text:?}"
        ))
    }
}

fn index_of(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| format!("expected an index from 0, found {text:?}"))
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if position == 0 => write!(f, "{key}")?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    fn shown(text: &str) -> Result<String, String> {
        Path::parse(text).map(|path| path.to_string())
    }

    #[test]
    fn indices_are_written_in_brackets_or_after_a_dot() {
        assert_eq!(shown("swarm.robots"), Ok("swarm.robots".into()));
        assert_eq!(shown("faults[0].count"), Ok("faults[0].count".into()));
        assert_eq!(shown("faults.0.count"), Ok("faults[0].count".into()));
        assert_eq!(
            shown("swarm.positions[3][1]"),
            Ok("swarm.positions[3][1]".into())
        );
    }

    #[test]
    fn what_is_no_path_is_said() {
        assert_eq!(shown(""), Err("expected a key, found nothing".into()));
        assert_eq!(shown("a..b"), Err("expected a key, found nothing".into()));
        assert_eq!(
            shown("a[x]"),
            Err("expected an index from 0, found \"x\"".into())
        );
        assert_eq!(
            shown("a[1"),
            Err("expected an index like [0], found \"[1\"".into())
        );
        assert_eq!(
            shown("a[1]b"),
            Err("expected an index like [0], found \"b\"".into())
        );
        assert_eq!(
            shown("a b"),
            Err("expected a key of letters, digits, _ and -, found \"a b\"".into())
        );
    }
}
