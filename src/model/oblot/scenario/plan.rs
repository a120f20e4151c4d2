//! From a checked scenario to everything a run starts from.

use std::sync::Arc;

use super::healthy::Healthy;
use super::{Scenario, Who, generator};
use crate::dice::{Dice, Draw, Purpose, Touched};
use crate::math::Point;
use crate::model::oblot::algorithms::{Algorithm, AlgorithmDice, Controller};
use crate::model::oblot::census::{Census, CensusSetup, MemberSetup};
use crate::model::oblot::directive::{Payload, Transient};
use crate::model::oblot::faults::{
    Afflicted, Affliction, FaultDice, FaultInjector, Flaws, Judged, Restless,
};
use crate::model::oblot::positions::{PositionTracker, Table};
use crate::model::oblot::robot::{Compute, Robot, Rules, Setup};
use crate::model::oblot::schedulers::{Activation, Oracle};
use crate::model::oblot::starts::Placed;
use crate::model::oblot::visibility::Visibility;
use crate::model::oblot::{FAULTS, Kind, Oblot, POSITIONS, Part, VISIBILITY};
use crate::model::outside::OnTrouble;
use crate::model::{Condition, Extras, Limits, Plan, SharedDice, Target, Wake};
use crate::scenario::Seed;

/// The owner of the draws that belong to no robot.
const NOBODY: u32 = u32::MAX;
/// The owner of the scheduler's draws.
const SCHEDULER: u32 = u32::MAX - 1;

/// The faults of one robot, with the words for them, and the dice for them where it has any.
#[derive(Default)]
struct Afflictions {
    faults: Vec<(&'static str, Affliction)>,
    dice: Option<Box<Dice>>,
}

impl Afflictions {
    fn has(&self, test: impl Fn(&Affliction) -> bool) -> bool {
        self.faults.iter().any(|(_, affliction)| test(affliction))
    }
}

/// What a robot computes, and its dice.
struct Mind {
    algorithm: Arc<dyn Algorithm>,
    dice: Dice,
}

impl Scenario {
    /// Everything a run starts from. The same scenario gives the same plan each time.
    #[must_use]
    pub fn plan(&self, extras: Extras) -> Plan<Oblot> {
        // The order of these draws is that of the original simulator, where all come from one
        // generator: who is faulty, then the first activations. Positions have their own.
        let Placed {
            positions,
            mut drawn,
        } = self.start.clone();
        let mut shared = self.shared_dice();
        let minds = self.assign(&mut shared);
        let afflictions = self.afflict(&mut shared, &mut drawn);
        let algorithms = minds
            .iter()
            .map(|mind| Arc::clone(&mind.algorithm))
            .collect();
        let rules = Arc::new(self.rules(extras));
        let mut robots: Vec<Robot> = (0u32..)
            .zip(positions)
            .zip(minds)
            .zip(&afflictions)
            .map(|(((id, position), mind), afflictions)| {
                self.robot(id, position, mind, afflictions, &rules)
            })
            .collect();
        let mut director = self.census(&robots, &afflictions, drawn);
        let mut first = self.first_events(&mut robots, &mut director, algorithms, &mut shared);
        first.extend(crashes(&afflictions));
        first.extend(transients(&afflictions));
        if self.visualize.is_finite() {
            first.push(Wake::part(self.visualize, POSITIONS, Kind::Visualize));
        }
        let parts = self.parts(&robots, afflictions, extras.frames);
        Plan {
            robots,
            parts,
            director,
            first,
            limits: self.limits(),
            shared,
        }
    }

    fn rules(&self, extras: Extras) -> Rules {
        let wall = self.clock.is_wall();
        Rules {
            epsilon: self.epsilon(),
            movement: self.movement,
            activation: self.schedule.activation,
            compute: match self.schedule.compute {
                _ if wall => Compute::Real,
                Some(law) => Compute::Law(law),
                None => Compute::AtOnce,
            },
            speed: self.schedule.speed,
            senses: (!self.senses.are_perfect()).then_some(self.senses),
            quirks: self.quirks,
            terminate: self.terminate,
            palette: !self.algorithm.palette().is_empty(),
            crash_on_panic: self.crash_on_panic,
            on_trouble: self
                .outside()
                .map_or(OnTrouble::Stop, |outside| outside.on_trouble),
            percepts: extras.percepts || wall,
            choices: wall,
        }
    }

