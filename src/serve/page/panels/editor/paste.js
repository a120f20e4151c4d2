/** Positions as text: one robot a line, x and y apart by commas, semicolons, tabs or spaces. */

/** More lines than this are refused. */
export const MOST_LINES = 100_000;

/** How many errors are told at once. */
export const MOST_ERRORS = 20;

/** Beyond this, distances are no finite numbers any more. */
const FARTHEST = 1e15;

/**
 * Reads positions. Empty lines and lines that begin with # are passed over, and so is a first line
 * that holds only words (the names of columns).
 * @param {string} text
 * @returns {{points: Array<[number, number]>,
 *   errors: Array<{line: number, column: number, message: string}>, more: number}} what was read;
 *   the errors by line and column, both from 1, and how many more there are
 */
export function read_positions(text) {
  const points = [];
  const errors = [];
  let more = 0;
  const fail = (line, column, message) => {
    if (errors.length < MOST_ERRORS) {
      errors.push({ line, column, message });
    } else {
      more += 1;
    }
  };
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.length > MOST_LINES + 1 || (lines.length === MOST_LINES + 1 && lines.at(-1) !== "")) {
    fail(MOST_LINES + 1, 1, `more than ${MOST_LINES} lines: put them into a file and name it by positions_file`);
    return { points, errors, more };
  }
  let first = true;
  for (const [place, line] of lines.entries()) {
    const bare = line.trim();
    if (bare === "" || bare.startsWith("#")) {
      continue;
    }
    const words = words_of(line);
    const header = first && words.length > 0 && words.every(({ word }) => /^"?[A-Za-z_ ]+"?$/.test(word) && !is_number(word));
    first = false;
    if (header) {
      continue;
    }
    const problem = problem_of(words, line);
    if (problem) {
      fail(place + 1, problem.column, problem.message);
    } else {
      points.push([Number(words[0].word), Number(words[1].word)]);
    }
  }
  return { points, errors, more };
}

/** What is wrong with a line; null if nothing is. */
function problem_of(words, line) {
  for (const { word, column } of words.slice(0, 2)) {
    if (word === "") {
      return { column, message: "a number is missing" };
    }
    if (!is_number(word)) {
      return { column, message: `expected a number, found “${shortened(word)}”` };
    }
    if (Math.abs(Number(word)) > FARTHEST) {
      return { column, message: "expected a number from -1e15 to 1e15" };
    }
  }
  if (words.length < 2) {
    return { column: line.trimEnd().length + 1, message: "expected two numbers, x and y" };
  }
  if (words.length > 2) {
    return { column: words[2].column, message: `expected two numbers, found “${shortened(words[2].word)}” besides` };
  }
  return null;
}

/** The words of a line, each with its column from 1. Brackets around a point are passed over. */
function words_of(line) {
  const words = [];
  // One comma or semicolon with blanks around it parts two words, and so do blanks alone.
  const part = /\s*[,;]\s*|\s+/g;
  const start = line.search(/[^\s[(]/);
  const end = line.replace(/[\s\])]*[,;]?\s*$/, "").length;
  let at = Math.max(0, start);
  const inner = line.slice(0, Math.max(at, end));
  part.lastIndex = at;
  for (let match = part.exec(inner); match; match = part.exec(inner)) {
    words.push({ word: inner.slice(at, match.index), column: at + 1 });
    at = part.lastIndex;
  }
  words.push({ word: inner.slice(at), column: at + 1 });
  return words;
}

function is_number(word) {
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(word);
}

function shortened(word) {
  return word.length > 24 ? `${word.slice(0, 24)}…` : word;
}

/**
 * Positions as text that `read_positions` reads again to the same numbers.
 * @param {Array<[number, number]>} points
 */
export function write_positions(points) {
  return points.map(([x, y]) => `${x}, ${y}`).join("\n");
}
