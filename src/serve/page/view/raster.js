// Draws very many small shapes: each is drawn once for sixteen positions within a pixel, and then
// copied into an image that stays. Only what was drawn is cleared and shown again.

/** A shape is kept for this many positions within a pixel, across and down. */
const STEPS = 4;
const PHASES = STEPS * STEPS;

/** What a stamp shows. One object is filled in again and again. */
export class Shape {
  constructor() {
    /** From the tail to the head, in pixels; 0 for a disc. */
    this.dx = 0;
    this.dy = 0;
    this.radius = 1;
    /** The width of the line around it. */
    this.line = 0;
    /** Packed colours. */
    this.fill = 0;
    this.edge = 0;
    this.mark = 0;
    /** The radius of a core around the head, and its colour. */
    this.core = 0;
    this.core_colour = 0;
    /** Whether the head has a ring. */
    this.ring = false;
    /** Whether it is crossed out. */
    this.cross = false;
    /** Whether it is a hexagon with corners above and below. */
    this.hexagon = false;
  }

  /** A disc of one colour, with nothing on it. @param {number} radius @param {number} fill @returns {Shape} this */
  plain(radius, fill) {
    this.dx = this.dy = this.line = this.core = 0;
    this.radius = radius;
    this.fill = this.edge = this.mark = this.core_colour = fill;
    this.ring = this.cross = this.hexagon = false;
    return this;
  }
}

/** A shape in pixels. */
class Stamp {
  constructor(left, top, width, height) {
    this.left = left;
    this.top = top;
    this.width = width;
    this.height = height;
    this.pixels = new Uint32Array(width * height);
    /** For every row: where it begins, where its opaque pixels begin and end, and where it ends. */
    this.rows = new Int16Array(4 * height);
  }
}

/** Stamps by number, made when they are first used. */
export class Stamps {
  constructor() {
    /** @type {(Stamp|null)[]} */
    this.all = [];
    this.shape = new Shape();
  }

  clear() {
    this.all.length = 0;
  }

  /** Makes room for the stamps with numbers below this one. @param {number} count */
  reserve(count) {
    for (let at = this.all.length; at < count * PHASES; at++) this.all.push(null);
  }

  /** Makes a stamp from the shape. */
  make(slot, phase) {
    const stamp = paint(this.shape, ((phase & (STEPS - 1)) + 0.5) / STEPS, ((phase >> 2) + 0.5) / STEPS);
    this.all[slot * PHASES + phase] = stamp;
    return stamp;
  }
}

function cover(distance) {
  return distance <= -0.5 ? 1 : distance >= 0.5 ? 0 : 0.5 - distance;
}

/** The distance of a point from the segment from the origin to (dx, dy). */
function from_segment(x, y, dx, dy) {
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / square));
  return Math.hypot(x - along * dx, y - along * dy);
}

/** The distance of a point from a hexagon around the origin. */
function from_hexagon(x, y, radius) {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  return Math.max(ax, ax * 0.5 + ay * 0.8660254037844386) - radius;
}

/** The colour between two others, without the transparency. */
function blend(one, other, part) {
  if (part <= 0) return one;
  if (part >= 1) return other;
  const r = (one & 255) + ((other & 255) - (one & 255)) * part;
  const g = ((one >> 8) & 255) + (((other >> 8) & 255) - ((one >> 8) & 255)) * part;
  const b = ((one >> 16) & 255) + (((other >> 16) & 255) - ((one >> 16) & 255)) * part;
  return (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r);
}

function paint(shape, off_x, off_y) {
  const { dx, dy, radius } = shape;
  const reach = (shape.hexagon ? radius * 1.1548 : radius) + 1;
  const left = Math.floor(off_x + Math.min(0, dx) - reach);
  const top = Math.floor(off_y + Math.min(0, dy) - reach);
  const width = Math.ceil(off_x + Math.max(0, dx) + reach) - left;
  const height = Math.ceil(off_y + Math.max(0, dy) + reach) - top;
  const stamp = new Stamp(left, top, width, height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = left + column + 0.5 - off_x;
      const y = top + row + 0.5 - off_y;
      stamp.pixels[row * width + column] = pixel(shape, x, y);
    }
    measure(stamp, row);
  }
  return stamp;
}

