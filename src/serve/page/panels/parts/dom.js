/** Controls that the panels share. */

import { el, fresh_id } from "../../dom.js";
import { icon } from "../../icons.js";

/**
 * A button.
 * @param {string} id
 * @param {string|Node} words what stands on it
 * @param {string} title says what it does, with its key
 * @param {(event: MouseEvent) => void} press
 * @param {string} [kind] further classes
 * @returns {HTMLButtonElement}
 */
export function button(id, words, title, press, kind = "") {
  const name = typeof words === "string" ? null : title;
  const attributes = { id, type: "button", title, class: `button ${kind}`.trim(), "aria-label": name };
  return el("button", { ...attributes, on: { click: press } }, words);
}

/**
 * A button that is on or off.
 * @param {string} id
 * @param {string} words
 * @param {string} title
 * @param {boolean} on
 * @param {(on: boolean) => void} turn
 * @returns {HTMLButtonElement} with a method `set(on)` that shows how things are
 */
export function toggle(id, words, title, on, turn) {
  const made = button(id, words, title, () => turn(made.getAttribute("aria-pressed") !== "true"), "toggle");
  made.set = (is) => made.setAttribute("aria-pressed", String(is));
  made.set(on);
  return made;
}

/**
 * A button that is an icon.
 * @param {string} id
 * @param {string} name of the icon
 * @param {string} title says what it does, with its key
 * @param {(event: MouseEvent) => void} press
 * @returns {HTMLButtonElement}
 */
export function icon_button(id, name, title, press) {
  return el("button", { id, type: "button", class: "icon-button", title, "aria-label": title, on: { click: press } }, icon(name));
}

/**
 * A field with its label and room for a hint.
 * @param {string} words
 * @param {HTMLElement} control
 * @param {string} [hint]
 * @returns {HTMLElement}
 */
export function labelled(words, control, hint = "") {
  // Of controls beside each other the label is that of the first one.
  const first = control.matches("input, select, textarea, output") ? control : (control.querySelector("input, select, textarea") ?? control);
  first.id ||= fresh_id("field");
  const note = hint ? el("span", { class: "field-hint", id: `${first.id}-hint`, text: hint }) : null;
  if (note) first.setAttribute("aria-describedby", note.id);
  return el("div", { class: "field" }, el("label", { for: first.id, class: "field-label", text: words }), control, note);
}

/**
 * A line in which a panel says what went wrong or what was done; read out when it changes.
 * @param {string} id
 * @returns {HTMLElement} with a method `tell(text, kind)`; kind is "bad", "good" or ""
 */
export function message_line(id) {
  const line = el("p", { id, class: "message", role: "status", hidden: true });
  line.tell = (text, kind = "") => {
    line.textContent = text;
    line.hidden = text === "";
    line.dataset.kind = kind;
  };
  return line;
}

/**
 * A problem in words: where, what, and what to do about it.
 * @param {{message: string, line?: number, column?: number, key?: string, help?: string}} problem
 */
export function problem_text(problem) {
  const where = problem.line ? `line ${problem.line}, column ${problem.column ?? 1}: ` : problem.key ? `${problem.key}: ` : "";
  const said = problem.message.startsWith(problem.key ?? "\n") ? problem.message : `${where}${problem.message}`;
  return problem.help ? `${said} (${problem.help})` : said;
}
