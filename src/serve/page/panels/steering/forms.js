/** Forms from the usage texts of commands, such as `slow ROBOT FACTOR`. */

/**
 * @typedef {{name: string, label: string, kind: 'robot'|'number'|'whole'|'text',
 *   optional: boolean}} Field
 * @typedef {{verb: string, usage: string, what: string, fields: Field[]}} Form
 */

/** Arguments that name one robot. */
const ROBOTS = ["ROBOT", "PARTICLE"];
/** Arguments that are numbers. */
const NUMBERS = ["FACTOR", "X", "Y", "RATE", "R", "SECONDS", "TIME", "ANGLE", "DISTANCE", "SPEED"];
/** Arguments that are whole numbers. */
const WHOLE = ["ROUND", "COUNT", "N", "EVENT", "STEPS"];

/**
 * Reads a usage text: words in small letters belong to the command, words in capitals are its
 * arguments, those in brackets may be left out.
 * @param {string} usage
 * @param {string} what what it does
 * @returns {Form}
 */
export function read_usage(usage, what) {
  const verb = [];
  const fields = [];
  for (const word of usage.trim().split(/\s+/)) {
    const optional = word.startsWith("[");
    const name = word.replace(/^\[|\]$|\.{3}$/g, "").replace(/\.{3}$/, "");
    if (/^[A-Z][A-Z0-9_]*$/.test(name)) {
      fields.push({ name, label: label_of(name), kind: kind_of(name), optional });
    } else if (fields.length === 0) {
      verb.push(word);
    }
  }
  return { verb: verb.join(" "), usage, what, fields };
}

/**
 * Whether the first argument of a command is a robot, so that it can be given to one by a button.
 * @param {Form} form
 */
export function is_of_robot(form) {
  return form.fields.length > 0 && form.fields[0].kind === "robot";
}

/**
 * The console line that a filled form stands for.
 * @param {Form} form
 * @param {string[]} values one text per field
 * @returns {{line: string} | {field: number, message: string}} what is wrong with the first field
 *   that is wrong
 */
export function line_of(form, values) {
  const words = [form.verb];
  let left_out = false;
  for (const [place, field] of form.fields.entries()) {
    const text = (values[place] ?? "").trim();
    if (text === "") {
      if (!field.optional) {
        return { field: place, message: `${field.label} is missing` };
      }
      left_out = true;
      continue;
    }
    if (left_out) {
      return { field: place - 1, message: "fill in what comes before it first" };
    }
    const message = fault_of(field, text);
    if (message) {
      return { field: place, message };
    }
    words.push(text);
  }
  return { line: words.join(" ") };
}

/** What is wrong with the text of a field; empty if nothing is. */
function fault_of(field, text) {
  if (/[\r\n]/.test(text)) {
    return `${field.label} has to stand on one line`;
  }
  switch (field.kind) {
    case "number":
      return Number.isFinite(Number(text)) ? "" : `expected a number, found “${text}”`;
    case "whole":
      return /^\d+$/.test(text) ? "" : `expected a whole number, found “${text}”`;
    case "robot":
      return /\s/.test(text) ? `expected one number or name, found “${text}”` : "";
    default:
      return "";
  }
}

function kind_of(name) {
  if (ROBOTS.includes(name)) {
    return "robot";
  }
  if (NUMBERS.includes(name)) {
    return "number";
  }
  return WHOLE.includes(name) ? "whole" : "text";
}

function label_of(name) {
  return name.length === 1 ? name.toLowerCase() : name.toLowerCase().replaceAll("_", " ");
}
