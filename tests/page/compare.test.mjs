import assert from "node:assert/strict";
import { test } from "node:test";

import { figure_rows, leaves, setting_rows } from "../../src/serve/page/panels/compare/differences.js";
import { other_seed, varied } from "../../src/serve/page/panels/compare/variation.js";
import { set_positions, set_shape, start_keys, with_swarm } from "../../src/serve/page/panels/editor/apply.js";
import { Raw } from "../../src/serve/page/panels/parts/toml.js";
import { LARGEST_SCENARIO, file_name, kind_of, stem_of } from "../../src/serve/page/panels/share/files.js";

const opened = { text: "x", name: "a", set: ["swarm.robots=5"], seed: undefined };
const resolved = { scheduler: { kind: "async", rate: 5, visualize: 0.5 } };

test("only what differs is listed, and no expectations", () => {
  const first = { seed: 1, swarm: { robots: 5 }, faults: [{ kind: "crash" }], expect: { end: ["time"] } };
  const second = { seed: 2, swarm: { robots: 5, speed: 1 }, faults: [], expect: { end: ["stalled"] } };
  assert.deepEqual(setting_rows(first, second), [
    { key: "seed", first: "1", second: "2" },
    { key: "faults[0].kind", first: "crash", second: null },
    { key: "swarm.speed", first: null, second: "1" },
    { key: "faults", first: null, second: "[]" },
  ]);
  assert.equal(leaves({ list: Array(100).fill(1) }).get("list").length, 58);
});

test("figures stand side by side, those of one run only too", () => {
  const first = { time: 1, event: 5, ended: null, digest: "00112233445566778899aabbccddeeff", figures: [{ key: "a", label: "A", value: 1 }] };
  const second = { time: 1, event: 6, ended: "time", digest: "ff112233445566778899aabbccddeeff", figures: [{ key: "b", label: "B", value: 2 }] };
  const rows = figure_rows(first, second);
  assert.deepEqual(rows.map(({ key, same }) => [key, same]), [
    ["time", true], ["event", false], ["a", false], ["ended", false], ["digest", false], ["b", false],
  ]);
  assert.equal(figure_rows(first, null).find(({ key }) => key === "a").second, null);
});

test("a variation keeps what the first run was opened with", () => {
  assert.equal(varied(opened, { kind: "seed", seed: "18446744073709551615" }, resolved).seed, "18446744073709551615");
  assert.deepEqual(varied(opened, { kind: "no_faults" }, resolved).set, ["swarm.robots=5", "faults=[]"]);
  assert.deepEqual(varied(opened, { kind: "scheduler", name: "fsync" }, resolved).set.at(-1), 'scheduler={kind = "fsync", visualize = 0.5}');
  assert.deepEqual(varied(opened, { kind: "fault", name: "crash", count: 2 }, resolved).set.at(-1), 'faults=[{kind = "crash", count = 2}]');
  assert.deepEqual(varied(opened, { kind: "set", lines: " a.b=1 \n\nc=2" }, resolved).set, ["swarm.robots=5", "a.b=1", "c=2"]);
  assert.deepEqual(opened.set, ["swarm.robots=5"]);
});

test("what is no variation is refused in words", () => {
  for (const seed of ["", "-1", "1.5", "18446744073709551616", "x"]) {
    assert.throws(() => varied(opened, { kind: "seed", seed }, resolved), /seed/);
  }
  assert.throws(() => varied(opened, { kind: "set", lines: "robots" }, resolved), /path=value/);
  assert.throws(() => varied(opened, { kind: "set", lines: " \n" }, resolved), /what is to be set/);
  assert.throws(() => varied(opened, { kind: "fault", name: "crash", count: 0.5 }, resolved), /whole number/);
});

test("another seed, around", () => {
  assert.equal(other_seed("1"), "2");
  assert.equal(other_seed("18446744073709551615"), "0");
  assert.equal(other_seed("?"), "1");
});

const starts = [{ name: "uniform", parameters: [{ name: "width" }, { name: "height" }] }];
const swarm = { robots: 3, algorithm: "gathering", start: "uniform", width: 10, height: 5, min_distance: 1, speeds: [1, 2, 3] };

test("another start leaves nothing of the old one", () => {
  assert.deepEqual([...start_keys(swarm, starts)].sort(), ["height", "min_distance", "multiplicities", "multiplicity_size", "start", "width"]);
  assert.equal(
    set_positions(swarm, starts, [[0, 1.5], [2, 3], [4, 5], [6, 7]]),
    'swarm={robots = 4, algorithm = "gathering", speeds = [1, 2, 3, 3], start = "positions", positions = [[0, 1.5], [2, 3], [4, 5], [6, 7]]}',
  );
  assert.equal(
    set_shape(swarm, starts, "circle", { radius: new Raw("5e1"), spacing: "even" }, 2),
    'swarm={robots = 2, algorithm = "gathering", speeds = [1, 2], start = "circle", radius = 5e1, spacing = "even"}',
  );
  assert.deepEqual(with_swarm(["swarm={}", "swarm.speed=2"], "swarm=x"), ["swarm.speed=2", "swarm=x"]);
  assert.deepEqual(with_swarm(undefined, "swarm=x"), ["swarm=x"]);
});

test("files are known by their names and limited in size", () => {
  assert.deepEqual(kind_of("a.TOML", 5), { kind: "scenario" });
  assert.deepEqual(kind_of("a.jsonl", 5), { kind: "record" });
  assert.match(kind_of("a.mcap", 5).message, /formicary serve/);
  assert.match(kind_of("a.png", 5).message, /expected a scenario/);
  assert.match(kind_of("toml", 5).message, /expected a scenario/);
  assert.match(kind_of("a.toml", 0).message, /empty/);
  assert.match(kind_of("a.toml", LARGEST_SCENARIO + 1).message, /too large/);
  assert.equal(stem_of("dir/a.b.toml"), "a.b");
});

test("names of files hold no surprises", () => {
  assert.equal(file_name("../Gäthering 1", "seed7"), "Gathering-1-seed7");
  assert.equal(file_name("", "?"), "formicary");
  assert.ok(file_name("a".repeat(500)).length <= 120);
});
