// An image that stays, into which very many stamps are copied. Only what was drawn is cleared and shown
// again.

import { PHASES, STEPS } from "./stamps.js";

/** Lays one colour over another. */
function over(below, above) {
  const a = above >>> 24;
  const b = below >>> 24;
  if (b === 0) return above;
  if (b === 255) {
    const r = (below & 255) + ((((above & 255) - (below & 255)) * a + 127) >> 8);
    const g = ((below >> 8) & 255) + (((((above >> 8) & 255) - ((below >> 8) & 255)) * a + 127) >> 8);
    const c = ((below >> 16) & 255) + (((((above >> 16) & 255) - ((below >> 16) & 255)) * a + 127) >> 8);
    return 0xff000000 | (c << 16) | (g << 8) | r;
  }
  const all = 255 * a + b * (255 - a);
  const part = (255 * a) / all;
  const r = (below & 255) + ((above & 255) - (below & 255)) * part;
  const g = ((below >> 8) & 255) + (((above >> 8) & 255) - ((below >> 8) & 255)) * part;
  const c = ((below >> 16) & 255) + (((above >> 16) & 255) - ((below >> 16) & 255)) * part;
  return ((all / 255) << 24) | (c << 16) | (g << 8) | r;
}

/** An image that stays. */
export class Raster {
  constructor() {
    this.width = 0;
    this.height = 0;
    /** @type {ImageData|null} */
    this.image = null;
    this.pixels = new Int32Array(0);
    // What is drawn on, and what the canvas still shows from the last time.
    this.left = this.top = this.right = this.bottom = 0;
    this.old_left = this.old_top = this.old_right = this.old_bottom = 0;
  }

  /**
   * Begins a picture of this size; it is empty.
   * @param {number} width
   * @param {number} height
   */
  begin(width, height) {
    if (width !== this.width || height !== this.height || !this.image) {
      this.image = new ImageData(width, height);
      this.pixels = new Int32Array(this.image.data.buffer);
      this.width = width;
      this.height = height;
      this.old_left = this.old_top = 0;
      this.old_right = width;
      this.old_bottom = height;
    } else {
      this.clear();
    }
    this.left = width;
    this.top = height;
    this.right = this.bottom = 0;
  }

  clear() {
    const { left, top, right, bottom, width, pixels } = this;
    this.old_left = left;
    this.old_top = top;
    this.old_right = right;
    this.old_bottom = bottom;
    if (right <= left || bottom <= top) return;
    if (2 * (right - left) > width) {
      pixels.fill(0, top * width, bottom * width);
      return;
    }
    for (let row = top; row < bottom; row++) pixels.fill(0, row * width + left, row * width + right);
  }

  /** Shows what was drawn, and takes away what the canvas still shows. @param {CanvasRenderingContext2D} context */
  end(context) {
    const left = Math.min(this.left, this.old_left);
    const top = Math.min(this.top, this.old_top);
    const right = Math.max(this.right, this.old_right);
    const bottom = Math.max(this.bottom, this.old_bottom);
    if (right > left && bottom > top) context.putImageData(this.image, 0, 0, left, top, right - left, bottom - top);
  }

  /** Forgets what the canvas shows, as something else was drawn on it. */
  forget() {
    this.pixels.fill(0);
    this.left = this.top = 0;
    this.right = this.width;
    this.bottom = this.height;
  }

  /** Gives the memory back. */
  free() {
    this.image = null;
    this.pixels = new Int32Array(0);
    this.width = this.height = 0;
  }

  grow(left, top, right, bottom) {
    if (left < this.left) this.left = left < 0 ? 0 : left;
    if (top < this.top) this.top = top < 0 ? 0 : top;
    if (right > this.right) this.right = right > this.width ? this.width : right;
    if (bottom > this.bottom) this.bottom = bottom > this.height ? this.height : bottom;
  }

