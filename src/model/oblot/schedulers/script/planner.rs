//! Carries out a script.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::steps::Step;
use crate::model::oblot::census::Census;
use crate::model::oblot::directive::{Directive, Directives, Payload};
use crate::model::oblot::schedulers::{Outset, Planner};
use crate::model::oblot::{Event, Kind, Oblot};
use crate::model::{Cancel, ENVIRONMENT, End, Members, Target, Wake};

/// The robots that look at one time, with what they are told.
#[derive(Clone, Debug)]
struct Group {
    time: f64,
    members: Vec<(u32, Directive)>,
}

/// Where a robot stands in the script.
#[derive(Clone, Debug, Default)]
struct Place {
    /// Its groups, in order.
    groups: Arc<[usize]>,
    /// Which of them comes next, and in which repetition.
    next: usize,
    lap: u64,
    /// When its next group comes, where that is pending.
    pending: Option<f64>,
    /// Whether an activation is pending that is in no group, because somebody wants it.
    extra: bool,
    /// Whether the robot was neither crashed nor terminated when it was looked at last.
    active: bool,
    /// When it looked last.
    looked: Option<f64>,
}

impl Place {
    /// The group that comes next for this robot, and in which repetition.
    fn group(&self) -> Option<(u64, usize)> {
        self.groups.get(self.next).map(|&group| (self.lap, group))
    }
}

/// The planner of a script.
///
/// A group is pushed when it is the next one of all its active members and all of them rest, so the
/// cycles of a robot never overlap, whatever the steps leave open. That is noticed in the event that
/// made it so: the end of a cycle, or the end of a robot for which the others waited. So a group is
/// pushed before its time or, where it has to wait, at the instant at which it can begin.
#[derive(Clone, Debug)]
pub(super) struct Script {
    groups: Arc<[Group]>,
    /// After which time they repeat, if they do.
    period: Option<f64>,
    places: Vec<Place>,
    /// How many active robots have groups left.
    left: usize,
    /// How many activations are pending that are in no group.
    extras: usize,
}

impl Script {
    pub(super) fn new(steps: &[Step], period: Option<f64>, robots: usize) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        for step in steps {
            let member = (step.robot, step.directive);
            match groups.last_mut() {
                Some(group) if group.time == step.time => group.members.push(member),
                _ => groups.push(Group {
                    time: step.time,
                    members: vec![member],
                }),
            }
        }
        let mut own = vec![Vec::new(); robots];
        for (place, group) in groups.iter_mut().enumerate() {
            group.members.sort_by_key(|(id, _)| *id);
            for (id, _) in &group.members {
                own[*id as usize].push(place);
            }
        }
        let place = |groups: Vec<usize>| Place {
            groups: groups.into(),
            ..Place::default()
        };
        Script {
            groups: groups.into(),
            period,
            places: own.into_iter().map(place).collect(),
            left: 0,
            extras: 0,
        }
    }

    /// Pushes the next group of a robot, if all its members are ready for it.
    fn push(&mut self, robot: u32, now: f64, census: &Census, wakes: &mut Vec<Wake<Oblot>>) {
        let place = &self.places[robot as usize];
        let Some((lap, number)) = place.group().filter(|_| place.active) else {
            return;
        };
        let groups = Arc::clone(&self.groups);
        let group = &groups[number];
        let members = || group.members.iter().filter(|(id, _)| census.is_active(*id));
        let ready = |(id, _): &(u32, Directive)| {
            let place = &self.places[*id as usize];
            let free = place.pending.is_none() && !place.extra && !census.is_busy(*id);
            free && place.group() == Some((lap, number))
        };
        if !members().all(ready) {
            return;
        }
        let mut time = group.time + self.period.unwrap_or(0.0) * lap as f64;
        time = time.max(now);
        for (id, _) in members() {
            let place = &self.places[*id as usize];
            // Where the clock cannot tell two repetitions apart, time goes on all the same.
            if let Some(looked) = place.looked {
                time = time.max(looked.next_up());
            }
        }
        let members: Vec<_> = members().copied().collect();
        for (id, _) in &members {
            self.places[*id as usize].pending = Some(time);
        }
        wakes.push(wake(time, &members));
    }

    /// Takes back a group that is pending at this time.
    fn withdraw(&mut self, number: usize, time: f64) -> Cancel<Kind> {
        let groups = Arc::clone(&self.groups);
        // Robots that have retired since are among those that it was pushed for.
        let mut members = Vec::new();
        for (id, _) in &groups[number].members {
            let place = &mut self.places[*id as usize];
            let is_next = place.group().is_some_and(|(_, next)| next == number);
            if is_next && place.pending == Some(time) {
                place.pending = None;
                members.push(*id);
            }
        }
        let (id, kind) = match members[..] {
            [robot] => (robot as i32, Kind::Look),
            _ => (ENVIRONMENT, Kind::Round),
        };
        Cancel { time, id, kind }
    }

    /// A step of a robot has begun, or came too late for it.
    fn begun(&mut self, robot: u32, now: f64) {
        let place = &mut self.places[robot as usize];
        if std::mem::take(&mut place.extra) {
            place.looked = Some(now);
            self.extras -= 1;
            return;
        }
        if place.pending.take().is_none() {
            return;
        }
        place.looked = Some(now);
        place.next += 1;
        if place.next < place.groups.len() {
            return;
        }
        if self.period.is_some() {
            (place.next, place.lap) = (0, place.lap + 1);
        } else if place.active {
            self.left -= 1;
        }
    }

    /// Notes that a robot is active no longer; says whether that is new.
    fn retired(&mut self, robot: u32) -> bool {
        let place = &mut self.places[robot as usize];
        if !std::mem::take(&mut place.active) {
            return false;
        }
        if place.group().is_some() {
            self.left -= 1;
        }
        true
    }
}

