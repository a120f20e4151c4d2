//! What demonstrations with a structure of their own demand of a scenario.

use super::Context;
use crate::model::amoebot::grid::Frame;
use crate::scenario::ScenarioError;

/// The scenario names no other start.
pub(super) fn check_start(context: &Context<'_>) -> Result<(), ScenarioError> {
    if context.swarm.keys().contains(&"start") {
        let message = "expected no start, as the algorithm has a structure of its own";
        return Err(context.swarm.refuse("start", message));
    }
    Ok(())
}

/// The scenario names no other start, and all particles call east what is east: the demonstration is
/// drawn in global directions.
pub(super) fn check(context: &Context<'_>) -> Result<(), ScenarioError> {
    check_start(context)?;
    for (key, differs) in [
        (
            "compass",
            (|frame, east| frame.compass != east.compass) as Differs,
        ),
        ("chirality", |frame, east| frame.chirality != east.chirality),
    ] {
        let mut bodies = context.placed.structure.bodies().iter();
        if bodies.any(|body| differs(&body.frame, &Frame::default())) {
            let message =
                "expected the default, as the demonstration is drawn in global directions";
            return Err(context.swarm.refuse(key, message));
        }
    }
    Ok(())
}

type Differs = fn(&Frame, &Frame) -> bool;

#[cfg(test)]
mod tests {
    use super::super::{ALGORITHMS, Context};
    use crate::dice::{Dice, Purpose};
    use crate::model::amoebot::starts::{self, Site};
    use crate::registry;
    use crate::scenario::{Document, check_parameters};

    /// The algorithms that have structures of their own, and the one that draws its leader.
    const OWN: [&str; 8] = [
        "beep_failure",
        "collision",
        "collision_edges",
        "expanded_circuits",
        "joint_movement",
        "line_formation",
        "object_demo",
        "smart_material",
    ];

    #[test]
    fn what_demonstrations_list_is_what_they_and_their_structures_read() {
        let elsewhere = Document::parse("root.toml", "[swarm]\nstart = \"line\"\nrobots = 3\n");
        let elsewhere = elsewhere.unwrap();
        let root = elsewhere.root();
        let placed = starts::read(&root.table("swarm").unwrap(), &root, 1, None).unwrap();
        for name in OWN {
            let entry = registry::find(ALGORITHMS, name).unwrap();
            let required = match name {
                "joint_movement" => "mode = 0",
                _ => "",
            };
            let (mut dice, mut none) = (Dice::new(1, 1), None);
            let mut die = dice.on(Purpose::Start, &mut none);
            let checked = check_parameters(entry, required, |swarm| {
                if let Some(setting) = entry.build.setting {
                    setting(&Site { swarm, root: &root }, &mut die)?;
                }
                let (root, placed) = (&root, &placed);
                let context = Context {
                    root,
                    swarm,
                    placed,
                };
                (entry.build.read)(&context).map(drop)
            });
            assert_eq!(checked, Ok(()));
        }
    }

    #[test]
    fn the_registry_is_in_order() {
        assert_eq!(registry::check(ALGORITHMS), Ok(()));
    }
}
