import assert from "node:assert/strict";
import { test } from "node:test";

import { Frame } from "../../src/serve/page/frame.js";
import { box_around, is_inside } from "../../src/serve/page/view/bounds.js";
import { Camera } from "../../src/serve/page/view/camera.js";
import { length_in_words, round_above, round_below } from "../../src/serve/page/view/grid.js";
import { Nodes, Objects, ROW } from "../../src/serve/page/view/nodes.js";
import { Crowds } from "../../src/serve/page/view/overlay.js";
import { pick, robot_x, robot_y } from "../../src/serve/page/view/picking.js";
import { Raster } from "../../src/serve/page/view/raster.js";
import { Shown, radius_of, spacing_of } from "../../src/serve/page/view/shown.js";
import { ShownParticles } from "../../src/serve/page/view/shown_particles.js";
import { Stamps } from "../../src/serve/page/view/stamps.js";
import { Trails } from "../../src/serve/page/view/trails.js";

globalThis.ImageData ??= class {
  constructor(width, height) {
    this.data = new Uint8ClampedArray(4 * width * height);
  }
};

function header(bytes, { time = 0, event = 0, n, model, flags = 0, fraction = 1, ox = 0, oy = 0, m = 0, p = 0, o = 0 }) {
  const buffer = new ArrayBuffer(bytes);
  new Float64Array(buffer, 0, 16).set([time, event, n, model, flags, 1, fraction, ox, oy, event, time, 0, m, p, o, bytes]);
  return buffer;
}

/** A frame of robots: [x, y, state] each. */
function points(robots, more = {}) {
  const n = robots.length;
  const frame = new Frame().decode(header(128 + 12 * n, { n, model: 0, ...more }));
  robots.forEach(([x, y, state = 0], at) => {
    frame.x[at] = x;
    frame.y[at] = y;
    frame.state[at] = state;
  });
  return frame;
}

/** A frame of particles: [from, to], each the nodes [q, r, q, r] of head and tail. */
function particles(bodies, more = {}) {
  const n = bodies.length;
  const o = (more.objects ?? []).length;
  const frame = new Frame().decode(header(128 + 40 * n + 12 * o, { n, model: 1, o, ...more }));
  bodies.forEach(([from, to], at) => {
    frame.from.set(from, 4 * at);
    frame.to.set(to, 4 * at);
  });
  frame.objects.set((more.objects ?? []).flat());
  return frame;
}

const PLACE = { k: 10, left: 50, top: 50, width: 100, height: 100 };

test("the point under the pointer stays where it is while zooming", () => {
  const camera = new Camera();
  camera.resize(800, 600);
  const [x, y] = [camera.world_x(123), camera.world_y(456)];
  camera.zoom_at(3, 123, 456);
  assert.ok(Math.abs(camera.screen_x(x) - 123) < 1e-9 && Math.abs(camera.screen_y(y) - 456) < 1e-9);
  camera.zoom_at(1e300, 1, 1);
  assert.ok(Number.isFinite(camera.scale) && Number.isFinite(camera.x));
});

test("a fitted rectangle lies between the panels, and a glide ends there", () => {
  const camera = new Camera();
  camera.resize(1000, 700);
  Object.assign(camera.insets, { left: 300, right: 50, top: 60, bottom: 100 });
  camera.fit(-10, -5, 10, 5, 20, true);
  assert.ok(is_inside({ left: -10, low: -5, right: 10, high: 5 }, camera));
  assert.ok(Math.abs(camera.screen_x(0) - (300 + 950) / 2) < 1e-9);
  const there = [camera.x, camera.y, camera.scale];
  camera.pan(50, -20);
  camera.fit(-10, -5, 10, 5, 20, false);
  assert.ok(camera.tick(1000) && camera.tick(1100));
  assert.ok(!camera.tick(5000));
  assert.deepEqual([camera.x, camera.y, camera.scale], there);
  camera.fit(3, 3, 3, 3, 20, true);
  assert.ok(Number.isFinite(camera.scale) && Math.abs(camera.world_x(625) - 3) < 1e-6);
});

test("with reduced motion nothing glides or swings out", () => {
  const camera = new Camera();
  camera.resize(100, 100);
  camera.calm = true;
  camera.zoom(2);
  camera.swing(3, 3);
  assert.ok(!camera.tick(1));
  assert.equal(camera.scale, 80);
});

