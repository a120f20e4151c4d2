// The state of the run: where it is, how fast it goes, how it ended, and what was found.

import { el, fill, number, say } from "../dom.js";
import { icon } from "../icons.js";

/** What is read aloud is said at most so often, in milliseconds. */
const SAY_EVERY = 4000;

/** What the ends of a run are called. */
const ENDS = {
  terminated: "all robots have terminated",
  stalled: "nothing can ever change again",
  time: "the limit of time is reached",
  events: "the limit of events is reached",
  turns: "the last turn is over",
  condition: "the limit of epochs or rounds is reached",
  conflict: "movements contradict each other",
  collision: "edges have met",
  interrupted: "it was interrupted",
  timeout: "the real time was over",
};

function end_words(run, ended) {
  const words = ENDS[ended] ?? "the run has ended";
  return run.about?.model === "amoebot" ? words.replace("all robots have terminated", "all particles have finished") : words;
}

/** @param {import("../app.js").App} app */
export function mount(app) {
  const status = new Status(app);
  for (const name of ["about", "status", "connection", "crashed", "runs"]) app.on(name, () => status.refresh());
  app.on("ended", (run) => run === app.run && status.ended());
  app.on("crashed", (run) => status.broke(run));
  app.on("connection", (run) => status.connection(run));
  app.on("panel", ({ name, open }) => name === "status" && open && status.refresh());
  status.refresh();
}

class Status {
  constructor(app) {
    this.app = app;
    this.rates = new Rate();
    this.said = 0;
    this.live = document.getElementById("live");
    const root = app.panel_root("status", { title: "Status", place: "right", icon: "status", open: true, order: 10 });
    this.result = el("div", { class: "status-result", role: "status", hidden: true });
    this.trouble = el("div", { class: "status-trouble", role: "alert", hidden: true });
    this.list = el("dl", { class: "figures" });
    this.findings = el("div", { class: "findings", hidden: true });
    this.source = el("p", { class: "hint status-source" });
    this.digest = el("code", { class: "digest mono", id: "digest", title: "The digest of the events up to here" });
    this.copy = el("button", { class: "icon-button", type: "button", id: "copy-digest", "aria-label": "Copy the digest", title: "Copy the digest", data: { action: "copy-digest" }, on: { click: () => this.copy_digest() } }, icon("copy", 16));
    root.append(this.trouble, this.result, this.list, this.findings,
      el("div", { class: "digest-row" }, el("span", { class: "muted", text: "digest" }), this.digest, this.copy), this.source);
    this.rows = new Map();
  }

  refresh() {
    const run = this.app.run;
    const status = run?.status;
    this.show_trouble(run);
    if (!run || !status) return;
    const rate = this.rates.of(run.about, status);
    if (!this.app.is_open("status")) return this.announce(status);
    const rows = [
      ["time", number(status.time, 3)],
      ["event", status.event.toLocaleString("en-US")],
      ["computed", `${number(status.head.time, 3)} · ${status.head.event.toLocaleString("en-US")}`],
      ["events/s", rate === null ? "–" : number(rate, 0)],
      ...(status.figures ?? []).filter((one) => !["time", "event", "events"].includes(one.key)).map((one) => [one.label, written(one.value)]),
    ];
    this.show_rows(rows);
    say(this.digest, status.digest ?? "");
    this.digest.title = `The digest of the first ${status.event.toLocaleString("en-US")} events: ${status.digest ?? "none"}`;
    this.show_result(run, status);
    say(this.source, source_words(run));
    this.announce(status);
  }

  show_rows(rows) {
    const names = rows.map(([name]) => name).join("|");
    if (names !== this.names) {
      this.names = names;
      this.rows.clear();
      const made = rows.map(([name]) => {
        const value = el("dd");
        this.rows.set(name, value);
        return el("div", { data: { figure: name } }, el("dt", { text: name }), value);
      });
      fill(this.list, ...made);
    }
    for (const [name, text] of rows) say(this.rows.get(name), text);
  }

  show_result(run, status) {
    const over = status.ended !== null && status.ended !== undefined;
    this.result.hidden = !over && !status.error;
    if (status.error) {
      fill(this.result, icon("warn", 16), el("span", {}, el("b", { text: "error" }), ` ${status.error}`));
      this.result.className = "status-result bad";
    } else if (over) {
      fill(this.result, icon("check", 16), el("span", {}, el("b", { text: status.ended }), `: ${end_words(run, status.ended)}, after ${status.head.event.toLocaleString("en-US")} events at time ${number(status.head.time, 3)}`));
      this.result.className = "status-result good";
    }
    const findings = Object.entries(over ? (status.findings ?? {}) : {});
    this.findings.hidden = findings.length === 0;
    const shown = JSON.stringify(findings);
    if (shown === this.found) return;
    this.found = shown;
    fill(this.findings, el("h3", { text: "Findings" }), ...findings.map(([name, found]) => finding(name, found)));
  }

