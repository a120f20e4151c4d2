// The programs under test: `formicary` on the command line and as a server, and a plain file server.

import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folder of the project. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
/** The program that is tested. */
export const FORMICARY = process.env.FORMICARY ?? path.join(ROOT, 'target/debug/formicary');

/** How long a server may take to say its address, in milliseconds. */
const START = 20_000;

const made = [];

/** A new folder for files of a test; it is removed at the end. */
export function folder() {
  const name = fs.mkdtempSync(path.join(os.tmpdir(), 'formicary-page-'));
  made.push(name);
  return name;
}

/** Removes the folders of all tests. */
export function clear() {
  for (const name of made.splice(0)) fs.rmSync(name, { recursive: true, force: true });
}

/** The path of a shipped scenario, such as "oblot/gathering". */
export const scenario = (name) => path.join(ROOT, 'scenarios', `${name}.toml`);

/** The text of a shipped scenario. */
export const text_of = (name) => fs.readFileSync(scenario(name), 'utf8');

/** Runs the program and gives what it writes; fails where it does. */
export async function formicary(...args) {
  const { stdout } = await promisify(execFile)(FORMICARY, args, { cwd: ROOT, maxBuffer: 1 << 28 });
  return stdout;
}

/** What `formicary run` says of a scenario, by the inline engine. */
export async function run(file, ...args) {
  return JSON.parse(await formicary('run', file, '--engine', 'inline', '--json', ...args));
}

/** A server of the page. */
export class Server {
  /**
   * @param {string[]} args of `formicary serve`
   * @param {{port?: number, wasm?: string}} [options]
   */
  static async start(args, { port = 0, wasm } = {}) {
    const server = new Server();
    server.args = args;
    server.wasm = wasm;
    const env = { ...process.env, ...(wasm === undefined ? {} : { FORMICARY_WASM: wasm }) };
    server.child = spawn(FORMICARY, ['serve', ...args, '--port', String(port)], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    server.said = '';
    server.url = await new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`formicary serve ${args.join(' ')}: ${why}\n${server.said}`));
      const timer = setTimeout(() => fail('no address'), START);
      const read = (data) => {
        server.said += data;
        const found = /https?:\/\/[^\s"]+/.exec(server.said);
        if (!found) return;
        clearTimeout(timer);
        resolve(found[0]);
      };
      server.child.stdout.on('data', read);
      server.child.stderr.on('data', (data) => (server.said += data));
      server.child.on('error', (error) => fail(error.message));
      server.child.on('exit', (code) => fail(`ended with ${code}`));
    });
    return server;
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  /** Whether it is there. */
  get runs() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends it at once, as a power cut would. */
  async kill() {
    if (!this.runs) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  /** Starts it once more on the same port. */
  async again() {
    const next = await Server.start(this.args, { port: this.port, wasm: this.wasm });
    this.child = next.child;
  }
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json' };

/** A plain file server, which knows nothing of WebAssembly or of the program. */
export class FileServer {
  static async start(root) {
    const server = new FileServer();
    server.http = http.createServer((request, response) => {
      const name = path.join(root, path.normalize(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html'));
      const found = fs.existsSync(name) && fs.statSync(name).isFile();
      response.writeHead(found ? 200 : 404, { 'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream' });
      response.end(found ? fs.readFileSync(name) : 'not found');
    });
    await new Promise((resolve) => server.http.listen(0, '127.0.0.1', resolve));
    server.url = `http://127.0.0.1:${server.http.address().port}/`;
    return server;
  }

  async kill() {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }
}
