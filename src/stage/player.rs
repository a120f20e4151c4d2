//! The player: carries a run out, and shows it at any of its instants.

use std::fmt::Debug;

use serde_json::{Map, Value, json};

use super::books::{Books, Mark, MarkKind};
use super::checkpoints::{Checkpoints, Saved};
use super::follow::Setup;
use super::frame::{Header, Packer, flags};
use super::percept::Percepts;
use super::{By, Goal, Show, Sight, Speed, Stage, Staged};
use crate::arbiter::{Committed, Input, RunError, hex};
use crate::engine::{Checkpoint, Flow, Inline, Observer};
use crate::model::{End, Extras, Figure};
use crate::monitor::findings_to_json;

/// A run of a model, to be looked at.
#[derive(Debug)]
pub struct Player<M: Staged> {
    setup: Setup<M>,
    about: Map<String, Value>,
    run: Inline<M>,
    scribe: Scribe<M>,
    checkpoints: Checkpoints<M>,
    percepts: Percepts,
    /// How many of the inputs precede the next event or one before it.
    fed: usize,
    /// The operations of a run elsewhere are fed up to this event.
    timed: u64,
    orders: Option<Vec<(u64, String)>>,
    /// The instant that is shown; not before the last event.
    clock: f64,
    playing: bool,
    /// Whether the clock is further than the run.
    behind: bool,
    speed: Speed,
    aim: Option<Aim>,
    /// Why the run cannot go on, once it has failed.
    error: Option<RunError>,
    show: Show,
    /// Counts how often the timeline was cut, so that nobody takes old marks for new ones.
    generation: u64,
    /// How the run ended, once it has.
    ending: Option<Ending>,
    framed: Option<Framed>,
}

/// How a run ended.
#[derive(Clone, Debug)]
struct Ending {
    end: End,
    error: Option<RunError>,
    /// The digest of the dice; `None` where the state cannot be asked any more.
    dice: Option<String>,
    figures: Vec<Figure>,
}

/// Where a run is on its way to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    /// An instant.
    Place(Goal),
    /// Until so many epochs are over.
    Epochs(u64),
    /// Until so many rounds are over.
    Rounds(u64),
}

/// What decides whether a frame would be another one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Framed {
    event: u64,
    clock: u64,
    flags: u32,
    show: Show,
    generation: u64,
    head: u64,
}

/// The observer of the run that is shown.
#[derive(Debug)]
struct Scribe<M: Staged> {
    memory: M::Memory,
    books: Books<M>,
    /// What is done to the run, as far as lines say it.
    lines: Vec<(u64, String)>,
}

impl<M: Staged> Observer<M> for Scribe<M> {
    fn input(&mut self, before: u64, now: f64, input: &Input<M>) {
        if before < self.books.events || !matches!(input, Input::Steer(_)) {
            return;
        }
        let mut mark = Mark::at(before, now, MarkKind::Input, None);
        // The lines of one event are carried out as they stand.
        let earlier = self.books.marks.iter().rev();
        let earlier = earlier.take_while(|mark| mark.event == Some(before));
        let earlier = earlier.filter(|mark| mark.kind == MarkKind::Input).count();
        let mut lines = self.lines.iter().filter(|(event, _)| *event == before);
        mark.text = lines.nth(earlier).map(|(_, line)| line.clone());
        self.books.marks.push(mark);
    }

    fn committed(&mut self, committed: &Committed<'_, M>) -> Flow {
        M::remember(&mut self.memory, committed);
        if committed.event.number >= self.books.events {
            self.books.note(committed);
        }
        Flow::Continue
    }
}

