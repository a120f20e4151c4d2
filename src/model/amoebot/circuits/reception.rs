//! What the particles received.

/// The beeps and messages that arrived in the last delivery, as far as they are not lost since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reception {
    /// By particle: a bit for each partition set that received a beep.
    beeps: Vec<u128>,
    /// By particle: a bit for each partition set that received a message. Empty where nobody did.
    sets: Vec<u128>,
    /// By particle: where its words start. Empty where nobody has any.
    first: Vec<u32>,
    /// The messages, by particle and set.
    words: Vec<u64>,
}

impl Reception {
    /// Nothing received by so many particles.
    #[must_use]
    pub fn silence(particles: usize) -> Self {
        Reception {
            beeps: vec![0; particles],
            ..Reception::default()
        }
    }

    /// Whether a partition set of a particle received a beep.
    ///
    /// # Panics
    ///
    /// If there is no such particle.
    #[inline]
    #[must_use]
    pub fn heard(&self, particle: u32, set: usize) -> bool {
        has(self.beeps(particle), set)
    }

    /// A bit for each partition set of a particle that received a beep.
    ///
    /// # Panics
    ///
    /// If there is no such particle.
    #[inline]
    #[must_use]
    pub fn beeps(&self, particle: u32) -> u128 {
        self.beeps[particle as usize]
    }

    /// A bit for each partition set of a particle that received a message.
    #[inline]
    #[must_use]
    pub fn messages(&self, particle: u32) -> u128 {
        self.sets.get(particle as usize).copied().unwrap_or(0)
    }

    /// The message that a partition set of a particle received.
    #[inline]
    #[must_use]
    pub fn message(&self, particle: u32, set: usize) -> Option<u64> {
        let sets = self.messages(particle);
        has(sets, set).then(|| {
            let before = (sets & ((1 << set) - 1)).count_ones();
            self.words[(self.first[particle as usize] + before) as usize]
        })
    }

    /// Adds what the next particle received: the beeps, and for each message the set, ascending, and
    /// the word. Only for a reception that is made from [`Reception::default`].
    pub(super) fn push(&mut self, beeps: u128) {
        self.beeps.push(beeps);
    }

    /// The same with messages: `sets` received them, `words` has one for each.
    pub(super) fn push_messages(&mut self, sets: u128, words: impl IntoIterator<Item = u64>) {
        self.first.push(self.words.len() as u32);
        self.sets.push(sets);
        self.words.extend(words);
    }

    /// What these particles received is lost.
    pub(super) fn forget(&mut self, particles: &[u32]) {
        for &particle in particles {
            self.beeps[particle as usize] = 0;
        }
        if particles
            .iter()
            .all(|&particle| self.messages(particle) == 0)
        {
            return;
        }
        let (before, mut kept) = (self.clone(), self.sets.clone());
        for &particle in particles {
            kept[particle as usize] = 0;
        }
        (self.sets, self.first, self.words) = Default::default();
        if kept.iter().all(|&sets| sets == 0) {
            return;
        }
        for (particle, sets) in (0..).zip(kept) {
            let words = super::bits(sets).filter_map(|set| before.message(particle, set));
            self.push_messages(sets, words);
        }
    }
}

/// Whether a mask has a bit.
#[inline]
fn has(mask: u128, set: usize) -> bool {
    set < 128 && mask >> set & 1 == 1
}
