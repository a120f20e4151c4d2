// The controls of time: play, steps in both directions, speed, the timeline.

import assert from 'node:assert/strict';

import { scene } from '../harness.mjs';

/** Presses something and gives what is shown once it is quiet again. */
async function after(page, act) {
  await act();
  await page.settled();
  return page.shown();
}

scene('buttons step forward and back', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  const step = (id) => after(page, () => page.click(`tool-${id}`));
  assert.equal((await step('event')).event, 1);
  assert.equal((await step('event')).event, 2);
  const digest = (await page.status()).digest;
  assert.equal((await step('event-back')).event, 1);
  assert.equal((await step('event')).event, 2);
  assert.equal((await page.status()).digest, digest);
  const unit = await step('unit');
  assert.ok(unit.time >= 1 && unit.event > 2, JSON.stringify(unit));
  const back = await step('unit-back');
  assert.ok(back.time < unit.time && back.time >= 0, JSON.stringify(back));
  const epoch = await step('round');
  const { figures } = await page.status();
  assert.ok(figures.some(({ key, value }) => key === 'epochs' && value >= 1), JSON.stringify(figures));
  assert.ok((await step('round-back')).event < epoch.event);
  assert.match(await page.attribute('tool-round', 'aria-label'), /epoch/);
  assert.equal((await step('reset')).event, 0);
  assert.equal((await page.shown()).time, 0);
});

scene('steps of particles are rounds', async (stage) => {
  const page = await stage.open({ opened: 'amoebot/leader_election' });
  assert.match(await page.attribute('tool-round', 'aria-label'), /round/);
  const rounds = async () => (await page.status()).figures.find(({ key }) => key === 'rounds').value;
  await after(page, () => page.click('tool-round'));
  await after(page, () => page.click('tool-round'));
  assert.equal(await rounds(), 2);
  await after(page, () => page.click('tool-round-back'));
  assert.equal(await rounds(), 1);
});

scene('play, pause, speed and play again after the end', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.click('tool-play');
  await page.until(() => window.formicary.run.frame.playing && window.formicary.run.frame.event > 20);
  assert.match(await page.attribute('tool-play', 'aria-label'), /Pause/);
  const one = (await page.status()).speed;
  await page.at('speed').focus();
  await page.press('ArrowRight');
  await page.until((speed) => window.formicary.run.status.speed > speed, one);
  await page.at('speed').fill('0');
  assert.equal(await page.words('.speed-words'), '0.1×');
  await page.until((speed) => window.formicary.run.status.speed < speed, one);
  await page.at('speed').fill('31');
  assert.equal(await page.words('.speed-words'), 'max');
  await page.until(() => window.formicary.run.status.at_end);
  assert.equal((await page.status()).ended, 'terminated');
  await page.settled();
  assert.match(await page.attribute('tool-play', 'aria-label'), /again from the start/);
  await page.at('speed').fill('10');
  await page.click('tool-play');
  await page.until(() => window.formicary.run.frame.playing && window.formicary.run.frame.event < 12000);
  await page.click('tool-play');
  await page.settled();
  assert.equal((await page.status()).playing, false);
});

scene('scrubbing back gives the same picture and digest', async (stage) => {
  for (const [name, set] of [['oblot/gathering', []], ['amoebot/leader_election', []], ['oblot/fault_byzantine', []]]) {
    const page = await stage.open({ opened: name });
    await page.hold_camera();
    const places = [0.2, 0.5, 0.7];
    const { head } = await page.end();
    const seen = [];
    for (const part of places) {
      await page.seek({ time: part * head.time });
      seen.push([await page.picture(), (await page.status()).digest, (await page.shown()).event]);
    }
    assert.equal(new Set(seen.map(([picture]) => picture)).size, places.length, `${name}: the pictures differ from each other ${set}`);
    for (const [k, part] of [...places.entries()].reverse()) {
      await page.seek({ time: part * head.time });
      assert.deepEqual([await page.picture(), (await page.status()).digest, (await page.shown()).event], seen[k], `${name} at ${part}`);
    }
  }
});

