/** Drawing a hundred thousand points on a few hundred pixels without losing a peak. */

/**
 * Room for what is drawn of a curve, used again and again.
 * @param {number} columns
 */
export function columns_room(columns) {
  return {
    first: new Float64Array(columns),
    last: new Float64Array(columns),
    low: new Float64Array(columns),
    high: new Float64Array(columns),
    filled: new Uint8Array(columns),
    gap: new Uint8Array(columns),
  };
}

/**
 * For each column of pixels the first, last, lowest and highest value of the points in it, and
 * whether there is a point without a value.
 * @param {import('./series.js').Series} series
 * @param {number} from time at the left edge
 * @param {number} to time at the right edge
 * @param {number} columns
 * @param {ReturnType<typeof columns_room>} room at least so many columns
 * @returns {{low: number, high: number, before: number, after: number}} the range of all values
 *   drawn (infinite if there is none), and the points next to the range, -1 if there is none
 */
export function decimate(series, from, to, columns, room) {
  room.filled.fill(0, 0, columns);
  room.gap.fill(0, 0, columns);
  const times = series.times.values;
  const values = series.values.values;
  const start = series.times.lower_bound(from);
  const end = series.times.upper_bound(to);
  const scale = columns / (to - from);
  let low = Infinity;
  let high = -Infinity;
  for (let place = start; place < end; place += 1) {
    const value = values[place];
    const column = Math.min(columns - 1, Math.max(0, Math.floor((times[place] - from) * scale)));
    if (Number.isNaN(value)) {
      room.gap[column] = 1;
      continue;
    }
    if (room.filled[column] === 0) {
      room.filled[column] = 1;
      room.first[column] = value;
      room.low[column] = value;
      room.high[column] = value;
    } else {
      if (value < room.low[column]) {
        room.low[column] = value;
      }
      if (value > room.high[column]) {
        room.high[column] = value;
      }
    }
    room.last[column] = value;
    if (value < low) {
      low = value;
    }
    if (value > high) {
      high = value;
    }
  }
  return { low, high, before: start - 1, after: end < series.length ? end : -1 };
}

/**
 * The range of an axis that holds these values with some air, and 0 where it is near.
 * @param {number} low
 * @param {number} high
 * @returns {[number, number]}
 */
export function value_range(low, high) {
  if (!(high >= low)) {
    return [0, 1];
  }
  if (low >= 0 && low <= 0.5 * high) {
    low = 0;
  } else if (high <= 0 && high >= 0.5 * low) {
    high = 0;
  }
  if (low === high) {
    const air = Math.abs(low) * 0.1 || 1;
    return [low - air, high + air];
  }
  const air = (high - low) * 0.06;
  return [low === 0 ? low : low - air, high === 0 ? high : high + air];
}
