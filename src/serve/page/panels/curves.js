/** Curves of monitors and figures above the timeline, on the same axis. */

import { el, fill } from "../dom.js";
import { Curves } from "./curves/data.js";
import { Plot, curve_colour } from "./curves/plot.js";
import { Watch } from "./curves/watch.js";
import { forget_colours } from "./parts/paint.js";
import { scale_of } from "./timeline/scale.js";
import { at_most, once_a_frame } from "./timeline/throttle.js";

/** How often curves are fetched at most, in milliseconds. */
const FETCH_EVERY = 250;

/** How many curves are shown as long as nobody has chosen. */
const FIRST = 4;

/**
 * Puts the curves on the page.
 * @param {object} app
 */
export function mount(app) {
  const panel = new CurvesPanel(app);
  for (const name of ["about", "status", "runs"]) app.on(name, () => panel.refresh());
  app.on("frame", (run) => run === app.run && panel.ask_read());
  app.on("steered", () => panel.cut());
  app.on("panel", ({ name, open }) => {
    if (name !== "curves") return;
    document.body.classList.toggle("with-curves", open);
    if (open) panel.refresh(true);
  });
  document.body.classList.toggle("with-curves", app.is_open("curves"));
  app.on("theme", () => {
    forget_colours();
    panel.paint();
  });
  app.actions.curves = () => app.actions.panel("curves");
}

class CurvesPanel {
  constructor(app) {
    this.app = app;
    this.scale = scale_of(app);
    /** @type {Curves[]} */
    this.data = [];
    /** @type {Map<string, Plot>} */
    this.plots = new Map();
    /** What somebody chose, by the name of the curve. */
    this.chosen = new Map();
    this.names = "";
    this.body = app.panel_root("curves", { title: "Curves", place: "bottom", order: 70, icon: "curves" });
    this.body.classList.add("curves");
    this.chips = el("div", { class: "curve-chips", role: "group", "aria-label": "Which curves are shown" });
    this.chips.addEventListener("wheel", (event) => (this.chips.scrollLeft += event.deltaX || event.deltaY), { passive: true });
    this.rows = el("div", { class: "curve-rows" });
    this.legend = el("p", { class: "curve-legend", hidden: true });
    this.watch = new Watch(app);
    this.body.parentElement.querySelector(".panel-tools").append(this.chips, this.watch.button);
    this.body.append(this.watch.root, this.legend, this.rows);
    this.ask_draw = once_a_frame(() => this.draw());
    this.ask_read = once_a_frame(() => this.read());
    this.fetch = at_most(() => this.fetch_points(), FETCH_EVERY);
    this.scale.on_change(() => this.is_open && this.ask_draw());
    this.scale.on_point(() => this.is_open && this.ask_read());
    new ResizeObserver(() => this.is_open && this.ask_draw()).observe(this.rows);
    this.refresh();
  }

  get is_open() {
    return this.app.is_open("curves");
  }

  /** Looks whether there is something to be fetched. Nothing is while the panel is closed. */
  refresh(draw = false) {
    const { runs } = this.app;
    if (runs.length !== this.data.length || runs.some((run, k) => run !== this.data[k].run)) {
      this.data = runs.map((run) => this.data.find((one) => one.run === run) ?? new Curves(run));
      draw = true;
    }
    if (!this.is_open) return;
    if (this.data.some((one) => one.is_behind())) this.fetch();
    if (draw) this.ask_draw();
  }

  cut() {
    for (const one of this.data) one.clear();
    this.refresh();
  }

  async fetch_points() {
    for (const one of this.data) {
      try {
        if (one.is_behind()) await one.fetch();
      } catch {
        // A lost connection is shown elsewhere; the next status asks again.
      }
    }
    this.arrange();
    this.ask_draw();
  }

  /** Makes a chip and a plot for each curve that there is. */
  arrange() {
    const known = new Map();
    for (const one of this.data) for (const series of one.series.values()) known.set(series.name, series.label);
    // What monitors see comes first: somebody asked for it.
    const order = [...known.keys()].sort((a, b) => Number(b.includes(".")) - Number(a.includes(".")));
    const names = [...known].join();
    if (names === this.names) return;
    this.names = names;
    const places = order;
    this.chips.replaceChildren();
    for (const [place, name] of places.entries()) {
      const label = known.get(name);
      let plot = this.plots.get(name);
      if (!plot) {
        plot = new Plot(name, label, place, this.scale, (event) => this.app.actions.seek({ event }));
        this.plots.set(name, plot);
      }
      plot.place = place;
      this.chips.append(this.chip(name, label, place));
    }
    this.show();
  }

  chip(name, label, place) {
    const chip = el(
      "button",
      {
        type: "button",
        class: "curve-chip",
        data: { action: "curve", curve: name },
        title: `Show or hide the curve of ${label}`,
        on: {
          click: () => {
            this.chosen.set(name, !this.is_shown(name, place));
            this.show();
          },
        },
      },
      el("span", { class: "curve-swatch", style: { background: curve_colour(place) } }),
      label,
    );
    return chip;
  }

  is_shown(name, place) {
    return this.chosen.get(name) ?? place < FIRST;
  }

  show() {
    const rows = [];
    for (const [place, chip] of [...this.chips.children].entries()) {
      const name = chip.dataset.curve;
      const shown = this.is_shown(name, place);
      chip.setAttribute("aria-pressed", String(shown));
      if (shown) rows.push(this.plots.get(name).root);
    }
    if (rows.length === 0) rows.push(el("p", { class: "curve-none", text: this.chips.children.length > 0 ? "No curve is chosen." : "Nothing is measured yet. Play the run, or watch more." }));
    fill(this.rows, ...rows);
    this.ask_draw();
  }

  draw() {
    if (!this.is_open) return;
    this.arrange();
    if (this.rows.childElementCount === 0) this.show();
    const two = this.data.length > 1;
    this.legend.hidden = !two;
    if (two) this.legend.textContent = "solid: the first run · dashed: the second one";
    for (const plot of this.visible()) {
      plot.series = this.data.map((one) => one.series.get(plot.name));
      plot.heads = this.data.map((one) => one.run.status?.head?.time ?? 0);
      plot.draw();
    }
    this.read();
  }

  /** Shows values, at the time that is pointed at or at the one on screen. */
  read() {
    if (!this.is_open) return;
    const { run } = this.app;
    const shown = run?.frame?.time ?? run?.status?.time ?? 0;
    const playing = run?.frame?.playing;
    for (const plot of this.visible()) {
      plot.read(this.scale.pointed, shown);
      plot.mark(shown);
      if (!playing) plot.describe();
    }
  }

  visible() {
    return [...this.plots.values()].filter((plot) => plot.root.isConnected);
  }

  paint() {
    for (const [place, chip] of [...this.chips.children].entries()) chip.firstChild.style.background = curve_colour(place);
    if (this.is_open) this.ask_draw();
  }
}
