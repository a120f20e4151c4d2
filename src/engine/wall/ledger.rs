//! The one place where the operations of a wall-clock run are put in order.
//!
//! A state machine without clocks and threads: it is told what time it is and what has come about,
//! and says whom to wake when and who has to compute. It holds the whole world, as a run on the
//! inline engine does, and carries every operation out at once, at a stamp that is later than all
//! before it. So what is written down is the order in which things happened, and the same inline
//! engine, fed with it, makes the same run.

use std::collections::BTreeMap;
use std::time::Duration;

use super::Look;
use super::pacer::Pacer;
use crate::arbiter::{Announced, Input, Pace, RunError};
use crate::engine::inline::Inline;
use crate::engine::steering::Order;
use crate::engine::{Flow, Observer, Plan};
use crate::model::{Conclusion, End, Failure, Model, Robot as _, Target, Thought, WallClock};

/// What is to be done for the run elsewhere.
#[derive(Debug)]
pub(super) enum Errand<M: Model> {
    /// To say so when this event is due, at this real time since the start.
    Remind(Announced, Duration),
    /// To compute, and to say what came of it.
    Think(u32, Look, Thought<M>),
    /// To forget all reminders that were asked for; new ones follow.
    Forget,
}

/// How a Compute ended that was carried out elsewhere.
pub(super) enum Answer<M: Model> {
    /// An algorithm of this process has decided.
    Inside(Conclusion<M>),
    /// A program outside has decided.
    Outside(Result<M::Intent, Failure>),
}

/// The run, with the order of its operations.
pub(super) struct Ledger<M: Model> {
    inline: Inline<M>,
    observer: Box<dyn Observer<M>>,
    pacer: Pacer,
    /// The robots that compute.
    thinking: BTreeMap<u32, Thinking>,
    /// How much memory their views may take, in bytes.
    views: usize,
    /// Whether the pace has changed, so that reminders have to be asked for again.
    repaced: bool,
    /// When that was done last.
    reminded: Option<Duration>,
    /// What robots decided while time stood still.
    held: Vec<(u32, Answer<M>)>,
    operations: u64,
    limit: Option<f64>,
}

/// A robot that computes.
struct Thinking {
    /// The event that follows when it has finished.
    next: Announced,
    /// How much memory its view may take by itself, in bytes.
    view: usize,
}

/// When views may take so much memory, robots look later: the machine cannot keep up.
const MOST_VIEWS: usize = 1 << 30;
/// How much later, in real time.
const LATER: Duration = Duration::from_millis(10);

/// How long a change of the pace waits for more of them, in real time.
const SETTLES: Duration = Duration::from_millis(100);

/// Why nothing happens any more.
pub(super) type Over = Result<End, RunError>;

impl<M: Model> Ledger<M> {
    pub(super) fn new(
        plan: Plan<M>,
        clock: WallClock,
        observer: Box<dyn Observer<M>>,
    ) -> Result<Self, RunError> {
        let limit = plan.limits.time;
        let mut inline = Inline::new(plan, 1)?;
        inline.arbiter_mut().announce();
        Ok(Ledger {
            inline,
            observer,
            pacer: Pacer::new(clock),
            thinking: BTreeMap::new(),
            views: 0,
            repaced: false,
            reminded: None,
            held: Vec::new(),
            operations: 0,
            limit,
        })
    }

    /// What is to be done at the start.
    pub(super) fn begin(&mut self) -> Result<Vec<Errand<M>>, Over> {
        self.go_on(None)
    }

    /// The world and the observer, after the end.
    pub(super) fn into_parts(self) -> (Inline<M>, Box<dyn Observer<M>>) {
        (self.inline, self.observer)
    }

    /// An event is due, as somebody was asked to say.
    pub(super) fn due(
        &mut self,
        announced: &Announced,
        real: Duration,
    ) -> Result<Vec<Errand<M>>, Over> {
        self.read(real)?;
        let mut errands = Vec::new();
        if self.pacer.is_paused() || !self.inline.arbiter().awaits(announced) {
            // It will be asked for again; or it was called off meanwhile.
            return Ok(errands);
        }
        if self.pacer.now() < announced.due
            && let Some(at) = self.pacer.real(announced.due)
            && at > real
        {
            // Time was slowed down or taken out since.
            errands.push(Errand::Remind(announced.clone(), at));
            return Ok(errands);
        }
        if self.views > MOST_VIEWS && matches!(announced.target, Target::Robot(_)) {
            errands.push(Errand::Remind(announced.clone(), real + LATER));
            return Ok(errands);
        }
        errands.extend(self.operate(announced)?);
        Ok(errands)
    }

