// Which robots are in sight, where they are on the canvas, and how many there are of what. The
// arrays are made once and grow with the swarm.

/** The robots in sight of one pane. */
export class Shown {
  constructor() {
    /** How many there are. */
    this.count = 0;
    /** How many there were in all. */
    this.all = 0;
    /** Their numbers. */
    this.robots = new Int32Array(0);
    /** Where they are on the canvas, in its pixels, in the order of `robots`. */
    this.x = new Float32Array(0);
    this.y = new Float32Array(0);
    /** How many robots in sight have a class (by class) and a light (by light + 1). */
    this.classes = new Int32Array(256);
    this.lights = new Int32Array(256);
    this.faulty = 0;
    this.lit = 0;
    /** The radius of a disc, in pixels of the canvas. */
    this.radius = 0;
    /** Counts whenever the legend may have changed. */
    this.version = 0;
  }

  /** Makes room for so many robots and forgets those of the last picture. @param {number} n */
  begin(n) {
    if (this.robots.length < n) {
      const room = Math.max(64, Math.ceil(n * 1.25));
      this.robots = new Int32Array(room);
      this.x = new Float32Array(room);
      this.y = new Float32Array(room);
    }
    this.count = 0;
    this.all = n;
    this.classes.fill(0);
    this.lights.fill(0);
    this.faulty = 0;
    this.lit = 0;
  }

  /**
   * Finds the robots of a frame that are in sight.
   * @param {import("../frame.js").Frame} frame
   * @param {{k: number, left: number, top: number, width: number, height: number}} place how the
   *   plane lies on the canvas: x * k + left, top - y * k
   * @param {number} radius of a disc, in pixels of the canvas
   */
  find(frame, place, radius) {
    const { n, x, y, state } = frame;
    const { k } = place;
    this.begin(n);
    this.radius = radius;
    const left = place.left + frame.ox * k;
    const top = place.top - frame.oy * k;
    const right_end = place.width + radius;
    const bottom_end = place.height + radius;
    const { robots, x: xs, y: ys, classes, lights } = this;
    let count = 0;
    let faulty = 0;
    for (let robot = 0; robot < n; robot++) {
      const at_x = x[robot] * k + left;
      const at_y = top - y[robot] * k;
      if (!(at_x > -radius && at_x < right_end && at_y > -radius && at_y < bottom_end)) continue;
      const bits = state[robot];
      robots[count] = robot;
      xs[count] = at_x;
      ys[count] = at_y;
      count += 1;
      classes[bits & 255] += 1;
      lights[(bits >> 8) & 255] += 1;
      faulty += (bits >> 16) & 1;
    }
    this.count = count;
    this.faulty = faulty;
    this.lit = count - lights[0];
  }
}

/**
 * How far apart the robots of a swarm are at its start, in units of length: what the size of their
 * discs goes by.
 * @param {number} n
 * @param {number} wide
 * @param {number} high
 * @returns {number}
 */
export function spacing_of(n, wide, high) {
  const long = Math.max(wide, high);
  if (!(long > 0) || n < 2) return 1;
  return Math.sqrt(Math.max(wide * high, (long * long) / n) / n);
}

/**
 * The radius of a disc in CSS pixels: it grows with the space that a robot has, but slower and
 * slower, as robots are points.
 * @param {number} space pixels between robots
 * @returns {number}
 */
export function radius_of(space) {
  const most = space < 20 ? 0.31 * space : 6.2 + 0.26 * Math.sqrt(space - 20);
  return Math.min(15, Math.max(0.6, most));
}
