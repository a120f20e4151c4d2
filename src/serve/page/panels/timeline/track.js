/** One run on the timeline: what is known of it, its marks, and how they are drawn. */

import { colour, label_font } from "../parts/paint.js";
import { glyph, mark_colour } from "./glyphs.js";
import { KIND_WORDS, Marks, counts_text, density } from "./marks.js";
import { tick_label, ticks, time_text } from "./ticks.js";

/** Heights in CSS pixels. */
export const MARKS_HEIGHT = 15;
export const BAR_HEIGHT = 6;
export const TRACK_HEIGHT = MARKS_HEIGHT + BAR_HEIGHT + 4;
export const TICKS_HEIGHT = 16;

/** Marks closer together than this on average become a strip of their density. */
const APART = 13;
/** Half the size of a sign, and how far apart two of them stand at least. */
const GLYPH = 4.2;
const BESIDE = 9;
/** The width of a bar of the strip. */
const BIN = 3;

/** A run on the timeline. */
export class Track {
  constructor(run) {
    this.run = run;
    this.marks = new Marks();
    this.generation = null;
    this.head = { time: 0, event: 0 };
    this.ended = null;
    this.bins = new Uint32Array(0);
  }

  /**
   * Takes how far the run is known.
   * @returns {boolean} whether anything changed
   */
  update() {
    const { status } = this.run;
    if (!status) {
      return false;
    }
    const head = status.head ?? { time: status.time, event: status.event };
    let changed = false;
    // Another run, or one whose later part was cut off: what is known of it is not so any more.
    if (this.run.about !== this.about || status.generation !== this.generation || head.event < this.head.event) {
      this.about = this.run.about;
      this.generation = status.generation;
      this.marks.clear();
      changed = true;
    }
    // How a run ends stays true when an earlier place of it is shown.
    const ended = status.ended ?? (changed || head.event !== this.head.event ? null : this.ended);
    changed ||= head.time !== this.head.time || ended !== this.ended;
    this.head = head;
    this.ended = ended;
    return changed;
  }

  /** Whether there are marks to be fetched. */
  is_behind() {
    return (this.run.status?.marks ?? 0) !== this.marks.next;
  }

  /**
   * Fetches marks.
   * @returns {Promise<boolean>} whether there were any
   */
  async fetch() {
    const { about, generation } = this;
    if ((this.run.status?.marks ?? 0) < this.marks.next) {
      this.marks.clear();
    }
    const since = this.marks.next;
    const reply = await this.run.call({ do: "marks", since });
    if (about !== this.run.about || generation !== this.generation || since !== this.marks.next) {
      return false;
    }
    this.marks.add(reply);
    return true;
  }

  /** Draws the marks and the bar, from this height down. */
  draw(context, scale, width, top) {
    this.draw_bar(context, scale, width, top + MARKS_HEIGHT);
    const lanes = this.marks.present();
    const dense = [];
    for (const lane of lanes.reverse()) {
      const count = lane.count(scale.from, scale.to + (scale.to - scale.from) * 1e-9);
      if (count * APART > width) {
        dense.push(lane);
      }
    }
    if (dense.length > 0) {
      this.draw_density(context, dense, scale, width, top);
    }
    const sparse = lanes.filter((lane) => !dense.includes(lane));
    draw_glyphs(context, sparse, scale, width, top + MARKS_HEIGHT / 2 - 1);
  }

  draw_bar(context, scale, width, top) {
    const edge = (time) => Math.max(0, Math.min(width, scale.x(time, width)));
    const known = edge(this.head.time);
    context.fillStyle = colour("--line", "rgba(128,128,128,.3)");
    bar(context, 0, top, width, BAR_HEIGHT);
    context.fillStyle = colour("--timeline-known", colour("--ink-3", "#8a94a0"));
    bar(context, 0, top, known, BAR_HEIGHT);
    if (this.ended && this.head.time <= scale.to) {
      context.fillStyle = colour("--ink", "#222");
      context.fillRect(Math.min(width - 2, known - 1), top - 3, 2, BAR_HEIGHT + 6);
    }
  }