impl<M: Staged> Player<M> {
    /// Begins at the start of a run.
    ///
    /// # Errors
    ///
    /// A run that cannot even start.
    pub fn new(setup: Setup<M>) -> Result<Self, RunError> {
        let monitored = !setup.monitors.known().is_empty();
        let extras = Extras {
            frames: monitored,
            percepts: false,
        };
        let mut plan = M::plan(&setup.scenario, extras);
        if let Some(events) = setup.events {
            let limit = plan.limits.events.map_or(events, |own| own.min(events));
            plan.limits.events = Some(limit);
        }
        let watcher = monitored.then(|| setup.monitors.begin(&plan.robots));
        let state = Checkpoint::start(plan)?;
        let run = Inline::resume(&state, setup.threads);
        let memory = M::memory(&setup.scenario, &run);
        let books = Books::new(watcher, run.director());
        let robots = run.robots().len();
        let start = Saved {
            event: 0,
            time: 0.0,
            state,
            memory: memory.clone(),
        };
        Ok(Player {
            about: M::introduce(&setup.scenario, &run),
            orders: setup.orders.clone(),
            scribe: Scribe {
                memory,
                books,
                lines: setup.orders.clone().unwrap_or_default(),
            },
            setup,
            run,
            checkpoints: Checkpoints::new(start, robots),
            percepts: Percepts::default(),
            fed: 0,
            timed: 0,
            clock: 0.0,
            playing: false,
            behind: false,
            speed: Speed::Units(1.0),
            aim: None,
            error: None,
            show: Show::default(),
            generation: 1,
            ending: None,
            framed: None,
        })
    }

    /// How many events were committed at the instant that is shown.
    fn event(&self) -> u64 {
        self.run.events()
    }

    /// How far the run has been carried out.
    fn furthest(&self) -> u64 {
        self.scribe.books.events
    }

    fn has_ended(&self) -> bool {
        self.error.is_some() || self.run.ended().is_some()
    }

    /// Whether nothing more can happen at the moment, because a run elsewhere has not got further.
    fn waits(&self) -> bool {
        let follow = self.setup.follow.as_ref();
        follow.is_some_and(|follow| self.event() >= follow.head() && follow.ended().is_none())
    }

    /// Takes over what has come from elsewhere.
    fn hear(&mut self) {
        if let Some(follow) = &mut self.setup.follow {
            self.setup.inputs.extend(follow.news());
        }
    }

    /// Gives the run the inputs that precede its next event.
    fn feed(&mut self) {
        let number = self.run.events();
        while let Some((before, input)) = self.setup.inputs.get(self.fed)
            && *before <= number
        {
            if *before == number {
                self.run.schedule(number, input.clone());
            }
            self.fed += 1;
        }
        if self.timed <= number
            && let Some(operation) = self.setup.operation(number)
        {
            self.run.schedule(number, Input::Operation(operation));
            self.timed = number + 1;
        }
    }

    /// Carries out the next event. Returns whether there was one.
    fn advance(&mut self) -> bool {
        if self.has_ended() || self.waits() {
            return false;
        }
        self.feed();
        let further = self.event() >= self.furthest();
        match self.run.advance(&mut self.scribe) {
            Ok(Some(_)) => {}
            Ok(None) => {
                self.end();
                return false;
            }
            Err(error) => {
                self.error = Some(error);
                self.end();
                return false;
            }
        }
        let event = self.event();
        if further && self.checkpoints.is_due(event) {
            self.save();
        }
        if self.run.ended().is_some() {
            self.end();
        }
        true
    }

    /// Keeps a checkpoint.
    fn save(&mut self) {
        let status = self.run.status();
        if let Some(state) = self.run.checkpoint() {
            self.checkpoints.keep(Saved {
                event: status.events,
                time: status.time,
                state,
                memory: self.scribe.memory.clone(),
            });
        }
    }

    /// The run has ended here, perhaps for the first time.
    fn end(&mut self) {
        let status = self.run.status();
        self.clock = status.time;
        self.playing = false;
        if self.ending.is_some() || status.events < self.furthest() {
            return;
        }
        let mut ending = Ending {
            end: status.ended.unwrap_or(End::Failed),
            error: self.error.clone(),
            dice: None,
            figures: Vec::new(),
        };
        if let Ok(state) = self.run.state() {
            let start = self.checkpoints.start();
            let before: Vec<_> = start.state.robots().iter().flatten().cloned().collect();
            ending.figures = M::figures(&before, &state.robots, &state.director, status.time);
            ending.dice = Some(hex(state.dice_digest()));
            let Scribe { books, .. } = &mut self.scribe;
            books.finish(&state.robots, &state.director, status.time);
        }
        if self.error.is_some() {
            ending.end = End::Failed;
        }
        self.ending = Some(ending);
    }

