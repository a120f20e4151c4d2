/** What is different between two runs, as rows of a table. */

/**
 * The leaves of a resolved scenario by their paths, such as "swarm.robots".
 * @param {unknown} value
 * @param {string} [path]
 * @param {Map<string, string>} [into]
 * @returns {Map<string, string>}
 */
export function leaves(value, path = "", into = new Map()) {
  const is_table = value !== null && typeof value === "object" && !Array.isArray(value);
  const is_list_of_tables = Array.isArray(value) && value.some((entry) => entry !== null && typeof entry === "object" && !Array.isArray(entry));
  if (is_table) {
    for (const [key, inner] of Object.entries(value)) leaves(inner, path === "" ? key : `${path}.${key}`, into);
  } else if (is_list_of_tables) {
    for (const [place, inner] of value.entries()) leaves(inner, `${path}[${place}]`, into);
  } else {
    into.set(path, shortened(typeof value === "string" ? value : JSON.stringify(value)));
  }
  return into;
}

/**
 * The settings in which two resolved scenarios differ, in the order of the first.
 * @param {unknown} first
 * @param {unknown} second
 * @returns {Array<{key: string, first: string|null, second: string|null}>}
 */
export function setting_rows(first, second) {
  const one = leaves(first ?? {});
  const two = leaves(second ?? {});
  const rows = [];
  for (const key of new Set([...one.keys(), ...two.keys()])) {
    const a = one.get(key) ?? null;
    const b = two.get(key) ?? null;
    // What a run is expected to be like changes nothing in it; what was done to the first one by hand, the
    // second one was opened with.
    if (a !== b && !key.startsWith("expect.") && !key.startsWith("orders")) rows.push({ key, first: a, second: b });
  }
  return rows;
}

/**
 * The figures of two runs side by side.
 * @param {any} first STATUS
 * @param {any} second
 * @returns {Array<{key: string, label: string, first: unknown, second: unknown, same: boolean}>}
 */
export function figure_rows(first, second) {
  const rows = new Map();
  const put = (key, label, side, value) => {
    const row = rows.get(key) ?? { key, label, first: null, second: null };
    row[side] = value;
    rows.set(key, row);
  };
  for (const [side, status] of [["first", first], ["second", second]]) {
    if (!status) continue;
    put("time", "time", side, status.time);
    put("event", "events", side, status.event);
    for (const { key, label, value } of status.figures ?? []) put(key, label, side, value);
    put("ended", "end", side, status.ended);
    put("digest", "digest", side, status.digest ? status.digest.slice(0, 12) : null);
  }
  return [...rows.values()].map((row) => ({ ...row, same: row.first === row.second }));
}

function shortened(text) {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
