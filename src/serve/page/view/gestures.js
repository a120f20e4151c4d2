// Pointers, wheel and keys on a pane: pan, zoom about the pointer, pinch, click, double click, hover.

import { robot_in_words } from "./picking.js";

/** A pointer that moves less than this is a click, in CSS pixels. */
const STILL = 4;
const STILL_TOUCH = 10;
/** How near a click must be to a robot. */
const REACH = 12;
const REACH_TOUCH = 24;
/** A second click within this time (ms) and distance is a double one. */
const DOUBLE = 320;
/** How far a key pans. */
const PAN = 60;

/** Listens to the pointers on one pane. */
export class Gestures {
  /**
   * @param {import("./pane.js").Pane} pane
   * @param {import("./index.js").View} view
   */
  constructor(pane, view) {
    this.pane = pane;
    this.view = view;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.start_x = this.start_y = 0;
    this.moved = false;
    this.taken = false;
    this.speed_x = this.speed_y = 0;
    this.at = 0;
    this.clicked_at = -Infinity;
    this.clicked_x = this.clicked_y = 0;
    this.hover_event = null;
    this.hover_frame = 0;
    const { element } = pane;
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", (event) => this.cancel(event));
    element.addEventListener("pointerleave", () => this.leave());
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("contextmenu", (event) => event.pointerType === "touch" && event.preventDefault());
  }

  /** Where an event is, in the pixels of the camera. */
  place(event) {
    const box = this.pane.element.getBoundingClientRect();
    return { x: event.clientX - box.left - this.pane.shift, y: event.clientY - box.top };
  }

  /** Whether somebody else wants the event, such as the editor of the start. */
  offer(type, event, x, y) {
    const { view, pane } = this;
    if (view.hearers.size === 0) return false;
    const touch = event.pointerType === "touch";
    const said = { type, x, y, world: [view.camera.world_x(x), view.camera.world_y(y)], robot: view.pick(x, y, touch ? REACH_TOUCH : REACH, pane), run: pane.run, original: event };
    for (const hearer of view.hearers) if (hearer(said) === true) return true;
    return false;
  }

  down(event) {
    if (event.button !== 0 && event.button !== 1) return;
    const { x, y } = this.place(event);
    this.view.camera.halt();
    this.pane.element.setPointerCapture(event.pointerId);
    if (this.pointers.size === 0) {
      this.taken = this.offer("down", event, x, y);
      this.moved = false;
      this.start_x = x;
      this.start_y = y;
      this.speed_x = this.speed_y = 0;
      this.at = event.timeStamp;
    } else this.moved = true;
    this.pointers.set(event.pointerId, { x, y });
    this.unhover();
  }

  move(event) {
    const known = this.pointers.get(event.pointerId);
    const { x, y } = this.place(event);
    if (!known) {
      this.hover(event);
      return;
    }
    if (this.taken) {
      this.offer("move", event, x, y);
      known.x = x;
      known.y = y;
      return;
    }
    const still = event.pointerType === "touch" ? STILL_TOUCH : STILL;
    if (!this.moved && Math.hypot(x - this.start_x, y - this.start_y) < still) return;
    if (!this.moved) {
      // What was too little to be a movement is not made up for.
      this.moved = true;
      known.x = x;
      known.y = y;
      this.pane.element.classList.add("moving");
    }
    if (this.pointers.size === 2) this.pinch(event.pointerId, x, y);
    else if (this.pointers.size === 1) this.drag(event, known, x, y);
    known.x = x;
    known.y = y;
  }

  drag(event, known, x, y) {
    const { view } = this;
    const passed = Math.max(1, event.timeStamp - this.at);
    this.at = event.timeStamp;
    this.speed_x = 0.6 * ((x - known.x) / passed) + 0.4 * this.speed_x;
    this.speed_y = 0.6 * ((y - known.y) / passed) + 0.4 * this.speed_y;
    view.following.stop();
    view.fitted = false;
    view.camera.pan(x - known.x, y - known.y);
    view.request();
  }

