// What a frame says: views on the bytes that the simulator packed. Nothing is copied.

/** How many bytes the header of a frame has: sixteen numbers of 64 bits. */
export const HEADER = 128;

/** The models in the order of their numbers in a frame. */
export const MODELS = ["oblot", "amoebot", "drones", "aggregate"];

const PLAYING = 1;
const ENDED = 2;
const BUSY = 4;
const TARGETS = 8;
const BONDS = 16;
const CIRCUITS = 32;

const NO_FLOATS = new Float32Array(0);
const NO_WHOLES = new Int32Array(0);
const NO_BITS = new Uint32Array(0);

/**
 * One frame, decoded. An object is used again for a later frame: who needs something of a frame
 * after the next one has come copies it.
 */
export class Frame {
  constructor() {
    /** @type {ArrayBuffer|null} The bytes. */
    this.buffer = null;
    /** Simulated time that is shown. */
    this.time = 0;
    /** How many events are committed at this frame. */
    this.event = 0;
    /** How many robots or particles there are. */
    this.n = 0;
    /** @type {"oblot"|"amoebot"|"drones"|"aggregate"} */
    this.model = "oblot";
    this.flags = 0;
    this.playing = false;
    /** The run has ended, and this is its end. */
    this.ended = false;
    /** A seek goes on. */
    this.busy = false;
    this.has_targets = false;
    this.has_bonds = false;
    this.has_circuits = false;
    /** Which run of the viewer this belongs to: opening another one counts it up. */
    this.generation = 0;
    /** From 0 to 1: how far a movement has come (amoebot). */
    this.fraction = 0;
    /** To be added to every position. */
    this.ox = 0;
    this.oy = 0;
    /** The furthest event and time computed. */
    this.head_event = 0;
    this.head_time = 0;
    /** Whether the run's end is known. */
    this.end_known = false;
    /** How many bonds, pins and nodes of objects there are. */
    this.m = 0;
    this.p = 0;
    this.o = 0;
    this.bytes = 0;
    // Sections of robots in the plane.
    this.x = NO_FLOATS;
    this.y = NO_FLOATS;
    this.state = NO_BITS;
    this.tx = NO_FLOATS;
    this.ty = NO_FLOATS;
    // Sections of particles.
    this.from = NO_WHOLES;
    this.to = NO_WHOLES;
    this.colour = NO_BITS;
    this.objects = NO_WHOLES;
    this.bonds = NO_WHOLES;
    this.pins = NO_FLOATS;
  }

  /**
   * Reads a frame. Sections that it does not have become empty.
   * @param {ArrayBuffer} buffer
   * @returns {Frame} this
   * @throws {RangeError} if the bytes are fewer than the header says
   */
  decode(buffer) {
    if (buffer.byteLength < HEADER) throw new RangeError("a frame without a header");
    const head = new Float64Array(buffer, 0, 16);
    if (head[15] > buffer.byteLength) throw new RangeError("a frame that is cut off");
    this.buffer = buffer;
    this.time = head[0];
    this.event = head[1];
    this.n = head[2];
    this.model = MODELS[head[3]] ?? "oblot";
    const flags = head[4];
    this.flags = flags;
    this.playing = (flags & PLAYING) !== 0;
    this.ended = (flags & ENDED) !== 0;
    this.busy = (flags & BUSY) !== 0;
    this.has_targets = (flags & TARGETS) !== 0;
    this.has_bonds = (flags & BONDS) !== 0;
    this.has_circuits = (flags & CIRCUITS) !== 0;
    this.generation = head[5];
    this.fraction = head[6];
    this.ox = head[7];
    this.oy = head[8];
    this.head_event = head[9];
    this.head_time = head[10];
    this.end_known = head[11] !== 0;
    this.m = head[12];
    this.p = head[13];
    this.o = head[14];
    this.bytes = head[15];
    if (this.model === "amoebot") this.particles(buffer);
    else this.points(buffer);
    return this;
  }

  /** The sections of robots in the plane. */
  points(buffer) {
    const n = this.n;
    let at = HEADER;
    this.x = new Float32Array(buffer, at, n);
    this.y = new Float32Array(buffer, (at += 4 * n), n);
    this.state = new Uint32Array(buffer, (at += 4 * n), n);
    at += 4 * n;
    this.tx = this.has_targets ? new Float32Array(buffer, at, n) : NO_FLOATS;
    this.ty = this.has_targets ? new Float32Array(buffer, at + 4 * n, n) : NO_FLOATS;
    this.from = this.to = this.objects = this.bonds = NO_WHOLES;
    this.colour = NO_BITS;
    this.pins = NO_FLOATS;
  }

  /** The sections of particles on the grid. */
  particles(buffer) {
    const n = this.n;
    let at = HEADER;
    this.from = new Int32Array(buffer, at, 4 * n);
    this.to = new Int32Array(buffer, (at += 16 * n), 4 * n);
    this.state = new Uint32Array(buffer, (at += 16 * n), n);
    this.colour = new Uint32Array(buffer, (at += 4 * n), n);
    this.objects = new Int32Array(buffer, (at += 4 * n), 3 * this.o);
    at += 12 * this.o;
    const m = this.has_bonds ? this.m : 0;
    this.bonds = m ? new Int32Array(buffer, at, 4 * m) : NO_WHOLES;
    at += 16 * m;
    this.pins = this.has_circuits ? new Float32Array(buffer, at, 8 * this.p) : NO_FLOATS;
    this.x = this.y = this.tx = this.ty = NO_FLOATS;
  }
}
