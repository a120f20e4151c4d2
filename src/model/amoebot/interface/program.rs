//! An algorithm whatever the type of its attributes.

use std::fmt::Debug;

use super::super::circuits::Signals;
use super::super::joint::Step;
use super::super::structure::Structure;
use super::super::view::View;
use super::{
    Acted, Activation, Algorithm, Attributes, Beeper, Extras, Fault, Look, Mover, Newborn,
    Sequential, State, Status,
};
use crate::dice::Dice;

/// What a particle decided in the movement phase.
#[derive(Clone, Debug)]
pub struct Moved {
    /// Its action and bonds.
    pub step: Step,
    /// Its new attributes; `None` where they are as they were.
    pub attributes: Option<Attributes>,
    /// What only some particles do.
    pub extras: Option<Box<Extras>>,
}

/// What a particle decided in the beep phase.
#[derive(Clone, Debug)]
pub struct Beeped {
    /// Its pins, beeps and messages.
    pub signals: Signals,
    /// Its new attributes; `None` where they are as they were.
    pub attributes: Option<Attributes>,
    /// Whether it has finished.
    pub finished: bool,
    /// What only some particles do.
    pub extras: Option<Box<Extras>>,
}

/// An [`Algorithm`] or a [`Sequential`] one, whatever the type of the attributes.
pub trait Program: Debug + Send + Sync {
    /// Whether particles are activated one at a time, and not all in rounds.
    fn is_sequential(&self) -> bool {
        false
    }

    /// How many pins an edge has.
    fn pins(&self) -> usize {
        0
    }

    /// The attributes of all particles at the start.
    fn start(&self, structure: &Structure, names: &[String], dice: &mut Dice) -> Vec<Attributes>;

    /// What the particle `id` does in the movement phase.
    ///
    /// # Errors
    ///
    /// What the algorithm did wrong.
    fn movement(&self, view: &View, id: u32, dice: &mut Dice) -> Result<Moved, Fault> {
        let _ = (view, id, dice);
        Err(other_kind())
    }

    /// What the particle `id` does in the beep phase.
    ///
    /// # Errors
    ///
    /// What the algorithm did wrong.
    fn beep(&self, view: &View, id: u32, dice: &mut Dice) -> Result<Beeped, Fault> {
        let _ = (view, id, dice);
        Err(other_kind())
    }

    /// What the particle `id` does in an activation of its own.
    ///
    /// # Errors
    ///
    /// What the algorithm did wrong.
    fn activate(&self, view: &View, id: u32, dice: &mut Dice) -> Result<Acted, Fault> {
        let _ = (view, id, dice);
        Err(other_kind())
    }

    /// The named questions that may be asked, each with what its answer says.
    fn questions(&self) -> Vec<(&'static str, &'static str)>;

    /// The answer to a named question; `None` where it is unknown.
    fn ask(&self, question: &str, attributes: &[Attributes]) -> Option<String>;

    /// Whether particles with these attributes have finished.
    fn is_finished(&self, attributes: &Attributes) -> bool;
}

/// The scheduler asks each algorithm for what it does, so this is never reached.
fn other_kind() -> Fault {
    Fault::because("the algorithm is for another kind of activation")
}

/// An [`Algorithm`] as a [`Program`].
#[derive(Debug)]
pub struct Typed<A>(pub A);

/// A [`Sequential`] algorithm as a [`Program`].
#[derive(Debug)]
pub struct Alone<A>(pub A);

/// The attributes as the state of the run's algorithm.
fn own<S: State>(attributes: &Attributes) -> &S {
    let state = attributes.get();
    // All attributes of a run are made by its one algorithm, so they have its type.
    state.unwrap_or_else(|| unreachable!("attributes of another algorithm"))
}

