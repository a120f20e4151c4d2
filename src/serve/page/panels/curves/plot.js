/** One small plot: a curve of one run, or of two. */

import { el, say } from "../../dom.js";
import { colour, fresh_canvas, label_font } from "../parts/paint.js";
import { short_number, time_text } from "../timeline/ticks.js";
import { columns_room, decimate, value_range } from "./decimate.js";

/** The height of the picture in CSS pixels. */
export const PLOT_HEIGHT = 46;

/** Few points are drawn as dots besides, so that one sees where something was measured. */
const FEW = 60;

/** Colours that people with any colour vision tell apart (Okabe and Ito, 2008). */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9"];

/** The colour of the curve at this place, or of the second run. */
export function curve_colour(place) {
  const k = place % COLOURS.length;
  return colour(`--curve-${k}`, COLOURS[k]);
}

/** A plot in the dock. */
export class Plot {
  /**
   * @param {string} name
   * @param {string} label
   * @param {number} place its place among the curves: it chooses the colour
   * @param {import("../timeline/scale.js").TimeScale} scale
   * @param {(event: number) => void} go
   */
  constructor(name, label, place, scale, go) {
    this.name = name;
    this.place = place;
    this.scale = scale;
    this.room = columns_room(1);
    // What a run counts keeps its value until it changes; what monitors see is seen now and then.
    this.stepped = !name.includes(".");
    /** How far each run is known. */
    this.heads = [];
    /** The width of the picture, as it was drawn last. */
    this.width = 0;
    /** @type {Array<import("./series.js").Series|undefined>} one per run */
    this.series = [];
    this.canvas = el("canvas", { class: "curve-canvas", "aria-hidden": "true" });
    this.hair = el("div", { class: "curve-hair", hidden: true });
    this.dot = el("div", { class: "curve-dot", hidden: true });
    this.cursor = el("div", { class: "curve-cursor", hidden: true });
    this.field = el(
      "div",
      {
        class: "curve-field",
        role: "img",
        title: "Click to go there",
        on: {
          pointermove: (event) => this.scale.point(this.time_of(event)),
          pointerleave: () => this.scale.point(null),
          click: (event) => {
            const at = this.nearest(this.time_of(event));
            if (at) go(at.event);
          },
        },
      },
      this.canvas,
      this.cursor,
      this.hair,
      this.dot,
    );
    const [family, rest] = split_label(label);
    this.value = el("output", { class: "curve-value", "aria-hidden": "true" });
    this.when = el("span", { class: "curve-when" });
    this.swatch = el("span", { class: "curve-swatch", "aria-hidden": "true" });
    const words = el("span", { class: "curve-label", title: label }, el("b", { text: family }), rest ? ` ${rest}` : "");
    this.label = label;
    this.high = el("span");
    this.low = el("span");
    this.root = el(
      "div",
      { class: "lanes curve-row", data: { curve: name } },
      el("div", { class: "curve-side" }, el("div", { class: "curve-head" }, this.swatch, words), this.value),
      this.field,
      el("div", { class: "curve-range" }, this.high, this.when, this.low),
    );
  }


  time_of(event) {
    const box = this.field.getBoundingClientRect();
    return this.scale.time(event.clientX - box.left, box.width);
  }

  /** The point of the first run nearest to a time, or null. */
  nearest(time) {
    const series = this.series[0];
    if (!series || series.length === 0) return null;
    if (this.stepped) {
      const place = Math.max(0, series.at(time));
      const since = series.times.values[place];
      const now = Math.max(since, Math.min(time, this.heads[0] ?? time));
      return { time: now, since, event: series.events.values[place], value: series.values.values[place] };
    }
    const place = series.nearest(time);
    return { time: series.times.values[place], event: series.events.values[place], value: series.values.values[place] };
  }

  /** Draws the curves; called when points, passage, size or theme have changed. */
  draw() {
    const width = this.field.clientWidth;
    this.width = width;
    if (width === 0) return;
    this.swatch.style.background = curve_colour(this.place);
    if (this.room.first.length < width) this.room = columns_room(width);
    const { from, to } = this.scale;
    const context = fresh_canvas(this.canvas, width, PLOT_HEIGHT);
    let low = Infinity;
    let high = -Infinity;
    for (const series of this.series) {
      if (!series) continue;
      const range = decimate(series, from, to, width, this.room);
      low = Math.min(low, range.low, edge_value(series, range.before), edge_value(series, range.after));
      high = Math.max(high, range.high, edge_value(series, range.before, -1), edge_value(series, range.after, -1));
    }
    this.range = value_range(low, high);
    this.draw_grid(context, width);
    for (const [run, series] of this.series.entries()) {
      if (series) this.draw_series(context, series, width, run);
    }
    const none = !(high >= low);
    say(this.high, none ? "" : short_number(high, 4));
    say(this.low, none || high === low ? "" : short_number(low, 4));
  }

  draw_grid(context, width) {
    context.fillStyle = colour("--line", "rgba(128,128,128,.25)");
    context.fillRect(0, PLOT_HEIGHT - 1, width, 1);
    context.fillRect(0, 0, width, 0.5);
    const [low, high] = this.range;
    if (low < 0 && high > 0) context.fillRect(0, this.y(0), width, 0.5);
    if (!this.series.some((series) => series && series.length > 0)) {
      context.font = label_font();
      context.fillStyle = colour("--ink-3", "#667");
      context.textBaseline = "middle";
      context.fillText("nothing measured yet", 8, PLOT_HEIGHT / 2);
    }
  }

