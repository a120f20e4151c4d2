// What part of the plane is shown: a centre and a scale. y points up in the plane and down on the
// screen. All that is on the screen is in CSS pixels from the top left corner of a pane.

/** A pane shows at most this many pixels of one unit of length. */
const CLOSEST = 1e7;
const FURTHEST = 1e-7;
/** How long a glide takes, in milliseconds. */
const GLIDE = 220;
/** How fast a swipe dies away, in milliseconds, and below which speed (pixels a ms) it stops. */
const FADE = 130;
const SLOWEST = 0.02;

/** Space at the edges that panels cover, in CSS pixels. */
export class Insets {
  constructor() {
    this.left = 0;
    this.top = 0;
    this.right = 0;
    this.bottom = 0;
  }
}

/** A camera above the plane. Nothing here allocates while the camera moves. */
export class Camera {
  constructor() {
    /** The point of the plane in the middle of the pane. */
    this.x = 0;
    this.y = 0;
    /** Pixels per unit of length. */
    this.scale = 40;
    this.width = 1;
    this.height = 1;
    this.insets = new Insets();
    /** Whether it may glide and swing out. */
    this.calm = false;
    /** Counts whenever something is seen in another place. */
    this.version = 0;
    this.gliding = false;
    this.began = 0;
    this.from_x = this.from_y = this.to_x = this.to_y = 0;
    this.from_scale = this.to_scale = 1;
    this.speed_x = this.speed_y = 0;
    this.last = 0;
  }

  /** @param {number} x @returns {number} */
  screen_x(x) {
    return (x - this.x) * this.scale + this.width / 2;
  }

  /** @param {number} y @returns {number} */
  screen_y(y) {
    return (this.y - y) * this.scale + this.height / 2;
  }

  /** @param {number} left @returns {number} */
  world_x(left) {
    return (left - this.width / 2) / this.scale + this.x;
  }

  /** @param {number} top @returns {number} */
  world_y(top) {
    return this.y - (top - this.height / 2) / this.scale;
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.version += 1;
  }

  /**
   * Moves what is seen along with the pointer.
   * @param {number} right
   * @param {number} down
   */
  pan(right, down) {
    this.gliding = false;
    this.x -= right / this.scale;
    this.y += down / this.scale;
    this.version += 1;
  }

  /**
   * Zooms so that the point under the pointer stays where it is.
   * @param {number} factor
   * @param {number} left
   * @param {number} top
   */
  zoom_at(factor, left, top) {
    this.gliding = false;
    const x = this.world_x(left);
    const y = this.world_y(top);
    this.scale = within(this.scale * factor);
    this.x = x - (left - this.width / 2) / this.scale;
    this.y = y + (top - this.height / 2) / this.scale;
    this.version += 1;
  }

  /** Zooms about the middle of what no panel covers, with a glide. @param {number} factor */
  zoom(factor) {
    const scale = within((this.gliding ? this.to_scale : this.scale) * factor);
    const { left, right, top, bottom } = this.insets;
    const off_x = (left - right) / 2;
    const off_y = (top - bottom) / 2;
    const x = this.x + off_x / this.scale;
    const y = this.y - off_y / this.scale;
    this.glide(x - off_x / scale, y + off_y / scale, scale);
  }

  /**
   * Shows a rectangle as large as fits beside the panels.
   * @param {number} min_x
   * @param {number} min_y
   * @param {number} max_x
   * @param {number} max_y
   * @param {number} margin what is left free around it, in pixels
   * @param {boolean} at_once without a glide
   */
  fit(min_x, min_y, max_x, max_y, margin, at_once) {
    const { left, right, top, bottom } = this.insets;
    const free_width = Math.max(40, this.width - left - right - 2 * margin);
    const free_height = Math.max(40, this.height - top - bottom - 2 * margin);
    const wide = Math.max(max_x - min_x, 1e-9);
    const high = Math.max(max_y - min_y, 1e-9);
    const scale = within(Math.min(free_width / wide, free_height / high));
    const x = (min_x + max_x) / 2 - (left - right) / 2 / scale;
    const y = (min_y + max_y) / 2 + (top - bottom) / 2 / scale;
    if (at_once) this.put(x, y, scale);
    else this.glide(x, y, scale);
  }

