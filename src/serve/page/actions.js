// What can be done, by name. Buttons and keys use the same functions. The view and the panels put
// theirs in beside these: fit, zoom, follow, trails, legend, png, webm; find, export_menu, compare.

import { next_theme, set_theme } from "./theme.js";

/** How long the first of two runs is left alone that is on its way, in milliseconds. */
const ON_THE_WAY = 15;

/**
 * @param {import("./app.js").App} app
 * @returns {Record<string, Function>}
 */
export function make_actions(app) {
  const report = (problem) => app.report(problem);
  const each = (fn) => Promise.all(app.runs.filter((run) => run.about).map(fn));

  /** Simulated units per real second, of every run the same. */
  const units = () => {
    if (app.pace === "max") return "max";
    const base = app.run && app.run.about ? app.run.about.speed : 1;
    return app.pace * (base > 0 ? base : 1);
  };

  const play = () => {
    const speed = units();
    return each((run) => run.call({ do: "play", speed })).catch(report);
  };

  const pause = () => each((run) => run.call({ do: "pause" })).catch(report);

  const playing = () => app.runs.some((run) => run.status && run.status.playing);

  let follows = 0;
  /** Brings the other runs to the time of the first one, once that is where it is going. */
  const follow_first = async (status) => {
    if (app.runs.length < 2) return;
    follows += 1;
    const turn = follows;
    let there = status;
    while (there.busy) {
      await new Promise((resolve) => setTimeout(resolve, ON_THE_WAY));
      // Somebody wants to be elsewhere by now, or there is nobody left to follow.
      if (turn !== follows || app.runs.length < 2) return;
      there = await app.run.call({ do: "status" });
    }
    const time = there.time;
    await Promise.all(app.runs.slice(1).filter((run) => run.about).map((run) => run.call({ do: "seek", time })));
  };

  const actions = {
    play,
    pause,
    toggle_play() {
      if (playing()) return pause();
      const status = app.run && app.run.status;
      // At the end there is nothing to play: it begins anew.
      if (status && status.at_end && status.ended !== null) return actions.reset().then(play);
      return play();
    },
    async step(n, by = "event") {
      if (!app.run || !app.run.about) return;
      try {
        if (playing()) await pause();
        await follow_first(await app.run.call({ do: "step", by, count: n }));
      } catch (problem) {
        report(problem);
      }
    },
    async reset() {
      await each((run) => run.call({ do: "reset" })).catch(report);
    },
    async seek(to) {
      if (!app.run || !app.run.about) return;
      try {
        if (app.runs.length > 1 && to.time !== undefined) await each((run) => run.call({ do: "seek", time: to.time }));
        else if (to.end) await each((run) => run.call({ do: "seek", end: true }));
        else await follow_first(await app.run.call({ do: "seek", ...to }));
      } catch (problem) {
        report(problem);
      }
    },
    /** One round of particles, or one epoch of robots. */
    step_large(n) {
      const model = app.run && app.run.about && app.run.about.model;
      return actions.step(n, model === "amoebot" ? "round" : "epoch");
    },
    /** One notch of the speed slider up or down. */
    faster(notches) {
      const at = notch_of(app.pace);
      return actions.speed(pace_of(Math.max(0, Math.min(NOTCHES, at + notches))));
    },
    /** @param {number|"max"} pace a factor of the suggested speed */
    speed(pace) {
      app.pace = pace;
      app.emit("pace");
      if (playing()) return play();
    },
    /** Opens a scenario in the first run; rejects with what is wrong with it. */
    async open(what) {
      const was = playing();
      // A record or a run of the server is left only for a scenario that is right.
      if (app.run.source.kind === "socket" && new URL(app.run.source.url).search) {
        const { text, name, set, seed, monitors } = what;
        await app.run.call({ do: "check", text, name, set, seed, monitors });
        app.replace_run(app.default_source());
      }
      const about = await app.run.open(what);
      if (was) await play();
      return about;
    },
    /** Opens a shipped scenario by its path, such as `oblot/gathering.toml`. */
    async open_path(path) {
      try {
        const found = (await app.scenarios()).find((one) => one.path === path);
        if (!found) throw new Error(`there is no scenario ${path}`);
        return await actions.open({ text: found.text, name: name_of(path) });
      } catch (problem) {
        report(problem);
        return null;
      }
    },
    select(run, robot) {
      if (!run || run.selected === robot) return;
      run.selected = robot;
      run.card = null;
      app.emit("select", run);
    },
    async steer(line, run = app.run) {
      const ok = await run.call({ do: "steer", line });
      return ok.said;
    },
    panel(name, open) {
      app.panels.toggle(name, open);
    },
    theme(next) {
      set_theme(app, next ?? next_theme(app.theme));
    },
    hide_panels() {
      if (app.panels.hide()) app.toast("H shows the panels again");
    },
    help() {
      app.panels.toggle("help");
    },
    close() {
      if (app.panels.close_last()) return;
      for (const run of app.runs) actions.select(run, null);
    },
    async full_screen() {
      try {
        if (document.fullscreenElement) await document.exitFullscreen();
        else await document.documentElement.requestFullscreen();
      } catch {
        app.toast("full screen is not possible here", "bad");
      }
    },
  };
  return actions;
}

/** The last notch of the speed slider: as fast as possible. */
export const NOTCHES = 31;

/**
 * The pace of a notch: ten notches are a factor of ten, from 0.1 at 0 to 100 at 30.
 * @param {number} notch
 * @returns {number|"max"}
 */
export function pace_of(notch) {
  return notch >= NOTCHES ? "max" : Number((10 ** (notch / 10 - 1)).toPrecision(2));
}

/** The notch that is nearest to a pace. */
export function notch_of(pace) {
  return pace === "max" ? NOTCHES : Math.round((Math.log10(pace) + 1) * 10);
}

/** The name of a scenario's file without folder and ending. */
export function name_of(path) {
  return path.replace(/^.*\//, "").replace(/\.(toml|jsonl|mcap)$/, "");
}
