// The simulator in the worker: the inline engine as WebAssembly.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Between two looks at the clock so much time is to pass, in milliseconds. */
const SHORT = 0.25;
const LONG = 1;
const MOST_EVENTS = 65536;

/** The simulator broke down; its memory cannot be trusted any more. */
export class Crash extends Error {}

/** A viewer in WebAssembly. */
export class WasmSource {
  /** @param {WebAssembly.Exports & any} exports */
  constructor(exports) {
    this.exports = exports;
    /** How many events are handled between two looks at the clock; it follows what they cost. */
    this.batch = 16;
  }

  /**
   * Starts a simulator that is compiled already.
   * @param {WebAssembly.Module} module
   * @returns {Promise<WasmSource>}
   */
  static async start(module) {
    return new WasmSource((await WebAssembly.instantiate(module, {})).exports);
  }

  /**
   * Carries a command out.
   * @param {object} command
   * @returns {{ok?: any, error?: any}}
   */
  call(command) {
    const bytes = encoder.encode(JSON.stringify(command));
    const wasm = this.exports;
    return this.guard(() => {
      const at = wasm.input(bytes.length);
      new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
      wasm.handle();
      return JSON.parse(this.text());
    });
  }

  /** Lets the play clock advance by so many real seconds. */
  tick(seconds) {
    this.guard(() => this.exports.tick(seconds));
  }

  /** Computes until the real time `until` (of performance.now). Returns whether there is more to do. */
  work(until) {
    return this.guard(() => {
      const wasm = this.exports;
      let before = performance.now();
      for (;;) {
        if (wasm.work(this.batch) === 0) return false;
        const now = performance.now();
        const took = now - before;
        if (took < SHORT && this.batch < MOST_EVENTS) this.batch *= 2;
        else if (took > LONG && this.batch > 1) this.batch >>= 1;
        if (now >= until) return true;
        before = now;
      }
    });
  }

  /** Whether there is something to be seen since the last frame. */
  has_news() {
    return this.guard(() => this.exports.has_news() !== 0);
  }

  /**
   * Fills the buffer with a frame, or a larger one if it is too small.
   * @param {ArrayBuffer} buffer
   * @returns {ArrayBuffer|null} null if there is none
   */
  frame(buffer) {
    return this.guard(() => {
      const wasm = this.exports;
      if (wasm.frame() === 0) return null;
      const length = wasm.output_len();
      const into = buffer.byteLength >= length ? buffer : new ArrayBuffer(roomy(length));
      new Uint8Array(into, 0, length).set(new Uint8Array(wasm.memory.buffer, wasm.output(), length));
      return into;
    });
  }

  text() {
    const wasm = this.exports;
    return decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.output(), wasm.output_len()));
  }

  /** The message of a panic, or nothing. */
  last_words() {
    try {
      const wasm = this.exports;
      return decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.last_words(), wasm.last_words_len()));
    } catch {
      return "";
    }
  }

  /** A trap becomes a `Crash` with the message of the panic, if there is one. */
  guard(fn) {
    try {
      return fn();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new Crash(this.last_words() || `the simulator broke down: ${error.message}`);
    }
  }
}

/** Room for a frame that grows a little, in whole pages. */
function roomy(length) {
  return Math.ceil((length * 1.25) / 4096) * 4096;
}