  show_trouble(run) {
    const crash = run?.crash;
    const lost = run && !run.connection.connected;
    this.trouble.hidden = !crash && !lost;
    if (crash) {
      fill(this.trouble, icon("warn", 16), el("span", { class: "grow", text: crash }),
        run.opened && el("button", { class: "button small", type: "button", text: "Start again", id: "restart", data: { action: "restart" }, on: { click: () => this.restart(run) } }));
    } else if (lost) fill(this.trouble, icon("warn", 16), el("span", { class: "grow", text: run.connection.words }));
  }

  restart(run) {
    run.restart().catch((problem) => this.app.report(problem));
  }

  broke(run) {
    this.app.panels.toggle("status", true);
    this.app.toast(run.crash, "bad", run.opened ? { label: "Start again", run: () => this.restart(run) } : undefined);
  }

  connection(run) {
    if (run.connection.connected) this.app.toast("connected again", "good");
    else if (!this.lost) this.app.toast(run.connection.words, "bad");
    this.lost = !run.connection.connected;
  }

  ended() {
    const run = this.app.run;
    this.live.textContent = `The run has ended: ${end_words(run, run.status.ended)}.`;
  }

  /** What a screen reader says now and then while a run plays. */
  announce(status) {
    const now = performance.now();
    if (!status.playing || now < this.said + SAY_EVERY) return;
    this.said = now;
    this.live.textContent = `Time ${number(status.time, 1)}, event ${status.event}.`;
  }

  async copy_digest() {
    try {
      await navigator.clipboard.writeText(this.digest.textContent);
      this.app.toast("the digest is copied", "good");
    } catch {
      getSelection()?.selectAllChildren(this.digest);
      this.app.toast("the digest is selected: copy it with the keyboard");
    }
  }
}

/** Events per second, from how the head moves on. */
class Rate {
  constructor() {
    this.about = null;
    this.last = null;
    this.rate = null;
  }

  of(about, status) {
    const now = performance.now();
    const event = status.head.event;
    if (about !== this.about) {
      this.about = about;
      this.last = { now, event };
      this.rate = null;
      return null;
    }
    const seconds = (now - this.last.now) / 1000;
    if (seconds < 0.15) return this.rate;
    const done = event - this.last.event;
    this.last = { now, event };
    // After the last event the last rate stays.
    if (done > 0) this.rate = done / seconds;
    return this.rate;
  }
}

function source_words(run) {
  const { about, source } = run;
  if (!about) return "";
  const where = about.source === "record" ? "a record" : about.source === "live" ? "a live run of the server" : source.kind === "wasm" ? "in this browser, inline engine" : "on the server, inline engine";
  const clock = about.clock === "wall" ? ", wall clock" : "";
  return `${where}${clock} · seed ${about.seed}${about.rng && about.rng !== "own" ? `, ${about.rng}` : ""}${about.forced ? " · forced" : ""}`;
}

function written(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return number(value, 3);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return Array.isArray(value) ? value.map(written).join(", ") : JSON.stringify(value);
  return String(value);
}

/** What a monitor found: a verdict if it has one, and its figures. */
function finding(name, found) {
  const holds = found && typeof found === "object" ? found.holds ?? found.verdict : undefined;
  const verdict = holds === true || holds === "holds" ? el("span", { class: "badge good", text: "holds" })
    : holds === false || holds === "fails" ? el("span", { class: "badge bad", text: "fails" })
      : typeof holds === "string" ? el("span", { class: "badge", text: holds }) : null;
  const figures = found && typeof found === "object" && !Array.isArray(found)
    ? Object.entries(found).filter(([key, value]) => !["holds", "verdict"].includes(key) && value !== null)
    : [["", found]];
  return el("div", { class: "finding" },
    el("div", { class: "row" }, el("b", { text: name }), verdict),
    figures.length > 0 && el("dl", { class: "figures" }, ...figures.map(([key, value]) => el("div", {}, el("dt", { text: key.replaceAll("_", " ") }), el("dd", { text: written(value) })))),
  );
}
