// Settings: a form made from the schema of scenarios, and the scenario's text. What is changed is
// checked while one types and applied at once on request.

import { el, fill, say } from "../dom.js";
import { icon } from "../icons.js";
import { entries_of } from "./parts/catalogue.js";
import { Draft, path_key } from "./settings/draft.js";
import { Form } from "./settings/form.js";
import { parts_of } from "./settings/schema.js";
import { TextEditor, words_of } from "./settings/text.js";

/** How long after a change it is checked, in milliseconds. */
const CHECK_AFTER = 250;

/** @param {import("../app.js").App} app */
export function mount(app) {
  const settings = new Settings(app);
  app.on("about", (run) => run === app.run && settings.opened());
  app.on("panel", ({ name, open }) => name === "settings" && open && settings.shown());
  settings.opened();
}

class Settings {
  constructor(app) {
    this.app = app;
    this.stale = true;
    this.tab = "form";
    this.timer = 0;
    this.turn = 0;
    this.problem = null;
    this.draft = null;
    this.build();
  }

  build() {
    const root = this.app.panel_root("settings", { title: "Settings", key: "S", place: "left", icon: "settings", group: "left", order: 10 });
    root.classList.add("settings");
    this.seed = el("input", { class: "input", id: "seed", type: "text", inputmode: "numeric", pattern: "[0-9]*", maxlength: "20", autocomplete: "off", "aria-label": "Seed", title: "Where all random numbers come from", data: { action: "seed" }, on: { input: () => this.changed() } });
    const dice = el("button", { class: "icon-button", type: "button", id: "dice", "aria-label": "Another seed", title: "Another seed, drawn now", data: { action: "dice" }, on: { click: () => this.roll() } }, icon("dice"));
    this.tabs = ["form", "text"].map((name) =>
      el("button", { type: "button", role: "tab", id: `settings-tab-${name}`, "aria-controls": `settings-${name}`, "aria-selected": "false", text: name === "form" ? "Form" : "Text", data: { action: `tab-${name}` }, on: { click: () => this.choose(name), keydown: (event) => this.walk(event) } }),
    );
    this.fields = el("div", { id: "settings-form", role: "tabpanel", "aria-labelledby": "settings-tab-form" });
    this.form = new Form(this.fields, () => this.changed(), (list, name) => this.parameters(list, name));
    this.editor = new TextEditor(() => this.changed());
    this.text = el("div", { id: "settings-text", role: "tabpanel", "aria-labelledby": "settings-tab-text", hidden: true }, this.editor.message, this.editor.element);
    this.sets = el("div", { class: "sets", hidden: true });
    this.message = el("p", { class: "error settings-message", id: "settings-error", role: "alert", hidden: true });
    this.apply_button = el("button", { class: "button primary", type: "submit", id: "apply", text: "Apply", data: { action: "apply" }, disabled: true });
    this.revert_button = el("button", { class: "button", type: "button", id: "revert", text: "Revert", data: { action: "revert" }, disabled: true, on: { click: () => this.revert() } });
    this.state = el("span", { class: "hint grow", role: "status" });
    this.scroll = el("div", { class: "settings-scroll" }, this.message, this.sets, this.fields, this.text);
    const form = el("form", { class: "settings-all", autocomplete: "off", on: { submit: (event) => (event.preventDefault(), this.apply()) } },
      el("div", { class: "settings-head" },
        el("div", { class: "tabs", role: "tablist", "aria-label": "Settings as" }, ...this.tabs),
        el("div", { class: "row seed" }, el("label", { for: "seed", text: "seed" }), this.seed, dice),
      ),
      this.scroll,
      el("div", { class: "settings-foot row" }, this.state, this.revert_button, this.apply_button),
    );
    fill(root, form);
    this.choose("form");
  }

  walk(event) {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const other = this.tab === "form" ? "text" : "form";
    this.choose(other);
    document.getElementById(`settings-tab-${other}`).focus();
  }

  choose(name) {
    this.tab = name;
    for (const tab of this.tabs) {
      const selected = tab.id === `settings-tab-${name}`;
      tab.setAttribute("aria-selected", String(selected));
      tab.tabIndex = selected ? 0 : -1;
    }
    this.fields.hidden = name !== "form";
    this.text.hidden = name !== "text";
    this.scroll.classList.toggle("text", name === "text");
  }

  /** Another scenario is open: what was being changed is given up. */
  opened() {
    this.stale = true;
    if (this.app.is_open("settings")) this.shown();
  }

  async shown() {
    const about = this.app.run?.about;
    if (!this.stale || !about) return;
    this.stale = false;
    let catalogue;
    try {
      catalogue = await this.app.catalogue();
    } catch (problem) {
      this.stale = true;
      this.show_problem({ message: `the settings could not be fetched: ${problem.message}` });
      return;
    }
    if (about !== this.app.run.about) return;
    this.catalogue = catalogue;
    this.parts = catalogue.schema ? parts_of(catalogue.schema, about.model) : new Map();
    this.begin();
  }

  /** The names of an entry's parameters. */
  parameters(list, name) {
    const { model } = this.app.run.about;
    const entry = entries_of(this.catalogue, model, list).find((one) => one.name === name);
    return (entry?.parameters ?? []).map((one) => one.name);
  }

