// What takes longest begins first, while the page is still being read: the worker starts, the server
// says what there is, and the simulator is fetched and compiled.

const at = (path) => new URL(path, document.baseURI);

/** Whether the address names a run of its own. */
const shared = location.hash.startsWith("#s=");

/** Starts a worker. @returns {Worker} */
export const make_worker = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

/** The first worker. */
const first = make_worker();
let taken = false;

/** The worker that was started early, and after that new ones. @returns {Worker} */
export function take_worker() {
  if (taken) return make_worker();
  taken = true;
  return first;
}

/** What the server says of itself; without a server, what lies beside the page. */
export const hello = read_hello();

const compiled = new Map();

/**
 * The simulator, compiled once for all workers of the page. A browser does this beside the page's
 * own thread.
 * @param {string} url
 * @returns {Promise<WebAssembly.Module>}
 */
export function simulator(url) {
  let module = compiled.get(url);
  if (!module) {
    module = compile(url);
    compiled.set(url, module);
    module.catch(() => compiled.delete(url));
  }
  return module;
}

hello.then((said) => {
  const start = said.start;
  const elsewhere = start && (start.run !== undefined || start.record !== undefined);
  if (said.wasm && (shared || !elsewhere)) simulator(at("formicary.wasm").href).catch(() => {});
});

async function compile(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  // A plain file server may not know the type; then it is compiled when all of it is there.
  const typed = (answer.headers.get("Content-Type") ?? "").startsWith("application/wasm");
  return typed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

async function read_hello() {
  const read = async (path) => {
    const said = await fetch(at(path));
    if (!said.ok) throw new Error(`${path}: ${said.status}`);
    return said.json();
  };
  const alone = { formicary: "", wasm: true, start: null, files: [], live: [], alone: true };
  try {
    return { ...alone, alone: false, ...(await read("api/hello")) };
  } catch {
    try {
      return { ...alone, start: await read("start.json") };
    } catch {
      return alone;
    }
  }
}
