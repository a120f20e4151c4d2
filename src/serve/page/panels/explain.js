// The explanation of algorithms, schedulers and everything else in the lists, from the words that
// the simulator has for them.

import { el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { flow_diagram } from "./explain/flow.js";

/** Lists in the order in which they are offered. */
const ORDER = ["algorithms", "schedulers", "adversaries", "faults", "starts", "monitors", "laws"];
const SHORT = { algorithms: "algorithm", schedulers: "scheduler" };

/** @param {import("../app.js").App} app */
export function mount(app) {
  const explain = new Explain(app);
  app.on("about", (run) => run === app.run && explain.opened());
  app.on("panel", ({ name, open }) => name === "explain" && open && explain.shown());
  app.on("card", (run) => run === app.run && explain.light());
  app.on("select", (run) => run === app.run && explain.light());
  /** Opens the explanation of one entry, such as ("schedulers", "async"). */
  app.actions.explain = (list, name) => {
    explain.chosen = { list, name };
    app.actions.panel("explain", true);
    explain.render();
  };
}

class Explain {
  constructor(app) {
    this.app = app;
    this.chosen = { list: "algorithms", name: null };
    this.flow = null;
    this.stale = true;
    const root = app.panel_root("explain", { title: "Explanation", key: "X", place: "left", icon: "explain", group: "left", order: 20 });
    root.classList.add("explain");
    this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Of this run" });
    this.choice = el("select", { class: "select", id: "explain-choice", "aria-label": "What is explained", title: "What is explained", data: { action: "explain-choice" }, on: { change: () => this.choose(this.choice.value) } });
    this.article = el("article", { class: "explain-text", id: "explain-text", tabindex: "-1" });
    fill(root, el("div", { class: "explain-head" }, this.tabs, this.choice), this.article);
  }

  opened() {
    this.chosen = { list: this.chosen.list in SHORT ? this.chosen.list : "algorithms", name: null };
    this.stale = true;
    if (this.app.is_open("explain")) this.shown();
  }

  async shown() {
    if (!this.stale || !this.app.run?.about) return;
    try {
      this.catalogue = await this.app.catalogue();
      this.stale = false;
    } catch (problem) {
      fill(this.article, el("p", { class: "error", text: `the explanations could not be fetched: ${problem.message}` }));
      return;
    }
    const { model } = this.app.run.about;
    this.lists = this.catalogue.lists.filter((list) => list.model === model || list.model === null || list.model === undefined);
    const place = (list) => (ORDER.indexOf(list.name) + ORDER.length + 1) % (ORDER.length + 1);
    this.lists.sort((a, b) => place(a) - place(b));
    fill(this.choice, ...this.lists.map((list) => {
      const group = el("optgroup", { label: list.name });
      for (const entry of list.entries) group.append(el("option", { value: `${list.name}/${entry.name}`, text: entry.name }));
      return group;
    }));
    this.render();
  }

  choose(value) {
    const [list, name] = value.split("/");
    this.chosen = { list, name };
    this.render();
  }

  /** What the run itself uses of a list. */
  used(list) {
    const about = this.app.run.about;
    return list === "algorithms" ? about.algorithm : list === "schedulers" ? about.scheduler : null;
  }

  render() {
    if (!this.lists || this.stale) return void this.shown();
    const own = Object.keys(SHORT).filter((list) => this.used(list) && this.lists.some((one) => one.name === list));
    const name = this.chosen.name ?? this.used(this.chosen.list);
    fill(this.tabs, ...own.map((list) =>
      el("button", {
        type: "button", role: "tab", id: `explain-${SHORT[list]}`, text: SHORT[list], "aria-controls": "explain-text", data: { action: `explain-${SHORT[list]}` },
        "aria-selected": String(list === this.chosen.list && name === this.used(list)),
        on: { click: () => this.choose(`${list}/${this.used(list)}`) },
      }),
    ));
    this.tabs.hidden = own.length < 2;
    const list = this.lists.find((one) => one.name === this.chosen.list);
    const entry = list?.entries.find((one) => one.name === name);
    this.flow = null;
    if (!entry) {
      fill(this.article, el("p", { class: "muted", text: name ? `Nothing is known of ${name}.` : "The robots of this run are controlled from outside." }));
      return;
    }
    this.choice.value = `${list.name}/${entry.name}`;
    fill(this.article, ...this.entry(list, entry));
    this.article.scrollTop = 0;
    this.light();
  }

  entry(list, entry) {
    const { help, source } = parted(entry.help ?? "");
    const flow = entry.flow && list.name === "algorithms" ? (this.flow = flow_diagram(entry.flow, this.app.run.about.model)) : entry.flow ? flow_diagram(entry.flow, this.app.run.about.model) : null;
    return [
      el("h3", { class: "explain-name", text: entry.name.replaceAll("_", " ") }),
      el("p", { class: "explain-summary", text: `${entry.summary}.` }),
      flow,
      help && el("p", {}, ...coded(help)),
      entry.limits && section("Limits", el("p", {}, ...coded(entry.limits))),
      ...(entry.facts ?? []).filter(([, text]) => text).map(([label, text]) => section(label.replaceAll("_", " "), el("p", {}, ...coded(text)))),
      entry.parameters?.length > 0 && section("Parameters", el("dl", { class: "parameters" }, ...entry.parameters.flatMap(parameter))),
      source && section("Source", el("p", { class: "muted" }, ...coded(source))),
      entry.scenario && el("button", { class: "button", type: "button", id: "explain-scenario", data: { action: "explain-scenario" }, on: { click: () => this.app.actions.open_path(entry.scenario) } }, icon("open", 16), `Show ${entry.scenario.replace(/\.toml$/, "")}`),
    ];
  }

  light() {
    const run = this.app.run;
    this.flow?.light(run?.selected === null ? null : (run?.card?.step ?? null), run?.card?.title);
  }
}

/** The help without its sources, and these: they stand at its end, in brackets or after a word. */
function parted(text) {
  const found = /\s*(?:\(([^()]*(?:\([^()]*\)[^()]*)*\d{4}[^()]*)\)\.?|Sources?: (.*))$/s.exec(text);
  if (!found) return { help: text, source: "" };
  return { help: text.slice(0, found.index), source: (found[1] ?? found[2]).trim() };
}

/** Words in backticks become code. */
function coded(text) {
  return text.split("`").map((part, i) => (i % 2 === 1 ? el("code", { class: "mono", text: part }) : part));
}

function section(label, ...content) {
  return el("section", { class: "explain-section" }, el("h4", { text: label }), ...content);
}

function parameter(one) {
  const kind = [one.kind, one.range].filter(Boolean).join(" ");
  const fallback = one.default && one.default !== "none" ? `, ${one.default} if not set` : "";
  return [el("dt", {}, el("code", { class: "mono", text: one.name }), el("span", { class: "muted", text: ` ${kind}${fallback}` })), el("dd", {}, ...coded(one.summary))];
}
