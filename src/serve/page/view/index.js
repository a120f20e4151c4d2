// The view: a pane for every run, one camera for all of them, and one loop that draws only what has
// changed.

import { el } from "../dom.js";
import { Camera } from "./camera.js";
import { png, webm } from "./capture.js";
import { Theme } from "./colours.js";
import { box_around, is_inside, is_well_seen } from "./bounds.js";
import { Following } from "./following.js";
import { Gestures } from "./gestures.js";
import { Legend } from "./legend.js";
import { ALL, BACK, FRONT, Pane } from "./pane.js";
import { pick, robot_x, robot_y } from "./picking.js";

/** What is left free around a swarm that is fitted in, in CSS pixels. */
const MARGIN = 36;
/** Whether the swarm is still in sight is looked at this often, in milliseconds. */
const LOOK_EVERY = 400;

/**
 * What other modules may do with the canvas. All places on the screen are CSS pixels from the top
 * left corner of the canvas.
 */
export class View {
  /**
   * @param {import("../app.js").App} app
   * @param {HTMLElement} host
   */
  constructor(app, host) {
    this.app = app;
    this.host = host;
    this.camera = new Camera();
    this.theme = new Theme(host);
    /** @type {Pane[]} */
    this.panes = [];
    /** @type {Set<Function>} */
    this.layers = new Set();
    /** @type {Set<Function>} */
    this.hearers = new Set();
    this.following = new Following(this);
    /** Whether the view is as it was fitted, so that it is fitted again when the window changes. */
    this.fitted = true;
    /** Runs that are still to be fitted in. @type {Set<any>} */
    this.unfitted = new Set();
    this.filming = null;
    this.pending = 0;
    this.looked = 0;
    this.drawn_version = -1;
    const motion = matchMedia("(prefers-reduced-motion: reduce)");
    this.calm = this.camera.calm = motion.matches;
    motion.addEventListener("change", () => (this.calm = this.camera.calm = motion.matches));
    this.ticking = (now) => this.tick(now);
    this.legend = new Legend(app, this);
    new ResizeObserver(() => this.resize()).observe(host);
    this.watch_ratio();
    this.hear();
    this.renew();
  }

  hear() {
    const { app } = this;
    app.on("runs", () => this.renew());
    app.on("about", (run) => this.introduce(run));
    app.on("frame", (run) => this.arrived(run));
    app.on("select", (run) => this.selected(run));
    app.on("card", (run) => this.with_pane(run, (pane) => this.invalidate_front(pane)));
    app.on("theme", () => this.paint());
    app.on("layout", () => this.laid_out());
    app.on("panel", ({ name, open }) => name === "legend" && open && this.legend.look());
  }

  /** A pane for every run. */
  renew() {
    const { runs } = this.app;
    for (const pane of this.panes) if (!runs.includes(pane.run)) pane.remove();
    this.panes = runs.map((run) => this.panes.find((pane) => pane.run === run) ?? this.make_pane(run));
    for (const pane of this.panes) this.host.append(pane.element);
    this.resize();
  }

  make_pane(run) {
    const pane = new Pane(run, this);
    pane.gestures = new Gestures(pane, this);
    if (run.about) pane.introduce();
    if (run.frame) {
      pane.arrived();
      pane.shown_name = run.about.name;
      pane.shown_model = run.about.model;
    } else this.unfitted.add(run);
    return pane;
  }

  with_pane(run, fn) {
    const pane = this.panes.find((one) => one.run === run);
    if (pane) fn(pane);
  }

  resize() {
    const width = this.host.clientWidth;
    const height = this.host.clientHeight;
    if (width === 0 || height === 0 || this.panes.length === 0) return;
    const each = width / this.panes.length;
    for (const [number, pane] of this.panes.entries()) {
      pane.element.style.left = `${number * each}px`;
      pane.element.style.width = `${each}px`;
      pane.resize(each, height);
    }
    this.camera.resize(each, height);
    this.laid_out();
    // A canvas of another size is empty: it is drawn before it is shown.
    this.draw(performance.now());
  }

  /** Hears when the window comes to a screen with other pixels, or is magnified. */
  watch_ratio() {
    const media = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    media.addEventListener("change", () => {
      this.resize();
      this.watch_ratio();
    }, { once: true });
  }

