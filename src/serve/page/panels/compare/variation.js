/** What the second run of a comparison does differently. */

import { toml } from "../parts/toml.js";

/**
 * @typedef {{kind: "seed", seed: string} | {kind: "scheduler", name: string}
 *   | {kind: "no_faults"} | {kind: "fault", name: string, count: number}
 *   | {kind: "set", lines: string}} Variation
 */

/**
 * What the second run is opened with.
 * @param {{text: string, name?: string, set?: string[], seed?: string, monitors?: string[]}} opened the first
 * @param {Variation} variation
 * @param {any} resolved the first run's scenario with all defaults
 * @returns {{text: string, name?: string, set?: string[], seed?: string, monitors?: string[]}}
 * @throws {Error} in words, if what was filled in is no variation
 */
export function varied(opened, variation, resolved) {
  const set = [...(opened.set ?? [])];
  const what = { ...opened, set };
  switch (variation.kind) {
    case "seed":
      if (!/^\d{1,20}$/.test(variation.seed) || BigInt(variation.seed) >= 2n ** 64n) {
        throw new Error("the seed has to be a whole number from 0 to 18446744073709551615");
      }
      what.seed = variation.seed;
      break;
    case "scheduler":
      // The whole table: parameters of another scheduler would be unknown keys.
      set.push(`scheduler=${toml(kept_of(resolved?.scheduler, variation.name))}`);
      break;
    case "no_faults":
      set.push("faults=[]");
      break;
    case "fault":
      if (!Number.isInteger(variation.count) || variation.count < 1) throw new Error("the number of faulty robots has to be a whole number of at least 1");
      set.push(`faults=[{kind = ${toml(variation.name)}, count = ${variation.count}}]`);
      break;
    case "set": {
      const lines = variation.lines.split("\n").map((line) => line.trim()).filter((line) => line !== "");
      if (lines.length === 0) throw new Error("say what is to be set, such as swarm.robots=20");
      const wrong = lines.find((line) => !/^[^=\s][^=]*=/.test(line));
      if (wrong) throw new Error(`expected path=value, found “${wrong}”`);
      set.push(...lines);
      break;
    }
  }
  return what;
}

/** The table of a scheduler: another one keeps the ticks at which robots are shown. */
function kept_of(table, name) {
  const kept = { kind: name };
  // Infinity is a word in the resolved scenario.
  if (typeof table?.visualize === "number") kept.visualize = table.visualize;
  return kept;
}

/** A seed that is another one than the first run's. */
export function other_seed(seed) {
  try {
    return String((BigInt(seed) + 1n) % 2n ** 64n);
  } catch {
    return "1";
  }
}
