// A picture of one run: all that is needed to draw it, and the three layers it is drawn in. What is
// in a pane, in an exported image and in a film is the same picture.

import { Particles, draw_anchor } from "./amoebot.js";
import { Styles } from "./colours.js";
import { draw_scale, draw_square_grid, draw_triangular_grid } from "./grid.js";
import { Robots, draw_targets } from "./oblot.js";
import { Crowds, draw_hovered, draw_numbers, draw_selected, draw_target, has_numbers } from "./overlay.js";
import { draw_card } from "./percept.js";
import { anybody_beeps } from "./pins.js";
import { Raster } from "./raster.js";
import { Shown, radius_of, spacing_of } from "./shown.js";
import { ShownParticles } from "./shown_particles.js";
import { Stamps } from "./stamps.js";

/** The flags of a frame that say what it carries besides the robots. */
const CARRIES = 8 | 16 | 32;

/** How the plane lies on the canvas: x * k + left, top - y * k, in pixels of the canvas. */
class Place {
  constructor() {
    this.k = 1;
    this.left = 0;
    this.top = 0;
    this.width = 1;
    this.height = 1;
  }
}

/** A picture of one run. */
export class Picture {
  /** @param {import("./colours.js").Theme} theme */
  constructor(theme) {
    this.theme = theme;
    this.styles = new Styles(null, theme);
    this.about = null;
    /** @type {import("../frame.js").Frame|null} */
    this.frame = null;
    this.place = new Place();
    /** Pixels of the canvas per CSS pixel. */
    this.ratio = 1;
    /** More robots than usual may be drawn as paths. */
    this.vector_limit = 0;
    /** @type {number|null} */
    this.selected = null;
    this.hovered = -1;
    this.card = null;
    /** @type {Map<number, string>} names of particles that have some */
    this.names = new Map();
    this.pins_per_edge = 0;
    /** Whether it is the triangular grid. */
    this.is_grid = false;
    /** Pixels between robots at the start, for one pixel per unit. */
    this.spacing = 1;
    /** Where the bar of the scale is, in CSS pixels; not drawn where this is negative. */
    this.scale_left = 16;
    this.scale_bottom = -1;
    /** Robots are not drawn while somebody else draws them. */
    this.hides_robots = false;
    /** @type {import("./trails.js").Trails|null} */
    this.trails = null;
    /** @type {Set<Function>} what others draw above the robots */
    this.layers = new Set();
    /** 1 as a beep begins to flash, 0 when it is over. */
    this.flash = 0;
    /** @type {CanvasRenderingContext2D|null} that of the robots */
    this.context = null;
    this.points = new Shown();
    this.particles_shown = new ShownParticles();
    /** Those of the model. @type {any} */
    this.shown = this.points;
    this.robots = new Robots();
    this.particles = new Particles();
    this.crowds = new Crowds();
    this.raster = new Raster();
    this.stamps = new Stamps();
    this.was_raster = false;
    /** What of the last frame says whether the next one differs. */
    this.seen = { event: -1, generation: -1, n: -1, carries: 0, time: NaN, fraction: NaN, moves: true };
  }

  /** Takes over what is known of a run. @param {any} about */
  introduce(about) {
    this.about = about;
    this.styles = new Styles(about, this.theme);
    this.names = new Map(about?.names ?? []);
    this.pins_per_edge = about?.pins ?? 0;
    this.is_grid = about?.model === "amoebot";
    this.shown = this.is_grid ? this.particles_shown : this.points;
    this.shown.begin(0);
    const [left, low, right, high] = about?.bounds ?? [0, 0, 1, 1];
    this.spacing = spacing_of(about?.robots ?? 1, right - left, high - low);
  }

  /** @param {import("./colours.js").Theme} theme */
  paint_with(theme) {
    this.theme = theme;
    this.styles = new Styles(this.about, theme);
  }

  /**
   * Says where the plane lies.
   * @param {import("./camera.js").Camera} camera
   * @param {number} ratio
   * @param {number} [shift] how far to the right, in CSS pixels
   */
  look(camera, ratio, shift = 0) {
    const { place } = this;
    this.ratio = ratio;
    place.k = camera.scale * ratio;
    place.width = Math.max(1, Math.round(camera.width * ratio));
    place.height = Math.max(1, Math.round(camera.height * ratio));
    place.left = (camera.width / 2 + shift) * ratio - camera.x * place.k;
    place.top = (camera.height / 2) * ratio + camera.y * place.k;
  }

