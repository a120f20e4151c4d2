// One robot: clicked, found, its card, what it saw, following it, trails.

import assert from 'node:assert/strict';

import { scene } from '../harness.mjs';
import { text_of } from '../programs.mjs';

const fields = (page) => page.on_page(() => Object.fromEntries([...document.querySelectorAll('.card-fields dt')].map((dt) => [dt.textContent, dt.nextElementSibling.textContent])));

/** Waits until the card shows what the run says of the robot now. */
async function fresh(page, robot) {
  const card = await page.call({ do: 'card', robot });
  const [x] = card.fields.find(({ kind }) => kind === 'position').value;
  await page.until((first) => {
    const dd = document.querySelector('.card-fields dd.card-position');
    return dd && Math.abs(Number(dd.textContent.split(',')[0].replace('−', '-')) - first) <= 1e-6 * Math.max(1, Math.abs(first));
  }, x);
  return card;
}

scene('a click selects a robot, and its card says how it is', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering_radius' });
  await page.seek({ time: 4 });
  await page.hold_camera();
  const before = await page.picture();
  await page.click_robot(7);
  await page.shows('.card-fields dd');
  assert.equal((await page.shown()).selected, 7);
  assert.match(await page.words('.card-title'), /robot 7/);
  const card = await fresh(page, 7);
  const said = await fields(page);
  for (const { label } of card.fields) assert.ok(label in said, `${label} in ${Object.keys(said)}`);
  for (const label of ['phase', 'position', 'activations']) assert.ok(Object.keys(said).some((one) => one.includes(label)), `${label} in ${Object.keys(said)}`);
  // What it saw is drawn, and listed.
  assert.ok(card.percept, 'it has looked');
  await page.drawn();
  assert.notEqual(await page.picture(), before);
  await page.click('card-seen');
  await page.shows('.seen li');
  assert.match(await page.words('card-seen'), new RegExp(`${card.percept.robots.length} robots?`));
  // Who was seen can be selected from the list.
  const other = Number(await page.words('.seen button.link'));
  await page.click('.seen button.link');
  await page.until((robot) => window.formicary.run.selected === robot, other);
  await page.click('card-deselect');
  await page.until(() => window.formicary.run.selected === null);
  assert.ok(await page.visible('.card > .note'));
});

scene('the percept is drawn with its radius, and goes with the selection', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering_radius' });
  await page.seek({ time: 4 });
  await page.panel('card');
  await page.hold_camera();
  const before = await page.picture();
  await page.on_page(() => window.formicary.actions.select(window.formicary.run, 7));
  await page.until(() => window.formicary.run.card?.percept?.radius > 0);
  const after = await page.picture();
  assert.notEqual(after, before);
  await page.click('card-deselect');
  await page.until(() => window.formicary.run.selected === null);
  assert.equal(await page.picture(), before);
});

scene('the card is right at the end of a run that was played', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.on_page(() => window.formicary.actions.select(window.formicary.run, 5));
  await page.shows('.card-fields dd');
  await page.on_page(() => window.formicary.actions.speed('max'));
  await page.click('tool-play');
  await page.until(() => window.formicary.run.status.at_end);
  await page.settled();
  await page.page.waitForTimeout(700);
  const card = await page.call({ do: 'card', robot: 5 });
  assert.deepEqual(await page.on_page(() => window.formicary.run.card), card);
  const said = await fields(page);
  assert.match(said.phase, /terminated/);
  assert.equal(Number(said.activations.replaceAll(',', '')), card.fields.find(({ label }) => label === 'activations').value);
});

scene('a robot is found by its number', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.click('tool-find');
  await page.fill('find-text', '42');
  await page.click('find-go');
  await page.hides('panel-find');
  assert.equal((await page.shown()).selected, 42);
  await page.drawn();
  const { x, y } = await page.place_of(42);
  const middle = await page.on_page(() => {
    const { left, right, top, bottom } = window.formicary.margins();
    return { x: (left + innerWidth - right) / 2, y: (top + innerHeight - bottom) / 2 };
  });
  assert.ok(Math.hypot(x - middle.x, y - middle.y) < 80, `${x} ${y} ${JSON.stringify(middle)}`);
  await page.press('/');
  await page.fill('find-text', '50');
  await page.press('Enter');
  await page.shows('find-message');
  assert.match(await page.words('find-message'), /50/);
  await page.fill('find-text', '');
  await page.press('Enter');
  await page.until(() => /number or a name/.test(document.getElementById('find-message').textContent));
  await page.click('[data-action="close-find"]');
  await page.hides('panel-find');
  assert.equal((await page.shown()).selected, 42);
});

