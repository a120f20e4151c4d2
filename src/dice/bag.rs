//! The bag of dice of one owner.

use std::fmt;

use super::{Draw, Numpy, Purpose, Stream, Touched};

/// The dice of one owner: a robot, or a part of the environment.
///
/// A bag made by [`Dice::new`] holds one independent [`Stream`] for each [`Purpose`]. A stream is
/// made when it is first asked for, so a bag that is never touched is small. A clone goes on where
/// the original stood: a checkpoint is a clone.
///
/// A bag made by [`Dice::new_shared`] has no streams. It draws from the one [`Numpy`] generator of
/// the run, whatever the purpose. That generator travels with the grant: whoever handles the event
/// holds it and hands it to [`Dice::on`], so the numbers are drawn in the order of the events.
#[derive(Clone)]
pub struct Dice {
    id: u32,
    source: Source,
}

/// Where a stream stands; see [`Dice::position`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position(u128);

#[derive(Clone)]
enum Source {
    Own {
        seed: u64,
        streams: [Option<Box<Stream>>; Purpose::COUNT],
    },
    Shared,
}

impl Dice {
    /// The bag of the owner `id`, with own streams under `seed`.
    ///
    /// Robots use their ids; parts of the environment use constants near `u32::MAX`.
    pub fn new(seed: u64, id: u32) -> Self {
        let streams = [const { None }; Purpose::COUNT];
        Self {
            id,
            source: Source::Own { seed, streams },
        }
    }

    /// The bag of the owner `id` in a run whose dice are shared.
    pub fn new_shared(id: u32) -> Self {
        Self {
            id,
            source: Source::Shared,
        }
    }

    /// The owner's id.
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// A bag to stand in for one that is away.
    pub fn away() -> Self {
        Self::new_shared(u32::MAX)
    }

    /// The die for `purpose`. `shared` are the run's shared dice, where it has them.
    ///
    /// # Panics
    ///
    /// If this bag draws from shared dice that are elsewhere at the moment. Then something draws
    /// outside its grant, which is an error in the simulator; own streams in their place would hide
    /// it and give numbers that nobody asked for.
    #[inline]
    pub fn on<'a>(&'a mut self, purpose: Purpose, shared: &'a mut Option<Box<Numpy>>) -> Die<'a> {
        match (&mut self.source, shared) {
            (Source::Own { seed, streams }, _) => {
                let stream = &mut streams[purpose.index()];
                Die::Own(stream.get_or_insert_with(|| first(*seed, purpose, self.id)))
            }
            (Source::Shared, Some(numpy)) => Die::Shared(numpy),
            (Source::Shared, None) => absent(self.id, purpose),
        }
    }

    /// Where the own stream for `purpose` stands.
    pub fn position(&self, purpose: Purpose) -> Position {
        let stream = match &self.source {
            Source::Own { streams, .. } => streams[purpose.index()].as_ref(),
            Source::Shared => None,
        };
        Position(stream.map_or(0, |stream| stream.position()))
    }

    /// Puts the own stream for `purpose` back to where it stood once. Shared dice stay as they are:
    /// what others have drawn since cannot be taken back.
    pub fn rewind(&mut self, purpose: Purpose, to: Position) {
        if let Source::Own { streams, .. } = &mut self.source
            && let Some(stream) = &mut streams[purpose.index()]
        {
            stream.rewind(to.0);
        }
    }

    /// The own streams that have been drawn from, in the order of the purposes. None for a bag of
    /// shared dice.
    pub fn touched(&self) -> impl Iterator<Item = Touched> + '_ {
        let streams = match &self.source {
            Source::Own { streams, .. } => streams.as_slice(),
            Source::Shared => &[],
        };
        // A stream can be asked for without being drawn from: a choice among one takes no word.
        Purpose::ALL
            .iter()
            .zip(streams)
            .filter_map(|(&purpose, stream)| {
                let position = stream.as_ref()?.position();
                (position > 0).then_some(Touched {
                    purpose,
                    id: self.id,
                    position,
                })
            })
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Dice");
        debug.field("id", &self.id);
        match &self.source {
            Source::Own { seed, .. } => {
                debug.field("seed", seed);
                for touched in self.touched() {
                    debug.field(touched.purpose.name(), &touched.position);
                }
            }
            Source::Shared => {
                debug.field("seed", &"shared");
            }
        }
        debug.finish()
    }
}

/// A stream at its first word. Out of line: it happens once for each purpose of an owner.
#[cold]
#[inline(never)]
fn first(seed: u64, purpose: Purpose, id: u32) -> Box<Stream> {
    Box::new(Stream::new(seed, purpose, id))
}

#[cold]
#[inline(never)]
fn absent(id: u32, purpose: Purpose) -> ! {
    panic!(
        "owner {id} drew for {} without the shared dice: a draw outside its grant",
        purpose.name()
    )
}

/// One die of a bag, ready to be drawn from. Draws move the generator behind it.
#[derive(Debug)]
pub enum Die<'a> {
    /// The owner's own stream for the purpose asked for.
    Own(&'a mut Stream),
    /// The generator that all owners share.
    Shared(&'a mut Numpy),
}

impl Draw for Die<'_> {
    #[inline]
    fn u64(&mut self) -> u64 {
        match self {
            Self::Own(stream) => stream.u64(),
            Self::Shared(numpy) => numpy.u64(),
        }
    }

    #[inline]
    fn u32(&mut self) -> u32 {
        match self {
            Self::Own(stream) => stream.u32(),
            Self::Shared(numpy) => numpy.u32(),
        }
    }
}
