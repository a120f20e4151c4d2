// The text of a scenario, with numbers at its lines and a mark at the one that is wrong.

import { el } from "../../dom.js";

/** Texts that are longer are not taken, as the server does not take them either. */
export const MOST = 1 << 20;

/** A message with its help; long lists of names are cut short. */
export function words_of(problem) {
  const message = problem.message.replace(/(expected one of (?:"[^"]*", ){2})(?:"[^"]*",? ?){3,}/, "$1… ");
  return `${message}${problem.help ? ` (${problem.help})` : ""}`;
}

/** An editor of plain text. */
export class TextEditor {
  /** @param {(text: string) => void} changed */
  constructor(changed) {
    this.lines = 0;
    this.wrong = 0;
    this.gutter = el("div", { class: "gutter", "aria-hidden": "true" });
    this.area = el("textarea", {
      class: "code", id: "scenario-text", wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: String(MOST),
      "aria-label": "The scenario as TOML", data: { action: "scenario-text" },
    });
    this.message = el("p", { class: "error code-message", id: "scenario-text-error", role: "alert", hidden: true });
    this.element = el("div", { class: "code-field" }, this.gutter, this.area);
    this.area.addEventListener("input", () => {
      this.number();
      changed(this.area.value);
    });
    this.area.addEventListener("scroll", () => this.scrolled());
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    if (this.area.value === text) return;
    this.area.value = text;
    this.mark(null);
    this.number();
  }

  number() {
    let lines = 1;
    for (let at = this.area.value.indexOf("\n"); at >= 0; at = this.area.value.indexOf("\n", at + 1)) lines += 1;
    if (lines === this.lines) return;
    this.lines = lines;
    this.gutter.replaceChildren(...Array.from({ length: Math.min(lines, 20_000) }, (_, i) => el("span", { text: String(i + 1) })));
    this.gutter.style.width = `${String(lines).length + 2}ch`;
    if (this.wrong) this.gutter.children[this.wrong - 1]?.classList.add("wrong");
    this.scrolled();
  }

  scrolled() {
    this.gutter.scrollTop = this.area.scrollTop;
  }

  /** Marks the line of a problem, or none. */
  mark(problem) {
    this.gutter.querySelector(".wrong")?.classList.remove("wrong");
    this.wrong = problem?.line ?? 0;
    if (this.wrong) this.gutter.children[this.wrong - 1]?.classList.add("wrong");
    this.message.hidden = !problem;
    const place = problem?.line ? `Line ${problem.line}, column ${problem.column ?? 1}: ` : "";
    this.message.textContent = problem ? place + words_of(problem) : "";
    this.area.setAttribute("aria-invalid", String(Boolean(problem)));
  }

  /** Puts the cursor at the place of the problem. */
  go_to(line, column = 1) {
    const before = this.area.value.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.area.scrollTop = Math.max(0, (line - 4) * 18);
  }
}
