// Steering: what is done to robots, kept with the run, saved, and run again by the command line.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { scene } from '../harness.mjs';
import { folder, formicary, run } from '../programs.mjs';

/** Does one of the commands of the panel, with these values in its fields. */
async function order(page, usage, ...values) {
  const form = page.page.locator(`#panel-steer form[aria-label="${usage}"]`);
  for (const [k, value] of values.entries()) await form.locator('input').nth(k).fill(String(value));
  const before = await page.page.locator('#steer-log li code').count();
  await form.locator('button').click();
  await page.until((count) => document.querySelectorAll('#steer-log li code').length > count, before);
  await page.settled();
}

/** Ends the run, saves it, and has the command line run it to the same end. */
async function runs_again(page) {
  const { digest, event } = await page.end();
  await page.click('tool-exports');
  const saved = await page.download(() => page.click('export-scenario'));
  await page.press('Escape');
  assert.match(saved.name, /\.toml$/);
  const file = path.join(folder(), saved.name);
  fs.writeFileSync(file, saved.bytes);
  const said = await run(file);
  assert.equal(said.digest, digest);
  assert.equal(said.events, event);
  return saved.bytes.toString();
}

/** Saves the record, and has the command line replay it. */
async function replays(page) {
  await page.click('tool-exports');
  const saved = await page.download(() => page.click('export-record'));
  await page.press('Escape');
  assert.match(saved.name, /\.jsonl$/);
  const file = path.join(folder(), saved.name);
  fs.writeFileSync(file, saved.bytes);
  await formicary('replay', file);
}

scene('crash, move, slow and freeze; the run is saved and runs again to the same digest', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  const plain = (await page.end()).digest;
  await page.click('tool-reset');
  await page.settled();
  await page.seek({ time: 2 });
  await page.panel('steer');
  const form = page.page.locator('#panel-steer form[aria-label="crash ROBOT"]');
  await form.locator('input').fill('3');
  await form.locator('button').click();
  // The run is known to its end: what came later is cut off only after a question.
  await page.shows('question-yes');
  await page.click('question-no');
  await page.hides('question-no');
  assert.equal(await page.page.locator('#steer-log li code').count(), 0);
  await form.locator('button').click();
  await page.click('question-yes');
  await page.until(() => document.querySelectorAll('#steer-log li code').length === 1);
  await page.settled();
  // It takes place before the next event.
  await page.click('tool-event');
  await page.settled();
  const card = await page.call({ do: 'card', robot: 3 });
  assert.match(JSON.stringify(card.fields), /crash/);
  await page.seek({ time: 5 });
  await order(page, 'move ROBOT X Y', 4, 10, -20);
  await order(page, 'slow ROBOT FACTOR', 5, 0.5);
  await order(page, 'freeze ROBOT', 6);
  assert.equal(await page.page.locator('#steer-log li code').count(), 4);
  await replays(page);
  const text = await runs_again(page);
  assert.match(text, /\[\[orders\]\]/);
  assert.notEqual((await page.status()).digest, plain);
  // An entry of the log leads to its place.
  await page.click('#steer-log button.link');
  await page.settled();
  assert.ok(Math.abs((await page.shown()).time - 5) < 0.5);
});

scene('a robot is steered from its card', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.seek({ time: 1 });
  await page.on_page(() => window.formicary.actions.select(window.formicary.run, 8));
  await page.shows('card-crash');
  const done = async (words) => page.until((text) => document.getElementById('card-message').textContent.includes(text) || document.querySelector('#steer-log li code')?.textContent === text, words);
  const fill = (usage, ...values) => Promise.all(values.map((value, k) => page.page.locator(`.card form[aria-label="${usage}"] input`).nth(k).fill(String(value))));
  await fill('slow ROBOT FACTOR', 0.25);
  await page.click('card-slow');
  await done('slow 8 0.25');
  await fill('move ROBOT X Y', 1);
  await page.click('card-move');
  // The second number is missing.
  await page.until(() => document.querySelector('.card form[aria-label="move ROBOT X Y"] .message')?.textContent === 'y is missing');
  await page.page.locator('.card form[aria-label="move ROBOT X Y"] input').nth(1).fill('2');
  await page.click('card-move');
  await done('move 8 1 2');
  // Each of the two is an event of its own.
  for (const _ of ['slow', 'move']) {
    await page.click('tool-event');
    await page.settled();
  }
  const { position } = await page.call({ do: 'card', robot: 8 });
  assert.deepEqual(position.map((part) => Math.round(part)), [1, 2]);
  await page.click('card-freeze');
  await done('freeze 8');
  await page.click('card-crash');
  await done('crash 8');
  await runs_again(page);
});

