/** Calls that come faster than they can be answered. */

/**
 * Wraps a call that takes time so that at most one is under way; of those asked for meanwhile only
 * the last one is sent, and that one always.
 * @template T
 * @param {(value: T) => Promise<unknown>} send
 * @param {(error: Error) => void} [failed] hears of calls that were refused
 * @returns {(value: T) => void}
 */
export function latest(send, failed = () => {}) {
  let waiting = false;
  let pending = null;
  const go = async (value) => {
    waiting = true;
    try {
      await send(value);
    } catch (error) {
      failed(error);
    } finally {
      waiting = false;
      if (pending) {
        const [next] = pending;
        pending = null;
        void go(next);
      }
    }
  };
  return (value) => {
    if (waiting) {
      pending = [value];
    } else {
      void go(value);
    }
  };
}

/**
 * Wraps a task so that it starts at most once in so many milliseconds and never twice at once. What
 * is asked for meanwhile is done once afterwards.
 * @param {() => (Promise<unknown> | void)} task
 * @param {number} gap milliseconds between two starts
 * @param {{now?: () => number, later?: (fn: () => void, ms: number) => unknown}} [clock]
 * @returns {() => void}
 */
export function at_most(task, gap, clock = {}) {
  const now = clock.now ?? (() => performance.now());
  const later = clock.later ?? ((fn, ms) => setTimeout(fn, ms));
  let last = -Infinity;
  let running = false;
  let asked = false;
  let planned = false;
  const start = async () => {
    planned = false;
    asked = false;
    running = true;
    last = now();
    try {
      await task();
    } finally {
      running = false;
      if (asked) {
        plan();
      }
    }
  };
  const plan = () => {
    if (planned) {
      return;
    }
    planned = true;
    later(start, Math.max(0, last + gap - now()));
  };
  return () => {
    if (running) {
      asked = true;
    } else {
      plan();
    }
  };
}

/**
 * One call of a function at the next frame of the screen, however often it is asked for.
 * @param {() => void} fn
 * @returns {() => void}
 */
export function once_a_frame(fn) {
  let asked = false;
  return () => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        fn();
      });
    }
  };
}
