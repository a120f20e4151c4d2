// Images and films of the view.

import { el } from "../dom.js";
import { Camera } from "./camera.js";
import { ALL } from "./pane.js";
import { Picture } from "./picture.js";

/** An image has at most this many pixels. */
const MOST_PIXELS = 64e6;
/** So many robots are drawn as paths in an image: it may take a while. */
const PATHS = 20_000;
/** Films have at most this many frames a second, and so many bits a second and pixel of a frame. */
const RATE = 60;
const BITS = 6;
/** The types of films, the better ones first. */
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
/** A film stands still for this long at its end, in milliseconds. */
const REST = 400;

/**
 * An image of the view as it is, without panels.
 * @param {import("./index.js").View} view
 * @param {{scale?: number}} [options] pixels of the image per CSS pixel
 * @returns {Promise<Blob>}
 */
export async function png(view, { scale = 2 } = {}) {
  const width = view.host.clientWidth;
  const height = view.host.clientHeight;
  const wide = Math.round(width * scale);
  const high = Math.round(height * scale);
  if (!(scale > 0) || wide * high > MOST_PIXELS) throw new Error(`an image of ${wide} by ${high} pixels is too large`);
  const canvas = fresh(wide, high);
  const context = canvas.getContext("2d");
  for (const [number, pane] of view.panes.entries()) {
    const part = fresh(Math.round(pane.element.clientWidth * scale), high);
    draw(view, pane, part, scale);
    context.drawImage(part, Math.round((number * width * scale) / view.panes.length), 0);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the image could not be made"))), "image/png");
  });
}

/** Draws a pane onto a canvas of another size. */
function draw(view, pane, canvas, scale) {
  const picture = new Picture(view.theme);
  picture.copy(pane.picture);
  picture.vector_limit = PATHS;
  picture.scale_left = 16;
  picture.scale_bottom = pane.element.clientHeight - 16;
  const camera = new Camera();
  camera.x = view.camera.x;
  camera.y = view.camera.y;
  camera.scale = view.camera.scale;
  camera.width = view.camera.width;
  camera.height = view.camera.height;
  picture.look(camera, scale, pane.shift);
  picture.place.width = canvas.width;
  picture.place.height = canvas.height;
  picture.draw_all(canvas.getContext("2d"), () => fresh(canvas.width, canvas.height));
}

function fresh(width, height) {
  return el("canvas", { width: Math.max(1, width), height: Math.max(1, height) });
}

/** The type of film that this browser can make, or null. */
function film_type() {
  if (typeof MediaRecorder === "undefined") return null;
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

/**
 * A film of a passage, played and recorded as it is seen.
 * @param {import("./index.js").View} view
 * @param {{from: number, to: number, speed: number}} options times, and simulated units a second
 * @returns {Promise<Blob|null>} null if it was called off
 */
export async function webm(view, { from, to, speed }) {
  const type = film_type();
  if (!type) throw new Error("this browser cannot make films");
  if (view.filming) throw new Error("another film is being made");
  if (!(to > from) || !(speed > 0)) throw new Error("a film has to end after it begins, and its speed to be above 0");
  const film = new Film(view, type, { from, to, speed });
  view.filming = film;
  try {
    return await film.make();
  } finally {
    view.filming = null;
    film.close();
  }
}

/** A film that is being made. */
class Film {
  constructor(view, type, { from, to, speed }) {
    this.view = view;
    this.type = type;
    this.from = from;
    this.to = to;
    this.speed = speed;
    // Films have sides of an even length.
    this.canvas = fresh(even(view.host.clientWidth * view.panes[0].ratio), even(view.host.clientHeight * view.panes[0].ratio));
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.called_off = false;
    this.chunks = [];
    this.bar = el("progress", { max: 1, value: 0, "aria-label": "How much of the film is done" });
    this.words = el("span", { text: "Film: going to the start" });
    this.stop = el("button", { class: "button", type: "button", text: "Cancel", data: { action: "cancel-film" }, on: { click: () => this.call_off() } });
    this.box = el("div", { class: "view-film", role: "status" }, this.words, this.bar, this.stop);
    view.host.append(this.box);
  }

  call_off() {
    this.called_off = true;
    this.wake?.();
  }

  async make() {
    const { view } = this;
    const runs = view.app.runs;
    const before = runs.map((run) => run.status?.time ?? 0);
    await Promise.all(runs.map((run) => run.call({ do: "pause" })));
    await Promise.all(runs.map((run) => run.call({ do: "seek", time: this.from })));
    await this.until(() => runs.every((run) => run.frame && !run.frame.busy && run.frame.time >= this.from - 1e-9) || this.ended());
    if (this.called_off) return null;
    const blob = await this.record(runs);
    await Promise.all(runs.map((run) => run.call({ do: "pause" })));
    if (this.called_off) await Promise.all(runs.map((run, at) => run.call({ do: "seek", time: before[at] })));
    return this.called_off ? null : blob;
  }

  async record(runs) {
    this.drawn();
    const stream = this.canvas.captureStream(RATE);
    const bits = Math.min(40e6, this.canvas.width * this.canvas.height * BITS);
    const recorder = new MediaRecorder(stream, { mimeType: this.type, videoBitsPerSecond: bits });
    recorder.ondataavailable = (event) => event.data.size > 0 && this.chunks.push(event.data);
    const stopped = new Promise((resolve, reject) => {
      recorder.onstop = resolve;
      recorder.onerror = (event) => reject(event.error ?? new Error("the film could not be made"));
    });
    recorder.start(500);
    this.words.textContent = "Film: recording";
    await Promise.all(runs.map((run) => run.call({ do: "play", speed: this.speed })));
    await this.until(() => runs.every((run) => run.frame && run.frame.time >= this.to) || this.ended());
    // The last picture is held for a moment, so that it is in the film.
    const end = performance.now() + (this.called_off ? 0 : REST);
    while (performance.now() < end) {
      this.drawn();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
    return new Blob(this.chunks, { type: "video/webm" });
  }

  /** Whether nothing more is to come. */
  ended() {
    return this.view.app.runs.every((run) => run.crash || (run.frame && run.frame.ended && !run.frame.busy));
  }

  /** Waits, looking at every picture that is drawn. */
  async until(done) {
    while (!done() && !this.called_off) {
      await new Promise((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, 250);
      });
    }
  }

  /** Hears that the view was drawn: copies it. */
  drawn() {
    const { view, context, canvas } = this;
    for (const [number, pane] of view.panes.entries()) {
      const left = Math.round((number * canvas.width) / view.panes.length);
      context.drawImage(pane.back, left, 0);
      context.drawImage(pane.middle, left, 0);
      if (pane.front_shown) context.drawImage(pane.front, left, 0);
    }
    const frame = view.app.run.frame;
    if (frame) this.bar.value = Math.max(0, Math.min(1, (frame.time - this.from) / (this.to - this.from)));
    this.wake?.();
  }

  close() {
    this.box.remove();
    for (const pane of this.view.panes) pane.dirty = ALL;
    this.view.request();
  }
}

function even(size) {
  return Math.max(2, 2 * Math.round(size / 2));
}
