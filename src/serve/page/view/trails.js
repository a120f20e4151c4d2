// Trails: where robots have come from. All robots of a small swarm leave one, of a large swarm only
// the selected one.

import { robot_x, robot_y } from "./picking.js";

/** All robots leave trails up to so many. */
const ALL = 120;
/** So many points has the trail of each of many robots, and that of a single one. */
const SHORT = 64;
const LONG = 2048;
/** A trail fades in so many steps. */
const SHADES = 5;
/** A point is added when the robot is this far, in pixels, from the last one. */
const STEP = 2.5;

/** The trails of one run. */
export class Trails {
  constructor() {
    this.on = false;
    this.length = SHORT;
    this.count = 0;
    /** The robot whose trail it is; -1 for all. */
    this.robot = -1;
    this.x = new Float64Array(0);
    this.y = new Float64Array(0);
    /** For every trail how many points were ever added. */
    this.added = new Int32Array(0);
    this.time = -Infinity;
    this.generation = -1;
  }

  clear() {
    this.added.fill(0);
    this.time = -Infinity;
  }

  /**
   * Adds where the robots are now. Going back in time begins the trails anew.
   * @param {import("../frame.js").Frame} frame
   * @param {number|null} selected
   * @param {number} scale pixels per unit
   */
  add(frame, selected, scale) {
    if (!this.on) return;
    const robot = frame.n <= ALL ? -1 : (selected ?? -2);
    const count = robot === -1 ? frame.n : robot === -2 ? 0 : 1;
    if (frame.generation !== this.generation || robot !== this.robot || count !== this.count) this.begin(frame, robot, count);
    if (frame.time < this.time) this.clear();
    if (frame.time === this.time) return;
    this.time = frame.time;
    const step = STEP / scale;
    for (let trail = 0; trail < count; trail++) {
      const which = robot === -1 ? trail : robot;
      this.point(trail, robot_x(frame, which), robot_y(frame, which), step);
    }
  }

  begin(frame, robot, count) {
    this.generation = frame.generation;
    this.robot = robot;
    this.count = count;
    this.length = count > 1 ? SHORT : LONG;
    if (this.x.length < count * this.length) {
      this.x = new Float64Array(count * this.length);
      this.y = new Float64Array(count * this.length);
    }
    if (this.added.length < count) this.added = new Int32Array(count);
    this.clear();
  }

  point(trail, x, y, step) {
    const { length } = this;
    const added = this.added[trail];
    if (added > 0) {
      const last = trail * length + ((added - 1) % length);
      if (Math.abs(this.x[last] - x) < step && Math.abs(this.y[last] - y) < step) return;
    }
    const at = trail * length + (added % length);
    this.x[at] = x;
    this.y[at] = y;
    this.added[trail] = added + 1;
  }

  /**
   * @param {import("./picture.js").Picture} picture
   * @param {CanvasRenderingContext2D} context
   */
  draw({ frame, place, theme, ratio, selected }, context) {
    if (!this.on || this.count === 0 || this.generation !== frame.generation) return;
    context.lineWidth = 1.4 * ratio;
    context.lineJoin = "round";
    for (let shade = 0; shade < SHADES; shade++) {
      context.beginPath();
      for (let trail = 0; trail < this.count; trail++) {
        if (this.robot === -1 && trail !== selected) this.part(frame, place, context, trail, shade);
      }
      context.globalAlpha = (0.5 * (shade + 1)) / SHADES;
      context.strokeStyle = theme.quiet.css;
      context.stroke();
      const own = this.robot === -1 ? (selected ?? -1) : 0;
      if (own < 0 || own >= this.count) continue;
      context.beginPath();
      this.part(frame, place, context, own, shade);
      context.globalAlpha = 0.25 + (0.75 * (shade + 1)) / SHADES;
      context.strokeStyle = theme.accent.css;
      context.stroke();
    }
    context.globalAlpha = 1;
    context.lineJoin = "miter";
  }

  /** Adds the part of a trail that has one shade to a path. */
  part(frame, { k, left, top }, context, trail, shade) {
    const { length } = this;
    const added = this.added[trail];
    const count = Math.min(added, length);
    const first = added - count + Math.floor((count * shade) / SHADES);
    const last = added - count + Math.floor((count * (shade + 1)) / SHADES);
    if (last <= first) return;
    for (let point = first; point <= last; point++) {
      const at = trail * length + (point % length);
      const is_now = point === added;
      const which = this.robot === -1 ? trail : this.robot;
      const x = (is_now ? robot_x(frame, which) : this.x[at]) * k + left;
      const y = top - (is_now ? robot_y(frame, which) : this.y[at]) * k;
      if (point === first) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  }
}