  /** Shows a point in the middle of what no panel covers, with a glide. @param {number} x @param {number} y */
  centre(x, y) {
    const { left, right, top, bottom } = this.insets;
    this.glide(x - (left - right) / 2 / this.scale, y + (top - bottom) / 2 / this.scale, this.scale);
  }

  /** Keeps a point in the middle of what no panel covers. @param {number} x @param {number} y */
  hold(x, y) {
    const { left, right, top, bottom } = this.insets;
    const held_x = x - (left - right) / 2 / this.scale;
    const held_y = y + (top - bottom) / 2 / this.scale;
    if (this.gliding) {
      this.to_x = held_x;
      this.to_y = held_y;
    } else if (held_x !== this.x || held_y !== this.y) {
      this.x = held_x;
      this.y = held_y;
      this.version += 1;
    }
  }

  put(x, y, scale) {
    this.gliding = false;
    this.stop();
    this.x = x;
    this.y = y;
    this.scale = scale;
    this.version += 1;
  }

  glide(x, y, scale) {
    this.stop();
    if (this.calm) return this.put(x, y, scale);
    this.from_x = this.x;
    this.from_y = this.y;
    this.from_scale = this.scale;
    this.to_x = x;
    this.to_y = y;
    this.to_scale = scale;
    this.began = 0;
    this.gliding = true;
    this.version += 1;
  }

  /** Lets what is seen move on after a swipe. Speeds in pixels a ms. @param {number} right @param {number} down */
  swing(right, down) {
    if (this.calm) return;
    this.speed_x = right;
    this.speed_y = down;
    this.last = 0;
    this.version += 1;
  }

  /** Stands still, as somebody takes hold of it. */
  halt() {
    this.gliding = false;
    this.stop();
  }

  stop() {
    this.speed_x = this.speed_y = 0;
  }

  /**
   * Moves the camera if it is gliding or swinging.
   * @param {number} now in milliseconds
   * @returns {boolean} whether it has still to move
   */
  tick(now) {
    if (this.gliding) this.tick_glide(now);
    else if (this.speed_x !== 0 || this.speed_y !== 0) this.tick_swing(now);
    return this.gliding || this.speed_x !== 0 || this.speed_y !== 0;
  }

  tick_glide(now) {
    if (this.began === 0) this.began = now;
    const part = Math.min(1, (now - this.began) / GLIDE);
    const eased = 1 - (1 - part) ** 3;
    // The scale changes evenly to the eye, and the centre so that the motion is straight.
    this.scale = this.from_scale * (this.to_scale / this.from_scale) ** eased;
    const ratio = this.to_scale / this.from_scale;
    const along = Math.abs(ratio - 1) < 1e-6 ? eased : (1 - this.from_scale / this.scale) / (1 - 1 / ratio);
    this.x = this.from_x + (this.to_x - this.from_x) * along;
    this.y = this.from_y + (this.to_y - this.from_y) * along;
    if (part === 1) {
      this.x = this.to_x;
      this.y = this.to_y;
      this.scale = this.to_scale;
      this.gliding = false;
    }
    this.version += 1;
  }

  tick_swing(now) {
    const passed = this.last === 0 ? 16 : Math.min(50, now - this.last);
    this.last = now;
    this.x -= (this.speed_x * passed) / this.scale;
    this.y += (this.speed_y * passed) / this.scale;
    const left = Math.exp(-passed / FADE);
    this.speed_x *= left;
    this.speed_y *= left;
    if (Math.hypot(this.speed_x, this.speed_y) < SLOWEST) this.stop();
    this.version += 1;
  }
}

function within(scale) {
  return Math.min(CLOSEST, Math.max(FURTHEST, scale));
}