  /**
   * Copies a stamp whose origin is at a point. The caller makes those that do not exist.
   * @param {Stamps} stamps
   * @param {number} slot
   * @param {number} x in pixels
   * @param {number} y
   * @returns {boolean} whether the stamp exists; if not, fill in `stamps.shape` and call `make`
   */
  stamp(stamps, slot, x, y) {
    const fine_x = Math.floor(x * STEPS) | 0;
    const fine_y = Math.floor(y * STEPS) | 0;
    const phase = (fine_x & (STEPS - 1)) | ((fine_y & (STEPS - 1)) << 2);
    const stamp = stamps.all[slot * PHASES + phase];
    if (!stamp) return false;
    const left = (fine_x >> 2) + stamp.left;
    const top = (fine_y >> 2) + stamp.top;
    const right = left + stamp.width;
    const bottom = top + stamp.height;
    if (right <= 0 || bottom <= 0 || left >= this.width || top >= this.height) return true;
    this.grow(left, top, right, bottom);
    if (left >= 0 && right <= this.width && top >= 0 && bottom <= this.height) {
      if (stamp.is_small) this.copy_small(stamp, top * this.width + left);
      else this.copy_rows(stamp, left, top);
    } else this.copy_clipped(stamp, left, top);
    return true;
  }

  /** The phase of a point, for `make`. */
  phase(x, y) {
    return (Math.floor(x * STEPS) & (STEPS - 1)) | ((Math.floor(y * STEPS) & (STEPS - 1)) << 2);
  }

  /** Copies a small stamp pixel by pixel: those that are opaque, then those that are mixed. */
  copy_small(stamp, base) {
    if (stamp.across !== this.width) stamp.list(this.width);
    const to = this.pixels;
    const { full_at, full, mixed_at, mixed } = stamp;
    for (let at = 0; at < full.length; at++) to[base + full_at[at]] = full[at];
    for (let at = 0; at < mixed.length; at++) {
      const place = base + mixed_at[at];
      const below = to[place];
      to[place] = below === 0 ? mixed[at] : over(below, mixed[at]);
    }
  }

  /** Copies a large stamp row by row. */
  copy_rows(stamp, left, top) {
    const { pixels: from, rows, width, height } = stamp;
    const to = this.pixels;
    const across = this.width;
    let source = 0;
    let target = top * across + left;
    for (let row = 0; row < height; row++, source += width, target += across) {
      const full = rows[4 * row + 1];
      const full_end = rows[4 * row + 2];
      const end = rows[4 * row + 3];
      let at = rows[4 * row];
      for (; at < full; at++) to[target + at] = over(to[target + at], from[source + at]);
      for (; at < full_end; at++) to[target + at] = from[source + at];
      for (; at < end; at++) to[target + at] = over(to[target + at], from[source + at]);
    }
  }

  copy_clipped(stamp, left, top) {
    const { pixels: from, width } = stamp;
    const to = this.pixels;
    const first_row = Math.max(0, -top);
    const last_row = Math.min(stamp.height, this.height - top);
    const first = Math.max(0, -left);
    const last = Math.min(width, this.width - left);
    for (let row = first_row; row < last_row; row++) {
      const target = (top + row) * this.width + left;
      for (let at = first; at < last; at++) {
        const colour = from[row * width + at];
        if (colour >>> 24) to[target + at] = over(to[target + at], colour);
      }
    }
  }

  /**
   * Draws a square dot with its middle at a point.
   * @param {number} x in pixels
   * @param {number} y
   * @param {number} size 1 to 4
   * @param {number} colour packed
   */
  dot(x, y, size, colour) {
    const left = Math.floor(x - size / 2 + 0.5) | 0;
    const top = Math.floor(y - size / 2 + 0.5) | 0;
    if (left < 0 || top < 0 || left + size > this.width || top + size > this.height) return;
    this.grow(left, top, left + size, top + size);
    const { pixels, width } = this;
    let at = top * width + left;
    for (let row = 0; row < size; row++, at += width) {
      for (let column = 0; column < size; column++) pixels[at + column] = colour;
    }
  }
}
