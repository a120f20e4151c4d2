// Measures the page in headless Chromium without a GPU.
//
//   cargo build --release && src/serve/build-page.sh
//   npm install --prefix target/page-tests playwright-core
//   node benches/page.mjs
//
// Prints a table in Markdown. FORMICARY names the program, FORMICARY_WASM the WebAssembly,
// FORMICARY_PLAYWRIGHT the folder in whose node_modules playwright-core is, CHROMIUM the browser.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (name, fallback) => path.resolve(root, process.env[name] ?? fallback);
const formicary = at('FORMICARY', 'target/release/formicary');
const wasm = at('FORMICARY_WASM', 'target/page/formicary.wasm');
const playwright = at('FORMICARY_PLAYWRIGHT', 'target/page-tests');
const { chromium } = createRequire(path.join(playwright, 'package.json'))('playwright-core');
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const SECONDS = 5;

/** Robots that move all the time and see only who is near. */
const swarm = (robots) => `
model = "oblot"
seed = 1
[swarm]
robots = ${robots}
algorithm = "go_to_center"
width = ${Math.ceil(Math.sqrt(robots) * 3)}.0
height = ${Math.ceil(Math.sqrt(robots) * 3)}.0
[visibility]
radius = 5.0
[scheduler]
rate = 0.05
`;

const rows = [];
const say = (what, value, aim = '') => rows.push(`| ${what} | ${value} | ${aim} |`);
const quantile = (numbers, part) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];

/** Starts the server and says its address. */
async function serve() {
  const child = spawn(formicary, ['serve', '--port', '0', 'scenarios/oblot/gathering.toml'], { cwd: root, env: { ...process.env, FORMICARY_WASM: wasm } });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text) => { said += text; if (said.includes('\n')) resolve(said.split('\n')[0].trim()); });
    child.on('exit', () => reject(new Error('formicary serve has ended')));
  });
  return { address, stop: () => child.kill('SIGINT') };
}

/** In the page: measures each drawing of the view, however little there is to be drawn. */
function watch() {
  const times = [];
  const { view } = window.formicary;
  const { draw } = view;
  view.draw = function measured(now) {
    const begin = performance.now();
    draw.call(this, now);
    times.push(performance.now() - begin);
  };
  window.measured = { times };
}

/** How long the tasks of the page's own thread are while something goes on, in milliseconds: an observer tells only of those above 50. */
async function traced(page, act) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', '__metadata'] } });
  const said = await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  const thread = ({ pid, tid }) => `${pid}:${tid}`;
  const calls = new Map();
  const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread));
  for (const event of events) if (event.name === 'FunctionCall' && mains.has(thread(event))) calls.set(thread(event), (calls.get(thread(event)) ?? 0) + 1);
  const [main] = [...calls].sort((a, b) => b[1] - a[1])[0] ?? [];
  const tasks = events.filter((event) => thread(event) === main && event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask');
  return { said, tasks: tasks.map(({ dur }) => dur / 1000), busy: tasks.map(({ dur, tdur }) => (tdur ?? dur) / 1000) };
}

async function frames(browser, address, robots) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${address}?test`);
  await page.waitForSelector('body[data-ready]');
  await page.evaluate(watch);
  await page.evaluate((text) => window.formicary.actions.open({ text, name: 'swarm.toml' }), swarm(robots));
  await page.waitForTimeout(2000);
  await page.evaluate(async () => {
    await window.formicary.actions.toggle_play();
    await new Promise((done) => setTimeout(done, 1000));
  });
  const measure = (seconds) => page.evaluate(async (length) => {
    let frames = 0;
    const off = window.formicary.on('frame', () => (frames += 1));
    window.measured.times.length = 0;
    const begin = performance.now();
    await new Promise((done) => setTimeout(done, length * 1000));
    const took = (performance.now() - begin) / 1000;
    off();
    return { rate: frames / took, times: [...window.measured.times] };
  }, seconds);
  const seen = await measure(SECONDS);
  const { tasks, busy } = await traced(page, () => measure(SECONDS));
  const paused = await page.evaluate(async () => {
    await window.formicary.actions.toggle_play();
    await new Promise((done) => setTimeout(done, 500));
    window.measured.times.length = 0;
    await new Promise((done) => setTimeout(done, 1000));
    return window.measured.times.length;
  });
  await page.close();
  return { ...seen, tasks, busy, paused };
}

async function first(browser, address) {
  const times = [];
  for (let round = 0; round < 9; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${address}?test`);
    await page.waitForSelector('body[data-ready]');
    times.push(await page.evaluate(() => performance.getEntriesByName('first-swarm')[0]?.startTime ?? NaN));
    await context.close();
    // What the last page leaves behind is not to be done while the next one opens.
    await new Promise((done) => setTimeout(done, 1000));
  }
  return times;
}