    /// Goes back, or on, to a copy of the run.
    fn restore(&mut self, saved: &Saved<M>) {
        self.run = Inline::resume(&saved.state, self.setup.threads);
        self.scribe.memory = saved.memory.clone();
        self.error = None;
        let inputs = &self.setup.inputs;
        self.fed = inputs.partition_point(|(before, _)| *before < saved.event);
        self.timed = saved.event;
    }

    /// Brings the run to a place from which the goal can be reached by going on.
    fn approach(&mut self, goal: Goal) {
        let (event, now) = (self.event(), self.run.time());
        let saved = match goal {
            Goal::Event(target) => {
                let saved = self.checkpoints.before_event(target);
                (target < event || saved.event > event).then_some(saved)
            }
            Goal::Time(target) => {
                let saved = self.checkpoints.before_time(target);
                (target < now || saved.event > event).then_some(saved)
            }
            Goal::End => {
                let saved = self.checkpoints.before_event(u64::MAX);
                (saved.event > event).then_some(saved)
            }
        };
        if let Some(saved) = saved {
            self.restore(&saved);
        }
    }

    /// Whether the next event belongs to what comes before the goal.
    fn is_before(&mut self, goal: Goal) -> bool {
        match goal {
            Goal::Event(target) => self.event() < target,
            Goal::Time(target) => {
                self.feed();
                self.run.next_time().is_some_and(|next| next <= target) || self.ends_next()
            }
            Goal::End => true,
        }
    }

    /// Whether the run ends without a further event, but does not know it yet.
    fn ends_next(&mut self) -> bool {
        !self.has_ended() && self.run.next_time().is_none()
    }

    /// Whether the aim is not reached yet.
    fn is_short_of(&mut self, aim: Aim) -> bool {
        let laps = M::laps(self.run.director());
        match aim {
            Aim::Place(goal) => self.is_before(goal),
            Aim::Epochs(epochs) => laps.epochs < epochs,
            Aim::Rounds(rounds) => laps.rounds < rounds,
        }
    }

    /// Goes towards the aim. Returns whether it is reached.
    fn pursue(&mut self, aim: Aim, events: u32) -> bool {
        for _ in 0..events {
            if self.is_short_of(aim) && self.advance() {
                continue;
            }
            let now = self.run.time();
            self.clock = match aim {
                Aim::Place(Goal::Time(target)) if !self.has_ended() => target.max(now),
                _ => now,
            };
            // A run elsewhere may still get there.
            return !(self.waits() && self.is_short_of(aim));
        }
        self.clock = self.run.time();
        false
    }

    /// Goes on as the clock says. Returns whether the clock is further than the run.
    fn follow_clock(&mut self, events: u32) -> bool {
        for _ in 0..events {
            let due = match self.speed {
                Speed::Most => true,
                Speed::Units(_) => self.is_before(Goal::Time(self.clock)),
            };
            if !due {
                return false;
            }
            if !self.advance() {
                if self.speed == Speed::Most {
                    self.clock = self.run.time();
                }
                return false;
            }
        }
        if self.speed == Speed::Most {
            self.clock = self.run.time();
        }
        true
    }

    fn flags(&self) -> u32 {
        let at_end = self.has_ended();
        let bits = [
            (self.playing, flags::PLAYING),
            (at_end, flags::ENDED),
            (self.aim.is_some(), flags::BUSY),
        ];
        let set = bits.into_iter().filter(|(holds, _)| *holds);
        set.fold(0, |flags, (_, bit)| flags | bit)
    }

    fn framed(&self) -> Framed {
        Framed {
            event: self.event(),
            clock: self.clock.to_bits(),
            flags: self.flags(),
            show: self.show,
            generation: self.generation,
            head: self.furthest(),
        }
    }

