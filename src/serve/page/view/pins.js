// The pins of particles in sight: where they are on the canvas, where the hub of their partition set
// is, and where their links lead.

import { ROW, STEPS_Q, STEPS_R } from "./nodes.js";
import { RADIUS } from "./shown_particles.js";

const SIXTH = Math.PI / 3;
/** Measures, in distances of neighbouring nodes. */
const PIN = 0.04;
export const HUB = 0.055;
export const WIDTH = 0.05;
export const BEEP = 0.105;
/** How far a beep spreads while it flashes. */
export const FLASH = 0.34;
/** A line of a circuit has a casing of this width on either side, so that it is seen on any paint. */
export const CASING = 0.022;
/** The length of a dash and of the gap after it. */
export const DASH = 0.083;
export const GAP = 0.05;
/** The numbers of a pin in a frame. */
const NUMBERS = 8;
/** In so many ways is a circuit drawn: grey, six colours, six colours with dashes. */
export const WAYS = 13;

/** Where the pin that is looked at is, with its hub, and where it leads, on the canvas. */
export const at = { x: 0, y: 0, hub_x: 0, hub_y: 0, end_x: 0, end_y: 0, has_hub: false, linked: false };

/**
 * Finds a pin on the canvas. Pins go along with the half of the particle that they are at.
 * @param {import("../frame.js").Frame} frame
 * @param {{k: number, left: number, top: number, width: number, height: number}} place
 * @param {number} pin
 * @param {number} left how much of the movement is still to come
 * @returns {boolean} whether it is in sight
 */
export function find_pin(frame, place, pin, left) {
  const { pins, from, to } = frame;
  const base = NUMBERS * pin;
  let x = pins[base];
  let y = pins[base + 1];
  let hub_x = pins[base + 2];
  let hub_y = pins[base + 3];
  at.has_hub = Math.abs(x - hub_x) > 1e-4 || Math.abs(y - hub_y) > 1e-4;
  if (left > 0) {
    const body = 4 * pins[base + 6];
    const half = nearest_half(to, body, x, y);
    const moved = (0.5 * (from[body + 1] - to[body + 1] + from[body + 3] - to[body + 3])) * left;
    const moved_q = (0.5 * (from[body] - to[body] + from[body + 2] - to[body + 2])) * left;
    const q = (from[half] - to[half]) * left;
    const r = (from[half + 1] - to[half + 1]) * left;
    x += q + r / 2;
    y += r * ROW;
    hub_x += at.has_hub ? moved_q + moved / 2 : q + r / 2;
    hub_y += (at.has_hub ? moved : r) * ROW;
  }
  const { k } = place;
  at.x = x * k + place.left;
  at.y = place.top - y * k;
  at.hub_x = hub_x * k + place.left;
  at.hub_y = place.top - hub_y * k;
  return at.x > -k && at.y > -k && at.x < place.width + k && at.y < place.height + k;
}

/** Where the half of a particle that is nearer to a point stands in the nodes of a frame. */
function nearest_half(to, body, x, y) {
  const head = Math.hypot(x - to[body] - to[body + 1] / 2, y - to[body + 1] * ROW);
  const tail = Math.hypot(x - to[body + 2] - to[body + 3] / 2, y - to[body + 3] * ROW);
  return tail < head ? body + 2 : body;
}

/** Finds where the link of a pin leads: half way to the neighbour, where there is one. */
export function find_link(frame, nodes, k, pin) {
  const { pins, to } = frame;
  const base = NUMBERS * pin;
  const half = nearest_half(to, 4 * pins[base + 6], pins[base], pins[base + 1]);
  const q = to[half];
  const r = to[half + 1];
  const x = pins[base] - q - r / 2;
  const y = pins[base + 1] - r * ROW;
  const side = (Math.round(Math.atan2(y, x) / SIXTH) + 6) % 6;
  at.linked = nodes.at(q + STEPS_Q[side], r + STEPS_R[side]) !== 0;
  if (!at.linked) return;
  const right = Math.cos(side * SIXTH);
  const up = Math.sin(side * SIXTH);
  const length = (0.5 - (x * right + y * up)) * k;
  at.end_x = at.x + right * length;
  at.end_y = at.y - up * length;
}

/** In which way a pin is drawn: 0 is grey, from 7 on with dashes. @returns {number} */
export function way_of(frame, pin) {
  const circuit = frame.pins[NUMBERS * pin + 4];
  return circuit < 0 ? 0 : 1 + (circuit % 12);
}

/** Whether the partition set of a pin beeps. */
export function beeps(frame, pin) {
  return frame.pins[NUMBERS * pin + 5] !== 0;
}

/** Whether a pin is the first one of its partition set. */
export function is_first(frame, pin) {
  if (pin === 0) return true;
  const { pins } = frame;
  const base = NUMBERS * pin;
  return pins[base + 6] !== pins[base - 2] || pins[base + 7] !== pins[base - 1];
}

/** The colour of a way. @param {import("./colours.js").Theme} theme @param {number} way */
export function ink_of(theme, way) {
  return way === 0 ? theme.single : theme.circuits[(way - 1) % 6];
}

/** The radius of the dot of a pin. @param {number} per_edge how many pins an edge has */
export function pin_radius(per_edge) {
  const step = per_edge > 1 ? Math.min(16, 44 / (per_edge - 1)) : 90;
  return Math.min(PIN, 0.4 * RADIUS * ((step * Math.PI) / 180));
}

/** Whether a hub beeps in a frame. @param {import("../frame.js").Frame} frame */
export function anybody_beeps(frame) {
  for (let pin = 0; pin < frame.p; pin++) if (beeps(frame, pin)) return true;
  return false;
}

/** Whether pins of a set meet in a hub anywhere, in the middle of a particle. @param {import("../frame.js").Frame} frame */
export function has_hubs({ pins, p }) {
  for (let base = 0; base < NUMBERS * p; base += NUMBERS) {
    if (pins[base] !== pins[base + 2] || pins[base + 1] !== pins[base + 3]) return true;
  }
  return false;
}

/** How many circuits have a colour. @param {import("../frame.js").Frame} frame @returns {number} */
export function count_circuits({ pins, p }) {
  let most = -1;
  for (let base = 4; base < NUMBERS * p; base += NUMBERS) most = Math.max(most, pins[base]);
  return most + 1;
}

/** Whether there are pins that are in no circuit. @param {import("../frame.js").Frame} frame */
export function has_single_pins({ pins, p }) {
  for (let base = 4; base < NUMBERS * p; base += NUMBERS) if (pins[base] < 0) return true;
  return false;
}
