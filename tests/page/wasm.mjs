// The WebAssembly of the page, as its worker uses it, for programs that run in Node.
import fs from 'node:fs';

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** Compiles a file. @param {string} path @returns {Promise<WebAssembly.Module>} */
export const compile = (path) => WebAssembly.compile(fs.readFileSync(path));

/** A fresh instance, as a page has one. */
export class Page {
  /** @param {WebAssembly.Module} code */
  static async open(code) {
    const page = new Page();
    page.exports = (await WebAssembly.instantiate(code, {})).exports;
    return page;
  }

  bytes(at, length) {
    return new Uint8Array(this.exports.memory.buffer, at, length);
  }

  call(command) {
    const { input, handle, output, output_len } = this.exports;
    const text = encoder.encode(JSON.stringify(command));
    const room = input(text.length);
    this.bytes(room, text.length).set(text);
    handle();
    const reply = JSON.parse(decoder.decode(this.bytes(output(), output_len())));
    if (reply.error) throw new Error(reply.error.message);
    return reply.ok;
  }

  /** Carries the open run out to its end. */
  finish() {
    this.call({ do: 'seek', end: true });
    while (this.exports.work(100000));
  }

  lastWords() {
    const { last_words, last_words_len } = this.exports;
    return decoder.decode(this.bytes(last_words(), last_words_len()));
  }
}
