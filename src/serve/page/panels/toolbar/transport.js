// The controls of time: play, steps, speed, and where the run is.

import { el, number, say } from "../../dom.js";
import { icon, swap_icon } from "../../icons.js";
import { NOTCHES, notch_of, pace_of } from "../../actions.js";
import { tool } from "./top.js";

/** The place is written at most so often, in milliseconds. */
const SAY_EVERY = 66;

/** @param {import("../../app.js").App} app */
export function mount_transport(app) {
  const body = app.panel_root("transport", { title: "Time", place: "bottom", bare: true, open: true, unlisted: true, order: 10 });
  const play = play_button(app);
  const step = (n, by) => () => app.actions.step(n, by);
  const flip = (button) => (button.classList.add("flipped"), button);
  const large = (n) => () => app.actions.step_large(n);
  const round_back = flip(tool("round-back", "One round or epoch back", "↓", large(-1), "round"));
  const round = tool("round", "One round or epoch forward", "↑", large(1), "round");
  round_back.classList.add("roomy");
  const controls = el(
    "div",
    { class: "transport-buttons", role: "group", "aria-label": "Steps" },
    tool("reset", "Back to the start", "R", () => app.actions.reset(), "to_start"),
    round_back,
    flip(tool("unit-back", "One time unit back", "Shift+←", step(-1, "time"), "unit")),
    flip(tool("event-back", "One event back", "←", step(-1, "event"), "forward")),
    play.button,
    tool("event", "One event forward", "→", step(1, "event"), "forward"),
    tool("unit", "One time unit forward", "Shift+→", step(1, "time"), "unit"),
    round,
  );
  body.append(el("div", { class: "transport", role: "toolbar", "aria-label": "Time" }, place(app), controls, speed(app)));
  const refresh = () => {
    play.show();
    const large_name = app.run?.about?.model === "amoebot" ? "round" : "epoch";
    round.title = `One ${large_name} forward (↑)`;
    round.setAttribute("aria-label", `One ${large_name} forward`);
    round_back.title = `One ${large_name} back (↓)`;
    round_back.setAttribute("aria-label", `One ${large_name} back`);
  };
  app.on("status", refresh);
  app.on("about", refresh);
  watch_height();
}

function play_button(app) {
  const button = el(
    "button",
    { class: "play", type: "button", id: "tool-play", data: { action: "play" }, "aria-label": "Play", title: "Play (Space)", on: { click: () => app.actions.toggle_play() } },
    icon("play", 22),
  );
  return {
    button,
    show() {
      const status = app.run?.status;
      const playing = app.runs.some((run) => run.status?.playing);
      const over = !playing && status && status.at_end && status.ended !== null;
      const label = playing ? "Pause" : over ? "Play again from the start" : "Play";
      swap_icon(button, playing ? "pause" : over ? "reset" : "play");
      button.setAttribute("aria-label", label);
      button.title = `${label} (Space)`;
      button.classList.toggle("on", playing);
    },
  };
}

/** Time and event. */
function place(app) {
  const time = el("b", { text: "0" });
  const event = el("span", { text: "0" });
  let shown = 0;
  let timer = 0;
  const show = () => {
    timer = 0;
    shown = performance.now();
    const frame = app.run?.frame;
    if (!frame) return;
    say(time, fixed(frame.time));
    say(event, frame.event.toLocaleString("en-US"));
  };
  const soon = (run) => {
    if (run !== app.run || timer) return;
    timer = setTimeout(show, Math.max(0, shown + SAY_EVERY - performance.now()));
  };
  app.on("frame", soon);
  return el(
    "div",
    { class: "transport-place", id: "place" },
    el("span", { class: "place-part" }, el("small", { text: "time" }), time),
    el("span", { class: "place-part" }, el("small", { text: "event" }), event),
  );
}

/** Few digits, always the same number of them. */
function fixed(time) {
  return time < 1e6 ? time.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }) : number(time, 3);
}

function speed(app) {
  const words = el("output", { class: "speed-words", for: "speed", text: "1×" });
  const slider = el("input", {
    class: "slider", type: "range", id: "speed", min: "0", max: String(NOTCHES), step: "1", value: String(notch_of(app.pace)),
    "aria-label": "Speed", title: "Speed: [ slower, ] faster", data: { action: "speed" },
    on: { input: () => app.actions.speed(pace_of(Number(slider.value))) },
  });
  const show = () => {
    const notch = notch_of(app.pace);
    slider.value = String(notch);
    slider.style.setProperty("--part", `${(notch / NOTCHES) * 100}%`);
    const factor = app.pace === "max" ? "max" : `${app.pace}×`;
    say(words, factor);
    const units = app.pace === "max" ? "as fast as possible" : `${number((app.run?.about?.speed ?? 1) * app.pace, 3)} time units per second`;
    slider.setAttribute("aria-valuetext", app.pace === "max" ? units : `${app.pace} times, ${units}`);
    slider.title = `Speed: ${units} ([ slower, ] faster)`;
  };
  app.on("pace", show);
  app.on("about", show);
  show();
  return el("div", { class: "transport-speed" }, el("label", { for: "speed", class: "unseen", text: "Speed" }), slider, words);
}

/** Toasts float above the bottom dock. */
function watch_height() {
  const dock = document.getElementById("dock-bottom");
  new ResizeObserver(() => document.documentElement.style.setProperty("--bottom-height", `${dock.offsetHeight + 12}px`)).observe(dock);
}
