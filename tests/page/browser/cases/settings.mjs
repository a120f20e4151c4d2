// Settings as a form and as text, the gallery, the menus of models and algorithms, the explanation.

import assert from 'node:assert/strict';

import { scene } from '../harness.mjs';
import { run, scenario, text_of } from '../programs.mjs';

const opened = (page) => page.on_page(() => window.formicary.run.opened);

/** Waits until the settings have checked what was written. */
async function checked(page, wrong) {
  await page.until((is) => (/something is wrong/.test(document.querySelector('.settings-foot').textContent)) === is, wrong);
}

scene('a field of the form is changed, checked and applied', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.click('tool-settings');
  await page.shows('set-swarm-robots');
  assert.equal(await page.at('set-swarm-robots').inputValue(), '50');
  assert.ok(await page.at('apply').isDisabled());
  await page.fill('set-swarm-robots', '20');
  await checked(page, false);
  await page.click('apply');
  await page.until(() => window.formicary.run.about.robots === 20);
  await page.settled();
  const said = await run(scenario('oblot/gathering'), '--set', 'swarm.robots=20');
  assert.equal((await page.end()).digest, said.digest);
  // What was changed is listed, and taken away again.
  await page.shows('.set-chip');
  await page.click('[data-action="take-away"]');
  await page.until(() => window.formicary.run.about.robots === 50);
});

scene('a wrong value is told at its field, and nothing is opened', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.panel('settings');
  await page.shows('set-swarm-robots');
  await page.fill('set-swarm-robots', '-3');
  await page.shows('.setting[data-path="swarm.robots"] .setting-error');
  assert.match(await page.words('.setting[data-path="swarm.robots"] .setting-error'), /\d|expected|at least/);
  assert.equal(await page.attribute('set-swarm-robots', 'aria-invalid'), 'true');
  assert.ok(await page.at('apply').isDisabled());
  await page.click('revert');
  await page.hides('.setting-error');
  assert.equal(await page.at('set-swarm-robots').inputValue(), '50');
  assert.equal((await page.shown()).n, 50);
  // What belongs to no field is told at the top.
  await page.fill('seed', '99999999999999999999');
  await checked(page, true);
  assert.equal(await page.attribute('seed', 'aria-invalid'), 'true');
});

scene('lists of tables, switches and choices', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.panel('settings');
  await page.shows('set-swarm-robots');
  const group = (name) => page.page.locator(`details.group[data-group="${name}"]`);
  await group('faults').locator('summary').first().click();
  await page.click('add-faults');
  await page.shows('.entry');
  await checked(page, false);
  await page.select('set-faults-0-kind', 'crash');
  await page.fill('set-faults-0-count', '3');
  await checked(page, false);
  await page.click('apply');
  await page.until(() => window.formicary.run.about.resolved.faults.length === 1);
  await page.settled();
  await group('faults').locator('[data-action="remove-fault"]').click();
  await page.click('apply');
  await page.until(() => (window.formicary.run.about.resolved.faults ?? []).length === 0);
  await group('monitors').locator('summary').first().click();
  await page.click('add-monitors');
  await page.select('set-monitors-0-kind', 'edges');
  await checked(page, false);
  await group('monitors').locator('[data-action="remove-monitor"]').click();
  await group('scheduler').locator('summary').first().click();
  await page.select('set-scheduler-kind', 'fsync');
  await checked(page, false);
  await page.click('apply');
  await page.until(() => window.formicary.run.about.scheduler === 'fsync');
  await group('swarm').locator('details.more summary').click();
  for (const name of ['movement', 'visibility', 'frames', 'sensing', 'limits']) {
    const one = group(name);
    if ((await one.count()) === 0) continue;
    await one.locator('summary').first().click();
  }
  const box = page.page.locator('.settings input[type="checkbox"]:visible').first();
  await box.click();
  const area = page.page.locator('.settings .setting textarea:visible').first();
  await area.fill('1');
  await page.click('revert');
});

