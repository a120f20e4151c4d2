// Floating panels: made once by name, folded, closed, and remembered.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { recall, remember } from "./theme.js";

/**
 * @typedef {object} PanelOptions
 * @property {string} title what stands in its head
 * @property {string} [key] the key that opens it
 * @property {"left"|"right"|"bottom"|"dialog"} [place] where it floats; `right` if not said
 * @property {boolean} [open] whether it is open as long as nobody has said otherwise
 * @property {string} [icon] its icon in the menu of panels
 * @property {boolean} [bare] without a head
 * @property {boolean} [wide] a wider one
 * @property {boolean} [unlisted] not in the menu of panels
 * @property {string} [group] of the panels of a group one is open at a time
 * @property {number} [order] its place in its column; a lower one is further up
 */

const KEY = "formicary.panels";
/** Panels are sheets, and one is open at a time. */
const narrow = matchMedia("(max-width: 719px)");
/** Panels at both sides would leave nothing of the swarm: they are open at one of them. */
const cramped = matchMedia("(max-width: 999px)");

/** All panels of the page. */
export class Panels {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.all = new Map();
    this.opened = [];
    this.kept = read_kept();
    this.layout = 0;
    this.watch = new ResizeObserver(() => this.changed());
    for (const place of ["top", "left", "right", "bottom"]) {
      const dock = document.getElementById(`dock-${place}`);
      if (dock) this.watch.observe(dock);
    }
    narrow.addEventListener("change", () => this.squeeze());
    cramped.addEventListener("change", () => this.squeeze());
  }

  /**
   * @param {string} name
   * @param {PanelOptions} options
   * @returns {HTMLElement} the body
   */
  root(name, options) {
    const known = this.all.get(name);
    if (known) return known.body;
    const panel = make_panel(this, name, { place: "right", ...options });
    this.all.set(name, panel);
    if (panel.dialog) document.body.append(panel.element);
    else this.insert(panel);
    const kept = this.kept[name];
    const wanted = kept ? kept.open : Boolean(options.open);
    if (kept && kept.folded) this.fold(name, true);
    const lies_below = panel.options.place === "bottom";
    const room = kept ? !narrow.matches : !cramped.matches;
    if (!panel.dialog && wanted && (lies_below || room)) this.set(panel, true);
    this.app.emit("panels");
    return panel.body;
  }

  /** Whether the page is narrow, so that panels are sheets and only one is open. */
  get narrow() {
    return narrow.matches;
  }

  insert(panel) {
    const dock = document.getElementById(`dock-${panel.options.place}`);
    const order = panel.options.order ?? 50;
    panel.element.dataset.order = String(order);
    const after = [...dock.children].find((other) => Number(other.dataset.order) > order);
    dock.insertBefore(panel.element, after ?? null);
  }

  is_open(name) {
    const panel = this.all.get(name);
    return Boolean(panel && panel.open && !panel.folded && !document.body.classList.contains("bare"));
  }

  /** Opens a panel, closes it, or (without `open`) the other of both. */
  toggle(name, open) {
    const panel = this.all.get(name);
    if (!panel) return;
    const wanted = open ?? !(panel.open && !panel.folded);
    if (wanted) {
      document.body.classList.remove("bare");
      if (panel.folded) this.fold(name, false);
      if (narrow.matches && !panel.dialog && panel.options.place !== "bottom") this.close_sheets(panel);
      else if (cramped.matches) this.close_other_side(panel);
      if (panel.options.group) this.close_group(panel);
    }
    const was = panel.open;
    this.set(panel, wanted);
    this.keep(panel);
    if (wanted && !was) focus_in(panel);
  }

  set(panel, open) {
    if (panel.open === open) return;
    panel.open = open;
    this.opened = this.opened.filter((other) => other !== panel);
    if (open) this.opened.push(panel);
    if (panel.dialog) {
      if (open) {
        panel.back = document.activeElement;
        panel.element.showModal();
      } else if (panel.element.open) panel.element.close();
    } else panel.element.hidden = !open;
    if (!open && panel.back instanceof HTMLElement && panel.back.isConnected) panel.back.focus({ preventScroll: true });
    if (!open) panel.back = null;
    this.app.emit("panel", { name: panel.name, open });
    this.changed();
  }

  /** Gives a panel another title, where what it shows is called otherwise. */
  entitle(name, title) {
    const panel = this.all.get(name);
    if (!panel || panel.options.title === title) return;
    panel.options.title = title;
    panel.title.textContent = title;
    panel.head.querySelector(".panel-close").setAttribute("aria-label", `Close ${title}`);
  }

  /** Folds a panel to its head, or unfolds it. */
  fold(name, folded) {
    const panel = this.all.get(name);
    if (!panel || panel.folded === folded || panel.options.bare || panel.dialog) return;
    panel.folded = folded;
    panel.body.hidden = folded;
    panel.element.classList.toggle("folded", folded);
    panel.fold.setAttribute("aria-expanded", String(!folded));
    this.keep(panel);
    this.app.emit("panel", { name, open: panel.open && !folded });
  }

  /** Closes what was opened last. Returns whether there was anything. */
  close_last() {
    const last = this.opened.filter((panel) => panel.options.place !== "bottom").pop();
    const within = document.activeElement && document.activeElement.closest(".panel");
    const panel = (within && [...this.all.values()].find((one) => one.element === within && one.options.place !== "bottom")) || last;
    if (!panel) return false;
    this.set(panel, false);
    this.keep(panel);
    return true;
  }

  /** Hides everything but the canvas, or shows it again. Returns whether it is hidden now. */
  hide() {
    const bare = document.body.classList.toggle("bare");
    for (const panel of this.all.values()) if (panel.open) this.app.emit("panel", { name: panel.name, open: !bare });
    this.changed();
    return bare;
  }

  close_sheets(but) {
    for (const panel of [...this.opened]) {
      if (panel !== but && !panel.dialog && panel.options.place !== "bottom") this.set(panel, false);
    }
  }

  close_other_side(but) {
    const other = { left: "right", right: "left" }[but.options.place];
    for (const panel of [...this.opened]) if (other && panel.options.place === other) this.set(panel, false);
  }

  close_group(but) {
    for (const panel of [...this.opened]) {
      if (panel === but || panel.options.group !== but.options.group) continue;
      this.set(panel, false);
      this.keep(panel);
    }
  }

  /** A page that has become narrow closes its sheets; one that is cramped keeps one side. */
  squeeze() {
    const sheets = this.opened.filter((panel) => !panel.dialog && panel.options.place !== "bottom");
    if (narrow.matches) for (const panel of sheets) this.set(panel, false);
    else if (cramped.matches && sheets.length > 0) this.close_other_side(sheets[sheets.length - 1]);
  }

  keep(panel) {
    if (panel.dialog) return;
    this.kept[panel.name] = { open: panel.open, folded: panel.folded };
    remember(KEY, JSON.stringify(this.kept));
  }

  margins() {
    const margin = { left: 0, top: 0, right: 0, bottom: 0 };
    if (document.body.classList.contains("bare")) return margin;
    const seen = (place) => {
      const dock = document.getElementById(`dock-${place}`);
      if (!dock || ![...dock.children].some((child) => !child.hidden)) return null;
      const box = dock.getBoundingClientRect();
      return box.width > 0 && box.height > 0 ? box : null;
    };
    const top = seen("top");
    const bottom = seen("bottom");
    if (top) margin.top = top.bottom;
    if (bottom) margin.bottom = innerHeight - bottom.top;
    if (narrow.matches) return margin;
    const left = seen("left");
    const right = seen("right");
    if (left) margin.left = left.right;
    if (right) margin.right = innerWidth - right.left;
    return margin;
  }

  changed() {
    if (this.layout) return;
    this.layout = requestAnimationFrame(() => {
      this.layout = 0;
      this.app.emit("layout");
    });
  }
}