/// The activation of these robots, who come in increasing order of their ids.
fn wake(time: f64, members: &[(u32, Directive)]) -> Wake<Oblot> {
    if let [(robot, directive)] = members {
        return Wake {
            time,
            target: Target::Robot(*robot),
            kind: Kind::Look,
            payload: Payload::directive(*directive),
        };
    }
    let ids = members.iter().map(|(id, _)| *id).collect();
    let own: BTreeMap<_, _> = members.iter().copied().collect();
    Wake {
        time,
        target: Target::Phase(Members::Only(Arc::new(ids))),
        kind: Kind::Round,
        payload: Payload::Directives(Arc::new(Directives {
            common: Directive::default(),
            own,
        })),
    }
}

impl Planner for Script {
    fn first(&mut self, outset: Outset<'_>) -> Vec<Wake<Oblot>> {
        let census = outset.census;
        for (id, place) in (0u32..).zip(&mut self.places) {
            place.active = census.is_active(id);
            self.left += usize::from(place.active && !place.groups.is_empty());
        }
        let mut wakes = Vec::new();
        for id in 0..self.places.len() as u32 {
            self.push(id, 0.0, census, &mut wakes);
        }
        wakes
    }

    fn next(
        &mut self,
        event: &Event,
        census: &Census,
        wakes: &mut Vec<Wake<Oblot>>,
    ) -> Option<End> {
        let now = event.time;
        let robots = match &event.target {
            Target::Robot(id) => std::slice::from_ref(id),
            Target::Phase(Members::Only(ids)) => ids.as_slice(),
            Target::Phase(Members::All) | Target::Part(_) => &[],
        };
        let mut retired = false;
        for &robot in robots {
            if matches!(event.kind, Kind::Look | Kind::Round) {
                self.begun(robot, now);
            }
            if !census.is_active(robot) {
                retired |= self.retired(robot);
            }
        }
        if retired {
            // Any robot may have waited for this one.
            for robot in 0..self.places.len() as u32 {
                self.push(robot, now, census, wakes);
            }
        } else {
            for &robot in robots {
                self.push(robot, now, census, wakes);
            }
        }
        // Pending steps belong to robots that are active, or come too late for anybody.
        let over =
            self.left == 0 && self.extras == 0 && self.period.is_none() && census.busy() == 0;
        (over && wakes.is_empty()).then_some(End::Turns)
    }

    /// The robot is activated at once, besides its steps, of which none is lost: a group of its that is
    /// pending waits until it rests again.
    fn activate(
        &mut self,
        robot: u32,
        now: f64,
        _: &Census,
        cancels: &mut Vec<Cancel<Kind>>,
        wakes: &mut Vec<Wake<Oblot>>,
    ) {
        let place = &mut self.places[robot as usize];
        if place.extra {
            return;
        }
        place.extra = true;
        self.extras += 1;
        if let (Some(time), Some((_, number))) = (place.pending, place.group()) {
            cancels.push(self.withdraw(number, time));
        }
        wakes.push(Wake::robot(now, robot, Kind::Look));
    }

    fn copy(&self) -> Box<dyn Planner> {
        Box::new(self.clone())
    }
}
