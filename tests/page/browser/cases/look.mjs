// How the page looks: themes, sizes, motion, and what it says to those who do not see it.

import assert from 'node:assert/strict';

import { scene } from '../harness.mjs';

const ground = (page) => page.on_page(() => {
  const { back } = window.formicary.view.panes[0];
  const pixel = document.createElement('canvas').getContext('2d');
  pixel.drawImage(back, 3 - back.width, -3);
  const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data;
  return (red + green + blue) / 3;
});

scene('light, dark, and as the system is', async (stage) => {
  const page = await stage.open({ context: { colorScheme: 'dark' } });
  const shown = () => page.on_page(() => document.documentElement.dataset.theme);
  assert.equal(await shown(), 'dark');
  assert.ok((await ground(page)) < 80);
  await page.page.emulateMedia({ colorScheme: 'light' });
  await page.until(() => document.documentElement.dataset.theme === 'light');
  await page.drawn();
  assert.ok((await ground(page)) > 180);
  const dark = async () => {
    await page.click('tool-theme');
    return shown();
  };
  assert.deepEqual([await dark(), await dark()], ['light', 'dark']);
  await page.drawn();
  assert.ok((await ground(page)) < 80);
  // It is remembered.
  await page.page.reload();
  await page.ready();
  assert.equal(await shown(), 'dark');
  assert.match(await page.attribute('tool-theme', 'aria-label'), /dark/);
});

scene('words are told apart from their ground in both themes', async (stage) => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await stage.open({ context: { colorScheme }, opened: 'oblot/gathering' });
    await page.panel('settings');
    await page.on_page(() => window.formicary.actions.select(window.formicary.run, 1));
    await page.shows('.card-fields dd');
    const poor = await page.on_page(() => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const parse = (text) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
      };
      const light = ([r, g, b]) => [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
      const ground_of = (element) => {
        for (let at = element; at; at = at.parentElement) {
          const colour = parse(getComputedStyle(at).backgroundColor);
          if (colour[3] > 200) return colour;
        }
        return parse(getComputedStyle(document.documentElement).getPropertyValue('--panel-solid') || 'white');
      };
      const found = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (element.closest('[disabled], .unseen, noscript, .skip, option')) continue;
        const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground_of(element))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) found.push(`${element.tagName}.${element.className} “${walker.currentNode.data.trim().slice(0, 20)}” ${ratio.toFixed(2)}`);
      }
      return [...new Set(found)];
    });
    assert.deepEqual(poor, [], colorScheme);
  }
});

scene('everything can be reached at 360 pixels', async (stage) => {
  const page = await stage.open({ context: { viewport: { width: 360, height: 640 }, hasTouch: true }, opened: 'oblot/gathering' });
  const fits = () => page.on_page(() => {
    const outside = [];
    for (const control of document.querySelectorAll('button, input, select, textarea, summary, [role="slider"]')) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const box = control.getBoundingClientRect();
      if (box.width === 0) continue;
      // What lies in something that scrolls sideways can be brought into sight.
      if (control.closest('.curve-chips, .code-field, .skip')) continue;
      if (box.left < -0.5 || box.right > innerWidth + 0.5) outside.push(`${control.id || control.dataset.action || control.className} ${Math.round(box.left)}-${Math.round(box.right)}`);
    }
    return { outside, scrolls: document.documentElement.scrollWidth > innerWidth };
  });
  assert.deepEqual(await fits(), { outside: [], scrolls: false });
  for (const name of ['settings', 'explain', 'gallery', 'status', 'legend', 'steer', 'compare', 'editor', 'curves', 'share', 'exports', 'help', 'find']) {
    await page.panel(name);
    await page.page.waitForTimeout(80);
    assert.deepEqual(await fits(), { outside: [], scrolls: false }, name);
    await page.panel(name, false);
  }
  // One sheet at a time.
  await page.panel('settings');
  await page.panel('status');
  assert.equal(await page.is_open('settings'), false);
  await page.panel('status', false);
  await page.click('tool-menu');
  await page.click('[role="menuitemcheckbox"][data-action="panel-status"]');
  await page.shows('panel-status');
  await page.click('[data-action="close-status"]');
  await page.hides('panel-status');
  // The swarm is in what is left of the window.
  const { x, y } = await page.place_of(0);
  assert.ok(x > 0 && x < 360 && y > 0 && y < 640);
  const box = await page.at('.view-pane').boundingBox();
  await page.page.touchscreen.tap(x, y);
  await page.until(() => window.formicary.run.selected !== null);
  assert.ok(box.width <= 360);
});

scene('with reduced motion nothing glides', async (stage) => {
  const page = await stage.open({ context: { reducedMotion: 'reduce' }, opened: 'oblot/gathering' });
  const { before, after } = await page.on_page(() => {
    const { view, actions } = window.formicary;
    const one = view.camera.scale;
    actions.zoom(1.25);
    return { before: one, after: view.camera.scale };
  });
  assert.ok(Math.abs(after / before - 1.25) < 1e-9);
  const moving = await page.on_page(() => [...document.querySelectorAll('*')].filter((element) => {
    const style = getComputedStyle(element);
    const longest = (text) => Math.max(...text.split(',').map((part) => parseFloat(part) * (part.includes('ms') ? 1 : 1000)));
    return (style.animationName !== 'none' && longest(style.animationDuration) > 1) || longest(style.transitionDuration) > 1;
  }).map((element) => `${element.tagName}.${element.className}`));
  assert.deepEqual([...new Set(moving)], []);
});

