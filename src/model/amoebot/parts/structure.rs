//! The structure as a part: owns positions, objects, attributes and colours, carries out joint
//! movements, and hands out the snapshots.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::circuits::Reception;
use super::super::interface::{Acted, Attributes};
use super::super::joint;
use super::super::pins::PinConfiguration;
use super::super::view::{Paint, View};
use super::super::{
    Amoebot, Edit, Edited, Event, Kind, Moves, Outcome, Payload, Reply, Request, Shifted,
};
use super::super::{body::Body, structure};
use super::{misrouted, unknown};
use crate::model::{Done, Door, Failure, Members, Target, Wake};

/// Where everybody is, and what everybody knows.
#[derive(Clone, Debug)]
pub struct StructurePart {
    /// Everything as it is now, but for pin configurations and what was received: they belong to the
    /// circuits, and are nothing here where particles are activated one at a time.
    now: Arc<View>,
    /// Whether edges that meet on their way are looked for.
    check_collisions: bool,
    /// The number of the present round, or of the one that has ended last.
    round: u64,
    /// Everything as it was when the round began.
    before: Option<Arc<View>>,
    /// The ends of the last rounds, the oldest first.
    history: VecDeque<Arc<View>>,
    /// How many of them are kept.
    depth: usize,
}

impl StructurePart {
    /// The structure of a run that starts from here. `depth` is the number of rounds that can be taken
    /// back by a cut.
    #[must_use]
    pub fn new(
        structure: Arc<structure::Structure>,
        attributes: Arc<Vec<Attributes>>,
        check_collisions: bool,
        depth: usize,
    ) -> Self {
        let particles = structure.bodies().len();
        let paint = Paint::none(particles, structure.objects().len());
        let no_pins = Arc::new(PinConfiguration::singleton(0, None));
        let now = View {
            round: 0,
            structure,
            configurations: Arc::new(vec![no_pins; particles]),
            reception: Arc::new(Reception::silence(particles)),
            attributes,
            paint: Arc::new(paint),
        };
        StructurePart {
            now: Arc::new(now),
            check_collisions,
            round: 0,
            before: None,
            history: VecDeque::new(),
            depth,
        }
    }

    /// Where everybody is.
    #[must_use]
    pub fn structure(&self) -> &structure::Structure {
        &self.now.structure
    }

    /// The attributes, by particle.
    #[must_use]
    pub fn attributes(&self) -> &[Attributes] {
        &self.now.attributes
    }

    pub(super) async fn handle<D: Door<Amoebot>>(
        &mut self,
        event: &Event,
        door: &mut D,
    ) -> Result<Done<Amoebot>, Failure> {
        match (event.kind, &event.payload) {
            (Kind::Round, _) => Ok(self.begin(event, door).await),
            (Kind::Shift, Payload::Moves(moves)) => Ok(self.shift(moves, event, door).await),
            (Kind::Undo, _) => {
                if let Some(before) = self.before.clone() {
                    self.restore(&before, door).await;
                }
                Ok(Done::new(Outcome::Noted))
            }
            (Kind::Edit, Payload::Edit(edit)) => Ok(self.edit(edit, door).await),
            _ => Err(unknown("structure", event)),
        }
    }

    /// The snapshot of everything as it is now, at the end of a round or in the middle of it.
    async fn view<D: Door<Amoebot>>(
        &self,
        round: u64,
        request: Request,
        door: &mut D,
    ) -> Arc<View> {
        let Reply::Wiring(configurations, reception) = door.ask(request).await else {
            std::panic::panic_any("the circuits answered another question".to_owned());
        };
        Arc::new(View {
            round,
            configurations,
            reception,
            ..(*self.now).clone()
        })
    }

    /// What may be changed of everything as it is now.
    fn change(&mut self) -> &mut View {
        Arc::make_mut(&mut self.now)
    }

    /// A round begins: the snapshot goes to all particles.
    async fn begin<D: Door<Amoebot>>(&mut self, event: &Event, door: &mut D) -> Done<Amoebot> {
        self.round += 1;
        let view = self.view(self.round, Request::Begin, door).await;
        self.before = Some(Arc::clone(&view));
        if self.depth > 0 {
            if self.history.len() == self.depth {
                self.history.pop_front();
            }
            self.history.push_back(Arc::clone(&view));
        }
        Done::new(Outcome::Noted).wake(phase(event, Kind::Move, Payload::View(view)))
    }

    /// The joint movement.
    async fn shift<D: Door<Amoebot>>(
        &mut self,
        moves: &Moves,
        event: &Event,
        door: &mut D,
    ) -> Done<Amoebot> {
        let Moves {
            view,
            steps,
            releasing,
        } = moves;
        let actions = steps.iter().filter(|step| step.action.is_some()).count() as u32;
        let mut collision = None;
        let needed = joint::is_needed(steps, releasing);
        if needed {
            let check = self.check_collisions;
            match joint::joint_movement(&view.structure, steps, releasing, check) {
                Ok(moved) => {
                    self.change().structure = Arc::new(moved.structure);
                    collision = moved.collision;
                }
                Err(conflict) => {
                    return Done::new(Outcome::Shifted(Box::new(Shifted {
                        result: Err(conflict),
                        collision: None,
                        actions,
                    })));
                }
            }
        } else {
            self.change().structure = Arc::clone(&view.structure);
        }
        self.publish(&view.attributes, &view.paint);
        let ids = (0u32..).zip(steps);
        let changed = ids.filter(|(_, step)| step.action.is_some());
        let request = Request::Shifted {
            structure: Arc::clone(&self.now.structure),
            changed: changed.map(|(id, _)| id).collect(),
            moved: needed,
        };
        let view = self.view(view.round, request, door).await;
        let outcome = Outcome::Shifted(Box::new(Shifted {
            result: Ok(Arc::clone(&view)),
            collision,
            actions,
        }));
        Done::new(outcome).wake(phase(event, Kind::Beep, Payload::View(view)))
    }