test("lengths of the scale are round", () => {
  assert.deepEqual([0.9, 1, 3.7, 49, 50, 99].map(round_below).map((value) => Number(value.toPrecision(6))), [0.5, 1, 2, 20, 50, 50]);
  assert.deepEqual([0.9, 1, 1.1, 3.7, 49, 51].map(round_above).map((value) => Number(value.toPrecision(6))), [1, 1, 2, 5, 50, 100]);
  assert.equal(length_in_words(1, true), "1 node");
  assert.equal(length_in_words(0.2, false), "0.2 units");
  assert.equal(length_in_words(2e6, false), "2e6 units");
});

test("robots in sight are found and counted, those that are nowhere are not", () => {
  const shown = new Shown();
  const frame = points([[0, 0, 2], [4.9, 0, 2 | (3 << 8)], [5.5, 0, 1], [0, -4, 3 | 0x10000], [NaN, 0, 1]]);
  shown.find(frame, PLACE, 2);
  assert.equal(shown.count, 3);
  assert.deepEqual([...shown.robots.slice(0, 3)], [0, 1, 3]);
  assert.deepEqual([shown.classes[1], shown.classes[2], shown.classes[3], shown.lights[3], shown.faulty, shown.lit], [0, 2, 1, 1, 1, 1]);
  assert.deepEqual([shown.x[0], shown.y[2]], [50, 90]);
});

test("discs grow with the space of a robot, within bounds", () => {
  assert.equal(spacing_of(1, 0, 0), 1);
  assert.equal(spacing_of(100, 10, 10), 1);
  assert.ok(Math.abs(spacing_of(10, 10, 0) - 1) < 1e-12);
  for (let space = 0.01, before = 0; space < 1e6; space *= 1.3) {
    assert.ok(radius_of(space) >= before && radius_of(space) <= 15);
    before = radius_of(space);
  }
});

test("the nearest robot is picked, and of those in one place the last one", () => {
  const frame = points([[0, 0], [1, 0], [1, 0]], { ox: 100, oy: -50 });
  assert.equal(pick(frame, 100.2, -50, 0.5), 0);
  assert.equal(pick(frame, 100.9, -50.1, 0.5), 2);
  assert.equal(pick(frame, 100.5, -52, 0.5), -1);
  assert.equal(pick(null, 0, 0, 1), -1);
});

test("a particle on its way is between its nodes, and is picked along its whole body", () => {
  const frame = particles([[[0, 0, 0, 0], [1, 0, 0, 0]], [[3, 2, 3, 2], [3, 2, 3, 2]]], { fraction: 0.5 });
  assert.ok(Math.abs(robot_x(frame, 0) - 0.5) < 1e-12);
  assert.ok(Math.abs(robot_y(frame, 1) - 2 * ROW) < 1e-12);
  assert.equal(pick(frame, 0.25, 0.3, 0.4), 0);
  assert.equal(pick(frame, 4, 2 * ROW, 0.4), 1);
  assert.equal(pick(frame, 2, 0, 0.4), -1);
});

test("particles look like their paint, else like their class", () => {
  const shown = new ShownParticles();
  const bodies = [0, 1, 2, 3].map((q) => [[q, 0, q, 0], [q, 0, q, 0]]);
  const frame = particles(bodies);
  frame.state.set([0, 1, 0x100, 0x100 | 0x200]);
  frame.colour.set([0, 0, 0xff0000, 0xff0000]);
  shown.find(frame, PLACE);
  shown.find_looks(frame, { of: (kind) => `class ${kind}`, paint: (rgb) => `paint ${rgb}` });
  assert.deepEqual(shown.looks, ["class 0", "class 1", "paint 16711680"]);
  assert.deepEqual([...shown.counts.slice(0, 3)], [1, 1, 2]);
  assert.equal(shown.robots[shown.anchor], 3);
});

test("nodes are found again, heads and tails told apart", () => {
  const nodes = new Nodes();
  const bodies = [];
  for (let q = -40; q < 40; q += 2) for (let r = -40; r < 40; r++) bodies.push([[q, r, q, r], r % 2 ? [q + 1, r, q, r] : [q, r, q, r]]);
  nodes.read(particles(bodies, { event: 1 }));
  bodies.forEach(([, [q, r, tail_q, tail_r]], particle) => {
    assert.equal(nodes.at(q, r), 1 + 2 * particle);
    if (q !== tail_q) assert.equal(nodes.at(tail_q, tail_r), 2 + 2 * particle);
  });
  assert.equal(nodes.at(500, 0), 0);
  nodes.read(particles([[[0, 0, 0, 0], [0, 0, 0, 0]]], { event: 2 }));
  assert.deepEqual([nodes.at(0, 0), nodes.at(2, 0)], [1, 0]);
});

