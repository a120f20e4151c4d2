use proptest::prelude::*;

use super::super::grid::Direction;
use super::super::ports::{Half, Port};
use super::*;

fn sets_of(configuration: &PinConfiguration) -> Vec<usize> {
    let pins = 0..configuration.pins();
    pins.map(|pin| configuration.set_of(pin)).collect()
}

#[test]
fn the_singleton_has_each_pin_in_its_own_set() {
    let contracted = PinConfiguration::singleton(2, None);
    assert_eq!(contracted.pins(), 12);
    assert_eq!(sets_of(&contracted), (0..12).collect::<Vec<_>>());
    assert_eq!(contracted.sets(), 0xfff);
    let expanded = PinConfiguration::singleton(MOST_PINS_PER_EDGE, Some(Direction::W));
    assert_eq!(expanded.pins(), 120);
    assert_eq!(expanded.sets(), (1 << 120) - 1);
}

#[test]
fn without_pins_there_is_nothing_to_join() {
    let mut none = PinConfiguration::singleton(0, None);
    assert_eq!((none.pins(), none.sets()), (0, 0));
    let set = PinError::Set { set: 0, sets: 0 };
    assert_eq!(none.set_to_global(0), Err(set));
    assert_eq!(none.set_to_star(0, &[], 0), Err(set));
    assert_eq!(none.make_set(&[], 0), Err(set));
    let offset = PinError::Offset {
        offset: 0,
        per_edge: 0,
    };
    assert_eq!(none.pin(Port::head(Direction::E), 0), Err(offset));
    assert_eq!(none.pins_at(Port::head(Direction::E)), Ok(0..0));
    assert_eq!(none.place_of(0), Err(PinError::Pin { pin: 0, pins: 0 }));
}

#[test]
fn pins_are_numbered_by_label_and_offset() {
    let expanded = PinConfiguration::singleton(3, Some(Direction::E));
    // Label 3 of a particle expanded to its east is the tail's port to the north-north-east.
    let port = Port::tail(Direction::Nne);
    assert_eq!(expanded.pin(port, 2), Ok(11));
    assert_eq!(expanded.pins_at(port), Ok(9..12));
    assert_eq!(expanded.place_of(11), Ok((port, 2)));
    let inwards = Port::tail(Direction::E);
    assert_eq!(expanded.pin(inwards, 0), Err(PinError::Port(inwards)));
    assert_eq!(expanded.pins_at(inwards), Err(PinError::Port(inwards)));
    let offset = PinError::Offset {
        offset: 3,
        per_edge: 3,
    };
    assert_eq!(expanded.pin(port, 3), Err(offset));
    let pin = PinError::Pin { pin: 30, pins: 30 };
    assert_eq!(expanded.place_of(30), Err(pin));
    let contracted = PinConfiguration::singleton(3, None);
    for half in [Half::Head, Half::Tail] {
        assert_eq!(contracted.pin(Port::new(Direction::W, half), 1), Ok(10));
    }
}

#[test]
fn making_a_set_moves_its_other_pins_to_the_lowest_empty_sets() {
    let mut configuration = PinConfiguration::singleton(1, None);
    configuration.make_set(&[3, 5], 0).unwrap();
    assert_eq!(sets_of(&configuration), [3, 1, 2, 0, 4, 0]);
    assert_eq!(configuration.pins_of(0).collect::<Vec<_>>(), [3, 5]);
    assert_eq!(configuration.sets(), 0b01_1111);
    assert!(configuration.is_empty(5));

    let mut all = PinConfiguration::singleton(1, None);
    all.set_to_global(2).unwrap();
    all.make_set(&[4, 1, 1], 2).unwrap();
    assert_eq!(sets_of(&all), [0, 2, 1, 3, 2, 4]);
}

#[test]
fn an_empty_set_can_be_made_while_there_is_room() {
    let mut configuration = PinConfiguration::singleton(1, None);
    let before = configuration.clone();
    let full = PinError::NoEmptySet { pin: 2 };
    assert_eq!(configuration.make_set(&[], 2), Err(full));
    assert_eq!(configuration, before, "an error changes nothing");
    configuration.merge(0, 1).unwrap();
    configuration.make_set(&[], 0).unwrap_err();
    assert_eq!(sets_of(&configuration), [0, 0, 2, 3, 4, 5]);
    configuration.merge(0, 2).unwrap();
    configuration.merge(3, 4).unwrap();
    configuration.make_set(&[], 0).unwrap();
    assert_eq!(sets_of(&configuration), [1, 2, 4, 3, 3, 5]);
}

