// The legend: only the colours that are in sight, and how many robots have them.

import { el, number, say } from "../dom.js";
import { colour_name } from "./colour_names.js";
import { anybody_beeps, count_circuits, has_single_pins } from "./pins.js";

/** The legend is looked at again after this time at the earliest, in milliseconds. */
const EVERY = 250;
/** At most so many paints of particles are listed. */
const MOST_PAINTS = 8;
const SVG = "http://www.w3.org/2000/svg";

/** The panel with the legend. */
export class Legend {
  /**
   * @param {import("../app.js").App} app
   * @param {import("./index.js").View} view
   */
  constructor(app, view) {
    this.app = app;
    this.view = view;
    this.body = app.panel_root("legend", { title: "Legend", key: "L", place: "left", icon: "legend", open: true, order: 80 });
    this.list = el("ul", { class: "legend", "aria-label": "Colours in sight, with how many robots have them" });
    this.nothing = el("p", { class: "hint", text: "Nothing is in sight.", hidden: true });
    this.body.append(this.list, this.nothing);
    /** @type {Map<string, {element: HTMLElement, count: HTMLElement, paint: string}>} */
    this.rows = new Map();
    this.timer = 0;
    this.at = -Infinity;
    this.order = "";
    this.wanted = [];
  }

  /** Hears that something was drawn. */
  look() {
    if (this.timer) return;
    this.timer = setTimeout(() => this.show(), Math.max(0, this.at + EVERY - performance.now()));
  }

  show() {
    this.timer = 0;
    this.at = performance.now();
    if (!this.app.is_open("legend")) return;
    const wanted = this.wanted;
    wanted.length = 0;
    for (const pane of this.view.panes) list(pane.picture, wanted);
    const order = wanted.map((row) => row.key).join(" ");
    if (order !== this.order) {
      this.order = order;
      for (const [key, row] of this.rows) {
        if (wanted.some((one) => one.key === key)) continue;
        row.element.remove();
        this.rows.delete(key);
      }
    }
    this.nothing.hidden = wanted.length > 0;
    let before = null;
    for (const one of wanted) {
      const row = this.row(one);
      say(row.count, one.count < 0 ? "" : number(one.count, 0));
      const after = before ? before.nextSibling : this.list.firstChild;
      if (after !== row.element) this.list.insertBefore(row.element, after);
      before = row.element;
    }
  }

  row({ key, words, sign, colours, title }) {
    const paint = colours.join(" ");
    const known = this.rows.get(key);
    if (known && known.paint === paint) return known;
    known?.element.remove();
    const count = el("span", { class: "legend-count" });
    const row = { paint, count, element: el("li", { title }, draw_sign(sign, colours), el("span", { class: "legend-word", text: words }), count) };
    this.rows.set(key, row);
    return row;
  }
}

/** What is in sight, in the order in which it is listed. */
function list(picture, into) {
  const { styles, shown } = picture;
  if (!picture.has_frame) return;
  const add = (key, words, sign, count, ...colours) => {
    let row = into.find((one) => one.key === key);
    if (!row) into.push((row = { key, words, sign, count, colours, title: null }));
    else if (count > 0) row.count += count;
    return row;
  };
  const small = picture.is_grid;
  for (let kind = 0; kind < 256; kind++) {
    if (shown.classes[kind] === 0) continue;
    const style = styles.of(kind);
    const sign = small ? (styles.words[kind] === "expanded" ? "bar" : "particle") : "disc";
    add(`class ${kind}`, styles.words[kind] ?? "other", sign, shown.classes[kind], style.fill.css, style.edge.css, style.ring.css);
  }
  if (small) {
    add_paints(picture, add);
    add_signs(picture, add);
    return;
  }
  for (let light = 1; light < 256; light++) {
    if (shown.lights[light] === 0) continue;
    const style = styles.light(light - 1);
    add(`light ${light}`, `${styles.light_words[light - 1] ?? "other"} light`, "light", shown.lights[light], style.fill.css, style.edge.css, picture.theme.quiet.css);
  }
  if (shown.faulty > 0) add("faulty", "with a fault", "cross", shown.faulty, picture.theme.quiet.css, picture.theme.ground.css);
  if (picture.frame.has_targets) add("target", "to the target", "line", -1, picture.theme.target.css);
}