scene('what cannot be done is refused in words', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.panel('steer');
  const form = page.page.locator('#panel-steer form[aria-label="crash ROBOT"]');
  await form.locator('input').fill('99');
  await form.locator('button').click();
  await page.until(() => /99/.test(document.getElementById('steer-message').textContent));
  assert.ok(await page.visible('#steer-log li.bad'));
  await page.page.locator('#panel-steer form[aria-label="slow ROBOT FACTOR"] input').nth(0).fill('1');
  await page.page.locator('#panel-steer form[aria-label="slow ROBOT FACTOR"] input').nth(1).fill('fast');
  await page.click('steer-slow');
  await page.until(() => /expected a number/.test(document.querySelector('#panel-steer form[aria-label="slow ROBOT FACTOR"] .message').textContent));
  await page.click('[data-action="close-steer"]');
  await page.hides('panel-steer');
});

scene('an adversary by hand activates the robot that is clicked', async (stage) => {
  const page = await stage.open({ opened: 'oblot/sequential_round_robin' });
  await page.panel('steer');
  const { commands } = await page.on_page(() => window.formicary.run.about);
  assert.ok(commands.some(([usage]) => usage.startsWith('activate')), JSON.stringify(commands));
  await page.seek({ event: 0 });
  await page.click('activate-next');
  assert.equal(await page.attribute('activate-next', 'aria-pressed'), 'true');
  await page.click_robot(4);
  await page.until(() => /^activate 4/.test(document.querySelector('#steer-log li code')?.textContent));
  await page.settled();
  const before = await page.call({ do: 'card', robot: 4 });
  for (let k = 0; k < 4; k += 1) await page.click('tool-event');
  await page.settled();
  assert.notDeepEqual((await page.call({ do: 'card', robot: 4 })).fields, before.fields);
  await page.click('activate-next');
  assert.equal(await page.attribute('activate-next', 'aria-pressed'), 'false');
  // The same by a command, and from the card.
  await order(page, 'activate ROBOT', 2);
  await page.on_page(() => window.formicary.actions.select(window.formicary.run, 3));
  await page.click('card-activate');
  await page.until(() => document.querySelector('#steer-log li code').textContent === 'activate 3');
  await runs_again(page);
});

scene('lights are set', async (stage) => {
  const page = await stage.open({ opened: 'oblot/rendezvous_two_colors' });
  await page.seek({ event: 6 });
  const [first, second] = ['white', 'black'];
  await page.panel('steer');
  await order(page, 'light ROBOT COLOUR', 0, 'red');
  assert.match(await page.words('steer-message'), /white.*black/);
  await order(page, 'light ROBOT COLOUR', 0, second);
  await page.on_page(() => window.formicary.actions.select(window.formicary.run, 1));
  const form = page.page.locator('.card form[aria-label="light ROBOT COLOUR"]');
  await form.locator('input').fill(first);
  await form.locator('button').click();
  await page.until((line) => document.querySelector('#steer-log li code').textContent === line, `light 1 ${first}`);
  for (let k = 0; k < 2; k += 1) {
    await page.click('tool-event');
    await page.settled();
  }
  const light = async (robot) => JSON.stringify((await page.call({ do: 'card', robot })).fields.find(({ label }) => label === 'light').value);
  assert.match(await light(0), new RegExp(second));
  assert.match(await light(1), new RegExp(first));
  await runs_again(page);
});

scene('particles are steered too', async (stage) => {
  const page = await stage.open({ opened: 'amoebot/leader_election' });
  await page.seek({ time: 3 });
  await page.panel('steer');
  const { commands } = await page.on_page(() => window.formicary.run.about);
  assert.ok(commands.length > 0);
  const card = await page.call({ do: 'card', robot: 2 });
  assert.ok(card.fields.length > 2);
  await order(page, 'cut ROUND', 6);
  await page.on_page(() => window.formicary.actions.select(window.formicary.run, 2));
  await page.shows('#panel-card form.command button');
  const set = page.page.locator('.card form[aria-label="set PARTICLE ATTRIBUTE VALUE"]');
  await set.locator('input').nth(0).fill('nothing_of_the_kind');
  await set.locator('input').nth(1).fill('1');
  await set.locator('button').click();
  await page.until(() => /nothing_of_the_kind/.test(document.getElementById('card-message').textContent));
  const panel = page.page.locator('#panel-steer form[aria-label="set PARTICLE ATTRIBUTE VALUE"]');
  for (const [k, value] of ['2', 'nothing_else', '1'].entries()) await panel.locator('input').nth(k).fill(value);
  await panel.locator('button').click();
  await page.until(() => /nothing_else/.test(document.getElementById('steer-message').textContent));
  await runs_again(page);
});
