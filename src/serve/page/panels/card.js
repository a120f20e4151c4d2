/** The card of the selected robot: what the model says of it, field by field. */

import { el, fill, number, say } from "../dom.js";
import { button, message_line, problem_text, toggle } from "./parts/dom.js";
import { steering_of } from "./steering/do.js";
import { form_view } from "./steering/form_view.js";
import { is_of_robot, read_usage } from "./steering/forms.js";
import { at_most } from "./timeline/throttle.js";
import { short_number, time_text } from "./timeline/ticks.js";

/** How often the card is fetched at most, in milliseconds. */
const FETCH_EVERY = 250;

/** At most so many of the robots that were seen are listed. */
const MOST_SEEN = 200;

/**
 * Puts the card on the page.
 * @param {object} app
 */
export function mount(app) {
  const card = new Card(app);
  app.on("about", (run) => (run === card.run || run === app.run) && card.opened(run));
  app.on("select", (run) => card.selected(run));
  app.on("frame", (run) => run === card.run && card.refresh());
  app.on("status", (run) => run === card.run && card.refresh());
  app.on("steered", (run) => run === card.run && card.refresh(true));
  app.on("panel", ({ name, open }) => name === "card" && open && card.refresh(true));
  app.on("runs", () => !app.runs.includes(card.run) && card.selected(app.run));
}

class Card {
  constructor(app) {
    this.app = app;
    this.run = app.run;
    this.shape = "";
    this.shown = "";
    this.rows = [];
    this.build();
    this.fetch = at_most(() => this.load(), FETCH_EVERY);
    this.opened(app.run);
  }

  build() {
    this.body = this.app.panel_root("card", { title: "Robot", place: "right", icon: "card", order: 20 });
    this.body.classList.add("card");
    this.nothing = el("p", { class: "note" });
    this.title = el("h3", { class: "card-title" });
    this.follow = toggle("card-follow", "Follow", "The view follows it (double click)", false, () => this.app.actions.follow?.());
    this.trails = toggle("card-trails", "Trails", "Draws where robots have been", false, () => this.app.actions.trails?.());
    this.targets = toggle("card-targets", "Targets", "Draws where robots are going", false, () => this.app.actions.targets?.());
    this.fields = el("dl", { class: "card-fields" });
    this.seen_head = el("summary", { id: "card-seen", text: "Saw nothing yet" });
    this.seen_note = el("p", { class: "note" });
    this.seen_list = el("ol", { class: "seen" });
    this.seen = el("details", { class: "card-seen", on: { toggle: () => this.list_seen() } }, this.seen_head, this.seen_note, this.seen_list);
    this.verbs = el("div", { class: "card-verbs", role: "group", "aria-label": "Do something to this robot" });
    this.message = message_line("card-message");
    const deselect = button("card-deselect", "Deselect", "Select nothing (Esc)", () => this.app.actions.select(this.run, null), "quiet");
    this.content = el(
      "div",
      { class: "card-content", hidden: true },
      el("div", { class: "card-head" }, this.title, el("div", { class: "buttons" }, this.follow, this.trails, this.targets, deselect)),
      this.fields,
      this.seen,
      el("h4", { text: "Steer" }),
      this.verbs,
      this.message,
    );
    this.body.append(this.nothing, this.content);
    const shown = (name) => this.app.on(name, (detail) => this[name].set(Boolean(detail?.on ?? detail)));
    shown("follow");
    shown("trails");
    shown("targets");
  }

  /** Makes the buttons for what can be done to one robot. */
  opened(run) {
    this.run = run;
    this.shape = "";
    this.shown = "";
    const kind = run?.about?.model === "amoebot" ? "particle" : "robot";
    this.app.panels.entitle("card", `${kind[0].toUpperCase()}${kind.slice(1)}`);
    this.nothing.textContent = `Click a ${kind}, or press / to find one.`;
    this.verbs.setAttribute("aria-label", `Do something to this ${kind}`);
    const forms = (run?.about?.commands ?? []).map(([usage, what]) => read_usage(usage, what)).filter(is_of_robot);
    const how = { fixed: true, robot: () => this.run.selected, act: (line) => this.act(line) };
    fill(this.verbs, ...forms.map((form) => form_view(form, how)));
    this.verbs.previousElementSibling.hidden = forms.length === 0;
    this.message.tell("");
    this.show();
  }

  async act(line) {
    const steering = steering_of(this.app);
    const done = await steering.act(this.run, line);
    const last = steering.log[0];
    this.message.tell(done ? last.said || `${line}: done` : last?.bad ? last.said : "", done ? "good" : "bad");
    return done;
  }

  selected(run) {
    if (!run || (run.selected === null && run !== this.run)) return;
    if (run !== this.run) this.opened(run);
    this.shown = "";
    this.message.tell("");
    // A click that activates a robot is no question about it.
    const asks = run.selected !== null && !document.body.classList.contains("by-hand");
    if (asks && !this.app.is_open("card")) this.open();
    this.show();
    this.refresh(true);
  }

