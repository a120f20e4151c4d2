// Where frames come from: WebAssembly, the server, records, live runs, static files; and what happens
// when nothing is to be done, or the server goes away.

import assert from 'node:assert/strict';
import path from 'node:path';

import { scene } from '../harness.mjs';
import { ROOT, folder, formicary, run, scenario, text_of } from '../programs.mjs';

/** Counts what the page draws, fetches and is sent over some time at rest. */
async function quiet(page, milliseconds = 2000) {
  let requests = 0;
  const count = () => (requests += 1);
  page.page.on('request', count);
  const drawn = await page.on_page(async (time) => {
    const { view, run: shown } = window.formicary;
    let draws = 0;
    let frames = 0;
    let calls = 0;
    const { draw } = view;
    const { call } = shown.link;
    view.draw = function counted(...args) {
      draws += 1;
      return draw.apply(this, args);
    };
    shown.link.call = function counted(...args) {
      calls += 1;
      return call.apply(this, args);
    };
    const stop = window.formicary.on('frame', () => (frames += 1));
    await new Promise((resolve) => setTimeout(resolve, time));
    stop();
    view.draw = draw;
    shown.link.call = call;
    return { draws, frames, calls };
  }, milliseconds);
  page.page.off('request', count);
  return { ...drawn, requests };
}

const NOTHING = { draws: 0, frames: 0, calls: 0, requests: 0 };

for (const server of [false, true]) {
  scene(`nothing is fetched or drawn while paused or after the end, ${server ? 'by the server' : 'in the browser'}`, async (stage) => {
    const page = await stage.open({ server, opened: 'oblot/gathering' });
    await page.click('show-curves');
    await page.on_page(() => window.formicary.actions.select(window.formicary.run, 1));
    await page.click('tool-play');
    await page.until(() => window.formicary.run.frame.event > 100);
    await page.click('tool-play');
    await page.settled();
    await page.page.waitForTimeout(1500);
    assert.deepEqual(await quiet(page), NOTHING);
    await page.on_page(() => window.formicary.actions.speed('max'));
    await page.click('tool-play');
    await page.until(() => window.formicary.run.status.at_end);
    await page.page.waitForTimeout(1500);
    assert.deepEqual(await quiet(page), NOTHING);
  });
}

scene('a page that is hidden asks for nothing', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  const asked = await page.on_page(async () => {
    const messages = [];
    const { worker } = window.formicary.run.link;
    const { postMessage } = worker;
    worker.postMessage = function kept(message, ...rest) {
      messages.push(message.type);
      return postMessage.call(this, message, ...rest);
    };
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    return messages;
  });
  assert.deepEqual(asked, ['visible']);
});

for (const name of ['oblot/gathering', 'oblot/fault_crash_time', 'amoebot/leader_election']) {
  scene(`${name} runs on the server to the same digest`, async (stage) => {
    const page = await stage.open({ server: true, opened: name });
    assert.match(await page.words('.status-source'), /on the server/);
    const said = await run(scenario(name));
    assert.equal((await page.end()).digest, said.digest);
    await page.hold_camera();
    await page.seek({ time: 5 });
    const one = [await page.picture(), (await page.status()).digest];
    await page.seek({ time: 9 });
    await page.seek({ time: 5 });
    assert.deepEqual([await page.picture(), (await page.status()).digest], one);
  });
}

scene('the same picture comes from the browser and from the server', async (stage) => {
  const pictures = [];
  for (const server of [false, true]) {
    const page = await stage.open({ server, opened: 'oblot/gathering' });
    await page.seek({ time: 6 });
    await page.hold_camera();
    pictures.push(await page.picture());
  }
  assert.equal(pictures[0], pictures[1]);
});

scene('a lost connection is shown and tried again; the run goes on where it was', async (stage) => {
  stage.allow(/WebSocket connection|ERR_CONNECTION_REFUSED|net::/);
  const server = await stage.serve([path.join(ROOT, 'scenarios')]);
  const page = await stage.open({ url: server.url, server: true, opened: 'oblot/gathering' });
  await page.seek({ event: 500 });
  const { digest } = await page.status();
  await server.kill();
  await page.shows('.status-trouble');
  assert.match(await page.words('.status-trouble'), /no connection to the server.*next try in/s);
  await page.toast('no connection');
  await server.again();
  await page.toast('connected again');
  await page.hides('.status-trouble');
  await page.until(() => window.formicary.run.frame?.event === 500);
  await page.settled();
  assert.equal((await page.status()).digest, digest);
  assert.equal((await page.end()).digest, (await run(scenario('oblot/gathering'))).digest);
});

for (const ending of ['mcap', 'jsonl']) {
  scene(`a record in .${ending} is opened by the server`, async (stage) => {
    for (const name of ['oblot/gathering', 'amoebot/leader_election']) {
      const file = path.join(folder(), `run.${ending}`);
      const said = JSON.parse(await formicary('run', scenario(name), '--record', file, '--json'));
      const server = await stage.serve([file]);
      const page = await stage.open({ url: server.url });
      assert.equal(await page.on_page(() => window.formicary.run.about.source), 'record');
      assert.match(await page.words('.status-source'), /a record/);
      assert.equal((await page.end()).digest, said.digest);
      await page.seek({ event: 40 });
      const { digest } = await page.status();
      await page.seek({ event: 200 });
      await page.seek({ event: 40 });
      assert.equal((await page.status()).digest, digest);
    }
  });
}

