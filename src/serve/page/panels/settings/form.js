// The form of all settings: a group for each part of a scenario, made from its schema.

import { el, fill } from "../../dom.js";
import { icon } from "../../icons.js";
import { path_key } from "./draft.js";
import { make_field } from "./field.js";
import { control_of, default_of, description_of, fields_of } from "./schema.js";

/** Parts in the order in which people look for them; others come after these. */
const ORDER = ["swarm", "scheduler", "visibility", "movement", "sensing", "frames", "lights", "faults", "monitors", "limits", "structure", "circuits"];
/** Parts that are of no use here, or are edited elsewhere. */
const LEFT_OUT = new Set(["model", "seed", "expect", "record", "controller", "clock", "orders"]);
/** Lists of tables that belong to the text of a scenario. */
const IN_THE_TEXT = new Set(["particles", "objects", "script", "turns", "steps"]);
/** Fields that are shown first. */
const FIRST = ["kind", "algorithm", "count", "robots", "start", "law"];
/** Fields that choose an entry of a list, whose parameters then stand beside them. */
const CHOOSES = { algorithm: "algorithms", start: "starts", law: "laws", adversary: "adversaries" };
const KINDS = { scheduler: "schedulers", faults: "faults", monitors: "monitors" };

/** The form. */
export class Form {
  /**
   * @param {HTMLElement} root
   * @param {() => void} changed
   * @param {(list: string, name: string) => string[]} parameters of an entry
   */
  constructor(root, changed, parameters) {
    this.root = root;
    this.changed = changed;
    this.parameters = parameters;
    this.groups = new Map();
    this.more = new Set();
  }

