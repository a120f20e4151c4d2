// Circuits of few particles, as paths: from every pin a line to the hub where the pins of its set meet,
// and one to the pin of the neighbour that faces it.

import { BEEP, CASING, DASH, FLASH, GAP, HUB, WAYS, WIDTH, at, beeps, find_link, find_pin, ink_of, is_first, pin_radius, way_of } from "./pins.js";
import { eased } from "./shown_particles.js";

const TURN = 2 * Math.PI;
const used = new Uint8Array(WAYS);

/**
 * @param {import("./picture.js").Picture} picture
 * @param {import("./nodes.js").Nodes} nodes
 */
export function draw_circuits(picture, nodes) {
  const { frame, place, context, theme, ratio } = picture;
  const { k } = place;
  used.fill(0);
  for (let pin = 0; pin < frame.p; pin++) used[way_of(frame, pin)] = 1;
  const width = Math.max(0.8 * ratio, WIDTH * k);
  context.beginPath();
  for (let way = 1; way < WAYS; way++) if (used[way]) add_lines(picture, nodes, way);
  context.lineWidth = width + 2 * CASING * k;
  context.strokeStyle = theme.casing.css;
  context.stroke();
  for (let way = 0; way < WAYS; way++) {
    if (!used[way]) continue;
    const ink = ink_of(theme, way);
    context.strokeStyle = context.fillStyle = ink.css;
    context.lineWidth = way === 0 ? width / 2 : width;
    if (way > 6) context.setLineDash([DASH * k, GAP * k]);
    context.beginPath();
    add_lines(picture, nodes, way);
    context.stroke();
    if (way > 6) context.setLineDash([]);
    draw_dots(picture, way);
  }
  draw_beeps(picture);
}

function add_lines({ frame, place, context }, nodes, way) {
  const left = 1 - eased(frame.fraction);
  for (let pin = 0; pin < frame.p; pin++) {
    if (way_of(frame, pin) !== way || !find_pin(frame, place, pin, left)) continue;
    if (at.has_hub) {
      context.moveTo(at.x, at.y);
      context.lineTo(at.hub_x, at.hub_y);
    }
    if (way === 0 || left > 0) continue;
    find_link(frame, nodes, place.k, pin);
    if (!at.linked) continue;
    context.moveTo(at.x, at.y);
    context.lineTo(at.end_x, at.end_y);
  }
}

/** The dots of the pins, and then those of the hubs with a thin line around them. */
function draw_dots({ frame, place, context, theme, ratio, pins_per_edge }, way) {
  const { k } = place;
  const left = 1 - eased(frame.fraction);
  const dot = pin_radius(pins_per_edge) * k;
  context.beginPath();
  for (let pin = 0; pin < frame.p; pin++) {
    if (way_of(frame, pin) !== way || !find_pin(frame, place, pin, left)) continue;
    context.moveTo(at.x + dot, at.y);
    context.arc(at.x, at.y, dot, 0, TURN);
  }
  context.fill();
  context.beginPath();
  for (let pin = 0; pin < frame.p; pin++) {
    if (way_of(frame, pin) !== way || !is_first(frame, pin) || !find_pin(frame, place, pin, left) || !at.has_hub) continue;
    context.moveTo(at.hub_x + HUB * k, at.hub_y);
    context.arc(at.hub_x, at.hub_y, HUB * k, 0, TURN);
  }
  context.fill();
  context.lineWidth = Math.max(0.6 * ratio, 0.017 * k);
  context.strokeStyle = theme.white.css;
  context.stroke();
}

/** A ring around every hub that beeps, and a wider one while it flashes. */
function draw_beeps(picture) {
  const { place, theme, ratio, context, flash } = picture;
  const { k } = place;
  add_rings(picture, BEEP * k);
  context.lineWidth = Math.max(ratio, 0.033 * k) + 2 * CASING * k;
  context.strokeStyle = theme.casing.css;
  context.stroke();
  context.lineWidth = Math.max(ratio, 0.033 * k);
  context.strokeStyle = theme.beep.css;
  context.stroke();
  if (flash <= 0) return;
  context.globalAlpha = flash;
  context.strokeStyle = theme.flash.css;
  context.lineWidth = Math.max(1.5 * ratio, 0.06 * k);
  add_rings(picture, (BEEP + (FLASH - BEEP) * (1 - flash)) * k);
  context.stroke();
  context.globalAlpha = 1;
}

function add_rings({ frame, place, context }, radius) {
  const left = 1 - eased(frame.fraction);
  context.beginPath();
  for (let pin = 0; pin < frame.p; pin++) {
    if (!beeps(frame, pin) || !is_first(frame, pin) || !find_pin(frame, place, pin, left)) continue;
    context.moveTo(at.hub_x + radius, at.hub_y);
    context.arc(at.hub_x, at.hub_y, radius, 0, TURN);
  }
}
