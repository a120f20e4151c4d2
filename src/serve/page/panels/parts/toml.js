/** Values as TOML, to be set in a scenario. */

/** Text that is TOML already, such as what somebody typed. */
export class Raw {
  /** @param {string} text on one line */
  constructor(text) {
    this.text = text;
  }
}

/**
 * A value as TOML on one line.
 * @param {unknown} value text, number, truth, list or table
 * @returns {string}
 */
export function toml(value) {
  if (value instanceof Raw) {
    return value.text;
  }
  if (typeof value === "string") {
    return quoted(value);
  }
  if (typeof value === "number") {
    return number(value);
  }
  if (typeof value === "boolean") {
    return String(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(toml).join(', ')}]`;
  }
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
    return `{${entries.map(([key, inner]) => `${name(key)} = ${toml(inner)}`).join(', ')}}`;
  }
  throw new TypeError(`no TOML for ${String(value)}`);
}

/**
 * A number as TOML: shortest digits that read back to the same number.
 * @param {number} value
 */
export function number(value) {
  if (Number.isNaN(value)) {
    return "nan";
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? "inf" : "-inf";
  }
  // TOML wants digits behind the power of ten and takes 1e21 as JavaScript writes it.
  return Object.is(value, -0) ? "-0.0" : String(value).replace("e+", "e");
}

function quoted(text) {
  const escaped = text.replace(/[\\"\u0000-\u001f\u007f]/g, (letter) => {
    if (letter === "\\" || letter === '"') {
      return `\\${letter}`;
    }
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

function name(key) {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : quoted(key);
}
