// The help: every key, and a few words on what one sees.

import { el, fill } from "../dom.js";
import { KEYS } from "../keys.js";

/** How keys are written for people. */
const WRITTEN = { ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓" };

/** @param {import("../app.js").App} app */
export function mount(app) {
  const root = app.panel_root("help", { title: "Keys and help", key: "?", place: "dialog", icon: "help" });
  const groups = [...new Set(KEYS.map((entry) => entry.group))];
  fill(
    root,
    el("p", { class: "help-intro", text: "The page draws a run and never changes it: the same scenario and seed give the same events, forwards and backwards. Click a robot for its card, drag to move the view, use the wheel to zoom." }),
    el("div", { class: "help-keys" }, ...groups.map((group) =>
      el("section", {}, el("h3", { text: group }), el("dl", {}, ...KEYS.filter((entry) => entry.group === group).map(row))),
    )),
    el("section", { class: "help-mouse" }, el("h3", { text: "Mouse and touch" }), el("dl", {}, ...MOUSE.map(([what, words]) => el("div", {}, el("dt", {}, el("span", { text: what })), el("dd", { text: words }))))),
    el("p", { class: "hint help-version", text: "" }),
  );
  const version = root.querySelector(".help-version");
  const say_version = () => (version.textContent = app.hello.formicary ? `Formicary ${app.hello.formicary}` : "Formicary");
  app.on("hello", say_version);
  say_version();
}

const MOUSE = [
  ["click a robot", "its card, and what it saw at its last Look"],
  ["double click a robot", "follow it"],
  ["drag", "move the view"],
  ["wheel or pinch", "zoom"],
  ["drag the timeline", "go to any time, forwards or backwards"],
  ["drop a file", "open a scenario (.toml) or a record (.jsonl)"],
];

function row(entry) {
  const keys = entry.keys.map((key) => key.split("+").length > 1 && key !== "+" ? key.split("+") : [key]);
  return el("div", {}, el("dt", {}, ...keys.flat().map((key) => el("kbd", { class: "key", text: WRITTEN[key] ?? key }))), el("dd", { text: entry.words }));
}
