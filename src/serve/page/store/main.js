// The pages of a store: which of them is shown stands in the address, behind #.

import { el, fill, say } from "../dom.js";
import { ask } from "./ask.js";
import { show_live } from "./live.js";
import { show_run, show_runs } from "./runs.js";
import { show_simulations } from "./simulations.js";
import { show_sweeps } from "./sweeps.js";

const TABS = [
  ["runs", "Runs"],
  ["sweeps", "Sweeps"],
  ["simulations", "Simulations"],
  ["live", "Live"],
];
const view = document.getElementById("view");
/** Ends what the present view does by itself. @type {() => void} */
let leave = () => {};

async function show() {
  leave();
  leave = () => {};
  const [, word = "runs", id, where] = /^#(\w+)(?:\/(\d+))?(?:\?(.*))?/.exec(location.hash) ?? [];
  tabs(word);
  try {
    const overview = await ask("");
    const runs = overview.runs.toLocaleString("en");
    say(document.getElementById("summary"), `${runs} runs, ${overview.sweeps.length} sweeps, ${overview.simulations.length} simulations`);
    if (word === "sweeps") leave = show_sweeps(view, overview) ?? leave;
    else if (word === "simulations") show_simulations(view, overview, show);
    else if (word === "live") leave = show_live(view);
    else if (id !== undefined) await show_run(view, Number(id));
    else await show_runs(view, overview, decodeURIComponent(where ?? ""));
  } catch (problem) {
    fill(view, el("p", { class: "problem", role: "alert", text: problem.message }));
  }
}

function tabs(present) {
  const links = TABS.map(([word, text]) =>
    el("a", { class: "button", id: `tab-${word}`, href: `#${word}`, "aria-current": word === present ? "page" : null, text }),
  );
  fill(document.getElementById("tabs"), ...links);
}

window.addEventListener("hashchange", show);
show();
