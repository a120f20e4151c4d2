// The rectangle around a swarm, and whether it is in sight.

import { ROW } from "./nodes.js";
import { robot_x, robot_y } from "./picking.js";

/** A swarm that has drawn together is not shown larger than this part of how it began. */
const LEAST = 0.04;
/** A structure is never shown larger than this many nodes. */
const LEAST_NODES = 6;
/** How far a particle reaches around its node. */
const PARTICLE = 0.6;

const box = { left: 0, low: 0, right: 0, high: 0 };

/**
 * The rectangle around the robots of some panes.
 * @param {import("./pane.js").Pane[]} panes
 * @returns {{left: number, low: number, right: number, high: number}} the same object each time
 */
export function box_around(panes) {
  box.left = box.low = Infinity;
  box.right = box.high = -Infinity;
  let least = 0;
  for (const { run, picture } of panes) {
    if (!run.about) continue;
    const [left, low, right, high] = run.about.bounds;
    least = Math.max(least, picture.is_grid ? LEAST_NODES : LEAST * Math.max(right - left, high - low));
    if (!picture.has_frame || picture.frame.n === 0) widen(left, low, right, high);
    else add_robots(picture.frame);
  }
  if (box.left > box.right) widen(0, 0, 1, 1);
  if (!(least > 0)) least = 1;
  const more_x = Math.max(0, least - (box.right - box.left)) / 2;
  const more_y = Math.max(0, least - (box.high - box.low)) / 2;
  widen(box.left - more_x, box.low - more_y, box.right + more_x, box.high + more_y);
  return box;
}

function add_robots(frame) {
  const reach = frame.model === "amoebot" ? PARTICLE : 0;
  for (let robot = 0; robot < frame.n; robot++) {
    const x = robot_x(frame, robot);
    const y = robot_y(frame, robot);
    widen(x - reach, y - reach, x + reach, y + reach);
  }
  const { objects } = frame;
  for (let at = 0; at < objects.length; at += 3) {
    const x = objects[at] + objects[at + 1] / 2;
    const y = objects[at + 1] * ROW;
    widen(x - reach, y - reach, x + reach, y + reach);
  }
}

function widen(left, low, right, high) {
  if (left < box.left) box.left = left;
  if (low < box.low) box.low = low;
  if (right > box.right) box.right = right;
  if (high > box.high) box.high = high;
}

/** Whether a rectangle lies where no panel covers it. @param {import("./camera.js").Camera} camera */
export function is_inside({ left, low, right, high }, camera) {
  const { insets } = camera;
  return (
    camera.screen_x(left) >= insets.left && camera.screen_x(right) <= camera.width - insets.right &&
    camera.screen_y(high) >= insets.top && camera.screen_y(low) <= camera.height - insets.bottom
  );
}

/** Whether a rectangle is in sight, and not all too small. @param {import("./camera.js").Camera} camera */
export function is_well_seen(one, camera) {
  const wide = (one.right - one.left) * camera.scale;
  const high = (one.high - one.low) * camera.scale;
  return is_inside(one, camera) && (wide > camera.width / 5 || high > camera.height / 5);
}
