// The toolbar.

import { el } from "../dom.js";

/** @param {import("../app.js").App} app */
export function mount(app) {
  document.getElementById("dock-top").append(el("button", { class: "button", text: "play", on: { click: () => app.actions.toggle_play() } }));
}