    /// Everything as it was once.
    async fn restore<D: Door<Amoebot>>(&mut self, view: &View, door: &mut D) {
        self.change().structure = Arc::clone(&view.structure);
        self.publish(&view.attributes, &view.paint);
        door.ask(Request::Restore {
            structure: Arc::clone(&view.structure),
            configurations: Arc::clone(&view.configurations),
            reception: Arc::clone(&view.reception),
        })
        .await;
    }

    async fn edit<D: Door<Amoebot>>(&mut self, edit: &Arc<Edit>, door: &mut D) -> Done<Amoebot> {
        let result = match &**edit {
            Edit::Attribute {
                particle,
                path,
                value,
            } => self.edit_attribute(*particle, path, value),
            Edit::Cut { round } => self.cut(*round, door).await,
        };
        let result = match result {
            Ok(round) => Ok(self.view(round, Request::Begin, door).await),
            Err(text) => Err(text),
        };
        let edit = Arc::clone(edit);
        Done::new(Outcome::Edited(Box::new(Edited { edit, result })))
    }

    /// Edits an attribute; returns the number of the round that has ended last.
    fn edit_attribute(
        &mut self,
        particle: u32,
        path: &str,
        value: &serde_json::Value,
    ) -> Result<u64, String> {
        let old = self.now.attributes.get(particle as usize);
        let old = old.ok_or_else(|| format!("there is no particle {particle}"))?;
        let new = old.edited(path, value.clone());
        let new = new.map_err(|error| error.to_string())?;
        Arc::make_mut(&mut self.change().attributes)[particle as usize] = new;
        Ok(self.round)
    }

    /// Goes back to the end of a round; returns its number.
    async fn cut<D: Door<Amoebot>>(&mut self, round: u64, door: &mut D) -> Result<u64, String> {
        // The snapshot of a round is the end of the one before it.
        let snapshot = |view: &Arc<View>| view.round == round + 1;
        let Some(at) = self.history.iter().position(snapshot) else {
            let kept = match (self.history.front(), self.history.back()) {
                (Some(first), Some(last)) => {
                    format!("rounds {} to {} are", first.round - 1, last.round - 1)
                }
                _ => "none is (see structure.history)".to_owned(),
            };
            return Err(format!("round {round} is not kept: {kept}"));
        };
        let view = Arc::clone(&self.history[at]);
        self.history.truncate(at);
        self.round = round;
        self.restore(&view, door).await;
        Ok(round)
    }

    pub(super) fn answer(&mut self, request: Request) -> Reply {
        match request {
            Request::View => Reply::View(Arc::clone(&self.now)),
            Request::Act(id, acted) => Reply::Acted(self.act(id, &acted)),
            Request::Publish(attributes, paint) => {
                self.publish(&attributes, &paint);
                Reply::Noted
            }
            request => misrouted(&request),
        }
    }

    /// Attributes and colours as of now.
    fn publish(&mut self, attributes: &Arc<Vec<Attributes>>, paint: &Arc<Paint>) {
        let now = self.change();
        now.attributes = Arc::clone(attributes);
        now.paint = Arc::clone(paint);
    }

    /// A particle acts by itself; returns where it is then.
    fn act(&mut self, id: u32, acted: &Acted) -> Body {
        self.change().act(id, acted);
        self.now.structure.bodies()[id as usize]
    }
}

/// The next phase, at the same instant.
fn phase(event: &Event, kind: Kind, payload: Payload) -> Wake<Amoebot> {
    Wake {
        time: event.time,
        target: Target::Phase(Members::All),
        kind,
        payload,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::grid::{Direction, Node};
    use super::super::super::joint::Action;
    use super::super::super::structure::Anchor;
    use super::*;

    /// Where single particles act, nothing is copied that the part holds alone.
    #[test]
    fn an_activation_copies_no_list() {
        let bodies = vec![Body::contracted(Node::ORIGIN)];
        let structure = structure::Structure::new(bodies, Vec::new(), Anchor::default()).unwrap();
        let mut part = StructurePart::new(
            Arc::new(structure),
            Arc::new(vec![Attributes::new(0_u32)]),
            true,
            0,
        );
        let places = |part: &StructurePart| {
            let View {
                structure,
                attributes,
                ..
            } = &*part.now;
            (
                Arc::as_ptr(&part.now),
                Arc::as_ptr(structure),
                Arc::as_ptr(attributes),
            )
        };
        let before = places(&part);
        for (count, action) in [Action::Expand(Direction::E), Action::ContractHead]
            .into_iter()
            .enumerate()
        {
            drop(part.answer(Request::View));
            let acted = Acted {
                action: Some(action),
                attributes: Some(Attributes::new(count as u32)),
                ..Acted::default()
            };
            part.answer(Request::Act(0, Arc::new(acted)));
        }
        assert_eq!(places(&part), before);
        assert_eq!(part.now.attributes[0].get(), Some(&1_u32));
        assert_eq!(part.now.structure.bodies()[0].tail, Node::new(1, 0));
    }
}
