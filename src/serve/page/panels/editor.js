/** The start editor: where robots begin, by hand, from text, or in a shape. */

import { el, fill, number } from "../dom.js";
import { set_positions, set_shape, with_swarm } from "./editor/apply.js";
import { EditorCanvas } from "./editor/canvas.js";
import { History } from "./editor/history.js";
import { read_positions, write_positions } from "./editor/paste.js";
import { Shapes } from "./editor/shapes.js";
import { entries_of } from "./parts/catalogue.js";
import { button, icon_button, labelled, message_line, problem_text } from "./parts/dom.js";

/** Beyond so many robots the text is made only when asked for. */
const MOST_TEXT = 5000;

/** How many positions all steps of the history hold together at most, about. */
const MOST_KEPT = 2_000_000;

const TOOLS = [
  ["move", "Move", "Drag robots"],
  ["add", "Add", "A click puts a new robot there"],
  ["remove", "Remove", "A click takes a robot away"],
];

/**
 * Puts the editor on the page.
 * @param {object} app
 */
export function mount(app) {
  const editor = new Editor(app);
  app.on("panel", ({ name, open }) => name === "editor" && editor.turn(open));
  app.on("about", (run) => run === app.run && editor.opened());
}

class Editor {
  constructor(app) {
    this.app = app;
    this.history = new History([]);
    this.tool = "move";
    this.build();
    this.canvas = new EditorCanvas(app, {
      points: () => this.history.state,
      tool: () => this.tool,
      snap: () => this.step(),
      changed: (points, done) => (done ? this.push(points) : this.canvas.ask_draw()),
    });
    if (app.is_open("editor")) this.turn(true);
  }