#[test]
fn a_star_takes_one_pin_of_each_port() {
    let mut star = PinConfiguration::singleton(2, None);
    star.set_to_star(0, &[1, 4], 0).unwrap();
    assert_eq!(star.pins_of(0).collect::<Vec<_>>(), [0, 3, 4, 6, 9, 10]);
    let rest: Vec<_> = [1, 2, 5, 7, 8, 11].map(|pin| star.set_of(pin)).into();
    assert_eq!(rest, [1, 2, 5, 7, 8, 11], "all others stay alone");

    let mut other = PinConfiguration::singleton(2, None);
    other.set_to_star(0, &[], 3).unwrap();
    assert_eq!(other.pins_of(3).count(), 6);
    assert_eq!(other.set_of(3), 0, "the set of the pin 0 was free by then");

    let mut expanded = PinConfiguration::singleton(4, Some(Direction::Nnw));
    expanded.set_to_star(1, &[9], 7).unwrap();
    let expected: Vec<_> = (0..9).map(|label| 4 * label + 1).chain([38]).collect();
    assert_eq!(expanded.pins_of(7).collect::<Vec<_>>(), expected);
}

#[test]
fn pins_are_added_removed_and_merged() {
    let mut configuration = PinConfiguration::singleton(1, None);
    let full = PinError::NoEmptySet { pin: 4 };
    assert_eq!(configuration.remove_pin(4), Err(full));
    configuration.add_pins(&[0, 1, 5], 2).unwrap();
    assert_eq!(sets_of(&configuration), [2, 2, 2, 3, 4, 2]);
    configuration.remove_pin(2).unwrap();
    assert_eq!(configuration.set_of(2), 0);
    configuration.remove_pin(4).unwrap();
    assert_eq!(
        configuration.set_of(4),
        1,
        "a pin that is alone moves as well"
    );
    configuration.merge(2, 2).unwrap();
    configuration.merge(3, 2).unwrap();
    assert_eq!(sets_of(&configuration), [3, 3, 0, 3, 1, 3]);
    configuration.merge(3, 5).unwrap();
    assert_eq!(sets_of(&configuration), [3, 3, 0, 3, 1, 3]);
    configuration.set_to_singleton();
    assert_eq!(configuration, PinConfiguration::singleton(1, None));
}

#[test]
fn what_is_not_there_is_refused_without_trace() {
    let fresh = PinConfiguration::singleton(2, None);
    let mut configuration = fresh.clone();
    let set = PinError::Set { set: 12, sets: 12 };
    let pin = PinError::Pin { pin: 12, pins: 12 };
    assert_eq!(configuration.set_to_global(12), Err(set));
    assert_eq!(configuration.set_to_star(0, &[], 12), Err(set));
    assert_eq!(configuration.make_set(&[1], 12), Err(set));
    assert_eq!(configuration.add_pins(&[1], 12), Err(set));
    assert_eq!(configuration.merge(12, 0), Err(set));
    assert_eq!(configuration.merge(0, 12), Err(set));
    assert_eq!(configuration.make_set(&[1, 12], 0), Err(pin));
    assert_eq!(configuration.add_pins(&[1, 12], 0), Err(pin));
    assert_eq!(configuration.remove_pin(12), Err(pin));
    let offset = PinError::Offset {
        offset: 2,
        per_edge: 2,
    };
    assert_eq!(configuration.set_to_star(2, &[], 0), Err(offset));
    let label = PinError::Label { label: 6, ports: 6 };
    assert_eq!(configuration.set_to_star(0, &[6], 0), Err(label));
    assert_eq!(configuration, fresh);
    assert!(configuration.is_empty(12));
    assert_eq!(configuration.pins_of(12).count(), 0);
}

