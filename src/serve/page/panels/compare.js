/** A second run beside the first one, on the same clock. */

import { el, fill } from "../dom.js";
import { figure_rows, setting_rows } from "./compare/differences.js";
import { other_seed, varied } from "./compare/variation.js";
import { entries_of } from "./parts/catalogue.js";
import { button, labelled, message_line, problem_text } from "./parts/dom.js";
import { short_number } from "./timeline/ticks.js";

/** How often the table is filled anew at most, in milliseconds. */
const SHOW_EVERY = 250;

/**
 * Puts the comparison on the page.
 * @param {object} app
 */
export function mount(app) {
  const panel = new ComparePanel(app);
  app.on("about", (run) => panel.opened(run));
  app.on("status", () => panel.ask_show());
  app.on("runs", () => panel.show_state());
  app.on("panel", ({ name, open }) => name === "compare" && open && panel.ready());
  app.actions.compare = (open) => app.actions.panel("compare", open);
}

class ComparePanel {
  constructor(app) {
    this.app = app;
    this.variation = null;
    this.timer = 0;
    this.body = app.panel_root("compare", { title: "Compare", place: "right", icon: "compare", order: 70 });
    this.body.classList.add("compare");
    this.seed = el("input", { id: "compare-seed", class: "input", type: "text", inputmode: "numeric", autocomplete: "off", maxlength: "20" });
    this.scheduler = el("select", { id: "compare-scheduler", class: "select" });
    this.fault = el("select", { id: "compare-fault", class: "select" });
    this.count = el("input", { id: "compare-count", class: "input", type: "number", min: "1", step: "1", value: "1", "aria-label": "How many robots are faulty" });
    this.lines = el("textarea", { id: "compare-set", class: "textarea", rows: "3", spellcheck: "false", placeholder: "visibility.radius=20\nswarm.speed=2.0" });
    this.choice = el("select", { id: "compare-kind", class: "select", on: { change: () => this.show_choice() } });
    for (const [value, words] of [["seed", "another seed"], ["scheduler", "another scheduler"], ["no_faults", "no faults"], ["fault", "a fault"], ["set", "other settings"]]) {
      this.choice.append(el("option", { value, text: words }));
    }
    this.details = {
      seed: labelled("Seed", this.seed),
      scheduler: labelled("Scheduler", this.scheduler, "with its defaults"),
      no_faults: el("p", { class: "note", text: "The same run in which all robots are correct." }),
      fault: labelled("Fault", el("div", { class: "pair" }, this.fault, this.count), "of so many robots, chosen by the seed"),
      set: labelled("Settings", this.lines, "path=value, one a line"),
    };
    this.message = message_line("compare-message");
    this.start = button("compare-start", "Compare", "Opens the second run beside the first one", () => this.compare(), "primary");
    this.stop = button("compare-stop", "End the comparison", "Closes the second run", () => this.end());
    this.settings = el("table", { class: "differences" });
    this.figures = el("table", { class: "differences" });
    this.tables = el("div", { class: "compare-tables", hidden: true }, el("h3", { text: "Settings that differ" }), this.settings, el("h3", { text: "Figures at the time shown" }), this.figures);
    this.body.append(
      labelled("The second run has", this.choice),
      ...Object.values(this.details),
      this.message,
      el("div", { class: "buttons" }, this.start, this.stop),
      this.tables,
    );
    this.show_choice();
    this.show_state();
  }

  /** Fills the choices from the catalogue, once the panel is seen. */
  async ready() {
    const about = this.app.run?.about;
    if (!about || !this.app.is_open("compare")) return;
    if (this.filled !== about) {
      this.filled = about;
      this.seed.value = other_seed(about.seed);
      const faulty = (about.resolved?.faults ?? []).length > 0;
      this.choice.querySelector('[value="no_faults"]').disabled = !faulty;
      if (!faulty && this.choice.value === "no_faults") this.choice.value = "seed";
      try {
        await this.fill_choices(about);
      } catch (problem) {
        this.message.tell(problem_text(problem), "bad");
      }
      this.show_choice();
    }
    this.show();
  }