  /** Bars whose height is the logarithm of the number of marks, the kinds on top of each other. */
  draw_density(context, lanes, scale, width, top) {
    const count = Math.max(1, Math.floor(width / BIN));
    if (this.bins.length !== count) {
      this.bins = new Uint32Array(count);
      this.stack = new Uint32Array(count);
      this.sums = new Uint32Array(count);
    }
    this.sums.fill(0);
    this.stack.fill(0);
    for (const lane of lanes) {
      density(lane, scale.from, scale.to, this.bins);
      for (let bin = 0; bin < count; bin += 1) {
        this.sums[bin] += this.bins[bin];
      }
    }
    let most = 1;
    for (const sum of this.sums) {
      most = Math.max(most, sum);
    }
    const room = MARKS_HEIGHT - 2;
    const height = (sum) => (sum === 0 ? 0 : room * (0.25 + (0.75 * Math.log1p(sum)) / Math.log1p(most)));
    for (const lane of lanes) {
      density(lane, scale.from, scale.to, this.bins);
      context.fillStyle = mark_colour(lane.kind);
      for (let bin = 0; bin < count; bin += 1) {
        if (this.bins[bin] > 0) {
          const whole = height(this.sums[bin]);
          const part = (whole * this.bins[bin]) / this.sums[bin];
          const below = (whole * this.stack[bin]) / this.sums[bin];
          const left = (bin * width) / count;
          context.fillRect(left, top + room - below - part, width / count - 0.6, part);
          this.stack[bin] += this.bins[bin];
        }
      }
    }
  }

  /**
   * What happened near a pixel, in words; empty if nothing did.
   * @returns {string[]} one text per line
   */
  at(x, scale, width) {
    const time = scale.time(x, width);
    const reach = (6 / width) * (scale.to - scale.from);
    const lines = [];
    const counts = [];
    for (const lane of this.marks.present()) {
      const count = lane.count(time - reach, time + reach);
      // One or two are told in full, more only counted.
      if (count > 2) counts.push([lane.kind, count]);
      else if (count > 0) lines.push(mark_text(lane, lane.nearest(time, reach)));
    }
    if (counts.length > 0) lines.push(counts_text(counts));
    return lines;
  }
}

/** Draws the signs of some kinds; those that would hide each other stand side by side. */
function draw_glyphs(context, lanes, scale, width, y) {
  const signs = [];
  for (const lane of lanes) {
    const end = lane.times.upper_bound(scale.to);
    for (let place = lane.times.lower_bound(scale.from); place < end; place += 1) {
      signs.push([scale.x(lane.times.values[place], width), lane.kind]);
    }
  }
  signs.sort((a, b) => a[0] - b[0]);
  let before = -Infinity;
  let kind = "";
  for (const [x, own] of signs) {
    // Several of one kind at one place are one sign; another kind moves aside, but not far.
    if (own === kind && Math.abs(x - before) < 1) continue;
    const aside = own !== kind && x - before < BESIDE && before - x < 2 * BESIDE;
    const at = aside ? before + BESIDE : x;
    glyph(context, own, Math.max(GLYPH + 1, Math.min(width - GLYPH - 1, at)), y, GLYPH);
    before = at;
    kind = own;
  }
}

/** One mark in words. */
function mark_text(lane, place) {
  const robot = lane.robots.values[place];
  const event = lane.events.values[place];
  const parts = [KIND_WORDS[lane.kind]?.[0] ?? lane.kind];
  if (robot >= 0) {
    parts.push(`of ${robot}`);
  }
  const text = lane.texts.get(lane.times.values[place]);
  // Of what a monitor found only the instant may be known.
  const number = Number.isNaN(event) ? "" : `, event ${event}`;
  const when = `time ${time_text(lane.times.values[place], 0.001)}${number}`;
  return `${parts.join(' ')}${text ? `: ${text}` : ''} · ${when}`;
}

/**
 * Draws the numbers of the axis.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./scale.js').TimeScale} scale
 * @param {number} width
 * @param {number} top
 */
export function draw_ticks(context, scale, width, top) {
  context.font = label_font();
  context.textBaseline = "top";
  context.textAlign = "center";
  const { step, values } = ticks(scale.from, scale.to, Math.max(2, Math.floor(width / 76)));
  const ink = colour("--ink-3", "#667");
  const line = colour("--line", "rgba(128,128,128,.3)");
  for (const value of values) {
    const x = scale.x(value, width);
    context.fillStyle = line;
    context.fillRect(Math.round(x) - 0.5, top - 2, 1, 4);
    const text = tick_label(value, step);
    const half = context.measureText(text).width / 2;
    context.fillStyle = ink;
    context.fillText(text, Math.max(half, Math.min(width - half, x)), top + 3);
  }
}

function bar(context, x, y, width, height) {
  if (width > 0) {
    context.beginPath();
    context.roundRect(x, y, width, height, Math.min(height / 2, width / 2));
    context.fill();
  }
}