  pinch(moving, x, y) {
    const { view } = this;
    let other = null;
    for (const [id, pointer] of this.pointers) if (id !== moving) other = pointer;
    const known = this.pointers.get(moving);
    const before = Math.hypot(known.x - other.x, known.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    view.fitted = false;
    view.camera.pan((x - known.x) / 2, (y - known.y) / 2);
    if (before > 8 && after > 8) view.camera.zoom_at(after / before, (x + other.x) / 2, (y + other.y) / 2);
    view.request();
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    const { x, y } = this.place(event);
    this.pane.element.classList.remove("moving");
    if (this.taken) {
      this.taken = false;
      this.offer("up", event, x, y);
      return;
    }
    if (this.pointers.size > 0) return;
    if (!this.moved) this.click(event, x, y);
    else if (event.timeStamp - this.at < 60 && Math.hypot(this.speed_x, this.speed_y) > 0.25) {
      this.view.camera.swing(this.speed_x, this.speed_y);
      this.view.request();
    }
  }

  cancel(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    this.pane.element.classList.remove("moving");
    const { x, y } = this.place(event);
    if (this.taken) this.offer("cancel", event, x, y);
    this.taken = false;
  }

  click(event, x, y) {
    const { view, pane } = this;
    const reach = event.pointerType === "touch" ? REACH_TOUCH : REACH;
    const robot = view.pick(x, y, reach, pane);
    const again = event.timeStamp - this.clicked_at < DOUBLE && Math.hypot(x - this.clicked_x, y - this.clicked_y) < 2 * STILL_TOUCH;
    this.clicked_at = again ? -Infinity : event.timeStamp;
    this.clicked_x = x;
    this.clicked_y = y;
    if (again) {
      if (robot >= 0) {
        view.app.actions.select(pane.run, robot);
        view.app.actions.follow(true, pane.run);
      } else {
        view.fitted = false;
        view.camera.zoom_at(1.6, x, y);
        view.request();
      }
      return;
    }
    view.app.actions.select(pane.run, robot >= 0 ? robot : null);
  }

  wheel(event) {
    event.preventDefault();
    const { view } = this;
    const { x, y } = this.place(event);
    // A line has about sixteen pixels, a page about four hundred.
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const turned = Math.max(-240, Math.min(240, event.deltaY * unit));
    view.fitted = false;
    const factor = Math.exp(-turned * (event.ctrlKey ? 0.01 : 0.0018));
    view.following.zoom(factor, x, y);
    view.request();
  }

  /** Control with an arrow pans, page up and down select another robot, Enter follows it. */
  key(event) {
    const { view, pane } = this;
    const { run } = pane;
    const arrows = { ArrowLeft: [PAN, 0], ArrowRight: [-PAN, 0], ArrowUp: [0, PAN], ArrowDown: [0, -PAN] };
    const arrow = event.ctrlKey && arrows[event.key];
    if (arrow) {
      view.following.stop();
      view.fitted = false;
      view.camera.pan(arrow[0], arrow[1]);
      view.request();
    } else if ((event.key === "PageDown" || event.key === "PageUp") && run.frame && run.frame.n > 0) {
      const by = event.key === "PageDown" ? 1 : -1;
      const { n } = run.frame;
      view.app.actions.select(run, run.selected === null ? (by > 0 ? 0 : n - 1) : (run.selected + by + n) % n);
    } else if (event.key === "Enter" && run.selected !== null) view.app.actions.follow(!view.following.on, run);
    else return;
    event.preventDefault();
  }

  hover(event) {
    if (event.pointerType === "touch") return;
    this.hover_event = event;
    this.hover_frame ||= requestAnimationFrame(() => {
      this.hover_frame = 0;
      if (this.hover_event) this.look(this.hover_event);
    });
  }

  /** Looks again who is under the pointer, as robots have moved. */
  look_again() {
    if (this.hover_event && this.pointers.size === 0) this.hover(this.hover_event);
  }

  look(event) {
    const { view, pane } = this;
    const { x, y } = this.place(event);
    if (this.offer("hover", event, x, y)) {
      this.unhover();
      return;
    }
    const robot = view.pick(x, y, REACH, pane);
    pane.element.classList.toggle("over", robot >= 0);
    if (robot >= 0) pane.say_hint(robot_in_words(pane.picture, robot), x, y);
    else pane.say_hint(null);
    if (robot === pane.picture.hovered) return;
    pane.picture.hovered = robot;
    view.invalidate_front(pane);
  }

  leave() {
    this.hover_event = null;
    this.unhover();
  }

  unhover() {
    const { pane, view } = this;
    pane.element.classList.remove("over");
    pane.say_hint(null);
    if (pane.picture.hovered < 0) return;
    pane.picture.hovered = -1;
    view.invalidate_front(pane);
  }
}