scene('every control has a name, an id or action, and is reached by Tab', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  const names = ['settings', 'status', 'legend', 'steer', 'compare', 'editor', 'curves', 'card'];
  await page.on_page(() => window.formicary.actions.select(window.formicary.run, 3));
  for (const name of names) await page.panel(name);
  await page.on_page(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
  await page.page.waitForTimeout(300);
  const nameless = await page.on_page(() => {
    const name_of = (control) => {
      const by = control.getAttribute('aria-labelledby');
      if (by) return by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
      const label = control.getAttribute('aria-label') || [...(control.labels ?? [])].map((one) => one.textContent).join(' ');
      return label || (control.matches('button, summary, a') ? control.textContent : '');
    };
    return [...document.querySelectorAll('button, input, select, textarea, summary, a[href], [role="slider"], [role="img"][tabindex]')]
      .filter((control) => !name_of(control).trim())
      .map((control) => control.id || control.outerHTML.slice(0, 120));
  });
  assert.deepEqual(nameless, []);
  const unknown = await page.on_page(() => [...document.querySelectorAll('button, input, select, textarea')]
    .filter((control) => !control.id && !control.dataset.action && !control.name)
    .map((control) => control.outerHTML.slice(0, 120)));
  assert.deepEqual(unknown, []);
  const doubled = await page.on_page(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return ids.filter((id, k) => ids.indexOf(id) !== k);
  });
  assert.deepEqual(doubled, []);
});

scene('Tab goes through the page in the order in which it is read, and is always seen', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.press('Tab');
  assert.equal(await page.on_page(() => document.activeElement.id), 'skip');
  const order = [];
  for (let k = 0; k < 60; k += 1) {
    await page.press('Tab');
    const at = await page.on_page(() => {
      const one = document.activeElement;
      if (one === document.body) return null;
      const style = getComputedStyle(one);
      return { name: one.id || one.dataset.action || one.className, dock: one.closest('[id^="dock-"], #canvas-host')?.id ?? '', ring: style.outlineStyle !== 'none' || style.boxShadow !== 'none' };
    });
    if (!at) break;
    order.push(at);
  }
  const ids = order.map(({ name }) => name);
  for (const id of ['tool-scenario', 'tool-play', 'speed', 'timeline-field']) assert.ok(ids.includes(id), `${id} in ${ids.join(' ')}`);
  assert.deepEqual(order.filter(({ ring }) => !ring).map(({ name }) => name), []);
  assert.equal(new Set(ids).size, ids.length, 'each comes once');
  // The link that comes first leads past all of it.
  await page.press('Tab');
  await page.at('skip').focus();
  await page.press('Enter', 'Tab');
  assert.match(await page.on_page(() => document.activeElement.closest('#dock-bottom')?.id ?? ''), /dock-bottom/);
});

scene('the canvas says in words what is to be seen', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  await page.until(() => /gathering: 50 robots; time 0; in sight: 50 waiting/.test(document.querySelector('.view-pane').getAttribute('aria-label')));
  await page.end();
  await page.until(() => /50 terminated/.test(document.querySelector('.view-pane').getAttribute('aria-label')));
  await page.until(() => /has ended/.test(document.getElementById('live').textContent));
});

scene('the legend lists only the colours in sight, with counts', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  const rows = () => page.page.locator('.legend li').allInnerTexts().then((all) => all.map((text) => text.replace(/\s+/g, ' ')));
  assert.deepEqual(await rows(), ['waiting 50']);
  await page.end();
  await page.until(() => /terminated/.test(document.querySelector('.legend').textContent));
  assert.deepEqual(await rows(), ['terminated 50']);
  await page.seek({ time: 10 });
  await page.until(() => document.querySelectorAll('.legend li').length > 1);
  const total = await page.on_page(() => [...document.querySelectorAll('.legend-count')].reduce((sum, one) => sum + Number(one.textContent), 0));
  assert.equal(total, 50);
});

scene('panels are folded, closed, hidden and remembered', async (stage) => {
  const page = await stage.open({ opened: 'oblot/gathering' });
  for (const name of ['status', 'legend', 'steer', 'compare', 'editor', 'card', 'settings', 'explain', 'gallery', 'curves']) {
    await page.panel(name);
    await page.click(`panel-${name}-fold`);
    assert.equal(await page.attribute(`panel-${name}-fold`, 'aria-expanded'), 'false');
    await page.click(`panel-${name}-fold`);
    await page.click(`[data-action="close-${name}"]`);
    await page.hides(`panel-${name}`);
  }
  await page.page.reload();
  await page.ready();
  assert.equal(await page.visible('panel-status'), false);
  await page.click('tool-menu');
  await page.click('[data-action="panel-status"]');
  await page.shows('panel-status');
});

scene('full screen', async (stage) => {
  const page = await stage.open();
  await page.click('tool-screen');
  await page.until(() => document.fullscreenElement !== null);
  await page.click('tool-screen');
  await page.until(() => document.fullscreenElement === null);
});
