// Circuits of many particles, from stamps: a line is kept for every way of drawing and every step from
// its beginning to its end, as the same steps come again on a grid.

import { BEEP, CASING, DASH, FLASH, GAP, HUB, WAYS, WIDTH, at, beeps, find_link, find_pin, ink_of, is_first, pin_radius, way_of } from "./pins.js";
import { Stamps } from "./stamps.js";
import { eased } from "./shown_particles.js";

/** Lines are forgotten when there are more. */
const MOST_LINES = 6000;
/** A flash is drawn in so many steps. */
const FLASHES = 12;
/** The numbers of the stamps: pins and hubs by way, beeps, flashes; then lines. */
const PINS = 0;
const HUBS = WAYS;
const BEEPS = 2 * WAYS;
const FLASH_0 = BEEPS + 1;
const LINES = FLASH_0 + FLASHES;
/** Steps of lines are told apart in quarters of a pixel. */
const FINE = 4;
/** Marks a casing, and a single dash. */
const CASED = WAYS;

/** Draws the circuits of many particles. */
export class CircuitStamps {
  constructor() {
    this.stamps = new Stamps();
    /** @type {Map<number, number>} the number of the stamp of every line */
    this.lines = new Map();
    this.k = 0;
    this.theme = null;
  }

  /**
   * @param {import("./picture.js").Picture} picture
   * @param {import("./nodes.js").Nodes} nodes
   */
  draw(picture, nodes) {
    this.renew(picture);
    const { frame, place } = picture;
    const left = 1 - eased(frame.fraction);
    for (let pass = 0; pass < 2; pass++) {
      for (let pin = 0; pin < frame.p; pin++) {
        const way = way_of(frame, pin);
        if ((way === 0 && pass === 0) || !find_pin(frame, place, pin, left)) continue;
        this.pin_lines(picture, nodes, pin, pass === 0 ? CASED : way, way > 6 && pass === 1, left > 0 || way === 0 || pass === 0);
      }
    }
    this.dots(picture, left);
    this.beeps(picture, left);
  }

  renew({ place, theme }) {
    const k = Math.round(place.k * 8) / 8;
    if (k !== this.k || theme !== this.theme || this.lines.size > MOST_LINES) {
      this.k = k;
      this.theme = theme;
      this.stamps.clear();
      this.lines.clear();
    }
    this.stamps.reserve(LINES);
  }

  /** The line of a pin to its hub, and its half of the link to the pin that faces it. */
  pin_lines(picture, nodes, pin, way, dashed, apart) {
    if (at.has_hub) this.line(picture, way, dashed, at.x, at.y, at.hub_x - at.x, at.hub_y - at.y);
    if (apart) return;
    find_link(picture.frame, nodes, this.k, pin);
    if (at.linked) this.line(picture, way, dashed, at.x, at.y, at.end_x - at.x, at.end_y - at.y);
  }

  line(picture, way, dashed, x, y, dx, dy) {
    if (!dashed) {
      this.bar(picture, way, x, y, dx, dy);
      return;
    }
    const length = Math.hypot(dx, dy);
    const dash = DASH * this.k;
    const step = (DASH + GAP) * this.k;
    for (let from = 0; from < length; from += step) {
      const part = Math.min(dash, length - from) / length;
      this.bar(picture, way, x + (dx * from) / length, y + (dy * from) / length, dx * part, dy * part);
    }
  }

  bar({ raster, theme, ratio }, way, x, y, dx, dy) {
    const right = Math.round(dx * FINE);
    const down = Math.round(dy * FINE);
    if (Math.abs(right) > 1000 || Math.abs(down) > 1000) return;
    const key = ((way * 2048 + right + 1024) * 2048 + down + 1024) | 0;
    let slot = this.lines.get(key);
    if (slot === undefined) {
      slot = LINES + this.lines.size;
      this.lines.set(key, slot);
      this.stamps.reserve(slot + 1);
    }
    if (raster.stamp(this.stamps, slot, x, y)) return;
    const width = Math.max(0.8 * ratio, WIDTH * this.k);
    const radius = way === CASED ? width / 2 + CASING * this.k : way === 0 ? width / 4 : width / 2;
    const shape = this.stamps.shape.plain(radius, (way === CASED ? theme.casing : ink_of(theme, way)).packed);
    if (way === CASED) shape.alpha = (theme.casing.packed >>> 24) / 255;
    shape.dx = right / FINE;
    shape.dy = down / FINE;
    this.stamps.make(slot, raster.phase(x, y));
    raster.stamp(this.stamps, slot, x, y);
  }

  dots(picture, left) {
    const { frame, place, raster } = picture;
    for (let pin = 0; pin < frame.p; pin++) {
      if (!find_pin(frame, place, pin, left)) continue;
      const slot = PINS + way_of(frame, pin);
      if (!raster.stamp(this.stamps, slot, at.x, at.y)) this.dot(picture, slot, at.x, at.y);
    }
    for (let pin = 0; pin < frame.p; pin++) {
      if (!is_first(frame, pin) || !find_pin(frame, place, pin, left) || !at.has_hub) continue;
      const slot = HUBS + way_of(frame, pin);
      if (!raster.stamp(this.stamps, slot, at.hub_x, at.hub_y)) this.dot(picture, slot, at.hub_x, at.hub_y);
    }
  }

  dot({ raster, theme, ratio, pins_per_edge }, slot, x, y) {
    const is_hub = slot >= HUBS;
    const ink = ink_of(theme, is_hub ? slot - HUBS : slot);
    const line = is_hub ? Math.max(0.6 * ratio, 0.017 * this.k) : 0;
    const shape = this.stamps.shape.plain((is_hub ? HUB : pin_radius(pins_per_edge)) * this.k + line / 2, ink.packed);
    shape.line = line;
    shape.edge = theme.white.packed;
    this.stamps.make(slot, raster.phase(x, y));
    raster.stamp(this.stamps, slot, x, y);
  }

  beeps(picture, left) {
    const { frame, place, raster, flash } = picture;
    const step = flash > 0 ? FLASH_0 + Math.min(FLASHES - 1, Math.floor(flash * FLASHES)) : 0;
    for (let pin = 0; pin < frame.p; pin++) {
      if (!beeps(frame, pin) || !is_first(frame, pin) || !find_pin(frame, place, pin, left)) continue;
      if (!raster.stamp(this.stamps, BEEPS, at.hub_x, at.hub_y)) this.ring(picture, BEEPS);
      if (step > 0 && !raster.stamp(this.stamps, step, at.hub_x, at.hub_y)) this.ring(picture, step);
    }
  }

  /** The ring of a beep, or a wider one that fades away. */
  ring({ raster, theme, ratio }, slot) {
    const flash = slot === BEEPS ? 0 : (slot - FLASH_0 + 0.5) / FLASHES;
    const radius = slot === BEEPS ? BEEP : BEEP + (FLASH - BEEP) * (1 - flash);
    const shape = this.stamps.shape.plain(radius * this.k, (slot === BEEPS ? theme.beep : theme.flash).packed);
    shape.hollow = slot === BEEPS ? Math.max(ratio, 0.04 * this.k) : Math.max(1.5 * ratio, 0.06 * this.k);
    shape.alpha = slot === BEEPS ? 1 : flash;
    shape.line = slot === BEEPS ? CASING * this.k : 0;
    shape.edge = theme.casing.packed;
    this.stamps.make(slot, raster.phase(at.hub_x, at.hub_y));
    raster.stamp(this.stamps, slot, at.hub_x, at.hub_y);
  }
}
