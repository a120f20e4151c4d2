// The worker owns a source of frames. Commands are answered at once: what takes long is done in
// slices of a few milliseconds, and messages get through between them.

import { Crash, WasmSource } from "./source/wasm.js";
import { SocketSource } from "./source/socket.js";

/** How long a slice of work is, in milliseconds. */
const SLICE = 6;
/** The longest leap of real time that counts: a page that was asleep does not make up for it. */
const LONGEST_TICK = 0.25;
/** How long a rest is while playing, in milliseconds, and where nobody can see the page. */
const REST = 8;
const REST_UNSEEN = 100;
/** The flag of a frame that says that time goes on. */
const PLAYING = 1;

/** @type {WasmSource|null} */
let wasm = null;
/** @type {SocketSource|null} */
let socket = null;
/** Commands that came before the source was there. */
let early = [];
/** The buffer that the page wants to have filled. @type {ArrayBuffer|null} */
let wanted = null;
let playing = false;
/** Why there is no source any more. @type {string|null} */
let broken = null;
let visible = true;
let last = 0;
let scheduled = false;
/** The timer of a rest, or 0. */
let resting = 0;
/** Counts the sources, so that one that is late is not taken for the present one. */
let turn = 0;

// A message to oneself comes after those that wait already, and without the delay of a timer.
const relay = new MessageChannel();
relay.port1.onmessage = () => {
  scheduled = false;
  run();
};

function schedule() {
  if (scheduled || !wasm) return;
  clearTimeout(resting);
  resting = 0;
  scheduled = true;
  relay.port2.postMessage(0);
}

/** One slice: time passes, work is done, a frame is handed over. Goes on while there is more. */
function run() {
  if (!wasm) return;
  try {
    const now = performance.now();
    if (playing) wasm.tick(Math.min(LONGEST_TICK, (now - last) / 1000));
    last = now;
    const more = wasm.work(now + SLICE);
    hand_over();
    if (more) schedule();
    else if (playing) rest();
  } catch (error) {
    crash(error);
  }
}

/** While playing with nothing left to compute, time has to pass first. A message ends the rest. */
function rest() {
  if (scheduled || resting) return;
  resting = setTimeout(() => {
    resting = 0;
    run();
  }, visible ? REST : REST_UNSEEN);
}

function hand_over() {
  if (!wanted || !wasm.has_news()) return;
  const filled = wasm.frame(wanted);
  if (!filled) return;
  wanted = null;
  // A run that has come to its end plays no more.
  playing = (new Float64Array(filled, 0, 5)[4] & PLAYING) !== 0;
  postMessage({ type: "frame", buffer: filled }, [filled]);
}

function crash(error) {
  wasm = null;
  playing = false;
  early = [];
  broken = error instanceof Crash ? error.message : `the worker failed: ${error.message}`;
  postMessage({ type: "crashed", message: broken });
}

function answer(id, reply) {
  postMessage({ type: "reply", id, ...reply });
}

/** A status says whether time goes on. */
function heed(command, ok) {
  if (!ok) return;
  if (typeof ok.playing === "boolean") {
    if (ok.playing && !playing) last = performance.now();
    playing = ok.playing;
  } else if (command.do === "open" || command.do === "open_record") playing = false;
}

function call(id, command) {
  if (socket) return socket.call(id, command);
  if (broken) return answer(id, { error: { message: broken } });
  if (!wasm) return early.push([id, command]);
  try {
    const reply = wasm.call(command);
    heed(command, reply.ok);
    answer(id, reply);
    schedule();
  } catch (error) {
    crash(error);
  }
}

/** The simulator comes compiled, as all workers of a page share it. */
async function choose(kind, url, module) {
  turn += 1;
  const mine = turn;
  socket?.close();
  socket = wasm = broken = null;
  playing = false;
  if (kind === "socket") {
    socket = new SocketSource(url, {
      reply: answer,
      frame: (buffer) => {
        wanted = null;
        postMessage({ type: "frame", buffer }, [buffer]);
      },
      state: (connected, words) => postMessage({ type: "state", connected, words }),
    });
    if (wanted) socket.want();
  } else {
    try {
      const loaded = await WasmSource.start(module);
      if (mine !== turn) return;
      wasm = loaded;
    } catch (error) {
      if (mine === turn) crash(new Crash(`the simulator could not be started: ${error.message}`));
      return;
    }
  }
  postMessage({ type: "ready", source: kind });
  for (const [id, command] of early.splice(0)) call(id, command);
}

self.onmessage = (event) => {
  const message = event.data;
  switch (message.type) {
    case "source":
      return choose(message.kind, message.url, message.module);
    case "call":
      return call(message.id, message.command);
    case "frame":
      wanted = message.buffer;
      if (socket) return socket.want();
      return schedule();
    case "visible":
      visible = message.visible;
      return schedule();
  }
};
