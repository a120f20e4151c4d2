// What colours are called.

import assert from "node:assert/strict";
import { test } from "node:test";

import { colour_name } from "../../src/serve/page/view/colour_names.js";

test("colours have the name of the nearest common one", () => {
  const names = {
    0x000000: "black", 0xffffff: "white", 0x7f7f7f: "grey", 0xff0000: "red", 0x00ff00: "lime", 0x0000ff: "blue",
    0xe69f00: "orange", 0x56b4e9: "light blue", 0x009e73: "green", 0xf0e442: "yellow", 0x0072b2: "blue", 0xd55e00: "orange red", 0xcc79a7: "pink",
    0x8b4513: "brown", 0x4b0082: "purple", 0xffc0cb: "pink", 0x006400: "dark green",
  };
  for (const [rgb, name] of Object.entries(names)) assert.equal(colour_name(Number(rgb)), name, Number(rgb).toString(16));
});
