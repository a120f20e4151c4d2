//! The two digests over all events of a recorded run.

use super::python::push_repr;
use super::{Light, ReferenceDigest, SeenEvent};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// A SHA-256 over events, fed one event at a time.
#[derive(Debug, Clone)]
pub struct EventDigest {
    hash: Sha256,
    form: Form,
}

/// What is hashed of an event.
#[derive(Debug, Clone)]
enum Form {
    Packed,
    /// With the buffer that the text of each event is built in.
    Repr(String),
}

impl EventDigest {
    /// Over packed little-endian numbers: time as f64, id as i32, kind as i8 (CRASH 0, LOOK 1,
    /// VISUALIZE 2, WAIT 3), code as i8; for the event of a robot also x and y, then the target's x
    /// and y as f64, or sixteen bytes 0xff where there is no target.
    pub fn packed() -> Self {
        Self {
            hash: Sha256::new(),
            form: Form::Packed,
        }
    }

    /// Over the Python `repr` of one tuple per event: `(time, id, kind, code)` or, for the event of a
    /// robot, `(time, id, kind, code, x, y, state, frozen, terminated, light)`.
    pub fn repr() -> Self {
        Self {
            hash: Sha256::new(),
            form: Form::Repr(String::new()),
        }
    }

    /// An empty digest of the kind that was recorded.
    pub fn like(recorded: &ReferenceDigest) -> Self {
        match recorded {
            ReferenceDigest::Packed(_) => Self::packed(),
            ReferenceDigest::Repr(_) => Self::repr(),
        }
    }

    /// Adds the next event.
    pub fn event(&mut self, event: &SeenEvent) {
        match &mut self.form {
            Form::Packed => pack(&mut self.hash, event),
            Form::Repr(text) => {
                text.clear();
                push_tuple(text, event);
                self.hash.update(text.as_bytes());
            }
        }
    }

    /// The digest of all events so far, in lower-case hexadecimal.
    pub fn finish(self) -> String {
        let mut text = String::with_capacity(64);
        for byte in self.hash.finalize() {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

/// Hashes the packed form of an event.
fn pack(hash: &mut Sha256, event: &SeenEvent) {
    hash.update(event.time.to_le_bytes());
    hash.update(event.id.to_le_bytes());
    // A code outside of i8 is none of the original's; its low byte makes the digest differ all the
    // same, and the comparison of the events names the code.
    hash.update([event.kind as u8, event.code as u8]);
    if !event.is_of_a_robot() {
        return;
    }
    hash.update(event.x.to_le_bytes());
    hash.update(event.y.to_le_bytes());
    match event.target {
        Some((x, y)) => {
            hash.update(x.to_le_bytes());
            hash.update(y.to_le_bytes());
        }
        None => hash.update([0xff; 16]),
    }
}

/// Appends the event as Python shows its tuple.
fn push_tuple(text: &mut String, event: &SeenEvent) {
    let bool = |value| if value { "True" } else { "False" };
    text.push('(');
    push_repr(text, event.time);
    // Writing to a String cannot fail, here and below.
    let _ = write!(text, ", {}, '{}', {}", event.id, event.kind, event.code);
    if event.is_of_a_robot() {
        text.push_str(", ");
        push_repr(text, event.x);
        text.push_str(", ");
        push_repr(text, event.y);
        let (frozen, terminated) = (bool(event.frozen), bool(event.terminated));
        let _ = write!(text, ", '{}', {frozen}, {terminated}, ", event.state);
        match event.light.map(Light::word) {
            Some(light) => {
                let _ = write!(text, "'{light}'");
            }
            None => text.push_str("None"),
        }
    }
    text.push(')');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::reference::{EventKind, Phase};

    #[test]
    fn tuples_look_as_python_shows_them() {
        let mut text = String::new();
        push_tuple(&mut text, &SeenEvent::visualize(0.2));
        assert_eq!(text, "(0.2, -1, 'VISUALIZE', 99)");
        text.clear();
        let crash = SeenEvent {
            id: 7,
            kind: EventKind::Crash,
            code: 5,
            x: -0.0,
            y: 1e-5,
            state: Phase::Crash,
            terminated: true,
            ..SeenEvent::visualize(5.0)
        };
        push_tuple(&mut text, &crash);
        assert_eq!(
            text,
            "(5.0, 7, 'CRASH', 5, -0.0, 1e-05, 'CRASH', False, True, None)"
        );
    }

    #[test]
    fn no_events_give_the_hash_of_nothing() {
        let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(EventDigest::packed().finish(), nothing);
        assert_eq!(EventDigest::repr().finish(), nothing);
    }
}
