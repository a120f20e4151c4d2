/** The passage of time that the timeline and the curves show, one for the page. */

import { axis_end } from "./ticks.js";

/** At most so much is enlarged. */
const SHORTEST = 1e-6;

/** The range of times on screen. */
export class TimeScale {
  constructor() {
    /** Where the axis ends: the end of the run, or somewhat beyond what is known of it. */
    this.end = 10;
    this.from = 0;
    this.to = 10;
    this.whole = true;
    this.listeners = new Set();
    this.pointers = new Set();
    /** The time that somebody points at, or null. */
    this.pointed = null;
  }

  /**
   * Hears of the time that is pointed at, on the timeline or on a curve.
   * @param {(time: number|null) => void} fn
   */
  on_point(fn) {
    this.pointers.add(fn);
  }

  /** @param {number|null} time */
  point(time) {
    if (time === this.pointed) return;
    this.pointed = time;
    for (const fn of this.pointers) fn(time);
  }

  /**
   * Hears of changes.
   * @param {() => void} fn
   */
  on_change(fn) {
    this.listeners.add(fn);
  }

  changed() {
    for (const fn of this.listeners) {
      fn();
    }
  }

  /**
   * Says how far the runs are known.
   * @param {number} head
   * @param {boolean} ended whether nothing comes after it
   * @param {number} least what is shown at least of a run that goes on
   */
  known(head, ended, least) {
    const end = ended && head > 0 ? head * 1.01 : axis_end(head, least);
    if (end === this.end) {
      return;
    }
    this.end = end;
    if (this.whole) {
      this.to = end;
    } else {
      this.settle(this.from, this.to);
    }
    this.changed();
  }

  /** Shows all of the run. */
  show_all() {
    this.settle(0, this.end);
    this.changed();
  }

  /**
   * Enlarges about a time.
   * @param {number} time
   * @param {number} factor above 1 shows less
   */
  zoom(time, factor) {
    const span = Math.min(this.end, Math.max(this.end * SHORTEST, (this.to - this.from) / factor));
    const part = (time - this.from) / (this.to - this.from);
    this.settle(time - part * span, time - part * span + span);
    this.changed();
  }

  /**
   * Moves what is shown.
   * @param {number} by time
   */
  pan(by) {
    const { from, to } = this;
    this.settle(from + by, to + by);
    if (this.from !== from || this.to !== to) {
      this.changed();
    }
  }

  /** Keeps a time on screen that moves on. */
  follow(time) {
    if (!this.whole && (time > this.to || time < this.from)) {
      const span = this.to - this.from;
      this.settle(time - span * 0.1, time + span * 0.9);
      this.changed();
    }
  }

  /** Takes a range, held within the axis. */
  settle(from, to) {
    const span = Math.min(to - from, this.end);
    this.from = Math.max(0, Math.min(from, this.end - span));
    this.to = this.from + span;
    this.whole = span >= this.end * (1 - 1e-9);
    if (this.whole) {
      this.from = 0;
      this.to = this.end;
    }
  }

  /** The pixel of a time on an axis of this width. */
  x(time, width) {
    return ((time - this.from) / (this.to - this.from)) * width;
  }

  /** The time at a pixel. */
  time(x, width) {
    return this.from + (x / width) * (this.to - this.from);
  }
}

const scales = new WeakMap();

/**
 * The scale of a page.
 * @param {object} app
 * @returns {TimeScale}
 */
export function scale_of(app) {
  let scale = scales.get(app);
  if (!scale) {
    scale = new TimeScale();
    scales.set(app, scale);
  }
  return scale;
}