    fn sight(&self, time: f64) -> Sight<'_, M> {
        Sight {
            scenario: &self.setup.scenario,
            run: &self.run,
            memory: &self.scribe.memory,
            // Whoever steps to an event wants to see what it has done.
            is_moving: self.playing || self.clock > self.run.time(),
            time,
        }
    }

    /// Cuts off what came after the present event, and begins the books anew: what monitors know
    /// cannot be taken back, so the run is carried out again up to here.
    fn branch(&mut self, input: Input<M>) {
        let event = self.event();
        let inputs = &mut self.setup.inputs;
        inputs.truncate(inputs.partition_point(|(before, _)| *before <= event));
        inputs.push((event, input));
        // Where the run has ended, the monitors have said all they had to say.
        let closed = self.ending.take().is_some();
        if event < self.furthest() || closed {
            self.generation += 1;
            let start = self.checkpoints.start();
            self.restore(&start);
            self.checkpoints.cut(0);
            self.percepts.forget();
            let before = self.run.robots().iter().flatten().cloned();
            let before: Vec<_> = before.collect();
            let monitored = !self.setup.monitors.known().is_empty();
            let watcher = monitored.then(|| self.setup.monitors.begin(&before));
            self.scribe.books = Books::new(watcher, self.run.director());
            self.aim = Some(Aim::Place(Goal::Event(event)));
        } else {
            self.fed = self.fed.min(self.setup.inputs.len() - 1);
        }
        self.scribe.lines = self.orders.clone().unwrap_or_default();
    }

    /// What a robot saw when it looked last; `None` where that is not known.
    fn percept(&mut self, robot: u32) -> Option<Map<String, Value>> {
        let look = M::last_look(&self.scribe.memory, robot)?;
        if let Some(known) = self.percepts.get(robot, look) {
            return known.clone();
        }
        let saved = self.checkpoints.before_event(look);
        let mut copy = Inline::resume(&saved.state, 1);
        let inputs = &self.setup.inputs;
        let mut fed = inputs.partition_point(|(before, _)| *before < saved.event);
        loop {
            let number = copy.events();
            while let Some((before, input)) = inputs.get(fed)
                && *before <= number
            {
                // The answer of a controller outside is not wanted here, but its question.
                if number < look || !matches!(input, Input::Answer { .. } | Input::Trouble { .. }) {
                    copy.schedule(number, input.clone());
                }
                fed += 1;
            }
            if let Some(operation) = self.setup.operation(number) {
                copy.schedule(number, Input::Operation(operation));
            }
            if number >= look {
                break;
            }
            copy.advance(&mut ()).ok()??;
        }
        let mut percept = M::seen(copy, robot);
        if let Some(Value::Object(percept)) =
            percept.as_mut().and_then(|all| all.get_mut("percept"))
        {
            percept.insert("event".to_owned(), json!(look));
            percept.insert("radius".to_owned(), self.about["radius"].clone());
        }
        self.percepts.keep(robot, look, percept.clone());
        percept
    }
}

impl<M: Staged> Stage for Player<M> {
    fn about(&self) -> Map<String, Value> {
        let mut about = self.about.clone();
        about.insert("robots".to_owned(), json!(self.run.robots().len()));
        about.insert("generation".to_owned(), json!(self.generation));
        about
    }

