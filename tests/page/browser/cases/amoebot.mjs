// Particles: drawn with heads, tails, bonds, circuits, beeps, movements, objects; attributes in the card.

import assert from 'node:assert/strict';

import { scene } from '../harness.mjs';

scene('particles have attributes in their card, and a name finds them', async (stage) => {
  const page = await stage.open({ opened: 'amoebot/leader_election' });
  await page.seek({ time: 20 });
  await page.click_robot(3);
  await page.shows('.card-fields dd');
  assert.match(await page.words('.card-title'), /particle 3/);
  assert.match(await page.words('#panel-card-title'), /Particle/);
  const card = await page.call({ do: 'card', robot: 3 });
  const labels = await page.page.locator('.card-fields dt').allTextContents();
  assert.deepEqual(labels, card.fields.map(({ label }) => label));
  assert.ok(labels.length > 5, labels.join(', '));
  await page.until(() => window.formicary.view.panes[0].picture.selected === 3);
});

scene('circuits and bonds are asked for where they can be told apart', async (stage) => {
  const page = await stage.open({ opened: 'amoebot/pasc' });
  await page.seek({ time: 3 });
  await page.until(() => window.formicary.run.frame.has_circuits && window.formicary.run.frame.has_bonds);
  await page.until(() => /circuit/.test(document.querySelector('.legend').textContent) && /bond/.test(document.querySelector('.legend').textContent));
  await page.hold_camera();
  const near = await page.picture();
  for (let k = 0; k < 14; k += 1) await page.press('-');
  await page.until(() => !window.formicary.run.frame.has_circuits && !window.formicary.run.frame.has_bonds);
  assert.notEqual(await page.picture(), near);
  await page.press('f');
  await page.until(() => window.formicary.run.frame.has_circuits);
});

scene('movements are animated between their ends', async (stage) => {
  const page = await stage.open({ opened: 'amoebot/smart_material' });
  await page.end();
  await page.hold_camera();
  const seen = new Map();
  for (const part of [0.1, 0.3, 0.5]) {
    await page.seek({ time: 2 + part });
    const [fraction, moved] = await page.on_page(() => {
      const { frame } = window.formicary.run;
      let count = 0;
      for (let k = 0; k < 4 * frame.n; k += 1) count += Number(frame.from[k] !== frame.to[k]);
      return [frame.fraction, count];
    });
    assert.ok(moved > 100, `${moved} coordinates move`);
    seen.set(await page.picture(), fraction);
  }
  const fractions = [...seen.values()];
  assert.equal(fractions.length, 3, 'three pictures of one movement');
  assert.ok(fractions.every((fraction, k) => fraction > (fractions[k - 1] ?? 0) && fraction < 1), fractions.join(' '));
  // After the movement everything stands still until the next one.
  await page.seek({ time: 2.8 });
  assert.equal(await page.on_page(() => window.formicary.run.frame.fraction), 1);
  const still = await page.picture();
  await page.seek({ time: 2.9 });
  assert.equal(await page.picture(), still);
});

scene('beeps flash, and not with reduced motion', async (stage) => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const page = await stage.open({ opened: 'amoebot/leader_election', context: { reducedMotion } });
    await page.seek({ time: 4 });
    await page.until(() => window.formicary.run.frame.has_circuits);
    const flashes = await page.on_page(async () => {
      const { view, actions } = window.formicary;
      let most = 0;
      for (let k = 0; k < 12; k += 1) {
        await actions.step(1, 'round');
        for (let wait = 0; wait < 4; wait += 1) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          most = Math.max(most, view.panes[0].picture.flash);
        }
      }
      return most;
    });
    if (reducedMotion === 'reduce') assert.equal(flashes, 0);
    else assert.ok(flashes > 0.2, String(flashes));
  }
});

scene('objects and painted particles are in the legend by name', async (stage) => {
  const page = await stage.open({ opened: 'amoebot/object_demo' });
  await page.until(() => /object/.test(document.querySelector('.legend').textContent));
  await page.open('amoebot/leader_election');
  await page.seek({ time: 30 });
  await page.until(() => /painted [a-z]/.test(document.querySelector('.legend').textContent));
  const painted = page.page.locator('.legend li', { hasText: 'painted' }).first();
  assert.match(await painted.getAttribute('title'), /^#[0-9a-f]{6}$/);
  assert.doesNotMatch(await painted.innerText(), /#/);
});

scene('conflicts and collisions are marked and told', async (stage) => {
  for (const [name, end] of [['amoebot/scripted_conflict', 'conflict'], ['amoebot/collision_edges', 'collision']]) {
    const page = await stage.open({ opened: name });
    const status = await page.end();
    assert.equal(status.ended, end, name);
    const { marks } = await page.call({ do: 'marks', since: 0 });
    assert.ok(marks.some(([, , kind]) => kind === end), `${name}: ${JSON.stringify(marks)}`);
    assert.match(await page.words('.status-result'), new RegExp(end));
  }
});
