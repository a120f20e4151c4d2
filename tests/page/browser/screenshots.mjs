// Takes the pictures of the page that the README shows.
//
//   node tests/page/browser/screenshots.mjs [FOLDER]
//
// FORMICARY, FORMICARY_WASM, FORMICARY_PLAYWRIGHT and CHROMIUM are those of the tests. The pictures are
// reduced to 128 colours by pngquant where it is installed.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { launch } from './browser.mjs';
import { Driver } from './driver.mjs';
import { ROOT, Server } from './programs.mjs';

/** The largest picture, in bytes. */
const LARGEST = 150_000;

const into = path.resolve(process.argv[2] ?? path.join(ROOT, 'docs'));

const PICTURES = {
  /** Robots that see as far as a radius: one is selected, and what it saw at its last Look is drawn. */
  async page_light(page) {
    await page.open('oblot/gathering_radius', ['swarm.robots=90', 'swarm.width=140.0', 'swarm.height=80.0']);
    await page.on_page(() => window.formicary.actions.open({ ...window.formicary.run.opened, monitors: ['diameter', 'edges'] }));
    await page.settled();
    await page.end();
    await page.panel('curves');
    for (const curve of ['diameter.area', 'edges.lost', 'edges.longest', 'active']) await page.click(`.curve-chip[data-curve="${curve}"]`);
    await page.panel('status', false);
    await page.seek({ time: 6 });
    await page.on_page(() => {
      const { actions, run } = window.formicary;
      actions.select(run, 61);
      actions.trails(true);
    });
    await page.shows('.card-fields dd');
    for (let time = 6; time <= 16; time += 0.5) await page.seek({ time });
  },

  /** Particles that elect a leader on the circuits of their boundaries, each in a colour of its own. */
  async page_dark(page) {
    await page.open('amoebot/leader_election_boundaries');
    await page.panel('explain');
    await page.end();
    await page.seek({ time: 43 });
  },
};

const server = await Server.start([path.join(ROOT, 'scenarios')]);
const browser = await launch();
try {
  for (const [name, arrange] of Object.entries(PICTURES)) {
    const colorScheme = name.endsWith('dark') ? 'dark' : 'light';
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const address = new URL(server.url);
    const driver = new Driver(page, address);
    await page.goto(`${address.origin}/?test`);
    await driver.ready();
    await arrange(driver);
    await driver.press('f');
    await driver.on_page(() => document.activeElement.blur());
    await driver.settled();
    await page.mouse.move(640, 790);
    await page.waitForTimeout(1000);
    const file = path.join(into, `${name}.png`);
    await page.screenshot({ path: file });
    try {
      execFileSync('pngquant', ['--force', '--speed', '1', '--strip', '--output', file, '128', file]);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
      console.error('pngquant is not installed: the pictures keep all their colours');
    }
    const { size } = fs.statSync(file);
    console.log(`${path.relative(ROOT, file)}: ${Math.round(size / 1000)} kB`);
    if (size > LARGEST) process.exitCode = 1;
    await context.close();
  }
} finally {
  await browser.close();
  await server.kill();
}
