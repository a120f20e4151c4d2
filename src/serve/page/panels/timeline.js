/** The timeline along the bottom: where the run is, how far it is known, and what happened when. */

import { el } from "../dom.js";
import { icon_button } from "./parts/dom.js";
import { forget_colours, fresh_canvas } from "./parts/paint.js";
import { scale_of } from "./timeline/scale.js";
import { at_most, latest, once_a_frame } from "./timeline/throttle.js";
import { short_number, time_text } from "./timeline/ticks.js";
import { TICKS_HEIGHT, TRACK_HEIGHT, Track, draw_ticks } from "./timeline/track.js";

/** How often marks are fetched at most, in milliseconds. */
const FETCH_EVERY = 250;

/**
 * Puts the timeline on the page.
 * @param {object} app
 */
export function mount(app) {
  const timeline = new Timeline(app);
  for (const name of ["about", "status"]) app.on(name, () => timeline.refresh());
  app.on("frame", (run) => timeline.moved(run));
  app.on("runs", () => timeline.refresh());
  app.on("steered", () => timeline.cut());
  app.on("theme", () => {
    forget_colours();
    timeline.ask_draw();
  });
  app.on("panel", ({ name, open }) => {
    if (name === "curves") timeline.curves_button.setAttribute("aria-pressed", String(open));
    if (name === "timeline" && open) timeline.resized();
  });
  timeline.refresh();
}

class Timeline {
  constructor(app) {
    this.app = app;
    this.scale = scale_of(app);
    this.tracks = [];
    this.width = 0;
    /** Where somebody wants to go, until the run is there. */
    this.wanted = null;
    /** The last place that was asked for and is not answered. */
    this.asked = null;
    this.dragging = null;
    this.build();
    this.ask_draw = once_a_frame(() => this.draw());
    this.fetch = at_most(() => this.fetch_marks(), FETCH_EVERY);
    this.seek = latest(async (time) => {
      await app.actions.seek({ time });
      if (this.asked === time) this.asked = null;
    });
    this.scale.on_change(() => {
      this.ask_draw();
      this.place_cursors();
      this.whole_button.hidden = this.scale.whole;
    });
    this.scale.on_point((time) => this.place_hover(time));
    new ResizeObserver(() => this.resized()).observe(this.field);
  }

  build() {
    this.canvas = el("canvas", { class: "timeline-canvas", "aria-hidden": "true" });
    this.cursors = [0, 1].map((k) => el("div", { class: "timeline-cursor", data: { run: String(k) }, hidden: true }));
    this.hover = el("div", { class: "timeline-hover", hidden: true });
    this.tip = el("div", { class: "timeline-tip", role: "presentation", hidden: true });
    this.field = el(
      "div",
      {
        id: "timeline-field",
        class: "timeline-field",
        role: "slider",
        tabindex: "0",
        "aria-label": "Timeline",
        "aria-orientation": "horizontal",
        "aria-valuemin": "0",
        title: "",
        on: {
          pointerdown: (event) => this.pressed(event),
          pointermove: (event) => this.pointed(event),
          pointerup: (event) => this.released(event),
          pointercancel: (event) => this.released(event),
          pointerleave: () => this.hide_tip(),
          dblclick: () => this.scale.show_all(),
          keydown: (event) => this.key(event),
        },
      },
      this.canvas,
      this.hover,
      ...this.cursors,
    );
    this.field.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.whole_button = icon_button("timeline-whole", "fit", "Show the whole run (double click)", () => this.scale.show_all());
    this.whole_button.hidden = true;
    this.end_button = icon_button("run-to-end", "end", "Run to the end", () => this.run_to_end());
    this.curves_button = icon_button("show-curves", "curves", "Curves of monitors and figures", () => this.app.actions.panel("curves"));
    this.side = el("div", { class: "timeline-side", text: "time" });
    this.host = this.app.panel_root("timeline", { title: "Timeline", place: "bottom", bare: true, open: true, order: 80, icon: "timeline" });
    this.host.classList.add("timeline");
    const buttons = el("div", { class: "timeline-buttons" }, this.whole_button, this.end_button, this.curves_button);
    this.host.append(el("div", { class: "lanes" }, this.side, this.field, buttons), this.tip);
  }

