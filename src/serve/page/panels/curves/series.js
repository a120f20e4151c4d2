/** The points of one curve, in typed arrays that grow. */

import { Column } from "../timeline/marks.js";

/** A curve: times and events in order, with a value at each; NaN where there is none. */
export class Series {
  /**
   * @param {string} name
   * @param {string} label
   * @param {string} [unit]
   */
  constructor(name, label, unit = "") {
    this.name = name;
    this.label = label;
    this.unit = unit;
    this.next = 0;
    /** Whether the last point only stands in for what is not told yet. */
    this.provisional = false;
    this.times = new Column();
    this.events = new Column();
    this.values = new Column();
    this.low = Infinity;
    this.high = -Infinity;
  }

  get length() {
    return this.times.length;
  }

  /**
   * Takes what the command `curves` said of this curve.
   * @param {{points: Array<[number, number, number|null|boolean]>, next: number, fresh?: boolean,
   *   last?: [number, number, number]|null}} said points of time, event and value; with `fresh` they
   *   take the place of what is known; `last` is the newest one, which may not stay
   */
  take(said) {
    if (said.fresh) this.clear();
    else if (this.provisional) this.pop();
    this.provisional = false;
    for (const [time, event, value] of said.points) this.push(time, event, value === null || value === undefined ? NaN : Number(value));
    if (said.last) {
      const [time, event, value] = said.last;
      this.push(time, event, Number(value));
      this.provisional = true;
    }
    this.next = said.next;
  }

  clear() {
    for (const column of [this.times, this.events, this.values]) column.clear();
    this.low = Infinity;
    this.high = -Infinity;
  }

  pop() {
    for (const column of [this.times, this.events, this.values]) column.length -= 1;
  }

  push(time, event, value) {
    this.times.push(time);
    this.events.push(event);
    this.values.push(value);
    if (value < this.low) {
      this.low = value;
    }
    if (value > this.high) {
      this.high = value;
    }
  }

  /**
   * The place of the point nearest to a time; -1 for a curve without points.
   * @param {number} time
   */
  nearest(time) {
    const after = this.times.lower_bound(time);
    if (after === this.length) {
      return this.length - 1;
    }
    if (after === 0) {
      return 0;
    }
    const times = this.times.values;
    // Of points at one time the last one counts: that is how things stood when the time was over.
    const near = time - times[after - 1] < times[after] - time ? times[after - 1] : times[after];
    return this.times.upper_bound(near) - 1;
  }

  /**
   * The place of the last point at or before a time; -1 if there is none.
   * @param {number} time
   */
  at(time) {
    return this.times.upper_bound(time) - 1;
  }
}
