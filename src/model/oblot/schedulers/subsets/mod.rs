//! Which robots are active in a round.

mod coin;
mod fixed;
mod groups;
mod script;
mod uniform;

use super::{Members, last, left_out};
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

/// The words for what chooses the members.
const SUBSETS: &[&str] = &["coin", "uniform", "fixed", "groups", "script"];

/// What a scenario may say about the members of rounds.
pub(super) const PARAMETERS: [Parameter; 6] = [
    Parameter {
        name: "subset",
        kind: Kind::Word(SUBSETS),
        default: Some("\"coin\""),
        range: "",
        summary: "who is active in a round",
    },
    Parameter {
        name: "probability",
        kind: Kind::Number,
        default: Some("0.5"),
        range: "between 0.001 and 1",
        summary: "with `subset = \"coin\"`: how likely each robot is active",
    },
    Parameter {
        name: "size",
        kind: Kind::Whole,
        default: Some("required with subset = \"fixed\""),
        range: "between 1 and the number of robots",
        summary: "with `subset = \"fixed\"`: how many robots are active",
    },
    Parameter {
        name: "groups",
        kind: Kind::WholeLists,
        default: Some("required with subset = \"groups\""),
        range: "that name every robot once or more",
        summary: "with `subset = \"groups\"`: the ids of the robots that are active together",
    },
    Parameter {
        name: "rounds",
        kind: Kind::WholeLists,
        default: Some("required with subset = \"script\""),
        range: "",
        summary: "with `subset = \"script\"`: the ids of the robots of each round",
    },
    Parameter {
        name: "after",
        kind: Kind::Word(script::AFTER),
        default: Some("all with subset = \"script\""),
        range: "",
        summary: "with `subset = \"script\"`: what follows the last round: the rounds again (which \
                  then have to name every robot), rounds of all robots, or the end `turns`",
    },
];

/// The keys that go with one word only.
const BELONGINGS: [(&str, &str); 5] = [
    ("probability", "coin"),
    ("size", "fixed"),
    ("groups", "groups"),
    ("rounds", "script"),
    ("after", "script"),
];

/// Refuses all keys of this table but the adversary's: it chooses alone.
pub(super) fn refuse(section: &Section<'_>) -> Result<(), ScenarioError> {
    let keys = PARAMETERS.iter().map(|parameter| parameter.name);
    for key in keys {
        if section.has(key) {
            let message = "expected no adversary beside it: an adversary chooses the robots itself";
            return Err(section.refuse(key, message));
        }
    }
    Ok(())
}

/// Reads who is active in a round. `restricted` says that no robot is active in two rounds in a
/// row.
pub(super) fn read(
    section: &Section<'_>,
    robots: usize,
    restricted: bool,
) -> Result<Box<dyn Members>, ScenarioError> {
    let subset = section.word("subset", SUBSETS).or("coin")?;
    for (key, owner) in BELONGINGS {
        if section.has(key) && subset != owner {
            let message = format!("expected subset = \"{owner}\" beside it, found \"{subset}\"");
            return Err(section.refuse(key, message));
        }
    }
    Ok(match subset {
        "uniform" => Box::new(uniform::Uniform::default()),
        "fixed" => Box::new(fixed::Fixed::read(section, robots)?),
        "groups" => Box::new(groups::Groups::read(section, robots, restricted)?),
        "script" => Box::new(script::Script::read(section, robots, restricted)?),
        _ => Box::new(coin::Coin::read(section)?),
    })
}

/// Reads lists of ids, none of them empty, in which no robot is named twice; each comes sorted.
fn read_lists(
    section: &Section<'_>,
    key: &str,
    robots: usize,
) -> Result<Vec<Vec<u32>>, ScenarioError> {
    let mut lists = section
        .u32(key)
        .at_most(last(robots))
        .list()
        .non_empty()
        .list()
        .non_empty()
        .required()?;
    for (place, list) in lists.iter_mut().enumerate() {
        list.sort_unstable();
        if let Some(pair) = list.windows(2).find(|pair| pair[0] == pair[1]) {
            let message = format!(
                "expected each id once in a list, found {} twice in {key}[{place}]",
                pair[0]
            );
            return Err(section.refuse(key, message));
        }
    }
    Ok(lists)
}

/// Refuses lists that leave a robot out, which would never be active.
fn check_everybody(
    section: &Section<'_>,
    key: &str,
    lists: &[Vec<u32>],
    robots: usize,
) -> Result<(), ScenarioError> {
    match left_out(lists.iter().flatten().copied(), robots) {
        None => Ok(()),
        Some(missing) => {
            let message = format!(
                "expected every robot, found no robot {missing}, which would never be active"
            );
            Err(section.refuse(key, message))
        }
    }
}

/// Refuses neighbouring lists that share a robot, where no robot is active in two rounds in a row.
/// `around` also compares the last list with the first.
fn check_rests(
    section: &Section<'_>,
    key: &str,
    lists: &[Vec<u32>],
    around: bool,
) -> Result<(), ScenarioError> {
    let next = |place: usize| (place + 1) % lists.len();
    let pairs = if around { lists.len() } else { lists.len() - 1 };
    for place in 0..pairs {
        let following = &lists[next(place)];
        let twice = lists[place]
            .iter()
            .find(|id| following.binary_search(id).is_ok());
        if let Some(id) = twice {
            let message = format!(
                "expected no robot in two rounds in a row (restricted = true), found robot {id} in \
                 {key}[{place}] and {key}[{}]",
                next(place)
            );
            return Err(section.refuse(key, message));
        }
    }
    Ok(())
}