  async fill_choices(about) {
    const catalogue = await this.app.catalogue();
    const options = (entries) => entries.map((entry) => el("option", { value: entry.name, text: entry.name, title: entry.summary }));
    const schedulers = entries_of(catalogue, about.model, "schedulers");
    const faults = entries_of(catalogue, about.model, "faults");
    const kept = this.scheduler.value;
    fill(this.scheduler, ...options(schedulers.filter(({ name }) => name !== about.resolved?.scheduler?.kind)));
    if (kept) this.scheduler.value = kept;
    if (this.scheduler.selectedIndex < 0) this.scheduler.selectedIndex = 0;
    fill(this.fault, ...options(faults));
    this.choice.querySelector('[value="scheduler"]').disabled = schedulers.length < 2;
    this.choice.querySelector('[value="fault"]').disabled = faults.length === 0;
    if (this.choice.selectedOptions[0]?.disabled) this.choice.value = "seed";
  }

  show_choice() {
    for (const [kind, element] of Object.entries(this.details)) element.hidden = kind !== this.choice.value;
  }

  read_choice() {
    const kind = this.choice.value;
    return {
      seed: { kind, seed: this.seed.value.trim() },
      scheduler: { kind, name: this.scheduler.value },
      no_faults: { kind },
      fault: { kind, name: this.fault.value, count: Number(this.count.value) },
      set: { kind, lines: this.lines.value },
    }[kind];
  }

  async compare() {
    const { run } = this.app;
    this.message.tell("");
    if (!run?.opened || run.opened.record) {
      this.message.tell("Only runs of scenarios can be compared, not records and live runs.", "bad");
      return;
    }
    const variation = this.read_choice();
    this.start.disabled = true;
    try {
      const what = varied(run.opened, variation, run.about.resolved);
      const second = this.app.runs[1] ?? this.app.add_run();
      await second.open(what);
      this.variation = variation;
      await this.join(second);
    } catch (problem) {
      this.message.tell(problem_text(problem), "bad");
      // A second run that could not be opened has nothing to show.
      if (this.app.runs[1] && !this.app.runs[1].about) this.app.remove_run();
    } finally {
      this.start.disabled = false;
      this.show_state();
    }
  }

  /** Brings the second run to the time and pace of the first one. */
  async join(second) {
    const { run } = this.app;
    const status = await run.call({ do: "status" });
    if (status.time > 0) await second.call({ do: "seek", time: status.time });
    if (status.playing) await second.call({ do: "play", speed: status.speed });
    this.app.actions.fit?.();
    this.show();
  }

  end() {
    this.variation = null;
    this.app.remove_run();
    this.app.actions.fit?.();
  }

  /** The first run has become another one: the second one follows it, with the same difference. */
  async opened(run) {
    void this.ready();
    if (run !== this.app.run || !this.variation || !this.app.runs[1]) return;
    try {
      const second = this.app.runs[1];
      await second.open(varied(run.opened, this.variation, run.about.resolved));
      await this.join(second);
    } catch (problem) {
      this.end();
      this.app.toast(`The comparison ended: ${problem_text(problem)}`, "bad");
    }
  }

  show_state() {
    const two = this.app.runs.length > 1;
    this.stop.hidden = !two;
    this.start.textContent = two ? "Compare anew" : "Compare";
    this.tables.hidden = !two;
    document.body.classList.toggle("comparing", two);
    this.show();
  }

  /** Fills the tables soon, but not for each status. */
  ask_show() {
    if (this.timer || this.tables.hidden || !this.app.is_open("compare")) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.show();
    }, SHOW_EVERY);
  }

  show() {
    const [first, second] = this.app.runs;
    if (this.tables.hidden || !this.app.is_open("compare") || !second?.about) return;
    const head = el("tr", {}, ...["", "first", "second"].map((text) => el("th", { scope: "col", text })));
    const settings = setting_rows(first.about?.resolved, second.about?.resolved);
    const row = (label, a, b, same) =>
      el("tr", { class: same ? "same" : "" }, el("th", { scope: "row", text: label }), el("td", { text: value_text(a) }), el("td", { text: value_text(b) }));
    const none = el("tr", {}, el("td", { colspan: "3", class: "none", text: "None." }));
    fill(this.settings, head, ...(settings.length > 0 ? settings.map(({ key, first: a, second: b }) => row(key, a, b, false)) : [none]));
    const figures = figure_rows(first.status, second.status);
    fill(this.figures, head.cloneNode(true), ...figures.map(({ label, first: a, second: b, same }) => row(label, a, b, same)));
  }
}

function value_text(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return short_number(value, 5);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}
