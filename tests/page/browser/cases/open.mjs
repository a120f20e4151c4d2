// Opening the page: what is there first, where it comes from, and the digest at the end.

import assert from 'node:assert/strict';

import { scene } from '../harness.mjs';
import { run, scenario } from '../programs.mjs';

const SCENARIOS = [
  'oblot/gathering', 'oblot/fault_crash_time', 'oblot/impossible_fsync_separate', 'oblot/rendezvous_two_colors',
  'amoebot/leader_election', 'amoebot/line_formation', 'amoebot/expanded_circuits', 'amoebot/joint_movement_03',
];

scene('a scenario that the server was started with is on the screen', async (stage) => {
  const server = await stage.serve([scenario('oblot/circle_formation')]);
  const page = await stage.open({ url: server.url });
  const shown = await page.shown();
  assert.equal(shown.name, 'circle_formation');
  assert.equal(shown.event, 0);
  assert.match(await page.words('tool-scenario'), /circle_formation/);
  assert.match(await page.words('tool-model'), /oblot/);
  assert.match(await page.words('tool-algorithm'), /circle_formation/);
  assert.match(await page.page.title(), /circle_formation/);
  assert.match(await page.words('.status-source'), /in this browser, inline engine/);
});

for (const name of SCENARIOS) {
  scene(`${name} ends with the digest of the command line`, async (stage) => {
    const page = await stage.open({ opened: name });
    const said = await run(scenario(name));
    await page.click('run-to-end');
    await page.settled();
    const status = await page.status();
    assert.equal(status.digest, said.digest);
    assert.equal(status.dice, said.dice);
    assert.equal(status.event, said.events);
    assert.equal(status.ended, said.end);
    assert.ok(status.at_end);
    // The page says the same in words.
    assert.equal(await page.words('digest'), said.digest);
    assert.match(await page.words('.status-result'), new RegExp(`^${said.end}`));
    assert.ok(await page.at('run-to-end').isDisabled());
  });
}

scene('playing to the end by the clock gives the same digest', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  const said = await run(scenario('oblot/gathering'));
  await page.at('speed').fill('31');
  await page.click('tool-play');
  await page.until(() => window.formicary.run.status.at_end);
  await page.settled();
  assert.equal((await page.status()).digest, said.digest);
});
