//! How the anchor's rest spreads over the bonds: breadth first, each pair of particles once.

use super::super::grid::Node;
use super::super::structure::Anchor;
use super::bonds::Web;
use super::conflict::{Conflict, ConflictKind};
use super::pairs::{self, Ties};

/// How far everything is displaced; particles by their origin. Nothing reached an object that has no
/// displacement.
pub(super) struct Displacements {
    pub(super) particles: Vec<Node>,
    pub(super) objects: Vec<Option<Node>>,
}

/// The search.
struct Spread<'a> {
    web: &'a Web<'a>,
    particles: Vec<Option<Node>>,
    objects: Vec<Option<Node>>,
    /// By particle: whether its bonds have been followed.
    followed: Vec<bool>,
    queue: Vec<u32>,
}

/// The displacements that the bonds demand.
///
/// # Errors
///
/// [`Conflict`] where they demand two of one particle or object, where a handover is not agreed, or
/// where some particle or the anchor is not reached.
pub(super) fn displacements(web: &Web<'_>) -> Result<Displacements, Conflict> {
    let (particles, objects) = (web.intents.len(), web.structure.objects().len());
    let mut spread = Spread {
        web,
        particles: vec![None; particles],
        objects: vec![None; objects],
        followed: vec![false; particles],
        queue: Vec::with_capacity(particles),
    };
    if particles == 0 {
        // Nobody moves the objects.
        return Ok(Displacements {
            particles: Vec::new(),
            objects: vec![Some(Node::ORIGIN); objects],
        });
    }
    spread.start(match web.structure.anchor() {
        Anchor::Particle(id) if (id as usize) < particles => id,
        _ => 0,
    });
    let mut next = 0;
    while let Some(&p) = spread.queue.get(next) {
        spread.follow(p)?;
        next += 1;
    }
    spread.finish()
}

impl Spread<'_> {
    fn start(&mut self, first: u32) {
        self.particles[first as usize] = Some(Node::ORIGIN);
        self.queue.push(first);
    }

    /// Follows all bonds of a particle that has been reached, but for those to particles that have
    /// been followed themselves.
    fn follow(&mut self, p: u32) -> Result<(), Conflict> {
        let web = self.web;
        let here = self.particles[p as usize].unwrap_or_default();
        // A particle has at most ten neighbours, one for each port.
        let mut seen = [u32::MAX; super::super::ports::MOST_PORTS];
        for (at, (_, _, q)) in web.ties(p).enumerate() {
            if self.followed[q as usize] || seen[..at].contains(&q) {
                continue;
            }
            seen[at] = q;
            let mut ties = Ties::default();
            let between = web.ties(p).filter(|(_, _, other)| *other == q);
            between.for_each(|(_, tie, _)| ties.add(tie));
            let intents = (&web.intents[p as usize], &web.intents[q as usize]);
            let relative = pairs::relative(intents.0, intents.1, &ties)
                .map_err(|kind| Conflict::particles(kind, [p, q]))?;
            self.reach(p, q, here + relative)?;
        }
        self.followed[p as usize] = true;
        for (_, end, object) in web.holds(p) {
            let shift = web.intents[p as usize].shift_of_object(end.label, end.half);
            self.reach_object(p, object, here + shift)?;
        }
        Ok(())
    }

    fn reach(&mut self, p: u32, q: u32, displacement: Node) -> Result<(), Conflict> {
        match self.particles[q as usize] {
            None => {
                self.particles[q as usize] = Some(displacement);
                self.queue.push(q);
                Ok(())
            }
            Some(before) if before == displacement => Ok(()),
            Some(_) => Err(Conflict::particles(ConflictKind::Offset, [p, q])),
        }
    }

    /// An object that is reached takes all along that are bonded to it, directly or through others.
    fn reach_object(&mut self, p: u32, object: u32, displacement: Node) -> Result<(), Conflict> {
        match self.objects[object as usize] {
            Some(before) if before == displacement => return Ok(()),
            Some(_) => {
                return Err(Conflict {
                    kind: ConflictKind::Object,
                    particles: vec![p],
                    objects: vec![object],
                });
            }
            None => {}
        }
        self.objects[object as usize] = Some(displacement);
        let mut stack = vec![object];
        while let Some(o) = stack.pop() {
            for (_, other) in self.web.contacts(o) {
                if self.objects[other as usize].is_none() {
                    self.objects[other as usize] = Some(displacement);
                    stack.push(other);
                }
            }
        }
        Ok(())
    }

    /// Looks for particles that were not reached, and lets the anchor rest.
    fn finish(self) -> Result<Displacements, Conflict> {
        let kind = ConflictKind::Disconnected;
        let unreached: Vec<u32> = (0..)
            .zip(&self.particles)
            .filter(|(_, displacement)| displacement.is_none())
            .map(|(id, _)| id)
            .collect();
        if !unreached.is_empty() {
            return Err(Conflict::particles(kind, unreached));
        }
        let rest = match self.web.structure.anchor() {
            Anchor::Object(id) if (id as usize) < self.objects.len() => {
                self.objects[id as usize].ok_or_else(|| Conflict {
                    kind,
                    particles: Vec::new(),
                    objects: vec![id],
                })?
            }
            _ => Node::ORIGIN,
        };
        let relative = |displacement: Option<Node>| Some(displacement? - rest);
        let particles = self.particles.into_iter();
        Ok(Displacements {
            particles: particles.flatten().map(|there| there - rest).collect(),
            objects: self.objects.into_iter().map(relative).collect(),
        })
    }
}