/** Events a second of a scenario, in WebAssembly and natively. */
function speeds(scenario, ...sets) {
  const script = path.join(root, 'tests/page/speed.mjs');
  const inside = Number(execFileSync('node', [script, wasm, scenario, ...sets], { cwd: root, encoding: 'utf8' }));
  const args = ['run', scenario, '--engine', 'inline', '--json', ...sets.flatMap((set) => ['--set', set])];
  let outside = 0;
  for (let round = 0; round < 5; round += 1) {
    // What a scenario expects does not hold with other settings: then it ends with 1.
    const { stdout, status } = spawnSync(formicary, args, { cwd: root, encoding: 'utf8' });
    if (status > 1) throw new Error(`formicary ${args.join(' ')}: ${status}`);
    outside = Math.max(outside, JSON.parse(stdout).events_per_second);
  }
  return [inside, outside];
}

const server = await serve();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
try {
  const begin = await first(browser, server.address);
  say('first swarm on screen, ms: median, least', `${quantile(begin, 0.5).toFixed(0)}, ${Math.min(...begin).toFixed(0)}`, '200');
  for (const [robots, aim] of [[1000, ''], [10000, '60 frames/s, 5 ms, 20 ms'], [100000, '20 frames/s']]) {
    const { rate, times, tasks, busy, paused } = await frames(browser, server.address, robots);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    const drawn = `${mean.toFixed(1)}, ${quantile(times, 0.95).toFixed(1)}, ${Math.max(...times).toFixed(1)}`;
    say(`${robots} robots: frames/s; drawing a frame, ms: mean, 95 %, most; longest task, ms: in all, of processor time`, `${rate.toFixed(0)}; ${drawn}; ${Math.max(...tasks).toFixed(1)}, ${Math.max(...busy).toFixed(1)}`, aim);
    say(`${robots} robots, paused: frames drawn in a second`, paused, '0');
  }
} finally {
  await browser.close();
  server.stop();
}

const files = execFileSync('git', ['ls-files', 'src/serve/page'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const compressed = (pack) => files.reduce((sum, file) => sum + pack(fs.readFileSync(path.join(root, file))).length, 0);
const code = fs.readFileSync(wasm);
const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
say('page: gzip, brotli', `${kB(compressed((bytes) => zlib.gzipSync(bytes, { level: 9 })))}, ${kB(compressed(zlib.brotliCompressSync))}`);
say('WebAssembly: gzip, brotli', `${kB(zlib.gzipSync(code, { level: 9 }).length)}, ${kB(zlib.brotliCompressSync(code).length)}`, 'both together 900 kB');
for (const [scenario, ...sets] of [
  ['scenarios/oblot/gathering.toml', 'swarm.robots=20', 'swarm.precision=12'],
  ['scenarios/oblot/gathering.toml', 'swarm.robots=100', 'swarm.precision=12'],
  ['scenarios/oblot/gathering.toml', 'swarm.robots=1000'],
  ['scenarios/oblot/sec.toml', 'swarm.robots=100'],
  ['scenarios/amoebot/leader_election.toml', 'swarm.robots=1000'],
]) {
  const [inside, outside] = speeds(scenario, ...sets);
  say(`${path.basename(scenario, '.toml')} ${sets.join(' ')}: events/s in WebAssembly, natively, ratio`, `${Math.round(inside)}, ${Math.round(outside)}, ${(inside / outside).toFixed(2)}`, '0.5');
}
console.log(['| what | measured | aim |', '|---|---|---|', ...rows].join('\n'));
