// The pages of a store: runs are filtered, sorted, turned over and opened; sweeps are begun and stopped.

import assert from 'node:assert/strict';
import path from 'node:path';

import { launch } from '../browser.mjs';
import { scene } from '../harness.mjs';
import { folder, formicary, scenario } from '../programs.mjs';

/** A server with a store of twelve runs, and a page of it. */
async function stored(stage) {
  const store = path.join(folder(), 'runs.db');
  const few = scenario('oblot/gathering');
  await formicary('sweep', few, '--vary', 'swarm.robots=3..5', '--seeds', '0..3', '--store', store, '--quiet');
  await formicary('sim', 'add', 'gather', few, '--store', store);
  const server = await stage.serve(['--store', store]);
  // A browser of its own: these pages have a control for each column of a store.
  const browser = await launch();
  stage.ends.push(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  const open = (hash) => page.goto(new URL(`store.html${hash}`, server.url).href);
  return { page, open, server };
}

scene('runs of a store are filtered, sorted and opened in the viewer', async (stage) => {
  const { page, open, server } = await stored(stage);
  await open('');
  const rows = page.locator('#runs tbody tr');
  await rows.nth(11).waitFor();
  await page.fill('#filter', 'swarm.robots > 4 and');
  await page.press('#filter', 'Enter');
  await page.waitForFunction(() => document.querySelector('.problem')?.textContent.includes('expected the name of a column'));
  await page.fill('#filter', 'swarm.robots > 4');
  await page.press('#filter', 'Enter');
  await page.waitForFunction(() => document.querySelectorAll('#runs tbody tr').length === 4);
  await page.click('#sort-events');
  await page.waitForFunction(() => document.querySelector('#sort-events')?.textContent.includes('↑'));
  const events = await page.locator('#runs tbody tr td:nth-child(7)').allTextContents();
  const sorted = [...events].sort((a, b) => Number(a) - Number(b));
  assert.deepEqual(events, sorted);
  await page.click('#runs tbody tr:first-child a');
  await page.waitForSelector('#open-run[href]');
  const name = await page.textContent('h1');
  const href = await page.getAttribute('#open-run', 'href');
  await page.goto(new URL(href.replace('#', '?test#'), server.url).href);
  await page.waitForFunction(() => document.body.dataset.ready === 'true');
  assert.equal(await page.evaluate(() => window.formicary.run.about.name), name.toLowerCase());
  await page.click('#tool-runs');
  await page.waitForSelector('#runs table');
});

scene('a sweep is begun on a page, and goes on without it', async (stage) => {
  const { page, open } = await stored(stage);
  await open('#sweeps');
  await page.fill('#sweep-vary', 'swarm.robots=3');
  await page.fill('#sweep-seeds', '0..4');
  await page.click('#sweep-begin');
  await page.waitForFunction(() => document.querySelectorAll('#sweeps tbody tr').length === 2);
  await open('#runs');
  await open('#sweeps');
  await page.waitForFunction(() => document.querySelector('#sweeps tbody tr td:nth-child(4)')?.textContent === '5 of 5');
  await page.fill('#sweep-seeds', 'x');
  await page.click('#sweep-begin');
  await page.waitForFunction(() => document.querySelector('form .problem')?.textContent.includes('expected seeds'));
});

scene('a run is carried out again, and a scenario is named, copied and removed', async (stage) => {
  const { page, open } = await stored(stage);
  await open('#runs/3');
  const digest = () => page.locator('dt:text-is("digest") + dd').textContent();
  await page.waitForSelector('#run-again');
  const first = await digest();
  await page.click('#run-again');
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Run 13');
  assert.equal(await digest(), first);
  await page.click('#tab-live');
  await page.waitForFunction(() => document.querySelector('#live a')?.textContent === 'run 13');
  await page.click('#tab-simulations');
  await page.click('#copy-gather-1');
  await page.fill('#simulation-name', 'few');
  await page.fill('#simulation-text', 'model = "oblot"\n[swarm]\nrobots = 0\nalgorithm = "gathering"\n');
  await page.click('#simulation-keep');
  await page.waitForFunction(() => document.querySelector('.problem')?.textContent.includes('between 1 and'));
  await page.fill('#simulation-text', 'model = "oblot"\n[swarm]\nrobots = 2\nalgorithm = "gathering"\n');
  await page.click('#simulation-keep');
  await page.waitForSelector('#edit-few-1');
  await page.click('#edit-few-1');
  await page.fill('#simulation-note', 'second');
  await page.click('#simulation-keep');
  await page.waitForSelector('#remove-few-2');
  page.on('dialog', (dialog) => dialog.accept());
  await page.click('#remove-few-2');
  await page.waitForFunction(() => !document.querySelector('#remove-few-2'));
  await page.click('#simulations a[href^="#runs?"]');
  await page.waitForFunction(() => document.querySelector('#filter')?.value === 'simulation = "gather"');
});