/** The colour of a shape at a point. */
function pixel(shape, x, y) {
  const { dx, dy, radius, line } = shape;
  const outside = shape.hexagon ? from_hexagon(x, y, radius) : from_segment(x, y, dx, dy) - radius;
  const alpha = Math.round(255 * cover(outside));
  if (alpha === 0) return 0;
  let colour = line > 0 ? blend(shape.edge, shape.fill, cover(outside + line)) : shape.fill & 0xffffff;
  const from_head = Math.hypot(x - dx, y - dy);
  if (shape.ring) colour = blend(colour, shape.mark, cover(Math.abs(from_head - (radius - 2.6 * line)) - line / 2));
  if (shape.core > 0) {
    colour = blend(colour, shape.edge, cover(from_head - shape.core - 0.8));
    colour = blend(colour, shape.core_colour, cover(from_head - shape.core));
  }
  if (shape.cross) {
    const arm = radius * 0.5;
    const off = Math.min(from_segment(x + arm, y + arm, 2 * arm, 2 * arm), from_segment(x + arm, y - arm, 2 * arm, -2 * arm));
    colour = blend(colour, shape.mark, cover(off - Math.max(0.6, radius * 0.14)));
  }
  return ((alpha << 24) | (colour & 0xffffff)) >>> 0;
}

/** Finds where the pixels of a row begin and end, and which of them are opaque. */
function measure({ pixels, rows, width }, row) {
  const alpha = (column) => pixels[row * width + column] >>> 24;
  let begin = 0;
  let end = width;
  while (begin < width && alpha(begin) === 0) begin++;
  while (end > begin && alpha(end - 1) === 0) end--;
  let full = begin;
  while (full < end && alpha(full) !== 255) full++;
  let full_end = full;
  while (full_end < end && alpha(full_end) === 255) full_end++;
  rows[4 * row] = begin;
  rows[4 * row + 1] = full;
  rows[4 * row + 2] = full_end;
  rows[4 * row + 3] = end;
}

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
    this.pixels = new Uint32Array(0);
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
      this.pixels = new Uint32Array(this.image.data.buffer);
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
    this.pixels = new Uint32Array(0);
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
    const fine_x = Math.floor(x * STEPS);
    const fine_y = Math.floor(y * STEPS);
    const phase = (fine_x & (STEPS - 1)) | ((fine_y & (STEPS - 1)) << 2);
    const stamp = stamps.all[slot * PHASES + phase];
    if (!stamp) return false;
    const left = (fine_x >> 2) + stamp.left;
    const top = (fine_y >> 2) + stamp.top;
    const right = left + stamp.width;
    const bottom = top + stamp.height;
    if (right <= 0 || bottom <= 0 || left >= this.width || top >= this.height) return true;
    this.grow(left, top, right, bottom);
    if (left >= 0 && right <= this.width) this.copy(stamp, left, top);
    else this.copy_clipped(stamp, left, top);
    return true;
  }

  /** The phase of a point, for `make`. */
  phase(x, y) {
    return (Math.floor(x * STEPS) & (STEPS - 1)) | ((Math.floor(y * STEPS) & (STEPS - 1)) << 2);
  }

  copy(stamp, left, top) {
    const { pixels: from, rows, width } = stamp;
    const to = this.pixels;
    const first = top < 0 ? -top : 0;
    const last = top + stamp.height > this.height ? this.height - top : stamp.height;
    for (let row = first; row < last; row++) {
      const source = row * width;
      const target = (top + row) * this.width + left;
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
    const left = Math.round(x - size / 2);
    const top = Math.round(y - size / 2);
    if (left < 0 || top < 0 || left + size > this.width || top + size > this.height) return;
    this.grow(left, top, left + size, top + size);
    const { pixels, width } = this;
    let at = top * width + left;
    for (let row = 0; row < size; row++, at += width) {
      for (let column = 0; column < size; column++) pixels[at + column] = colour;
    }
  }
}
