// Light, dark, or as the system is. `early.js` does the same before anything is painted.

const ORDER = ["system", "light", "dark"];
const KEY = "formicary.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The theme that was chosen last. @returns {"system"|"light"|"dark"} */
export function stored_theme() {
  const kept = recall(KEY);
  return ORDER.includes(kept) ? kept : "system";
}

/** The one after it, around. */
export function next_theme(theme) {
  return ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
}

/**
 * @param {import("./app.js").App} app
 * @param {"system"|"light"|"dark"} theme
 */
export function set_theme(app, theme) {
  app.theme = theme;
  remember(KEY, theme);
  show(app);
}

/** Shows the stored theme, and follows the system where that is chosen. */
export function start_theme(app) {
  app.theme = stored_theme();
  show(app);
  dark.addEventListener("change", () => app.theme === "system" && show(app));
}

function show(app) {
  const shown = app.theme === "system" ? (dark.matches ? "dark" : "light") : app.theme;
  document.documentElement.dataset.theme = shown;
  app.emit("theme", shown);
}

/** What was remembered, or null; a browser may refuse to remember anything. */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text. */
export function remember(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Then it is forgotten.
  }
}
