// Short messages at the edge of the page.

import { el } from "./dom.js";

const LONG = 9000;
const SHORT = 4000;
const MOST = 3;

/**
 * @param {string} text
 * @param {"plain"|"good"|"bad"} kind
 * @param {{label: string, run: () => void}} [action]
 */
export function toast(text, kind = "plain", action) {
  const host = document.getElementById("toasts");
  for (const old of host.children) if (old.dataset.text === text) old.remove();
  while (host.children.length >= MOST) host.firstElementChild.remove();
  const note = el(
    "div",
    { class: `toast ${kind}`, role: kind === "bad" ? "alert" : "status", data: { text } },
    el("p", { text }),
    action && el("button", { class: "button", type: "button", text: action.label, on: { click: () => (note.remove(), action.run()) } }),
    el("button", { class: "icon-button", type: "button", "aria-label": "Close the message", title: "Close", text: "×", on: { click: () => note.remove() } }),
  );
  host.append(note);
  if (!action) setTimeout(() => note.remove(), kind === "bad" ? LONG : SHORT);
}
