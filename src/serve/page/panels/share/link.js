/** A run in an address: its scenario, deflated, in letters that an address may hold. */

/** Longer addresses are refused: browsers and messengers cut them off. */
export const LONGEST = 64 * 1024;

/** A text that unpacks to more than this is refused. */
const LARGEST = 4 * 1024 * 1024;

/**
 * @typedef {{text: string, name?: string, seed?: string, set?: string[], monitors?: string[]}} Shared
 */

/**
 * What stands behind `#s=` for a run.
 * @param {Shared} shared
 * @returns {Promise<string>}
 * @throws {Error} if it would be too long, in words
 */
export async function encode(shared) {
  const kept = { text: shared.text };
  for (const key of ["name", "seed", "set", "monitors"]) {
    const value = shared[key];
    if (value !== undefined && value !== null && value.length > 0) {
      kept[key] = value;
    }
  }
  const bytes = new TextEncoder().encode(JSON.stringify(kept));
  const packed = await through(bytes, new CompressionStream("deflate-raw"), Infinity);
  const code = to_base64url(packed);
  if (code.length > LONGEST) {
    const size = Math.ceil(code.length / 1024);
    throw new Error(
      `the scenario is too large for a link: ${size} kB, and at most ${LONGEST / 1024} kB fit; save it as a file instead`,
    );
  }
  return code;
}

/**
 * Reads what stands behind `#s=`.
 * @param {string} code
 * @returns {Promise<Shared>}
 * @throws {Error} if it is damaged or too large, in words
 */
export async function decode(code) {
  if (code.length > LONGEST) {
    throw new Error("the link is too long: it holds no scenario of this page");
  }
  let kept;
  try {
    const bytes = await through(from_base64url(code), new DecompressionStream("deflate-raw"), LARGEST);
    kept = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Error("the link is damaged: part of it seems to be missing", { cause: error });
  }
  const is_texts = (list) => Array.isArray(list) && list.every((entry) => typeof entry === "string");
  const is_text = (text) => text === undefined || typeof text === "string";
  const is_list = (list) => list === undefined || is_texts(list);
  const known =
    kept !== null &&
    typeof kept === "object" &&
    typeof kept.text === "string" &&
    is_text(kept.name) &&
    is_text(kept.seed) &&
    is_list(kept.set) &&
    is_list(kept.monitors);
  if (!known) {
    throw new Error("the link holds no scenario of this page");
  }
  const { text, name, seed, set, monitors } = kept;
  return { text, name, seed, set, monitors };
}

/** Sends bytes through a stream; fails when more than the limit come out. */
async function through(bytes, stream, limit) {
  const writer = stream.writable.getWriter();
  // A damaged stream fails at both ends; the reader tells.
  const written = writer.write(bytes).then(() => writer.close()).catch(() => {});
  const reader = stream.readable.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw new Error("too large");
    }
    parts.push(value);
  }
  await written;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {Uint8Array} bytes */
export function to_base64url(bytes) {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} code */
export function from_base64url(code) {
  const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
