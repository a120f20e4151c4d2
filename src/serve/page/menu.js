// Menus below buttons: in the top layer, closed by Esc and by a click elsewhere, walked with arrows.

import { el, fresh_id } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} MenuItem
 * @property {string} [title] a heading, and nothing else
 * @property {string} [label]
 * @property {string} [hint] a line below the label
 * @property {string} [icon]
 * @property {string} [key]
 * @property {boolean} [checked] whether it has a tick (then all that have one are check boxes)
 * @property {boolean} [current] whether it is the present choice
 * @property {string} [action] for `data-action`
 * @property {() => void} [run]
 */

let open = null;

/**
 * Opens a menu at a button, or closes it if it is open there.
 * @param {HTMLElement} anchor
 * @param {MenuItem[]} items
 * @param {string} label what it is a menu of
 */
export function open_menu(anchor, items, label) {
  if (open && open.anchor === anchor) return close_menu();
  close_menu();
  const menu = el("div", { class: "menu", role: "menu", id: fresh_id("menu"), "aria-label": label, popover: "auto" }, ...items.map(make_item));
  document.body.append(menu);
  menu.showPopover();
  place(menu, anchor);
  anchor.setAttribute("aria-expanded", "true");
  open = { anchor, menu };
  const mine = open;
  menu.addEventListener("toggle", (event) => event.newState === "closed" && forget(mine));
  menu.addEventListener("keydown", walk);
  (menu.querySelector('[aria-current="true"]') ?? menu.querySelector(".menu-item"))?.focus();
}

/** Closes the menu that is open. */
export function close_menu() {
  if (open) open.menu.hidePopover();
}

function forget(closed) {
  closed.anchor.setAttribute("aria-expanded", "false");
  const within = closed.menu.contains(document.activeElement) || document.activeElement === document.body;
  closed.menu.remove();
  if (within) closed.anchor.focus({ preventScroll: true });
  if (open === closed) open = null;
}

function make_item(item) {
  if (item.title) return el("p", { class: "menu-title", role: "presentation", text: item.title });
  const ticked = item.checked !== undefined;
  return el(
    "button",
    {
      class: "menu-item",
      type: "button",
      role: ticked ? "menuitemcheckbox" : "menuitem",
      "aria-checked": ticked ? String(item.checked) : null,
      "aria-current": item.current ? "true" : null,
      data: { action: item.action ?? item.label },
      on: {
        click: () => {
          close_menu();
          item.run();
        },
      },
    },
    item.icon && icon(item.icon),
    el("span", { class: "grow" }, item.label, item.hint && el("small", { text: item.hint })),
    item.key && el("kbd", { class: "key", text: item.key }),
    ticked && el("span", { class: "tick" }, icon("check", 16)),
  );
}

/** Below the anchor if there is more room than above; inside the window. */
function place(menu, anchor) {
  const edge = 8;
  const at = anchor.getBoundingClientRect();
  const below = innerHeight - at.bottom - 2 * edge;
  const above = at.top - 2 * edge;
  const up = below < Math.min(menu.offsetHeight, 240) && above > below;
  menu.style.maxHeight = `${Math.min(720, up ? above : below)}px`;
  menu.style.left = `${Math.max(edge, Math.min(at.left, innerWidth - menu.offsetWidth - edge))}px`;
  menu.style.top = up ? `${Math.max(edge, at.top - 6 - menu.offsetHeight)}px` : `${at.bottom + 6}px`;
}

function walk(event) {
  const items = [...event.currentTarget.querySelectorAll(".menu-item")];
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    items[(to + items.length) % items.length].focus();
  } else if (event.key.length === 1 && /\S/.test(event.key)) {
    // A letter goes to the next item that begins with it.
    const letter = event.key.toLowerCase();
    const found = [...items.slice(at + 1), ...items].find((item) => item.querySelector(".grow").textContent.toLowerCase().startsWith(letter));
    found?.focus();
  } else if (event.key === "Tab") close_menu();
  if (event.key !== "Escape") event.stopPropagation();
}
