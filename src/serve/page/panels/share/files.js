/** Opening files: scenarios and records, chosen or dropped onto the page. */

/** The largest scenario that is opened. */
export const LARGEST_SCENARIO = 8 * 1024 * 1024;

/** The largest record that is opened. */
export const LARGEST_RECORD = 512 * 1024 * 1024;

/**
 * What a file is by its name, or why it is not opened.
 * @param {string} name
 * @param {number} size in bytes
 * @returns {{kind: "scenario"|"record"} | {message: string}}
 */
export function kind_of(name, size) {
  const ending = /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? "";
  if (ending === ".mcap") return { message: `${name}: records in MCAP are opened by formicary serve ${name}` };
  if (ending !== ".toml" && ending !== ".jsonl") return { message: `${name}: expected a scenario (.toml) or a record (.jsonl)` };
  if (size === 0) return { message: `${name} is empty` };
  const most = ending === ".toml" ? LARGEST_SCENARIO : LARGEST_RECORD;
  if (size > most) return { message: `${name} is too large: ${megabytes(size)}, and at most ${megabytes(most)} are opened` };
  return { kind: ending === ".toml" ? "scenario" : "record" };
}

/**
 * The name of a file without its ending.
 * @param {string} name
 */
export function stem_of(name) {
  return name.replace(/^.*[\\/]/, "").replace(/\.(toml|jsonl)$/i, "");
}

/**
 * A name for a file from words: letters, digits, dashes and points.
 * @param {...(string|number)} parts
 */
export function file_name(...parts) {
  const text = parts
    .map((part) => String(part).normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+|-+$/g, ""))
    .filter((part) => part !== "")
    .join("-");
  return text.slice(0, 120) || "formicary";
}

function megabytes(size) {
  return `${(size / 1024 / 1024).toFixed(size < 10 * 1024 * 1024 ? 1 : 0)} MB`;
}
