// Runs the tests of the page in a browser.
//
//   FORMICARY=target/debug/formicary FORMICARY_WASM=target/page/formicary.wasm node run.mjs [NAME ...]
//
// A name chooses the files of `cases/` that have it in theirs. Without names all are run, and then each
// control that was on a page has to have been touched. FORMICARY_PLAYWRIGHT names the folder in whose
// node_modules playwright-core is, CHROMIUM the browser, FORMICARY_SHOTS a folder for pictures of what
// has failed.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { seen, touched } from './controls.mjs';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'cases');
const wanted = process.argv.slice(2);
const all = fs.readdirSync(folder).filter((name) => name.endsWith('.mjs')).sort();
const chosen = all.filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
assert.ok(chosen.length > 0, 'no such tests');

for (const name of chosen) await import(path.join(folder, name));

if (chosen.length === all.length) {
  test('every control of the page was touched', () => {
    const left = [...seen].filter((name) => !touched.has(name)).sort();
    assert.deepEqual(left, []);
    assert.ok(seen.size > 100, `only ${seen.size} controls were seen`);
  });
}