    /// A robot has come to the end of its Compute.
    pub(super) fn concluded(
        &mut self,
        robot: u32,
        answer: Answer<M>,
        real: Duration,
    ) -> Result<Vec<Errand<M>>, Over> {
        self.read(real)?;
        if self.pacer.is_paused() {
            self.held.push((robot, answer));
            return Ok(Vec::new());
        }
        self.act_on(robot, answer)
    }

    fn act_on(&mut self, robot: u32, answer: Answer<M>) -> Result<Vec<Errand<M>>, Over> {
        let Some(Thinking {
            next: announced,
            view,
        }) = self.thinking.remove(&robot)
        else {
            return Ok(Vec::new());
        };
        self.views -= view;
        if !self.inline.arbiter().awaits(&announced) {
            // It crashed while it computed.
            return Ok(Vec::new());
        }
        match answer {
            Answer::Inside(conclusion) => {
                if let Some(robot) = self.inline.robot_mut(robot) {
                    robot.conclude(conclusion);
                }
            }
            Answer::Outside(Ok(intent)) => self.input(Input::Answer { robot, intent }),
            Answer::Outside(Err(failure)) => {
                let what = match failure {
                    Failure::Controller(what) => what,
                    other => other.to_string(),
                };
                self.input(Input::Trouble { robot, what });
            }
        }
        self.operate(&announced)
    }

    /// Somebody steers the run.
    pub(super) fn obey(
        &mut self,
        orders: impl Iterator<Item = Order<M>>,
        real: Duration,
    ) -> Result<Vec<Errand<M>>, Over> {
        self.read(real)?;
        let mut errands = Vec::new();
        for order in orders {
            errands.extend(self.carry_out(order)?);
        }
        // However often the pace has changed, everybody is told once.
        let rested = self.reminded.is_none_or(|last| real >= last + SETTLES);
        if self.repaced && rested {
            (self.repaced, self.reminded) = (false, Some(real));
            errands.retain(|errand| !matches!(errand, Errand::Remind(..)));
            errands.push(Errand::Forget);
            let pending = self.inline.arbiter().pending_events();
            let pending = pending.into_iter();
            errands.extend(pending.filter_map(|announced| self.remind(announced)));
        }
        Ok(errands)
    }

    fn carry_out(&mut self, order: Order<M>) -> Result<Vec<Errand<M>>, Over> {
        let mut errands = Vec::new();
        match order {
            Order::Input(input) => {
                self.input(Input::Steer(input));
                self.inline
                    .take_inputs(self.observer.as_mut())
                    .map_err(Err)?;
                // Orders are carried out in their order, so nobody is asked for a reminder.
                for announced in self.inline.arbiter_mut().announced() {
                    errands.extend(self.operate(&announced)?);
                }
            }
            Order::Pace(Pace::Pause) if !self.pacer.is_paused() => {
                self.pacer.pause();
                self.pace(Pace::Pause)?;
            }
            Order::Pace(Pace::Resume) if self.pacer.is_paused() => {
                self.pacer.resume();
                self.pace(Pace::Resume)?;
                for (robot, answer) in std::mem::take(&mut self.held) {
                    errands.extend(self.act_on(robot, answer)?);
                }
            }
            Order::Pace(Pace::Rate(rate)) if rate != self.pacer.rate() => {
                self.pacer.set_rate(rate);
                self.pace(Pace::Rate(rate))?;
            }
            Order::Pace(_) | Order::Nudge => {}
            Order::Stop(end) => return Err(self.close(Some(end))),
            Order::Inspect(inspect) => {
                let state = self.inline.state();
                inspect(state, self.pacer.now().max(self.inline.arbiter().now()));
            }
        }
        Ok(errands)
    }

