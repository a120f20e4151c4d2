//! From a scenario to a plan: what an OBLOT scenario may say, and what it means.

mod controller;
mod healthy;
mod plan;
mod tables;

use std::sync::Arc;

use super::algorithms::{ALGORITHMS, Algorithm, Context};
use super::faults::{FAULTS, Fault};
use super::frames::Agreement;
use super::light::{Light, LightModel};
use super::movement::Movement;
use super::requirements::{Given, Requirements};
use super::robot::Quirks;
use super::schedulers::{Activation, Law, SCHEDULERS, Schedule, Synchrony};
use super::senses::Senses;
use super::starts::{self, Placed, StartDice};
use super::visibility::Sight;
use crate::dice::Numpy;
use crate::math::power_of_ten_inverse;
use crate::model::Clock;
use crate::model::outside::Setup;
use crate::scenario::{ScenarioError, Section, Seed};

/// A checked OBLOT scenario.
#[derive(Debug)]
pub struct Scenario {
    seed: Seed,
    numpy: bool,
    crash_on_panic: bool,
    algorithm: Arc<dyn Algorithm>,
    start: Placed,
    speeds: Vec<f64>,
    precision: u32,
    sight: Sight,
    senses: Senses,
    /// The first light of each robot, where the algorithm declares colours.
    lights: Vec<Light>,
    movement: Movement,
    quirks: Quirks,
    terminate: bool,
    forced: bool,
    schedule: Schedule,
    visualize: f64,
    faults: Vec<(Box<dyn Fault>, Who)>,
    time: Option<f64>,
    events: Option<u64>,
    epochs: Option<u64>,
    rounds: Option<u64>,
    turns: Option<u64>,
    stalls: bool,
    clock: Clock,
    /// The robots that programs outside control.
    controller: Option<controller::Read>,
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
        let epsilon = power_of_ten_inverse(precision);
        let quirks = tables::quirks(&swarm)?;
        let sight = tables::sight(&root.table("visibility")?, epsilon)?;
        let context = Context {
            quirks,
            ..Context::new(precision, sight.radius, robots)
        };
        let controller = controller::read(root, robots, controller::seed(&seed, numpy))?;
        let (algorithm, requires) = algorithm(root, &swarm, context, controller.as_ref())?;
        let start_dice = match &seed {
            Seed::Small(seed) if !numpy => StartDice::own(*seed),
            seed => StartDice::numpy(generator(seed)),
        };
        let start = starts::read(&swarm, robots, start_dice)?;
        let speeds = tables::speeds(&swarm, robots)?;
        let palette = &algorithm.palette().to_vec()[..];
        let (light_model, lights) = tables::lights(&root.table("lights")?, palette, robots)?;
        let senses = tables::senses(root, epsilon, light_model)?;

        let scheduler = root.table("scheduler")?;
        let kind = scheduler.entry("kind", SCHEDULERS).or("async")?;
        let schedule = (kind.build.build)(&scheduler, robots)?;
        let movement = tables::movement(&root.table("movement")?)?;
        if numpy {
            check_shared_dice(&scheduler, &schedule)?;
        }
        check_stops(&scheduler, &schedule, movement)?;
        let clock = Clock::read(root)?;
        if clock.is_wall() {
            check_wall(root, numpy, &scheduler, &schedule)?;
        }
        let visualize = scheduler
            .f64("visualize")
            .positive()
            .or_infinite()
            .or(0.2)?;

        let faults = tables::faults(root, robots, palette)?;
        let limits = root.table("limits")?;
        let turns = limits.u64("turns").positive().optional()?;
        if turns.is_some() && schedule.synchrony != Synchrony::Sequential {
            let message = "expected a sequential scheduler: only there robots have turns";
            return Err(limits.refuse("turns", message));
        }
        let rounds = limits.u64("rounds").positive().optional()?;
        if rounds.is_some() && !matches!(schedule.synchrony, Synchrony::Fsync | Synchrony::Ssync) {
            let message = "expected a scheduler with synchronous rounds";
            return Err(limits.refuse("rounds", message));
        }
        let scenario = Scenario {
            seed,
            numpy,
            crash_on_panic: panic == "crash-fault",
            algorithm,
            start,
            speeds,
            precision,
            sight,
            senses,
            lights,
            movement,
            quirks,
            terminate: swarm.bool("terminate").or(true)?,
            forced: swarm.bool("force").or(false)?,
            schedule,
            visualize,
            faults,
            time: limits.f64("time").non_negative().optional()?,
            events: limits.u64("events").optional()?,
            epochs: limits.u64("epochs").positive().optional()?,
            rounds,
            turns,
            stalls: limits.bool("stalled").or(true)?,
            clock,
            controller,
        };
        scenario.check_requirements(&requires, &swarm)?;
        Ok(scenario)
    }

    /// Refuses a scenario that does not give its algorithm what it requires, unless it is forced.
    fn check_requirements(
        &self,
        requirements: &Requirements,
        swarm: &Section<'_>,
    ) -> Result<(), ScenarioError> {
        let missing = requirements.missing(&self.given());
        if missing.is_empty() || self.forced {
            return Ok(());
        }
        let message = format!(
            "this algorithm asks for more than the scenario gives: {} (`force = true` runs it all \
             the same)",
            missing.join("; ")
        );
        Err(swarm.refuse("algorithm", message))
    }

    /// What the scenario gives to its algorithm.
    fn given(&self) -> Given {
        let sight = self.sight;
        let sees_everything =
            sight.radius.is_none() && sight.nearest.is_none() && sight.obstruction.is_none();
        Given {
            robots: self.robots(),
            synchrony: self.schedule.synchrony,
            sees_everything,
            radius: sight.radius.is_some(),
            detection: self.senses.detection,
            own_point_only: self.senses.own_point_only,
            lights: self.senses.lights.unwrap_or(LightModel::Oblot),
            frames: self
                .senses
                .frames
                .map_or(Agreement::Global, |frames| frames.agreement),
            faults: !self.faults.is_empty(),
            rigid: !matches!(self.movement, Movement::NonRigid { .. }),
        }
    }

    /// Whether the scenario runs although it does not give its algorithm what it requires.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        self.forced
    }

    /// What paces its runs.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Points closer than this are one.
    #[must_use]
    pub fn epsilon(&self) -> f64 {
        power_of_ten_inverse(self.precision)
    }

    /// How far robots see; `None` where they see everything.
    #[must_use]
    pub fn radius(&self) -> Option<f64> {
        self.sight.radius
    }

    /// How far the robots see, and what hides from them.
    #[must_use]
    pub fn sight(&self) -> Sight {
        self.sight
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

    /// What controls robots from outside, where something does.
    #[must_use]
    pub fn outside(&self) -> Option<&Setup> {
        Some(&self.controller.as_ref()?.setup)
    }

    /// The colours that robots may show; none where lights show the phase of the cycle.
    #[must_use]
    pub fn palette(&self) -> &[Light] {
        self.algorithm.palette()
    }

    /// How many robots there are.
    #[must_use]
    pub fn robots(&self) -> usize {
        self.speeds.len()
    }
}

