//! Rounds and turns: some robots, or exactly one, look at one instant, and the next round comes
//! when the last of their moves has ended.

use std::sync::Arc;

use super::pace::Pace;
use super::{Outset, Planner};
use crate::dice::Touched;
use crate::model::oblot::census::Census;
use crate::model::oblot::directive::Payload;
use crate::model::oblot::{Event, Kind, Oblot};
use crate::model::{Cancel, ENVIRONMENT, End, Members as PhaseMembers, Target, Wake};
use crate::scenario::{ScenarioError, Section};

/// Who takes part in a round, or whose turn it is.
pub trait Members: std::fmt::Debug + Send + Sync {
    /// Takes over what it needs for the run.
    fn begin(&mut self, outset: Outset<'_>) {
        let _ = outset;
    }

    /// Chooses among the robots that are free to take part in the round that starts at `now`.
    /// Somebody is.
    fn choose(&mut self, free: &Free<'_>, now: f64) -> Next;

    /// The dice that were drawn from.
    fn touched(&self) -> Vec<Touched> {
        Vec::new()
    }

    /// A copy, for a checkpoint.
    fn copy(&self) -> Box<dyn Members>;
}

/// What comes next.
#[derive(Clone, Debug)]
pub enum Next {
    /// A round of these robots, in increasing order of their ids, at least one; and what they are
    /// told. In a sequential schedule it is exactly one robot.
    Round(Vec<u32>, Payload),
    /// Everybody whose round it is must rest: the round passes without them.
    Nobody,
    /// No round comes any more.
    Over,
}

/// The robots that may take part in the next round.
#[derive(Clone, Copy, Debug)]
pub struct Free<'a> {
    /// The books.
    pub census: &'a Census,
    /// Robots that must rest, in increasing order of their ids.
    resting: &'a [u32],
}

impl<'a> Free<'a> {
    /// All active robots but these, which come in increasing order of their ids.
    #[must_use]
    pub fn new(census: &'a Census, resting: &'a [u32]) -> Self {
        Free { census, resting }
    }

    /// Whether a robot may take part.
    #[must_use]
    pub fn has(&self, robot: u32) -> bool {
        self.census.is_active(robot) && self.resting.binary_search(&robot).is_err()
    }

    /// All that may take part, in increasing order of their ids.
    #[must_use]
    pub fn ids(&self) -> Vec<u32> {
        let mut ids = self.census.active_ids();
        if !self.resting.is_empty() {
            ids.retain(|&id| self.resting.binary_search(&id).is_err());
        }
        ids
    }

    /// Whether nobody may take part.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // Some of those who must rest may not be active any more.
        let resting = self.resting.iter();
        let active = resting.filter(|&&id| self.census.is_active(id)).count();
        active >= self.census.active()
    }
}

/// A round that is planned and has not begun.
#[derive(Clone, Debug)]
struct Planned {
    time: f64,
    members: Arc<Vec<u32>>,
    payload: Payload,
    /// Whether it is a turn that somebody wanted, ahead of the one that the scheduler chose.
    wanted: bool,
}

impl Planned {
    /// A turn that somebody wants.
    fn wanted(robot: u32, time: f64) -> Self {
        Planned {
            time,
            members: Arc::new(vec![robot]),
            payload: Payload::Nothing,
            wanted: true,
        }
    }
}

/// The rounds of a synchronous scheduler, or the turns of a sequential one.
#[derive(Debug)]
pub struct Rounds {
    pace: Pace,
    members: Box<dyn Members>,
    /// Whether these are turns of single robots.
    turns: bool,
    /// Whether no robot takes part in two rounds in a row.
    restricted: bool,
    /// Who takes part in the present round, where they must rest in the next.
    resting: Vec<u32>,
    /// Who had to rest in the present one.
    rested: Vec<u32>,
    /// When the present round began.
    began: f64,
    /// The round that is planned and has not begun.
    planned: Option<Planned>,
    /// Robots that somebody has be activated next, and that have not been since.
    wanted: Vec<u32>,
    /// The turn that such a robot came ahead of.
    deferred: Option<(u32, Payload)>,
    /// How many activations there were.
    activations: u64,
}

