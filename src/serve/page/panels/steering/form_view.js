/** A command as a small form. */

import { el, fresh_id } from "../../dom.js";
import { line_of } from "./forms.js";

/**
 * Makes the form of a command.
 * @param {import("./forms.js").Form} form
 * @param {{robot?: () => number|null, fixed?: boolean, act: (line: string) => Promise<boolean>}} how
 *   `robot` says which robot is selected; with `fixed` it is not asked for
 * @returns {HTMLFormElement}
 */
export function form_view(form, how) {
  const fields = how.fixed ? form.fields.slice(1) : form.fields;
  const inputs = fields.map((field) => input_of(form, field));
  const error = el("p", { class: "message", role: "alert", hidden: true, data: { kind: "bad" } });
  const title = how.fixed ? form.what : `${form.usage}: ${form.what}`;
  const press = el("button", { class: "button do", type: "submit", id: `${how.fixed ? "card" : "steer"}-${form.verb.replaceAll(" ", "-")}`, title }, form.verb);
  const view = el(
    "form",
    {
      class: "command",
      "aria-label": form.usage,
      novalidate: true,
      on: {
        submit: async (event) => {
          event.preventDefault();
          await send();
        },
      },
    },
    press,
    ...fields.map((field, place) => el("label", { class: "command-field" }, el("span", { text: field.label }), inputs[place])),
    how.fixed ? null : el("p", { class: "command-what", text: form.what }),
    error,
  );

  async function send() {
    const robot = how.robot?.() ?? null;
    const values = inputs.map((input) => input.value);
    if (how.fixed) values.unshift(String(robot));
    else if (fields[0]?.kind === "robot" && values[0].trim() === "" && robot !== null) values[0] = String(robot);
    const read = line_of(form, values);
    for (const input of inputs) input.removeAttribute("aria-invalid");
    error.hidden = read.line !== undefined;
    if (read.line === undefined) {
      error.textContent = read.message;
      const wrong = inputs[read.field - (how.fixed ? 1 : 0)];
      wrong?.setAttribute("aria-invalid", "true");
      wrong?.focus();
      return;
    }
    press.disabled = true;
    await how.act(read.line);
    press.disabled = false;
  }

  /** Shows the selected robot as what is meant where the field is left empty. */
  view.suggest = () => {
    if (!how.fixed && fields[0]?.kind === "robot") inputs[0].placeholder = String(how.robot?.() ?? "");
  };
  view.suggest();
  return view;
}

function input_of(form, field) {
  const numeric = field.kind === "number" || field.kind === "whole";
  return el("input", {
    class: "input",
    id: fresh_id(`${form.verb}-${field.label}`.replaceAll(" ", "-")),
    type: "text",
    inputmode: numeric ? "decimal" : null,
    autocomplete: "off",
    spellcheck: "false",
    size: field.kind === "text" ? "10" : "5",
    required: !field.optional,
    placeholder: field.optional ? "optional" : null,
  });
}
