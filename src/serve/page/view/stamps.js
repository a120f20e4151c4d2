// Small shapes in pixels: each is drawn once for sixteen positions within a pixel, and then copied as
// often as it is needed (`raster.js`).

/** A shape is kept for this many positions within a pixel, across and down. */
export const STEPS = 4;
export const PHASES = STEPS * STEPS;

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
    /** The width of the line if there is nothing but a line; 0 for a shape that is filled. */
    this.hollow = 0;
    /** How opaque it is, 0 to 1. */
    this.alpha = 1;
  }

  /** A disc of one colour, with nothing on it. @param {number} radius @param {number} fill @returns {Shape} this */
  plain(radius, fill) {
    this.dx = this.dy = this.line = this.core = 0;
    this.radius = radius;
    this.fill = this.edge = this.mark = this.core_colour = fill;
    this.ring = this.cross = this.hexagon = false;
    this.hollow = 0;
    this.alpha = 1;
    return this;
  }
}

/** Stamps of at most so many pixels are copied from a list of their pixels. */
const SMALL = 500;

/** A shape in pixels. */
class Stamp {
  constructor(left, top, width, height) {
    this.left = left;
    this.top = top;
    this.width = width;
    this.height = height;
    this.pixels = new Int32Array(width * height);
    /** For every row: where it begins, where its opaque pixels begin and end, and where it ends. */
    this.rows = new Int16Array(4 * height);
    this.is_small = width * height <= SMALL;
    /** The width of the image that the lists are for. */
    this.across = 0;
    /** The pixels that are opaque, and those that are not, with where they lie in the image. */
    this.full_at = this.full = this.mixed_at = this.mixed = NONE;
  }

  /** Lists the pixels for an image of some width. */
  list(across) {
    const { pixels, width, height } = this;
    const lists = { full: [], full_at: [], mixed: [], mixed_at: [] };
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const colour = pixels[row * width + column];
        const alpha = colour >>> 24;
        if (alpha === 0) continue;
        const name = alpha === 255 ? "full" : "mixed";
        lists[name].push(colour);
        lists[`${name}_at`].push(row * across + column);
      }
    }
    for (const [name, list] of Object.entries(lists)) this[name] = Int32Array.from(list);
    this.across = across;
  }
}

const NONE = new Int32Array(0);

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

/** Draws a shape whose origin is this far from the corner of a pixel. */
function paint(shape, off_x, off_y) {
  const { dx, dy, radius } = shape;
  const reach = (shape.hexagon ? radius * 1.1548 : radius + around(shape)) + 1;
  const left = Math.floor(off_x + Math.min(0, dx) - reach);
  const top = Math.floor(off_y + Math.min(0, dy) - reach);
  const width = Math.ceil(off_x + Math.max(0, dx) + reach) - left;
  const height = Math.ceil(off_y + Math.max(0, dy) + reach) - top;
  const stamp = new Stamp(left, top, width, height);
  for (let row = 0; row < height; row++) {
    paint_row(shape, stamp, row, left + 0.5 - off_x, top + row + 0.5 - off_y);
    measure(stamp, row);
  }
  return stamp;
}

/** How far a ring reaches beyond its radius. */
function around({ hollow, line }) {
  return hollow > 0 ? hollow / 2 + line : 0;
}

/** Draws a row. Most pixels are far outside or well inside, and need no closer look. */
function paint_row(shape, { pixels, width }, row, x, y) {
  const { dx, dy, radius, line } = shape;
  const square = dx * dx + dy * dy;
  const out = (radius + 0.5 + around(shape)) ** 2;
  const inner = radius - line - 1;
  const simple = !shape.hexagon && shape.hollow === 0 && shape.alpha === 1;
  const marked = shape.ring || shape.core > 0 || shape.cross;
  const whole = simple && inner > 0 ? inner * inner : -1;
  const full = (0xff000000 | shape.fill) >>> 0;
  for (let column = 0; column < width; column++, x++) {
    if (!shape.hexagon) {
      const along = square === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / square));
      const far = (x - along * dx) ** 2 + (y - along * dy) ** 2;
      if (far >= out) continue;
      if (far < whole && (!marked || (x - dx) ** 2 + (y - dy) ** 2 > radius * radius)) {
        pixels[row * width + column] = full;
        continue;
      }
    }
    pixels[row * width + column] = pixel(shape, x, y);
  }
}

/** The colour of a shape at a point. */
function pixel(shape, x, y) {
  const { dx, dy, radius, line } = shape;
  const outside = shape.hexagon ? from_hexagon(x, y, radius) : from_segment(x, y, dx, dy) - radius;
  if (shape.hollow > 0) return hollow_pixel(shape, Math.abs(outside) - shape.hollow / 2);
  const covered = cover(outside);
  const alpha = Math.round(255 * shape.alpha * covered);
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

/** The colour of a ring, which has a thin line on either side. */
function hollow_pixel({ alpha, line, edge, fill }, outside) {
  const covered = Math.round(255 * alpha * cover(outside - line));
  if (covered === 0) return 0;
  const colour = line > 0 ? blend(edge, fill, cover(outside)) : fill & 0xffffff;
  return ((covered << 24) | (colour & 0xffffff)) >>> 0;
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