scene('files of a folder are in the gallery', async (stage) => {
  const files = folder();
  await formicary('run', scenario('oblot/gathering'), '--record', path.join(files, 'recorded.mcap'), '--quiet');
  const { copyFileSync } = await import('node:fs');
  copyFileSync(scenario('oblot/circle_formation'), path.join(files, 'my own.toml'));
  const server = await stage.serve([files]);
  const page = await stage.open({ url: server.url });
  await page.press('g');
  await page.click('.gallery-card[data-path="my own.toml"]');
  await page.until(() => window.formicary.run.about.algorithm === 'circle_formation');
  await page.settled();
  await page.click('.gallery-card[data-path="recorded.mcap"]');
  await page.until(() => window.formicary.run?.about?.source === 'record');
  await page.settled();
  assert.equal((await page.end()).digest, (await run(scenario('oblot/gathering'))).digest);
  // From a record back to a run of one's own.
  await page.click('.gallery-card[data-path="oblot/gathering.toml"]');
  await page.until(() => window.formicary.run?.about?.source === 'run');
});

scene('a live run is followed by two, and steered by one', async (stage) => {
  const server = await stage.serve([scenario('oblot/gathering'), '--clock', 'wall', '--rate', '1']);
  const page = await stage.open({ url: server.url, ready: false });
  await page.page.locator('body[data-ready]').waitFor();
  await page.until(() => window.formicary.run.status?.live && window.formicary.run.frame?.event > 5);
  assert.match(await page.words('.status-source'), /a live run of the server, wall clock/);
  await page.panel('steer');
  await page.click('take-steering');
  await page.until(() => window.formicary.run.status.live.steered_by_me);
  await page.click('live-pause');
  await page.page.waitForTimeout(700);
  const stands = (await page.status()).live.head ?? (await page.status()).head;
  await page.page.waitForTimeout(700);
  assert.deepEqual((await page.status()).live.head ?? (await page.status()).head, stands);
  const other = await stage.open({ url: server.url, ready: false });
  await other.page.locator('body[data-ready]').waitFor();
  await other.until(() => window.formicary.run.status?.live);
  assert.equal((await other.status()).live.steered_by_me, false);
  await page.click('live-resume');
  const form = page.page.locator('#panel-steer form[aria-label="crash ROBOT"]');
  await form.locator('input').fill('4');
  await form.locator('button').click();
  await other.until(async () => JSON.stringify((await window.formicary.run.call({ do: 'card', robot: 4 })).fields).includes('crash'));
  const rate = page.page.locator('#panel-steer form[aria-label="rate R"]');
  await rate.locator('input').fill('200');
  await rate.locator('button').click();
  await page.click('take-steering');
  await page.until(() => !window.formicary.run.status.live.steered_by_me);
  await page.click('take-steering');
  await page.until(() => window.formicary.run.status.live.steered_by_me);
  if ((await page.status()).ended === null) await page.click('live-stop');
  await page.until(() => window.formicary.run.status.ended !== null);
  await other.until(() => window.formicary.run.status.ended !== null);
});

scene('a run is steered over HTTP while the page looks on', async (stage) => {
  const server = await stage.serve([path.join(ROOT, 'scenarios')]);
  const { origin } = new URL(server.url);
  const post = (where, body) => fetch(`${origin}${where}`, { method: 'POST', body, headers: { Origin: origin } });
  const begun = await post('/api/runs?clock=wall', text_of('oblot/gathering'));
  assert.ok(begun.ok, await begun.clone().text());
  const { id } = await begun.json();
  const page = await stage.open({ url: server.url });
  const live = await page.on_page(async (run_id) => {
    const { origin: own } = location;
    const app = window.formicary;
    app.replace_run({ kind: 'socket', url: `${own.replace('http', 'ws')}/api/socket?run=${run_id}` });
    await app.run.adopt();
    await app.actions.speed('max');
    await app.actions.toggle_play();
    return app.run.about.source;
  }, String(id));
  assert.equal(live, 'live');
  const said = await post(`/api/runs/${id}/steer`, 'crash 2');
  assert.ok(said.ok, await said.clone().text());
  await page.until(async () => JSON.stringify((await window.formicary.run.call({ do: 'card', robot: 2 })).fields).includes('crash'));
  assert.ok((await fetch(`${origin}/api/runs/${id}`, { method: 'DELETE', headers: { Origin: origin } })).ok);
  await page.until(() => window.formicary.run.status.ended !== null);
});

scene('the exported page works from a plain file server', async (stage) => {
  // A page without a server asks whether there is one, and a browser writes the refusal down.
  stage.allow(/404 \(Not Found\)/);
  const site = path.join(folder(), 'site');
  await formicary('export-page', site, '--scenario', scenario('oblot/circle_formation'));
  const server = await stage.files(site);
  const page = await stage.open({ url: server.url });
  assert.equal((await page.shown()).name, 'circle_formation');
  assert.equal((await page.end()).digest, (await run(scenario('oblot/circle_formation'))).digest);
  await page.open('amoebot/leader_election');
  assert.equal((await page.end()).digest, (await run(scenario('amoebot/leader_election'))).digest);
  for (const name of ['settings', 'explain', 'gallery', 'steer', 'compare']) await page.panel(name);
  await page.shows('.gallery-card');
});

scene('a simulator that breaks down is told and started again', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.seek({ event: 30 });
  await page.on_page(() => window.formicary.run.crashed('the simulator broke down: a test'));
  await page.shows('restart');
  await page.click('restart');
  await page.hides('restart');
  await page.settled();
  assert.equal((await page.end()).digest, (await run(scenario('oblot/gathering'))).digest);
  await page.on_page(() => window.formicary.run.crashed('once more'));
  await page.click('.toast .button');
  await page.hides('restart');
});
