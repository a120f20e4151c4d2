import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft, Typed, path_key, written } from "../../src/serve/page/panels/settings/draft.js";
import { control_of, default_of, description_of, fields_of, matches, parts_of } from "../../src/serve/page/panels/settings/schema.js";

/** A little of the schema of scenarios, with the same words. */
const SWARM = {
  type: "object",
  properties: {
    algorithm: { type: "string", enum: ["gathering", "midpoint"] },
    robots: { type: "integer", minimum: 1 },
    f: { type: "integer", default: 1 },
    radius: { anyOf: [{ type: "number", minimum: 0 }, { enum: ["inf", null] }], description: "How far. Default: inf." },
    limit: { type: "number" },
  },
  required: ["robots"],
  if: true,
  then: {
    allOf: [
      { if: { properties: { algorithm: { const: "gathering" } }, required: ["algorithm"] }, then: { properties: { f: false } } },
      { if: { properties: { algorithm: { const: "midpoint" } }, required: ["algorithm"] }, then: { required: ["f"] } },
      { not: { required: ["radius", "limit"] } },
    ],
  },
};
const FAULTS = { type: "array", items: { type: "object", properties: { kind: { enum: ["crash", "delay"] }, count: { type: "integer" } } } };
const SCHEMA = {
  type: "object",
  properties: { model: { enum: ["oblot", "amoebot"] }, swarm: { anyOf: [SWARM, { type: "object" }] }, faults: FAULTS },
  if: true,
  then: {
    allOf: [
      { if: { properties: { model: { const: "amoebot" } }, required: ["model"] }, then: { properties: { faults: false } } },
      { if: { properties: { model: { const: "oblot" } }, required: ["model"] }, then: { properties: { swarm: SWARM } } },
    ],
  },
};

const draft_of = (base) => new Draft(base, parts_of(SCHEMA, "oblot"));

test("a model has only its own parts", () => {
  assert.deepEqual([...parts_of(SCHEMA, "oblot").keys()], ["model", "swarm", "faults"]);
  assert.deepEqual([...parts_of(SCHEMA, "amoebot").keys()], ["model", "swarm"]);
});

test("a table has the fields of the chosen entry", () => {
  assert.equal(fields_of(SWARM, { algorithm: "gathering" }).has("f"), false);
  assert.equal(fields_of(SWARM, { algorithm: "midpoint" }).get("f").required, true);
  assert.equal(fields_of(SWARM, {}).get("f").required, false);
});

test("conditions are understood", () => {
  assert.equal(matches({ not: { required: ["a"] } }, {}), true);
  assert.equal(matches({ not: { required: ["a"] } }, { a: 1 }), false);
  assert.equal(matches({ properties: { a: { const: 1 } } }, {}), true);
  assert.equal(matches({ properties: { a: { const: 1 } }, required: ["a"] }, { a: 2 }), false);
});

test("every field has a control", () => {
  assert.equal(control_of(SWARM.properties.radius), "number");
  assert.equal(control_of(SWARM.properties.algorithm), "choice");
  assert.equal(control_of(FAULTS), "tables");
  assert.equal(control_of({ type: "array", items: { type: "number" } }), "list");
  assert.equal(control_of({ anyOf: [{ enum: ["a"] }, { type: "array", items: { enum: ["a"] } }] }), "any");
  assert.deepEqual(default_of(SWARM.properties.radius), { words: "inf" });
});

test("a description is taken apart", () => {
  const { words, names } = description_of("What they compute; see algorithms. Default: none.\n\n- gathering: go to the centre\n- midpoint: go half-way");
  assert.equal(words, "What they compute.");
  assert.deepEqual([...names], [["gathering", "go to the centre"], ["midpoint", "go half-way"]]);
});

test("only what is changed is assigned", () => {
  const draft = draft_of({ swarm: { algorithm: "gathering", robots: 50 } });
  assert.deepEqual(draft.assignments(), []);
  draft.set(["swarm", "robots"], new Typed("80"));
  assert.deepEqual(draft.assignments(), ["swarm.robots=80"]);
  draft.set(["swarm", "robots"], new Typed("50"));
  assert.deepEqual(draft.assignments(), []);
});

test("a field that another entry does not have is left out", () => {
  const draft = draft_of({ swarm: { algorithm: "midpoint", robots: 50, f: 2 } });
  draft.set(["swarm", "algorithm"], "gathering");
  assert.deepEqual(draft.assignments(), ['swarm={algorithm = "gathering", robots = 50}']);
});

test("a field that is emptied goes back to its default", () => {
  const draft = draft_of({ swarm: { algorithm: "midpoint", robots: 50, f: 2, limit: 3 } });
  draft.set(["swarm", "f"], undefined);
  assert.deepEqual(draft.assignments(), ["swarm.f=1"]);
  draft.set(["swarm", "limit"], undefined);
  assert.deepEqual(draft.assignments(), ['swarm={algorithm = "midpoint", robots = 50}']);
});

test("lists of tables are assigned as a whole", () => {
  const draft = draft_of({ swarm: { robots: 5 } });
  draft.set(["faults", 0, "kind"], "crash");
  draft.set(["faults", 0, "count"], new Typed("2"));
  assert.deepEqual(draft.assignments(), ['faults=[{kind = "crash", count = 2}]']);
  draft.set(["faults", 0], undefined);
  assert.deepEqual(draft.assignments(), ["faults=[]"]);
});

test("what is typed is TOML where it can be", () => {
  assert.equal(written(new Typed(" 2.5e3 ")), "2.5e3");
  assert.equal(written(new Typed("inf")), "inf");
  assert.equal(written(new Typed("[1, 2]")), "[1, 2]");
  assert.equal(written(new Typed("abc")), '"abc"');
  assert.equal(written(new Typed('a"b')), '"a\\"b"');
});

test("paths of errors are those of fields", () => {
  assert.equal(path_key("faults[0].count"), path_key(["faults", 0, "count"]));
});
