// What leaves the page: pictures, films, tables, records, scenarios, links. And what comes in by files.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { scene } from '../harness.mjs';
import { folder, formicary, run, scenario, text_of } from '../programs.mjs';

scene('a picture has the size that was asked for', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  for (const scale of [1, 2, 4]) {
    await page.press('e');
    await page.select('export-scale', String(scale));
    const { name, bytes } = await page.download(() => page.click('export-png'));
    await page.press('Escape');
    assert.match(name, /^gathering-seed1-t0.*\.png$/);
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1280 * scale, 800 * scale]);
    // It is no empty picture: the browser reads it, and many colours are in it.
    const seen = await page.on_page(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return { width: canvas.width, colours: new Set(new Uint32Array(data.buffer)).size };
    }, bytes.toString('base64'));
    assert.equal(seen.width, 1280 * scale);
    assert.ok(seen.colours > 10, String(seen.colours));
  }
});

scene('a passage becomes a film', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.seek({ time: 10 });
  await page.click('tool-exports');
  await page.fill('film-from', '5');
  await page.fill('film-to', '4');
  await page.click('export-webm');
  await page.until(() => /end after it begins/.test(document.getElementById('export-message').textContent));
  await page.fill('film-to', '7');
  await page.fill('film-speed', '0');
  await page.click('export-webm');
  await page.until(() => /above 0/.test(document.getElementById('export-message').textContent));
  await page.fill('film-speed', '2');
  const { name, bytes } = await page.download(() => page.click('export-webm'));
  assert.match(name, /\.webm$/);
  assert.equal(bytes.readUInt32BE(0), 0x1a45dfa3);
  assert.ok(bytes.length > 10_000, String(bytes.length));
  await page.settled();
  // It can be called off.
  await page.click('tool-exports');
  await page.fill('film-speed', '0.2');
  await page.click('export-webm');
  await page.click('[data-action="cancel-film"]');
  await page.hides('.view-film');
});

scene('every robot is saved at full precision', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.seek({ time: 10 });
  await page.click('tool-exports');
  const { name, bytes } = await page.download(() => page.click('export-csv'));
  assert.match(name, /\.csv$/);
  const lines = bytes.toString().trim().split('\n').filter((line) => !line.startsWith('#'));
  assert.equal(lines.length, 51);
  const columns = lines[0].split(',');
  const { position } = await page.call({ do: 'card', robot: 17 });
  const row = lines.slice(1).map((line) => line.split(',')).find((cells) => cells[0] === '17');
  assert.deepEqual([Number(row[columns.indexOf('x')]), Number(row[columns.indexOf('y')])], position);
});

scene('a record is saved, replayed, and opened again', async (stage) => {
  for (const name of ['oblot/fault_crash_time', 'amoebot/leader_election']) {
    const page = await stage.open({ opened: name });
    const { digest } = await page.end();
    await page.click('tool-exports');
    const saved = await page.download(() => page.click('export-record'));
    await page.click('[data-action="close-exports"]');
    assert.match(saved.name, /\.jsonl$/);
    const file = path.join(folder(), saved.name);
    fs.writeFileSync(file, saved.bytes);
    await formicary('replay', file);
    await page.click('tool-share');
    await page.at('share-file').setInputFiles(file);
    await page.until(() => window.formicary.run.about.source === 'record');
    await page.settled();
    const end = await page.end();
    assert.equal(end.digest, digest);
    assert.equal(end.steerable, false);
    await page.hides('panel-share');
    await page.panel('steer');
    await page.until(() => /record/.test(document.querySelector('.steering .note').textContent));
    await page.seek({ event: 5 });
    assert.equal((await page.shown()).event, 5);
  }
});

scene('a scenario is saved as it was resolved', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering_radius' });
  await page.click('tool-exports');
  const { bytes, name } = await page.download(() => page.click('export-resolved'));
  const file = path.join(folder(), name);
  fs.writeFileSync(file, bytes);
  const said = await run(file);
  assert.equal(said.digest, (await run(scenario('oblot/gathering_radius'))).digest);
});

scene('a link opens the same run in another browser', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.on_page(() => window.formicary.actions.open({ ...window.formicary.run.opened, seed: '77', set: ['swarm.robots=15'] }));
  await page.settled();
  await page.panel('steer');
  const form = page.page.locator('#panel-steer form[aria-label="crash ROBOT"]');
  await form.locator('input').fill('2');
  await form.locator('button').click();
  await page.until(() => document.querySelectorAll('#steer-log li code').length === 1);
  await page.settled();
  const { digest } = await page.end();
  await page.click('tool-share');
  await page.until(() => document.getElementById('share-link').value !== '');
  const link = new URL(await page.at('share-link').inputValue());
  await page.click('share-copy');
  await page.shows('share-message');
  await page.click('share-link');
  assert.ok(await page.on_page(() => getSelection().toString().length > 20 || document.activeElement.selectionEnd > 20));
  await page.click('[data-action="close-share"]');
  const other = await stage.open({ url: link.origin + link.pathname, hash: link.hash });
  assert.equal((await other.shown()).n, 15);
  assert.equal((await other.end()).digest, digest);
  // A damaged one is told, and the page goes on.
  const third = await stage.open({ url: link.origin + link.pathname, hash: '#s=nothing' });
  assert.ok((await third.toasts()).length > 0);
  assert.ok((await third.shown()).n > 0);
});

scene('a file is saved, and files are opened by choice and by drop', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.click('tool-share');
  const saved = await page.download(() => page.click('share-save'));
  assert.equal(saved.name, 'gathering.toml');
  const [chooser] = await Promise.all([page.page.waitForEvent('filechooser'), page.click('share-open')]);
  const file = path.join(folder(), 'mine.toml');
  fs.writeFileSync(file, text_of('oblot/circle_formation'));
  await chooser.setFiles(file);
  await page.until(() => window.formicary.run.about.name === 'mine');
  await page.hides('panel-share');
  await page.settled();
  const drop = (name, text) => page.on_page(([called, content]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], called));
    for (const type of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [name, text]);
  await drop('dropped.toml', text_of('amoebot/leader_election'));
  await page.until(() => window.formicary.run.about.name === 'dropped');
  await drop('broken.toml', 'model = ');
  await page.toast('broken.toml');
  await drop('film.mp4', 'x');
  await page.toast('film.mp4');
  await drop('run.mcap', 'x');
  await page.toast('formicary serve');
  await page.click('.toast [aria-label="Close the message"]');
  assert.equal((await page.shown()).name, 'dropped');
});

scene('the digest is copied', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering', context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await page.end();
  await page.click('copy-digest');
  await page.toast('copied');
  assert.equal(await page.on_page(() => navigator.clipboard.readText()), (await page.status()).digest);
});
