// Runs: a table that is filtered, sorted and turned page by page, and a page for each.

import { el, fill } from "../dom.js";
import { encode } from "../panels/share/link.js";
import { ask, shown } from "./ask.js";

const PAGE = 100;
const USUAL = ["id", "sweep", "simulation", "seed", "end", "time", "events", "expected"];

/** What is looked at; it stays while other views are shown. */
const state = { where: "", order: "-id", offset: 0, more: "" };

/**
 * @param {HTMLElement} view
 * @param {{columns: {name: string}[]}} overview
 * @param {string} [where] a filter to begin with
 */
export async function show_runs(view, overview, where = "") {
  if (where !== "") Object.assign(state, { where, offset: 0 });
  const table = el("div", { class: "scroll", id: "runs" });
  const problem = el("p", { class: "problem", role: "alert" });
  const pages = el("div", { class: "bar" });
  const names = el("datalist", { id: "column-names" }, ...overview.columns.map((column) => el("option", { value: column.name })));
  const filter = el("input", {
    id: "filter", class: "input wide", type: "search", value: state.where, spellcheck: "false",
    placeholder: 'Filter: swarm.robots > 50 and end = "stalled"', "aria-label": "Filter",
  });
  const more = el("input", {
    id: "columns", class: "input", type: "text", value: state.more, list: "column-names", spellcheck: "false",
    placeholder: "More columns: epochs, swarm.robots", "aria-label": "More columns",
  });
  const form = el("div", { class: "bar" }, filter, more, names);
  let last = 0;
  const refresh = async () => {
    last += 1;
    const turn = last;
    const columns = [...USUAL, ...state.more.split(",").map((name) => name.trim()).filter((name) => name !== "" && !USUAL.includes(name))];
    const query = new URLSearchParams({ where: state.where, columns: columns.join(","), order: state.order, limit: PAGE, offset: state.offset });
    try {
      const found = await ask(`/runs?${query}`);
      // Somebody has asked for something else meanwhile.
      if (turn !== last) return;
      problem.textContent = "";
      fill(table, rows(found, refresh));
      fill(pages, ...turns(found.count, refresh));
    } catch (error) {
      if (turn === last) problem.textContent = error.message;
    }
  };
  const changed = () => {
    state.where = filter.value;
    state.more = more.value;
    state.offset = 0;
    refresh();
  };
  filter.addEventListener("change", changed);
  more.addEventListener("change", changed);
  fill(view, form, problem, table, pages);
  await refresh();
}

function rows(found, refresh) {
  const head = found.columns.map((column) => {
    const sorted = state.order.replace("-", "") === column.name;
    const down = state.order.startsWith("-");
    const mark = sorted ? (down ? " ↓" : " ↑") : "";
    const turn = () => {
      state.order = sorted && !down ? `-${column.name}` : column.name;
      state.offset = 0;
      refresh();
    };
    const button = el("button", { type: "button", id: `sort-${column.name}`, title: column.help, on: { click: turn }, text: column.name + mark });
    const numbers = found.rows.some((run) => typeof run[column.name] === "number");
    return el("th", { class: numbers ? "number" : "", "aria-sort": sorted ? (down ? "descending" : "ascending") : null }, button);
  });
  const body = found.rows.map((run) => {
    const cells = found.columns.map((column) => {
      const value = run[column.name];
      const text = shown(value);
      const inner = column.name === "id" ? el("a", { href: `#runs/${value}`, text }) : text;
      const bad = column.name === "expected" && value === false;
      return el("td", { class: (typeof value === "number" ? "number" : "") + (bad ? " bad" : "") }, inner);
    });
    return el("tr", {}, ...cells);
  });
  return el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...body));
}

function turns(count, refresh) {
  const last = Math.min(state.offset + PAGE, count);
  const turn = (step) => () => {
    state.offset = Math.max(0, state.offset + step * PAGE);
    refresh();
  };
  return [
    el("button", { class: "button", id: "page-before", type: "button", disabled: state.offset === 0, on: { click: turn(-1) }, text: "Before" }),
    el("button", { class: "button", id: "page-next", type: "button", disabled: last >= count, on: { click: turn(1) }, text: "Next" }),
    el("span", { text: count === 0 ? "no runs" : `${state.offset + 1} to ${last} of ${count.toLocaleString("en")}` }),
  ];
}

/**
 * @param {HTMLElement} view
 * @param {number} id
 */
export async function show_run(view, id) {
  const { columns } = await ask("");
  const { run, scenario, inputs } = await ask(`/runs/${id}`);
  const about = new Map(columns.map((column) => [column.name, column]));
  const facts = Object.entries(run).filter(([, value]) => value !== null);
  const list = facts.flatMap(([name, value]) => {
    const { unit = "", help = "" } = about.get(name) ?? {};
    return [
      el("dt", { text: name }),
      el("dd", { class: name === "error" ? "bad" : "", text: shown(value) }),
      el("dd", { class: "help", text: unit ? `${help} (${unit})` : help }),
    ];
  });
  const text = { text: scenario, name: `run ${id}` };
  const open = el("a", { class: "button primary", id: "open-run", text: "Open in the viewer" });
  const hint = el("p", {});
  if (inputs > 0) {
    open.setAttribute("aria-disabled", "true");
    hint.textContent = `What came from outside is kept with it: formicary runs replay ${id} repeats it.`;
  } else {
    open.href = `.#s=${await encode(text)}`;
  }
  const trouble = el("p", { class: "problem", role: "alert" });
  const once_more = (word, text, seed) => el("button", { class: "button", id: word, type: "button", text, on: { click: () => carry_out(scenario, seed, trouble) } });
  const same = once_more("run-again", "Run again", run.seed);
  const other = once_more("run-other", "Run with another seed", 1 + Math.floor(Math.random() * 2 ** 31));
  const again = el("a", { class: "button", id: "sweep-run", href: "#sweeps", text: "Many seeds", on: { click: () => sessionStorage.setItem("formicary.sweep", scenario) } });
  fill(
    view,
    el("div", { class: "bar" }, el("h1", { text: `Run ${id}` }), open, same, other, again),
    trouble,
    hint,
    el("dl", {}, ...list),
    el("h2", { text: "Its scenario" }),
    el("pre", { text: scenario }),
  );
}

/** Has the server carry a scenario out, and goes to the result once it is kept. */
async function carry_out(scenario, seed, trouble) {
  try {
    const answer = await fetch(`api/runs?seed=${encodeURIComponent(seed)}&engine=inline`, { method: "POST", body: scenario });
    const run = await answer.json();
    if (!answer.ok) throw new Error(run.error?.message ?? "the server refused");
    trouble.textContent = `live run ${run.id} goes on`;
    for (;;) {
      const status = await (await fetch(`api/runs/${run.id}`)).json();
      if (status.kept !== undefined) {
        location.hash = `#runs/${status.kept}`;
        return;
      }
      if (status.not_kept !== undefined) throw new Error(status.not_kept);
      if (!document.contains(trouble)) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } catch (error) {
    trouble.textContent = error.message;
  }
}
