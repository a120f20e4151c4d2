// Robots in the plane: discs in the tone of what they do, with a core for a light and a cross for a
// fault. Few are drawn as paths, many from stamps, very many as dots.

/** Up to so many discs are drawn as paths. */
const FEW = 40;
/** Discs smaller than this, in pixels of the canvas, are dots. */
const DOT = 1.7;
const TURN = 2 * Math.PI;
/** The bits of a state that say how a robot looks. */
const LOOKS = 0x1ffff;

/** Draws robots in the plane. */
export class Robots {
  constructor() {
    /** The number of the stamp of every look, or -1. */
    this.slots = new Int16Array(LOOKS + 1).fill(-1);
    /** @type {number[]} the look of every stamp */
    this.looks = [];
    this.colours = new Int32Array(256 * 2);
    this.radius = 0;
    this.styles = null;
  }

  /** Up to how many discs are drawn as paths. @param {import("./picture.js").Picture} picture */
  few(picture) {
    return Math.max(FEW, picture.vector_limit);
  }

  /** Draws many robots into the image. @param {import("./picture.js").Picture} picture */
  draw_many(picture) {
    if (picture.shown.radius < DOT) this.dots(picture);
    else this.stamps(picture);
  }

  /** Draws few robots onto the canvas: circles as paths, by class. @param {import("./picture.js").Picture} picture */
  draw_few(picture) {
    const { shown, context, styles, ratio } = picture;
    const { radius, classes, lights } = shown;
    const line = line_of(radius, ratio);
    context.lineWidth = line;
    for (let kind = 0; kind < 256; kind++) {
      if (classes[kind] === 0) continue;
      const style = styles.of(kind);
      context.beginPath();
      this.circles(picture, 0, kind, radius - line / 2);
      context.fillStyle = style.fill.css;
      context.fill();
      context.strokeStyle = style.edge.css;
      context.stroke();
    }
    if (shown.lit > 0) {
      for (let light = 1; light < 256; light++) {
        if (lights[light] === 0) continue;
        const style = styles.light(light - 1);
        context.beginPath();
        this.circles(picture, 8, light, radius * 0.52);
        context.strokeStyle = style.edge.css;
        context.lineWidth = 2 * line;
        context.stroke();
        context.fillStyle = style.fill.css;
        context.fill();
      }
    }
    if (shown.faulty > 0) this.crosses(picture);
  }

  /** Adds the circles of the robots that have a value in eight bits of their state. */
  circles({ shown, context, frame }, shift, value, radius) {
    const { robots, x, y, count } = shown;
    const { state } = frame;
    for (let at = 0; at < count; at++) {
      if (((state[robots[at]] >> shift) & 255) !== value) continue;
      context.moveTo(x[at] + radius, y[at]);
      context.arc(x[at], y[at], radius, 0, TURN);
    }
  }

  crosses({ shown, context, frame, styles }) {
    const { robots, x, y, count, radius, classes } = shown;
    const { state } = frame;
    const arm = radius * 0.5;
    context.lineWidth = Math.max(1.2, radius * 0.28);
    context.lineCap = "round";
    for (let kind = 0; kind < 256; kind++) {
      if (classes[kind] === 0) continue;
      context.beginPath();
      for (let at = 0; at < count; at++) {
        const bits = state[robots[at]];
        if ((bits & 0x100ff) !== (0x10000 | kind)) continue;
        context.moveTo(x[at] - arm, y[at] - arm);
        context.lineTo(x[at] + arm, y[at] + arm);
        context.moveTo(x[at] - arm, y[at] + arm);
        context.lineTo(x[at] + arm, y[at] - arm);
      }
      context.strokeStyle = styles.of(kind).mark.css;
      context.stroke();
    }
    context.lineCap = "butt";
  }

  /** Many robots: stamps, one for each look. */
  stamps(picture) {
    const { shown, frame, raster, stamps } = picture;
    const { robots, x, y, count, faulty } = shown;
    const { state } = frame;
    this.renew(picture);
    const { slots } = this;
    for (let at = 0; at < count; at++) {
      const look = state[robots[at]] & LOOKS;
      if (look & 0x10000) continue;
      const slot = slots[look];
      if (slot < 0 || !raster.stamp(stamps, slot, x[at], y[at])) this.first(picture, look, x[at], y[at]);
    }
    if (faulty > 0) this.stamp_faulty(picture);
  }

