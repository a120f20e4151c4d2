// Questions to the server's store.

/**
 * Asks, and gives what is answered.
 * @param {string} path such as "runs?limit=10"
 * @param {RequestInit} [how]
 * @returns {Promise<any>}
 * @throws {Error} in the server's words
 */
export async function ask(path, how) {
  let answer;
  try {
    answer = await fetch(`api/store${path}`, how);
  } catch {
    throw new Error("the server does not answer");
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error?.message ?? `the server answered with ${answer.status}`);
  return said;
}

/**
 * A value for people: "-" where there is none, numbers with about six digits.
 * @param {any} value
 * @returns {string}
 */
export function shown(value) {
  if (value === null || value === undefined) return "-";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "number" && !Number.isInteger(value)) {
    const size = Math.abs(value);
    return size !== 0 && (size < 1e-4 || size >= 1e15) ? value.toExponential(4) : String(Number(value.toPrecision(7)));
  }
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}
