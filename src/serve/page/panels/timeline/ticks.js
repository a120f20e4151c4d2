/** Numbers that people like to read along an axis. */

/**
 * The least of 1, 2, 5 times a power of ten that divides a span into at most so many steps.
 * @param {number} span above 0
 * @param {number} most at least 1
 * @returns {number}
 */
export function nice_step(span, most) {
  if (!(span > 0) || !Number.isFinite(span)) {
    return 1;
  }
  const least = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(least));
  for (const factor of [1, 2, 5, 10]) {
    // A hair of tolerance: 0.1 * 3 is not 0.3.
    if (factor * power >= least * (1 - 1e-9)) {
      return tidy(factor * power);
    }
  }
  return tidy(10 * power);
}

/**
 * The ticks within a range, both ends included.
 * @param {number} from
 * @param {number} to
 * @param {number} most how many at most
 * @returns {{step: number, values: number[]}}
 */
export function ticks(from, to, most) {
  if (!(to > from)) {
    return { step: 1, values: [] };
  }
  const step = nice_step(to - from, most);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  const values = [];
  for (let k = first; k <= last; k += 1) {
    values.push(tidy(k * step));
  }
  return { step, values };
}

/**
 * A tick in words: as many decimals as its step needs, thousands set apart, powers of ten for what
 * is very large or very small.
 * @param {number} value
 * @param {number} step
 * @returns {string}
 */
export function tick_label(value, step) {
  if (value === 0) {
    return "0";
  }
  if (Math.abs(value) >= 1e7 || step < 1e-5) {
    return value.toExponential(2).replace(/\.?0+e/, "e").replace("e+", "e");
  }
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return grouped(value.toFixed(decimals));
}

/**
 * A number for a reader: so many significant digits, no needless zeros.
 * @param {number|null|undefined} value
 * @param {number} [digits]
 * @returns {string}
 */
export function short_number(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return "none";
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? "∞" : "−∞";
  }
  if (value === 0) {
    return "0";
  }
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) {
    return grouped(String(value));
  }
  if (size >= 1e9 || size < 1e-4) {
    return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e").replace(/-/g, "−");
  }
  const whole = Math.floor(Math.log10(size)) + 1;
  const text = value.toFixed(Math.max(0, digits - Math.max(1, whole)));
  return grouped(text.includes(".") ? text.replace(/\.?0+$/, "") : text);
}

/**
 * A time of a run, with as many decimals as a pixel of the axis tells apart.
 * @param {number} time
 * @param {number} [resolution] the least difference that matters
 * @returns {string}
 */
export function time_text(time, resolution = 0.01) {
  if (!Number.isFinite(time)) {
    return "–";
  }
  const decimals = Math.min(9, Math.max(0, -Math.floor(Math.log10(resolution) + 1e-9)));
  return grouped(time.toFixed(decimals));
}

/**
 * How far an axis goes that begins at 0 and has to hold this value: a number that stays the same
 * for a while when the value grows.
 * @param {number} value
 * @param {number} least
 * @returns {number}
 */
export function axis_end(value, least) {
  const wanted = Math.max(value * 1.05, least, 1e-9);
  const power = 10 ** Math.floor(Math.log10(wanted));
  for (const factor of [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]) {
    if (factor * power >= wanted * (1 - 1e-9)) {
      return tidy(factor * power);
    }
  }
  return tidy(10 * power);
}

/** Thousands set apart, a true minus sign. */
function grouped(text) {
  const [whole, rest] = text.replace("-", "−").split(".");
  const apart = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return rest === undefined ? apart : `${apart}.${rest}`;
}

/** Takes away what binary fractions add: 0.30000000000000004 is 0.3. */
function tidy(value) {
  return Number(value.toPrecision(12));
}
