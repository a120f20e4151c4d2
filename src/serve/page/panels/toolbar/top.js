// The top of the page: the model and the algorithm that are shown, and the buttons that open panels.

import { el, say } from "../../dom.js";
import { icon } from "../../icons.js";
import { open_menu } from "../../menu.js";

/** Where a model is shown first. */
const FIRST = { oblot: "oblot/gathering.toml", amoebot: "amoebot/leader_election.toml" };

/** @param {import("../../app.js").App} app */
export function mount_top(app) {
  const dock = document.getElementById("dock-top");
  dock.append(identity(app), buttons(app));
}

/** A button with an icon whose name is that of what it does. */
export function tool(action, label, key, run, name = action) {
  return el(
    "button",
    { class: "icon-button", type: "button", id: `tool-${action}`, "aria-label": label, title: key ? `${label} (${key})` : label, data: { action }, on: { click: run } },
    icon(name),
  );
}

/** Logo, scenario, model, algorithm. */
function identity(app) {
  const name = el("span", { class: "chip-value", text: "…" });
  const scenario = el(
    "button",
    { class: "chip chip-name", type: "button", id: "tool-scenario", data: { action: "scenario" }, title: "Scenario: open the gallery (G)", "aria-label": "Scenario", on: { click: () => app.actions.panel("gallery", true) } },
    name,
  );
  const model = chip("model", "Model", (button) => model_menu(app, button));
  const algorithm = chip("algorithm", "Algorithm", (button) => algorithm_menu(app, button));
  app.on("about", (run) => {
    if (run !== app.run) return;
    const about = run.about;
    say(name, about.name || "scenario");
    scenario.setAttribute("aria-label", `Scenario ${about.name}: open the gallery`);
    model.show(about.model);
    algorithm.show(about.algorithm);
    document.title = `${about.name} · Formicary`;
  });
  // Only a server that has a store has runs to show.
  const runs = el("a", { class: "chip", id: "tool-runs", href: "store.html", title: "Runs, sweeps and named scenarios of the store" }, el("span", { class: "chip-value", text: "Runs" }));
  app.on("hello", () => app.hello.store === true && bar.append(runs));
  const bar = el(
    "div",
    { class: "bar identity", role: "toolbar", "aria-label": "What is shown" },
    el("h1", { class: "brand" }, icon("logo", 22), el("span", { text: "Formicary" })),
    scenario,
    model.button,
    algorithm.button,
  );
  return bar;
}

function chip(action, label, open) {
  const value = el("span", { class: "chip-value", text: "…" });
  const button = el(
    "button",
    {
      class: "chip",
      type: "button",
      id: `tool-${action}`,
      title: `${label}: choose another one`,
      "aria-label": label,
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      data: { action },
      on: { click: () => open(button) },
    },
    el("span", { class: "chip-label", text: label }),
    value,
    icon("chevron", 14),
  );
  return {
    button,
    show(text) {
      say(value, text ?? "none");
      button.setAttribute("aria-label", `${label}: ${text ?? "none"}`);
    },
  };
}

async function model_menu(app, button) {
  const catalogue = await fetched(app);
  if (!catalogue) return;
  const current = app.run.about?.model;
  const items = catalogue.models.map((model) => ({
    label: model.name,
    hint: model.summary,
    current: model.name === current,
    run: () => {
      const path = FIRST[model.name] ?? entries_of(catalogue, model.name).find((entry) => entry.scenario)?.scenario;
      if (path) app.actions.open_path(path);
    },
  }));
  open_menu(button, items, "Models");
}

