// A scenario that is being changed: what it is, what it is to be, and the assignments between both.

import { toml } from "../parts/toml.js";
import { control_of, default_of, fields_of } from "./schema.js";

/** What somebody typed, taken as TOML if it is that, else as text. */
export class Typed {
  /** @param {string} text */
  constructor(text) {
    this.text = text.trim();
  }
}

/** A scenario with changes that are not yet applied. */
export class Draft {
  /**
   * @param {Record<string, any>} base the scenario with all defaults
   * @param {Map<string, any>} parts the schema of each of its parts
   */
  constructor(base, parts) {
    this.base = base;
    this.parts = parts;
    this.now = structuredClone(base);
  }

  /** The value at a path such as ["swarm", "robots"] or ["faults", 0, "kind"]. */
  get(path) {
    return path.reduce((value, key) => (value === undefined || value === null ? undefined : value[key]), this.now);
  }

  /** Sets a value; undefined takes it away. Tables on the way are made. */
  set(path, value) {
    let table = this.now;
    for (let i = 0; i + 1 < path.length; i += 1) {
      if (table[path[i]] === undefined || table[path[i]] === null) table[path[i]] = typeof path[i + 1] === "number" ? [] : {};
      table = table[path[i]];
    }
    const last = path[path.length - 1];
    if (value !== undefined) table[last] = value;
    else if (Array.isArray(table)) table.splice(last, 1);
    else delete table[last];
  }

  /** Whether a value differs from the one that the scenario has. */
  is_changed(path) {
    const before = path.reduce((value, key) => (value === undefined || value === null ? undefined : value[key]), this.base);
    return !same(before, this.get(path));
  }

  /**
   * The assignments (`path=value`) that make the scenario what it is to be. Where a table loses a
   * field that has no default, all of the table is set.
   * @returns {string[]}
   */
  assignments() {
    const all = [];
    for (const [key, schema] of this.parts) {
      const before = this.base[key];
      const after = this.now[key];
      if (same(before, after)) continue;
      if (control_of(schema) === "table") this.table(key, schema, before ?? {}, after ?? {}, all);
      else if (after === undefined) all.push(`${key}=${written(emptied(schema))}`);
      else all.push(`${key}=${written(control_of(schema) === "tables" ? after.map((one) => allowed(one, schema.items)) : after)}`);
    }
    return all;
  }

  table(key, schema, before, after, all) {
    const kept = allowed(after, schema);
    const fields = fields_of(schema, after);
    const lost = Object.keys(before).filter((name) => present(before[name]) && !present(kept[name]));
    const mending = lost.map((name) => [name, fields.get(name)]);
    if (mending.every(([, field]) => field && has_default(field.schema))) {
      for (const [name, field] of mending) all.push(`${key}.${name}=${written(default_of(field.schema))}`);
      for (const [name, value] of Object.entries(kept)) {
        if (!same(before[name], value)) all.push(`${key}.${name}=${written(value)}`);
      }
    } else all.push(`${key}=${written(kept)}`);
  }
}

function has_default(schema) {
  const value = default_of(schema);
  return value !== null && value.words === undefined;
}

function emptied(schema) {
  if (control_of(schema) === "tables" || control_of(schema) === "list") return [];
  return default_of(schema);
}

function present(value) {
  return value !== undefined && value !== null;
}

/** The fields of a table that its other fields allow, without what is not there. */
function allowed(table, schema) {
  const fields = fields_of(schema, table);
  const kept = {};
  for (const [name, value] of Object.entries(table)) {
    const field = fields.get(name);
    if (!field || !present(value)) continue;
    const inner = field.schema;
    kept[name] = control_of(inner) === "table" && !(value instanceof Typed) ? allowed(value, inner) : value;
  }
  return kept;
}

function same(a, b) {
  if (!present(a) && !present(b)) return true;
  return written(a ?? null) === written(b ?? null);
}

const BARE = /^(true|false|[+-]?(inf|\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?)|\[[\s\S]*\]|\{[\s\S]*\}|"[^"\n]*"|'[^'\n]*')$/;

/** A value as TOML on one line. */
export function written(value) {
  if (value === null || value === undefined) return "";
  if (value instanceof Typed) return BARE.test(value.text) ? value.text.replace(/\s*\n\s*/g, " ") : JSON.stringify(value.text);
  if (value === "inf") return "inf";
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value === "object") {
    const fields = Object.entries(value).filter(([, one]) => present(one));
    return `{${fields.map(([key, one]) => `${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)} = ${written(one)}`).join(", ")}}`;
  }
  return toml(value);
}

/** A path as errors write it: `faults[0].count`, `faults.0.count` and ["faults", 0, "count"] are one. */
export function path_key(path) {
  return (Array.isArray(path) ? path.join(".") : path).replace(/\[(\d+)\]/g, ".$1").replaceAll('"', "");
}