    fn status(&mut self) -> Map<String, Value> {
        self.hear();
        let time = self.instant();
        let status = self.run.status();
        let at_end = self.has_ended();
        let books = &self.scribe.books;
        let mut values = vec![0; M::GAUGES.len()];
        M::gauges(self.run.director(), &mut values);
        let gauges = M::GAUGES.iter().zip(values);
        let figure = |key: &str, label: &str, value: &Value| json!({"key": key, "label": label, "value": value});
        let figures: Vec<Value> = match &self.ending {
            Some(ending) if at_end => {
                let known = ending
                    .figures
                    .iter()
                    .filter(|figure| !figure.value.is_null());
                let shown = known.map(|one| figure(one.key, one.label, &one.value));
                shown.collect()
            }
            _ => gauges
                .map(|((key, label), value)| figure(key, label, &json!(value)))
                .collect(),
        };
        let ending = self.ending.as_ref();
        let dice = ending
            .filter(|_| at_end)
            .and_then(|ending| ending.dice.as_ref());
        let speed = match self.speed {
            Speed::Units(units) => json!(units),
            Speed::Most => json!("max"),
        };
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("generation", json!(self.generation));
        put("event", json!(status.events));
        put("time", json!(time));
        put("head", json!({"event": books.events, "time": books.time}));
        put("ended", json!(ending.map(|ending| ending.end.name())));
        put("at_end", json!(at_end));
        let error = ending.and_then(|ending| ending.error.as_ref());
        let error = error.map(ToString::to_string);
        put("error", json!(error));
        put("digest", json!(hex(status.digest)));
        put("dice", json!(dice));
        put("playing", json!(self.playing));
        put("speed", speed);
        put("busy", json!(self.aim.is_some()));
        put("figures", json!(figures));
        put("findings", findings_to_json(&books.findings));
        put("marks", json!(books.marks.len()));
        let follow = self.setup.follow.as_ref();
        put("live", follow.map_or(Value::Null, |follow| follow.status()));
        object
    }

    fn number(&mut self, generation: u64) {
        self.generation = generation;
    }

    fn play(&mut self, speed: Speed) {
        self.speed = speed;
        self.aim = None;
        self.playing = !self.has_ended();
        if speed == Speed::Most {
            self.allow(Goal::End);
        }
    }

    fn pause(&mut self) {
        self.playing = false;
        self.aim = None;
        self.allow(Goal::Time(self.clock));
    }

    fn is_playing(&self) -> bool {
        self.playing || (self.aim.is_some() && self.setup.follow.is_some())
    }

    fn step(&mut self, by: By, count: i64) {
        let event = self.event();
        let epochs = by == By::Epoch;
        let goal = match by {
            By::Event => Goal::Event(event.saturating_add_signed(count)),
            By::Time => Goal::Time((self.instant() + count as f64).max(0.0)),
            By::Round | By::Epoch if count > 0 => {
                let laps = M::laps(self.run.director());
                let more = count.unsigned_abs();
                self.playing = false;
                self.aim = Some(match epochs {
                    true => Aim::Epochs(laps.epochs.saturating_add(more)),
                    false => Aim::Rounds(laps.rounds.saturating_add(more)),
                });
                self.allow(Goal::End);
                return;
            }
            By::Round | By::Epoch => {
                let back = 0..count.unsigned_abs().min(event);
                Goal::Event(back.fold(event, |at, _| self.scribe.books.lap(epochs, at)))
            }
        };
        self.seek(goal);
    }

    fn seek(&mut self, to: Goal) {
        self.playing = false;
        self.approach(to);
        self.aim = Some(Aim::Place(to));
        self.allow(to);
    }

    fn tick(&mut self, seconds: f64) {
        if let Speed::Units(units) = self.speed
            && self.playing
        {
            // Where the run does not keep up, the clock does not run away from it.
            let follow = self.setup.follow.as_ref();
            let most = follow.map_or(f64::INFINITY, |follow| follow.time());
            let wish = self.clock + units * seconds;
            if !self.behind && self.clock < most {
                self.clock = wish.min(most);
            }
            self.allow(Goal::Time(wish));
        }
    }

    fn work(&mut self, events: u32) -> bool {
        self.hear();
        if let Some(aim) = self.aim {
            let before = self.event();
            if self.pursue(aim, events) {
                self.aim = None;
                if matches!(aim, Aim::Epochs(_) | Aim::Rounds(_)) {
                    // How far that is nobody knew before.
                    self.allow(Goal::Event(self.event()));
                }
                return false;
            }
            // Whoever waits for a run elsewhere does not wait here.
            return self.event() > before;
        }
        self.behind = self.playing && self.follow_clock(events);
        self.behind
    }

    fn has_news(&mut self) -> bool {
        self.framed != Some(self.framed())
    }

