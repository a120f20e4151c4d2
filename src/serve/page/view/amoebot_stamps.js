// Many particles: stamps, one for every look, direction and length.

import { CircuitStamps } from "./circuit_stamps.js";
import { BOND, LINE, RADIUS, eased } from "./shown_particles.js";

/** A particle that expands is drawn with one of so many lengths. */
const LENGTHS = 16;
/** The forms of a body: a disc, and bars of six directions and all lengths. */
const FORMS = 6 * LENGTHS + 1;
/** The numbers of the stamps: an object's cell, bonds of three directions, then the looks. */
const CELL = 0;
const BONDS = 1;
const BODIES = 4;
const SIXTH = Math.PI / 3;

/** Draws many particles. */
export class ParticleStamps {
  /** @param {import("./amoebot.js").Particles} particles */
  constructor(particles) {
    this.particles = particles;
    this.circuits = new CircuitStamps();
    this.k = 0;
    this.looks_version = -1;
    this.styles = null;
  }

  /** @param {import("./picture.js").Picture} picture */
  draw(picture) {
    const { shown, raster, stamps, place, frame } = picture;
    this.renew(picture);
    this.draw_objects(picture);
    this.draw_bonds(picture);
    const { count, x, y, tail_x, tail_y, look } = shown;
    for (let at = 0; at < count; at++) {
      const form = form_of(x[at] - tail_x[at], tail_y[at] - y[at], place.k);
      const slot = BODIES + look[at] * FORMS + form;
      if (!raster.stamp(stamps, slot, tail_x[at], tail_y[at])) this.first(picture, slot, tail_x[at], tail_y[at]);
    }
    if (frame.has_circuits) this.circuits.draw(picture, this.particles.nodes);
  }

  /** Forgets the stamps if they are of another size or other colours. */
  renew({ place, stamps, shown, styles }) {
    const k = Math.round(place.k * 8) / 8;
    if (k !== this.k || shown.looks_version !== this.looks_version || styles !== this.styles) {
      this.k = k;
      this.looks_version = shown.looks_version;
      this.styles = styles;
      stamps.clear();
    }
    stamps.reserve(BODIES + shown.looks.length * FORMS);
  }

  first({ raster, stamps, ratio, shown }, slot, x, y) {
    const number = (slot - BODIES) % FORMS;
    const style = shown.looks[(slot - BODIES - number) / FORMS];
    const radius = RADIUS * this.k;
    const shape = stamps.shape.plain(radius, style.fill.packed);
    shape.line = radius < 2.4 ? 0 : Math.max(Math.min(0.8 * ratio, 0.25 * radius), LINE * this.k);
    shape.edge = style.edge.packed;
    shape.mark = style.ring.packed;
    if (number > 0) {
      const direction = Math.floor((number - 1) / LENGTHS);
      const length = (this.k * (1 + ((number - 1) % LENGTHS))) / LENGTHS;
      shape.dx = length * Math.cos(direction * SIXTH);
      shape.dy = -length * Math.sin(direction * SIXTH);
      shape.ring = radius >= 6;
      shape.core = shape.ring || radius < 1.6 ? 0 : 0.38 * radius;
      shape.core_colour = style.ring.packed;
    }
    stamps.make(slot, raster.phase(x, y));
    raster.stamp(stamps, slot, x, y);
  }

  draw_objects({ raster, stamps, styles }) {
    const { count, x, y } = this.particles.objects;
    for (let at = 0; at < count; at++) {
      if (raster.stamp(stamps, CELL, x[at], y[at])) continue;
      const shape = stamps.shape.plain(this.k / 2 + 0.4, styles.object.fill.packed);
      shape.hexagon = true;
      stamps.make(CELL, raster.phase(x[at], y[at]));
      raster.stamp(stamps, CELL, x[at], y[at]);
    }
  }

  /** Bonds; those that are turned or stretched by a movement are left out meanwhile. */
  draw_bonds({ frame, raster, stamps, place, theme }) {
    if (!frame.has_bonds || BOND * place.k < 0.9) return;
    const { particles } = this;
    const left = 1 - eased(frame.fraction);
    for (let bond = 0; bond < frame.m; bond++) {
      if (!particles.find_bond(frame, place, bond, left)) continue;
      const form = form_of(particles.x2 - particles.x1, particles.y1 - particles.y2, place.k);
      if (form === 0 || form % LENGTHS !== 0) continue;
      const direction = form / LENGTHS - 1;
      const turned = direction >= 3;
      const x = turned ? particles.x2 : particles.x1;
      const y = turned ? particles.y2 : particles.y1;
      const slot = BONDS + (direction % 3);
      if (raster.stamp(stamps, slot, x, y)) continue;
      const shape = stamps.shape.plain(Math.max(0.5, (BOND * this.k) / 2), theme.bond.packed);
      shape.dx = this.k * Math.cos((direction % 3) * SIXTH);
      shape.dy = -this.k * Math.sin((direction % 3) * SIXTH);
      stamps.make(slot, raster.phase(x, y));
      raster.stamp(stamps, slot, x, y);
    }
  }
}

/**
 * The number of the form of a body.
 * @param {number} right from the tail to the head, in pixels
 * @param {number} up
 * @param {number} k pixels between neighbouring nodes
 * @returns {number} 0 for a disc, else 1 + the length + LENGTHS * the direction
 */
function form_of(right, up, k) {
  const length = Math.round((LENGTHS * Math.hypot(right, up)) / k);
  if (length === 0) return 0;
  let direction = Math.round(Math.atan2(up, right) / SIXTH);
  if (direction < 0) direction += 6;
  return Math.min(length, LENGTHS) + LENGTHS * direction;
}