  /** Looks anew at what is known of the runs. */
  refresh() {
    const before = this.tracks;
    this.tracks = this.app.runs.map((run) => before.find((track) => track.run === run) ?? new Track(run));
    let changed = this.tracks.length !== before.length || this.tracks.some((track, k) => track !== before[k]);
    for (const track of this.tracks) changed = track.update() || changed;
    this.fit_scale();
    if (this.tracks.some((track) => track.is_behind())) this.fetch();
    if (changed) this.ask_draw();
    this.field.style.height = `${TRACK_HEIGHT * Math.max(1, this.tracks.length) + TICKS_HEIGHT}px`;
    for (const track of this.tracks) {
      const { status } = track.run;
      if (status && !status.busy && !this.dragging && this.asked === null) this.wanted = null;
    }
    this.place_cursors();
    this.describe();
  }

  /** A steered run has another future: what was known of it is fetched anew. */
  cut() {
    for (const track of this.tracks) {
      track.marks.clear();
      track.update();
    }
    this.fetch();
    this.ask_draw();
  }

  fit_scale() {
    let head = 0;
    let ended = true;
    let least = 0;
    for (const { run, head: known, ended: end } of this.tracks) {
      head = Math.max(head, known.time, this.wanted ?? 0);
      ended &&= end !== null;
      least = Math.max(least, 10 * (run.about?.speed ?? 1));
    }
    this.scale.known(head, ended, least);
  }

  async fetch_marks() {
    for (const track of this.tracks) {
      try {
        if (track.is_behind() && (await track.fetch())) this.ask_draw();
      } catch {
        // A lost connection is shown elsewhere; the next status asks again.
      }
    }
  }

  /** A frame came: the cursor moves, nothing is drawn anew. */
  moved(run) {
    if (run === this.app.run && run.frame?.playing && !this.dragging) this.scale.follow(run.frame.time);
    this.place_cursors();
    this.describe();
  }

  place_cursors() {
    for (const [k, cursor] of this.cursors.entries()) {
      const run = this.tracks[k]?.run;
      const shown = run?.frame?.time ?? run?.status?.time;
      const time = run ? (this.wanted ?? shown) : undefined;
      const x = time === undefined ? NaN : this.scale.x(time, this.width);
      const visible = x >= -0.5 && x <= this.width + 0.5;
      if (cursor.hidden === visible) cursor.hidden = !visible;
      if (visible) cursor.style.transform = `translateX(${x.toFixed(1)}px)`;
      cursor.classList.toggle("waiting", this.wanted !== null && run?.status?.busy === true);
    }
  }

  describe() {
    const { run } = this.app;
    const status = run?.status;
    if (!status) return;
    const time = run.frame?.time ?? status.time;
    const event = run.frame?.event ?? status.event;
    const now = performance.now();
    const idle = !(run.frame?.playing || status.playing);
    // Screen readers follow a slider of which they are told often only with difficulty.
    if (idle || !(now < this.told + 1000)) {
      this.told = now;
      this.field.setAttribute("aria-valuemax", String(status.head?.time ?? time));
      this.field.setAttribute("aria-valuenow", String(time));
      const head = status.head ? ` of ${short_number(status.head.time)} known` : "";
      const end = status.ended ? `, the run ends there: ${status.ended}` : "";
      this.field.setAttribute("aria-valuetext", `time ${short_number(time, 6)}${head}, event ${event}${end}`);
      this.end_button.disabled = status.ended !== null && status.at_end === true;
    }
  }

  /** The least difference of times that is shown. */
  resolution() {
    return Math.max(1e-6, Math.min(0.01, (this.scale.to - this.scale.from) / 1000));
  }

  resized() {
    this.width = this.field.clientWidth;
    this.ask_draw();
    this.place_cursors();
  }

  draw() {
    if (this.width === 0) return;
    const rows = Math.max(1, this.tracks.length);
    const context = fresh_canvas(this.canvas, this.width, TRACK_HEIGHT * rows + TICKS_HEIGHT);
    for (const [k, track] of this.tracks.entries()) track.draw(context, this.scale, this.width, TRACK_HEIGHT * k);
    draw_ticks(context, this.scale, this.width, TRACK_HEIGHT * rows);
  }

