// The stage of a test: a fresh page in Chromium, on which nothing may go wrong unnoticed.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';

import { launch } from './browser.mjs';
import { watch_controls } from './controls.mjs';
import { Driver } from './driver.mjs';
import { FileServer, ROOT, Server, clear } from './programs.mjs';

/** How long a test may take, and how long it waits for one thing, in milliseconds. */
const LONGEST = 120_000;
const PATIENCE = 20_000;

let browser = null;
let shared = null;

/** The browser, which all tests share. */
async function chromium() {
  if (!browser?.isConnected()) browser = await launch();
  return browser;
}

/** A server of the shipped scenarios, which all tests share that need none of their own. */
async function server() {
  if (shared && !shared.runs) console.error(`formicary serve has ended (${shared.child.exitCode ?? shared.child.signalCode}): ${shared.said}`);
  if (!shared?.runs) shared = await Server.start([path.join(ROOT, 'scenarios')]);
  return shared;
}

after(async () => {
  await browser?.close();
  await shared?.kill();
  clear();
});

/** What a test works with. */
class Stage {
  constructor() {
    this.ends = [];
    this.troubles = [];
    this.allowed = [];
    this.foreign = [];
  }

  /** A trouble that the test makes itself, and that therefore is none. @param {RegExp} words */
  allow(words) {
    this.allowed.push(words);
  }

  /** Starts `formicary serve`, until the test is over. */
  async serve(args, options) {
    const started = await Server.start(args, options);
    this.ends.push(() => started.kill());
    return started;
  }

  /** Serves a folder as plain files. */
  async files(root) {
    const started = await FileServer.start(root);
    this.ends.push(() => started.kill());
    return started;
  }

  /**
   * Opens the page.
   * @param {{url?: string, hash?: string, query?: string, ready?: boolean, opened?: string,
   *   server?: boolean, context?: import('playwright-core').BrowserContextOptions}} [options]
   *   `opened`: a shipped scenario; `server`: the page is told that there is no WebAssembly
   * @returns {Promise<Driver>}
   */
  async open({ url, hash = '', query = '?test', ready = true, opened, server: by_server = false, context: options } = {}) {
    const context = await (await chromium()).newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
    context.setDefaultTimeout(PATIENCE);
    this.ends.push(() => context.close());
    const page = await context.newPage();
    await watch_controls(page);
    const address = new URL(url ?? (await server()).url);
    this.listen(page, address);
    const driver = new Driver(page, address);
    this.last = page;
    if (by_server) {
      await page.route('**/api/hello', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), wasm: false } });
      });
    }
    await page.goto(`${address.origin}${address.pathname}${query}${hash}`);
    if (ready) await driver.ready();
    if (opened) await driver.open(opened);
    return driver;
  }

  /** Keeps whatever the browser complains of. */
  listen(page, address) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.troubles.push(`console ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.troubles.push(`error: ${error.stack ?? error}`));
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (!['data:', 'blob:'].includes(protocol) && host !== address.host) this.foreign.push(request.url());
    });
  }

  /** Fails if anything went wrong on a page, or if it has asked somebody else. */
  settle() {
    const troubles = this.troubles.filter((text) => !this.allowed.some((words) => words.test(text)));
    assert.deepEqual(troubles, [], 'the page complains');
    assert.deepEqual(this.foreign, [], 'the page asks other hosts');
  }

  async close() {
    for (const end of this.ends.splice(0).reverse()) await end();
  }

  /** Keeps a picture of a page on which a test has failed, where somebody wants to have it. */
  async keep_picture(name) {
    const into = process.env.FORMICARY_SHOTS;
    if (!into || !this.last || this.last.isClosed()) return;
    fs.mkdirSync(into, { recursive: true });
    await this.last.screenshot({ path: path.join(into, `${name.replace(/[^a-z0-9]+/gi, '_')}.png`) }).catch(() => {});
  }
}

/**
 * A test on a page of its own. On a busy machine a browser misses a deadline now and then: what takes too long, or
 * loses its browser or server, is tried once more, says so, and fails for good the second time.
 * @param {string} name
 * @param {(stage: Stage) => Promise<void>} body
 * @param {{timeout?: number}} [options] `timeout`: of both tries together, in ms
 */
export function scene(name, body, { timeout = 2 * LONGEST } = {}) {
  test(name, { timeout }, async () => {
    try {
      await play(name, body);
    } catch (error) {
      // Whatever else went wrong is no matter of the machine.
      if (error.name !== 'TimeoutError' && browser?.isConnected() && shared?.runs !== false) throw error;
      console.error(`${name}: once more, because: ${error.message}`);
      await play(name, body);
    }
  });
}

async function play(name, body) {
  const stage = new Stage();
  try {
    await body(stage);
    stage.settle();
  } catch (error) {
    await stage.keep_picture(name);
    if (stage.troubles.length > 0) error.message += `\n${stage.troubles.join('\n')}`;
    throw error;
  } finally {
    await stage.close();
  }
}
