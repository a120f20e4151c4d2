// Every key of the key list, with what it does.

import assert from 'node:assert/strict';

import { scene } from '../harness.mjs';

const camera = (page) => page.on_page(() => ({ scale: window.formicary.view.camera.scale, x: window.formicary.view.camera.x }));

/** What each key does, as `KEYS` of the page writes it. */
const EFFECTS = {
  async Space(page) {
    await page.press('Space');
    await page.until(() => window.formicary.run.frame.playing);
    await page.press('Space');
    await page.settled();
    assert.equal((await page.shown()).playing, false);
  },
  async ArrowRight(page) {
    const { event } = await page.shown();
    await page.press('ArrowRight');
    await page.settled();
    assert.equal((await page.shown()).event, event + 1);
  },
  async ArrowLeft(page) {
    const { event } = await page.shown();
    await page.press('ArrowLeft');
    await page.settled();
    assert.equal((await page.shown()).event, event - 1);
  },
  async 'Shift+ArrowRight'(page) {
    const { time } = await page.shown();
    await page.press('Shift+ArrowRight');
    await page.settled();
    assert.ok(Math.abs((await page.shown()).time - time - 1) < 1e-9);
  },
  async 'Shift+ArrowLeft'(page) {
    const { time } = await page.shown();
    await page.press('Shift+ArrowLeft');
    await page.settled();
    assert.ok(Math.abs((await page.shown()).time - time + 1) < 1e-9);
  },
  async ArrowUp(page) {
    const { event } = await page.shown();
    await page.press('ArrowUp');
    await page.settled();
    assert.ok((await page.shown()).event > event);
  },
  async ArrowDown(page) {
    const { event } = await page.shown();
    await page.press('ArrowDown');
    await page.settled();
    assert.ok((await page.shown()).event < event);
  },
  async ']'(page) {
    const before = await page.on_page(() => window.formicary.pace);
    await page.press(']');
    assert.ok((await page.on_page(() => window.formicary.pace)) > before);
  },
  async '['(page) {
    const before = await page.on_page(() => window.formicary.pace);
    await page.press('[');
    assert.ok((await page.on_page(() => window.formicary.pace)) < before);
  },
  async R(page) {
    await page.press('ArrowRight', 'r');
    await page.settled();
    assert.deepEqual(await page.shown().then(({ event, time }) => [event, time]), [0, 0]);
  },
  async F(page) {
    await page.press('f');
    await page.drawn();
    const before = await camera(page);
    await page.press('-', '-', '-');
    await page.drawn();
    assert.notEqual((await camera(page)).scale, before.scale);
    await page.press('f');
    await page.drawn();
    assert.ok(Math.abs((await camera(page)).scale / before.scale - 1) < 0.01);
  },
  async '+'(page) {
    const before = await camera(page);
    await page.press('+');
    await page.drawn();
    assert.ok((await camera(page)).scale > before.scale);
  },
  async '-'(page) {
    const before = await camera(page);
    await page.press('-');
    await page.drawn();
    assert.ok((await camera(page)).scale < before.scale);
  },
  L: (page) => turns(page, 'l', 'legend'),
  S: (page) => turns(page, 's', 'settings'),
  G: (page) => turns(page, 'g', 'gallery'),
  X: (page) => turns(page, 'x', 'explain'),
  async T(page) {
    const theme = () => page.on_page(() => window.formicary.theme);
    const found = [await theme()];
    for (let k = 0; k < 3; k += 1) {
      await page.press('t');
      found.push(await theme());
    }
    assert.deepEqual(found, ['system', 'light', 'dark', 'system']);
  },
  async H(page) {
    await page.press('h');
    await page.hides('dock-top');
    assert.ok(await page.on_page(() => document.body.classList.contains('bare')));
    await page.press('h');
    await page.shows('dock-top');
  },
  E: (page) => dialog(page, 'e', 'exports'),
  '/': (page) => dialog(page, '/', 'find'),
  '?': (page) => dialog(page, '?', 'help'),
  async Esc(page) {
    // It closes what was opened last, and then selects nothing.
    await page.press('s');
    await page.shows('panel-settings');
    await page.press('Escape');
    await page.hides('panel-settings');
    await page.on_page(() => window.formicary.actions.select(window.formicary.run, 3));
    await page.shows('panel-card');
    for (let k = 0; k < 8 && (await page.shown()).selected !== null; k += 1) await page.press('Escape');
    assert.equal((await page.shown()).selected, null);
  },
};

async function turns(page, key, name) {
  const before = await page.is_open(name);
  await page.press(key);
  assert.equal(await page.is_open(name), !before);
  await page.press(key);
  assert.equal(await page.is_open(name), before);
}

async function dialog(page, key, name) {
  await page.press(key);
  await page.shows(`panel-${name}`);
  await page.press('Escape');
  await page.hides(`panel-${name}`);
}

scene('every key of the list does what the list says', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  const listed = await page.on_page(async () => (await import('/keys.js')).KEYS.flatMap(({ keys }) => keys));
  assert.deepEqual([...listed].sort(), Object.keys(EFFECTS).sort());
  for (const key of listed) {
    await page.seek({ time: 3 });
    await page.on_page(() => document.activeElement?.blur());
    try {
      await EFFECTS[key](page);
    } catch (error) {
      error.message = `key ${key}: ${error.message}`;
      throw error;
    }
  }
});

scene('the help lists every key', async (stage) => {
  const page = await stage.open();
  await page.click('tool-help');
  const keys = await page.page.locator('.help-keys kbd').allInnerTexts();
  for (const key of ['Space', '→', '←', '↑', '↓', 'R', 'F', '+', '-', 'L', 'S', 'H', 'E', 'T', '/', '?', 'Esc', '[', ']', 'G', 'X']) {
    assert.ok(keys.includes(key), key);
  }
  assert.match(await page.words('.help-version'), /Formicary \d/);
  await page.click('[data-action="close-help"]');
  await page.hides('panel-help');
});

scene('keys mean letters while somebody types', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.panel('gallery');
  await page.at('gallery-search').focus();
  await page.press('s', 't', 'Space', 'r');
  assert.equal(await page.at('gallery-search').inputValue(), 'st r');
  assert.equal(await page.is_open('settings'), false);
  assert.equal((await page.shown()).playing, false);
});

scene('a browser key together with Control does nothing on the page', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.press('Control+s', 'Alt+g');
  assert.equal(await page.is_open('settings'), false);
  assert.equal(await page.is_open('gallery'), false);
});

scene('keys on the canvas move the view and choose robots', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.at('.view-pane').focus();
  const before = await camera(page);
  await page.press('Control+ArrowLeft');
  await page.drawn();
  assert.notEqual((await camera(page)).x, before.x);
  await page.press('PageDown');
  assert.equal((await page.shown()).selected, 0);
  await page.press('PageUp');
  assert.equal((await page.shown()).selected, 49);
  await page.press('Enter');
  await page.until(() => window.formicary.view.following.on);
  await page.press('Enter');
  await page.until(() => !window.formicary.view.following.on);
});
