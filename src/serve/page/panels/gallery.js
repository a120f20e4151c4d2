// The gallery: all shipped scenarios, and the files of the folder that is served. Fetched when it is
// opened.

import { el, fill, say } from "../dom.js";
import { name_of } from "../actions.js";

/** What the models are called in headings. */
const MODELS = { oblot: "Robots in the plane", amoebot: "Particles on the grid" };

/** @param {import("../app.js").App} app */
export function mount(app) {
  const gallery = new Gallery(app);
  app.on("panel", ({ name, open }) => name === "gallery" && open && gallery.shown());
  app.on("about", () => gallery.mark());
  if (app.is_open("gallery")) gallery.shown();
}

/**
 * The first lines of a scenario that are comments, without the command that runs it.
 * @param {string} text
 * @returns {string}
 */
export function words_of(text) {
  const words = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("#")) break;
    const said = line.replace(/^#\s?/, "").trimEnd();
    if (said === "" && words.length > 0) break;
    if (said !== "" && !/^\s*formicary /.test(said)) words.push(said);
  }
  return words.join(" ");
}

class Gallery {
  constructor(app) {
    this.app = app;
    this.cards = [];
    this.current = null;
    const root = app.panel_root("gallery", { title: "Gallery", key: "G", place: "left", icon: "gallery", group: "left", order: 30 });
    root.classList.add("gallery");
    this.search = el("input", { class: "input", type: "search", id: "gallery-search", placeholder: "Search scenarios", "aria-label": "Search scenarios", autocomplete: "off", spellcheck: "false", data: { action: "gallery-search" }, on: { input: () => this.filter(), keydown: (event) => this.down(event) } });
    this.count = el("p", { class: "hint", role: "status" });
    this.list = el("div", { class: "gallery-list" }, el("p", { class: "muted", text: "…" }));
    fill(root, el("div", { class: "gallery-head" }, this.search, this.count), this.list);
  }

  async shown() {
    if (this.cards.length > 0) return;
    try {
      this.show(await this.app.scenarios());
    } catch (problem) {
      fill(this.list, el("p", { class: "error", text: problem.message }));
    }
  }

  show(scenarios) {
    const groups = new Map();
    const group = (key, title) => {
      if (!groups.has(key)) groups.set(key, el("section", { class: "gallery-group", data: { model: key } }, el("h3", { text: title })));
      return groups.get(key);
    };
    for (const file of this.app.hello.files ?? []) {
      group("files", "This folder").append(this.card(file.path, file.kind === "record" ? "a record" : "", () => this.open_file(file), file.path));
    }
    const model = this.app.run?.about?.model;
    const folder = (path) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "scenarios");
    const sorted = [...scenarios].sort((a, b) => Number(folder(b.path) === "oblot") - Number(folder(a.path) === "oblot"));
    for (const { path, text } of sorted) {
      const key = folder(path);
      group(key, MODELS[key] ?? key).append(this.card(path, words_of(text), () => this.open(path, text), name_of(path), text));
    }
    fill(this.list, ...[...groups.values()].sort((a, b) => Number(b.dataset.model === model) - Number(a.dataset.model === model)));
    this.cards = [...this.list.querySelectorAll(".gallery-card")];
    this.mark();
    this.filter();
  }

  card(path, words, run, name, text = "") {
    const card = el("button", { class: "gallery-card", type: "button", data: { action: "open-scenario", path }, on: { click: run } },
      el("b", { text: name.replaceAll("_", " ") }), words && el("span", { text: words }));
    card.words = `${path} ${path.replaceAll("_", " ")} ${words} ${text}`.toLowerCase();
    return card;
  }

  async open(path, text) {
    await this.start(path, () => this.app.actions.open({ text, name: name_of(path) }));
  }

  async open_file(file) {
    if (file.kind === "record") {
      await this.start(file.path, () => {
        const url = new URL("api/socket", document.baseURI);
        url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
        url.searchParams.set("record", file.path);
        return this.app.replace_run({ kind: "socket", url: url.href }).adopt();
      });
      return;
    }
    await this.start(file.path, async () => {
      const said = await fetch(new URL(`api/files/${file.path.split("/").map(encodeURIComponent).join("/")}`, document.baseURI));
      if (!said.ok) throw new Error(`${file.path} could not be fetched`);
      return this.app.actions.open({ text: await said.text(), name: name_of(file.path) });
    });
  }

  async start(path, open) {
    try {
      await open();
      this.current = path;
      this.mark();
      if (this.app.panels.narrow) this.app.actions.panel("gallery", false);
    } catch (problem) {
      this.app.report(problem);
    }
  }

  mark() {
    const name = this.app.run?.about?.name;
    for (const card of this.cards) {
      if (name_of(card.dataset.path) === name) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
    }
  }

  filter() {
    const wanted = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of this.cards) {
      card.hidden = !wanted.every((word) => card.words.includes(word));
      shown += Number(!card.hidden);
    }
    for (const group of this.list.querySelectorAll(".gallery-group")) group.hidden = !group.querySelector(".gallery-card:not([hidden])");
    say(this.count, wanted.length > 0 ? `${shown} of ${this.cards.length}` : `${this.cards.length} scenarios`);
  }

  /** From the search to the first card that is left. */
  down(event) {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    const first = this.cards.find((card) => !card.hidden);
    if (!first) return;
    event.preventDefault();
    if (event.key === "Enter") first.click();
    else first.focus();
  }
}