/// The first attributes of all particles, made one after the other.
fn start_all(
    structure: &Structure,
    names: &[String],
    dice: &mut Dice,
    mut start: impl FnMut(&mut Newborn<'_>) -> Attributes,
) -> Vec<Attributes> {
    let ids = 0..structure.bodies().len() as u32;
    ids.map(|id| {
        let name = names.get(id as usize).map(String::as_str);
        start(&mut Newborn::new(id, name, structure, dice))
    })
    .collect()
}

/// The names and summaries of questions.
fn names_of<S>(status: &'static [Status<S>]) -> Vec<(&'static str, &'static str)> {
    let questions = status.iter();
    questions
        .map(|status| (status.name, status.summary))
        .collect()
}

/// The answer to one of the questions.
fn answer<S: State>(
    status: &'static [Status<S>],
    question: &str,
    attributes: &[Attributes],
) -> Option<String> {
    let Status { ask, .. } = status.iter().find(|status| status.name == question)?;
    let states: Vec<&S> = attributes.iter().map(own).collect();
    Some(ask(&states))
}

/// The new attributes, where they differ from the old ones.
fn changed<S: State>(before: &S, state: S) -> Option<Attributes> {
    (state != *before).then(|| Attributes::new(state))
}

impl<A: Algorithm> Program for Typed<A> {
    fn pins(&self) -> usize {
        self.0.pins()
    }

    fn start(&self, structure: &Structure, names: &[String], dice: &mut Dice) -> Vec<Attributes> {
        start_all(structure, names, dice, |newborn| {
            Attributes::new(self.0.start(newborn))
        })
    }

    fn movement(&self, view: &View, id: u32, dice: &mut Dice) -> Result<Moved, Fault> {
        let before: &A::State = own(&view.attributes[id as usize]);
        let mut state = before.clone();
        let mut mover = Mover::new(Look::new(view, id, before, dice));
        self.0.movement(&mut state, &mut mover)?;
        let (step, extras) = mover.finish();
        Ok(Moved {
            step,
            attributes: changed(before, state),
            extras,
        })
    }

    fn beep(&self, view: &View, id: u32, dice: &mut Dice) -> Result<Beeped, Fault> {
        let before: &A::State = own(&view.attributes[id as usize]);
        let mut state = before.clone();
        let mut beeper = Beeper::new(Look::new(view, id, before, dice));
        self.0.beep(&mut state, &mut beeper)?;
        let (signals, extras) = beeper.finish();
        Ok(Beeped {
            signals,
            finished: self.0.is_finished(&state),
            attributes: changed(before, state),
            extras,
        })
    }

    fn questions(&self) -> Vec<(&'static str, &'static str)> {
        names_of(self.0.status())
    }

    fn ask(&self, question: &str, attributes: &[Attributes]) -> Option<String> {
        answer(self.0.status(), question, attributes)
    }

    fn is_finished(&self, attributes: &Attributes) -> bool {
        self.0.is_finished(own(attributes))
    }
}

impl<A: Sequential> Program for Alone<A> {
    fn is_sequential(&self) -> bool {
        true
    }

    fn start(&self, structure: &Structure, names: &[String], dice: &mut Dice) -> Vec<Attributes> {
        start_all(structure, names, dice, |newborn| {
            Attributes::new(self.0.start(newborn))
        })
    }

    fn activate(&self, view: &View, id: u32, dice: &mut Dice) -> Result<Acted, Fault> {
        let before: &A::State = own(&view.attributes[id as usize]);
        let mut state = before.clone();
        let mut activation = Activation::new(Look::new(view, id, before, dice));
        self.0.activate(&mut state, &mut activation)?;
        let partner = activation.partner();
        let (action, written, extras) = activation.finish();
        let mut finished = vec![(id, self.0.is_finished(&state))];
        finished.extend(
            written
                .iter()
                .map(|(id, state)| (*id, self.0.is_finished(state))),
        );
        let neighbours = written.into_iter();
        Ok(Acted {
            action,
            partner,
            attributes: changed(before, state),
            neighbours: neighbours
                .map(|(id, state)| (id, Attributes::new(state)))
                .collect(),
            finished,
            extras,
        })
    }

    fn questions(&self) -> Vec<(&'static str, &'static str)> {
        names_of(self.0.status())
    }

    fn ask(&self, question: &str, attributes: &[Attributes]) -> Option<String> {
        answer(self.0.status(), question, attributes)
    }

    fn is_finished(&self, attributes: &Attributes) -> bool {
        self.0.is_finished(own(attributes))
    }
}
