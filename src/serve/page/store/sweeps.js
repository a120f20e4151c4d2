// Sweeps: how far each has come, and a form that begins one. Nothing here stops when the page is closed.

import { el, fill } from "../dom.js";
import { ask } from "./ask.js";

/** How often a sweep that goes on is asked after, in milliseconds. */
const EVERY = 1000;

const USUAL = `model = "oblot"

[swarm]
robots = 8
algorithm = "gathering"
`;

/**
 * @param {HTMLElement} view
 * @param {{sweeps: object[]}} overview
 * @returns {() => void} ends the asking
 */
export function show_sweeps(view, overview) {
  const table = el("div", { class: "scroll" });
  const problem = el("p", { class: "problem", role: "alert" });
  const draw = (sweeps) => fill(table, rows(sweeps, refresh, problem));
  const refresh = async () => {
    try {
      draw((await ask("")).sweeps);
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  draw(overview.sweeps);
  fill(view, table, problem, el("h2", { text: "A new sweep" }), form(refresh));
  const timer = setInterval(refresh, EVERY);
  return () => clearInterval(timer);
}

function rows(sweeps, refresh, problem) {
  if (sweeps.length === 0) return el("p", { text: "There are none yet." });
  const body = [...sweeps].reverse().map((sweep) => {
    const stop = async () => {
      try {
        await ask(`/sweeps/${sweep.id}`, { method: "DELETE" });
        await refresh();
      } catch (error) {
        problem.textContent = error.message;
      }
    };
    const ends = Object.entries(sweep.ends).map(([end, count]) => `${count.toLocaleString("en")} ${end}`);
    return el(
      "tr",
      {},
      el("td", { class: "number", text: String(sweep.id) }),
      el("td", { text: sweep.name }),
      el("td", {}, el("progress", { max: String(sweep.size), value: String(sweep.finished), "aria-label": `Progress of sweep ${sweep.id}` })),
      el("td", { class: "number", text: `${sweep.finished.toLocaleString("en")} of ${sweep.size.toLocaleString("en")}` }),
      el("td", { class: sweep.trouble ? "bad" : "", text: sweep.trouble ?? ends.join(", ") }),
      el("td", {}, sweep.goes_on && el("button", { class: "button small", id: `stop-${sweep.id}`, type: "button", on: { click: stop }, text: "Stop" })),
    );
  });
  const head = ["id", "name", "", "runs", "ends", ""].map((text) => el("th", { text }));
  return el("table", { id: "sweeps" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...body));
}

function form(refresh) {
  const text = el("textarea", { id: "sweep-text", spellcheck: "false", value: sessionStorage.getItem("formicary.sweep") ?? USUAL });
  const name = el("input", { id: "sweep-name", class: "input", type: "text", value: "sweep" });
  const vary = el("textarea", { id: "sweep-vary", spellcheck: "false", placeholder: "swarm.robots=10..100:10\nscheduler.rate=1,2,5" });
  const seeds = el("input", { id: "sweep-seeds", class: "input", type: "text", value: "0..99" });
  const problem = el("p", { class: "problem", role: "alert" });
  const begin = async (event) => {
    event.preventDefault();
    const lines = vary.value.split("\n").map((line) => line.trim()).filter((line) => line !== "");
    try {
      const body = JSON.stringify({ name: name.value, text: text.value, vary: lines, seeds: seeds.value });
      await ask("/sweeps", { method: "POST", body });
      problem.textContent = "";
      await refresh();
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  return el(
    "form",
    { on: { submit: begin } },
    el("label", {}, "Name", name),
    el("label", {}, "Scenario", text),
    el("label", {}, "What varies: a line for each parameter, with its values", vary),
    el("label", {}, "Seeds", seeds),
    el("div", { class: "bar" }, el("button", { class: "button primary", id: "sweep-begin", type: "submit", text: "Begin" })),
    problem,
  );
}
