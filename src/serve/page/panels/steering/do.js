/** Steering: lines that are done to a run, and a log of them. */

import { el, number } from "../../dom.js";
import { problem_text } from "../parts/dom.js";

/** How many entries the log keeps. */
const MOST = 200;

/**
 * @typedef {{run: object, line: string, event: number, time: number, said: string, bad: boolean}} Entry
 */

class Steering {
  constructor(app) {
    this.app = app;
    /** @type {Entry[]} the last one first */
    this.log = [];
    this.listeners = new Set();
    this.agreed = false;
    app.on("about", (run) => this.forget(run));
  }

  /** @param {() => void} fn hears of new entries */
  on_log(fn) {
    this.listeners.add(fn);
  }

  forget(run) {
    // A run that is opened again by itself after it was steered keeps its log.
    if (this.doing) return;
    this.log = this.log.filter((entry) => entry.run !== run);
    this.tell();
  }

  tell() {
    for (const fn of this.listeners) fn();
  }

  /**
   * Does something to a run, after asking where that would cut something off.
   * @param {object} run
   * @param {string} line such as "crash 3"
   * @returns {Promise<boolean>} whether it was done
   */
  async act(run, line) {
    if (!(await this.may_cut(run))) return false;
    // A card or a click asks for one step at a time: the run stands still while it is steered.
    const event = run.frame?.event ?? run.status?.event ?? 0;
    const time = run.frame?.time ?? run.status?.time ?? 0;
    try {
      this.doing = true;
      const said = await this.app.actions.steer(line, run);
      this.add({ run, line, event, time, said: said ?? "", bad: false });
      // Who looks at the run anew finds how it is after this, not before.
      await run.call({ do: "status" });
      this.app.emit("steered", run);
      return true;
    } catch (problem) {
      this.add({ run, line, event, time, said: problem_text(problem), bad: true });
      return false;
    } finally {
      this.doing = false;
    }
  }

  add(entry) {
    this.log.unshift(entry);
    this.log.length = Math.min(this.log.length, MOST);
    this.tell();
  }

  /** Asks, once for the page, whether what came later may be cut off. */
  async may_cut(run) {
    const { status } = run;
    const present = run.frame?.event ?? status?.event ?? 0;
    const behind = status?.head && status.head.event > present && !status.live;
    if (!behind || this.agreed) return true;
    this.agreed = await ask(
      "Cut off what came later?",
      `The run is known up to event ${number(status.head.event, 0)}, and event ${number(present, 0)} is shown. What is done now takes place here; what came later is computed anew and may come out differently.`,
      "Cut off and go on",
    );
    return this.agreed;
  }
}

const kept = new WeakMap();

/**
 * The steering of a page.
 * @param {object} app
 * @returns {Steering}
 */
export function steering_of(app) {
  let steering = kept.get(app);
  if (!steering) {
    steering = new Steering(app);
    kept.set(app, steering);
  }
  return steering;
}

/**
 * Asks a question in a dialog.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function ask(title, text, yes) {
  return new Promise((resolve) => {
    const dialog = el(
      "dialog",
      { class: "panel dialog question", "aria-labelledby": "question-title", "aria-describedby": "question-text" },
      el(
        "form",
        { method: "dialog", class: "panel-body" },
        el("h2", { id: "question-title", text: title }),
        el("p", { id: "question-text", text }),
        el(
          "div",
          { class: "buttons" },
          el("button", { class: "button", value: "no", id: "question-no", title: "Leave everything as it is (Esc)", text: "Cancel" }),
          el("button", { class: "button primary", value: "yes", id: "question-yes", title: yes, text: yes }),
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("#question-yes").focus();
  });
}
