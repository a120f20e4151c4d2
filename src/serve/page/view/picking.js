// Which robot is at a point, and what is to be said of the canvas.

import { ROW } from "./nodes.js";
import { ANCHOR, eased } from "./shown_particles.js";

/**
 * Where a robot is in the plane; for a particle, its head.
 * @param {import("../frame.js").Frame} frame
 * @param {number} robot
 * @returns {number}
 */
export function robot_x(frame, robot) {
  if (frame.model !== "amoebot") return frame.x[robot] + frame.ox;
  return along(frame, 4 * robot) + along(frame, 4 * robot + 1) / 2;
}

/** @param {import("../frame.js").Frame} frame @param {number} robot @returns {number} */
export function robot_y(frame, robot) {
  if (frame.model !== "amoebot") return frame.y[robot] + frame.oy;
  return along(frame, 4 * robot + 1) * ROW;
}

/** The same for the tail of a particle. */
export function tail_x(frame, robot) {
  return along(frame, 4 * robot + 2) + along(frame, 4 * robot + 3) / 2;
}

/** @returns {number} */
export function tail_y(frame, robot) {
  return along(frame, 4 * robot + 3) * ROW;
}

function along({ from, to, fraction }, at) {
  return from[at] + (to[at] - from[at]) * eased(fraction);
}

/**
 * The robot nearest to a point of the plane.
 * @param {import("../frame.js").Frame|null} frame
 * @param {number} x
 * @param {number} y
 * @param {number} reach how far it may be, in units of length
 * @returns {number} -1 for none
 */
export function pick(frame, x, y, reach) {
  if (!frame) return -1;
  return frame.model === "amoebot" ? pick_particle(frame, x, y, reach) : pick_point(frame, x, y, reach);
}

function pick_point(frame, x, y, reach) {
  const { n, x: xs, y: ys } = frame;
  const left = x - frame.ox;
  const low = y - frame.oy;
  let best = -1;
  let least = reach * reach;
  for (let robot = 0; robot < n; robot++) {
    const dx = xs[robot] - left;
    const dy = ys[robot] - low;
    const square = dx * dx + dy * dy;
    // Of those in one place the last one is on top.
    if (square <= least) {
      least = square;
      best = robot;
    }
  }
  return best;
}

function pick_particle(frame, x, y, reach) {
  let best = -1;
  let least = reach;
  for (let particle = 0; particle < frame.n; particle++) {
    const head = robot_x(frame, particle) - x;
    if (Math.abs(head) > reach + 1) continue;
    const distance = from_bar(head, robot_y(frame, particle) - y, tail_x(frame, particle) - x, tail_y(frame, particle) - y);
    if (distance <= least) {
      least = distance;
      best = particle;
    }
  }
  return best;
}

/** The distance of the origin from the segment between two points. */
function from_bar(x1, y1, x2, y2) {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / square));
  return Math.hypot(x1 + part * dx, y1 + part * dy);
}

/**
 * What is to be seen, for those who do not see it.
 * @param {import("../run.js").Run} run
 * @param {import("./picture.js").Picture} picture
 * @returns {string}
 */
export function in_words(run, { frame, shown, styles }) {
  if (!run.about || !frame) return "The swarm: nothing is open";
  const kind = frame.model === "amoebot" ? "particle" : "robot";
  const parts = [`${run.about.name}: ${frame.n} ${kind}${frame.n === 1 ? "" : "s"}`, `time ${Number(frame.time.toFixed(2))}`];
  const kinds = [];
  for (let number = 0; number < 256; number++) {
    if (shown.classes[number] > 0) kinds.push(`${shown.classes[number]} ${styles.words[number] ?? "others"}`);
  }
  if (kinds.length > 0) parts.push(`in sight: ${kinds.join(", ")}`);
  if (run.selected !== null) parts.push(`${kind} ${run.selected} is selected`);
  return parts.join("; ");
}

/**
 * What is said of a robot beside the pointer.
 * @param {import("./picture.js").Picture} picture
 * @param {number} robot
 * @returns {string}
 */
export function robot_in_words({ frame, styles, names }, robot) {
  const is_particle = frame.model === "amoebot";
  const name = names.get(robot);
  const bits = frame.state[robot];
  const words = [`${is_particle ? "particle" : "robot"} ${robot}${name ? ` (${name})` : ""}`];
  const word = styles.words[bits & 255];
  if (word) words.push(word);
  const light = is_particle ? 0 : (bits >> 8) & 255;
  if (light > 0) words.push(`${styles.light_words[light - 1] ?? "unknown"} light`);
  if (!is_particle && bits & 0x10000) words.push("with a fault");
  if (is_particle && bits & ANCHOR) words.push("anchor");
  return words.join(" \u00b7 ");
}
