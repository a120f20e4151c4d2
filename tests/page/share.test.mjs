import assert from "node:assert/strict";
import { test } from "node:test";

import { LONGEST, decode, encode, from_base64url, to_base64url } from "../../src/serve/page/panels/share/link.js";

test("a run comes back out of its link as it was", async () => {
  const shared = {
    text: '# Ümläute and “quotes”\nmodel = "oblot"\n',
    name: "a b",
    seed: "18446744073709551615",
    set: ["swarm.robots=3"],
    monitors: ["diameter"],
  };
  const code = await encode(shared);
  assert.match(code, /^[A-Za-z0-9_-]+$/);
  assert.deepEqual(await decode(code), shared);
});

test("what is empty is left out", async () => {
  const back = await decode(await encode({ text: "x", name: "", set: [] }));
  assert.deepEqual(back, { text: "x", name: undefined, seed: undefined, set: undefined, monitors: undefined });
});

test("a scenario that is too large for a link is refused in words", async () => {
  let text = "";
  for (let k = 0, seed = 1; k < 100_000; k += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += seed.toString(36).at(-1);
  }
  await assert.rejects(encode({ text }), /too large for a link/);
});

test("damaged links are refused in words", async () => {
  const code = await encode({ text: 'model = "oblot"\n'.repeat(20) });
  await assert.rejects(decode(code.slice(0, -6)), /damaged/);
  await assert.rejects(decode("???"), /damaged/);
  await assert.rejects(decode("A".repeat(LONGEST + 1)), /too long/);
  const other = async (value) => {
    const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return to_base64url(new Uint8Array(await new Response(stream).arrayBuffer()));
  };
  await assert.rejects(decode(await other({ text: 5 })), /no scenario/);
  await assert.rejects(decode(await other(null)), /no scenario/);
  await assert.rejects(decode(await other({ text: "", set: [1] })), /no scenario/);
});

test("a link that unpacks without end is refused", async () => {
  const stream = new Blob(["a".repeat(8 * 1024 * 1024)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const code = to_base64url(new Uint8Array(await new Response(stream).arrayBuffer()));
  assert.ok(code.length < LONGEST);
  await assert.rejects(decode(code), /damaged/);
});

test("bytes in letters", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, k) => k);
  assert.deepEqual(from_base64url(to_base64url(bytes)), bytes);
});
