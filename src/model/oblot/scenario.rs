//! From a scenario to a plan: what an OBLOT scenario may say, and what it means.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::algorithms::{ALGORITHMS, Algorithm, AlgorithmDice, Context, Controller};
use super::census::{Census, CensusSetup, MemberSetup, ToCome};
use super::faults::{Affliction, FAULTS, Fault, FaultInjector, Rule};
use super::percept::Sight;
use super::positions::{PositionTracker, Table};
use super::robot::{Robot, Rules, Setup};
use super::schedulers::{SCHEDULERS, Schedule};
use super::starts::{STARTS, Start, StartDice};
use super::visibility::Visibility;
use super::{FAULTS as FAULT_INJECTOR, Kind, Oblot, POSITIONS, Part, VISIBILITY};
use crate::dice::{Dice, Draw, Numpy, Purpose, Touched};
use crate::math::{Point, power_of_ten_inverse};
use crate::model::{Condition, Extras, Limits, Plan, SharedDice, Wake};
use crate::scenario::{ScenarioError, Section, Seed};

/// The owner of the draws that belong to no robot.
const NOBODY: u32 = u32::MAX;

/// A checked OBLOT scenario.
#[derive(Debug)]
pub struct Scenario {
    seed: Seed,
    numpy: bool,
    crash_on_panic: bool,
    algorithm: Arc<dyn Algorithm>,
    start: Box<dyn Start>,
    speeds: Vec<f64>,
    precision: u32,
    sight: Sight,
    rigid: bool,
    schedule: Schedule,
    visualize: f64,
    faults: Vec<(Box<dyn Fault>, Who)>,
    time: Option<f64>,
    events: Option<u64>,
    epochs: Option<u64>,
    stalls: bool,
}

/// What a robot computes, and its dice.
struct Mind {
    algorithm: Arc<dyn Algorithm>,
    dice: Dice,
}

/// Which robots have a fault.
#[derive(Clone, Debug)]
enum Who {
    /// So many, chosen by the seed.
    Count(usize),
    /// These.
    Robots(Vec<usize>),
}

impl Scenario {
    /// Reads everything that the model itself understands. Keys that are left over are refused by
    /// whoever opened the document.
    ///
    /// # Errors
    ///
    /// The first value that is missing or wrong, with its place.
    pub fn read(root: &Section<'_>) -> Result<Self, ScenarioError> {
        let numpy = root.word("rng", &["own", "numpy"]).or("own")? == "numpy";
        let seed = if numpy {
            root.seed("seed").any_size().or(Seed::Small(0))?
        } else {
            Seed::Small(root.seed("seed").or(0)?)
        };
        let panic = root.word("on_panic", &["stop", "crash-fault"]).or("stop")?;

        let swarm = root.required_table("swarm")?;
        let robots = swarm.usize("robots").in_range(1..=MOST_ROBOTS).required()?;
        let precision = swarm.u32("precision").at_most(MOST_DIGITS).or(5)?;
        let sight = read_sight(root)?;
        let context = Context::new(precision, sight.radius, robots);
        let algorithm = swarm.entry("algorithm", ALGORITHMS).required()?;
        let algorithm = (algorithm.build)(&swarm, context)?;
        let start = swarm.entry("start", STARTS).or("uniform")?;
        let start = (start.build)(&swarm, robots)?;
        let speeds = read_speeds(&swarm, robots)?;

        let rigid = root.table("movement")?.bool("rigid").or(true)?;

        let scheduler = root.table("scheduler")?;
        let kind = scheduler.entry("kind", SCHEDULERS).or("async")?;
        let schedule = (kind.build)(&scheduler, robots)?;
        if numpy && schedule.rounds.is_some() {
            let message = "expected a scheduler without synchronous rounds (rng = \"numpy\" draws \
                           in the order of the events)";
            return Err(scheduler.refuse("kind", message));
        }
        let visualize = scheduler
            .f64("visualize")
            .positive()
            .or_infinite()
            .or(0.2)?;

        let faults = read_faults(root, robots)?;
        let limits = root.table("limits")?;
        Ok(Scenario {
            seed,
            numpy,
            crash_on_panic: panic == "crash-fault",
            algorithm,
            start,
            speeds,
            precision,
            sight,
            rigid,
            schedule,
            visualize,
            faults,
            time: limits.f64("time").non_negative().optional()?,
            events: limits.u64("events").optional()?,
            epochs: limits.u64("epochs").positive().optional()?,
            stalls: limits.bool("stalled").or(true)?,
        })
    }

