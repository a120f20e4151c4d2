//! The attributes of a particle, whatever their type.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::State;
use super::fold::fold;

/// The attributes of one particle: a value of the algorithm's state, shared by all who see it.
#[derive(Clone)]
pub struct Attributes(Arc<dyn Memory>);

/// Why attributes could not be edited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such attribute.
    #[error("there is no attribute {0:?}")]
    Unknown(String),
    /// The attribute is of another type.
    #[error("{0}")]
    Unfit(String),
}

trait Memory: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn fold(&self) -> u64;
    fn to_json(&self) -> Value;
    fn with_json(&self, value: Value) -> Result<Attributes, String>;
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// A state with its hash, which is asked for in each round and changes in few.
struct Held<S> {
    state: S,
    fold: u64,
}

impl<S: State> Memory for Held<S> {
    fn as_any(&self) -> &dyn Any {
        &self.state
    }

    fn fold(&self) -> u64 {
        self.fold
    }

    fn to_json(&self) -> Value {
        // A state is plain data with names for keys, which JSON always takes.
        serde_json::to_value(&self.state).unwrap_or_default()
    }

    fn with_json(&self, value: Value) -> Result<Attributes, String> {
        let state: S = serde_json::from_value(value).map_err(|error| error.to_string())?;
        Ok(Attributes::new(state))
    }

    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.state, f)
    }
}

impl Attributes {
    /// These attributes.
    #[must_use]
    pub fn new<S: State>(state: S) -> Self {
        let fold = fold(&state);
        Attributes(Arc::new(Held { state, fold }))
    }

    /// The attributes as a value of their type; `None` where it is another type.
    #[inline]
    #[must_use]
    pub fn get<S: State>(&self) -> Option<&S> {
        self.0.as_any().downcast_ref()
    }

    /// A hash of the values, the same on every machine.
    #[inline]
    #[must_use]
    pub fn fold(&self) -> u64 {
        self.0.fold()
    }

    /// The attributes with their names.
    #[must_use]
    pub fn to_json(&self) -> Value {
        self.0.to_json()
    }

    /// One of the attributes; see [`Attributes::edited`] for `path`.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<Value> {
        let mut all = self.to_json();
        find(&mut all, path).map(Value::take)
    }

    /// The attributes with one of them changed. `path` names it, with dots between the names of
    /// structs within structs, and numbers for the places of lists.
    ///
    /// # Errors
    ///
    /// [`EditError`] where there is no such attribute, or `value` does not fit it.
    pub fn edited(&self, path: &str, value: Value) -> Result<Attributes, EditError> {
        let mut all = self.to_json();
        let place = find(&mut all, path);
        *place.ok_or_else(|| EditError::Unknown(path.to_owned()))? = value;
        let unfit = |error: String| EditError::Unfit(format!("{path}: {error}"));
        self.0.with_json(all).map_err(unfit)
    }

    /// Whether both are one and the same value in memory.
    #[must_use]
    pub fn is_same(&self, other: &Attributes) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The place of an attribute.
fn find<'v>(all: &'v mut Value, path: &str) -> Option<&'v mut Value> {
    let mut names = path.split('.').filter(|_| !path.is_empty());
    names.try_fold(all, |place, name| match place {
        Value::Object(fields) => fields.get_mut(name),
        Value::Array(entries) => entries.get_mut(name.parse::<usize>().ok()?),
        _ => None,
    })
}

impl fmt::Debug for Attributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}

impl PartialEq for Attributes {
    /// Whether both have equal values, as far as their hashes tell.
    fn eq(&self, other: &Self) -> bool {
        self.fold() == other.fold()
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use super::*;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Inner {
        bits: Vec<bool>,
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Outer {
        count: u8,
        inner: Inner,
    }

    fn attributes() -> Attributes {
        let bits = vec![true, false];
        Attributes::new(Outer {
            count: 3,
            inner: Inner { bits },
        })
    }

    #[test]
    fn attributes_are_read_by_their_type() {
        assert_eq!(
            attributes().get::<Outer>().map(|outer| outer.count),
            Some(3)
        );
        assert_eq!(attributes().get::<Inner>(), None);
    }

    #[test]
    fn one_attribute_can_be_edited() {
        let edited = attributes().edited("inner.bits.1", json!(true)).unwrap();
        assert_eq!(edited.get::<Outer>().unwrap().inner.bits, [true, true]);
        assert_ne!(edited, attributes());
        assert_eq!(
            edited.edited("inner.bits.1", json!(false)).unwrap(),
            attributes()
        );
    }

    #[test]
    fn unknown_attributes_and_wrong_types_are_refused() {
        let unknown = attributes().edited("inner.bit", json!(1)).unwrap_err();
        assert_eq!(unknown, EditError::Unknown("inner.bit".into()));
        let unfit = attributes().edited("count", json!(300)).unwrap_err();
        assert!(matches!(unfit, EditError::Unfit(text) if text.starts_with("count: ")));
    }
}
