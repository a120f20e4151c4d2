/** The table [swarm] of a scenario with another start. */

import { toml } from "../parts/toml.js";

/** What belongs to the start whatever it is, and would move robots that were put somewhere by hand. */
const WITH_STARTS = ["start", "multiplicities", "multiplicity_size", "min_distance"];

/**
 * The keys of [swarm] that belong to the start that it has.
 * @param {any} swarm the resolved table
 * @param {Array<{name: string, parameters?: Array<{name: string}>}>} starts the entries of CATALOGUE
 * @returns {Set<string>}
 */
export function start_keys(swarm, starts) {
  const keys = new Set(WITH_STARTS);
  const entry = starts.find(({ name }) => name === swarm.start);
  for (const { name } of entry?.parameters ?? []) keys.add(name);
  return keys;
}

/**
 * What has to be set so that robots start at these points.
 * @param {any} swarm the resolved table of the scenario
 * @param {Array<any>} starts
 * @param {Array<[number, number]>} points
 * @returns {string} path=value
 */
export function set_positions(swarm, starts, points) {
  const table = without_start(swarm, starts);
  table.robots = points.length;
  if (Array.isArray(table.speeds)) table.speeds = fitted(table.speeds, points.length);
  return `swarm=${toml({ ...table, start: "positions", positions: points })}`;
}

/**
 * What has to be set so that robots start in a shape.
 * @param {any} swarm
 * @param {Array<any>} starts
 * @param {string} name of the start
 * @param {Record<string, unknown>} parameters those that are not left at their defaults
 * @param {number} robots
 * @returns {string}
 */
export function set_shape(swarm, starts, name, parameters, robots) {
  const table = without_start(swarm, starts);
  table.robots = robots;
  if (Array.isArray(table.speeds)) table.speeds = fitted(table.speeds, robots);
  return `swarm=${toml({ ...table, start: name, ...parameters })}`;
}

/**
 * The settings that a run was opened with, with another table [swarm].
 * @param {string[]|undefined} set
 * @param {string} line of `set_positions` or `set_shape`
 */
export function with_swarm(set, line) {
  return [...(set ?? []).filter((other) => !other.startsWith("swarm=")), line];
}

function without_start(swarm, starts) {
  const keys = start_keys(swarm, starts);
  return Object.fromEntries(Object.entries(swarm).filter(([key, value]) => !keys.has(key) && value !== null));
}

/** One entry per robot: new robots are as the last one. */
function fitted(list, count) {
  return Array.from({ length: count }, (_, place) => list[Math.min(place, list.length - 1)]);
}
