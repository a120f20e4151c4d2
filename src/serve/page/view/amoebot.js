// Particles on the triangular grid, in the style of the pictures that the command line draws: discs,
// or bars with a ring around the head; bonds; objects; circuits; the anchor. Few are drawn as paths,
// many from stamps (`amoebot_stamps.js`).

import { ParticleStamps } from "./amoebot_stamps.js";
import { draw_circuits } from "./circuits.js";
import { Nodes, Objects, ROW } from "./nodes.js";
import { BOND, LINE, eased } from "./shown_particles.js";

const TURN = 2 * Math.PI;
/** Up to so many particles are drawn as paths. */
const FEW = 40;
/** The corners of a hexagon whose corners are at the distance 1, from 30 degrees below the east on. */
const CORNERS_X = [];
const CORNERS_Y = [];
for (let corner = 0; corner <= 6; corner++) {
  CORNERS_X.push(Math.cos(((corner - 0.5) * Math.PI) / 3));
  CORNERS_Y.push(-Math.sin(((corner - 0.5) * Math.PI) / 3));
}

/** Draws particles. */
export class Particles {
  constructor() {
    this.nodes = new Nodes();
    this.objects = new Objects();
    this.stamps = new ParticleStamps(this);
    /** The ends of the bond that is looked at, on the canvas. */
    this.x1 = this.y1 = this.x2 = this.y2 = 0;
  }

  /** Up to how many particles are drawn as paths. @param {import("./picture.js").Picture} picture */
  few(picture) {
    return Math.max(FEW, picture.vector_limit);
  }

  /** Finds out what the frame says besides the particles. */
  prepare({ frame, place, shown, styles }) {
    this.objects.read(frame);
    this.objects.find(place, 1 - eased(frame.fraction));
    if (frame.has_bonds || frame.has_circuits) this.nodes.read(frame);
    shown.find_looks(frame, styles);
  }

  /** Draws many particles into the image. @param {import("./picture.js").Picture} picture */
  draw_many(picture) {
    this.prepare(picture);
    this.stamps.draw(picture);
  }

  /** Draws few particles onto the canvas. @param {import("./picture.js").Picture} picture */
  draw_few(picture) {
    this.prepare(picture);
    const { shown, frame } = picture;
    this.path_objects(picture);
    this.path_bonds(picture);
    for (let number = 0; number < shown.looks.length; number++) {
      if (shown.counts[number] > 0) this.path_bodies(picture, number);
    }
    if (frame.has_circuits) draw_circuits(picture, this.nodes);
  }

  /** The bodies of one look. */
  path_bodies({ shown, context, place, ratio }, number) {
    const { count, x, y, tail_x, tail_y, look, radius } = shown;
    const style = shown.looks[number];
    const line = Math.max(0.8 * ratio, LINE * place.k);
    let expanded = 0;
    context.beginPath();
    for (let at = 0; at < count; at++) {
      if (look[at] === number) expanded += add_body(context, x[at], y[at], tail_x[at], tail_y[at], radius);
    }
    context.fillStyle = style.fill.css;
    context.fill();
    context.lineWidth = line;
    context.strokeStyle = style.edge.css;
    context.stroke();
    if (expanded === 0) return;
    const ring = Math.max(0.3 * radius, radius - Math.max(2.4 * line, 0.075 * place.k));
    context.beginPath();
    for (let at = 0; at < count; at++) {
      if (look[at] !== number || is_contracted(x[at], y[at], tail_x[at], tail_y[at])) continue;
      context.moveTo(x[at] + ring, y[at]);
      context.arc(x[at], y[at], ring, 0, TURN);
    }
    context.strokeStyle = style.ring.css;
    context.stroke();
  }

  path_objects({ context, place, styles, ratio }) {
    const { count, x, y, cells, open } = this.objects;
    if (count === 0) return;
    const size = place.k / Math.sqrt(3);
    context.beginPath();
    for (let at = 0; at < count; at++) {
      context.moveTo(x[at] + size * CORNERS_X[0], y[at] + size * CORNERS_Y[0]);
      for (let corner = 1; corner < 6; corner++) {
        context.lineTo(x[at] + size * CORNERS_X[corner], y[at] + size * CORNERS_Y[corner]);
      }
      context.closePath();
    }
    context.fillStyle = context.strokeStyle = styles.object.fill.css;
    context.lineWidth = ratio;
    context.fill();
    context.stroke();
    context.beginPath();
    for (let at = 0; at < count; at++) {
      const sides = open[cells[at]];
      for (let side = 0; side < 6; side++) {
        if (!(sides & (1 << side))) continue;
        context.moveTo(x[at] + size * CORNERS_X[side], y[at] + size * CORNERS_Y[side]);
        context.lineTo(x[at] + size * CORNERS_X[side + 1], y[at] + size * CORNERS_Y[side + 1]);
      }
    }
    context.strokeStyle = styles.object.edge.css;
    context.lineWidth = Math.max(ratio, LINE * place.k);
    context.lineCap = "round";
    context.stroke();
    context.lineCap = "butt";
  }

