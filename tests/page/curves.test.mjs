import assert from "node:assert/strict";
import { test } from "node:test";

import { columns_room, decimate, value_range } from "../../src/serve/page/panels/curves/decimate.js";
import { Series } from "../../src/serve/page/panels/curves/series.js";

test("a peak of one point in a hundred thousand is kept", () => {
  const series = new Series("a.b", "a");
  for (let k = 0; k < 100_000; k += 1) {
    series.push(k, k, k === 54_321 ? 9 : Math.sin(k));
  }
  const room = columns_room(300);
  const range = decimate(series, 0, 100_000, 300, room);
  assert.equal(range.high, 9);
  assert.equal(room.high[Math.floor((54_321 * 300) / 100_000)], 9);
  assert.ok(room.filled.every((filled) => filled === 1));
  assert.equal(room.first[0], 0);
});

test("points outside the range are told, and gaps stay empty", () => {
  const series = new Series("a.b", "a");
  series.take({ points: [[0, 0, 1], [1, 1, null], [2, 2, 3], [9, 3, 4]], next: 4 });
  const room = columns_room(10);
  const range = decimate(series, 0.5, 5, 10, room);
  assert.deepEqual([range.low, range.high, range.before, range.after], [3, 3, 0, 3]);
  assert.equal(room.filled.reduce((sum, filled) => sum + filled, 0), 1);
  assert.equal(room.gap[Math.floor((0.5 * 10) / 4.5)], 1);
  assert.equal(series.next, 4);
  const nothing = decimate(series, 3, 4, 10, room);
  assert.deepEqual([nothing.low, nothing.high, nothing.before, nothing.after], [Infinity, -Infinity, 2, 3]);
});

test("the nearest point; of several at one time the last", () => {
  const series = new Series("a.b", "a");
  series.take({ points: [[0, 0, 1], [1, 1, 2], [1, 2, 3], [4, 3, 4]], next: 4 });
  assert.equal(series.nearest(-5), 0);
  assert.equal(series.nearest(0.9), 2);
  assert.equal(series.nearest(1), 2);
  assert.equal(series.nearest(2.4), 2);
  assert.equal(series.nearest(2.6), 3);
  assert.equal(series.nearest(99), 3);
  assert.equal(series.at(3.9), 2);
  assert.equal(series.at(-1), -1);
  assert.equal(new Series("a", "a").nearest(1), -1);
});

test("truths are drawn as 0 and 1", () => {
  const series = new Series("a.b", "a");
  series.take({ points: [[0, 0, false], [1, 1, true]], next: 2 });
  assert.deepEqual([series.low, series.high], [0, 1]);
});

test("the range of an axis", () => {
  assert.deepEqual(value_range(Infinity, -Infinity), [0, 1]);
  assert.deepEqual(value_range(0, 10), [0, 10.6]);
  assert.deepEqual(value_range(5, 5), [4.5, 5.5]);
  assert.deepEqual(value_range(0, 0), [-1, 1]);
  const [low, high] = value_range(99, 100);
  assert.ok(low < 99 && low > 98 && high > 100 && high < 101);
});

test("the newest point stands in until a kept one comes; fresh points replace all", () => {
  const series = new Series("moves", "moves");
  series.take({ points: [[0, 0, 0], [1, 5, 2]], last: [1.5, 7, 3], next: 2, fresh: true });
  assert.equal(series.length, 3);
  series.take({ points: [[2, 9, 4]], last: null, next: 3, fresh: false });
  assert.deepEqual([...series.times.values.slice(0, series.length)], [0, 1, 2]);
  series.take({ points: [], last: [2.5, 11, 5], next: 3, fresh: false });
  series.take({ points: [[0, 0, 0], [2, 9, 4]], last: [2.5, 11, 5], next: 4294967298, fresh: true });
  assert.deepEqual([...series.events.values.slice(0, series.length)], [0, 9, 11]);
  assert.equal(series.next, 4294967298);
  assert.equal(series.high, 5);
});
