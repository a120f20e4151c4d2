// Runs scenarios in the WebAssembly of the page and says what came of each.
//
//   node digests.mjs formicary.wasm scenario.toml ...
//
// A line of JSON for each scenario: its path, and the end, events, digest and dice of its run, or the
// error.
import fs from 'node:fs';

const [wasm, ...scenarios] = process.argv.slice(2);
const code = await WebAssembly.compile(fs.readFileSync(wasm));
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** A fresh instance, as a page has one. */
class Page {
  static async open() {
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

  lastWords() {
    const { last_words, last_words_len } = this.exports;
    return decoder.decode(this.bytes(last_words(), last_words_len()));
  }
}

for (const path of scenarios) {
  const page = await Page.open();
  try {
    page.call({ do: 'open', name: path, text: fs.readFileSync(path, 'utf8') });
    page.call({ do: 'seek', end: true });
    while (page.exports.work(100000));
    const { ended, event, digest, dice, error } = page.call({ do: 'status' });
    console.log(JSON.stringify({ path, ended, events: event, digest, dice, error }));
  } catch (error) {
    const words = error instanceof WebAssembly.RuntimeError ? page.lastWords() : '';
    console.log(JSON.stringify({ path, refused: words || error.message }));
  }
}
