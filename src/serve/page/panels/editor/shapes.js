/** The choice of a start shape with its parameters. */

import { el, fill } from "../../dom.js";
import { labelled } from "../parts/dom.js";
import { Raw } from "../parts/toml.js";

/** Starts that are no shapes. */
const NO_SHAPES = ["positions", "explicit"];

export class Shapes {
  /** @param {(name: string, parameters: Record<string, unknown>, robots: number) => void} place */
  constructor(place) {
    this.place = place;
    this.entries = [];
    this.select = el("select", { id: "editor-shape", class: "select", on: { change: () => this.show_parameters() } });
    this.robots = el("input", { id: "editor-robots", class: "input", type: "number", min: "1", max: "10000000", step: "1" });
    this.summary = el("p", { class: "hint" });
    this.parameters = el("div", { class: "shape-parameters" });
    this.form = el(
      "form",
      {
        class: "shape",
        on: {
          submit: (event) => {
            event.preventDefault();
            this.submit();
          },
        },
      },
      labelled("Shape", this.select),
      this.summary,
      labelled("Robots", this.robots),
      this.parameters,
      el("div", { class: "buttons" }, el("button", { id: "editor-place", class: "button", type: "submit", title: "Opens the run with robots in this shape", text: "Place robots" })),
    );
  }

  /**
   * @param {any[]} entries the starts of CATALOGUE
   * @param {any} swarm the resolved table
   */
  fill(entries, swarm) {
    this.entries = entries.filter(({ name }) => !NO_SHAPES.includes(name));
    this.swarm = swarm;
    const chosen = this.select.value || swarm.start;
    fill(this.select, ...this.entries.map(({ name, summary }) => el("option", { value: name, text: name, title: summary })));
    if (this.entries.some(({ name }) => name === chosen)) this.select.value = chosen;
    this.robots.value = String(swarm.robots);
    this.show_parameters();
  }

  show_parameters() {
    const entry = this.entries.find(({ name }) => name === this.select.value);
    this.summary.textContent = entry?.summary ?? "";
    // What the scenario says of the start that it has stands in the fields.
    const now = entry && this.swarm.start === entry.name ? this.swarm : {};
    this.fields = (entry?.parameters ?? []).map((parameter) => ({ parameter, control: control_of(parameter, now[parameter.name]) }));
    fill(this.parameters, ...this.fields.map(({ parameter, control }) => labelled(parameter.name, control, parameter.summary)));
  }

  submit() {
    const parameters = {};
    for (const { parameter, control } of this.fields) {
      const text = control.value.trim();
      if (text === "") continue;
      parameters[parameter.name] = parameter.schema?.enum ? text : new Raw(text.replaceAll("\n", " "));
    }
    this.place(this.select.value, parameters, Number(this.robots.value));
  }
}

/** A control for a parameter; left empty it has its default. */
function control_of(parameter, value) {
  const { schema } = parameter;
  const otherwise = parameter.default ?? "";
  if (schema?.enum) {
    const select = el("select", { class: "select" }, el("option", { value: "", text: otherwise ? `default: ${otherwise.replaceAll('"', "")}` : "default" }));
    for (const word of schema.enum) select.append(el("option", { value: String(word), text: String(word) }));
    if (value !== undefined && `"${value}"` !== otherwise) select.value = String(value);
    return select;
  }
  const numeric = ["number", "integer"].includes(schema?.type);
  const input = el("input", { class: "input", type: "text", inputmode: numeric ? "decimal" : null, autocomplete: "off", spellcheck: "false", placeholder: otherwise });
  if (value !== undefined && value !== null) input.value = typeof value === "string" ? value : JSON.stringify(value);
  return input;
}