scene('a double click follows a robot; a drag lets it go', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.click_robot(3, { clickCount: 2, delay: 20 });
  await page.until(() => window.formicary.view.following.on);
  assert.equal(await page.attribute('card-follow', 'aria-pressed'), 'true');
  const where = async () => {
    await page.drawn();
    return page.place_of((await page.shown()).selected);
  };
  const one = await where();
  await page.seek({ time: 8 });
  const other = await where();
  assert.ok(Math.hypot(one.x - other.x, one.y - other.y) < 2, `${JSON.stringify(one)} ${JSON.stringify(other)}`);
  const { mouse } = page.page;
  await mouse.move(640, 300);
  await mouse.down();
  await mouse.move(560, 260, { steps: 4 });
  await mouse.up();
  assert.equal(await page.attribute('card-follow', 'aria-pressed'), 'false');
  await page.click('card-follow');
  await page.until(() => window.formicary.view.following.on);
  await page.click('card-follow');
  await page.until(() => !window.formicary.view.following.on);
});

scene('trails and targets are drawn and taken away', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.on_page(() => window.formicary.actions.select(window.formicary.run, 5));
  await page.shows('.card-fields dd');
  await page.seek({ time: 3 });
  await page.hold_camera();
  await page.drawn();
  await page.click('card-trails');
  assert.equal(await page.attribute('card-trails', 'aria-pressed'), 'true');
  for (const time of [4, 5, 6, 7]) await page.seek({ time });
  const with_trails = await page.picture();
  await page.click('card-trails');
  assert.notEqual(await page.picture(), with_trails);
  const plain = await page.picture();
  await page.click('card-targets');
  assert.equal(await page.attribute('card-targets', 'aria-pressed'), 'true');
  await page.until(() => window.formicary.run.frame.has_targets);
  assert.notEqual(await page.picture(), plain);
  await page.click('card-targets');
  await page.until(() => !window.formicary.run.frame.has_targets);
  assert.equal(await page.picture(), plain);
});

scene('the pointer tells who is under it; wheel and drag move the view', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  const { mouse } = page.page;
  const at = await page.place_of(9);
  await mouse.move(at.x, at.y);
  await page.until(() => /robot \d+ · waiting/.test(document.querySelector('.view-hint').textContent));
  const camera = () => page.on_page(() => ({ x: window.formicary.view.camera.x, y: window.formicary.view.camera.y, scale: window.formicary.view.camera.scale }));
  const one = await camera();
  await mouse.wheel(0, -300);
  await page.drawn();
  const two = await camera();
  assert.ok(two.scale > one.scale);
  // What is under the pointer stays there.
  const still = await page.place_of(9);
  assert.ok(Math.hypot(still.x - at.x, still.y - at.y) < 1);
  await mouse.move(700, 200);
  await mouse.down();
  await mouse.move(600, 300, { steps: 5 });
  await page.page.waitForTimeout(120);
  await mouse.up();
  await page.drawn();
  const three = await camera();
  assert.ok(three.x > two.x && three.y > two.y);
  await mouse.dblclick(640, 120);
  await page.drawn();
});

scene('lights are told in the card and the legend', async (stage) => {
  const page = await stage.open();
  await page.open_text(text_of('oblot/rendezvous_two_colors'), 'rendezvous');
  await page.seek({ time: 2 });
  await page.on_page(() => window.formicary.actions.select(window.formicary.run, 0));
  await page.shows('.card-fields dd');
  assert.ok(Object.keys(await fields(page)).some((label) => label.includes('light')));
  await page.until(() => / light/.test(document.querySelector('.legend').textContent));
});
