import assert from "node:assert/strict";
import { test } from "node:test";

import { is_of_robot, line_of, read_usage } from "../../src/serve/page/panels/steering/forms.js";

test("usage texts become forms", () => {
  const slow = read_usage("slow ROBOT FACTOR", "slower");
  assert.equal(slow.verb, "slow");
  assert.deepEqual(slow.fields.map(({ label, kind }) => [label, kind]), [["robot", "robot"], ["factor", "number"]]);
  assert.ok(is_of_robot(slow));
  const set = read_usage("set PARTICLE ATTRIBUTE VALUE", "");
  assert.deepEqual(set.fields.map(({ kind }) => kind), ["robot", "text", "text"]);
  const cut = read_usage("cut ROUND", "");
  assert.equal(cut.fields[0].kind, "whole");
  assert.ok(!is_of_robot(cut));
  assert.deepEqual(read_usage("pause", "").fields, []);
  assert.equal(read_usage("blind ROBOT [SECONDS]", "").fields[1].optional, true);
});

test("forms become lines, or say which field is wrong", () => {
  const move = read_usage("move ROBOT X Y", "");
  assert.deepEqual(line_of(move, ["3", " 1.5 ", "-2e3"]), { line: "move 3 1.5 -2e3" });
  assert.deepEqual(line_of(move, ["3", "", "1"]), { field: 1, message: "x is missing" });
  assert.equal(line_of(move, ["3", "one", "1"]).field, 1);
  assert.equal(line_of(move, ["3 4", "1", "1"]).field, 0);
  const set = read_usage("set PARTICLE ATTRIBUTE VALUE", "");
  assert.deepEqual(line_of(set, ["head", "count", "[1, 2]"]), { line: "set head count [1, 2]" });
  assert.equal(line_of(set, ["head", "count", "1\ncrash 2"]).field, 2);
  const cut = read_usage("cut ROUND", "");
  assert.equal(line_of(cut, ["1.5"]).field, 0);
  const blind = read_usage("blind ROBOT [SECONDS]", "");
  assert.deepEqual(line_of(blind, ["1"]), { line: "blind 1" });
  assert.deepEqual(line_of(read_usage("stop", ""), []), { line: "stop" });
});
