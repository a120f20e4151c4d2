// Boot and wiring. The order is that of what is seen first: the worker and the swarm, then the
// toolbar, then the panels.

import { App } from "./app.js";
import { name_of } from "./actions.js";
import { hello } from "./start.js";
import { start_theme } from "./theme.js";
import { mount as mount_toolbar } from "./panels/toolbar.js";
import { start_keys } from "./keys.js";

/** Panels in the order in which they are mounted, once the swarm is on the screen. */
const PANELS = [
  "timeline", "status", "card", "find", "settings", "explain", "gallery", "curves", "steering",
  "compare", "editor", "share", "exports", "help",
];

/** Stylesheets of the panels, fetched with them. */
const STYLES = [
  "status", "settings", "explain", "gallery", "help", "timeline", "curves", "card", "steering", "compare", "editor", "share",
];

const app = new App();
if (new URLSearchParams(location.search).has("test")) window.formicary = app;
start_theme(app);
mount_toolbar(app);
start_keys(app);
document.addEventListener("visibilitychange", () => app.runs.forEach((run) => run.visible(!document.hidden)));

const host = document.getElementById("canvas-host");
const view = import("./view/index.js").then((module) => module.mountView(app, host)).catch((error) => console.error(error));

boot();

async function boot() {
  app.hello = await hello;
  app.emit("hello");
  forget_token();
  const swarm = first_frame();
  try {
    await open_first();
  } catch (problem) {
    app.report(problem);
    app.emit("refused", problem);
  }
  await Promise.all([view, swarm]);
  await mount_panels();
  document.body.dataset.ready = "true";
  app.emit("ready");
}

/** Takes the token out of the address, where it would be copied along; a cookie has it by now. */
function forget_token() {
  const address = new URL(location.href);
  if (!address.searchParams.has("token")) return;
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
}

/** Opens what the address names, else what the server was started with, else the first scenario. */
async function open_first() {
  const start = app.hello.start;
  const shared = location.hash.startsWith("#s=") ? await shared_scenario() : null;
  if (!shared && start && start.run !== undefined) {
    app.add_run(socket(`run=${encodeURIComponent(start.run)}`));
    const about = await app.run.adopt();
    if (about.clock === "wall") {
      // It goes on whether anybody looks or not: show what happens while it does.
      await app.actions.speed("max");
      await app.actions.toggle_play();
    }
    return;
  }
  if (!shared && start && start.record !== undefined) {
    app.add_run(socket(`record=${encodeURIComponent(start.record)}`));
    await app.run.adopt();
    return;
  }
  app.add_run();
  if (shared) {
    try {
      await app.run.open(shared);
      return;
    } catch (problem) {
      app.report(problem);
    }
  }
  if (start && start.text !== undefined) await app.run.open({ text: start.text, name: name_of(start.name) });
  else {
    const scenarios = await app.scenarios();
    const first = scenarios.find((one) => one.path === "oblot/gathering.toml") ?? scenarios[0];
    await app.run.open({ text: first.text, name: name_of(first.path) });
  }
}

async function shared_scenario() {
  try {
    const module = await import("./panels/share.js");
    return await module.read_address();
  } catch (problem) {
    app.report(problem);
    return null;
  }
}

function socket(query) {
  const { protocol, href } = new URL(`api/socket?${query}`, document.baseURI);
  return { kind: "socket", url: href.replace(protocol, protocol === "https:" ? "wss:" : "ws:") };
}

/** The first frame, or a little while if none comes. */
function first_frame() {
  return new Promise((resolve) => {
    const stop = app.on("frame", () => {
      stop();
      requestAnimationFrame(() => setTimeout(resolve));
    });
    setTimeout(resolve, 2000);
  });
}

/** Fetches a stylesheet; one that is missing is not waited for. */
function style(name) {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = `style/${name}.css`;
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}

async function mount_panels() {
  const styles = Promise.all(STYLES.map(style));
  const modules = await Promise.all(PANELS.map((name) => import(`./panels/${name}.js`).catch((error) => (console.error(error), null))));
  await styles;
  for (const module of modules) {
    try {
      module?.mount(app);
    } catch (error) {
      console.error(error);
    }
  }
}