  /** Finds what is in sight. To be called before the layers are drawn. */
  find() {
    const { frame, place, ratio } = this;
    this.shown = this.is_grid ? this.particles_shown : this.points;
    if (!frame || (frame.model === "amoebot") !== this.is_grid) {
      this.shown.begin(0);
      return;
    }
    if (this.is_grid) this.particles_shown.find(frame, place);
    else this.points.find(frame, place, radius_of((this.spacing * place.k) / ratio) * ratio);
  }

  get has_frame() {
    return this.frame !== null && (this.frame.model === "amoebot") === this.is_grid;
  }

  /** What lies below the robots. @param {CanvasRenderingContext2D} context */
  draw_back(context) {
    const { theme, place } = this;
    context.fillStyle = theme.ground.css;
    context.fillRect(0, 0, place.width, place.height);
    if (this.is_grid) draw_triangular_grid(this, context);
    else draw_square_grid(this, context);
    if (this.scale_bottom >= 0) draw_scale(this, context, this.scale_left, this.scale_bottom);
    if (!this.has_frame || this.hides_robots) return;
    this.trails?.draw(this, context);
    if (!this.is_grid) draw_targets(this, context);
    draw_card(this, context);
  }

  /** The robots. @param {CanvasRenderingContext2D} context */
  draw_robots(context) {
    this.context = context;
    const { raster, place } = this;
    const drawer = this.is_grid ? this.particles : this.robots;
    if (!this.has_frame || this.hides_robots) {
      context.clearRect(0, 0, place.width, place.height);
      raster.forget();
      return;
    }
    if (this.shown.count > drawer.few(this)) {
      raster.begin(place.width, place.height);
      drawer.draw_many(this);
      raster.end(context);
      this.was_raster = true;
      return;
    }
    context.clearRect(0, 0, place.width, place.height);
    if (this.was_raster) raster.forget();
    this.was_raster = false;
    drawer.draw_few(this);
  }

  /** Whether anything lies above the robots. To be called after `find`. */
  has_front() {
    if (this.layers.size > 0) return true;
    if (!this.has_frame || this.hides_robots) return false;
    if (this.selected !== null || this.hovered >= 0 || has_numbers(this)) return true;
    return this.is_grid ? this.shown.anchor >= 0 : this.crowds.find(this);
  }

  /** What lies above the robots. @param {CanvasRenderingContext2D} context */
  draw_front(context) {
    if (!this.has_frame || this.hides_robots) return;
    draw_target(this, context);
    if (has_numbers(this)) draw_numbers(this, context);
    if (this.is_grid) draw_anchor(this, context);
    draw_hovered(this, context);
    draw_selected(this, context);
    if (this.crowds.find(this)) this.crowds.draw(this, context);
  }

  /**
   * Whether a frame shows anything else than the one that was drawn last.
   * @param {import("../frame.js").Frame} frame
   * @returns {boolean}
   */
  is_news(frame) {
    const seen = this.seen;
    const carries = frame.flags & CARRIES;
    const same = seen.event === frame.event && seen.generation === frame.generation && seen.n === frame.n && seen.carries === carries;
    if (!same || !this.is_grid) seen.moves = !this.is_grid || moves(frame);
    const news = !same || (this.is_grid ? seen.moves && seen.fraction !== frame.fraction : seen.time !== frame.time);
    seen.event = frame.event;
    seen.generation = frame.generation;
    seen.n = frame.n;
    seen.carries = carries;
    seen.time = frame.time;
    seen.fraction = frame.fraction;
    return news;
  }

  /** Whether a beep is to be seen. */
  beeps() {
    return this.has_frame && this.frame.has_circuits && anybody_beeps(this.frame);
  }

  /**
   * Draws all layers onto one canvas.
   * @param {CanvasRenderingContext2D} context
   * @param {() => HTMLCanvasElement} make makes an empty canvas of the same size, for the robots
   */
  draw_all(context, make) {
    this.find();
    this.draw_back(context);
    const layer = make();
    this.draw_robots(layer.getContext("2d"));
    context.drawImage(layer, 0, 0);
    this.draw_front(context);
  }

  /** A picture that shows the same as another one, with layers of its own. @param {Picture} other */
  copy(other) {
    this.introduce(other.about);
    for (const name of ["frame", "selected", "card", "trails", "layers", "scale_left", "scale_bottom", "hides_robots"]) {
      this[name] = other[name];
    }
  }
}

/** Whether anybody is on the way. */
function moves({ from, to }) {
  for (let at = 0; at < to.length; at++) if (from[at] !== to[at]) return true;
  return false;
}
