// Drives one page as somebody would: controls are clicked and keys are pressed. What the page knows is
// read from `window.formicary`, which it shows to tests alone.

import fs from 'node:fs';

/** A page that is being tested. */
export class Driver {
  /** @param {import('playwright-core').Page} page @param {URL} address */
  constructor(page, address) {
    this.page = page;
    this.address = address;
  }

  /** Waits until everything is there. */
  async ready() {
    await this.page.locator('body[data-ready]').waitFor();
    await this.settled();
  }

  /** The element with this id, or the first one for this selector. */
  at(name) {
    return this.page.locator(/^[a-z][\w-]*$/i.test(name) ? `#${name}` : name).first();
  }

  async click(name, options) {
    await this.at(name).click(options);
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async fill(name, text) {
    await this.at(name).fill(text);
  }

  /** Writes into a field as keys are typed, after what is there was marked. */
  async select(name, value) {
    await this.at(name).selectOption(value);
  }

  async words(name) {
    return (await this.at(name).innerText()).trim();
  }

  async attribute(name, attribute) {
    return this.at(name).getAttribute(attribute);
  }

  async visible(name) {
    return this.at(name).isVisible();
  }

  async shows(name) {
    await this.at(name).waitFor({ state: 'visible' });
  }

  async hides(name) {
    await this.at(name).waitFor({ state: 'hidden' });
  }

  /** Waits until a function of the page gives something true, and gives that. */
  async until(fn, argument) {
    const handle = await this.page.waitForFunction(fn, argument, { polling: 30 });
    return handle.jsonValue();
  }

  async on_page(fn, argument) {
    return this.page.evaluate(fn, argument);
  }

  /** Sends a command to a run. */
  async call(command, run = 0) {
    return this.page.evaluate(([what, which]) => window.formicary.runs[which].call(what), [command, run]);
  }

  async status(run = 0) {
    return this.call({ do: 'status' }, run);
  }

  /** What is on the screen: the frame and the status that the page has. */
  async shown(run = 0) {
    return this.page.evaluate((which) => {
      const { frame, selected, about } = window.formicary.runs[which];
      return { event: frame.event, time: frame.time, n: frame.n, playing: frame.playing, ended: frame.ended, selected, name: about.name, model: about.model };
    }, run);
  }

  /** Waits until the frames on the screen are those of the present, and nothing goes on. */
  async settled() {
    await this.page.evaluate(async () => {
      const rest = (run) => async () => {
        if (!run.about) return false;
        const status = await run.call({ do: 'status' });
        const { frame } = run;
        return frame && !status.busy && !frame.busy && !status.playing && frame.event === status.event && frame.time === status.time;
      };
      for (let tries = 0; tries < 1000; tries += 1) {
        const rests = await Promise.all(window.formicary.runs.map((run) => rest(run)()));
        if (rests.length > 0 && rests.every(Boolean)) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error('the run does not settle');
    });
    await this.drawn();
  }

  /** Waits until what is known is drawn. */
  async drawn() {
    await this.page.evaluate(async () => {
      const { view } = window.formicary;
      const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await next();
      for (let tries = 0; tries < 600; tries += 1) {
        if (view.pending === 0 && view.panes.every((pane) => pane.dirty === 0)) return;
        await next();
      }
      throw new Error('the view is drawn without end');
    });
  }

  /** Opens a shipped scenario, such as "oblot/gathering". */
  async open(name, set) {
    await this.page.evaluate(async ([path, settings]) => {
      const found = (await window.formicary.scenarios()).find((one) => one.path === `${path}.toml`);
      await window.formicary.actions.open({ text: found.text, name: path.replace(/.*\//, ''), set: settings });
    }, [name, set]);
    await this.settled();
  }

  /** Opens a text. */
  async open_text(text, name = 'test', set) {
    await this.page.evaluate((what) => window.formicary.actions.open(what), { text, name, set });
    await this.settled();
  }

  async panel(name, open = true) {
    await this.page.evaluate(([which, wanted]) => window.formicary.actions.panel(which, wanted), [name, open]);
    if (open) await this.shows(`panel-${name}`);
  }

  async is_open(name) {
    return this.page.evaluate((which) => window.formicary.is_open(which), name);
  }

  async seek(to) {
    await this.page.evaluate((where) => window.formicary.actions.seek(where), to);
    await this.settled();
  }

  /** Runs to the end, and gives the status there. */
  async end(run = 0) {
    await this.seek({ end: true });
    return this.status(run);
  }

  /** The camera stays where it is from now on, whatever the swarm does. */
  async hold_camera() {
    await this.page.evaluate(() => {
      const { view } = window.formicary;
      view.fit(true);
      view.fitted = false;
    });
    await this.drawn();
  }

  /** The pixels of all canvases of a run, as one number in hexadecimal digits. */
  async picture(run = 0) {
    await this.drawn();
    return this.page.evaluate(async (which) => {
      const { back, middle, front } = window.formicary.view.panes[which];
      // They are read from a copy: a canvas that is read often is drawn in another way.
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [back.width, back.height];
      const context = copy.getContext('2d', { willReadFrequently: true });
      const parts = [back, middle, front].filter((canvas) => canvas.style.display !== 'none').map((canvas) => {
        context.clearRect(0, 0, copy.width, copy.height);
        context.drawImage(canvas, 0, 0);
        return context.getImageData(0, 0, copy.width, copy.height).data;
      });
      const hashes = await Promise.all(parts.map((data) => crypto.subtle.digest('SHA-256', data)));
      return hashes.map((hash) => [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')).join(' ');
    }, run);
  }

  /** Where a robot is on the screen, in CSS pixels of the window. */
  async place_of(robot, run = 0) {
    return this.page.evaluate(async ([which, number]) => {
      const { robot_x, robot_y } = await import('/view/picking.js');
      const { view, runs } = window.formicary;
      const { frame } = runs[which];
      const pane = view.panes[which];
      const box = pane.element.getBoundingClientRect();
      return {
        x: box.left + view.camera.screen_x(robot_x(frame, number)) + pane.shift,
        y: box.top + view.camera.screen_y(robot_y(frame, number)),
      };
    }, [run, robot]);
  }

  /** Clicks a robot. */
  async click_robot(robot, { run = 0, ...options } = {}) {
    const { x, y } = await this.place_of(robot, run);
    await this.page.mouse.click(x, y, options);
  }

  /** Does something that saves a file, and gives its name and path. */
  async download(act) {
    const [saved] = await Promise.all([this.page.waitForEvent('download', { timeout: 60_000 }), act()]);
    const file = await saved.path();
    return { name: saved.suggestedFilename(), file, bytes: fs.readFileSync(file) };
  }

  /** What the page says in short messages. */
  async toasts() {
    return this.page.locator('#toasts .toast p').allInnerTexts();
  }

  async toast(words) {
    await this.page.locator('#toasts .toast p', { hasText: words }).first().waitFor();
  }
}
