/** Finding a robot by its number or name. */

import { el } from "../dom.js";
import { message_line, problem_text } from "./parts/dom.js";

/**
 * Puts the search on the page.
 * @param {object} app
 */
export function mount(app) {
  const body = app.panel_root("find", { title: "Find a robot", key: "/", place: "dialog", icon: "find" });
  body.classList.add("find");
  const input = el("input", {
    id: "find-text",
    class: "input",
    type: "search",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    maxlength: "200",
    "aria-label": "Number or name of a robot",
  });
  const message = message_line("find-message");
  const form = el(
    "form",
    {
      role: "search",
      on: {
        submit: async (event) => {
          event.preventDefault();
          await find(app, input.value.trim(), message);
        },
        input: () => message.tell(""),
      },
    },
    input,
    el("button", { id: "find-go", class: "button primary", type: "submit", title: "Select and centre it (Enter)", text: "Find" }),
  );
  body.append(form, message);
  app.actions.find = () => {
    app.actions.panel("find", true);
    const { about } = app.run;
    input.placeholder = about ? `0 to ${about.robots - 1}${about.model === "amoebot" ? ", or a name" : ""}` : "number or name";
    message.tell("");
    input.focus();
    input.select();
  };
}

async function find(app, text, message) {
  if (text === "") {
    message.tell("Say which: a number or a name.", "bad");
    return;
  }
  let found = 0;
  let problem = null;
  // The first run comes last, so that its card is the one that is shown.
  for (const run of [...app.runs].reverse()) {
    try {
      const { robot } = await run.call({ do: "find", text });
      app.actions.select(run, robot);
      app.view?.centre?.(run, robot);
      found += 1;
    } catch (error) {
      problem ??= error;
    }
  }
  if (found === 0 && problem) message.tell(problem_text(problem), "bad");
  else app.actions.panel("find", false);
}