  laid_out() {
    const { left, top, right, bottom } = this.app.margins();
    const insets = this.camera.insets;
    const both = this.panes.length > 1;
    // Of two panes each has panels at its own outer side, and the same space in between.
    insets.left = both ? Math.max(left, right) / 2 : left;
    insets.right = both ? Math.max(left, right) / 2 : right;
    insets.top = top;
    insets.bottom = bottom;
    for (const [number, pane] of this.panes.entries()) {
      pane.shift = !both ? 0 : number === 0 ? left / 2 : -right / 2;
      pane.picture.scale_left = (number === 0 ? left : 0) + 18;
      pane.picture.scale_bottom = this.camera.height - bottom - 16;
      pane.dirty = ALL;
    }
    if (this.fitted && !this.following.on) this.fit(true);
    this.request();
  }

  paint() {
    this.theme = new Theme(this.host);
    for (const pane of this.panes) {
      pane.picture.paint_with(this.theme);
      pane.dirty = ALL;
      this.legend.look();
    }
    this.request();
  }

  introduce(run) {
    this.with_pane(run, (pane) => {
      pane.introduce();
      this.unfitted.add(run);
    });
    this.request();
  }

  arrived(run) {
    this.with_pane(run, (pane) => {
      pane.arrived();
      pane.gestures.look_again();
      if (this.unfitted.delete(run)) this.fit_new(pane);
      this.following.keep();
      this.keep_in_sight();
    });
    this.request();
  }

  selected(run) {
    if (run.selected === null && run === this.following.run) this.following.stop();
    this.with_pane(run, (pane) => {
      if (pane.trails.on) {
        if (run.frame) pane.trails.add(run.frame, run.selected, this.camera.scale);
        pane.dirty |= BACK;
      }
      pane.dirty |= FRONT;
    });
    this.following.keep();
    this.request();
  }

  /** A run that was just opened is fitted in, unless it is seen well where the view is. */
  fit_new(pane) {
    const same = pane.shown_name === pane.run.about.name && pane.shown_model === pane.run.about.model;
    pane.shown_name = pane.run.about.name;
    pane.shown_model = pane.run.about.model;
    if (same && !this.fitted && is_well_seen(box_around([pane]), this.camera)) return;
    this.following.stop();
    this.fitted = true;
    this.fit(true);
  }

  /** A swarm that leaves the window is fitted in again, unless somebody has moved the view. */
  keep_in_sight() {
    const now = performance.now();
    if (!this.fitted || this.following.on || this.camera.gliding || now - this.looked < LOOK_EVERY) return;
    this.looked = now;
    if (!is_inside(box_around(this.panes), this.camera)) this.fit();
  }

  /** Shows the whole swarm. @param {boolean} [at_once] without a glide */
  fit(at_once = false) {
    if (this.panes.length === 0) return;
    const box = box_around(this.panes);
    const margin = Math.min(MARGIN, 0.06 * Math.min(this.camera.width, this.camera.height) + 8);
    this.fitted = true;
    this.camera.fit(box.left, box.low, box.right, box.high, margin, at_once);
    this.request();
  }

  trails(on = !this.panes[0]?.trails.on) {
    for (const pane of this.panes) {
      pane.trails.on = on;
      pane.trails.clear();
      if (on && pane.run.frame) pane.trails.add(pane.run.frame, pane.run.selected, this.camera.scale);
      pane.dirty |= BACK;
    }
    this.app.emit("trails", { on });
    this.request();
  }

  targets(on = !this.panes[0]?.detail.targets_wanted) {
    for (const pane of this.panes) {
      pane.detail.targets_wanted = on;
      pane.detail.at = -Infinity;
      pane.detail.choose(pane.picture);
    }
    this.app.emit("targets", { on });
    this.request();
  }

  /** Asks for drawing, at most once for a picture of the screen. */
  request() {
    if (this.pending === 0) this.pending = requestAnimationFrame(this.ticking);
  }

  tick(now) {
    this.pending = 0;
    this.draw(now);
  }

  draw(now) {
    const { camera } = this;
    let again = camera.tick(now);
    for (const pane of this.panes) {
      if (pane.draw(camera, now)) again = true;
      if (pane.was_drawn) this.legend.look();
    }
    if (camera.version !== this.drawn_version) {
      this.drawn_version = camera.version;
      this.app.emit("camera");
    }
    this.filming?.drawn();
    if (again) this.request();
  }

