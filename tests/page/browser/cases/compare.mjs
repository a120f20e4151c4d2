// Two runs beside each other, and the editor of the start.

import assert from 'node:assert/strict';

import { scene } from '../harness.mjs';
import { run, scenario } from '../programs.mjs';

const two = (page) => page.until(() => window.formicary.runs.length === 2 && window.formicary.runs[1].about !== null && window.formicary.runs[1].frame !== null);

scene('two runs with other seeds are linked in time', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.seek({ time: 3 });
  await page.panel('compare');
  await page.fill('compare-seed', '5');
  await page.click('compare-start');
  await two(page);
  await page.settled();
  assert.equal((await page.shown(1)).time, 3);
  assert.equal(await page.page.locator('.view-pane').count(), 2);
  await page.seek({ time: 7 });
  assert.deepEqual([(await page.shown(0)).time, (await page.shown(1)).time], [7, 7]);
  await page.click('tool-event');
  await page.settled();
  const [first, second] = [await page.shown(0), await page.shown(1)];
  assert.ok(Math.abs(first.time - second.time) < 1e-9, `${first.time} ${second.time}`);
  for (let k = 0; k < 4; k += 1) await page.press('Shift+ArrowRight');
  await page.until(() => window.formicary.runs.every((one) => one.frame && one.frame.time > 10.9));
  await page.until(() => Math.abs(window.formicary.runs[0].frame.time - window.formicary.runs[1].frame.time) < 1e-9);
  await page.click('tool-play');
  await page.until(() => window.formicary.runs.every((one) => one.frame.playing && one.frame.time > 12));
  await page.click('tool-play');
  await page.settled();
  await page.until(() => /seed/.test(document.querySelector('.compare-tables').textContent));
  await page.end();
  assert.equal((await page.status(0)).digest, (await run(scenario('oblot/gathering'))).digest);
  assert.equal((await page.status(1)).digest, (await run(scenario('oblot/gathering'), '--seed', '5')).digest);
  // Both are drawn where no panel covers them.
  for (const name of ['compare', 'status', 'settings', 'legend']) await page.panel(name);
  await page.page.waitForTimeout(400);
  await page.seek({ time: 0 });
  await page.press('f');
  await page.drawn();
  for (const which of [0, 1]) {
    for (let robot = 0; robot < 50; robot += 7) {
      const { x, y } = await page.place_of(robot, which);
      const over = await page.on_page(([left, top]) => document.elementFromPoint(left, top)?.closest('.view-pane, .panel, .dock')?.className, [x, y]);
      assert.match(over ?? 'nothing', /view-pane/, `robot ${robot} of run ${which} at ${x}, ${y}`);
    }
  }
  // A robot of the second run is selected there.
  await page.click_robot(11, { run: 1 });
  await page.until(() => window.formicary.runs[1].selected === 11);
  await page.until(() => /second run/.test(document.querySelector('.card-title').textContent));
  await page.click('compare-stop');
  await page.until(() => window.formicary.runs.length === 1);
  await page.drawn();
});

scene('another scheduler, faults on and off, other settings', async (stage) => {
  const page = await stage.open({ opened: 'oblot/fault_crash_time' });
  await page.panel('compare');
  const resolved = (which) => page.on_page((one) => window.formicary.runs[one].about.resolved, which);
  await page.select('compare-kind', 'scheduler');
  await page.select('compare-scheduler', 'fsync');
  await page.click('compare-start');
  await two(page);
  await page.settled();
  assert.equal((await resolved(1)).scheduler.kind, 'fsync');
  await page.select('compare-kind', 'no_faults');
  await page.click('compare-start');
  await page.until(() => (window.formicary.runs[1].about.resolved.faults ?? []).length === 0);
  await page.select('compare-kind', 'fault');
  await page.select('compare-fault', 'crash');
  await page.fill('compare-count', '2');
  await page.click('compare-start');
  await page.until(() => window.formicary.runs[1].about.resolved.faults?.length > 0);
  await page.select('compare-kind', 'set');
  await page.fill('compare-set', 'swarm.robots=nonsense');
  await page.click('compare-start');
  await page.shows('compare-message');
  await page.fill('compare-set', 'swarm.speed=0.5');
  await page.click('compare-start');
  await page.until(() => window.formicary.runs[1].about.resolved.swarm.speed === 0.5);
  await page.settled();
  await page.click('[data-action="close-compare"]');
  await page.hides('panel-compare');
});