scene('the timeline is dragged, turned, and walked with keys', async (stage) => {
  const page = await stage.open({ opened: 'oblot/fault_crash_time' });
  const { head } = await page.end();
  const field = page.at('timeline-field');
  const box = await field.boundingBox();
  const middle = box.y + 8;
  const { mouse } = page.page;
  await mouse.move(box.x + box.width * 0.5, middle);
  await page.shows('.timeline-tip');
  await mouse.down();
  await page.settled();
  const half = (await page.shown()).time;
  await mouse.move(box.x + box.width * 0.25, middle, { steps: 6 });
  await mouse.up();
  await page.settled();
  const quarter = (await page.shown()).time;
  assert.ok(quarter < half && quarter > 0 && half < head.time, `${quarter} ${half} ${head.time}`);
  // A wheel shows a part of the run, a double click all of it.
  assert.equal(await page.visible('timeline-whole'), false);
  await mouse.wheel(0, -400);
  await page.shows('timeline-whole');
  await page.click('timeline-whole');
  await page.hides('timeline-whole');
  await field.focus();
  await page.press('Home');
  await page.settled();
  assert.equal((await page.shown()).event, 0);
  await page.press('End');
  await page.settled();
  assert.equal((await page.shown()).time, head.time);
  await page.press('ArrowLeft');
  await page.settled();
  const left = (await page.shown()).time;
  await page.press('PageDown');
  await page.settled();
  assert.ok(left < head.time && (await page.shown()).time < left);
  await page.press('ArrowRight', 'PageUp');
  await page.settled();
  assert.ok(Math.abs((await page.shown()).time - head.time) < 0.02 * head.time);
  assert.match(await field.getAttribute('aria-valuetext'), /^time .* event /);
});

scene('the timeline marks crashes, and tells what they are', async (stage) => {
  const page = await stage.open({ opened: 'oblot/fault_crash_time' });
  await page.end();
  const { marks } = await page.call({ do: 'marks', since: 0 });
  const crash = marks.find(([, , kind]) => kind === 'crash');
  assert.ok(crash, JSON.stringify(marks.slice(0, 5)));
  const box = await page.at('timeline-field').boundingBox();
  const { head } = await page.status();
  await page.page.mouse.move(box.x + (box.width * crash[1]) / head.time, box.y + 8);
  await page.until(() => /crash/i.test(document.querySelector('.timeline-tip').textContent));
});

scene('curves are shown, read and clicked', async (stage) => {
  const page = await stage.open({ opened: 'oblot/monitor_diameter' });
  await page.end();
  await page.click('show-curves');
  await page.shows('panel-curves');
  await page.shows('.curve-row[data-curve="diameter.diameter"]');
  const field = page.at('.curve-row[data-curve="diameter.diameter"] .curve-field');
  const box = await field.boundingBox();
  await page.page.mouse.move(box.x + box.width * 0.3, box.y + 20);
  await page.until(() => /\d/.test(document.querySelector('.curve-row[data-curve="diameter.diameter"] .curve-when').textContent));
  assert.match(await page.words('.curve-row[data-curve="diameter.diameter"] .curve-value'), /\d/);
  const before = (await page.shown()).event;
  await field.click({ position: { x: box.width * 0.3, y: 20 } });
  await page.settled();
  const { event } = await page.shown();
  assert.ok(event < before && event > 0);
  // A chip takes a curve away and brings it back.
  await page.click('.curve-chip[data-curve="diameter.diameter"]');
  await page.hides('.curve-row[data-curve="diameter.diameter"]');
  await page.click('.curve-chip[data-curve="diameter.diameter"]');
  await page.shows('.curve-row[data-curve="diameter.diameter"]');
  // Further monitors change nothing in the run.
  const { digest } = await page.end();
  await page.click('watch-more');
  await page.shows('watch');
  await page.page.locator('.watch-choice', { hasText: 'fairness' }).locator('input').check();
  await page.click('watch-apply');
  await page.hides('watch');
  await page.settled();
  assert.equal((await page.end()).digest, digest);
  await page.shows('.curve-chip[data-curve^="fairness"]');
  await page.click('panel-curves-fold');
  assert.equal(await page.attribute('panel-curves-fold', 'aria-expanded'), 'false');
  await page.click('panel-curves-fold');
  await page.click('[data-action="close-curves"]');
  await page.hides('panel-curves');
});
