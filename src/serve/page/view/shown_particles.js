// Which particles are in sight, where their heads and tails are on the canvas, and how they look.

import { ROW } from "./nodes.js";
import { Shown } from "./shown.js";

/** The radius of a particle, where the distance of neighbouring nodes is 1. */
export const RADIUS = 0.37;
/** The widths of outlines and bonds, in the same measure. */
export const LINE = 0.033;
export const BOND = 0.13;
/** The bits of a particle's state. */
export const COLOURED = 1 << 8;
export const ANCHOR = 1 << 9;
/** Looks are forgotten when there are more. */
const MOST_LOOKS = 400;

/** How far a movement is seen to have come: slow at both ends. @param {number} part */
export function eased(part) {
  return part <= 0 ? 0 : part >= 1 ? 1 : part * part * (3 - 2 * part);
}

/** The particles in sight of one pane: `x`, `y` are the heads. */
export class ShownParticles extends Shown {
  constructor() {
    super();
    this.tail_x = new Float32Array(0);
    this.tail_y = new Float32Array(0);
    /** The number of the look of each, in the order of `robots`. */
    this.look = new Int32Array(0);
    /** The place in that order of the anchor, or -1. */
    this.anchor = -1;
    /** The looks by number, their keys (a class, or 0x1RRGGBB), and how many in sight have them. */
    this.looks = [];
    this.keys = [];
    this.counts = new Int32Array(MOST_LOOKS);
    this.numbers = new Map();
    this.styles = null;
    /** Counts whenever the numbers of looks begin anew. */
    this.looks_version = 0;
  }

  /**
   * @param {import("../frame.js").Frame} frame
   * @param {{k: number, left: number, top: number, width: number, height: number}} place
   */
  find(frame, place) {
    const { n, from, to, state } = frame;
    this.begin(n);
    if (this.tail_x.length < this.robots.length) {
      this.tail_x = new Float32Array(this.robots.length);
      this.tail_y = new Float32Array(this.robots.length);
      this.look = new Int32Array(this.robots.length);
    }
    const { k, left, top } = place;
    const part = eased(frame.fraction);
    this.radius = RADIUS * k;
    this.anchor = -1;
    const reach = this.radius + k;
    const { robots, x: xs, y: ys, tail_x, tail_y, classes } = this;
    let count = 0;
    for (let particle = 0; particle < n; particle++) {
      const at = 4 * particle;
      const q = from[at] + (to[at] - from[at]) * part;
      const r = from[at + 1] + (to[at + 1] - from[at + 1]) * part;
      const x = (q + r / 2) * k + left;
      const y = top - r * ROW * k;
      if (!(x > -reach && x < place.width + reach && y > -reach && y < place.height + reach)) continue;
      const tail_q = from[at + 2] + (to[at + 2] - from[at + 2]) * part;
      const tail_r = from[at + 3] + (to[at + 3] - from[at + 3]) * part;
      const bits = state[particle];
      robots[count] = particle;
      xs[count] = x;
      ys[count] = y;
      tail_x[count] = (tail_q + tail_r / 2) * k + left;
      tail_y[count] = top - tail_r * ROW * k;
      if (!(bits & COLOURED)) classes[bits & 255] += 1;
      if (bits & ANCHOR) this.anchor = count;
      count += 1;
    }
    this.count = count;
  }

  /**
   * Numbers the looks: a class, or a paint.
   * @param {import("../frame.js").Frame} frame
   * @param {import("./colours.js").Styles} styles
   */
  find_looks(frame, styles) {
    if (styles !== this.styles || this.looks.length >= MOST_LOOKS) {
      this.styles = styles;
      this.numbers.clear();
      this.looks.length = this.keys.length = 0;
      this.looks_version += 1;
    }
    this.counts.fill(0);
    const { robots, look, count } = this;
    const { state, colour } = frame;
    let last_key = -1;
    let last = 0;
    for (let at = 0; at < count; at++) {
      const particle = robots[at];
      const key = state[particle] & COLOURED ? 0x1000000 | colour[particle] : state[particle] & 255;
      if (key !== last_key) {
        last_key = key;
        last = this.numbers.get(key) ?? this.add_look(key);
      }
      look[at] = last;
      this.counts[last] += 1;
    }
  }

  /** A new look. Where there are very many paints, the last ones of a picture look alike. */
  add_look(key) {
    const number = this.looks.length;
    if (number >= MOST_LOOKS) return MOST_LOOKS - 1;
    this.looks.push(key & 0x1000000 ? this.styles.paint(key & 0xffffff) : this.styles.of(key));
    this.keys.push(key);
    this.numbers.set(key, number);
    return number;
  }
}