scene('errors in the text are told by their line', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.panel('settings');
  await page.shows('set-swarm-robots');
  await page.click('settings-tab-text');
  await page.shows('scenario-text');
  const text = text_of('oblot/gathering');
  assert.equal(await page.at('scenario-text').inputValue(), text);
  const lines = text.split('\n');
  const line = lines.findIndex((one) => one.startsWith('robots')) + 1;
  await page.fill('scenario-text', text.replace('robots = 50', 'robots = "many"'));
  await page.shows('scenario-text-error');
  assert.match(await page.words('scenario-text-error'), new RegExp(`Line ${line}, column \\d+`));
  assert.equal(await page.words('.gutter .wrong'), String(line));
  assert.ok(await page.at('apply').isDisabled());
  await page.fill('scenario-text', text.replace('algorithm = "gathering"', 'algorithm = "gatherin"'));
  await page.until((number) => document.querySelector('.gutter .wrong')?.textContent === number, String(line + 1));
  assert.match(await page.words('scenario-text-error'), /gathering/);
  await page.fill('scenario-text', `${text}\n[swarm`);
  await page.until(() => /Line \d/.test(document.getElementById('scenario-text-error').textContent));
  await page.fill('scenario-text', text.replace('robots = 50', 'robots = 12'));
  await page.hides('scenario-text-error');
  await page.click('apply');
  await page.until(() => window.formicary.run.about.robots === 12);
  await page.press('Escape');
  await page.panel('settings');
  await page.at('settings-tab-text').focus();
  await page.press('ArrowLeft');
  await page.shows('settings-form');
  await page.click('settings-tab-text');
  await page.click('settings-tab-form');
  await page.shows('settings-form');
});

scene('the seed is written or drawn', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.panel('settings');
  await page.shows('set-swarm-robots');
  await page.fill('seed', '7');
  await checked(page, false);
  await page.press('Enter');
  await page.until(() => window.formicary.run.about.seed === '7');
  await page.settled();
  assert.equal((await page.end()).digest, (await run(scenario('oblot/gathering'), '--seed', '7')).digest);
  await page.click('dice');
  await page.until(() => window.formicary.run.about.seed !== '7');
  assert.match((await opened(page)).seed, /^\d+$/);
});

scene('every setting of every shipped model has a hint', async (stage) => {
  for (const name of ['oblot/gathering', 'amoebot/leader_election']) {
    const page = await stage.open({ opened: name });
    await page.panel('settings');
    await page.shows('.setting');
    await page.on_page(() => document.querySelectorAll('.settings details').forEach((one) => (one.open = true)));
    await page.page.waitForTimeout(200);
    const bare = await page.on_page(() => [...document.querySelectorAll('.setting')].filter((one) => !one.querySelector('.setting-hint')?.textContent).map((one) => one.dataset.path));
    assert.deepEqual(bare, [], name);
  }
});

scene('the gallery shows all scenarios, searches them and opens them', async (stage) => {
  const page = await stage.open();
  await page.click('tool-gallery');
  await page.shows('.gallery-card');
  const count = await page.page.locator('.gallery-card').count();
  assert.ok(count > 200, String(count));
  await page.fill('gallery-search', 'circle formation');
  await page.until((all) => document.querySelectorAll('.gallery-card:not([hidden])').length < all, count);
  await page.click('.gallery-card[data-path="oblot/circle_formation.toml"]');
  await page.until(() => window.formicary.run.about.name === 'circle_formation');
  await page.settled();
  await page.fill('gallery-search', 'leader_election_fast');
  await page.press('Enter');
  await page.until(() => window.formicary.run.about.name === 'leader_election_fast');
  await page.settled();
  assert.equal((await page.shown()).model, 'amoebot');
  await page.click('[data-action="close-gallery"]');
  await page.hides('panel-gallery');
  await page.click('tool-scenario');
  await page.shows('panel-gallery');
});

