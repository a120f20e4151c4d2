// Look, Compute, Move as a small picture: three steps in a circle, and the one that the selected
// robot is in is lit.

import { el } from "../../dom.js";

const SVG = "http://www.w3.org/2000/svg";
const STEPS = ["look", "compute", "move"];
/** Where in the cycle a robot is that is in none of the three. */
const BETWEEN = { wait: "waiting for its next Look", done: "done: it will not act again" };

/** What the steps of a model are called. */
const NAMES = {
  oblot: { look: "Look", compute: "Compute", move: "Move" },
  amoebot: { look: "Receive", compute: "Compute", move: "Move, then beep" },
};

/**
 * @param {Record<string, string>} flow a sentence for each step
 * @param {string} model
 * @returns {HTMLElement & {light: (step: string|null, who?: string) => void}}
 */
export function flow_diagram(flow, model) {
  const names = NAMES[model] ?? {};
  const steps = Object.keys(flow).length > 0 && !STEPS.some((step) => flow[step]) ? Object.keys(flow) : STEPS.filter((step) => flow[step]);
  const picture = draw(steps, names);
  const cards = steps.map((step) =>
    el("li", { class: "flow-step", data: { step } }, el("b", { text: names[step] ?? title(step) }), el("p", { text: flow[step] })),
  );
  const word = el("p", { class: "hint flow-word", role: "status" });
  const root = el("figure", { class: "flow", "aria-label": `The cycle: ${steps.map((step) => names[step] ?? step).join(", ")}` }, picture, el("ol", { class: "flow-steps" }, ...cards), word);
  root.light = (step, who = "the selected robot") => {
    for (const card of cards) card.classList.toggle("lit", card.dataset.step === step);
    for (const part of picture.querySelectorAll("[data-step]")) part.classList.toggle("lit", part.dataset.step === step);
    const between = BETWEEN[step];
    const text = !step ? "" : between ? `${who} is ${between}` : steps.includes(step) ? `${who} is at ${names[step] ?? title(step)}` : "";
    if (word.textContent !== text) word.textContent = text;
  };
  return root;
}

function title(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function draw(steps, names) {
  const svg = node("svg", { viewBox: "0 0 320 66", class: "flow-picture", "aria-hidden": "true" });
  const width = 84;
  const gap = (320 - 4 - steps.length * width) / Math.max(1, steps.length - 1);
  const x = (i) => 2 + i * (width + gap);
  steps.forEach((step, i) => {
    const group = node("g", { class: "flow-box" });
    group.dataset.step = step;
    group.append(node("rect", { x: x(i), y: 8, width, height: 30, rx: 15 }));
    const label = node("text", { x: x(i) + width / 2, y: 27.5 });
    label.textContent = (names[step] ?? title(step)).split(",")[0];
    group.append(label);
    svg.append(group);
    if (i + 1 < steps.length) {
      const from = x(i) + width + 5;
      const to = x(i + 1) - 5;
      svg.append(node("path", { class: "flow-arrow", d: `M${from} 23H${to}M${to - 4} 19.5L${to} 23L${to - 4} 26.5` }));
    }
  });
  // And around again.
  const right = x(steps.length - 1) + width / 2;
  const left = x(0) + width / 2;
  svg.append(node("path", { class: "flow-arrow", d: `M${right} 43V50Q${right} 58 ${right - 8} 58H${left + 8}Q${left} 58 ${left} 50V44M${left - 3.5} 48L${left} 44L${left + 3.5} 48` }));
  return svg;
}

function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