  /** @param {import("./draft.js").Draft} draft */
  show(draft) {
    this.draft = draft;
    const open = new Set([...this.groups].filter(([, group]) => group.open).map(([key]) => key));
    const first = this.groups.size === 0;
    this.groups.clear();
    const keys = [...draft.parts.keys()].filter((key) => !LEFT_OUT.has(key) && !IN_THE_TEXT.has(key));
    const place = (key) => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);
    const tables = keys.filter((key) => control_of(draft.parts.get(key)) !== "switch" && !is_plain(draft.parts.get(key))).sort((a, b) => place(a) - place(b));
    const plain = keys.filter((key) => is_plain(draft.parts.get(key)));
    for (const key of tables) this.group(key, key, first ? key === "swarm" : open.has(key), (body) => this.part(body, key));
    if (plain.length > 0) this.group("general", "general", open.has("general"), (body) => this.plain(body, plain));
    fill(this.root, ...this.groups.values());
  }

  group(key, title, open, render) {
    const body = el("div", { class: "group-body" });
    const count = el("span", { class: "badge accent group-count", hidden: true });
    const group = el("details", { class: "group", data: { group: key }, open },
      el("summary", {}, icon("chevron", 16), el("span", { class: "group-title", text: title }), count),
      body,
    );
    let filled = false;
    group.render = () => {
      filled = true;
      const focused = group.contains(document.activeElement) ? document.activeElement.id : null;
      render(body);
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
      group.recount();
    };
    group.recount = () => {
      const changed = this.draft.parts.has(key) ? Number(this.draft.is_changed([key])) : 0;
      count.hidden = changed === 0;
      count.textContent = "changed";
    };
    group.addEventListener("toggle", () => group.open && !filled && group.render());
    if (open) group.render();
    else group.recount();
    this.groups.set(key, group);
  }

  part(body, key) {
    const schema = this.draft.parts.get(key);
    const about = description_of(schema.description).words;
    const intro = about && el("p", { class: "hint group-hint", text: about });
    if (control_of(schema) === "tables") fill(body, intro, ...this.list([key], schema));
    else fill(body, intro, ...this.fields([key], schema));
  }

  plain(body, keys) {
    fill(body, ...keys.map((key) => this.field([key], this.draft.parts.get(key), false)));
  }

  /** The fields of a table: those that have a value, and the others below "more". */
  fields(path, schema) {
    const table = this.draft.get(path) ?? {};
    const fields = [...fields_of(schema, table)].filter(([name]) => !IN_THE_TEXT.has(name));
    // Behind the field that chooses an entry come the parameters of that entry.
    const places = new Map();
    const put = (name) => places.has(name) || places.set(name, places.size);
    const last = [];
    for (const name of FIRST) {
      const field = fields.find(([key]) => key === name);
      if (!field) continue;
      put(name);
      const list = name === "kind" ? KINDS[path[0]] : CHOOSES[name];
      const chosen = list && (table[name] ?? default_of(field[1].schema));
      if (typeof chosen !== "string") continue;
      if (name === "kind") last.push(...this.parameters(list, chosen));
      else this.parameters(list, chosen).forEach(put);
    }
    last.forEach(put);
    const place = ([name]) => places.get(name) ?? places.size;
    fields.sort((a, b) => place(a) - place(b));
    const shown = fields.filter(([name, field]) => field.required || places.has(name) || (table[name] !== undefined && table[name] !== null));
    const others = fields.filter((field) => !shown.includes(field));
    const make = ([name, field]) => this.field([...path, name], field.schema, field.required);
    const made = shown.map(make);
    if (others.length === 0) return made;
    const key = path_key(path);
    // Where little is set, nothing is hidden.
    if (shown.length === 0 || others.length <= 2) return [...made, ...others.map(make)];
    const more = el("details", { class: "more", open: this.more.has(key) }, el("summary", { text: `${others.length} more` }));
    const fill_more = () => more.childElementCount === 1 && more.append(...others.map(make));
    more.addEventListener("toggle", () => {
      if (more.open) {
        this.more.add(key);
        fill_more();
      } else this.more.delete(key);
    });
    if (more.open) fill_more();
    return [...made, more];
  }

  field(path, schema, required) {
    const kind = control_of(schema);
    if (kind === "table") {
      return el("fieldset", { class: "inner" }, el("legend", { text: String(path[path.length - 1]).replaceAll("_", " ") }), el("p", { class: "setting-hint whole", text: description_of(schema.description).words }), ...this.fields(path, schema));
    }
    return make_field({ path, schema, required, draft: this.draft, changed: (at, shape) => this.touched(at, shape) });
  }

  /** Tables that may be added and removed. */
  list(path, schema) {
    const entries = this.draft.get(path) ?? [];
    const one = String(path[0]).replace(/s$/, "");
    const cards = entries.map((entry, i) =>
      el("fieldset", { class: "entry" },
        el("legend", { class: "row" },
          el("span", { text: `${one} ${i + 1}` }),
          el("button", { class: "icon-button", type: "button", "aria-label": `Remove ${one} ${i + 1}`, title: `Remove ${one} ${i + 1}`, data: { action: `remove-${one}` }, on: { click: () => this.remove(path, i) } }, icon("trash", 16)),
        ),
        ...this.fields([...path, i], schema.items),
      ),
    );
    const add = el("button", { class: "button", type: "button", id: `add-${path[0]}`, data: { action: `add-${one}` }, on: { click: () => this.add(path, schema) } }, icon("plus", 16), `Add a ${one}`);
    return [...cards, add];
  }

  add(path, schema) {
    const entries = this.draft.get(path) ?? [];
    const kinds = schema.items.properties?.kind?.enum ?? [];
    const entry = kinds.length > 0 ? { kind: kinds.includes("crash") ? "crash" : kinds[0] } : {};
    if (path[0] === "faults") entry.count = 1;
    this.draft.set(path, [...entries, entry]);
    this.touched(path, true);
  }

  remove(path, i) {
    this.draft.set([...path, i], undefined);
    this.touched(path, true);
    document.getElementById(`add-${path[0]}`)?.focus();
  }

  touched(path, shape) {
    const group = this.groups.get(path[0]) ?? this.groups.get("general");
    if (shape) group?.render();
    else group?.recount();
    this.changed();
  }

  /** Shows a message at the field of a key. Returns whether there is such a field. */
  problem(key, text) {
    this.clear();
    let wanted = path_key(key);
    const top = wanted.split(".")[0];
    const group = this.groups.get(top) ?? this.groups.get("general");
    if (!group) return false;
    if (!group.open) group.open = true;
    group.render();
    while (wanted) {
      const field = [...group.querySelectorAll(".setting")].find((one) => one.dataset.path === wanted);
      if (field) {
        field.problem(text);
        return true;
      }
      wanted = wanted.includes(".") ? wanted.slice(0, wanted.lastIndexOf(".")) : "";
    }
    return false;
  }

  clear() {
    for (const field of this.root.querySelectorAll(".setting.wrong")) field.problem(null);
  }
}

function is_plain(schema) {
  return !["table", "tables"].includes(control_of(schema));
}
