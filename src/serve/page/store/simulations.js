// Named scenarios: a list, and a form that makes one, a new version of one, or a copy.

import { el, fill } from "../dom.js";
import { encode } from "../panels/share/link.js";
import { ask } from "./ask.js";

const CELLS = ["name", "version", "runs", "model", "added", "note"];

/**
 * @param {HTMLElement} view
 * @param {{simulations: object[]}} overview
 * @param {() => Promise<void>} again shows the view anew
 */
export function show_simulations(view, { simulations }, again) {
  const problem = el("p", { class: "problem", role: "alert" });
  const form = editor(problem, again);
  const rows = simulations.map((one) => row(one, form, problem, again));
  const head = el("tr", {}, ...CELLS.map((cell) => el("th", { text: cell })), el("th", {}));
  const table = el("table", { id: "simulations" }, el("thead", {}, head), el("tbody", {}, ...rows));
  const list = rows.length === 0 ? el("p", { text: "There are none yet." }) : el("div", { class: "scroll" }, table);
  fill(view, list, problem, el("h2", { text: "A scenario and its name" }), form.element);
}

function row(one, form, problem, again) {
  const open = el("a", { class: "button small", text: "Open" });
  encode({ text: one.text, name: one.name }).then(
    (code) => (open.href = `.#s=${code}`),
    (error) => (open.title = error.message),
  );
  const sweep = el("a", { class: "button small", href: "#sweeps", text: "Sweep", on: { click: () => sessionStorage.setItem("formicary.sweep", one.text) } });
  const tool = (word, text, run) => el("button", { class: "button small", type: "button", id: `${word}-${one.name}-${one.version}`, on: { click: run }, text });
  const edit = tool("edit", "Edit", () => form.take(one.name, one.text, one.note, true));
  const copy = tool("copy", "Copy", () => form.take(`${one.name}-copy`, one.text, one.note, false));
  const remove = tool("remove", "Remove", async () => {
    const words = `Remove ${one.name} with all its versions? Its runs stay.`;
    if (!window.confirm(words)) return;
    try {
      await ask(`/simulations/${encodeURIComponent(one.name)}`, { method: "DELETE" });
      await again();
    } catch (error) {
      problem.textContent = error.message;
    }
  });
  const cells = CELLS.map((cell) => {
    const link = cell === "runs" && el("a", { href: `#runs?${encodeURIComponent(`simulation = "${one.name}"`)}`, text: String(one.runs) });
    return el("td", { class: typeof one[cell] === "number" ? "number" : "" }, link || String(one[cell]));
  });
  return el("tr", {}, ...cells, el("td", {}, open, " ", sweep, " ", edit, " ", copy, " ", remove));
}

/** The form, and a way to fill it. */
function editor(problem, again) {
  let edits = false;
  const name = el("input", { id: "simulation-name", class: "input", type: "text", on: { input: () => (edits = false) } });
  const text = el("textarea", { id: "simulation-text", spellcheck: "false" });
  const note = el("input", { id: "simulation-note", class: "input", type: "text" });
  const keep = async (event) => {
    event.preventDefault();
    try {
      const body = JSON.stringify({ name: name.value, text: text.value, note: note.value, edits });
      await ask("/simulations", { method: "POST", body });
      await again();
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const element = el(
    "form",
    { on: { submit: keep } },
    el("label", {}, "Name", name),
    el("label", {}, "Scenario", text),
    el("label", {}, "Note", note),
    el("div", { class: "bar" }, el("button", { class: "button primary", id: "simulation-keep", type: "submit", text: "Keep" })),
  );
  const take = (its_name, its_text, its_note, is_edit) => {
    name.value = its_name;
    text.value = its_text;
    note.value = its_note;
    edits = is_edit;
    name.focus();
  };
  return { element, take };
}
