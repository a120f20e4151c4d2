/** Sharing a run: as a link, as a file, and opening what others shared. */

import { el, save_file } from "../dom.js";
import { button, labelled, message_line, problem_text } from "./parts/dom.js";
import { file_name, kind_of, stem_of } from "./share/files.js";
import { decode, encode } from "./share/link.js";

/** What stands ahead of a shared run in an address. */
const MARK = "#s=";

/**
 * The run that the address of the page holds.
 * @returns {Promise<import("./share/link.js").Shared | null>} null if there is none
 * @throws {Error} in words, if it is damaged
 */
export async function read_address() {
  return location.hash.startsWith(MARK) ? decode(location.hash.slice(MARK.length)) : null;
}

/**
 * Puts sharing on the page.
 * @param {object} app
 */
export function mount(app) {
  const share = new Share(app);
  app.on("panel", ({ name, open }) => name === "share" && open && share.make_link());
  app.on("about", (run) => {
    if (run !== app.run) return;
    share.stale();
    // The address does not name another run than the one that is open.
    if (location.hash.startsWith(MARK) && !share.reading) history.replaceState(null, "", location.pathname + location.search);
  });
  app.on("steered", (run) => run === app.run && share.stale());
  accept_drops(app);
  // A link that is put into the address of a page that is open already.
  window.addEventListener("hashchange", async () => {
    try {
      share.reading = true;
      const shared = await read_address();
      if (shared) await app.actions.open(shared);
    } catch (problem) {
      app.report(problem);
    } finally {
      share.reading = false;
    }
  });
}

class Share {
  constructor(app) {
    this.app = app;
    /** Whether the run that the address holds is being opened. */
    this.reading = false;
    const body = app.panel_root("share", { title: "Share and open", place: "dialog", icon: "share" });
    body.classList.add("share");
    this.link = el("input", { id: "share-link", class: "input", type: "text", readonly: true, on: { focus: () => this.link.select() } });
    this.copy = button("share-copy", "Copy", "Copies the link", () => this.copy_link(), "primary");
    this.message = message_line("share-message");
    this.file = el("input", { id: "share-file", type: "file", accept: ".toml,.jsonl", "aria-label": "A scenario or a record", hidden: true, on: { change: () => this.chosen() } });
    body.append(
      el("h3", { text: "As a link" }),
      labelled("The scenario with its seed, in the address", el("div", { class: "pair" }, this.link, this.copy)),
      this.message,
      el("h3", { text: "As a file" }),
      el("div", { class: "buttons" }, button("share-save", "Save the scenario…", "Saves the scenario with what was done to the run (.toml)", () => save_scenario(app)), button("share-open", "Open a file…", "Opens a scenario (.toml) or a record (.jsonl)", () => this.file.click()), this.file),
      el("p", { class: "hint", text: "Or drop a file anywhere onto the page." }),
    );
  }

  /** The link belongs to a run that has changed. */
  stale() {
    if (this.app.is_open("share")) void this.make_link();
    else this.link.value = "";
  }

  async make_link() {
    const { run } = this.app;
    this.message.tell("");
    this.link.value = "";
    this.copy.disabled = true;
    if (!run?.opened || run.opened.record) {
      this.message.tell("A record or a live run is shared as a file: see Export.");
      return;
    }
    try {
      const code = await encode({ ...run.opened, seed: run.opened.seed });
      const address = new URL(location.href);
      address.hash = "";
      address.search = "";
      this.link.value = `${address.href.replace(/#$/, "")}${MARK}${code}`;
      this.copy.disabled = false;
    } catch (problem) {
      this.message.tell(problem_text(problem), "bad");
    }
  }

  async copy_link() {
    try {
      await navigator.clipboard.writeText(this.link.value);
      this.message.tell("Copied.", "good");
    } catch {
      this.link.focus();
      this.link.select();
      this.message.tell("The browser does not allow copying: the link is selected, copy it with Ctrl+C.");
    }
  }

  async chosen() {
    const [file] = this.file.files;
    this.file.value = "";
    if (file && (await open_file(this.app, file, (text) => this.message.tell(text, "bad")))) this.app.actions.panel("share", false);
  }
}

/**
 * Saves the scenario with the orders that were given to the run.
 * @param {object} app
 */
export async function save_scenario(app) {
  try {
    const { text } = await app.run.call({ do: "export", what: "scenario" });
    save_file(`${file_name(app.run.about.name)}.toml`, text);
  } catch (problem) {
    app.report(problem);
  }
}

/**
 * Opens a file.
 * @param {object} app
 * @param {File} file
 * @param {(text: string) => void} fail hears in words why it is not opened
 * @returns {Promise<boolean>} whether it was opened
 */
async function open_file(app, file, fail) {
  const what = kind_of(file.name, file.size);
  if (what.message) {
    fail(what.message);
    return false;
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    const name = stem_of(file.name);
    if (what.kind === "scenario") await app.actions.open({ text, name });
    else await app.run.open_record(file.name, text);
    app.actions.fit?.();
    app.toast(`${file.name} is open`, "good");
    return true;
  } catch (problem) {
    fail(problem instanceof TypeError ? `${file.name} is no text in UTF-8` : `${file.name}: ${problem_text(problem)}`);
    return false;
  }
}

/** Files may be dropped anywhere. */
function accept_drops(app) {
  const sign = el("div", { class: "drop-sign", hidden: true, "aria-hidden": "true" }, el("p", { text: "Drop a scenario (.toml) or a record (.jsonl)" }));
  document.body.append(sign);
  let depth = 0;
  const holds_files = (event) => event.dataTransfer?.types.includes("Files");
  const show = (by) => {
    depth = Math.max(0, depth + by);
    sign.hidden = depth === 0;
  };
  document.addEventListener("dragenter", (event) => holds_files(event) && show(1));
  document.addEventListener("dragleave", (event) => holds_files(event) && show(-1));
  document.addEventListener("dragover", (event) => holds_files(event) && event.preventDefault());
  document.addEventListener("drop", async (event) => {
    if (!holds_files(event)) return;
    event.preventDefault();
    depth = 0;
    show(0);
    const [file, second] = event.dataTransfer.files;
    if (second) app.toast("one file is opened at a time", "bad");
    else if (file) await open_file(app, file, (text) => app.toast(text, "bad"));
  });
}
