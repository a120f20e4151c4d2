/** The choice of further monitors to watch. They are for curves only and change nothing in the run. */

import { el } from "../../dom.js";
import { entries_of } from "../parts/catalogue.js";
import { button, message_line, problem_text } from "../parts/dom.js";

export class Watch {
  constructor(app) {
    this.app = app;
    this.list = el("div", { class: "watch-list", role: "group", "aria-label": "Monitors" });
    this.message = message_line("watch-message");
    this.apply = button("watch-apply", "Watch", "Opens the run again with these monitors, at the same event", () => this.watch(), "primary");
    this.root = el("div", { class: "watch", id: "watch", hidden: true }, this.list, this.message, el("div", { class: "buttons" }, this.apply));
    this.button = button("watch-more", "Watch…", "Choose further monitors to watch", () => this.turn());
    this.button.setAttribute("aria-expanded", "false");
    this.button.setAttribute("aria-controls", "watch");
    app.on("about", (run) => run === app.run && !this.root.hidden && this.list_monitors());
  }

  turn(open = this.root.hidden) {
    this.root.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (open) void this.list_monitors();
  }

  async list_monitors() {
    const { run } = this.app;
    const { about } = run;
    if (!about) return;
    this.message.tell("");
    this.apply.disabled = true;
    if (!run.opened || run.opened.record) {
      this.list.replaceChildren();
      this.message.tell("Monitors can be added to runs of scenarios only, not to records and live runs.");
      return;
    }
    try {
      const catalogue = await this.app.catalogue();
      const own = new Set(about.monitors.map(({ kind }) => kind));
      const more = new Set(run.opened.monitors ?? []);
      for (const kind of more) own.delete(kind);
      this.list.replaceChildren(
        ...entries_of(catalogue, about.model, "monitors").map((entry) => this.choice(entry, own.has(entry.name), more.has(entry.name))),
      );
      this.apply.disabled = false;
    } catch (problem) {
      this.message.tell(problem_text(problem), "bad");
    }
  }

  choice(entry, own, on) {
    const required = (entry.parameters ?? []).filter((parameter) => /^required/.test(parameter.default ?? ""));
    const off = own || required.length > 0;
    const why = own ? "in the scenario" : required.length > 0 ? `needs ${required.map(({ name }) => name).join(", ")}` : entry.summary;
    const box = el("input", { type: "checkbox", name: entry.name, checked: own || on, disabled: off });
    return el("label", { class: "watch-choice", title: entry.summary }, box, el("b", { text: entry.name }), el("span", { text: why }));
  }

  async watch() {
    const { run } = this.app;
    const boxes = [...this.list.querySelectorAll("input:not(:disabled)")];
    const monitors = boxes.filter((box) => box.checked).map((box) => box.name);
    const event = run.frame?.event ?? run.status?.event ?? 0;
    try {
      await this.app.actions.open({ ...run.opened, monitors });
      if (event > 0) await this.app.actions.seek({ event });
      this.turn(false);
    } catch (problem) {
      this.message.tell(problem_text(problem), "bad");
    }
  }
}