  draw_series(context, series, width, run) {
    const { room } = this;
    const range = decimate(series, this.scale.from, this.scale.to, width, room);
    const ink = run === 0 ? curve_colour(this.place) : colour("--ink-2", "#4a5665");
    context.save();
    context.beginPath();
    context.rect(0, 0, width, PLOT_HEIGHT);
    context.clip();
    context.strokeStyle = ink;
    context.lineWidth = 1.5;
    context.lineJoin = "round";
    context.setLineDash(run === 0 ? [] : [4, 3]);
    context.beginPath();
    let broken = true;
    let height = 0;
    if (range.before >= 0 && !Number.isNaN(series.values.values[range.before])) {
      height = this.y(series.values.values[range.before]);
      context.moveTo(this.scale.x(series.times.values[range.before], width), height);
      broken = false;
    }
    let count = 0;
    for (let column = 0; column < width; column += 1) {
      if (room.gap[column] === 1) broken = true;
      if (room.filled[column] === 0) continue;
      count += 1;
      const x = column + 0.5;
      const first = this.y(room.first[column]);
      if (broken) context.moveTo(x, first);
      else {
        if (this.stepped) context.lineTo(x, height);
        context.lineTo(x, first);
      }
      broken = false;
      height = this.y(room.last[column]);
      if (room.low[column] !== room.high[column]) {
        context.lineTo(x, this.y(room.low[column]));
        context.lineTo(x, this.y(room.high[column]));
        context.lineTo(x, this.y(room.last[column]));
      }
    }
    if (this.stepped) {
      if (!broken) context.lineTo(Math.min(width, this.scale.x(this.heads[run] ?? 0, width)), height);
    } else if (range.after >= 0 && !broken && !Number.isNaN(series.values.values[range.after])) {
      context.lineTo(this.scale.x(series.times.values[range.after], width), this.y(series.values.values[range.after]));
    }
    context.stroke();
    if (count <= FEW && !this.stepped) this.draw_dots(context, width, ink);
    context.restore();
  }

  draw_dots(context, width, ink) {
    context.fillStyle = ink;
    context.beginPath();
    for (let column = 0; column < width; column += 1) {
      if (this.room.filled[column] === 1) {
        context.moveTo(column + 2.5, this.y(this.room.last[column]));
        context.arc(column + 0.5, this.y(this.room.last[column]), 2, 0, 2 * Math.PI);
      }
    }
    context.fill();
  }

  y(value) {
    const [low, high] = this.range;
    return PLOT_HEIGHT - 3 - ((value - low) / (high - low)) * (PLOT_HEIGHT - 6);
  }

  /** Shows the value at a time that is pointed at, or the one at the time shown. */
  read(pointed, shown) {
    const width = this.width;
    const at = pointed === null ? null : this.nearest(pointed);
    if (at) {
      say(this.value, short_number(at.value));
      say(this.when, `${at.since === undefined ? "t" : "since"} ${time_text(at.since ?? at.time, 0.01)}\nev ${at.event}`);
    } else {
      const series = this.series[0];
      const place = series ? series.at(shown) : -1;
      say(this.value, place < 0 ? "–" : short_number(series.values.values[place]));
      say(this.when, "");
    }
    this.root.classList.toggle("pointed", at !== null);
    const x = at ? this.scale.x(at.time, width) : -1;
    const visible = at !== null && x >= 0 && x <= width;
    this.hair.hidden = !visible;
    this.dot.hidden = !visible || Number.isNaN(at.value);
    if (visible) {
      this.hair.style.transform = `translateX(${x.toFixed(1)}px)`;
      if (this.range) this.dot.style.transform = `translate(${x.toFixed(1)}px, ${this.y(at.value).toFixed(1)}px)`;
      this.dot.style.background = curve_colour(this.place);
    }
  }

  /** Moves the line at the time that is on screen. */
  mark(time) {
    const width = this.width;
    const x = this.scale.x(time, width);
    this.cursor.hidden = !(x >= 0 && x <= width);
    if (!this.cursor.hidden) this.cursor.style.transform = `translateX(${x.toFixed(1)}px)`;
  }

  /** Says in words what the plot shows. */
  describe() {
    const series = this.series[0];
    const text =
      !series || series.length === 0
        ? `${this.label}: nothing measured yet`
        : `${this.label}: ${this.value.textContent} now, from ${short_number(series.low)} to ${short_number(series.high)}`;
    if (this.field.getAttribute("aria-label") !== text) this.field.setAttribute("aria-label", text);
  }
}

/** The value of a point beside the passage; what does not count where there is none. */
function edge_value(series, place, sign = 1) {
  const value = place < 0 ? NaN : series.values.values[place];
  return Number.isNaN(value) ? sign * Infinity : value;
}

/** "diameter: diameter" and "edges.lost" in two parts. */
function split_label(label) {
  const parts = label.split(/[.:]\s*/);
  return parts.length === 2 && parts[0] === parts[1] ? [parts[0], ""] : [parts[0], parts.slice(1).join(" ")];
}