#[test]
fn a_configuration_belongs_to_a_state() {
    let west = PinConfiguration::singleton(1, Some(Direction::W));
    assert_eq!(west.fits(1, Some(Direction::W)), Ok(()));
    let misfit = west.fits(1, None).unwrap_err();
    assert_eq!(
        misfit.to_string(),
        "the configuration is for a particle expanded to its W with 1 pins per edge, but this is \
         a contracted particle with 1"
    );
    west.fits(1, Some(Direction::E)).unwrap_err();
    west.fits(2, Some(Direction::W)).unwrap_err();
}

#[test]
fn errors_speak_to_people() {
    let told = [
        PinError::PerEdge(13).to_string(),
        PinError::Port(Port::tail(Direction::E)).to_string(),
        PinError::Label { label: 6, ports: 6 }.to_string(),
        PinError::NoEmptySet { pin: 4 }.to_string(),
    ];
    let expected = [
        "13 pins per edge: the most is 12",
        "there is no port E at the tail: it would lead into the particle itself",
        "there is no label 6: the particle has 6 ports",
        "pin 4 cannot leave its partition set: no other set is empty",
    ];
    assert_eq!(told, expected);
}

#[test]
#[should_panic(expected = "too many pins per edge")]
fn the_sets_of_a_particle_fit_a_mask() {
    let _ = PinConfiguration::singleton(MOST_PINS_PER_EDGE + 1, None);
}