  pressed(event) {
    if (event.button !== 0) return;
    // The keys go on working on the page; who comes by Tab gets the keys of the slider.
    event.preventDefault();
    this.field.setPointerCapture(event.pointerId);
    const playing = this.app.run?.status?.playing === true;
    this.dragging = { id: event.pointerId, x: event.clientX, pan: event.shiftKey, playing };
    if (playing) void this.app.actions.toggle_play();
    if (!event.shiftKey) this.go(this.x_of(event));
  }

  pointed(event) {
    const x = this.x_of(event);
    const drag = this.dragging;
    if (drag && drag.id === event.pointerId) {
      if (drag.pan) {
        this.scale.pan(((drag.x - event.clientX) / this.width) * (this.scale.to - this.scale.from));
        drag.x = event.clientX;
      } else {
        this.go(x);
      }
    }
    this.show_tip(x, this.y_of(event));
  }

  released(event) {
    const drag = this.dragging;
    if (!drag || drag.id !== event.pointerId) return;
    this.dragging = null;
    if (drag.playing) void this.app.actions.toggle_play();
    if (event.pointerType !== "mouse") this.hide_tip();
  }

  /** Goes to the time at a pixel. */
  go(x) {
    const time = Math.max(0, this.scale.time(Math.max(0, Math.min(this.width, x)), this.width));
    const { ended, head } = this.tracks[0] ?? {};
    this.wanted = ended ? Math.min(time, head.time) : time;
    this.ask(this.wanted);
  }

  ask(time) {
    this.asked = time;
    this.place_cursors();
    this.seek(time);
  }

  run_to_end() {
    void this.app.actions.seek({ end: true });
  }

  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      const by = (event.deltaX || event.deltaY) * unit;
      this.scale.pan((by / this.width) * (this.scale.to - this.scale.from));
    } else {
      this.scale.zoom(this.scale.time(this.x_of(event), this.width), 1.0018 ** (-event.deltaY * unit));
    }
    this.show_tip(this.x_of(event), this.y_of(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { run } = this.app;
    const time = this.wanted ?? run?.frame?.time ?? run?.status?.time ?? 0;
    const span = this.scale.to - this.scale.from;
    const head = this.tracks[0]?.head.time ?? 0;
    const goals = {
      ArrowLeft: time - span / 200,
      ArrowDown: time - span / 200,
      ArrowRight: time + span / 200,
      ArrowUp: time + span / 200,
      PageDown: time - span / 10,
      PageUp: time + span / 10,
      Home: 0,
      End: head,
    };
    if (event.key in goals) {
      this.wanted = Math.max(0, goals[event.key]);
      if (this.tracks[0]?.ended) this.wanted = Math.min(this.wanted, head);
      this.scale.follow(this.wanted);
      this.ask(this.wanted);
    } else if (event.key === "+" || event.key === "=") {
      this.scale.zoom(time, 2);
    } else if (event.key === "-") {
      this.scale.zoom(time, 0.5);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  x_of(event) {
    return event.clientX - this.field.getBoundingClientRect().left;
  }

  y_of(event) {
    return event.clientY - this.field.getBoundingClientRect().top;
  }

  show_tip(x, y) {
    if (!(x >= 0 && x <= this.width)) return this.hide_tip();
    const track = this.tracks[Math.min(this.tracks.length - 1, Math.floor(y / TRACK_HEIGHT))] ?? this.tracks[0];
    if (!track) return;
    const time = this.scale.time(x, this.width);
    const known = time <= track.head.time;
    const what = track.at(x, this.scale, this.width);
    const where = `time ${time_text(time, this.resolution())}`;
    const lines = what.length > 0 ? what : [known ? where : `${where} · ${track.ended ? "after the end" : "not computed yet"}`];
    this.tip.replaceChildren(...lines.map((line) => el("div", { text: line })));
    this.tip.hidden = false;
    this.scale.point(time);
    const left = this.field.offsetLeft + x;
    const half = this.tip.offsetWidth / 2;
    const most = this.host.clientWidth - half - 6;
    this.tip.style.left = `${Math.max(half + 6, Math.min(most, left))}px`;
  }

  hide_tip() {
    if (this.dragging) return;
    this.tip.hidden = true;
    this.scale.point(null);
  }

  place_hover(time) {
    this.hover.hidden = time === null;
    if (time !== null) this.hover.style.transform = `translateX(${this.scale.x(time, this.width).toFixed(1)}px)`;
  }
}