function make_panel(panels, name, options) {
  const dialog = options.place === "dialog";
  const title_id = `panel-${name}-title`;
  const body = el("div", { class: "panel-body", id: `panel-${name}-body` });
  const close = () => {
    panels.set(panel, false);
    panels.keep(panel);
  };
  const title = el("span", { text: options.title });
  const fold = el(
    "button",
    { class: "panel-fold", type: "button", id: `panel-${name}-fold`, "aria-expanded": "true", "aria-controls": body.id, title: "Fold or unfold", on: { click: () => panels.fold(name, !panel.folded) } },
    icon("chevron"),
    title,
  );
  const head = el(
    "header",
    { class: "panel-head" },
    el("h2", { id: title_id }, dialog ? title : fold),
    el("div", { class: "panel-tools" }),
    el("button", { class: "icon-button panel-close", type: "button", "aria-label": `Close ${options.title}`, title: `Close (${options.key ? `${options.key} or ` : ""}Esc)`, data: { action: `close-${name}` }, on: { click: close } }, icon("close")),
  );
  const element = el(
    dialog ? "dialog" : "section",
    {
      class: `panel${options.bare ? " headless" : ""}${options.group ? " tall" : ""}${options.wide ? " wide" : ""}${dialog ? " dialog" : ""}`,
      id: `panel-${name}`,
      "aria-labelledby": options.bare ? null : title_id,
      "aria-label": options.bare ? options.title : null,
      hidden: !dialog,
    },
    options.bare ? null : head,
    body,
  );
  const panel = { name, options, element, body, head, fold, title, dialog, open: false, folded: false, back: null };
  if (dialog) {
    element.addEventListener("close", close);
    // A click beside a dialog closes it.
    element.addEventListener("click", (event) => event.target === element && close());
  }
  return panel;
}

function focus_in(panel) {
  if (panel.dialog || panel.options.bare) return;
  panel.back = document.activeElement;
  // Not into a field: the key that has opened the panel is to close it again.
  panel.fold.focus({ preventScroll: true });
}

function read_kept() {
  try {
    const kept = JSON.parse(recall(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}
