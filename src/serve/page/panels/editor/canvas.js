/** The positions on the canvas: drawn as rings, dragged, added and taken away. */

import { colour, fresh_canvas, label_font } from "../parts/paint.js";
import { el } from "../../dom.js";
import { once_a_frame } from "../timeline/throttle.js";

/** How near a press has to be to a robot, in CSS pixels: a finger's reach. */
const REACH = 14;

/** Beyond so many robots, dots are drawn in place of rings. */
const MANY = 4000;

/**
 * @typedef {{points: () => Array<[number, number]>, tool: () => "move"|"add"|"remove", snap: () => number|null,
 *   changed: (points: Array<[number, number]>, done: boolean) => void}} Owner
 */

export class EditorCanvas {
  /**
   * @param {object} app
   * @param {Owner} owner
   */
  constructor(app, owner) {
    this.app = app;
    this.owner = owner;
    this.on = false;
    this.held = -1;
    this.canvas = el("canvas", { class: "editor-canvas", "aria-hidden": "true" });
    this.ask_draw = once_a_frame(() => this.draw());
    this.host = document.getElementById("canvas-host");
    // Ahead of the view, so that a press on a robot does not move the camera.
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel", "click", "dblclick"]) {
      this.host.addEventListener(type, (event) => this.on && this[type](event), { capture: true });
    }
    for (const name of ["layout", "theme"]) app.on(name, () => this.on && this.ask_draw());
    // At once: the rings move with the grid behind them.
    app.on("camera", () => this.on && this.draw());
    new ResizeObserver(() => this.on && this.ask_draw()).observe(this.host);
  }

  turn(on) {
    if (this.on === on) return;
    this.on = on;
    this.held = -1;
    document.body.classList.toggle("editing", on);
    this.app.view.show_robots(!on);
    if (on) {
      this.host.append(this.canvas);
      this.ask_draw();
    } else {
      this.canvas.remove();
    }
  }

  /** Where a press is, on the canvas and in the world. */
  at(event) {
    const box = this.host.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const [wx, wy] = this.app.view.to_world(x, y);
    const snap = this.owner.snap();
    return { x, y, wx: snapped(wx, snap), wy: snapped(wy, snap) };
  }

  nearest(x, y) {
    let best = -1;
    let least = REACH * REACH;
    for (const [place, [wx, wy]] of this.owner.points().entries()) {
      const [sx, sy] = this.app.view.to_screen(wx, wy);
      const far = (sx - x) ** 2 + (sy - y) ** 2;
      // Of robots on one point the one that is drawn on top is taken.
      if (far <= least) {
        least = far;
        best = place;
      }
    }
    return best;
  }

  pointerdown(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const { x, y, wx, wy } = this.at(event);
    const tool = this.owner.tool();
    const hit = this.nearest(x, y);
    if (tool === "move" && hit < 0) return;
    if (tool === "remove" && hit < 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.taken = true;
    if (tool === "add") {
      this.owner.changed([...this.owner.points(), [wx, wy]], true);
    } else if (tool === "remove") {
      this.owner.changed(this.owner.points().filter((_, place) => place !== hit), true);
    } else {
      this.held = hit;
      this.dragged = null;
      this.host.setPointerCapture(event.pointerId);
      this.ask_draw();
    }
  }

  pointermove(event) {
    if (this.held < 0) return;
    event.stopImmediatePropagation();
    const { wx, wy } = this.at(event);
    const points = this.dragged ?? [...this.owner.points()];
    points[this.held] = [wx, wy];
    this.dragged = points;
    this.owner.changed(points, false);
  }

  pointerup(event) {
    if (!this.taken) return;
    event.stopImmediatePropagation();
    if (this.held >= 0 && this.dragged) this.owner.changed(this.dragged, true);
    this.held = -1;
    this.dragged = null;
    this.ask_draw();
    // The click that follows belongs to the press.
    setTimeout(() => (this.taken = false));
  }

  pointercancel(event) {
    this.pointerup(event);
  }

  click(event) {
    if (this.taken) event.stopImmediatePropagation();
  }

  dblclick(event) {
    event.stopImmediatePropagation();
  }

  draw() {
    const { view } = this.app;
    if (!this.on || !view?.to_screen) return;
    const width = this.host.clientWidth;
    const height = this.host.clientHeight;
    const context = fresh_canvas(this.canvas, width, height);
    const points = this.dragged ?? this.owner.points();
    const ring = points.length <= MANY;
    context.strokeStyle = colour("--accent", "#0b6a94");
    context.fillStyle = ring ? colour("--accent-soft", "#0b6a9420") : colour("--accent", "#0b6a94");
    context.lineWidth = 1.75;
    context.beginPath();
    for (const [wx, wy] of points) {
      const [x, y] = view.to_screen(wx, wy);
      if (x < -9 || y < -9 || x > width + 9 || y > height + 9) continue;
      if (ring) {
        context.moveTo(x + 7, y);
        context.arc(x, y, 7, 0, 2 * Math.PI);
      } else {
        context.rect(x - 1.5, y - 1.5, 3, 3);
      }
    }
    context.fill();
    if (ring) context.stroke();
    if (this.held >= 0) this.draw_held(context, points[this.held]);
  }

  draw_held(context, [wx, wy]) {
    const [x, y] = this.app.view.to_screen(wx, wy);
    context.beginPath();
    context.arc(x, y, 7, 0, 2 * Math.PI);
    context.fillStyle = colour("--accent", "#0b6a94");
    context.fill();
    context.font = label_font(12);
    const text = `${this.held}: ${Number(wx.toPrecision(7))}, ${Number(wy.toPrecision(7))}`;
    const wide = context.measureText(text).width;
    context.fillStyle = colour("--panel-solid", "#fff");
    context.fillRect(x + 12, y - 24, wide + 10, 19);
    context.fillStyle = colour("--ink", "#222");
    context.textBaseline = "middle";
    context.fillText(text, x + 17, y - 14);
  }
}

function snapped(value, step) {
  // Dragging is no measurement: more digits than a pixel tells apart would only be noise.
  return step ? Number((Math.round(value / step) * step).toPrecision(12)) : Number(value.toPrecision(9));
}