  /** @param {Pane} pane */
  invalidate_front(pane) {
    pane.dirty |= FRONT;
    this.request();
  }

  /** The pane at a place of the canvas, and where the place is in it. */
  pane_at(x) {
    const each = this.camera.width;
    const number = Math.max(0, Math.min(this.panes.length - 1, Math.floor(x / each)));
    return { pane: this.panes[number], left: number * each + (this.panes[number]?.shift ?? 0) };
  }

  // What other modules use.

  /**
   * @param {number} x on the screen
   * @param {number} y
   * @returns {[number, number]} in the plane
   */
  to_world(x, y) {
    const { left } = this.pane_at(x);
    return [this.camera.world_x(x - left), this.camera.world_y(y)];
  }

  /**
   * @param {number} x in the plane
   * @param {number} y
   * @returns {[number, number]} on the screen, in the first pane
   */
  to_screen(x, y) {
    return [this.camera.screen_x(x) + (this.panes[0]?.shift ?? 0), this.camera.screen_y(y)];
  }

  /**
   * Adds a function that draws above the robots whenever they are drawn: `fn(context, view, pane)`,
   * in CSS pixels from the corner of the pane.
   * @param {(context: CanvasRenderingContext2D, view: View, pane: Pane) => void} fn
   * @returns {() => void} takes it away
   */
  add_layer(fn) {
    this.layers.add(fn);
    this.redraw();
    return () => {
      this.layers.delete(fn);
      this.redraw();
    };
  }

  /**
   * Hears pointers before they move the view: `fn({type, x, y, world, robot, run, original})` with the
   * type `down`, `move`, `up`, `cancel` or `hover`. Who returns true for `down` keeps the pointer.
   * @param {(event: any) => boolean|void} fn
   * @returns {() => void} stops it
   */
  on_pointer(fn) {
    this.hearers.add(fn);
    return () => this.hearers.delete(fn);
  }

  /** Draws the layers above the robots once more. */
  redraw() {
    for (const pane of this.panes) pane.dirty |= FRONT;
    this.request();
  }

  /** Shows or hides the robots, while somebody else draws them. @param {boolean} shown */
  show_robots(shown) {
    for (const pane of this.panes) {
      pane.picture.hides_robots = !shown;
      pane.dirty = ALL;
    }
    this.request();
  }

  /**
   * The robot at a place of a pane, in the pixels of its camera.
   * @param {number} x
   * @param {number} y
   * @param {number} [reach] how far it may be, in CSS pixels
   * @param {Pane} [pane]
   * @returns {number} -1 for none
   */
  pick(x, y, reach = 12, pane = this.panes[0]) {
    if (!pane) return -1;
    const far = Math.max(reach, pane.picture.shown.radius / pane.ratio + 3);
    return pick(pane.picture.frame, this.camera.world_x(x), this.camera.world_y(y), far / this.camera.scale);
  }

  /**
   * Brings a robot to the middle.
   * @param {import("../run.js").Run} run
   * @param {number} robot
   */
  centre(run, robot) {
    if (!run.frame || robot >= run.frame.n) return;
    this.fitted = false;
    this.camera.centre(robot_x(run.frame, robot), robot_y(run.frame, robot));
    this.request();
  }
}

/**
 * Puts the view into its place and its actions among the others.
 * @param {import("../app.js").App} app
 * @param {HTMLElement} host
 * @returns {View}
 */
export function mountView(app, host) {
  add_style();
  const view = new View(app, host);
  app.view = view;
  Object.assign(app.actions, {
    fit: (at_once) => {
      view.following.stop();
      view.fit(at_once === true);
    },
    zoom: (factor) => {
      view.fitted = false;
      view.camera.zoom(factor);
      view.request();
    },
    follow: (on, run) => view.following.start(on, run),
    trails: (on) => view.trails(on),
    targets: (on) => view.targets(on),
    legend: () => app.panels.toggle("legend"),
    png: (options) => png(view, options),
    webm: (options) => webm(view, options),
  });
  return view;
}

/** Fetches the style sheet of the view, unless the page has it. */
function add_style() {
  const href = new URL("../style/view.css", import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
  document.head.append(el("link", { rel: "stylesheet", href }));
}