    /// The first activations of the robots, in the order in which they are pushed. With clocks,
    /// robots that have crashed draw too; with a planner, they crash at time 0.
    fn first_events(
        &self,
        robots: &mut [Robot],
        census: &mut Census,
        algorithms: Vec<Arc<dyn Algorithm>>,
        shared: &mut SharedDice,
    ) -> Vec<Wake<Oblot>> {
        if self.schedule.activation == Activation::Clocks {
            let first = |robot: &mut Robot| {
                let time = robot.draw_wait(shared);
                robot.first_event(time)
            };
            return robots.iter_mut().map(first).collect();
        }
        let crashed = robots
            .iter_mut()
            .filter(|robot| !robot.appearance().is_live());
        let mut first: Vec<_> = crashed.map(|robot| robot.first_event(0.0)).collect();
        let oracle = Oracle {
            algorithms,
            sight: self.sight,
            senses: self.senses,
            movement: self.movement,
        };
        let own_dice = self.dice(SCHEDULER);
        first.extend(census.first_events(&|id| self.dice(id), own_dice, oracle));
        first
    }

    fn limits(&self) -> Limits<Oblot> {
        let (epochs, rounds) = (self.epochs, self.rounds);
        let reached = move |census: &Census| {
            epochs.is_some_and(|epochs| census.epochs() >= epochs)
                || rounds.is_some_and(|rounds| {
                    census.busy() == 0 && census.synchronous_rounds() >= rounds
                })
        };
        let limited = epochs.is_some() || rounds.is_some();
        Limits {
            time: self.time,
            events: self.events,
            condition: limited.then(|| Arc::new(reached) as Condition<Oblot>),
        }
    }

    fn shared_dice(&self) -> SharedDice {
        self.numpy.then(|| Box::new(generator(&self.seed)))
    }

    fn dice(&self, id: u32) -> Dice {
        match &self.seed {
            Seed::Small(seed) if !self.numpy => Dice::new(*seed, id),
            _ => Dice::new_shared(id),
        }
    }

    /// What each robot computes, and the dice it goes on drawing from.
    fn assign(&self, shared: &mut SharedDice) -> Vec<Mind> {
        let mind = |id| {
            let mut dice = self.dice(id);
            let own = self
                .algorithm
                .assign(&mut AlgorithmDice::new(&mut dice, shared));
            let algorithm = own.unwrap_or_else(|| Arc::clone(&self.algorithm));
            Mind { algorithm, dice }
        };
        (0..self.robots() as u32).map(mind).collect()
    }

    fn robot(
        &self,
        id: u32,
        position: Point,
        mind: Mind,
        afflictions: &Afflictions,
        rules: &Arc<Rules>,
    ) -> Robot {
        let setup = Setup {
            rules: Arc::clone(rules),
            controller: match self.outside() {
                Some(outside) if outside.robots.binary_search(&id).is_ok() => Controller::Outside,
                _ => Controller::BuiltIn(mind.algorithm),
            },
            judged: afflictions.has(|affliction| affliction.rule.is_some()),
            crashed: afflictions.has(|affliction| affliction.crashed),
            flaws: Flaws::of(&afflictions.faults),
            faults: afflictions.faults.iter().map(|(name, _)| *name).collect(),
            speed: self.speeds[id as usize],
            wait: self.schedule.waits[id as usize],
            position,
            light: self.lights.get(id as usize).copied(),
            dice: mind.dice,
        };
        Robot::new(id, setup)
    }

    /// The faults of each robot. Robots are chosen among those that have no fault yet. Notes
    /// which dice were drawn from.
    fn afflict(&self, shared: &mut SharedDice, drawn: &mut Vec<Touched>) -> Vec<Afflictions> {
        let robots = self.robots();
        let mut afflictions: Vec<Afflictions> = Vec::new();
        afflictions.resize_with(robots, Afflictions::default);
        if self.faults.is_empty() {
            return afflictions;
        }
        let mut healthy = Healthy::new(robots);
        let mut dice = self.dice(NOBODY);
        for (fault, who) in &self.faults {
            let chosen = match who {
                Who::Robots(ids) => ids.clone(),
                Who::Count(count) => {
                    let mut die = dice.on(Purpose::Choice, shared);
                    let chosen = die.choose(healthy.count(), *count);
                    chosen.into_iter().map(|rank| healthy.nth(rank)).collect()
                }
            };
            for (index, &id) in chosen.iter().enumerate() {
                let all = &mut afflictions[id];
                if all.faults.is_empty() {
                    healthy.remove(id);
                }
                let robot = Afflicted {
                    index,
                    id,
                    all: &chosen,
                    robots,
                    quirks: self.quirks,
                };
                let dice = all
                    .dice
                    .get_or_insert_with(|| Box::new(self.dice(id as u32)));
                let affliction = fault.afflict(&robot, &mut FaultDice::new(dice, shared));
                all.faults.push(affliction);
            }
        }
        drawn.extend(dice.touched());
        afflictions
    }