    /// Puts an algorithm of one's own in the place of the one that the scenario names.
    #[must_use]
    pub fn with_algorithm(mut self, algorithm: Arc<dyn Algorithm>) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// Whether a run ends where nothing can ever change again.
    #[must_use]
    pub fn with_stall_rule(mut self, stalls: bool) -> Self {
        self.stalls = stalls;
        self
    }

    /// How many robots there are.
    #[must_use]
    pub fn robots(&self) -> usize {
        self.speeds.len()
    }

    /// Everything a run starts from. The same scenario gives the same plan each time.
    #[must_use]
    pub fn plan(&self, extras: Extras) -> Plan<Oblot> {
        // The order of these draws is that of the original simulator, where all come from one
        // generator: who computes what, who is faulty, then the first activations. Positions have
        // their own.
        let mut drawn = Vec::new();
        let positions = self.place(&mut drawn);
        let mut shared = self.shared_dice();
        let minds = self.assign(&mut shared);
        let afflictions = self.afflict(&mut shared, &mut drawn);
        let rules = Arc::new(Rules {
            epsilon: power_of_ten_inverse(self.precision),
            rigid: self.rigid,
            activation: self.schedule.activation,
            crash_on_panic: self.crash_on_panic,
            percepts: extras.percepts,
        });
        let mut robots: Vec<Robot> = (0u32..)
            .zip(positions)
            .zip(minds)
            .zip(&afflictions)
            .map(|(((id, position), mind), afflictions)| {
                self.robot(id, position, mind, afflictions, &rules)
            })
            .collect();
        let active = |robot: &&Robot| robot.appearance().is_active();
        let active = robots.iter().filter(active).map(Robot::id).collect();
        let mut first = self.schedule.first_events(&mut robots, active, &mut shared);
        first.extend(crashes(&afflictions));
        if self.visualize.is_finite() {
            first.push(Wake::part(self.visualize, POSITIONS, Kind::Visualize));
        }
        let director = self.census(&afflictions, drawn);
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

    fn limits(&self) -> Limits<Oblot> {
        let epochs = self.epochs;
        let condition = epochs.map(|epochs| {
            let reached = move |census: &Census| census.epochs() >= epochs;
            Arc::new(reached) as Condition<Oblot>
        });
        Limits {
            time: self.time,
            events: self.events,
            condition,
        }
    }

    fn numpy(&self) -> Numpy {
        match &self.seed {
            Seed::Small(seed) => Numpy::from_seed(*seed),
            // A seed consists of decimal digits, which is all that is asked for here.
            Seed::Large(digits) => Numpy::from_decimal(digits).unwrap_or(Numpy::from_seed(0)),
        }
    }

    fn shared_dice(&self) -> SharedDice {
        self.numpy.then(|| Box::new(self.numpy()))
    }

    fn dice(&self, id: u32) -> Dice {
        match &self.seed {
            Seed::Small(seed) if !self.numpy => Dice::new(*seed, id),
            _ => Dice::new_shared(id),
        }
    }

    /// Where the robots start; notes which dice were drawn from.
    fn place(&self, drawn: &mut Vec<Touched>) -> Vec<Point> {
        let robots = self.robots();
        let mut dice = if self.numpy {
            StartDice::Numpy(self.numpy())
        } else {
            StartDice::Own((0..robots as u32).map(|id| self.dice(id)).collect())
        };
        let positions = self.start.place(robots, &mut dice);
        if let StartDice::Own(dice) = dice {
            drawn.extend(dice.iter().flat_map(Dice::touched));
        }
        positions
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
        afflictions: &[(&'static str, Affliction)],
        rules: &Arc<Rules>,
    ) -> Robot {
        let mut speed = self.speeds[id as usize];
        for (_, affliction) in afflictions {
            speed *= affliction.speed_factor.unwrap_or(1.0);
        }
        let has = |test: fn(&Affliction) -> bool| afflictions.iter().any(|(_, a)| test(a));
        let setup = Setup {
            rules: Arc::clone(rules),
            controller: Controller::BuiltIn(mind.algorithm),
            judged: has(|affliction| affliction.rule.is_some()),
            crashed: has(|affliction| affliction.crashed),
            faults: afflictions.iter().map(|(name, _)| *name).collect(),
            speed,
            mean_wait: self.schedule.mean_waits[id as usize],
            position,
            dice: mind.dice,
        };
        Robot::new(id, setup)
    }

    /// The faults of each robot. Robots are chosen among those that have no fault yet. Notes
    /// which dice were drawn from.
    fn afflict(
        &self,
        shared: &mut SharedDice,
        drawn: &mut Vec<Touched>,
    ) -> Vec<Vec<(&'static str, Affliction)>> {
        let mut afflictions: Vec<Vec<_>> = (0..self.robots()).map(|_| Vec::new()).collect();
        let mut dice = self.dice(NOBODY);
        for (fault, who) in &self.faults {
            let chosen = match who {
                Who::Robots(ids) => ids.clone(),
                Who::Count(count) => {
                    let healthy: Vec<usize> = (0..self.robots())
                        .filter(|&id| afflictions[id].is_empty())
                        .collect();
                    let mut die = dice.on(Purpose::Choice, shared);
                    let chosen = die.choose(healthy.len(), *count);
                    chosen.into_iter().map(|place| healthy[place]).collect()
                }
            };
            for (index, id) in chosen.into_iter().enumerate() {
                afflictions[id].push(fault.afflict(index));
            }
        }
        drawn.extend(dice.touched());
        afflictions
    }

    fn census(
        &self,
        afflictions: &[Vec<(&'static str, Affliction)>],
        drawn: Vec<Touched>,
    ) -> Census {
        let all = || {
            afflictions
                .iter()
                .flatten()
                .map(|(_, affliction)| affliction)
        };
        let robot = |faults: &Vec<(&'static str, Affliction)>| {
            let has = |test: fn(&Affliction) -> bool| faults.iter().any(|(_, a)| test(a));
            let at_time = has(|a| a.crash_time.is_some()).then_some(ToCome::AtTime);
            let at_activation = has(|a| a.crashes_later).then_some(ToCome::AtActivation);
            MemberSetup {
                crashed: has(|a| a.crashed),
                byzantine: has(|a| a.byzantine),
                crash_to_come: at_time.or(at_activation),
            }
        };
        let random = !self.algorithm.is_deterministic() || all().any(|a| a.random);
        Census::new(CensusSetup {
            robots: afflictions.iter().map(robot).collect(),
            rounds: self.schedule.rounds,
            drawn,
            stalls: self.stalls && !random,
        })
    }

    fn parts(
        &self,
        robots: &[Robot],
        afflictions: Vec<Vec<(&'static str, Affliction)>>,
        frames: bool,
    ) -> Vec<Part> {
        let seen = robots
            .iter()
            .map(|robot| (robot.position(), robot.appearance()));
        let epsilon = power_of_ten_inverse(self.precision);
        let table = Table::new(&seen.collect::<Vec<_>>(), epsilon);
        let tracker = PositionTracker::new(table, self.visualize, frames);
        let rules = afflictions
            .into_iter()
            .zip(0u32..)
            .map(|(afflictions, id)| {
                let rules = afflictions
                    .into_iter()
                    .filter_map(|(_, affliction)| affliction.rule);
                (rules.collect::<Vec<Box<dyn Rule>>>(), self.dice(id))
            });
        let parts = [
            (VISIBILITY, Part::Visibility(Visibility::new(self.sight))),
            (POSITIONS, Part::Positions(tracker)),
            (
                FAULT_INJECTOR,
                Part::Faults(FaultInjector::new(rules.collect())),
            ),
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

/// A finer precision than this is below the spacing of the numbers in any swarm.
const MOST_DIGITS: u32 = 30;

/// Ids are the numbers of the heap's 32-bit integers, and nobody simulates more.
const MOST_ROBOTS: usize = 10_000_000;

fn crashes(afflictions: &[Vec<(&'static str, Affliction)>]) -> Vec<Wake<Oblot>> {
    let faults = (0u32..).zip(afflictions);
    let times = faults.flat_map(|(id, all)| {
        all.iter()
            .filter_map(move |(_, affliction)| Some((id, affliction.crash_time?)))
    });
    times
        .map(|(id, time)| Wake::robot(time, id, Kind::Crash))
        .collect()
}

fn read_sight(root: &Section<'_>) -> Result<Sight, ScenarioError> {
    let visibility = root.table("visibility")?;
    let radius = visibility.f64("radius").non_negative().or_infinite();
    let radius = radius.or(f64::INFINITY)?;
    Ok(Sight {
        radius: radius.is_finite().then_some(radius),
    })
}

fn read_speeds(swarm: &Section<'_>, robots: usize) -> Result<Vec<f64>, ScenarioError> {
    match swarm
        .f64("speeds")
        .non_negative()
        .list()
        .exactly(robots)
        .optional()?
    {
        Some(_) if swarm.has("speed") => {
            let message = "expected either one speed or a speed for each robot, found both";
            Err(swarm.refuse("speed", message))
        }
        Some(speeds) => Ok(speeds),
        None => Ok(vec![swarm.f64("speed").non_negative().or(1.0)?; robots]),
    }
}

#[allow(
    clippy::type_complexity,
    reason = "a fault and the robots that have it"
)]
fn read_faults(
    root: &Section<'_>,
    robots: usize,
) -> Result<Vec<(Box<dyn Fault>, Who)>, ScenarioError> {
    let mut faults = Vec::new();
    // At least so many robots have no fault yet, whoever was chosen.
    let mut healthy = robots;
    let mut named = BTreeSet::new();
    for section in root.tables("faults")? {
        let entry = section.entry("kind", FAULTS).required()?;
        let ids = section
            .usize("robots")
            .at_most(robots - 1)
            .list()
            .non_empty()
            .optional()?;
        let who = match ids {
            Some(_) if section.has("count") => {
                let message = "expected either a number of robots or their ids, found both";
                return Err(section.refuse("count", message));
            }
            Some(ids) => {
                check_ids(&section, &ids)?;
                healthy -= ids
                    .iter()
                    .filter(|&&id| named.insert(id))
                    .count()
                    .min(healthy);
                Who::Robots(ids)
            }
            None if !section.has("count") => {
                let message = "missing, expected a number of robots (count) or their ids (robots)";
                return Err(section.refuse("count", message));
            }
            None => Who::Count(section.usize("count").required()?),
        };
        if let Who::Count(count) = who {
            if count > healthy {
                let message = format!(
                    "expected at most {healthy} (the number of robots without a fault), \
                     found {count}"
                );
                return Err(section.refuse("count", message));
            }
            healthy -= count;
        }
        faults.push(((entry.build)(&section)?, who));
    }
    Ok(faults)
}

fn check_ids(section: &Section<'_>, ids: &[usize]) -> Result<(), ScenarioError> {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => {
            let message = format!("expected each id once, found {} twice", pair[0]);
            Err(section.refuse("robots", message))
        }
        None => Ok(()),
    }
}
