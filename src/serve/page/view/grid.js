// What lies below the robots: lines at round distances, or the triangular grid of particles, and a
// bar that says how long a distance is.

import { ROW } from "./nodes.js";

/** Lines are at least this far apart, in CSS pixels. */
const APART = 88;
/** Lines of the triangular grid fade out between these distances. */
const FADES = 9;
const FULL = 26;

/**
 * The largest of 1, 2, 5, 10, 20 ... that is not greater.
 * @param {number} value
 * @returns {number}
 */
export function round_below(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const part = value / power;
  return (part >= 5 ? 5 : part >= 2 ? 2 : 1) * power;
}

/** The smallest of 1, 2, 5, 10 ... that is not smaller. @param {number} value @returns {number} */
export function round_above(value) {
  const below = round_below(value);
  if (below >= value * (1 - 1e-9)) return below;
  const power = 10 ** Math.floor(Math.log10(below) + 1e-9);
  const first = Math.round(below / power);
  return (first === 1 ? 2 : first === 2 ? 5 : 10) * power;
}

/**
 * Draws lines at round distances; every fifth or so stands out.
 * @param {import("./picture.js").Picture} picture
 * @param {CanvasRenderingContext2D} context
 */
export function draw_square_grid({ place, theme, ratio }, context) {
  const step = round_above((APART * ratio) / place.k) / 5;
  const { k, left, top, width, height } = place;
  // Thin lines fade in as they come apart.
  const near = (step * k) / ratio;
  const strength = Math.max(0, Math.min(1, (near - 14) / 20));
  context.lineWidth = ratio >= 2 ? 2 : 1;
  const half = context.lineWidth / 2;
  const first_x = Math.ceil(-left / (step * k));
  const last_x = Math.floor((width - left) / (step * k));
  const first_y = Math.ceil((top - height) / (step * k));
  const last_y = Math.floor(top / (step * k));
  if (!(last_x - first_x < 2000 && last_y - first_y < 2000)) return;
  for (let pass = strength > 0.02 ? 0 : 1; pass < 2; pass++) {
    const every = pass === 0 ? 1 : 5;
    context.beginPath();
    for (let at = first_x; at <= last_x; at++) {
      if ((at % 5 === 0) !== (every === 5)) continue;
      const x = Math.round(at * step * k + left - half) + half;
      context.moveTo(x, 0);
      context.lineTo(x, height);
    }
    for (let at = first_y; at <= last_y; at++) {
      if ((at % 5 === 0) !== (every === 5)) continue;
      const y = Math.round(top - at * step * k - half) + half;
      context.moveTo(0, y);
      context.lineTo(width, y);
    }
    context.globalAlpha = pass === 0 ? 0.55 * strength : 1;
    context.strokeStyle = theme.line.css;
    context.stroke();
  }
  context.globalAlpha = 1;
}

/**
 * Draws the triangular grid; it fades out where its lines are near together.
 * @param {import("./picture.js").Picture} picture
 * @param {CanvasRenderingContext2D} context
 */
export function draw_triangular_grid({ place, theme, ratio }, context) {
  const { k, left, top, width, height } = place;
  const strength = Math.max(0, Math.min(1, (k / ratio - FADES) / (FULL - FADES)));
  if (strength <= 0.02) return;
  const row = ROW * k;
  const first = Math.floor((top - height) / row);
  const last = Math.ceil(top / row);
  context.beginPath();
  for (let r = first; r <= last; r++) {
    const y = top - r * row;
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  // The two other directions lean by half a step for every row.
  const lean = height / row / 2;
  const at_top = top / row / 2;
  for (let q = Math.ceil(-left / k - at_top); q <= (width - left) / k - at_top + lean; q++) {
    const x = left + (q + at_top) * k;
    context.moveTo(x, 0);
    context.lineTo(x - lean * k, height);
  }
  for (let q = Math.ceil(-left / k + at_top - lean); q <= (width - left) / k + at_top; q++) {
    const x = left + (q - at_top) * k;
    context.moveTo(x, 0);
    context.lineTo(x + lean * k, height);
  }
  context.globalAlpha = strength;
  context.lineWidth = Math.max(1, ratio * 0.8);
  context.strokeStyle = theme.line.css;
  context.stroke();
  context.globalAlpha = 1;
}

/**
 * Draws a bar of a round length, with the length in words.
 * @param {import("./picture.js").Picture} picture
 * @param {CanvasRenderingContext2D} context
 * @param {number} left where it begins, in CSS pixels
 * @param {number} bottom where its foot is
 */
export function draw_scale({ place, theme, ratio, is_grid }, context, left, bottom) {
  const length = is_grid ? Math.max(1, round_below((150 * ratio) / place.k)) : round_below((150 * ratio) / place.k);
  const pixels = length * place.k;
  const x = Math.round(left * ratio) + 0.5;
  const y = Math.round(bottom * ratio) + 0.5;
  const tick = 5 * ratio;
  context.beginPath();
  context.moveTo(x, y - tick);
  context.lineTo(x, y);
  context.lineTo(x + pixels, y);
  context.lineTo(x + pixels, y - tick);
  context.lineWidth = Math.max(1, ratio);
  context.strokeStyle = theme.quiet.css;
  context.stroke();
  context.font = `${11 * ratio}px ${theme.font}`;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.fillStyle = theme.quiet.css;
  context.fillText(length_in_words(length, is_grid), x + 6 * ratio, y - 5 * ratio);
}

/** A length with its unit. */
export function length_in_words(length, is_grid) {
  const plain = length >= 1e5 || length < 1e-3 ? length.toExponential().replace("e+", "e") : String(Number(length.toPrecision(3)));
  const unit = is_grid ? "node" : "unit";
  return `${plain} ${unit}${length === 1 ? "" : "s"}`;
}
