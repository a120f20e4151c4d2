// What lies above the robots: the selected one with its target and what it saw, the one under the
// pointer, numbers of robots that are seen large, and how many are in one place.

import { has_hubs } from "./pins.js";
import { robot_x, robot_y, tail_x, tail_y } from "./picking.js";

const TURN = 2 * Math.PI;
/** Numbers are drawn on discs of at least this radius, in CSS pixels, and on so many at most. */
const NUMBERED = 8.5;
const MOST_NUMBERS = 300;
/** How many robots are in one place is drawn for so many robots in sight and so many places. */
const MOST_COUNTED = 2000;
const MOST_PLACES = 60;

/** A circle around the selected robot. @param {import("./picture.js").Picture} picture @param {CanvasRenderingContext2D} context */
export function draw_selected(picture, context) {
  const { frame, place, theme, ratio, selected, shown } = picture;
  if (selected === null || selected >= frame.n) return;
  const x = robot_x(frame, selected) * place.k + place.left;
  const y = place.top - robot_y(frame, selected) * place.k;
  const radius = Math.max(shown.radius + 3.5 * ratio, 7 * ratio);
  ring(picture, context, x, y, selected, radius, theme.ground.css, 4.5 * ratio);
  ring(picture, context, x, y, selected, radius, theme.accent.css, 2 * ratio);
}

/** A thin circle around the robot under the pointer. */
export function draw_hovered(picture, context) {
  const { frame, place, theme, ratio, hovered, selected, shown } = picture;
  if (hovered < 0 || hovered >= frame.n || hovered === selected) return;
  const x = robot_x(frame, hovered) * place.k + place.left;
  const y = place.top - robot_y(frame, hovered) * place.k;
  ring(picture, context, x, y, hovered, Math.max(shown.radius + 3 * ratio, 6 * ratio), theme.ink.css, 1.2 * ratio);
}

function ring({ frame, place }, context, x, y, robot, radius, colour, width) {
  context.beginPath();
  if (frame.model === "amoebot") {
    const to_x = tail_x(frame, robot) * place.k + place.left;
    const to_y = place.top - tail_y(frame, robot) * place.k;
    const angle = Math.atan2(y - to_y, x - to_x);
    context.arc(x, y, radius, angle - Math.PI / 2, angle + Math.PI / 2);
    context.arc(to_x, to_y, radius, angle + Math.PI / 2, angle + 1.5 * Math.PI);
    context.closePath();
  } else context.arc(x, y, radius, 0, TURN);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}

/**
 * The way of the selected robot to its target.
 * @param {import("./picture.js").Picture} picture
 * @param {CanvasRenderingContext2D} context
 */
export function draw_target(picture, context) {
  const { frame, place, selected, card } = picture;
  if (!card?.target || card.robot !== selected || selected >= frame.n) return;
  const x = robot_x(frame, selected) * place.k + place.left;
  const y = place.top - robot_y(frame, selected) * place.k;
  line_to_target(picture, context, x, y, card.target);
}

function line_to_target({ place, theme, ratio, shown }, context, x, y, [to_x, to_y]) {
  const end_x = to_x * place.k + place.left;
  const end_y = place.top - to_y * place.k;
  const arm = 4.5 * ratio;
  const long = Math.hypot(end_x - x, end_y - y);
  const start = Math.max(shown.radius + 3.5 * ratio, 7 * ratio);
  context.beginPath();
  if (long > start) {
    context.moveTo(x + ((end_x - x) * start) / long, y + ((end_y - y) * start) / long);
    context.lineTo(end_x, end_y);
  }
  context.moveTo(end_x - arm, end_y);
  context.lineTo(end_x + arm, end_y);
  context.moveTo(end_x, end_y - arm);
  context.lineTo(end_x, end_y + arm);
  context.lineWidth = 1.6 * ratio;
  context.strokeStyle = theme.accent.css;
  context.stroke();
}