  /** Opens the panel; the keys stay with whoever had them. */
  open() {
    const before = document.activeElement;
    this.app.actions.panel("card", true);
    if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
    else document.activeElement?.blur();
  }

  /** Fetches the card where it may have changed. Nothing is fetched while the panel is closed. */
  refresh(anyway = false) {
    const { run } = this;
    if (!run || run.selected === null || !this.app.is_open("card")) return;
    const state = `${run.selected}/${run.frame?.generation}/${run.frame?.event ?? run.status?.event}/${run.frame?.time ?? run.status?.time}`;
    if (anyway || state !== this.shown) this.fetch();
  }

  async load() {
    const { run } = this;
    const robot = run.selected;
    if (robot === null || !this.app.is_open("card")) return;
    const { frame } = run;
    this.shown = `${robot}/${frame?.generation}/${frame?.event ?? run.status?.event}/${frame?.time ?? run.status?.time}`;
    try {
      const card = await run.call({ do: "card", robot });
      if (run.selected !== robot || run !== this.run) return;
      run.card = card;
      this.show();
      this.app.emit("card", run);
    } catch (problem) {
      if (run.selected === robot) this.message.tell(problem_text(problem), "bad");
    }
  }

  show() {
    const { run } = this;
    const chosen = run?.selected ?? null;
    this.nothing.hidden = chosen !== null;
    this.content.hidden = chosen === null;
    if (chosen === null) return;
    const { card } = run;
    const second = run !== this.app.run ? " · second run" : "";
    say(this.title, `${card?.title ?? `${run.about?.model === "amoebot" ? "particle" : "robot"} ${chosen}`}${second}`);
    for (const control of this.verbs.querySelectorAll("button, input")) control.disabled = run.status?.steerable === false;
    this.show_fields(card?.fields ?? []);
    this.show_seen(card?.percept ?? null);
  }

  show_fields(fields) {
    const shape = fields.map((field) => `${field.label}:${field.kind}`).join();
    if (shape !== this.shape) {
      this.shape = shape;
      this.rows = fields.map((field) => el("dd", { class: `card-${field.kind}` }));
      fill(this.fields, ...fields.flatMap((field, k) => [el("dt", { text: field.label }), this.rows[k]]));
    }
    for (const [k, field] of fields.entries()) {
      say(this.rows[k], value_text(field));
      const tone = field.tone ? `var(--tone-${field.tone})` : "";
      if (this.rows[k].dataset.tone !== tone) {
        this.rows[k].dataset.tone = tone;
        this.rows[k].style.setProperty("--field-tone", tone || "transparent");
      }
    }
  }

  show_seen(percept) {
    this.seen.hidden = !percept;
    if (!percept) return;
    this.percept = percept;
    const count = percept.robots.length;
    say(this.seen_head, `Saw ${count} ${count === 1 ? "robot" : "robots"} at its last Look`);
    const radius = percept.radius === null ? "unlimited" : short_number(percept.radius);
    say(this.seen_note, `event ${percept.event}, time ${time_text(percept.time, 0.001)} · radius ${radius}${percept.frame ? " · in a frame of its own" : ""}`);
    this.list_seen();
  }

  /** Lists what was seen, the nearest first; only while the list is open. */
  list_seen() {
    const { percept } = this;
    if (!this.seen.open || !percept || percept === this.listed) return;
    this.listed = percept;
    const [cx, cy] = percept.centre;
    const near = percept.robots.map(([id, x, y]) => ({ id, x, y, far: Math.hypot(x - cx, y - cy) }));
    near.sort((a, b) => a.far - b.far || a.id - b.id);
    const rows = near.slice(0, MOST_SEEN).map(({ id, x, y, far }) =>
      el(
        "li",
        {},
        id >= 0
          ? el("button", { type: "button", class: "link", title: `Select robot ${id}`, text: String(id), on: { click: () => this.app.actions.select(this.run, id) } })
          : el("span", { text: "?" }),
        el("span", { text: `${short_number(x, 5)}, ${short_number(y, 5)}` }),
        el("span", { text: short_number(far) }),
      ),
    );
    if (near.length > MOST_SEEN) rows.push(el("li", { class: "none", text: `and ${number(near.length - MOST_SEEN, 0)} more` }));
    fill(this.seen_list, el("li", { class: "seen-head" }, el("span", { text: "robot" }), el("span", { text: "x, y" }), el("span", { text: "distance" })), ...rows);
  }
}

/** The value of a field in words. */
function value_text(field) {
  const { value } = field;
  if (value === null || value === undefined) return "–";
  const unit = field.unit ? ` ${field.unit}` : "";
  switch (field.kind) {
    case "number":
      return `${typeof value === "number" ? short_number(value, 6) : value}${unit}`;
    case "position":
      return `${value.map((part) => short_number(part, 7)).join(", ")}${unit}`;
    case "boolean":
      return value ? "yes" : "no";
    default:
      return `${Array.isArray(value) || typeof value === "object" ? JSON.stringify(value) : value}${unit}`;
  }
}
