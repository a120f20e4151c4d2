// One run on the screen: three canvases above each other, each drawn only when what it shows has
// changed.

import { el } from "../dom.js";
import { Detail } from "./detail.js";
import { Picture } from "./picture.js";
import { card_key } from "./percept.js";
import { in_words } from "./picking.js";
import { Trails } from "./trails.js";

/** The layers that may have to be drawn anew. */
export const BACK = 1;
export const ROBOTS = 2;
export const FRONT = 4;
export const ALL = 7;

/** A canvas has at most so many pixels. */
const MOST_PIXELS = 9e6;
/** How long a beep flashes, in milliseconds. */
const FLASH = 480;
/** What is said of the canvas changes at most this often, in milliseconds. */
const WORDS_EVERY = 1000;

/** The canvases of one run. */
export class Pane {
  /**
   * @param {import("../run.js").Run} run
   * @param {import("./index.js").View} view
   */
  constructor(run, view) {
    this.run = run;
    this.view = view;
    this.back = layer();
    this.middle = layer();
    this.front = layer();
    this.hint = el("div", { class: "view-hint", hidden: true });
    this.element = el(
      "div",
      { class: "view-pane", style: { position: "absolute", top: "0", bottom: "0", overflow: "hidden" }, role: "img", tabindex: "0", "aria-label": "The swarm: nothing is open", data: { action: "view" } },
      this.back, this.middle, this.front, this.hint,
    );
    this.back_context = this.back.getContext("2d", { alpha: false });
    this.middle_context = this.middle.getContext("2d");
    this.front_context = this.front.getContext("2d");
    this.picture = new Picture(view.theme);
    this.picture.layers = view.layers;
    this.trails = new Trails();
    this.picture.trails = this.trails;
    this.detail = new Detail(run);
    this.dirty = ALL;
    this.ratio = 1;
    this.camera_version = -1;
    this.front_shown = true;
    this.words_at = -Infinity;
    this.words_timer = 0;
    this.beeped_event = -1;
    this.beeped_at = -Infinity;
    this.generation = -1;
    /** How far the picture is moved to the right, beside the panels. */
    this.shift = 0;
    this.card_key = "";
    this.had_targets = false;
    this.was_drawn = false;
    this.shown_name = this.shown_model = "";
    /** @type {import("./gestures.js").Gestures|null} */
    this.gestures = null;
    /** How long the last picture took, in milliseconds. */
    this.cost = 0;
  }

  /** Takes the size of the element over to the canvases. @param {number} width @param {number} height */
  resize(width, height) {
    const wanted = Math.max(1, window.devicePixelRatio || 1);
    const ratio = Math.min(wanted, Math.max(1, Math.sqrt(MOST_PIXELS / Math.max(1, width * height))));
    const across = Math.max(1, Math.round(width * ratio));
    const down = Math.max(1, Math.round(height * ratio));
    if (this.back.width === across && this.back.height === down && this.ratio === ratio) return;
    this.ratio = ratio;
    for (const canvas of [this.back, this.middle, this.front]) {
      canvas.width = across;
      canvas.height = down;
    }
    this.picture.raster.free();
    this.dirty = ALL;
  }

  /** Hears that another run is open. */
  introduce() {
    this.picture.introduce(this.run.about);
    this.picture.frame = null;
    this.picture.hovered = -1;
    this.trails.clear();
    this.detail.renew();
    this.say_hint(null);
    this.dirty = ALL;
  }

  /** Hears that a frame has come. */
  arrived() {
    const { run, picture, trails } = this;
    const { frame } = run;
    picture.frame = frame;
    if (!picture.is_news(frame)) return;
    trails.add(frame, run.selected, this.view.camera.scale);
    this.dirty |= ROBOTS | FRONT;
    // Targets that are no more are taken away.
    if (trails.on || frame.has_targets || this.had_targets) this.dirty |= BACK;
    this.had_targets = frame.has_targets;
    if (frame.has_circuits && (frame.event !== this.beeped_event || frame.generation !== this.generation)) {
      this.beeped_event = frame.event;
      this.beeped_at = picture.beeps() && !this.view.calm ? performance.now() : -Infinity;
    }
    this.generation = frame.generation;
  }

  /**
   * Draws what has changed.
   * @param {import("./camera.js").Camera} camera
   * @param {number} now
   * @returns {boolean} whether something moves by itself, so that it has to be drawn again
   */
  draw(camera, now) {
    const { picture, run } = this;
    if (camera.version !== this.camera_version) {
      this.camera_version = camera.version;
      this.dirty = ALL;
    }
    const flash = Math.max(0, 1 - (now - this.beeped_at) / FLASH);
    if (flash !== picture.flash) {
      picture.flash = flash;
      this.dirty |= ROBOTS;
    }
    this.was_drawn = this.dirty !== 0;
    if (!this.was_drawn) return flash > 0;
    const began = performance.now();
    this.take_card();
    picture.look(camera, this.ratio, this.shift);
    if (this.dirty & (ROBOTS | BACK)) picture.find();
    if (this.dirty & BACK) picture.draw_back(this.back_context);
    if (this.dirty & ROBOTS) picture.draw_robots(this.middle_context);
    this.draw_front();
    this.dirty = 0;
    this.cost = performance.now() - began;
    this.detail.choose(picture);
    this.say(now);
    return flash > 0;
  }

  /** Takes over who is selected, and what is known of that robot. */
  take_card() {
    const { picture, run } = this;
    picture.selected = run.selected;
    if (picture.card === run.card) return;
    picture.card = run.card;
    const key = card_key(run.card);
    if (key !== this.card_key) this.dirty |= BACK;
    this.card_key = key;
  }

  /** The layer above the robots; without anything in it, it is not even put on the screen. */
  draw_front() {
    const { picture, front_context } = this;
    const shown = picture.has_front();
    if (shown !== this.front_shown) {
      this.front_shown = shown;
      this.front.style.display = shown ? "" : "none";
    }
    if (!shown || !(this.dirty & (FRONT | ROBOTS))) return;
    front_context.clearRect(0, 0, this.front.width, this.front.height);
    picture.draw_front(front_context);
    if (picture.layers.size === 0) return;
    front_context.save();
    front_context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    for (const layer of picture.layers) layer(front_context, this.view, this);
    front_context.restore();
  }

  /** Says in words what is to be seen, not too often. */
  say(now) {
    if (now - this.words_at < WORDS_EVERY) {
      this.words_timer ||= setTimeout(() => {
        this.words_timer = 0;
        this.say(performance.now());
      }, WORDS_EVERY);
      return;
    }
    this.words_at = now;
    const words = in_words(this.run, this.picture);
    if (this.element.getAttribute("aria-label") !== words) this.element.setAttribute("aria-label", words);
  }

  /** Shows a few words at a point, or takes them away. @param {string|null} text */
  say_hint(text, x = 0, y = 0) {
    const { hint } = this;
    hint.hidden = text === null;
    if (text === null) return;
    hint.textContent = text;
    const right = x + this.shift > this.element.clientWidth - 180;
    hint.style.transform = `translate(${Math.round(x + this.shift + (right ? -12 : 14))}px, ${Math.round(y + 14)}px)${right ? " translateX(-100%)" : ""}`;
  }

  /** Ends what goes on. */
  remove() {
    clearTimeout(this.words_timer);
    this.element.remove();
  }
}

/** A canvas over all of the pane; it lies there before the style sheet has come. */
function layer() {
  const style = { position: "absolute", left: "0", top: "0", width: "100%", height: "100%", pointerEvents: "none" };
  return el("canvas", { class: "view-layer", "aria-hidden": "true", style });
}
