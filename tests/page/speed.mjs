// Measures how many events a second of processor time a scenario has in the WebAssembly of the page.
//
//   node speed.mjs formicary.wasm scenario.toml [path=value ...]
//
// Runs it again and again for some seconds in one instance, as a page does that has been open for a
// while, and prints the best.
import fs from 'node:fs';

import { Page, compile } from './wasm.mjs';

const [wasm, scenario, ...set] = process.argv.slice(2);
const page = await Page.open(await compile(wasm));
const text = fs.readFileSync(scenario, 'utf8');
const until = performance.now() + 5000;
let best = 0;
do {
  page.call({ do: 'open', name: scenario, text, set });
  const before = process.cpuUsage().user;
  page.finish();
  const seconds = (process.cpuUsage().user - before) / 1e6;
  const { event } = page.call({ do: 'status' });
  // Shorter runs are lost in the steps of the clock.
  if (seconds > 0.002) best = Math.max(best, event / seconds);
} while (performance.now() < until);
console.log(Math.round(best));
