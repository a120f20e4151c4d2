// The keyboard. Keys do nothing while somebody types.

/** Every key with what it does, as the help lists them. `run` is given the app. */
export const KEYS = [
  { keys: ["Space"], group: "Time", words: "play or pause", run: (app) => app.actions.toggle_play() },
  { keys: ["ArrowRight"], group: "Time", words: "one event forward", run: (app) => app.actions.step(1, "event") },
  { keys: ["ArrowLeft"], group: "Time", words: "one event back", run: (app) => app.actions.step(-1, "event") },
  { keys: ["Shift+ArrowRight"], group: "Time", words: "one time unit forward", run: (app) => app.actions.step(1, "time") },
  { keys: ["Shift+ArrowLeft"], group: "Time", words: "one time unit back", run: (app) => app.actions.step(-1, "time") },
  { keys: ["ArrowUp"], group: "Time", words: "one round or epoch forward", run: (app) => app.actions.step_large(1) },
  { keys: ["ArrowDown"], group: "Time", words: "one round or epoch back", run: (app) => app.actions.step_large(-1) },
  { keys: ["]"], group: "Time", words: "faster", run: (app) => app.actions.faster(1) },
  { keys: ["["], group: "Time", words: "slower", run: (app) => app.actions.faster(-1) },
  { keys: ["R"], group: "Time", words: "back to the start", run: (app) => app.actions.reset() },
  { keys: ["F"], group: "View", words: "fit the swarm into the window", run: (app) => app.actions.fit?.() },
  { keys: ["+"], group: "View", words: "zoom in", run: (app) => app.actions.zoom?.(1.25) },
  { keys: ["-"], group: "View", words: "zoom out", run: (app) => app.actions.zoom?.(0.8) },
  { keys: ["L"], group: "View", words: "legend", run: (app) => app.actions.legend?.() },
  { keys: ["T"], group: "View", words: "theme: system, light, dark", run: (app) => app.actions.theme() },
  { keys: ["H"], group: "View", words: "hide or show the panels", run: (app) => app.actions.hide_panels() },
  { keys: ["S"], group: "Panels", words: "settings", run: (app) => app.actions.panel("settings") },
  { keys: ["G"], group: "Panels", words: "gallery of scenarios", run: (app) => app.actions.panel("gallery") },
  { keys: ["X"], group: "Panels", words: "explanation of the algorithm", run: (app) => app.actions.panel("explain") },
  { keys: ["E"], group: "Panels", words: "export", run: (app) => app.actions.export_menu?.() },
  { keys: ["/"], group: "Panels", words: "find a robot", run: (app) => app.actions.find?.() },
  { keys: ["?"], group: "Panels", words: "this help", run: (app) => app.actions.help() },
  { keys: ["Esc"], group: "Panels", words: "close, or select nothing", run: (app) => app.actions.close() },
];

const TABLE = new Map();
for (const entry of KEYS) for (const key of entry.keys) TABLE.set(key, entry);

/**
 * How a key that was pressed is written in the list.
 * @param {KeyboardEvent} event
 * @returns {string}
 */
export function key_of(event) {
  if (event.key === " ") return "Space";
  if (event.key === "Escape") return "Esc";
  if (event.key === "=") return "+";
  if (event.key === "_") return "-";
  if (event.key.startsWith("Arrow")) return event.shiftKey ? `Shift+${event.key}` : event.key;
  return event.key.length === 1 ? event.key.toUpperCase() : event.key;
}

/** Whether the element takes keys itself. */
export function takes_text(element) {
  if (!(element instanceof HTMLElement)) return false;
  if (element.isContentEditable) return true;
  if (element.tagName === "TEXTAREA" || element.tagName === "SELECT") return true;
  if (element.tagName !== "INPUT") return false;
  return !["button", "checkbox", "radio", "range", "submit", "file", "color"].includes(element.type);
}

/** What has the focus because it was clicked. @type {Element|null} */
let clicked = null;

/** Whether arrows and Space mean something to the element that has the focus. */
function takes(element, key) {
  if (!(element instanceof HTMLElement)) return false;
  if (takes_text(element)) return key !== "Esc";
  const arrow = key.includes("Arrow");
  if (element.matches('input[type="range"], [role="slider"], [role="tab"], [role="menuitem"], [role="option"]')) return arrow || key === "Space";
  // A button that was clicked still has the focus, but Space then means the run.
  if (key === "Space") return element !== clicked && element.matches('button, summary, a, input[type="checkbox"], input[type="radio"]');
  return false;
}

/** @param {import("./app.js").App} app */
export function start_keys(app) {
  document.addEventListener("pointerdown", (event) => (clicked = event.target.closest?.("button, summary, a, input") ?? null), true);
  document.addEventListener("focusin", (event) => event.target !== clicked && (clicked = null));
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = key_of(event);
    const entry = TABLE.get(key);
    if (!entry || takes(event.target, key)) return;
    if (document.querySelector("dialog[open]") && !["?", "Esc"].includes(key)) return;
    // The browser closes a dialog or a menu itself.
    if (key === "Esc" && document.querySelector("dialog[open], :popover-open")) return;
    event.preventDefault();
    if (key === "Space" || (key === "Esc" && takes_text(event.target))) event.target.blur?.();
    entry.run(app);
  });
}