  /** Faulty robots are few and matter: they are drawn last. */
  stamp_faulty(picture) {
    const { shown, frame, raster, stamps } = picture;
    const { robots, x, y, count } = shown;
    for (let at = 0; at < count; at++) {
      const look = frame.state[robots[at]] & LOOKS;
      if (!(look & 0x10000)) continue;
      const slot = this.slots[look];
      if (slot < 0 || !raster.stamp(stamps, slot, x[at], y[at])) this.first(picture, look, x[at], y[at]);
    }
  }

  /** Forgets the stamps if they are of another size or other colours. */
  renew({ shown, stamps, styles }) {
    const radius = Math.round(shown.radius * 8) / 8;
    if (radius === this.radius && styles === this.styles) return;
    this.radius = radius;
    this.styles = styles;
    for (const look of this.looks) this.slots[look] = -1;
    this.looks.length = 0;
    stamps.clear();
  }

  /** Draws a robot whose stamp does not exist yet. */
  first(picture, look, x, y) {
    const { raster, stamps, styles, ratio } = picture;
    let slot = this.slots[look];
    if (slot < 0) {
      slot = this.slots[look] = this.looks.length;
      this.looks.push(look);
      stamps.reserve(slot + 1);
    }
    const style = styles.of(look & 255);
    const light = (look >> 8) & 255;
    const is_faulty = (look & 0x10000) !== 0;
    const shape = stamps.shape.plain(is_faulty ? Math.max(this.radius, 3.2 * ratio) : this.radius, style.fill.packed);
    shape.line = line_of(shape.radius, ratio);
    shape.edge = style.edge.packed;
    shape.mark = style.mark.packed;
    shape.cross = is_faulty;
    if (light > 0) {
      const shine = styles.light(light - 1);
      shape.core_colour = shine.fill.packed;
      if (this.radius >= 3) shape.core = shape.radius * 0.52;
      else shape.fill = shine.fill.packed;
    }
    stamps.make(slot, raster.phase(x, y));
    raster.stamp(stamps, slot, x, y);
  }

  /** Very many robots: squares of a few pixels. */
  dots(picture) {
    const { shown, frame, raster, styles } = picture;
    const { robots, x, y, count, faulty } = shown;
    const { state } = frame;
    const { colours } = this;
    for (let kind = 0; kind < 256; kind++) {
      if (shown.classes[kind] > 0) colours[kind] = styles.of(kind).fill.packed;
      if (shown.lights[kind] > 0 && kind > 0) colours[256 + kind] = styles.light(kind - 1).fill.packed;
    }
    const size = Math.max(1, Math.min(4, Math.round(2 * shown.radius)));
    for (let at = 0; at < count; at++) {
      const bits = state[robots[at]];
      const light = (bits >> 8) & 255;
      raster.dot(x[at], y[at], size, light === 0 ? colours[bits & 255] : colours[256 + light]);
    }
    if (faulty > 0) {
      this.renew(picture);
      this.stamp_faulty(picture);
    }
  }
}

/** The width of the line around a disc. */
function line_of(radius, ratio) {
  return radius < 2.6 ? 0 : Math.min(1.3 * ratio, 0.24 * radius);
}

/**
 * Draws a thin line from every robot in sight to where it is going.
 * @param {import("./picture.js").Picture} picture
 * @param {CanvasRenderingContext2D} context
 */
export function draw_targets(picture, context) {
  const { shown, frame, place, theme, ratio } = picture;
  if (!frame.has_targets) return;
  const { robots, x, y, count } = shown;
  const { tx, ty } = frame;
  const left = place.left + frame.ox * place.k;
  const top = place.top - frame.oy * place.k;
  context.beginPath();
  for (let at = 0; at < count; at++) {
    const robot = robots[at];
    const to_x = tx[robot] * place.k + left;
    const to_y = top - ty[robot] * place.k;
    if (to_x !== to_x || (Math.abs(to_x - x[at]) < 1 && Math.abs(to_y - y[at]) < 1)) continue;
    context.moveTo(x[at], y[at]);
    context.lineTo(to_x, to_y);
  }
  context.lineWidth = (count > 2000 ? 0.6 : 1) * ratio;
  context.strokeStyle = theme.target.css;
  context.stroke();
}