scene('every shipped scenario that can run in a page opens and draws', async (stage) => {
  const page = await stage.open();
  const all = await page.on_page(() => window.formicary.scenarios().then((list) => list.map(({ path, text }) => ({ path, text }))));
  const refused = [];
  for (const { path, text } of all) {
    try {
      await page.on_page((what) => window.formicary.actions.open(what), { text, name: path });
      await page.seek({ event: 20 });
    } catch (error) {
      if (!/outside|wall|not supported|in a page|file|program/.test(error.message)) throw error;
      refused.push(path);
    }
  }
  assert.ok(refused.length < 25, refused.join(' '));
}, { timeout: 300_000 });

scene('models and algorithms are chosen from menus', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.click('tool-model');
  await page.shows('[role="menu"]');
  await page.press('ArrowDown', 'ArrowUp', 'Escape');
  await page.hides('[role="menu"]');
  await page.until(() => document.getElementById('tool-model').getAttribute('aria-expanded') === 'false');
  await page.click('tool-model');
  await page.click('[role="menuitem"][data-action="amoebot"]');
  await page.until(() => window.formicary.run.about.model === 'amoebot');
  await page.settled();
  await page.click('tool-algorithm');
  await page.click('[role="menuitem"][data-action="line_formation"]');
  await page.until(() => window.formicary.run.about.algorithm === 'line_formation');
  await page.settled();
});

scene('the menu has every panel and tool', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.click('tool-menu');
  const actions = await page.page.locator('[role="menu"] .menu-item').evaluateAll((items) => items.map((item) => item.dataset.action));
  await page.press('Escape');
  for (const action of actions) {
    await page.click('tool-menu');
    await page.click(`[role="menu"] [data-action="${action}"]`);
    await page.page.waitForTimeout(60);
    if (action === 'panels') await page.press('h');
    if (action === 'screen') await page.on_page(() => document.exitFullscreen());
    if (['find', 'exports', 'help'].includes(action)) await page.press('Escape');
    await page.hides('dialog[open]');
  }
  assert.ok(actions.length > 15);
});

scene('every algorithm and scheduler is explained', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering_radius' });
  await page.click('tool-explain');
  await page.shows('.explain-name');
  assert.match(await page.words('.explain-name'), /^gathering$/i);
  for (const words of ['Look', 'Compute', 'Move']) assert.ok((await page.words('.flow')).includes(words), words);
  assert.match(await page.words('explain-text'), /Limits|limits/i);
  assert.match(await page.words('explain-text'), /Source/i);
  await page.seek({ time: 3 });
  await page.on_page(() => window.formicary.actions.select(window.formicary.run, 2));
  await page.until(() => /robot 2/.test(document.querySelector('.flow-word').textContent));
  await page.click('explain-scheduler');
  await page.until(() => document.querySelector('.explain-name').textContent === 'async');
  await page.click('explain-algorithm');
  await page.until(() => document.querySelector('.explain-name').textContent === 'gathering');
  const choices = await page.page.locator('#explain-choice option').evaluateAll((options) => options.map(({ value }) => value));
  assert.ok(choices.length > 40, String(choices.length));
  for (const value of choices) {
    await page.select('explain-choice', value);
    await page.until((name) => document.querySelector('.explain-name')?.textContent === name, value.split('/')[1].replaceAll('_', ' '));
    if (value.startsWith('algorithms/')) assert.ok(await page.visible('.flow'), `${value} has a flow`);
    assert.ok((await page.words('explain-text')).length > 60, value);
  }
  await page.select('explain-choice', 'algorithms/circle_formation');
  await page.click('explain-scenario');
  await page.until(() => window.formicary.run.about.algorithm === 'circle_formation');
  await page.click('[data-action="close-explain"]');
  await page.hides('panel-explain');
});