scene('particles are compared too', async (stage) => {
  const page = await stage.open({ opened: 'amoebot/leader_election' });
  await page.panel('compare');
  await page.click('compare-start');
  await two(page);
  await page.seek({ time: 10 });
  assert.equal((await page.shown(1)).model, 'amoebot');
  assert.equal((await page.shown(1)).time, 10);
});

scene('robots are dragged, added, removed; the run starts from there', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.panel('editor');
  await page.drawn();
  const { mouse } = page.page;
  const at = await page.place_of(0);
  await mouse.move(at.x, at.y);
  await mouse.down();
  await mouse.move(at.x + 15, at.y + 12, { steps: 4 });
  await mouse.up();
  await page.until(() => /50 robots, changed/.test(document.querySelector('.editor-count').textContent));
  await page.click('editor-undo');
  await page.until(() => /^50 robots$/.test(document.querySelector('.editor-count').textContent));
  await page.click('editor-redo');
  await page.at('editor-snap').check();
  await page.fill('editor-grid', '2');
  await page.click('editor-add');
  await mouse.click(640, 250);
  await page.until(() => /51 robots/.test(document.querySelector('.editor-count').textContent));
  await page.click('editor-remove');
  await mouse.click(640, 250);
  await page.until(() => /50 robots/.test(document.querySelector('.editor-count').textContent));
  await page.click('editor-add');
  await mouse.click(640, 250);
  await page.click('editor-move');
  await page.click('editor-apply');
  await page.until(() => window.formicary.run.about.robots === 51);
  await page.settled();
  const { positions } = await page.call({ do: 'start' });
  assert.ok(positions[50].every((part) => Math.abs(part / 2 - Math.round(part / 2)) < 1e-9), String(positions[50]));
  await page.click('[data-action="close-editor"]');
  await page.hides('panel-editor');
});

scene('positions are pasted; errors are told by line and column', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.panel('editor');
  await page.page.locator('.editor-part summary').first().click();
  await page.fill('editor-text', '1, 2\n3; four\n5\n6 7 8');
  await page.until(() => document.querySelectorAll('#editor-errors li').length === 3);
  const errors = await page.page.locator('#editor-errors li').allInnerTexts();
  assert.deepEqual(errors.map((text) => /line (\d+)/.exec(text)[1]), ['2', '3', '4']);
  assert.ok(await page.at('editor-use').isDisabled());
  await page.click('#editor-errors button');
  assert.equal(await page.on_page(() => document.getElementById('editor-text').selectionStart), '1, 2\n3; '.length);
  await page.fill('editor-text', '0, 0\n10.12345678901234 0\n0\t-7.5\n');
  await page.until(() => document.querySelectorAll('#editor-errors li').length === 0);
  await page.click('editor-use');
  await page.click('editor-apply');
  await page.until(() => window.formicary.run.about.robots === 3);
  assert.deepEqual((await page.call({ do: 'start' })).positions, [[0, 0], [10.12345678901234, 0], [0, -7.5]]);
  await page.click('editor-show');
  assert.equal(await page.at('editor-text').inputValue(), '0, 0\n10.12345678901234, 0\n0, -7.5');
  await page.fill('editor-text', '1 1');
  await page.click('editor-use');
  await page.click('editor-discard');
  await page.until(() => /^3 robots$/.test(document.querySelector('.editor-count').textContent));
});

scene('robots start in a shape', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.panel('editor');
  await page.page.locator('.editor-part summary').nth(1).click();
  const shapes = await page.page.locator('#editor-shape option').evaluateAll((options) => options.map(({ value }) => value));
  assert.ok(shapes.length > 6, shapes.join(' '));
  for (const shape of shapes) {
    await page.select('editor-shape', shape);
    await page.fill('editor-robots', '24');
    for (const control of await page.page.locator('.shape-parameters input, .shape-parameters select').all()) {
      if (await control.evaluate((one) => one.tagName === 'SELECT')) await control.selectOption({ index: 0 });
      else await control.focus();
    }
  }
  await page.select('editor-shape', 'circle');
  await page.fill('editor-robots', '0');
  await page.on_page(() => document.getElementById('editor-robots').form.noValidate = true);
  await page.click('editor-place');
  await page.shows('editor-message');
  await page.fill('editor-robots', '24');
  await page.page.locator('.shape-parameters input').first().fill('30');
  await page.click('editor-place');
  await page.until(() => window.formicary.run.about.resolved.swarm.start === 'circle' && window.formicary.run.about.robots === 24);
});