impl Rounds {
    /// Reads the times of synchronous rounds.
    pub(super) fn read(
        section: &Section<'_>,
        members: Box<dyn Members>,
    ) -> Result<Self, ScenarioError> {
        Ok(Self::new(Pace::read(section)?, members, false))
    }

    /// Reads the times of turns.
    pub(super) fn read_turns(
        section: &Section<'_>,
        members: Box<dyn Members>,
    ) -> Result<Self, ScenarioError> {
        Ok(Self::new(Pace::read_turns(section)?, members, true))
    }

    fn new(pace: Pace, members: Box<dyn Members>, turns: bool) -> Self {
        Rounds {
            pace,
            members,
            turns,
            restricted: false,
            resting: Vec::new(),
            rested: Vec::new(),
            began: 0.0,
            planned: None,
            wanted: Vec::new(),
            deferred: None,
            activations: 0,
        }
    }

    /// Whether no robot takes part in two rounds in a row.
    #[must_use]
    pub(super) fn restricted(mut self, restricted: bool) -> Self {
        self.restricted = restricted;
        self
    }

    /// Plans the next round, for `time` or, where everybody must rest, for one idle time later.
    fn plan(&mut self, time: f64, census: &Census) -> Option<Wake<Oblot>> {
        self.wanted.retain(|&id| census.is_active(id));
        if self.turns && !self.wanted.is_empty() {
            let robot = self.wanted.remove(0);
            return Some(self.put(Planned::wanted(robot, time)));
        }
        match self.choose(time, census) {
            Next::Round(members, payload) => Some(self.wake(time, members, payload)),
            Next::Over => None,
            Next::Nobody => {
                // After a round without anybody nobody has to rest.
                self.resting.clear();
                let time = self.pace.idle_until(time);
                match self.choose(time, census) {
                    Next::Round(members, payload) => Some(self.wake(time, members, payload)),
                    // Where nobody has to rest, there is somebody to choose.
                    Next::Nobody | Next::Over => None,
                }
            }
        }
    }

    fn choose(&mut self, time: f64, census: &Census) -> Next {
        if let Some((robot, payload)) = self.deferred.take()
            && census.is_active(robot)
        {
            return Next::Round(vec![robot], payload);
        }
        let free = Free::new(census, &self.resting);
        if free.is_empty() {
            return Next::Nobody;
        }
        let next = self.members.choose(&free, time);
        if self.wanted.is_empty() {
            return next;
        }
        let (mut wanted, later) = self.wanted.iter().partition(|&&id| free.has(id));
        self.wanted = later;
        match next {
            Next::Round(members, payload) => Next::Round(joined(&members, &wanted), payload),
            next if wanted.is_empty() => next,
            // Whatever the scheduler wants to happen next is left for the round after this one.
            Next::Nobody | Next::Over => {
                wanted.sort_unstable();
                Next::Round(wanted, Payload::Nothing)
            }
        }
    }

    /// The event of a round, which is planned from now on.
    fn wake(&mut self, time: f64, members: Vec<u32>, payload: Payload) -> Wake<Oblot> {
        if self.restricted {
            self.rested = std::mem::replace(&mut self.resting, members.clone());
        }
        self.put(Planned {
            time,
            members: Arc::new(members),
            payload,
            wanted: false,
        })
    }

    fn put(&mut self, planned: Planned) -> Wake<Oblot> {
        let (target, kind) = match planned.members[..] {
            [robot] if self.turns => (Target::Robot(robot), Kind::Look),
            _ => {
                debug_assert!(!self.turns, "a turn of {:?}", planned.members);
                let members = PhaseMembers::Only(Arc::clone(&planned.members));
                (Target::Phase(members), Kind::Round)
            }
        };
        let (time, payload) = (planned.time, planned.payload.clone());
        self.planned = Some(planned);
        Wake {
            time,
            target,
            kind,
            payload,
        }
    }

