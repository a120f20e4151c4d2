import assert from "node:assert/strict";
import { test } from "node:test";

import { History } from "../../src/serve/page/panels/editor/history.js";
import { MOST_LINES, read_positions, write_positions } from "../../src/serve/page/panels/editor/paste.js";
import { toml } from "../../src/serve/page/panels/parts/toml.js";

test("positions are read however they are parted", () => {
  const text = "x, y\n# a comment\n1, 2\n3;4\n-5.5\t6e2\n\n  7   8  \n[9, 10],\r\n(11, .5)\n";
  const { points, errors } = read_positions(text);
  assert.deepEqual(errors, []);
  assert.deepEqual(points, [[1, 2], [3, 4], [-5.5, 600], [7, 8], [9, 10], [11, 0.5]]);
});

test("errors have their line and column", () => {
  const { points, errors } = read_positions("1 2\n3\n4, five\n6 7 8\n9,,1\nnan 1\n1 2e300");
  assert.deepEqual(points, [[1, 2]]);
  assert.deepEqual(errors.map(({ line, column }) => [line, column]), [[2, 2], [3, 4], [4, 5], [5, 3], [6, 1], [7, 3]]);
  assert.match(errors[1].message, /found “five”/);
  assert.match(errors[3].message, /missing/);
});

test("only a first line may hold the names of columns", () => {
  assert.equal(read_positions("x y\n1 2").errors.length, 0);
  assert.equal(read_positions("1 2\nx y").errors.length, 1);
});

test("the number of lines and of errors is limited", () => {
  assert.equal(read_positions("1 2\n".repeat(MOST_LINES)).points.length, MOST_LINES);
  const { points, errors } = read_positions("1 2\n".repeat(MOST_LINES + 1));
  assert.equal(points.length, 0);
  assert.equal(errors.length, 1);
  const many = read_positions("1 b c\n".repeat(50));
  assert.equal(many.errors.length + many.more, 50);
  assert.ok(many.more > 0);
});

test("what is written is read again to the same numbers", () => {
  const points = [[0.1 + 0.2, -1e-300], [1e15, 2], [-0, 5]];
  assert.deepEqual(read_positions(write_positions(points)).points, [[0.1 + 0.2, -1e-300], [1e15, 2], [0, 5]]);
});

test("undo and redo", () => {
  const history = new History("a", 2);
  history.push("b");
  history.push("c");
  history.push("d");
  assert.equal(history.undo(), "c");
  assert.equal(history.undo(), "b");
  assert.equal(history.undo(), "b", "no further than is kept");
  assert.equal(history.redo(), "c");
  history.push("e");
  assert.equal(history.can_redo, false);
  assert.equal(history.redo(), "e");
});

test("values as TOML", () => {
  assert.equal(toml([[0, -1.5], [1e21, Infinity]]), "[[0, -1.5], [1e21, inf]]");
  assert.equal(toml({ kind: 'a "b"\n', "odd key": true, none: null }), '{kind = "a \\"b\\"\\u000a", "odd key" = true}');
  assert.equal(toml(-0), "-0.0");
  assert.throws(() => toml(undefined));
});
