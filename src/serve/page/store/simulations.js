// Named scenarios.

import { el, fill } from "../dom.js";
import { encode } from "../panels/share/link.js";

/**
 * @param {HTMLElement} view
 * @param {{simulations: object[]}} overview
 */
export function show_simulations(view, { simulations }) {
  if (simulations.length === 0) {
    fill(view, el("p", { text: "There are none yet: formicary sim add NAME FILE names a scenario." }));
    return;
  }
  const cells = ["name", "version", "runs", "model", "added", "note"];
  const rows = simulations.map((one) => {
    const open = el("a", { class: "button small", text: "Open" });
    encode({ text: one.text, name: one.name }).then(
      (code) => (open.href = `.#s=${code}`),
      (problem) => (open.title = problem.message),
    );
    const sweep = el("a", { class: "button small", href: "#sweeps", text: "Sweep", on: { click: () => sessionStorage.setItem("formicary.sweep", one.text) } });
    const values = cells.map((cell) => el("td", { class: typeof one[cell] === "number" ? "number" : "", text: String(one[cell]) }));
    return el("tr", {}, ...values, el("td", {}, open, " ", sweep));
  });
  const head = el("tr", {}, ...cells.map((cell) => el("th", { text: cell })), el("th", {}));
  fill(view, el("div", { class: "scroll" }, el("table", { id: "simulations" }, el("thead", {}, head), el("tbody", {}, ...rows))));
}