/// The algorithm and what it requires. Where all robots are controlled outside none has to be named.
fn algorithm(
    root: &Section<'_>,
    swarm: &Section<'_>,
    context: Context,
    controller: Option<&controller::Read>,
) -> Result<(Arc<dyn Algorithm>, Requirements), ScenarioError> {
    let outside = controller.filter(|controller| controller.is_for_all(context.robots));
    match outside {
        Some(controller) if !swarm.has("algorithm") => {
            Ok((controller.algorithm(), Requirements::NONE))
        }
        _ => {
            let entry = swarm.entry("algorithm", ALGORITHMS).required()?;
            if let Some(controller) = controller {
                controller.check_lights(root)?;
            }
            let algorithm = (entry.build.build)(swarm, context)?;
            Ok((algorithm, entry.build.requires))
        }
    }
}

/// A finer precision than this is below the spacing of the numbers in any swarm.
const MOST_DIGITS: u32 = 30;

/// Ids are the numbers of the heap's 32-bit integers, and nobody simulates more.
const MOST_ROBOTS: usize = 10_000_000;

/// Numpy's generator for a seed.
fn generator(seed: &Seed) -> Numpy {
    match seed {
        Seed::Small(seed) => Numpy::from_seed(*seed),
        // A seed consists of decimal digits, which is all that is asked for here.
        Seed::Large(digits) => Numpy::from_decimal(digits).unwrap_or(Numpy::from_seed(0)),
    }
}

/// Numpy's dice are shared, and drawn from in the order of the events.
fn check_shared_dice(scheduler: &Section<'_>, schedule: &Schedule) -> Result<(), ScenarioError> {
    let clocks = schedule.activation == Activation::Clocks;
    let mut laws = schedule
        .waits
        .iter()
        .chain(&schedule.compute)
        .chain(&schedule.speed);
    if !clocks {
        let message = "expected \"async\", whose robots have clocks of their own (rng = \"numpy\" \
                       draws in the order of their events)";
        return Err(scheduler.refuse("kind", message));
    }
    if laws.any(|law| matches!(law, Law::Gamma(..))) {
        let message = "expected no gamma law (rng = \"numpy\" has none)";
        return Err(scheduler.refuse("kind", message));
    }
    Ok(())
}

/// On the wall clock every robot lives by its own timers and dice, and computes as long as it takes.
fn check_wall(
    root: &Section<'_>,
    numpy: bool,
    scheduler: &Section<'_>,
    schedule: &Schedule,
) -> Result<(), ScenarioError> {
    if numpy {
        let message = "expected \"own\" on the wall clock: shared dice are drawn in the order of \
                       the events, and there the robots draw at the same time";
        return Err(root.refuse("rng", message));
    }
    if schedule.activation != Activation::Clocks {
        let message = "expected \"async\" on the wall clock, whose robots have clocks of their own";
        return Err(scheduler.refuse("kind", message));
    }
    if schedule.compute.is_some() {
        let message = "expected no law for Compute on the wall clock, where it takes as long as it \
                       takes";
        return Err(scheduler.refuse("compute", message));
    }
    Ok(())
}

/// Stopping points need moves that may be stopped.
fn check_stops(
    scheduler: &Section<'_>,
    schedule: &Schedule,
    movement: Movement,
) -> Result<(), ScenarioError> {
    if schedule.stops && !matches!(movement, Movement::NonRigid { .. }) {
        let message = "expected moves that may be stopped (rigid = false and delta in [movement]), \
                       because this schedule stops robots on their way";
        return Err(scheduler.refuse("kind", message));
    }
    Ok(())
}
