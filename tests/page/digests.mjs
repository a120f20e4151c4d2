// Runs scenarios in the WebAssembly of the page and says what came of each.
//
//   node digests.mjs formicary.wasm scenario.toml ...
//
// A line of JSON for each scenario: its path, and the end, events, digest and dice of its run, or the
// error.
import fs from 'node:fs';

import { Page, compile } from './wasm.mjs';

const [wasm, ...scenarios] = process.argv.slice(2);
const code = await compile(wasm);
for (const path of scenarios) {
  const page = await Page.open(code);
  try {
    page.call({ do: 'open', name: path, text: fs.readFileSync(path, 'utf8') });
    page.finish();
    const { ended, event, digest, dice, error } = page.call({ do: 'status' });
    console.log(JSON.stringify({ path, ended, events: event, digest, dice, error }));
  } catch (error) {
    const words = error instanceof WebAssembly.RuntimeError ? page.lastWords() : '';
    console.log(JSON.stringify({ path, refused: words || error.message }));
  }
}
