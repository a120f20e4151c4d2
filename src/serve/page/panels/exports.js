/** The export menu: pictures, films, tables, records and scenarios, each as a download. */

import { el, save_file } from "../dom.js";
import { button, labelled, message_line, problem_text } from "./parts/dom.js";
import { file_name } from "./share/files.js";
import { time_text } from "./timeline/ticks.js";

const TYPES = { csv: "text/csv;charset=utf-8", jsonl: "application/x-ndjson", toml: "application/toml", json: "application/json" };

/**
 * Puts the menu on the page.
 * @param {object} app
 */
export function mount(app) {
  const menu = new Exports(app);
  app.actions.export_menu = () => app.actions.panel("exports");
  app.on("panel", ({ name, open }) => name === "exports" && open && menu.ready());
}

class Exports {
  constructor(app) {
    this.app = app;
    const body = app.panel_root("exports", { title: "Export", key: "E", place: "dialog", icon: "exports" });
    body.classList.add("exports");
    this.scale = el("select", { id: "export-scale", class: "select" }, ...[1, 2, 4].map((k) => el("option", { value: String(k), text: `${k} ×` })));
    this.scale.value = "2";
    this.from = el("input", { id: "film-from", class: "input", type: "number", min: "0", step: "any" });
    this.to = el("input", { id: "film-to", class: "input", type: "number", min: "0", step: "any" });
    this.speed = el("input", { id: "film-speed", class: "input", type: "number", min: "0", step: "any" });
    this.message = message_line("export-message");
    const text = (id, words, title, what) => button(id, words, title, () => this.save_text(what));
    body.append(
      part("Picture", "The view as it is, as PNG", labelled("Scale", this.scale), button("export-png", "PNG", "Saves a picture of the view", () => this.png())),
      part("Film", "A passage as WebM; the speed is in units of time in a second", labelled("From", this.from), labelled("To", this.to), labelled("Speed", this.speed), button("export-webm", "WebM", "Plays the passage and saves it", () => this.webm())),
      part("Robots", "Every robot at the time shown, at full precision", text("export-csv", "CSV", "Saves the position of every robot now", "positions")),
      part("Record", "Everything that happened so far; formicary replay and verify read it", text("export-record", "JSON lines", "Saves the record of the run up to its head", "record")),
      part(
        "Scenario",
        "What has to be run to get the same again",
        text("export-scenario", "With what was done", "Saves the scenario with the orders that were given", "scenario"),
        text("export-resolved", "With all defaults", "Saves the scenario with every default filled in", "resolved"),
      ),
      this.message,
    );
  }

  ready() {
    const { run } = this.app;
    this.message.tell("");
    const head = run?.status?.head?.time ?? 0;
    const now = run?.status?.time ?? 0;
    const speed = run?.about?.speed ?? 1;
    if (this.generation !== run?.about) {
      this.generation = run?.about;
      this.from.value = "0";
      this.to.value = String(Number((head || 10 * speed).toPrecision(6)));
      this.speed.value = String(speed);
    } else if (!(Number(this.to.value) > 0)) {
      this.to.value = String(now);
    }
  }

  /** What files of the run begin with. */
  stem() {
    const { about } = this.app.run;
    return file_name(about?.name ?? "run", about?.seed !== undefined ? `seed${about.seed}` : "");
  }

  async save_text(what) {
    await this.guard(async () => {
      const { run } = this.app;
      const { name, text } = await run.call({ do: "export", what });
      const ending = /\.([a-z]+)$/.exec(name)?.[1] ?? "txt";
      const time = what === "positions" ? `t${time_text(run.frame?.time ?? 0, 0.001).replaceAll(",", "")}` : "";
      const word = what === "resolved" ? "resolved" : "";
      save_file(`${file_name(this.stem(), word, time)}.${ending}`, text, TYPES[ending]);
    });
  }

  async png() {
    await this.guard(async () => {
      const picture = await this.app.actions.png({ scale: Number(this.scale.value) });
      const time = time_text(this.app.run.frame?.time ?? 0, 0.001).replaceAll(",", "");
      if (picture instanceof Blob) save_file(`${file_name(this.stem(), `t${time}`)}.png`, picture);
    });
  }

  async webm() {
    const [from, to, speed] = [this.from, this.to, this.speed].map((input) => (input.value.trim() === "" ? NaN : Number(input.value)));
    if (!(from >= 0) || !(to > from)) return this.message.tell("The passage has to end after it begins.", "bad");
    if (!(speed > 0)) return this.message.tell("The speed has to be above 0.", "bad");
    await this.guard(async () => {
      // The film shows the view: the menu gets out of the way.
      this.app.actions.panel("exports", false);
      const film = await this.app.actions.webm({ from, to, speed });
      if (film instanceof Blob) save_file(`${file_name(this.stem(), `t${from}-${to}`)}.webm`, film);
    });
  }

  async guard(work) {
    this.message.tell("");
    try {
      await work();
    } catch (problem) {
      if (this.app.is_open("exports")) this.message.tell(problem_text(problem), "bad");
      else this.app.report(problem);
    }
  }
}

function part(title, words, ...controls) {
  return el("section", { class: "export-part", "aria-label": title }, el("div", { class: "export-words" }, el("h3", { text: title }), el("p", { class: "hint", text: words })), el("div", { class: "export-controls" }, ...controls));
}
