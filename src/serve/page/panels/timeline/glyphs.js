/** A sign for each kind of mark, told apart by its shape and not by its colour alone. */

import { colour } from "../parts/paint.js";

/** What the signs are drawn with where the style names no colour. */
const COLOURS = {
  violation: "#d55e00",
  conflict: "#cc79a7",
  collision: "#e69f00",
  crash: "#b3261e",
  fault: "#b07d00",
  input: "#0072b2",
  terminated: "#009e73",
};

/** @param {string} kind */
export function mark_colour(kind) {
  return colour(`--mark-${kind}`, COLOURS[kind] ?? "#808080");
}

/**
 * Draws the sign of a kind.
 * @param {CanvasRenderingContext2D} context
 * @param {string} kind
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} r half its size
 */
export function glyph(context, kind, x, y, r) {
  context.fillStyle = mark_colour(kind);
  context.strokeStyle = mark_colour(kind);
  context.lineWidth = 1.6;
  context.beginPath();
  switch (kind) {
    case "crash":
      context.moveTo(x - r * 0.8, y - r * 0.8);
      context.lineTo(x + r * 0.8, y + r * 0.8);
      context.moveTo(x + r * 0.8, y - r * 0.8);
      context.lineTo(x - r * 0.8, y + r * 0.8);
      context.stroke();
      break;
    case "fault":
      corners(context, x, y + r * 0.15, r, 3, -Math.PI / 2);
      context.stroke();
      break;
    case "input":
      corners(context, x, y - r * 0.15, r, 3, Math.PI / 2);
      context.fill();
      break;
    case "violation":
      corners(context, x, y, r * 1.1, 4, 0);
      context.fill();
      break;
    case "conflict":
      corners(context, x, y, r, 6, 0);
      context.stroke();
      break;
    case "collision":
      context.arc(x - r * 0.4, y, r * 0.6, 0, 2 * Math.PI);
      context.moveTo(x + r, y);
      context.arc(x + r * 0.4, y, r * 0.6, 0, 2 * Math.PI);
      context.stroke();
      break;
    case "terminated":
      context.rect(x - r * 0.65, y - r * 0.65, r * 1.3, r * 1.3);
      context.fill();
      break;
    default:
      context.arc(x, y, r * 0.7, 0, 2 * Math.PI);
      context.stroke();
  }
}

function corners(context, x, y, r, count, turn) {
  for (let k = 0; k < count; k += 1) {
    const angle = turn + (2 * Math.PI * k) / count;
    const px = x + r * Math.cos(angle);
    const py = y + r * Math.sin(angle);
    if (k === 0) {
      context.moveTo(px, py);
    } else {
      context.lineTo(px, py);
    }
  }
  context.closePath();
}
