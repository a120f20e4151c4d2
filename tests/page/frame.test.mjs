import assert from "node:assert/strict";
import { test } from "node:test";

import { Frame, HEADER } from "../../src/serve/page/frame.js";

function packed(fields, sections) {
  const bytes = HEADER + sections.reduce((sum, section) => sum + section.byteLength, 0);
  const buffer = new ArrayBuffer(bytes + 64);
  const head = new Float64Array(buffer, 0, 16);
  for (const [at, value] of Object.entries(fields)) head[at] = value;
  head[15] = bytes;
  let at = HEADER;
  for (const section of sections) {
    new Uint8Array(buffer, at, section.byteLength).set(new Uint8Array(section.buffer));
    at += section.byteLength;
  }
  return buffer;
}

test("robots in the plane", () => {
  const buffer = packed({ 0: 1.5, 1: 7, 2: 2, 3: 0, 4: 1 | 8, 5: 3, 7: 10, 9: 9, 11: 1 }, [
    Float32Array.of(1, 2), Float32Array.of(3, 4), Uint32Array.of(0, 65538), Float32Array.of(5, NaN), Float32Array.of(6, NaN),
  ]);
  const frame = new Frame().decode(buffer);
  assert.equal(frame.model, "oblot");
  assert.deepEqual([frame.time, frame.event, frame.n, frame.generation, frame.ox, frame.head_event], [1.5, 7, 2, 3, 10, 9]);
  assert.deepEqual([frame.playing, frame.ended, frame.busy, frame.has_targets, frame.end_known], [true, false, false, true, true]);
  assert.deepEqual([[...frame.x], [...frame.y], [...frame.state]], [[1, 2], [3, 4], [0, 65538]]);
  assert.deepEqual([[...frame.tx], [...frame.ty]], [[5, NaN], [6, NaN]]);
});

test("particles with bonds and circuits", () => {
  const buffer = packed({ 2: 1, 3: 1, 4: 16 | 32, 6: 0.25, 12: 1, 13: 1, 14: 1 }, [
    Int32Array.of(0, 0, 0, 0), Int32Array.of(1, 0, 0, 0), Uint32Array.of(256), Uint32Array.of(0xff8800),
    Int32Array.of(2, 3, 0), Int32Array.of(0, 0, 1, 0), Float32Array.of(0.5, 0, 0, 0, -1, 1, 0, 2),
  ]);
  const frame = new Frame().decode(buffer);
  assert.equal(frame.model, "amoebot");
  assert.equal(frame.fraction, 0.25);
  assert.deepEqual([...frame.from, ...frame.to], [0, 0, 0, 0, 1, 0, 0, 0]);
  assert.deepEqual([...frame.objects], [2, 3, 0]);
  assert.deepEqual([...frame.bonds], [0, 0, 1, 0]);
  assert.deepEqual([...frame.pins], [0.5, 0, 0, 0, -1, 1, 0, 2]);
  assert.equal(frame.colour[0], 0xff8800);
});

test("sections that do not follow are empty", () => {
  const frame = new Frame();
  frame.decode(packed({ 2: 1, 3: 0, 4: 8 }, [Float32Array.of(1), Float32Array.of(1), Uint32Array.of(0), Float32Array.of(1), Float32Array.of(1)]));
  frame.decode(packed({ 2: 1, 3: 0 }, [Float32Array.of(1), Float32Array.of(1), Uint32Array.of(0)]));
  assert.equal(frame.tx.length, 0);
});

test("a frame that is cut off is refused", () => {
  assert.throws(() => new Frame().decode(new ArrayBuffer(100)), RangeError);
  const buffer = packed({ 2: 1, 3: 0 }, [Float32Array.of(1), Float32Array.of(1), Uint32Array.of(0)]);
  new Float64Array(buffer, 0, 16)[15] = buffer.byteLength + 4;
  assert.throws(() => new Frame().decode(buffer), RangeError);
});