  path_bonds({ context, frame, place, theme, ratio }) {
    if (!frame.has_bonds) return;
    const left = 1 - eased(frame.fraction);
    context.beginPath();
    for (let bond = 0; bond < frame.m; bond++) {
      if (!this.find_bond(frame, place, bond, left)) continue;
      context.moveTo(this.x1, this.y1);
      context.lineTo(this.x2, this.y2);
    }
    context.strokeStyle = theme.bond.css;
    context.lineWidth = Math.max(0.8 * ratio, BOND * place.k);
    context.lineCap = "round";
    context.stroke();
    context.lineCap = "butt";
  }

  /**
   * Finds the ends of a bond on the canvas. A bond moves with the halves that it holds.
   * @param {import("../frame.js").Frame} frame
   * @param {{k: number, left: number, top: number, width: number, height: number}} place
   * @param {number} bond
   * @param {number} left how much of the movement is still to come
   * @returns {boolean} whether it is in sight
   */
  find_bond({ from, to, bonds }, place, bond, left) {
    let q1 = bonds[4 * bond];
    let r1 = bonds[4 * bond + 1];
    let q2 = bonds[4 * bond + 2];
    let r2 = bonds[4 * bond + 3];
    if (left > 0) {
      const one = half_at(this.nodes.at(q1, r1));
      const other = half_at(this.nodes.at(q2, r2));
      if (one >= 0) {
        q1 += (from[one] - to[one]) * left;
        r1 += (from[one + 1] - to[one + 1]) * left;
      }
      if (other >= 0) {
        q2 += (from[other] - to[other]) * left;
        r2 += (from[other + 1] - to[other + 1]) * left;
      }
    }
    const { k } = place;
    this.x1 = (q1 + r1 / 2) * k + place.left;
    this.y1 = place.top - r1 * ROW * k;
    this.x2 = (q2 + r2 / 2) * k + place.left;
    this.y2 = place.top - r2 * ROW * k;
    return this.x1 > -k && this.y1 > -k && this.x1 < place.width + k && this.y1 < place.height + k;
  }
}

/** Where the half of somebody on a node stands in the nodes of a frame; -1 for nobody. */
function half_at(who) {
  return who === 0 ? -1 : 4 * ((who - 1) >> 1) + ((who - 1) & 1 ? 2 : 0);
}

/** Whether head and tail are seen in one place. */
export function is_contracted(x, y, tail_x, tail_y) {
  return Math.abs(x - tail_x) < 0.5 && Math.abs(y - tail_y) < 0.5;
}

/**
 * Adds a disc or a bar to a path.
 * @param {CanvasRenderingContext2D} context
 * @returns {number} 1 for a bar
 */
export function add_body(context, x, y, tail_x, tail_y, radius) {
  if (is_contracted(x, y, tail_x, tail_y)) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, TURN);
    return 0;
  }
  const angle = Math.atan2(y - tail_y, x - tail_x);
  context.moveTo(x + radius * Math.sin(angle), y - radius * Math.cos(angle));
  context.arc(x, y, radius, angle - Math.PI / 2, angle + Math.PI / 2);
  context.arc(tail_x, tail_y, radius, angle + Math.PI / 2, angle + 1.5 * Math.PI);
  context.closePath();
  return 1;
}

/**
 * The sign of the anchor, at the upper left of a particle.
 * @param {import("./picture.js").Picture} picture
 * @param {CanvasRenderingContext2D} context
 */
export function draw_anchor({ shown, place, theme }, context) {
  const unit = place.k / 60;
  if (shown.anchor < 0 || unit < 0.2) return;
  const left = shown.tail_x[shown.anchor] - 15 * unit;
  const top = shown.tail_y[shown.anchor] - 15 * unit;
  context.beginPath();
  context.moveTo(left, top - 4 * unit);
  context.lineTo(left, top + 8 * unit);
  context.moveTo(left - 4 * unit, top - unit);
  context.lineTo(left + 4 * unit, top - unit);
  context.moveTo(left + 7 * unit, top + 3 * unit);
  context.ellipse(left, top + 3 * unit, 7 * unit, 6 * unit, 0, 0, Math.PI);
  context.moveTo(left + 2.5 * unit, top - 6.5 * unit);
  context.arc(left, top - 6.5 * unit, 2.5 * unit, 0, TURN);
  context.lineCap = "round";
  context.lineWidth = Math.max(3, 5 * unit);
  context.strokeStyle = theme.ground.css;
  context.stroke();
  context.lineWidth = Math.max(1, 2 * unit);
  context.strokeStyle = theme.anchor.css;
  context.stroke();
  context.lineCap = "butt";
}