    fn frame(&mut self, into: &mut Vec<u8>) {
        let time = self.instant();
        let header = Header {
            time,
            event: self.event(),
            model: M::NUMBER,
            flags: self.flags(),
            generation: self.generation,
            head_event: self.furthest(),
            head_time: self.scribe.books.time,
            end_known: self.ending.is_some(),
        };
        let mut packer = Packer::new(into);
        M::pack(&self.sight(time), self.show, &mut packer);
        packer.finish(&header);
        self.framed = Some(self.framed());
    }

    fn show(&mut self, show: Show) {
        self.show = show;
    }

    fn shown(&self) -> Show {
        self.show
    }

    fn card(&mut self, robot: u32) -> Result<Value, String> {
        let time = self.instant();
        let card = M::card(&self.sight(time), robot);
        let mut card = card.ok_or_else(|| self.no_robot(&robot.to_string()))?;
        for key in ["percept", "circle"] {
            card.insert(key.to_owned(), Value::Null);
        }
        // While the run goes on, what a robot saw long ago is not worth stopping for.
        if (!self.playing || self.run.robots().len() <= MOST_TO_LOOK_BACK)
            && let Some(percept) = self.percept(robot)
        {
            card.extend(percept);
        }
        Ok(Value::Object(card))
    }

    fn find(&self, text: &str) -> Result<u32, String> {
        let text = text.trim();
        let known = |id: &u32| matches!(self.run.robots().get(*id as usize), Some(Some(_)));
        let number = text.trim_start_matches('#').parse().ok().filter(known);
        let found = number.or_else(|| M::named(&self.setup.scenario, text));
        found.ok_or_else(|| self.no_robot(text))
    }

    fn marks(&self, since: usize) -> &[Mark] {
        self.scribe.books.marks.get(since..).unwrap_or_default()
    }

    fn curves(&self, since: &Map<String, Value>) -> Value {
        self.scribe.books.curves(since)
    }

    fn steer(&mut self, line: &str) -> Result<String, String> {
        if let Some(follow) = &mut self.setup.follow {
            return follow.steer(line);
        }
        if self.aim.is_some() {
            return Err("the run is on its way to another instant".to_owned());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let names = M::commands().iter();
        let mut names = names.map(|(usage, _)| usage.split(' ').next().unwrap_or(usage));
        match words.first() {
            None => return Err("expected a command".to_owned()),
            Some(name) if !names.any(|known| known == *name) => {
                let known: Vec<_> = M::commands().iter().map(|(usage, _)| *usage).collect();
                return Err(format!("expected one of {}", known.join(", ")));
            }
            Some(_) => {}
        }
        let input = M::command(&self.setup.scenario, &words)?;
        if self.has_ended() {
            return Err("the run has ended: nothing can be done to it any more".to_owned());
        }
        let line = words.join(" ");
        let event = self.event();
        if let Some(orders) = &mut self.orders {
            orders.retain(|(before, _)| *before <= event);
            orders.push((event, line.clone()));
        }
        self.branch(Input::Steer(input));
        Ok(format!("{line}: before event {event}"))
    }

    fn orders(&self) -> Option<&[(u64, String)]> {
        self.orders.as_deref()
    }

    fn head(&self) -> u64 {
        self.furthest()
    }

    fn start(&self) -> Option<Value> {
        M::positions(self.checkpoints.start().state.robots())
    }

    fn table(&mut self) -> String {
        let time = self.instant();
        M::table(&self.sight(time))
    }
}

/// With more robots nobody looks back at what a robot saw while the run goes on.
const MOST_TO_LOOK_BACK: usize = 2000;

impl<M: Staged> Player<M> {
    fn no_robot(&self, text: &str) -> String {
        let last = self.run.robots().len().saturating_sub(1);
        format!("expected a robot from 0 to {last}, found {text:?}")
    }

    /// The instant that is shown: what happens next has not happened yet.
    fn instant(&mut self) -> f64 {
        self.feed();
        let next = self.run.next_time().unwrap_or(f64::INFINITY);
        self.clock.min(next).max(self.run.time())
    }

    /// A run elsewhere may go on to this instant.
    fn allow(&mut self, goal: Goal) {
        if let Some(follow) = &mut self.setup.follow {
            follow.allow(goal);
        }
    }
}
