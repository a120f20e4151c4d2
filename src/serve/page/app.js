// What every module of the page is given: the runs, events, actions, panels.

import { Panels } from "./panels.js";
import { Run } from "./run.js";
import { make_actions } from "./actions.js";
import { toast } from "./toast.js";

/** The page. */
export class App {
  constructor() {
    /** One run, or two while comparing. @type {Run[]} */
    this.runs = [];
    /** What the server says of itself, or of the static page. @type {any} */
    this.hello = { formicary: "", wasm: true, start: null, files: [], live: [] };
    /** How fast: a factor of the speed that the run suggests, or "max". @type {number|"max"} */
    this.pace = 1;
    /** The theme that was chosen. @type {"system"|"light"|"dark"} */
    this.theme = "system";
    /** Helpers of the canvas; the view sets them. @type {any} */
    this.view = null;
    this.listeners = new Map();
    this.kept = new Map();
    this.panels = new Panels(this);
    /** Named functions, used by buttons and keys alike. @type {Record<string, Function>} */
    this.actions = make_actions(this);
  }

  /** The first run. @type {Run} */
  get run() {
    return this.runs[0];
  }

  /**
   * Hears an event: `about`, `status`, `frame`, `select`, `card`, `ended`, `steered`, `connection`, `crashed`
   * (each with the run), `runs`, `theme`, `layout`, `panel` ({name, open}), `toast`, `pace`.
   * @param {string} name
   * @param {(detail: any) => void} fn
   * @returns {() => void} stops it
   */
  on(name, fn) {
    let all = this.listeners.get(name);
    if (!all) this.listeners.set(name, (all = new Set()));
    all.add(fn);
    return () => all.delete(fn);
  }

  /**
   * Tells all who hear it. Where one fails, the others hear it all the same.
   * @param {string} name
   * @param {any} [detail]
   */
  emit(name, detail) {
    const all = this.listeners.get(name);
    if (!all) return;
    for (const fn of all) {
      try {
        fn(detail);
      } catch (error) {
        console.error(error);
      }
    }
  }

  /** Where a run of its own gets its frames from. */
  default_source() {
    const socket = new URL("api/socket", document.baseURI);
    socket.protocol = socket.protocol === "https:" ? "wss:" : "ws:";
    return this.hello.wasm
      ? { kind: "wasm", url: new URL("formicary.wasm", document.baseURI).href }
      : { kind: "socket", url: socket.href };
  }

  /**
   * Adds a run with a worker of its own, such as the second one of a comparison.
   * @param {{kind: "wasm"|"socket", url: string}} [source]
   * @returns {Run}
   */
  add_run(source = this.default_source()) {
    const run = new Run(this, source);
    this.runs.push(run);
    this.emit("runs");
    return run;
  }

  /**
   * Closes the second run.
   * @param {Run} [run]
   */
  remove_run(run = this.runs[1]) {
    const at = this.runs.indexOf(run);
    if (at < 1) return;
    this.runs.splice(at, 1);
    run.close();
    this.emit("runs");
  }

  /**
   * Puts a run with another source in the place of the first one.
   * @param {{kind: "wasm"|"socket", url: string}} source
   * @returns {Run}
   */
  replace_run(source) {
    const old = this.run;
    if (old && old.source.kind === source.kind && old.source.url === source.url) return old;
    const run = new Run(this, source);
    if (old) {
      this.runs[0] = run;
      old.close();
    } else this.runs.push(run);
    this.emit("runs");
    return run;
  }

  /**
   * The body of a floating panel, which is made at the first call.
   * @param {string} name
   * @param {import("./panels.js").PanelOptions} options
   * @returns {HTMLElement}
   */
  panel_root(name, options) {
    return this.panels.root(name, options);
  }

  /** Whether a panel is open and not folded, so that it is worth while to fill it. */
  is_open(name) {
    return this.panels.is_open(name);
  }

  /** How many pixels of the canvas the panels cover at each side. */
  margins() {
    return this.panels.margins();
  }

  /**
   * A short message that goes away by itself.
   * @param {string} text
   * @param {"plain"|"good"|"bad"} [kind]
   * @param {{label: string, run: () => void}} [action]
   */
  toast(text, kind = "plain", action) {
    toast(text, kind, action);
    this.emit("toast", { text, kind });
  }

  /**
   * Shows what went wrong.
   * @param {Error} problem
   */
  report(problem) {
    const place = problem.line ? ` (line ${problem.line}, column ${problem.column ?? 1})` : "";
    const help = problem.help ? ` ${problem.help}` : "";
    this.toast(`${problem.key ? `${problem.key}: ` : ""}${problem.message}${place}${help}`, "bad");
  }

  /** What there is to choose from (CATALOGUE), fetched once. @returns {Promise<any>} */
  catalogue() {
    return this.keep("catalogue", async () => {
      const said = await fetch(new URL("catalogue.json", document.baseURI));
      return said.ok ? said.json() : this.run.call({ do: "catalogue" });
    });
  }

  /** The shipped scenarios, fetched once. @returns {Promise<{path: string, text: string}[]>} */
  scenarios() {
    return this.keep("scenarios", async () => {
      const said = await fetch(new URL("scenarios.json", document.baseURI));
      if (!said.ok) throw new Error("the scenarios could not be fetched");
      return said.json();
    });
  }

  keep(name, make) {
    let kept = this.kept.get(name);
    if (!kept) {
      kept = make();
      kept.catch(() => this.kept.delete(name));
      this.kept.set(name, kept);
    }
    return kept;
  }
}