  /** Shows the run as it is. */
  begin() {
    const { about } = this.app.run;
    const opened = this.base();
    this.turn += 1;
    clearTimeout(this.timer);
    this.draft = new Draft(about.resolved ?? {}, this.parts);
    this.form.show(this.draft);
    this.editor.text = opened.text;
    this.seed.value = about.seed;
    this.show_sets(opened.set ?? []);
    this.show_problem(null);
  }

  /** What the run was opened with. A record and a run of the server become a run of one's own. */
  base() {
    const { about, opened } = this.app.run;
    return this.is_own() ? opened : { text: about.text ?? "", name: about.name, seed: about.seed };
  }

  is_own() {
    const { opened } = this.app.run;
    return Boolean(opened && !opened.record);
  }

  /** What is changed on top of the text, each with a button that takes it away. */
  show_sets(set) {
    this.sets.hidden = set.length === 0;
    fill(this.sets,
      el("p", { class: "hint", text: "changed on top of the text" }),
      ...set.map((assignment, i) =>
        el("span", { class: "set-chip mono" }, el("span", { text: assignment }),
          el("button", { class: "icon-button", type: "button", "aria-label": `Take away ${assignment}`, title: "Take this away", data: { action: "take-away" }, on: { click: () => this.open({ set: set.filter((_, other) => other !== i) }) } }, icon("close", 12))),
      ),
    );
  }

  is_text_changed() {
    return this.draft !== null && this.editor.text !== this.base().text;
  }

  /** What the run is to be opened with. */
  wanted() {
    const { about } = this.app.run;
    const opened = this.base();
    const what = { ...opened };
    if (this.is_text_changed()) {
      // Another text says what it says by itself.
      what.text = this.editor.text;
      what.set = this.draft.assignments();
    } else what.set = merged(opened.set ?? [], this.draft.assignments());
    const seed = this.seed.value.trim();
    if (seed !== about.seed) what.seed = seed;
    else if (this.is_text_changed()) delete what.seed;
    return what;
  }

  is_changed() {
    return this.draft !== null && (this.is_text_changed() || this.draft.assignments().length > 0 || this.seed.value.trim() !== this.app.run.about.seed);
  }

  changed() {
    this.refresh();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), CHECK_AFTER);
  }

  async check() {
    this.turn += 1;
    const mine = this.turn;
    if (!this.is_changed()) return this.show_problem(null);
    const { text, name, set, seed } = this.wanted();
    try {
      await this.app.run.call({ do: "check", text, name, set, seed });
      if (mine === this.turn) this.show_problem(null);
    } catch (problem) {
      if (mine === this.turn) this.show_problem(problem);
    }
  }

  show_problem(problem) {
    this.problem = problem;
    this.form.clear();
    this.editor.mark(null);
    this.message.hidden = true;
    this.seed.removeAttribute("aria-invalid");
    if (problem) {
      const text = words_of(problem);
      const in_text = this.is_text_changed() && problem.line;
      if (in_text) this.editor.mark(problem);
      const at_field = problem.key && problem.key !== "seed" && !in_text && this.form.problem(problem.key, text);
      if (problem.key === "seed") this.seed.setAttribute("aria-invalid", "true");
      if (!at_field && !in_text) {
        this.message.hidden = false;
        const place = problem.line ? `line ${problem.line}, column ${problem.column ?? 1}: ` : "";
        say(this.message, `${problem.key ? `${path_key(problem.key)}: ` : ""}${place}${text}`);
      }
      for (const [name, wrong] of [["form", at_field], ["text", in_text]]) document.getElementById(`settings-tab-${name}`).classList.toggle("wrong", Boolean(wrong));
    } else for (const tab of this.tabs) tab.classList.remove("wrong");
    this.refresh();
  }

  refresh() {
    const changed = this.is_changed();
    this.apply_button.disabled = !changed || this.problem !== null;
    this.revert_button.disabled = !changed;
    const own = this.app.run ? this.is_own() : true;
    say(this.state, !changed ? "" : this.problem ? "something is wrong" : own ? "not applied yet" : "opens a run of your own");
  }

  roll() {
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    this.seed.value = String((BigInt(high & 0xffff) << 32n) | BigInt(low));
    if (this.is_own()) this.apply();
    else this.changed();
  }

  async apply() {
    clearTimeout(this.timer);
    if (!this.is_changed()) return;
    await this.open(this.wanted());
  }

  async open(changes) {
    try {
      await this.app.actions.open({ ...this.base(), ...changes });
    } catch (problem) {
      this.show_problem(problem);
    }
  }

  revert() {
    this.begin();
  }
}

/** Assignments with later ones; one of the same path takes the place of the earlier one. */
function merged(before, after) {
  const path = (assignment) => assignment.slice(0, assignment.indexOf("="));
  const later = new Set(after.map(path));
  const hidden = (one) => later.has(path(one)) || [...later].some((other) => path(one).startsWith(`${other}.`) || path(one).startsWith(`${other}[`));
  return [...before.filter((one) => !hidden(one)), ...after];
}