    /// The planned round as it is with this robot: in a synchronous schedule with those who take part
    /// anyway, in a sequential one in the place of the robot whose turn it would be. Leaves it to a
    /// later round where the robot must rest in this one.
    fn hurried(&mut self, robot: u32, planned: &Planned) -> Option<Planned> {
        if self.turns {
            if planned.wanted {
                self.wanted.push(robot);
                return None;
            }
            self.deferred = Some((planned.members[0], planned.payload.clone()));
            return Some(Planned::wanted(robot, planned.time));
        }
        if self.rested.binary_search(&robot).is_ok() {
            self.wanted.push(robot);
            return None;
        }
        let members = joined(&planned.members, &[robot]);
        if self.restricted {
            self.resting.clone_from(&members);
        }
        Some(Planned {
            members: Arc::new(members),
            ..planned.clone()
        })
    }

    /// Notes that a round has begun; says whether all its members were gone by then.
    fn begin(&mut self, event: &Event, census: &Census) -> bool {
        (self.began, self.planned) = (event.time, None);
        let acted = census.activations() > self.activations;
        let gone = |id: &u32| !census.is_active(*id);
        let all_gone = match &event.target {
            Target::Robot(id) => gone(id),
            Target::Phase(PhaseMembers::Only(ids)) => ids.iter().all(gone),
            Target::Phase(PhaseMembers::All) | Target::Part(_) => false,
        };
        !acted && all_gone
    }
}

/// Both together, in increasing order of the ids.
fn joined(members: &[u32], more: &[u32]) -> Vec<u32> {
    let mut all = [members, more].concat();
    all.sort_unstable();
    all.dedup();
    all
}

impl Planner for Rounds {
    fn first(&mut self, outset: Outset<'_>) -> Vec<Wake<Oblot>> {
        let census = outset.census;
        self.pace.begin(&outset.own_dice);
        self.members.begin(outset);
        self.plan(0.0, census).into_iter().collect()
    }

    fn next(
        &mut self,
        event: &Event,
        census: &Census,
        wakes: &mut Vec<Wake<Oblot>>,
    ) -> Option<End> {
        let now = event.time;
        let own = if self.turns { Kind::Look } else { Kind::Round };
        let missed = event.kind == own && self.begin(event, census);
        self.activations = census.activations();
        if self.planned.is_some() || census.busy() > 0 {
            return None;
        }
        // A round whose members all crashed before it began takes no time: the next one comes at
        // the same instant. It goes to robots that are active now, so this repeats at most as often
        // as robots can crash at one instant.
        let next = if missed {
            self.resting = std::mem::take(&mut self.rested);
            now
        } else {
            self.pace.next(self.began, now)
        };
        match self.plan(next, census) {
            Some(wake) => {
                wakes.push(wake);
                None
            }
            None => Some(End::Turns),
        }
    }

    /// The robot takes part in the next round beside those who were chosen, and has the next turn ahead
    /// of the one that was chosen, which comes after it. So a round or turn by hand displaces nothing
    /// that the scheduler chose, and what it promises of its own rounds and turns stands.
    fn activate(
        &mut self,
        robot: u32,
        _: f64,
        _: &Census,
        cancels: &mut Vec<Cancel<Kind>>,
        wakes: &mut Vec<Wake<Oblot>>,
    ) {
        if self.wanted.contains(&robot) {
            return;
        }
        let Some(planned) = self.planned.take() else {
            self.wanted.push(robot);
            return;
        };
        if planned.members.binary_search(&robot).is_err()
            && let Some(hurried) = self.hurried(robot, &planned)
        {
            let (id, kind) = match planned.members[..] {
                [robot] if self.turns => (robot as i32, Kind::Look),
                _ => (ENVIRONMENT, Kind::Round),
            };
            let time = planned.time;
            cancels.push(Cancel { time, id, kind });
            wakes.push(self.put(hurried));
        } else {
            self.planned = Some(planned);
        }
    }

    fn touched(&self) -> Vec<Touched> {
        let mut touched = self.members.touched();
        touched.extend(self.pace.touched());
        touched
    }

    fn copy(&self) -> Box<dyn Planner> {
        Box::new(Rounds {
            pace: self.pace.clone(),
            members: self.members.copy(),
            resting: self.resting.clone(),
            rested: self.rested.clone(),
            planned: self.planned.clone(),
            wanted: self.wanted.clone(),
            deferred: self.deferred.clone(),
            ..*self
        })
    }
}
