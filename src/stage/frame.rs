//! Frames: what is to be seen at an instant, packed in bytes.
//!
//! A frame is a header of sixteen `f64` and sections of four-byte numbers, all little-endian, so that a
//! page can look at each section as a typed array without copying it. `docs/page.md` says what stands
//! where.

/// The length of the header.
pub const HEADER_BYTES: usize = 128;

/// The bits of the header's flags.
pub mod flags {
    /// Time goes on.
    pub const PLAYING: u32 = 1;
    /// The run has ended, and this is its end.
    pub const ENDED: u32 = 2;
    /// The run is on its way to another instant.
    pub const BUSY: u32 = 4;
    /// Targets follow.
    pub const TARGETS: u32 = 8;
    /// Bonds follow.
    pub const BONDS: u32 = 16;
    /// Pins follow.
    pub const CIRCUITS: u32 = 32;
}

/// What the header says, apart from what the model packs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Header {
    pub(super) time: f64,
    pub(super) event: u64,
    pub(super) model: u8,
    pub(super) flags: u32,
    pub(super) generation: u64,
    pub(super) head_event: u64,
    pub(super) head_time: f64,
    pub(super) end_known: bool,
}

/// The fields of the header that the model sets.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    robots: usize,
    flags: u32,
    fraction: f64,
    origin: (f64, f64),
    bonds: usize,
    pins: usize,
    nodes: usize,
}

/// Packs the sections of a frame, one after the other.
#[derive(Debug)]
pub struct Packer<'a> {
    bytes: &'a mut Vec<u8>,
    counts: Counts,
}

impl<'a> Packer<'a> {
    /// Begins a frame in these bytes, whose room is used again.
    pub(super) fn new(bytes: &'a mut Vec<u8>) -> Self {
        bytes.clear();
        bytes.resize(HEADER_BYTES, 0);
        Packer {
            bytes,
            counts: Counts::default(),
        }
    }

    /// How many robots there are.
    pub fn robots(&mut self, robots: usize) {
        self.counts.robots = robots;
    }

    /// The point that all positions are relative to.
    pub fn origin(&mut self, x: f64, y: f64) {
        self.counts.origin = (x, y);
    }

    /// How much of the present movement is over, from 0 to 1.
    pub fn fraction(&mut self, fraction: f64) {
        self.counts.fraction = fraction;
    }

    /// Sets a flag.
    pub fn flag(&mut self, flag: u32) {
        self.counts.flags |= flag;
    }

    /// How many bonds, pins and nodes of objects follow.
    pub fn scenery(&mut self, bonds: usize, pins: usize, nodes: usize) {
        (self.counts.bonds, self.counts.pins, self.counts.nodes) = (bonds, pins, nodes);
    }

    /// Packs numbers of single precision.
    pub fn floats(&mut self, numbers: impl Iterator<Item = f32>) {
        for number in numbers {
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// Packs whole numbers without a sign.
    pub fn words(&mut self, numbers: impl Iterator<Item = u32>) {
        for number in numbers {
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// Packs whole numbers.
    pub fn wholes(&mut self, numbers: impl Iterator<Item = i32>) {
        for number in numbers {
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// Completes the frame with its header.
    pub(super) fn finish(self, header: &Header) {
        let Counts {
            robots,
            flags,
            fraction,
            origin,
            bonds,
            pins,
            nodes,
        } = self.counts;
        let fields = [
            header.time,
            header.event as f64,
            robots as f64,
            f64::from(header.model),
            f64::from(header.flags | flags),
            header.generation as f64,
            fraction,
            origin.0,
            origin.1,
            header.head_event as f64,
            header.head_time,
            f64::from(u8::from(header.end_known)),
            bonds as f64,
            pins as f64,
            nodes as f64,
            self.bytes.len() as f64,
        ];
        for (place, field) in self.bytes.chunks_exact_mut(8).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
    }
}