#[test]
fn written_configurations_are_read_back_and_checked() {
    let mut configuration = PinConfiguration::singleton(1, None);
    configuration.make_set(&[3, 5], 0).unwrap();
    let text = serde_json::to_string(&configuration).unwrap();
    assert_eq!(text, r#"{"per_edge":1,"head":null,"sets":[3,1,2,0,4,0]}"#);
    let back: PinConfiguration = serde_json::from_str(&text).unwrap();
    assert_eq!(back, configuration);
    for (text, trouble) in [
        (r#"{"per_edge":13,"head":null,"sets":[]}"#, "the most is 12"),
        (
            r#"{"per_edge":1,"head":"E","sets":[0,0,0,0,0,0]}"#,
            "has 10",
        ),
        (
            r#"{"per_edge":1,"head":null,"sets":[0,0,6,0,0,0]}"#,
            "no partition set 6",
        ),
    ] {
        let error = serde_json::from_str::<PinConfiguration>(text).unwrap_err();
        assert!(error.to_string().contains(trouble), "{error}");
    }
}

/// An operation with arguments that may be out of range.
#[derive(Clone, Debug)]
enum Operation {
    Singleton,
    Global(usize),
    Star(usize, Vec<usize>, usize),
    Make(Vec<usize>, usize),
    Add(Vec<usize>, usize),
    Remove(usize),
    Merge(usize, usize),
}

fn operation() -> impl Strategy<Value = Operation> {
    let pins = || prop::collection::vec(0..22usize, 0..6);
    prop_oneof![
        1 => Just(Operation::Singleton),
        1 => (0..22usize).prop_map(Operation::Global),
        3 => (0..3usize, prop::collection::vec(0..11usize, 0..3), 0..22usize)
            .prop_map(|(offset, inverted, set)| Operation::Star(offset, inverted, set)),
        4 => (pins(), 0..22usize).prop_map(|(pins, set)| Operation::Make(pins, set)),
        4 => (pins(), 0..22usize).prop_map(|(pins, set)| Operation::Add(pins, set)),
        4 => (0..22usize).prop_map(Operation::Remove),
        4 => (0..22usize, 0..22usize).prop_map(|(set, other)| Operation::Merge(set, other)),
    ]
}

/// The partition as lists of pins by set, changed as the words say: the reference for the operations.
#[derive(Clone, Debug, PartialEq)]
struct Naive(Vec<Vec<usize>>);

impl Naive {
    fn of(configuration: &PinConfiguration) -> Self {
        let sets = 0..configuration.pins();
        Naive(
            sets.map(|set| configuration.pins_of(set).collect())
                .collect(),
        )
    }

    fn move_pin(&mut self, pin: usize, to: usize) {
        for set in &mut self.0 {
            set.retain(|&member| member != pin);
        }
        self.0[to].push(pin);
        self.0[to].sort_unstable();
    }

    fn leave(&mut self, pin: usize) -> Option<()> {
        let empty = self.0.iter().position(Vec::is_empty)?;
        self.move_pin(pin, empty);
        Some(())
    }

    fn make(&mut self, pins: &[usize], set: usize) -> Option<()> {
        let before = self.0[set].clone();
        pins.iter().for_each(|&pin| self.move_pin(pin, set));
        let mut others = before.into_iter().filter(|pin| !pins.contains(pin));
        others.try_for_each(|pin| self.leave(pin))
    }

    /// Does it; `None` where it cannot be done.
    fn apply(&mut self, operation: &Operation, ports: usize, per_edge: usize) -> Option<()> {
        let pins = self.0.len();
        let known = |numbers: &[usize]| numbers.iter().all(|&number| number < pins).then_some(());
        match operation {
            Operation::Singleton => self.0 = (0..pins).map(|pin| vec![pin]).collect(),
            Operation::Global(set) => {
                known(&[*set])?;
                (0..pins).for_each(|pin| self.move_pin(pin, *set));
            }
            Operation::Star(offset, inverted, set) => {
                known(&[*set])?;
                if *offset >= per_edge || inverted.iter().any(|&label| label >= ports) {
                    return None;
                }
                let pins = (0..ports).map(|label| match inverted.contains(&label) {
                    false => label * per_edge + offset,
                    true => label * per_edge + per_edge - 1 - offset,
                });
                self.make(&pins.collect::<Vec<_>>(), *set)?;
            }
            Operation::Make(pins, set) => {
                known(pins).and(known(&[*set]))?;
                self.make(pins, *set)?;
            }
            Operation::Add(pins, set) => {
                known(pins).and(known(&[*set]))?;
                pins.iter().for_each(|&pin| self.move_pin(pin, *set));
            }
            Operation::Remove(pin) => {
                known(&[*pin])?;
                self.leave(*pin)?;
            }
            Operation::Merge(set, other) => {
                known(&[*set, *other])?;
                let members = self.0[*other].clone();
                members.iter().for_each(|&pin| self.move_pin(pin, *set));
            }
        }
        Some(())
    }
}

fn apply(configuration: &mut PinConfiguration, operation: &Operation) -> Result<(), PinError> {
    match operation {
        Operation::Singleton => {
            configuration.set_to_singleton();
            Ok(())
        }
        Operation::Global(set) => configuration.set_to_global(*set),
        Operation::Star(offset, inverted, set) => {
            configuration.set_to_star(*offset, inverted, *set)
        }
        Operation::Make(pins, set) => configuration.make_set(pins, *set),
        Operation::Add(pins, set) => configuration.add_pins(pins, *set),
        Operation::Remove(pin) => configuration.remove_pin(*pin),
        Operation::Merge(set, other) => configuration.merge(*set, *other),
    }
}

proptest! {
    #[test]
    fn every_pin_stays_in_exactly_one_set(
        per_edge in 0..3usize,
        head in prop::option::of(prop::sample::select(&Direction::ALL)),
        operations in prop::collection::vec(operation(), 0..30),
    ) {
        let mut configuration = PinConfiguration::singleton(per_edge, head);
        for operation in operations {
            let before = configuration.clone();
            let mut naive = Naive::of(&before);
            let done = naive.apply(&operation, configuration.ports(), per_edge);
            let result = apply(&mut configuration, &operation);
            prop_assert_eq!(result.is_ok(), done.is_some(), "{:?}: {:?}", operation, result);
            match done {
                Some(()) => prop_assert_eq!(&Naive::of(&configuration), &naive),
                None => prop_assert_eq!(&configuration, &before),
            }
            let members: usize = naive.0.iter().map(Vec::len).sum();
            prop_assert_eq!(members, configuration.pins());
            for set in 0..configuration.pins() {
                let occupied = configuration.pins_of(set).next().is_some();
                prop_assert_eq!(configuration.is_empty(set), !occupied);
                prop_assert_eq!(configuration.sets() >> set & 1 == 1, occupied);
            }
            let text = serde_json::to_string(&configuration).unwrap();
            let back: PinConfiguration = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(back, configuration.clone());
        }
    }
}