async function algorithm_menu(app, button) {
  const catalogue = await fetched(app);
  const about = app.run?.about;
  if (!catalogue || !about) return;
  const items = entries_of(catalogue, about.model).map((entry) => ({
    label: entry.name,
    hint: entry.summary,
    current: entry.name === about.algorithm,
    run: () => {
      if (entry.scenario) app.actions.open_path(entry.scenario);
      else app.actions.open({ ...app.run.opened, set: [...(app.run.opened?.set ?? []), `swarm.algorithm="${entry.name}"`] }).catch((problem) => app.report(problem));
    },
  }));
  open_menu(button, [{ title: `Algorithms of ${about.model}` }, ...items], "Algorithms");
}

function entries_of(catalogue, model) {
  return catalogue.lists.find((list) => list.model === model && list.name === "algorithms")?.entries ?? [];
}

async function fetched(app) {
  try {
    return await app.catalogue();
  } catch (problem) {
    app.report(problem);
    return null;
  }
}

/** The buttons on the right. On a narrow page all but three are in the menu. */
function buttons(app) {
  const panel = (name) => () => app.actions.panel(name);
  const gallery = tool("gallery", "Gallery of scenarios", "G", panel("gallery"));
  const settings = tool("settings", "Settings", "S", panel("settings"));
  const explain = tool("explain", "Explanation", "X", panel("explain"));
  const find = tool("find", "Find a robot", "/", () => app.actions.find?.());
  const share = tool("share", "Share", null, panel("share"));
  const exports_ = tool("exports", "Export", "E", () => app.actions.export_menu?.());
  const theme = tool("theme", "Theme", "T", () => app.actions.theme());
  const screen = tool("screen", "Full screen", null, () => app.actions.full_screen());
  const help = tool("help", "Keys and help", "?", () => app.actions.help());
  const more = tool("menu", "All panels and tools", null, () => panels_menu(app, more));
  more.setAttribute("aria-haspopup", "menu");
  more.setAttribute("aria-expanded", "false");
  app.on("panel", ({ name, open }) => {
    const button = { gallery, settings, explain, share, exports: exports_, find, help }[name];
    button?.setAttribute("aria-pressed", String(open));
  });
  const say_theme = () => {
    const label = `Theme: ${app.theme === "system" ? "as the system" : app.theme}`;
    theme.setAttribute("aria-label", label);
    theme.title = `${label} (T)`;
  };
  app.on("theme", say_theme);
  say_theme();
  const rule = () => el("span", { class: "bar-rule", role: "presentation" });
  for (const button of [explain, find, share, exports_, theme, screen, help]) button.classList.add("roomy");
  return el(
    "div",
    { class: "bar", role: "toolbar", "aria-label": "Panels and tools" },
    gallery, settings, explain, find, rule(), share, exports_, rule(), theme, screen, help, more,
  );
}

function panels_menu(app, button) {
  const listed = [...app.panels.all.values()].filter((panel) => !panel.options.unlisted && !panel.dialog);
  const items = [{ title: "Panels" }];
  for (const panel of listed) {
    items.push({
      label: panel.options.title,
      icon: panel.options.icon ?? panel.name,
      key: panel.options.key,
      checked: panel.open,
      action: `panel-${panel.name}`,
      run: () => app.actions.panel(panel.name, !panel.open),
    });
  }
  items.push({ title: "View" });
  const tools = [
    ["Fit the swarm", "fit", "F", () => app.actions.fit?.()],
    ["Zoom in", "zoom_in", "+", () => app.actions.zoom?.(1.25)],
    ["Zoom out", "zoom_out", "-", () => app.actions.zoom?.(0.8)],
    ["Find a robot", "find", "/", () => app.actions.find?.()],
    ["Export", "exports", "E", () => app.actions.export_menu?.()],
    ["Theme", "theme", "T", () => app.actions.theme()],
    ["Full screen", "screen", undefined, () => app.actions.full_screen()],
    ["Hide the panels", "panels", "H", () => app.actions.hide_panels()],
    ["Keys and help", "help", "?", () => app.actions.help()],
  ];
  for (const [label, name, key, run] of tools) items.push({ label, icon: name, key, run, action: name });
  open_menu(button, items, "Panels and tools");
}