test("an object has its outline, and goes along with a movement", () => {
  const objects = new Objects();
  const body = [[[5, 5, 5, 5], [5, 5, 5, 5]]];
  objects.read(particles(body, { event: 1, objects: [[0, 0, 0], [1, 0, 0], [4, 4, 1]] }));
  assert.deepEqual([...objects.open], [0b111110, 0b110111, 0b111111]);
  objects.read(particles(body, { event: 2, fraction: 0, objects: [[1, 0, 0], [2, 0, 0], [4, 4, 1]] }));
  objects.find({ ...PLACE, left: 0 }, 1);
  assert.deepEqual([...objects.x.slice(0, 2)], [0, 10]);
  objects.find({ ...PLACE, left: 0 }, 0);
  assert.deepEqual([...objects.x.slice(0, 2)], [10, 20]);
});

test("places with several robots are found across the borders of cells", () => {
  const crowds = new Crowds();
  const x = new Float32Array([3.99, 4.01, 20, 4, 20.9]);
  const y = new Float32Array([8, 7.99, 20, 8.01, 20]);
  crowds.count({ count: 5, x, y }, 0.35);
  assert.equal(crowds.places, 1);
  assert.equal(crowds.sizes[0], 3);
});

test("an image clears what it drew and shows nothing more than what has changed", () => {
  const raster = new Raster();
  const stamps = new Stamps();
  const shown = [];
  const context = { putImageData: (...box) => shown.push(box.slice(3)) };
  const draw = (x, y) => {
    if (raster.stamp(stamps, 0, x, y)) return;
    stamps.shape.plain(3, 0xff0000ff);
    stamps.make(0, raster.phase(x, y));
    assert.ok(raster.stamp(stamps, 0, x, y));
  };
  stamps.reserve(1);
  raster.begin(40, 30);
  draw(10, 10);
  draw(-1, 29);
  draw(500, 500);
  raster.end(context);
  assert.deepEqual(shown.pop(), [0, 0, 40, 30]);
  assert.equal(raster.pixels[10 * 40 + 10] >>> 0, 0xff0000ff);
  raster.begin(40, 30);
  draw(30, 10);
  raster.end(context);
  assert.equal(raster.pixels[10 * 40 + 10], 0);
  assert.equal(raster.pixels[10 * 40 + 30] >>> 0, 0xff0000ff);
  const opaque = raster.pixels.reduce((sum, pixel) => sum + (pixel >>> 24) / 255, 0);
  assert.ok(Math.abs(opaque - Math.PI * 9) < 0.6, `${opaque}`);
  raster.begin(40, 30);
  raster.end(context);
  const [left, top, width, height] = shown.pop();
  assert.ok(left >= 25 && left + width <= 35 && top >= 5 && top + height <= 15);
  assert.ok(raster.pixels.every((pixel) => pixel === 0));
});

test("dots and stamps at the edge of the image stay within it", () => {
  const raster = new Raster();
  raster.begin(5, 5);
  for (let x = -3; x < 9; x++) for (let y = -3; y < 9; y++) raster.dot(x, y, 3, 0xffffffff);
  assert.ok(raster.pixels.every((pixel) => pixel === -1));
  assert.deepEqual([raster.left, raster.top, raster.right, raster.bottom], [0, 0, 5, 5]);
});

test("a trail begins anew when time goes back", () => {
  const trails = new Trails();
  trails.on = true;
  for (let time = 0; time < 5; time++) trails.add(points([[time, 0], [0, 0]], { time }), null, 10);
  assert.deepEqual([...trails.added.slice(0, 2)], [5, 1]);
  trails.add(points([[1, 0], [0, 0]], { time: 1 }), null, 10);
  assert.equal(trails.added[0], 1);
});

test("the rectangle around a swarm that has drawn together is not a point", () => {
  const about = { bounds: [0, 0, 100, 50] };
  const picture = (frame) => ({ is_grid: false, has_frame: true, frame });
  const { left, right } = box_around([{ run: { about }, picture: picture(points([[7, 7], [7, 7]])) }]);
  assert.deepEqual([left, right], [5, 9]);
  assert.equal(box_around([{ run: { about: { bounds: [3, 3, 3, 3] } }, picture: picture(points([[3, 3]])) }]).right, 3.5);
});
