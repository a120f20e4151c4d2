// The browser: Chromium without a screen, and without a GPU.

import { createRequire } from 'node:module';
import path from 'node:path';

import { ROOT } from './programs.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** Loads playwright-core from the folder that is named, else from where the tests keep it. */
function playwright() {
  const from = process.env.FORMICARY_PLAYWRIGHT ?? path.join(ROOT, 'target/page-tests');
  return createRequire(path.join(from, 'package.json'))('playwright-core');
}

/** Starts a browser. @returns {Promise<import('playwright-core').Browser>} */
export function launch() {
  return playwright().chromium.launch({ executablePath: CHROMIUM, args: FLAGS, headless: true });
}
