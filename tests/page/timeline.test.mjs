import assert from "node:assert/strict";
import { test } from "node:test";

import { Marks, counts_text, density } from "../../src/serve/page/panels/timeline/marks.js";
import { at_most, latest } from "../../src/serve/page/panels/timeline/throttle.js";
import {
  axis_end,
  nice_step,
  short_number,
  tick_label,
  ticks,
} from "../../src/serve/page/panels/timeline/ticks.js";

test("steps are 1, 2 or 5 times a power of ten, and no more than wanted", () => {
  assert.equal(nice_step(10, 10), 1);
  assert.equal(nice_step(10, 9), 2);
  assert.equal(nice_step(0.3, 3), 0.1);
  assert.equal(nice_step(1234, 7), 200);
  assert.equal(nice_step(0, 5), 1);
  assert.equal(nice_step(Infinity, 5), 1);
  for (let span = 1e-7; span < 1e9; span *= 1.37) {
    for (const most of [1, 4, 9]) {
      const step = nice_step(span, most);
      assert.ok(span / step <= most * (1 + 1e-6), `${span} by ${step}`);
    }
  }
});

test("ticks hold both ends and no dust of binary fractions", () => {
  assert.deepEqual(ticks(0, 0.5, 5), { step: 0.1, values: [0, 0.1, 0.2, 0.3, 0.4, 0.5] });
  assert.deepEqual(ticks(3, 17, 3), { step: 5, values: [5, 10, 15] });
  assert.deepEqual(ticks(5, 5, 3).values, []);
});

test("labels have the decimals of their step", () => {
  assert.equal(tick_label(0.30000000000000004, 0.1), "0.3");
  assert.equal(tick_label(2, 0.5), "2.0");
  assert.equal(tick_label(12000, 2000), "12,000");
  assert.equal(tick_label(2e7, 1e7), "2e7");
  assert.equal(tick_label(0, 0.1), "0");
});

test("numbers for readers keep what matters", () => {
  assert.equal(short_number(141.421356), "141.4");
  assert.equal(short_number(0.001234567), "0.001");
  assert.equal(short_number(1.5), "1.5");
  assert.equal(short_number(-2.0000001), "−2");
  assert.equal(short_number(1.2e-7), "1.2e−7");
  assert.equal(short_number(123456), "123,456");
  assert.equal(short_number(null), "none");
  assert.equal(short_number(Infinity), "∞");
});

test("the end of an axis holds the value and seldom moves", () => {
  const ends = new Set();
  for (let value = 1; value < 1000; value += 1) {
    const end = axis_end(value, 10);
    assert.ok(end >= value);
    ends.add(end);
  }
  assert.ok(ends.size < 30, `${ends.size} ends`);
  assert.equal(axis_end(0, 10), 10);
});

test("marks are kept by kind and in the order of time", () => {
  const marks = new Marks();
  marks.add({ marks: [[1, 0.5, "crash", 3], [4, 2, "crash", 1]], next: 2 });
  marks.add({ marks: [[3, 1, "crash", 2], [5, 2.5, "violation", -1, "an edge broke"]], next: 4 });
  assert.equal(marks.next, 4);
  assert.equal(marks.count(), 4);
  assert.deepEqual(marks.present().map((lane) => lane.kind), ["violation", "crash"]);
  const crashes = marks.lanes.get("crash");
  assert.deepEqual([...crashes.times.values.slice(0, 3)], [0.5, 1, 2]);
  assert.deepEqual([...crashes.robots.values.slice(0, 3)], [3, 2, 1]);
  assert.equal(crashes.nearest(1.2, 0.3), 1);
  assert.equal(crashes.nearest(1.5, 0.1), -1);
  assert.equal(marks.lanes.get("violation").texts.get(2.5), "an edge broke");
  marks.clear();
  assert.equal(marks.next, 0);
  assert.equal(marks.count(), 0);
});

test("a density counts each mark once, the one at the end too", () => {
  const marks = new Marks();
  const list = [];
  for (let k = 0; k <= 10_000; k += 1) {
    list.push([k, k / 100, "terminated", k]);
  }
  marks.add({ marks: list, next: list.length });
  const bins = new Uint32Array(37);
  const most = density(marks.lanes.get("terminated"), 0, 100, bins);
  assert.equal(bins.reduce((sum, count) => sum + count, 0), 10_001);
  assert.equal(most, Math.max(...bins));
});

test("counts in words", () => {
  assert.equal(counts_text([["crash", 1], ["fault", 0], ["violation", 2]]), "1 crash, 2 violations");
});

test("of calls that come too fast the last one is always sent", async () => {
  const sent = [];
  const open = [];
  const call = latest((value) => {
    sent.push(value);
    return new Promise((done) => open.push(done));
  });
  for (let k = 0; k < 5; k += 1) {
    call(k);
  }
  assert.deepEqual(sent, [0]);
  open.shift()();
  await new Promise(setImmediate);
  assert.deepEqual(sent, [0, 4]);
  open.shift()();
  await new Promise(setImmediate);
  assert.deepEqual(sent, [0, 4]);
});

test("a failed call does not hold up the next one", async () => {
  const sent = [];
  const failures = [];
  const call = latest(
    async (value) => {
      sent.push(value);
      throw new Error("refused");
    },
    (error) => failures.push(error.message),
  );
  call(1);
  call(2);
  await new Promise(setImmediate);
  assert.deepEqual(sent, [1, 2]);
  assert.deepEqual(failures, ["refused", "refused"]);
});

test("a task starts at most once in its time, and once more if asked", async () => {
  let time = 1000;
  const planned = [];
  let started = 0;
  const ask = at_most(
    () => {
      started += 1;
    },
    250,
    { now: () => time, later: (fn, ms) => planned.push([fn, ms]) },
  );
  ask();
  ask();
  assert.equal(planned.length, 1);
  assert.equal(planned[0][1], 0);
  await planned.shift()[0]();
  assert.equal(started, 1);
  time += 100;
  ask();
  assert.equal(planned[0][1], 150);
  await planned.shift()[0]();
  assert.equal(started, 2);
  assert.equal(planned.length, 0);
});
