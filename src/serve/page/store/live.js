// The runs that go on in the server, or have ended since it began.

import { el, fill } from "../dom.js";

/** How often they are asked after, in milliseconds. */
const EVERY = 1000;

/**
 * @param {HTMLElement} view
 * @returns {() => void} ends the asking
 */
export function show_live(view) {
  const table = el("div", { class: "scroll" });
  const problem = el("p", { class: "problem", role: "alert" });
  const refresh = async () => {
    try {
      const answer = await fetch("api/runs");
      fill(table, rows(await answer.json(), refresh));
      problem.textContent = "";
    } catch {
      problem.textContent = "the server does not answer";
    }
  };
  fill(view, table, problem);
  refresh();
  const timer = setInterval(refresh, EVERY);
  return () => clearInterval(timer);
}

function rows(runs, refresh) {
  if (runs.length === 0) return el("p", { text: "No run goes on here. The page of a run can begin it again; POST api/runs begins any other." });
  const body = [...runs].reverse().map((run) => {
    const stop = async () => {
      await fetch(`api/runs/${run.id}`, { method: "DELETE" });
      await refresh();
    };
    const kept = run.kept !== undefined && el("a", { href: `#runs/${run.kept}`, text: `run ${run.kept}` });
    return el(
      "tr",
      {},
      el("td", { class: "number", text: String(run.id) }),
      el("td", { text: run.name }),
      el("td", { class: "number", text: run.seed }),
      el("td", { class: "number", text: run.event.toLocaleString("en") }),
      el("td", { class: "number", text: run.time.toFixed(2) }),
      el("td", { class: run.error ? "bad" : "", text: run.error ?? run.ended ?? "goes on" }),
      el("td", {}, kept || run.not_kept || ""),
      el("td", {}, run.ended === null && el("button", { class: "button small", id: `stop-live-${run.id}`, type: "button", on: { click: stop }, text: "Stop" })),
    );
  });
  const head = ["id", "scenario", "seed", "events", "time", "end", "kept as", ""].map((text) => el("th", { text }));
  return el("table", { id: "live" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...body));
}
