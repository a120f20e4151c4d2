// One field of the settings: its label, its control, its hint, and what is wrong with it.

import { el, fresh_id, say } from "../../dom.js";
import { Typed, path_key, written } from "./draft.js";
import { choices_of, control_of, default_of, description_of } from "./schema.js";

/**
 * @typedef {object} FieldOptions
 * @property {(string|number)[]} path
 * @property {any} schema
 * @property {boolean} [required]
 * @property {string} [label]
 * @property {import("./draft.js").Draft} draft
 * @property {(path: (string|number)[], shape: boolean) => void} changed `shape`: other fields may come or go
 */

/**
 * @param {FieldOptions} options
 * @returns {HTMLElement} it has a method `problem(text)`
 */
export function make_field(options) {
  const { path, schema, draft } = options;
  const id = `set-${path_key(path).replaceAll(".", "-")}`;
  const hint_id = fresh_id("hint");
  const { words, names } = description_of(schema.description ?? schema.anyOf?.find((part) => part.description)?.description);
  const label = options.label ?? String(path[path.length - 1]).replaceAll("_", " ");
  const hint = el("p", { class: "setting-hint", id: hint_id, text: words });
  const chosen = el("p", { class: "setting-chosen" });
  const wrong = el("p", { class: "error setting-error", id: `${hint_id}-error`, hidden: true });
  const describe = () => say(chosen, names.get(String(draft.get(path) ?? default_text(schema))) ?? "");
  const settle = (value, shape) => {
    draft.set(path, value);
    field.classList.toggle("changed", draft.is_changed(path));
    describe();
    options.changed(path, shape);
  };
  const control = make_control(options, id, settle);
  control.setAttribute("aria-describedby", hint_id);
  const field = el(
    "div",
    { class: `setting ${control.tagName === "TEXTAREA" ? "tall" : ""}`, data: { path: path_key(path) } },
    el("label", { for: id, class: "setting-label" }, label, options.required && el("span", { class: "setting-required", title: "required", text: " *" })),
    control,
    wrong,
    chosen,
    words && hint,
  );
  field.classList.toggle("changed", draft.is_changed(path));
  describe();
  // A hint is cut to two lines until somebody wants to know.
  hint.addEventListener("click", () => hint.classList.toggle("whole"));
  field.problem = (text) => {
    wrong.hidden = !text;
    say(wrong, text ?? "");
    control.setAttribute("aria-invalid", String(Boolean(text)));
    control.setAttribute("aria-describedby", text ? `${wrong.id} ${hint_id}` : hint_id);
    field.classList.toggle("wrong", Boolean(text));
  };
  return field;
}

function make_control(options, id, settle) {
  const { path, schema, draft } = options;
  const value = draft.get(path);
  const kind = control_of(schema);
  const common = { id, data: { action: "set" } };
  if (kind === "switch") {
    const on = value ?? default_of(schema) ?? false;
    const box = el("input", { type: "checkbox", ...common, on: { change: () => settle(box.checked, true) } });
    box.checked = on === true;
    return box;
  }
  if (kind === "choice") {
    const fallback = default_text(schema);
    const names = choices_of(schema).map(String);
    const select = el("select", { class: "select", ...common, on: { change: () => settle(select.value === "" ? undefined : choice(schema, select.value), true) } });
    if (value === undefined || value === null) select.append(el("option", { value: "", text: fallback ? `${fallback} (default)` : options.required ? "choose" : "not set" }));
    else if (!options.required && default_of(schema) === null) select.append(el("option", { value: "", text: "not set" }));
    for (const name of names) select.append(el("option", { value: name, text: name }));
    select.value = value === undefined || value === null ? "" : String(value);
    return select;
  }
  if (kind === "number" || kind === "text") {
    const input = el("input", {
      class: "input", type: "text", inputmode: kind === "number" ? "decimal" : "text", autocomplete: "off", spellcheck: "false", ...common,
      placeholder: default_text(schema) || (kind === "number" ? "not set" : ""),
      value: value === undefined || value === null ? "" : value instanceof Typed ? value.text : String(value),
      on: { input: () => settle(input.value.trim() === "" ? undefined : kind === "text" ? input.value : new Typed(input.value), false) },
    });
    return input;
  }
  const text = value === undefined || value === null ? "" : value instanceof Typed ? value.text : typeof value === "string" ? value : written(value);
  const area = el("textarea", {
    class: "textarea", rows: text.length > 60 ? "4" : "1", spellcheck: "false", ...common,
    placeholder: kind === "list" ? "1, 2, 3" : default_text(schema) || "not set",
    on: { input: () => settle(read_list(area.value, kind), false) },
  });
  area.value = kind === "list" && text.startsWith("[") ? text.slice(1, -1) : text;
  return area;
}

/** A list may be written without its brackets. */
function read_list(text, kind) {
  const bare = text.trim();
  if (bare === "") return undefined;
  if (kind !== "list") return new Typed(bare);
  return new Typed(/^\[[\s\S]*\]$/.test(bare) && !/^\[[^[\]]*\]\s*,/.test(bare) ? bare : `[${bare.replace(/[\s,]+$/, "")}]`);
}

function choice(schema, name) {
  const found = choices_of(schema).find((one) => String(one) === name);
  return found ?? name;
}

function default_text(schema) {
  const value = default_of(schema);
  if (value === null) return "";
  if (value.words !== undefined) return value.words;
  return typeof value === "string" ? value : written(value);
}
