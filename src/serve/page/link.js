// The page's side of a worker: commands go out and are answered in order, frames come when they are
// asked for.

import { simulator, take_worker } from "./start.js";

/** What the simulator says is wrong: the message, and where it belongs as far as that is known. */
export class Problem extends Error {
  /** @param {{message: string, line?: number, column?: number, key?: string, help?: string}} said */
  constructor(said) {
    super(said.message);
    this.name = "Problem";
    /** Line of the scenario's text, counted from 1. @type {number|undefined} */
    this.line = said.line;
    /** Column of the line, counted from 1. @type {number|undefined} */
    this.column = said.column;
    /** The key it is about, such as "swarm.robots". @type {string|undefined} */
    this.key = said.key;
    /** What to do about it. @type {string|undefined} */
    this.help = said.help;
  }
}

/** A worker that owns a source of frames. */
export class Link {
  /**
   * @param {{frame: (buffer: ArrayBuffer) => void, state: (connected: boolean, words: string) => void,
   *   crashed: (message: string) => void}} listener
   */
  constructor(listener) {
    this.listener = listener;
    this.calls = new Map();
    this.next = 1;
    /** Why there is no source any more. @type {string|null} */
    this.broken = null;
    this.worker = take_worker();
    this.worker.addEventListener("message", (event) => this.receive(event.data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.fail(event.message || "the worker could not be started");
    });
  }

  /**
   * Chooses the source. Commands that are sent before it is there wait for it.
   * @param {"wasm"|"socket"} kind
   * @param {string} url
   */
  async source(kind, url) {
    try {
      const module = kind === "wasm" ? await simulator(url) : undefined;
      this.worker.postMessage({ type: "source", kind, url, module });
    } catch (error) {
      this.fail(`the simulator could not be loaded: ${error.message}`);
    }
  }

  /**
   * Sends a command.
   * @param {{do: string}} command
   * @returns {Promise<any>} what the reply holds; rejects with a `Problem`
   */
  call(command) {
    if (this.broken) return Promise.reject(new Problem({ message: this.broken }));
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.calls.set(id, { resolve, reject });
      this.worker.postMessage({ type: "call", id, command });
    });
  }

  /**
   * Asks for the next frame. The buffer is given away.
   * @param {ArrayBuffer} buffer
   */
  ask(buffer) {
    this.worker.postMessage({ type: "frame", buffer }, [buffer]);
  }

  /** @param {boolean} visible whether anybody can see the page */
  visible(visible) {
    this.worker.postMessage({ type: "visible", visible });
  }

  /** Ends the worker. Calls that are open are refused. */
  close() {
    this.worker.terminate();
    this.refuse("the run was closed");
  }

  receive(message) {
    switch (message.type) {
      case "frame":
        return this.listener.frame(message.buffer);
      case "reply": {
        const call = this.calls.get(message.id);
        this.calls.delete(message.id);
        if (!call) return;
        if (message.error) call.reject(new Problem(message.error));
        else call.resolve(message.ok);
        return;
      }
      case "state":
        if (!message.connected) this.refuse("the connection was lost");
        return this.listener.state(message.connected, message.words);
      case "crashed":
        return this.fail(message.message);
    }
  }

  fail(message) {
    this.broken = message;
    this.refuse(message);
    this.listener.crashed(message);
  }

  refuse(message) {
    const calls = [...this.calls.values()];
    this.calls.clear();
    for (const call of calls) call.reject(new Problem({ message }));
  }
}
