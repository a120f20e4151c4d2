// What a scenario may hold, read from its JSON Schema. Only the words that the schema of scenarios
// uses are understood: properties, required, const, enum, not, if, then, allOf, anyOf.

/**
 * Whether a value is as a condition of the schema asks for.
 * @param {any} schema
 * @param {any} value
 * @returns {boolean}
 */
export function matches(schema, value) {
  if (schema === true || schema === undefined) return true;
  if (schema === false) return false;
  if ("const" in schema && schema.const !== value) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if (schema.not && matches(schema.not, value)) return false;
  if (schema.allOf && !schema.allOf.every((part) => matches(part, value))) return false;
  if (schema.anyOf && !schema.anyOf.some((part) => matches(part, value))) return false;
  const table = value !== null && typeof value === "object" ? value : {};
  if (schema.required && !schema.required.every((key) => table[key] !== undefined)) return false;
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    if (table[key] !== undefined && !matches(part, table[key])) return false;
  }
  return true;
}

/**
 * The fields that a table may have, as its other fields stand: those of the chosen algorithm and not
 * those of another one.
 * @param {any} schema of the table
 * @param {Record<string, any>} table its values
 * @returns {Map<string, {schema: any, required: boolean}>}
 */
export function fields_of(schema, table) {
  const fields = new Map();
  const required = new Set();
  gather(schema, table, fields, required);
  for (const [key, part] of fields) {
    if (part === false) fields.delete(key);
    else fields.set(key, { schema: part, required: required.has(key) });
  }
  return fields;
}

function gather(schema, table, fields, required) {
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    const before = fields.get(key);
    // What a later condition says of a field takes the place of what was said in general.
    if (part === false) fields.set(key, false);
    else if (before !== false) fields.set(key, part);
  }
  for (const key of schema.required ?? []) required.add(key);
  if (schema.if !== undefined) {
    const part = matches(schema.if, table) ? schema.then : schema.else;
    if (part) gather(part, table, fields, required);
  }
  for (const part of schema.allOf ?? []) gather(part, table, fields, required);
}

/**
 * The parts of a scenario of a model, in the order of the schema.
 * @param {any} schema of scenarios
 * @param {string} model
 * @returns {Map<string, any>}
 */
export function parts_of(schema, model) {
  const parts = new Map();
  for (const [key, { schema: part }] of fields_of(schema, { model })) parts.set(key, part);
  return parts;
}

/** @typedef {"switch"|"choice"|"number"|"text"|"list"|"table"|"tables"|"any"} Control */

/**
 * Which control a field needs.
 * @param {any} schema
 * @returns {Control}
 */
export function control_of(schema) {
  if (schema.anyOf) {
    const kinds = schema.anyOf.map(control_of);
    if (kinds.every((kind) => kind === kinds[0])) return kinds[0];
    // A number or inf; a name or a list of names.
    const numeric = schema.anyOf.every((part) => part.enum || part.type === "number" || part.type === "integer");
    return numeric && schema.anyOf.some((part) => part.type) ? "number" : "any";
  }
  if (schema.enum) return "choice";
  switch (schema.type) {
    case "boolean":
      return "switch";
    case "integer":
    case "number":
      return "number";
    case "array":
      return schema.items && schema.items.type === "object" ? "tables" : "list";
    case "object":
      return schema.properties ? "table" : "any";
    case "string":
      return "text";
  }
  return "any";
}

/** The names of a choice. */
export function choices_of(schema) {
  const all = schema.enum ?? schema.anyOf.flatMap((part) => part.enum ?? []);
  return all.filter((name) => name !== null);
}

/**
 * A description in its parts: what the field means, and the summary of each name.
 * @param {string} [text]
 * @returns {{words: string, names: Map<string, string>}}
 */
export function description_of(text = "") {
  const [words, list = ""] = text.split(/\n\n(?=- )/);
  const names = new Map();
  for (const line of list.split("\n")) {
    const found = /^- (\S+): (.*)$/.exec(line);
    if (found) names.set(found[1], found[2]);
  }
  // The default stands in the control, and what "see" names is the list below it.
  const plain = words
    .replaceAll("`", "")
    .replace(/\s*Default: .*$/s, "")
    .replace(/; its parameters stand in this table too/g, "")
    .replace(/[;,] see (below|[a-z]+)(, whose parameters stand in this table( too)?)?/g, "");
  return { words: plain, names };
}

/** What a field is if nobody says, as text, or null. */
export function default_of(schema) {
  if (schema.default !== undefined) return schema.default;
  for (const part of schema.anyOf ?? []) if (part.default !== undefined) return part.default;
  const found = /Default: (.*?)\.?$/.exec(schema.description ?? "");
  return found ? { words: found[1].replaceAll("`", "") } : null;
}