/** Words with a halo, so that they are read on anything. */
export function text_at({ theme, ratio }, context, text, x, y, size, colour) {
  context.font = `600 ${size}px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3 * ratio;
  context.strokeStyle = theme.halo.css;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
  context.lineJoin = "miter";
}

/** Whether robots are seen so large that their numbers fit on them. @param {import("./picture.js").Picture} picture */
export function has_numbers({ frame, shown, ratio }) {
  const least = frame.model === "amoebot" ? 13 : NUMBERED;
  return shown.count > 0 && shown.count <= MOST_NUMBERS && shown.radius >= least * ratio;
}

/**
 * Numbers (or names) on the discs.
 * @param {import("./picture.js").Picture} picture
 * @param {CanvasRenderingContext2D} context
 */
export function draw_numbers(picture, context) {
  const { frame, shown, styles, ratio, theme, names } = picture;
  const { radius, count, robots, x, y } = shown;
  const small = frame.model === "amoebot";
  const size = Math.round(Math.min(small ? 0.6 * radius : radius * 0.95, 13 * ratio));
  context.font = `${size}px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const among_lines = small && has_hubs(frame);
  const down = among_lines ? 0.62 * radius : 0.04 * size;
  context.lineWidth = 3 * ratio;
  context.lineJoin = "round";
  for (let at = 0; at < count; at++) {
    const robot = robots[at];
    const bits = frame.state[robot];
    if (!small && (bits & 0x10000 || (bits >> 8) & 255 || is_covered(shown, at))) continue;
    const style = small ? shown.looks[shown.look[at]] : styles.of(bits & 255);
    const text = names.get(robot) ?? number_text(robot);
    if (among_lines) {
      context.strokeStyle = style.fill.css;
      context.strokeText(text, x[at], y[at] + down);
    }
    context.fillStyle = style.mark.css;
    context.fillText(text, x[at], y[at] + down);
  }
  context.lineJoin = "miter";
}

/** Whether a disc lies under a later one. */
function is_covered({ x, y, count, radius }, at) {
  const near = 1.44 * radius * radius;
  for (let other = at + 1; other < count; other++) {
    if ((x[other] - x[at]) ** 2 + (y[other] - y[at]) ** 2 < near) return true;
  }
  return false;
}

const texts = [];
/** The text of a number, made once. */
function number_text(number) {
  if (number > 99_999) return String(number);
  return (texts[number] ??= String(number));
}

/** The numbers of robots that are in one place, wherever there are several. */
export class Crowds {
  constructor() {
    this.heads = new Int32Array(0);
    this.next = new Int32Array(0);
    this.of = new Int32Array(0);
    this.sizes = new Int32Array(0);
    this.places = 0;
  }

  /** Finds places with several robots; whether there are some, and not too many to be told. */
  find(picture) {
    const { shown, ratio } = picture;
    if (shown.count > MOST_COUNTED || shown.count < 2) return false;
    this.count(shown, 0.35 * ratio);
    return this.places > 0 && this.places <= MOST_PLACES;
  }

  /** @param {import("./picture.js").Picture} picture @param {CanvasRenderingContext2D} context */
  draw(picture, context) {
    const { shown, ratio, theme } = picture;
    const { x, y, radius } = shown;
    for (let at = 0; at < shown.count; at++) {
      if (this.of[at] !== at || this.sizes[at] < 2) continue;
      const size = 11.5 * ratio;
      text_at(picture, context, `×${this.sizes[at]}`, x[at] + radius + 11 * ratio, y[at] - radius - 3 * ratio, size, theme.ink.css);
    }
  }

  /** Finds robots within a distance of each other, by cells of four pixels. */
  count({ count, x, y }, near) {
    const room = 4096;
    if (this.heads.length < room) this.heads = new Int32Array(room);
    if (this.next.length < count) {
      this.next = new Int32Array(count + 64);
      this.of = new Int32Array(count + 64);
      this.sizes = new Int32Array(count + 64);
    }
    this.heads.fill(-1);
    this.places = 0;
    for (let at = 0; at < count; at++) {
      const found = this.near(x, y, x[at], y[at], near);
      this.sizes[at] = 1;
      this.of[at] = at;
      if (found >= 0) {
        this.of[at] = found;
        this.sizes[found] += 1;
        if (this.sizes[found] === 2) this.places += 1;
        continue;
      }
      const cell = cell_of(x[at], y[at]);
      this.next[at] = this.heads[cell];
      this.heads[cell] = at;
    }
  }

  near(xs, ys, x, y, near) {
    for (let corner = 0; corner < 4; corner++) {
      const cell = cell_of(x + (corner & 1 ? near : -near), y + (corner & 2 ? near : -near));
      for (let at = this.heads[cell]; at >= 0; at = this.next[at]) {
        if (Math.abs(xs[at] - x) <= near && Math.abs(ys[at] - y) <= near) return at;
      }
    }
    return -1;
  }
}

function cell_of(x, y) {
  return (Math.imul(Math.floor(x / 4), 73) + Math.imul(Math.floor(y / 4), 1031)) & 4095;
}