function add_paints({ shown, theme }, add) {
  const painted = [];
  for (let at = 0; at < shown.looks.length; at++) {
    if (shown.counts[at] > 0 && shown.keys[at] & 0x1000000) painted.push(at);
  }
  painted.sort((one, other) => shown.counts[other] - shown.counts[one]);
  for (const at of painted.slice(0, MOST_PAINTS)) {
    const style = shown.looks[at];
    const rgb = shown.keys[at] & 0xffffff;
    const row = add(`paint ${shown.keys[at]}`, `painted ${colour_name(rgb)}`, "particle", shown.counts[at], style.fill.css, style.edge.css);
    row.title = `#${rgb.toString(16).padStart(6, "0")}`;
  }
  const rest = painted.slice(MOST_PAINTS);
  if (rest.length > 0) add("paints", `painted in ${rest.length} other ways`, "particle", rest.reduce((sum, at) => sum + shown.counts[at], 0), theme.ground.css, theme.quiet.css);
}

function add_signs({ frame, theme, styles, particles, shown }, add) {
  const { objects } = particles;
  if (objects.count > 0) add("object", "object", "cell", objects.shift.length / 2, styles.object.fill.css, styles.object.edge.css);
  if (frame.has_bonds && frame.m > 0) add("bond", "bond", "line", frame.m, theme.bond.css);
  if (frame.has_circuits) {
    const circuits = count_circuits(frame);
    if (circuits > 0) add("circuit", circuits === 1 ? "circuit" : "circuits", "circuit", circuits, theme.circuits[0].css, theme.white.css);
    if (has_single_pins(frame)) add("pin", "single pin", "pin", -1, theme.single.css);
    if (anybody_beeps(frame)) add("beep", "sent a beep", "beep", -1, theme.ink.css);
  }
  if (shown.anchor >= 0) add("anchor", "anchor", "anchor", -1, theme.anchor.css);
}

/** How the signs are drawn, on a field of 30 by 18: [tag, attributes] with the places of colours. */
const SIGNS = {
  disc: [["circle", { cx: 15, cy: 9, r: 6, fill: 0, stroke: 1 }]],
  light: [["circle", { cx: 15, cy: 9, r: 6, fill: "none", stroke: 2 }], ["circle", { cx: 15, cy: 9, r: 3.4, fill: 0, stroke: 1 }]],
  cross: [["circle", { cx: 15, cy: 9, r: 6.5, fill: 0 }], ["path", { d: "M12 6l6 6M18 6l-6 6", stroke: 1, "stroke-width": 2, fill: "none" }]],
  particle: [["circle", { cx: 15, cy: 9, r: 6.5, fill: 0, stroke: 1 }]],
  bar: [["rect", { x: 2.5, y: 2.5, width: 25, height: 13, rx: 6.5, fill: 0, stroke: 1 }], ["circle", { cx: 21, cy: 9, r: 3.8, fill: "none", stroke: 2 }]],
  line: [["path", { d: "M4 9h22", stroke: 0, "stroke-width": 2, fill: "none" }]],
  cell: [["path", { d: "M15 1l7 4v8l-7 4-7-4V5z", fill: 0, stroke: 1 }]],
  circuit: [["path", { d: "M4 9h22", stroke: 0, "stroke-width": 2.4 }], ["circle", { cx: 15, cy: 9, r: 4, fill: 0, stroke: 1 }]],
  pin: [["circle", { cx: 15, cy: 9, r: 2.6, fill: 0 }]],
  beep: [["circle", { cx: 15, cy: 9, r: 5.5, fill: "none", stroke: 0, "stroke-width": 1.8 }]],
  anchor: [["path", { d: "M15 6v9M11 8.5h8M8.5 10.5a6.5 5 0 0 0 13 0M15 6a2.3 2.3 0 1 1 .01 0", fill: "none", stroke: 0, "stroke-width": 1.8, "stroke-linecap": "round" }]],
};

function draw_sign(name, colours) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 30 18");
  svg.setAttribute("width", "30");
  svg.setAttribute("height", "18");
  svg.setAttribute("aria-hidden", "true");
  for (const [tag, attributes] of SIGNS[name]) {
    const shape = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) {
      const is_colour = (key === "fill" || key === "stroke") && typeof value === "number";
      shape.setAttribute(key, is_colour ? colours[value] : String(value));
    }
    svg.append(shape);
  }
  return svg;
}