  build() {
    this.body = this.app.panel_root("editor", { title: "Start editor", place: "right", icon: "editor", order: 65 });
    this.body.classList.add("editor");
    this.tools = el("div", { class: "tabs", role: "radiogroup", "aria-label": "Tool" });
    for (const [name, words, title] of TOOLS) {
      this.tools.append(el("button", { type: "button", role: "radio", id: `editor-${name}`, title, text: words, data: { tool: name }, on: { click: () => this.choose(name) } }));
    }
    this.undo = icon_button("editor-undo", "reset", "Undo (Ctrl+Z)", () => this.take(this.history.undo()));
    this.redo = icon_button("editor-redo", "round", "Redo (Ctrl+Shift+Z)", () => this.take(this.history.redo()));
    this.count = el("output", { class: "editor-count" });
    this.snap = el("input", { id: "editor-snap", type: "checkbox" });
    this.grid = el("input", { id: "editor-grid", class: "input", type: "number", min: "0", step: "any", value: "5", "aria-label": "Distance of the lines of the grid" });
    this.text = el("textarea", { id: "editor-text", class: "textarea", rows: "6", spellcheck: "false", placeholder: "x y, one robot a line", "aria-describedby": "editor-errors", on: { input: () => this.check_text() } });
    this.errors = el("ol", { id: "editor-errors", class: "editor-errors", "aria-live": "polite" });
    this.use = button("editor-use", "Use these positions", "Takes the positions of the text", () => this.use_text());
    this.show = button("editor-show", "Show as text", "Writes all positions into the field", () => this.write_text());
    this.message = message_line("editor-message");
    this.apply = button("editor-apply", "Start from here", "Opens the run with these positions", () => this.apply_positions(), "primary");
    this.discard = button("editor-discard", "Discard", "Takes the start of the run again", () => this.load());
    this.shapes = new Shapes((name, parameters, robots) => this.place(name, parameters, robots));
    this.content = el(
      "div",
      { class: "editor-content" },
      this.tools,
      el("div", { class: "row editor-row" }, this.undo, this.redo, this.count),
      el("div", { class: "row" }, el("label", { class: "snap", for: "editor-snap" }, this.snap, "Snap to a grid of"), this.grid),
      el("div", { class: "buttons" }, this.apply, this.discard),
      this.message,
      el("details", { class: "editor-part" }, el("summary", { text: "Positions as text" }), labelled("x and y of each robot", this.text, "apart by commas, tabs or spaces"), this.errors, el("div", { class: "buttons" }, this.use, this.show)),
      el("details", { class: "editor-part" }, el("summary", { text: "A shape" }), this.shapes.form),
    );
    this.nothing = el("p", { class: "note", hidden: true });
    this.body.append(this.nothing, this.content);
    this.body.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => event.target === document.body && this.canvas.on && this.key(event));
    this.choose("move");
  }

  /** Why the start of this run cannot be edited; empty if it can. */
  hindrance() {
    const { run } = this.app;
    if (!run?.about) return "No run is open.";
    if (!run.opened || run.opened.record) return "Only the start of a scenario can be edited, not that of a record or a live run.";
    if (run.about.model !== "oblot") return "Only the start of robots in the plane (oblot) can be edited.";
    return "";
  }

  turn(on) {
    const hindrance = this.hindrance();
    this.nothing.hidden = hindrance === "";
    this.nothing.textContent = hindrance;
    this.content.hidden = hindrance !== "";
    this.canvas.turn(on && hindrance === "");
    if (on && hindrance === "") void this.load();
  }

  opened() {
    if (this.app.is_open("editor")) this.turn(true);
  }

  /** Takes the start of the run, and goes there. */
  async load() {
    const { run, actions } = this.app;
    try {
      if (run.status?.playing) await actions.pause();
      if (run.status && run.status.event > 0) await actions.reset();
      const { positions } = await run.call({ do: "start" });
      const most = Math.max(10, Math.min(200, Math.floor(MOST_KEPT / Math.max(1, positions.length))));
      this.history = new History(positions, most);
      this.first = positions;
      this.message.tell("");
      this.take(positions);
      const catalogue = await this.app.catalogue();
      this.starts = entries_of(catalogue, run.about.model, "starts");
      this.shapes.fill(this.starts, run.about.resolved.swarm);
    } catch (problem) {
      this.message.tell(problem_text(problem), "bad");
    }
  }

  push(points) {
    this.history.push(points);
    this.take(points);
  }

  /** Shows the state of the history. */
  take(points) {
    const changed = points !== this.first;
    this.count.textContent = `${number(points.length, 0)} robots${changed ? ", changed" : ""}`;
    this.undo.disabled = !this.history.can_undo;
    this.redo.disabled = !this.history.can_redo;
    this.apply.disabled = !changed || points.length === 0;
    this.discard.disabled = !changed;
    if (points.length <= MOST_TEXT && document.activeElement !== this.text) this.write_text();
    this.canvas.ask_draw();
  }

  choose(tool) {
    this.tool = tool;
    for (const other of this.tools.children) {
      const on = other.dataset.tool === tool;
      other.setAttribute("aria-checked", String(on));
      other.setAttribute("aria-selected", String(on));
    }
    document.body.dataset.tool = tool;
  }

  step() {
    const step = Number(this.grid.value);
    return this.snap.checked && step > 0 ? step : null;
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || ["TEXTAREA", "INPUT"].includes(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.take(this.history.undo());
    else if (key === "y" || (key === "z" && event.shiftKey)) this.take(this.history.redo());
    else return;
    event.preventDefault();
  }

  write_text() {
    this.text.value = write_positions(this.history.state);
    this.check_text();
  }

  /** Reads the text and tells its errors by line and column. */
  check_text() {
    const { points, errors, more } = read_positions(this.text.value);
    const items = errors.map(({ line, column, message }) =>
      el("li", {}, el("button", { type: "button", class: "link", title: "Go to this place in the text", text: `line ${line}, column ${column}`, on: { click: () => this.go_to(line, column) } }), ` ${message}`),
    );
    if (more > 0) items.push(el("li", { text: `and ${number(more, 0)} more` }));
    fill(this.errors, ...items);
    this.text.setAttribute("aria-invalid", String(errors.length > 0));
    this.use.disabled = errors.length > 0 || points.length === 0;
    return errors.length === 0 ? points : null;
  }

  go_to(line, column) {
    const lines = this.text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    this.text.focus();
    this.text.setSelectionRange(start, Math.min(start + 1, this.text.value.length));
  }

  use_text() {
    const points = this.check_text();
    if (points && points.length > 0) this.push(points);
  }

  async apply_positions() {
    await this.open(set_positions(this.app.run.about.resolved.swarm, this.starts ?? [], this.history.state));
  }

  async place(name, parameters, robots) {
    if (!Number.isInteger(robots) || robots < 1) {
      this.message.tell("The number of robots has to be a whole number of at least 1.", "bad");
      return;
    }
    await this.open(set_shape(this.app.run.about.resolved.swarm, this.starts ?? [], name, parameters, robots));
  }

  async open(line) {
    const { opened } = this.app.run;
    try {
      await this.app.actions.open({ ...opened, set: with_swarm(opened.set, line) });
      this.app.actions.fit?.();
    } catch (problem) {
      this.message.tell(problem_text(problem), "bad");
    }
  }
}
