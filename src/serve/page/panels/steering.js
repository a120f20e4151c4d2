/** The panel from which a run is steered. */

import { el, fill, number } from "../dom.js";
import { button, message_line, problem_text, toggle } from "./parts/dom.js";
import { steering_of } from "./steering/do.js";
import { form_view } from "./steering/form_view.js";
import { read_usage } from "./steering/forms.js";

/** The command by which the next robot is chosen by hand. */
const ACTIVATE = "activate";

/**
 * Puts the panel on the page.
 * @param {object} app
 */
export function mount(app) {
  const panel = new SteeringPanel(app);
  app.on("about", (run) => run === app.run && panel.rebuild());
  app.on("status", (run) => run === app.run && panel.show_state());
  app.on("select", (run) => panel.selected(run));
  app.on("panel", ({ name, open }) => name === "steer" && open && panel.rebuild());
}

class SteeringPanel {
  constructor(app) {
    this.app = app;
    this.steering = steering_of(app);
    this.by_hand = false;
    this.body = app.panel_root("steer", { title: "Steering", place: "right", icon: "steer", order: 60 });
    this.body.classList.add("steering");
    this.notice = el("p", { class: "note" });
    this.live = el("div", { class: "steer-live", hidden: true });
    this.message = message_line("steer-message");
    this.hand = toggle("activate-next", "Adversary by hand", "While the run is paused, a click on a robot activates it next", false, (on) => this.set_hand(on));
    this.hand_note = el("p", { class: "note", hidden: true, text: "While the run is paused, a click on a robot activates it next." });
    this.forms = el("div", { class: "commands" });
    this.log = el("ol", { class: "steer-log", id: "steer-log", "aria-label": "What was done, the last first" });
    this.body.append(this.notice, this.live, this.message, this.forms, this.hand, this.hand_note, el("h3", { text: "Done so far" }), this.log);
    this.steering.on_log(() => this.show_log());
    this.rebuild();
    this.show_log();
  }

  rebuild() {
    const { run } = this.app;
    const commands = (run?.about?.commands ?? []).map(([usage, what]) => read_usage(usage, what));
    const can_activate = commands.some(({ verb }) => verb === ACTIVATE);
    this.hand.hidden = !can_activate;
    if (!can_activate) this.set_hand(false);
    const how = { robot: () => this.app.run.selected, act: (line) => this.act(line) };
    this.views = commands.map((form) => form_view(form, how));
    fill(this.forms, ...this.views);
    this.state = null;
    this.show_state();
  }

  async act(line, run = this.app.run) {
    const done = await this.steering.act(run, line);
    const last = this.steering.log[0];
    if (!done && last?.bad) this.message.tell(last.said, "bad");
    else this.message.tell("");
    return done;
  }

  show_state() {
    const { run } = this.app;
    const status = run?.status;
    if (!status || !this.app.is_open("steer")) return;
    const { live } = status;
    const behind = !live && status.head && status.head.event > status.event;
    const state = JSON.stringify([Boolean(live), live?.steered_by_me, status.steerable, behind, status.ended]);
    if (state === this.state) return;
    this.state = state;
    const may = status.steerable !== false;
    for (const view of this.views) for (const control of view.elements) control.disabled = !may;
    this.hand.disabled = !may;
    this.notice.textContent = notice_of(status, run.about, behind);
    this.live.hidden = !live;
    if (live) this.show_live(live, run.about);
  }

  show_live(live, about) {
    const line = (id, words, title, text) => button(id, words, title, () => this.act(text));
    const take = button("take-steering", live.steered_by_me ? "Give the steering back" : "Take the steering", "One viewer steers a live run at a time", async () => {
      try {
        await this.app.run.call({ do: "steering", take: !live.steered_by_me });
        await this.app.run.call({ do: "status" });
      } catch (problem) {
        this.message.tell(problem_text(problem), "bad");
      }
    });
    const rate = form_view(read_usage("rate R", "units of simulated time in a second"), { act: (text) => this.act(text) });
    const own = live.steered_by_me
      ? [line("live-pause", "Pause", "Time stands still for everybody", "pause"), line("live-resume", "Resume", "Time goes on", "resume"), line("live-stop", "Stop", "Ends the run", "stop")]
      : [];
    fill(this.live, el("div", { class: "buttons" }, take, ...own), live.steered_by_me && about?.clock === "wall" ? rate : null);
  }

  set_hand(on) {
    this.by_hand = on;
    this.hand.set(on);
    this.hand_note.hidden = !on;
    document.body.classList.toggle("by-hand", on);
  }

  selected(run) {
    if (run === this.app.run) for (const view of this.views ?? []) view.suggest();
    if (!this.by_hand || run.selected === null || run.status?.playing) return;
    void this.activate(run, run.selected);
  }

  async activate(run, robot) {
    if (await this.act(`${ACTIVATE} ${robot}`, run)) this.app.toast(`robot ${robot} is activated next`);
    // The same robot may be chosen again.
    this.app.actions.select(run, null);
  }

  show_log() {
    const entries = this.steering.log.map((entry) =>
      el(
        "li",
        { class: entry.bad ? "bad" : "" },
        el("code", { text: entry.line }),
        el("button", { type: "button", class: "link", title: "Go there", on: { click: () => this.app.actions.seek({ event: entry.event }) } }, `event ${entry.event}, time ${number(entry.time, 3)}`),
        entry.said ? el("span", { text: entry.said }) : null,
      ),
    );
    fill(this.log, ...(entries.length > 0 ? entries : [el("li", { class: "none", text: "Nothing yet." })]));
  }
}

/** How things stand with the steering, in words. */
function notice_of(status, about, behind) {
  if (about?.source === "record") return "This is a record: it can be looked at, not steered.";
  if (status.live && !status.live.steered_by_me) return "A live run is steered by one viewer at a time.";
  if (status.steerable === false) return "This run cannot be steered.";
  if (status.live) return "You steer this run. What is done takes place at its head, for everybody.";
  if (behind) return "What is done takes place at the event that is shown; what came later is cut off.";
  return "What is done takes place at the event that is shown, and is kept with the run.";
}
