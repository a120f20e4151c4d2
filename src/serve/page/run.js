// One run on the page: what is known of it, and its worker.

import { Frame } from "./frame.js";
import { Link } from "./link.js";

/** How long after a frame the status is asked for, in milliseconds, while frames come. */
const STATUS_EVERY = 200;
/** The same while a seek goes on, or a run elsewhere may go on without frames. */
const STATUS_IDLE = 500;

/** How many bytes the first buffer has; the worker makes larger ones where they are needed. */
const FIRST_BUFFER = 64 * 1024;

/** More than the generations of one run: a new one begins where its timeline is cut off. */
const GENERATIONS = 1e6;

/** Commands whose reply is a status. */
const TELLS_STATUS = new Set(["status", "play", "pause", "step", "seek", "reset"]);

/** A run that is open on the page. */
export class Run {
  /**
   * @param {import("./app.js").App} app
   * @param {{kind: "wasm"|"socket", url: string}} source
   */
  constructor(app, source) {
    this.app = app;
    /** Where its frames come from. */
    this.source = source;
    /** What the viewer says of the run (ABOUT), or null. @type {any} */
    this.about = null;
    /** The last status. @type {any} */
    this.status = null;
    /** The latest frame, or null. @type {Frame|null} */
    this.frame = null;
    /** Which robot is selected, or null. @type {number|null} */
    this.selected = null;
    /** The card of the selected robot, or null. @type {any} */
    this.card = null;
    /** Whether the source is there, and what is to be said of it. */
    this.connection = { connected: true, words: "" };
    /** Why the simulator broke down, or null. @type {string|null} */
    this.crash = null;
    /** What it was opened with: {text, name, set, seed, monitors}. @type {any} */
    this.opened = null;
    this.spare = new Frame();
    this.opens = 0;
    this.waiting = false;
    this.asked = 0;
    this.timer = 0;
    this.due = Infinity;
    this.asking = () => this.ask();
    this.start();
  }

  /** Starts a worker and asks it for the first frame. */
  start() {
    this.link = new Link({
      frame: (buffer) => this.arrived(buffer),
      state: (connected, words) => this.connected(connected, words),
      crashed: (message) => this.crashed(message),
    });
    this.link.source(this.source.kind, this.source.url);
    this.waiting = true;
    this.link.ask(new ArrayBuffer(FIRST_BUFFER));
  }

  /**
   * Sends a command to the viewer.
   * @param {{do: string}} command
   * @returns {Promise<any>} rejects with a `Problem`
   */
  async call(command) {
    const ok = await this.link.call(command);
    if (TELLS_STATUS.has(command.do)) this.told(ok);
    else if (command.do === "steer") this.steered();
    return ok;
  }

  /**
   * Opens a scenario.
   * @param {{text: string, name?: string, set?: string[], seed?: string, monitors?: string[]}} what
   * @returns {Promise<any>} ABOUT
   */
  async open(what) {
    const { text, name, set, seed, monitors } = what;
    const command = { do: "open", text, name, set, seed, monitors };
    const about = await this.link.call(command);
    this.opened = { text, name, set, seed, monitors };
    this.is(about);
    return about;
  }

  /**
   * Opens a record that is text.
   * @param {string} name
   * @param {string} text
   */
  async open_record(name, text) {
    const about = await this.link.call({ do: "open_record", name, text });
    this.opened = { record: true, name, text };
    this.is(about);
    return about;
  }

  /** Takes over a run that the source has opened by itself (a record or a run of the server). */
  async adopt() {
    const about = await this.link.call({ do: "about" });
    // A frame may have come before anybody asked what it is of.
    const frame = this.about ? null : this.frame;
    this.opened = null;
    this.is(about);
    if (frame) {
      this.frame = frame;
      this.seen();
    }
    return about;
  }

  /** Tells the worker whether anybody can see the page. */
  visible(visible) {
    this.link.visible(visible);
  }

  /** Closes the run and its worker. */
  close() {
    clearTimeout(this.timer);
    this.link.close();
  }