    /// Nothing has happened for a while: looks at the clock, and whether the run shall end.
    pub(super) fn beat(&mut self, real: Duration) -> Result<(), Over> {
        self.read(real)?;
        if self.limit.is_some_and(|limit| self.pacer.now() > limit) {
            return Err(self.close(Some(End::Time)));
        }
        match self.observer.idle() {
            Flow::Continue => Ok(()),
            Flow::Stop(end) => Err(self.close(Some(end))),
        }
    }

    /// Reads the clock.
    fn read(&mut self, real: Duration) -> Result<(), Over> {
        match self.pacer.read(real) {
            None => Ok(()),
            // Reminders come too early now, and are asked for again when they do.
            Some(gap) => self.note(Pace::Gap(gap)),
        }
    }

    /// Changes the pace: reminders have to be asked for again.
    fn pace(&mut self, pace: Pace) -> Result<(), Over> {
        self.repaced = true;
        self.note(pace)
    }

    /// Writes a change of the pace down.
    fn note(&mut self, pace: Pace) -> Result<(), Over> {
        self.input(Input::Pace(pace));
        let observer = self.observer.as_mut();
        self.inline.take_inputs(observer).map_err(Err)
    }

    fn input(&mut self, input: Input<M>) {
        let before = self.inline.arbiter().number();
        self.inline.schedule(before, input);
    }

    /// Carries an event out, now.
    fn operate(&mut self, announced: &Announced) -> Result<Vec<Errand<M>>, Over> {
        let last = self.inline.arbiter().now();
        let stamp = self.pacer.now().max(last.next_up());
        let operation = announced.at(stamp);
        self.input(Input::Operation(operation));
        let flow = self.inline.advance(self.observer.as_mut());
        match flow {
            Ok(Some(Flow::Continue)) => self.operations += 1,
            Ok(Some(Flow::Stop(end))) => {
                self.operations += 1;
                return Err(self.close(Some(end)));
            }
            Ok(None) => return Err(self.close(None)),
            Err(error) => {
                self.observer
                    .failed(self.inline.arbiter().number(), &operation);
                return Err(Err(error));
            }
        }
        self.go_on(Some(&announced.target))
    }

    /// What follows from the events that have become pending; or that nothing does.
    fn go_on(&mut self, handled: Option<&Target>) -> Result<Vec<Errand<M>>, Over> {
        if self.inline.arbiter().is_over() {
            // The arbiter names the end.
            return match self.inline.advance(self.observer.as_mut()) {
                Ok(_) => Err(self.close(None)),
                Err(error) => Err(Err(error)),
            };
        }
        let mut errands = Vec::new();
        for announced in self.inline.arbiter_mut().announced() {
            if let (Some(handled), Target::Robot(id)) = (handled, &announced.target)
                && announced.target == *handled
                && let Some(thought) = self.inline.robot(*id).and_then(|robot| robot.thought())
            {
                let arbiter = self.inline.arbiter();
                let look = Look {
                    event: arbiter.number().saturating_sub(1),
                    time: arbiter.now(),
                };
                errands.push(Errand::Think(*id, look, thought));
                let view = self.inline.robot(*id).map_or(0, M::Robot::view_bytes);
                self.views += view;
                let thinking = Thinking {
                    next: announced.clone(),
                    view,
                };
                self.thinking.insert(*id, thinking);
            } else {
                errands.extend(self.remind(announced));
            }
        }
        Ok(errands)
    }

    /// The reminder of an event, unless time stands still or a robot computes until then.
    fn remind(&self, announced: Announced) -> Option<Errand<M>> {
        if let Target::Robot(id) = announced.target
            && self
                .thinking
                .get(&id)
                .is_some_and(|thinking| thinking.next == announced)
        {
            return None;
        }
        let at = self.pacer.real(announced.due)?;
        Some(Errand::Remind(announced, at))
    }

    /// Writes down that the run has ended, and which robots were in the middle of a cycle.
    fn close(&mut self, end: Option<End>) -> Over {
        if let Some(end) = end {
            self.inline.arbiter_mut().stop(end);
        }
        let arbiter = self.inline.arbiter();
        let end = arbiter.ended().unwrap_or(End::Interrupted);
        let close = Input::Close {
            end,
            operations: self.operations,
            in_flight: self.inline.in_flight(),
        };
        let (before, now) = (arbiter.number(), arbiter.now());
        self.observer.input(before, now, &close);
        Ok(end)
    }
}

#[cfg(test)]
mod tests;
