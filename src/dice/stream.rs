//! The own streams: one ChaCha8 key stream for each (seed, purpose, id).

use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Draw;

/// What a random number is for. Each purpose of each owner has a stream of its own.
///
/// The numbers are part of the layout of the streams and of the digest of the dice: they never
/// change and are never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum Purpose {
    /// When an owner acts next: the pauses between the activations of a robot.
    Activation = 1,
    /// What a randomised algorithm draws in its Compute.
    Algorithm = 2,
    /// Whether and how something fails, and who is faulty.
    Fault = 3,
    /// Where a move ends that may end early, and how it deviates.
    Movement = 4,
    /// Start positions and all else that is drawn before the first event.
    Start = 5,
    /// The noise of what is seen: positions, missed and false sightings.
    Sensing = 6,
    /// The fate of messages: delay, loss, order.
    Network = 7,
    /// The free choices of a scheduler: who acts, and together with whom.
    Choice = 8,
    /// The private frames of reference of robots.
    Frame = 9,
}

impl Purpose {
    /// How many purposes there are.
    pub const COUNT: usize = Self::ALL.len();

    /// All purposes, by number.
    pub const ALL: [Self; 9] = [
        Self::Activation,
        Self::Algorithm,
        Self::Fault,
        Self::Movement,
        Self::Start,
        Self::Sensing,
        Self::Network,
        Self::Choice,
        Self::Frame,
    ];

    /// The name, in lower case, as records and messages show it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Activation => "activation",
            Self::Algorithm => "algorithm",
            Self::Fault => "fault",
            Self::Movement => "movement",
            Self::Start => "start",
            Self::Sensing => "sensing",
            Self::Network => "network",
            Self::Choice => "choice",
            Self::Frame => "frame",
        }
    }

    /// The place in [`Purpose::ALL`]: the numbers start from 1 and have no gaps.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self as usize - 1
    }
}

/// The last 24 bytes of every key. They keep these streams apart from any other use of the same
/// seed, and a change of the layout would change them.
const DOMAIN: [u8; 24] = *b"formicary dice, layout 1";

/// One endless stream of random words: the ChaCha key stream (Bernstein 2008) of 8 rounds.
///
/// The 256-bit key is the seed, little-endian in 8 bytes, followed by the 24 bytes
/// `formicary dice, layout 1`. The 64-bit nonce is (purpose << 32) | id. The words are those of the
/// key stream, in order: a 32-bit draw takes one, a 64-bit draw takes two, the low half first.
///
/// Streams with different seeds, purposes or ids are independent for all practical purposes. One
/// takes about 300 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Stream {
    rng: ChaCha8Rng,
}

impl Stream {
    /// The stream of `purpose` and `id` under `seed`, at its first word.
    pub fn new(seed: u64, purpose: Purpose, id: u32) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..].copy_from_slice(&DOMAIN);
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(u64::from(purpose as u32) << 32 | u64::from(id));
        Self { rng }
    }

    /// How many 32-bit words have been drawn.
    pub fn position(&self) -> u128 {
        self.rng.get_word_pos()
    }

    /// Goes back, or on, to where `position` words have been drawn.
    pub(super) fn rewind(&mut self, position: u128) {
        self.rng.set_word_pos(position);
    }
}

impl Draw for Stream {
    #[inline]
    fn u64(&mut self) -> u64 {
        self.rng.next_u64()
    }

    #[inline]
    fn u32(&mut self) -> u32 {
        self.rng.next_u32()
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("nonce", &format_args!("{:#x}", self.rng.get_stream()))
            .field("position", &self.position())
            .finish()
    }
}