  /** Starts the source anew after a crash, with the same scenario. */
  async restart() {
    this.link.close();
    this.crash = null;
    this.about = null;
    this.frame = null;
    this.spare = new Frame();
    this.start();
    await this.again(0);
  }

  is(about) {
    this.about = about;
    this.opens += 1;
    this.status = null;
    if (this.frame) this.spare = this.frame;
    this.frame = null;
    this.selected = null;
    this.card = null;
    this.crash = null;
    this.app.emit("about", this);
    this.app.emit("select", this);
    this.ask_status(0);
  }

  told(status) {
    const before = this.status;
    this.status = status;
    this.asked = performance.now();
    if (before && before.ended === null && status.ended !== null) this.app.emit("ended", this);
    this.app.emit("status", this);
    if (status.busy) this.ask_status(STATUS_EVERY);
    else if (status.playing || (status.live && status.ended === null)) this.ask_status(STATUS_IDLE);
  }

  /** Keeps what a run becomes by orders, so that it can be opened again after a lost connection. */
  async steered() {
    this.app.emit("steered", this);
    this.ask_status(0);
    if (!this.opened || this.opened.record || (this.status && this.status.live)) return;
    try {
      const said = await this.link.call({ do: "export", what: "scenario" });
      this.opened = { text: said.text, name: this.opened.name, monitors: this.opened.monitors };
    } catch {
      // Without it, a run that is opened again begins without its orders.
    }
  }

  /**
   * A frame has come. Replies and frames keep their order: after the reply to `open`, all frames are of
   * the run that was opened.
   */
  arrived(buffer) {
    let frame;
    try {
      frame = this.spare.decode(buffer);
    } catch (error) {
      this.crashed(error.message);
      return;
    }
    // A viewer counts anew for each run; on the page no two runs have the same number.
    frame.generation += this.opens * GENERATIONS;
    this.spare = this.frame ?? new Frame();
    this.frame = frame;
    this.waiting = false;
    if (this.about) this.seen();
  }

  seen() {
    requestAnimationFrame(this.asking);
    this.app.emit("frame", this);
    this.look(this.frame);
  }

  /** Hands the older buffer back to be filled, once per drawn picture at most. */
  ask() {
    if (this.waiting) return;
    this.waiting = true;
    const buffer = this.spare.buffer ?? new ArrayBuffer(this.frame ? this.frame.buffer.byteLength : FIRST_BUFFER);
    this.spare.buffer = null;
    this.link.ask(buffer);
  }

  /** Asks for the status where a frame says that it has changed, at once where it matters. */
  look(frame) {
    const status = this.status;
    const turned = status && (status.playing !== frame.playing || status.busy !== frame.busy || status.at_end !== frame.ended);
    this.ask_status(turned ? 0 : STATUS_EVERY);
  }

  ask_status(delay) {
    const now = performance.now();
    const due = Math.max(now + delay, this.asked + (delay === 0 ? 0 : STATUS_EVERY));
    if (this.timer && due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.due = Infinity;
      this.call({ do: "status" }).catch(() => {});
    }, due - now);
  }

  async connected(connected, words) {
    const lost = !this.connection.connected;
    this.connection = { connected, words };
    this.app.emit("connection", this);
    if (!connected || !lost) return;
    const event = this.frame ? this.frame.event : 0;
    if (!this.waiting) this.ask();
    try {
      await this.again(event);
    } catch (problem) {
      this.app.report(problem);
    }
  }

  /** Opens the same run once more and goes to an event of it. */
  async again(event) {
    const speed = this.status && this.status.playing ? this.status.speed : null;
    if (!this.opened) await this.adopt();
    else if (this.opened.record) await this.open_record(this.opened.name, this.opened.text);
    else await this.open(this.opened);
    if (event > 0) await this.call({ do: "seek", event });
    if (speed !== null) await this.call({ do: "play", speed });
  }

  crashed(message) {
    this.crash = message;
    this.app.emit("crashed", this);
  }
}
