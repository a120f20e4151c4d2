// Pins, partition sets and circuits of particles in sight: from every pin a line to the hub where the
// pins of its set meet, and one to the pin of the neighbour that faces it.

import { ROW, STEPS_Q, STEPS_R } from "./nodes.js";
import { RADIUS, eased } from "./shown_particles.js";

const TURN = 2 * Math.PI;
const SIXTH = Math.PI / 3;
/** Measures, in distances of neighbouring nodes. */
const PIN = 0.04;
const HUB = 0.055;
const WIDTH = 0.05;
const BEEP = 0.105;
/** How far a beep spreads while it flashes. */
const FLASH = 0.34;
/** The numbers of a pin in a frame. */
const NUMBERS = 8;

/** Where the pin that is looked at is, with its hub, and where it leads, on the canvas. */
const at = { x: 0, y: 0, hub_x: 0, hub_y: 0, end_x: 0, end_y: 0, has_hub: false, linked: false };

/**
 * Finds a pin on the canvas. Pins go along with the half of the particle that they are at.
 * @param {import("../frame.js").Frame} frame
 * @param {{k: number, left: number, top: number, width: number, height: number}} place
 * @param {number} pin
 * @param {number} left how much of the movement is still to come
 * @returns {boolean} whether it is in sight
 */
function find(frame, place, pin, left) {
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
function find_link(frame, nodes, k, pin) {
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

/** In which of the 13 ways of drawing a circuit is drawn: grey, six colours, six colours with dashes. */
function way_of(circuit) {
  return circuit < 0 ? 0 : 1 + (circuit % 12);
}

const used = new Uint8Array(13);

/**
 * @param {import("./picture.js").Picture} picture
 * @param {import("./nodes.js").Nodes} nodes
 */
export function draw_circuits(picture, nodes) {
  const { frame } = picture;
  used.fill(0);
  for (let pin = 0; pin < frame.p; pin++) used[way_of(frame.pins[NUMBERS * pin + 4])] = 1;
  for (let way = 0; way < 13; way++) if (used[way]) draw_way(picture, nodes, way);
}

function draw_way(picture, nodes, way) {
  const { frame, place, context, theme, ratio } = picture;
  const { k } = place;
  const left = 1 - eased(frame.fraction);
  const ink = way === 0 ? theme.single : theme.circuits[(way - 1) % 6];
  const dashed = way > 6;
  context.strokeStyle = context.fillStyle = ink.css;
  context.lineWidth = Math.max(0.8 * ratio, (way === 0 ? 0.5 : 1) * WIDTH * k);
  if (dashed) context.setLineDash([0.083 * k, 0.05 * k]);
  context.beginPath();
  for (let pin = 0; pin < frame.p; pin++) {
    if (way_of(frame.pins[NUMBERS * pin + 4]) !== way || !find(frame, place, pin, left)) continue;
    if (at.has_hub) {
      context.moveTo(at.x, at.y);
      context.lineTo(at.hub_x, at.hub_y);
    }
    if (way === 0 || left > 0) continue;
    find_link(frame, nodes, k, pin);
    if (!at.linked) continue;
    context.moveTo(at.x, at.y);
    context.lineTo(at.end_x, at.end_y);
  }
  context.stroke();
  if (dashed) context.setLineDash([]);
  draw_dots(picture, way, left);
}

/** The dots of the pins, and then those of the hubs with a thin line around them. */
function draw_dots(picture, way, left) {
  const { frame, place, context, theme, ratio, pins_per_edge } = picture;
  const { k } = place;
  const step = pins_per_edge > 1 ? Math.min(16, 44 / (pins_per_edge - 1)) : 90;
  const dot = Math.min(PIN, 0.4 * RADIUS * ((step * Math.PI) / 180)) * k;
  context.beginPath();
  for (let pin = 0; pin < frame.p; pin++) {
    if (way_of(frame.pins[NUMBERS * pin + 4]) !== way || !find(frame, place, pin, left)) continue;
    context.moveTo(at.x + dot, at.y);
    context.arc(at.x, at.y, dot, 0, TURN);
  }
  context.fill();
  let particle = -1;
  let set = -1;
  context.beginPath();
  for (let pin = 0; pin < frame.p; pin++) {
    const base = NUMBERS * pin;
    if (way_of(frame.pins[base + 4]) !== way || !find(frame, place, pin, left) || !at.has_hub) continue;
    if (frame.pins[base + 6] === particle && frame.pins[base + 7] === set) continue;
    particle = frame.pins[base + 6];
    set = frame.pins[base + 7];
    context.moveTo(at.hub_x + HUB * k, at.hub_y);
    context.arc(at.hub_x, at.hub_y, HUB * k, 0, TURN);
  }
  context.fill();
  context.lineWidth = Math.max(0.6 * ratio, 0.017 * k);
  context.strokeStyle = theme.white.css;
  context.stroke();
}

/**
 * Draws a ring around every hub that beeps, and a wider one while it flashes.
 * @param {import("./picture.js").Picture} picture
 * @param {CanvasRenderingContext2D} context
 * @param {number} flash 1 as it begins, 0 when it is over
 */
export function draw_beeps(picture, context, flash) {
  const { frame, place, theme, ratio } = picture;
  if (!frame.has_circuits) return;
  const { k } = place;
  context.lineWidth = Math.max(ratio, 0.033 * k);
  context.strokeStyle = theme.black.css;
  add_rings(frame, place, context, BEEP * k);
  context.stroke();
  if (flash <= 0) return;
  context.globalAlpha = flash;
  context.strokeStyle = context.fillStyle = theme.flash.css;
  context.lineWidth = Math.max(1.5 * ratio, 0.06 * k);
  add_rings(frame, place, context, (BEEP + (FLASH - BEEP) * (1 - flash)) * k);
  context.stroke();
  add_rings(frame, place, context, HUB * 1.25 * k);
  context.fill();
  context.globalAlpha = 1;
}

function add_rings(frame, place, context, radius) {
  const left = 1 - eased(frame.fraction);
  let particle = -1;
  let set = -1;
  context.beginPath();
  for (let pin = 0; pin < frame.p; pin++) {
    const base = NUMBERS * pin;
    if (frame.pins[base + 5] === 0 || (frame.pins[base + 6] === particle && frame.pins[base + 7] === set)) continue;
    if (!find(frame, place, pin, left)) continue;
    particle = frame.pins[base + 6];
    set = frame.pins[base + 7];
    context.moveTo(at.hub_x + radius, at.hub_y);
    context.arc(at.hub_x, at.hub_y, radius, 0, TURN);
  }
}

/** Whether a hub beeps in a frame. @param {import("../frame.js").Frame} frame */
export function anybody_beeps(frame) {
  for (let pin = 0; pin < frame.p; pin++) if (frame.pins[NUMBERS * pin + 5] !== 0) return true;
  return false;
}