    fn census(&self, robots: &[Robot], afflictions: &[Afflictions], drawn: Vec<Touched>) -> Census {
        let member = |(robot, ill): (&Robot, &Afflictions)| {
            let faults = || ill.faults.iter().map(|(_, fault)| fault);
            MemberSetup {
                position: robot.position(),
                appearance: robot.appearance(),
                crashed: ill.has(|fault| fault.crashed),
                byzantine: ill.has(|fault| fault.byzantine),
                crash_to_come: ill.has(|fault| fault.crash_time.is_some()),
                restless: faults()
                    .map(|fault| fault.restless)
                    .max()
                    .unwrap_or(Restless::Never),
                strikes: faults().map(|fault| fault.transients.len() as u32).sum(),
            }
        };
        // What the faults draw, the census knows robot by robot.
        let unknown = self.outside().is_some_and(|outside| !outside.deterministic);
        let random = unknown
            || !self.algorithm.is_deterministic()
            || self.senses.are_random()
            || self.schedule.random_choices;
        Census::new(CensusSetup {
            robots: robots.iter().zip(afflictions).map(member).collect(),
            planner: self.schedule.planner.as_ref().map(|planner| planner.copy()),
            turns: self.turns,
            lights: !self.algorithm.palette().is_empty(),
            drawn,
            stalls: self.stalls && !random,
        })
    }

    fn parts(&self, robots: &[Robot], afflictions: Vec<Afflictions>, frames: bool) -> Vec<Part> {
        let seen = robots
            .iter()
            .map(|robot| (robot.position(), robot.appearance()));
        let early = if self.quirks.early_arrival {
            self.epsilon()
        } else {
            0.0
        };
        let table = Table::new(&seen.collect::<Vec<_>>(), early);
        let tracker = PositionTracker::new(table, self.sight.radius, self.visualize, frames);
        let judged = afflictions.into_iter().map(|Afflictions { faults, dice }| {
            let rules = faults.into_iter().filter_map(|(_, fault)| fault.rule);
            Some(Judged {
                rules: rules.collect(),
                dice: *dice?,
            })
        });
        let parts = [
            (VISIBILITY, Part::Visibility(Visibility::new(self.sight))),
            (POSITIONS, Part::Positions(tracker)),
            (FAULTS, Part::Faults(FaultInjector::new(judged.collect()))),
        ];
        debug_assert!(
            parts
                .iter()
                .enumerate()
                .all(|(place, (id, _))| place == usize::from(id.0))
        );
        parts.into_iter().map(|(_, part)| part).collect()
    }
}

/// The crashes that come at a time.
fn crashes(afflictions: &[Afflictions]) -> Vec<Wake<Oblot>> {
    let faults = (0u32..).zip(afflictions);
    let times = faults.flat_map(|(id, all)| {
        all.faults
            .iter()
            .filter_map(move |(_, affliction)| Some((id, affliction.crash_time?)))
    });
    times
        .map(|(id, time)| Wake::robot(time, id, Kind::Crash))
        .collect()
}

/// The transient faults.
fn transients(afflictions: &[Afflictions]) -> Vec<Wake<Oblot>> {
    let wake = |id: u32, time: f64, transient: Transient| Wake {
        time,
        target: Target::Robot(id),
        kind: Kind::Fault,
        payload: Payload::Transient(Arc::new(transient)),
    };
    let mut wakes = Vec::new();
    for (id, all) in (0u32..).zip(afflictions) {
        let strikes = all.faults.iter().flat_map(|(_, fault)| &fault.transients);
        wakes.extend(strikes.map(|&(time, transient)| wake(id, time, transient)));
    }
    wakes
}
