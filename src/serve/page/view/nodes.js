// The triangular grid: where a node is in the plane, which particle is on it, and where objects are.

/** The distance of neighbouring rows, where the distance of neighbouring nodes is 1. */
export const ROW = Math.sqrt(3) / 2;

/** The steps to the six neighbours, counter-clockwise from the east. */
export const STEPS_Q = [1, 0, -1, -1, 0, 1];
export const STEPS_R = [0, 1, 1, 0, -1, -1];

function hash(q, r) {
  let bits = Math.imul(q, 0x9e3779b1) ^ Math.imul(r, 0x85ebca6b);
  bits ^= bits >>> 15;
  return Math.imul(bits, 0x2c1b3c6d) >>> 0;
}

/** Which half of which particle is on a node: a table without holes, made anew for a frame. */
export class Nodes {
  constructor() {
    this.room = 0;
    this.mask = 0;
    this.q = new Int32Array(0);
    this.r = new Int32Array(0);
    /** 1 + 2 * particle (+ 1 for the tail); 0 where the place is free. */
    this.who = new Int32Array(0);
    this.event = -1;
    this.generation = -1;
    this.n = -1;
  }

  /** Fills in who is where after the movement of a frame, if that is not known yet. @param {import("../frame.js").Frame} frame */
  read(frame) {
    if (frame.event === this.event && frame.generation === this.generation && frame.n === this.n) return;
    this.event = frame.event;
    this.generation = frame.generation;
    this.n = frame.n;
    const { n, to } = frame;
    if (this.room < 4 * n) {
      this.room = 1 << Math.ceil(Math.log2(Math.max(64, 4 * n)));
      this.mask = this.room - 1;
      this.q = new Int32Array(this.room);
      this.r = new Int32Array(this.room);
      this.who = new Int32Array(this.room);
    } else this.who.fill(0);
    for (let particle = 0; particle < n; particle++) {
      const at = 4 * particle;
      this.put(to[at], to[at + 1], 1 + 2 * particle);
      if (to[at] !== to[at + 2] || to[at + 1] !== to[at + 3]) this.put(to[at + 2], to[at + 3], 2 + 2 * particle);
    }
  }

  put(q, r, who) {
    let at = hash(q, r) & this.mask;
    while (this.who[at] !== 0) at = (at + 1) & this.mask;
    this.q[at] = q;
    this.r[at] = r;
    this.who[at] = who;
  }

  /** @returns {number} 1 + 2 * particle (+ 1 for the tail), or 0 for nobody */
  at(q, r) {
    if (this.room === 0) return 0;
    let at = hash(q, r) & this.mask;
    while (this.who[at] !== 0) {
      if (this.q[at] === q && this.r[at] === r) return this.who[at];
      at = (at + 1) & this.mask;
    }
    return 0;
  }
}

/** The objects: where their cells are, which sides of them are outlines, and how a movement displaces them. */
export class Objects {
  constructor() {
    this.nodes = new Int32Array(0);
    this.before = new Int32Array(0);
    /** For every cell the directions in which its object does not go on, as bits. */
    this.open = new Uint8Array(0);
    this.event = -1;
    this.generation = -1;
    /** How far each object (by index) is displaced by the movement: pairs of steps. */
    this.shift = new Float32Array(0);
    /** The cells in sight: which, and where their middles are on the canvas. */
    this.count = 0;
    this.cells = new Int32Array(0);
    this.x = new Float32Array(0);
    this.y = new Float32Array(0);
  }

  /** Looks at the objects of a frame, if they are not known yet. @param {import("../frame.js").Frame} frame */
  read(frame) {
    if (frame.event === this.event && frame.generation === this.generation) return;
    const follows = frame.generation === this.generation && frame.event > this.event;
    this.event = frame.event;
    this.generation = frame.generation;
    if (same(this.nodes, frame.objects)) {
      // What moved before has arrived.
      if (frame.fraction >= 1 || !follows) this.shift.fill(0);
      return;
    }
    this.before = this.nodes;
    this.nodes = frame.objects.slice();
    this.measure(follows && this.before.length === this.nodes.length && frame.fraction < 1);
    this.outline();
    const count = this.nodes.length / 3;
    this.cells = new Int32Array(count);
    this.x = new Float32Array(count);
    this.y = new Float32Array(count);
  }

  /** An object that was near in the frame before has moved with the structure. */
  measure(moves) {
    const { nodes, before } = this;
    let most = -1;
    for (let at = 2; at < nodes.length; at += 3) most = Math.max(most, nodes[at]);
    this.shift = new Float32Array(2 * (most + 1));
    if (!moves) return;
    for (let at = 0; at < nodes.length; at += 3) {
      this.shift[2 * nodes[at + 2]] = before[at] - nodes[at];
      this.shift[2 * nodes[at + 2] + 1] = before[at + 1] - nodes[at + 1];
    }
  }

  outline() {
    const { nodes } = this;
    const cells = new Set();
    for (let at = 0; at < nodes.length; at += 3) cells.add(`${nodes[at]},${nodes[at + 1]},${nodes[at + 2]}`);
    this.open = new Uint8Array(nodes.length / 3);
    for (let at = 0; at < nodes.length; at += 3) {
      let open = 0;
      for (let side = 0; side < 6; side++) {
        const beside = `${nodes[at] + STEPS_Q[side]},${nodes[at + 1] + STEPS_R[side]},${nodes[at + 2]}`;
        if (!cells.has(beside)) open |= 1 << side;
      }
      this.open[at / 3] = open;
    }
  }

  /**
   * Finds the cells in sight.
   * @param {{k: number, left: number, top: number, width: number, height: number}} place
   * @param {number} left how much of the movement is still to come, 0 to 1
   */
  find(place, left) {
    const { nodes, shift } = this;
    const { k } = place;
    let count = 0;
    for (let at = 0; at < nodes.length; at += 3) {
      const object = nodes[at + 2];
      const q = nodes[at] + shift[2 * object] * left;
      const r = nodes[at + 1] + shift[2 * object + 1] * left;
      const x = (q + r / 2) * k + place.left;
      const y = place.top - r * ROW * k;
      if (x < -k || y < -k || x > place.width + k || y > place.height + k) continue;
      this.cells[count] = at / 3;
      this.x[count] = x;
      this.y[count] = y;
      count += 1;
    }
    this.count = count;
  }
}

function same(one, other) {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
