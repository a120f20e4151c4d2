/** What happened in a run, by kind and time: thousands of marks, looked up by pixel. */

/** A column of numbers that grows. */
export class Column {
  constructor(room = 64) {
    this.values = new Float64Array(room);
    this.length = 0;
  }

  /** @param {number} value */
  push(value) {
    if (this.length === this.values.length) {
      const wider = new Float64Array(this.length * 2);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  clear() {
    this.length = 0;
  }

  /**
   * The first place whose value is at least this one; the length if there is none. The values have
   * to be in order.
   * @param {number} value
   * @returns {number}
   */
  lower_bound(value) {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.values[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The first place whose value is above this one; the length if there is none.
   * @param {number} value
   * @returns {number}
   */
  upper_bound(value) {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.values[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/** The kinds of marks, those that matter most first. */
export const KINDS = ["violation", "conflict", "collision", "crash", "fault", "input", "terminated"];

/** What the kinds are called, one and many. */
export const KIND_WORDS = {
  violation: ["violation", "violations"],
  conflict: ["conflict", "conflicts"],
  collision: ["collision", "collisions"],
  crash: ["crash", "crashes"],
  fault: ["fault", "faults"],
  input: ["input", "inputs"],
  terminated: ["termination", "terminations"],
};

/** The marks of one run. */
export class Marks {
  constructor() {
    this.next = 0;
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
  }

  clear() {
    this.next = 0;
    this.lanes.clear();
  }

  /**
   * Takes what the command `marks` said.
   * @param {{marks: Array, next: number}} reply
   */
  add(reply) {
    for (const [event, time, kind, robot, text] of reply.marks) {
      let lane = this.lanes.get(kind);
      if (!lane) {
        lane = new Lane(kind);
        this.lanes.set(kind, lane);
      }
      lane.add(event ?? NaN, time, robot, text);
    }
    this.next = reply.next;
  }

  /** The lanes that hold marks, those that matter most first. */
  present() {
    const place = (kind) => (KINDS.indexOf(kind) + 1 || KINDS.length + 1);
    return [...this.lanes.values()].sort((a, b) => place(a.kind) - place(b.kind));
  }

  /** How many marks there are. */
  count() {
    let sum = 0;
    for (const lane of this.lanes.values()) {
      sum += lane.times.length;
    }
    return sum;
  }
}

/** The marks of one kind, in the order of their times. */
export class Lane {
  constructor(kind) {
    this.kind = kind;
    this.times = new Column();
    this.events = new Column();
    this.robots = new Column();
    /** @type {Map<number, string>} by time: most marks have no text */
    this.texts = new Map();
  }

  add(event, time, robot, text) {
    let place = this.times.length;
    this.times.push(time);
    this.events.push(event);
    this.robots.push(robot);
    // Marks come in the order of the events; what a monitor finds may come late.
    while (place > 0 && this.times.values[place - 1] > time) {
      this.times.values[place] = this.times.values[place - 1];
      this.events.values[place] = this.events.values[place - 1];
      this.robots.values[place] = this.robots.values[place - 1];
      place -= 1;
    }
    this.times.values[place] = time;
    this.events.values[place] = event;
    this.robots.values[place] = robot;
    if (text) {
      this.texts.set(time, this.texts.has(time) ? `${this.texts.get(time)}; ${text}` : text);
    }
  }

  /** How many marks are in a range of times, its end not included. */
  count(from, to) {
    return this.times.lower_bound(to) - this.times.lower_bound(from);
  }

  /**
   * The place of the mark nearest to a time, at most so far away; -1 if there is none.
   * @param {number} time
   * @param {number} reach
   */
  nearest(time, reach) {
    const after = this.times.lower_bound(time);
    let best = -1;
    let least = reach;
    for (const place of [after - 1, after]) {
      if (place >= 0 && place < this.times.length) {
        const far = Math.abs(this.times.values[place] - time);
        if (far <= least) {
          least = far;
          best = place;
        }
      }
    }
    return best;
  }
}

/**
 * How many marks fall into each of equally wide bins of a range. The work depends on the bins, not
 * on the marks.
 * @param {Lane} lane
 * @param {number} from
 * @param {number} to
 * @param {Uint32Array} into one entry per bin
 * @returns {number} the fullest bin
 */
export function density(lane, from, to, into) {
  const bins = into.length;
  let start = lane.times.lower_bound(from);
  let most = 0;
  for (let bin = 0; bin < bins; bin += 1) {
    const last = bin === bins - 1;
    const edge = from + ((to - from) * (bin + 1)) / bins;
    // What is at the very end belongs to the last bin.
    const end = last ? lane.times.upper_bound(to) : lane.times.lower_bound(edge);
    into[bin] = end - start;
    most = Math.max(most, into[bin]);
    start = end;
  }
  return most;
}

/**
 * What happened in words: "3 crashes, 1 violation".
 * @param {Array<[string, number]>} counts
 */
export function counts_text(counts) {
  return counts
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => {
      const [one, many] = KIND_WORDS[kind] ?? [kind, `${kind}s`];
      return `${count} ${count === 1 ? one : many}`;
    })
    .join(", ");
}
