// Colours of the theme, read once per theme. A packed colour is a number 0xAABBGGRR, as the pixels
// of an image are on a machine whose lowest byte comes first.

/** The tones of the legend, with what they are where the style sheet has none. */
const TONES = {
  wait: "#0072b2",
  look: "#56b4e9",
  move: "#009e73",
  crash: "#d55e00",
  terminated: "#8a94a0",
  frozen: "#cc79a7",
  byzantine: "#e69f00",
  contracted: "#9fb6cd",
  expanded: "#56b4e9",
  finished: "#009e73",
  leader: "#e69f00",
  object: "#b9c0c8",
};

/**
 * The colours of circuits: those of Okabe and Ito that stand out on light and on dark, in the order
 * of the pictures that the command line draws. From the seventh circuit on they come again dashed.
 */
export const CIRCUITS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
/** The same, lighter, for a dark ground. */
const CIRCUITS_DARK = ["#3ea6e6", "#ff8a3d", "#2fcb9e", "#e79fcb", "#ffc23d", "#8bd0ff"];

const probe = document.createElement("canvas");
probe.width = probe.height = 1;
const probing = probe.getContext("2d", { willReadFrequently: true });

/**
 * Reads a colour of CSS.
 * @param {string} text
 * @returns {number} packed
 */
export function packed_of(text) {
  probing.clearRect(0, 0, 1, 1);
  probing.fillStyle = "#000";
  probing.fillStyle = text;
  probing.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = probing.getImageData(0, 0, 1, 1).data;
  return pack(r, g, b, a);
}

/** @returns {number} a packed colour */
export function pack(r, g, b, a = 255) {
  return ((a << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** @param {number} rgb 0xRRGGBB @returns {number} packed */
export function packed_rgb(rgb) {
  return pack((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255);
}

/** @param {number} packed @returns {string} for CSS */
export function css_of(packed) {
  const a = packed >>> 24;
  const rgb = `${packed & 255} ${(packed >> 8) & 255} ${(packed >> 16) & 255}`;
  return a === 255 ? `rgb(${rgb})` : `rgb(${rgb} / ${(a / 255).toFixed(3)})`;
}

/**
 * A colour between two others.
 * @param {number} one packed
 * @param {number} other packed
 * @param {number} part how much of the other one, 0 to 1
 * @returns {number} packed
 */
export function mix(one, other, part) {
  const at = (shift) => {
    const a = (one >>> shift) & 255;
    return Math.round(a + (((other >>> shift) & 255) - a) * part);
  };
  return pack(at(0), at(8), at(16), at(24));
}

/** How light a colour is, 0 to 255: the luma of ITU-R BT.601. @param {number} packed @returns {number} */
function light_of(packed) {
  return 0.299 * (packed & 255) + 0.587 * ((packed >> 8) & 255) + 0.114 * ((packed >> 16) & 255);
}

/** Whether white is easier to read on a colour than black. @param {number} packed */
export function is_dark(packed) {
  return light_of(packed) < 128;
}

/** A colour in both forms. */
export class Ink {
  /** @param {number} packed */
  constructor(packed) {
    this.packed = packed;
    this.css = css_of(packed);
  }

  /** @param {number} part @returns {Ink} the same, less opaque */
  thin(part) {
    const a = Math.round((this.packed >>> 24) * part);
    return new Ink(((this.packed & 0xffffff) | (a << 24)) >>> 0);
  }
}

/** How a disc of one kind is drawn. */
export class Style {
  /**
   * @param {number} fill packed
   * @param {Theme} theme
   */
  constructor(fill, theme) {
    this.fill = new Ink(fill);
    this.edge = new Ink(theme.edge_of(fill));
    /** What is drawn onto the disc. */
    this.mark = is_dark(fill) ? theme.white : theme.black;
    /** The ring around a head. */
    this.ring = is_dark(fill) ? theme.white : new Ink(mix(fill, theme.black.packed, 0.62));
  }
}

/** The colours of the page. */
export class Theme {
  /** @param {Element} element one that the theme applies to */
  constructor(element) {
    const style = getComputedStyle(element);
    const read = (name, otherwise) => new Ink(packed_of(style.getPropertyValue(name).trim() || otherwise));
    this.ground = read("--paper", "#f6f7f9");
    this.dark = is_dark(this.ground.packed);
    this.ink = read("--ink", this.dark ? "#e8edf2" : "#1d2733");
    this.quiet = read("--ink-3", this.dark ? "#8d99a6" : "#66727f");
    this.accent = read("--select", this.dark ? "#ffffff" : "#0b6a94");
    this.white = new Ink(pack(255, 255, 255));
    this.black = new Ink(pack(24, 32, 42));
    this.line = new Ink(mix(this.ground.packed, this.ink.packed, this.dark ? 0.085 : 0.07));
    this.line_strong = new Ink(mix(this.ground.packed, this.ink.packed, this.dark ? 0.17 : 0.15));
    this.bond = new Ink(mix(this.ground.packed, this.ink.packed, this.dark ? 0.42 : 0.38));
    this.single = new Ink(mix(this.ground.packed, this.ink.packed, 0.45));
    this.accent.thinner = this.accent.thin(0.75);
    this.accent.faint = this.accent.thin(0.5);
    this.sight = this.accent.thin(this.dark ? 0.09 : 0.06);
    this.circle = this.ink.thin(0.75);
    this.halo = this.ground.thin(0.8);
    this.casing = (this.dark ? this.ground : this.white).thin(0.75);
    this.beep = this.dark ? this.white : this.black;
    this.flash = new Ink(packed_of("#fff27a"));
    this.anchor = new Ink(packed_of(this.dark ? "#ff7a7a" : "#b3000c"));
    this.target = this.ink.thin(this.dark ? 0.38 : 0.32);
    this.circuits = (this.dark ? CIRCUITS_DARK : CIRCUITS).map((text) => new Ink(packed_of(text)));
    this.font = style.fontFamily || "sans-serif";
    this.tones = new Map();
    for (const [name, otherwise] of Object.entries(TONES)) {
      this.tones.set(name, read(`--tone-${name}`, otherwise).packed);
    }
  }

  /**
   * The thin line around a disc: darker than it, so that discs that overlap stay apart; lighter where
   * the disc itself is as dark as the ground.
   * @param {number} fill packed
   */
  edge_of(fill) {
    if (!this.dark) return mix(fill, this.black.packed, 0.5);
    return light_of(fill) < light_of(this.ground.packed) + 42 ? mix(fill, this.ink.packed, 0.6) : mix(fill, this.ground.packed, 0.72);
  }

  /** @param {string} name @returns {number} packed */
  tone(name) {
    return this.tones.get(name) ?? this.tones.get("wait");
  }
}

/** What the numbers of a run's frames look like: its classes and its lights. */
export class Styles {
  /**
   * @param {any} about
   * @param {Theme} theme
   */
  constructor(about, theme) {
    this.theme = theme;
    /** @type {Style[]} by class */
    this.classes = [];
    /** @type {string[]} by class */
    this.words = [];
    for (const entry of about?.legend ?? []) {
      this.classes[entry.class] = new Style(theme.tone(entry.tone), theme);
      this.words[entry.class] = entry.word;
    }
    /** @type {Style[]} by light, from 0 */
    this.lights = (about?.lights ?? []).map(([, colour]) => new Style(packed_of(colour), theme));
    /** @type {string[]} */
    this.light_words = (about?.lights ?? []).map(([word]) => word);
    this.other = new Style(theme.tone("wait"), theme);
    this.object = new Style(theme.tone("object"), theme);
    this.paints = new Map();
  }

  /** @param {number} number @returns {Style} */
  of(number) {
    return this.classes[number] ?? this.other;
  }

  /** @param {number} number @returns {Style} */
  light(number) {
    return this.lights[number] ?? this.other;
  }

  /** The paint of a particle. @param {number} rgb 0xRRGGBB @returns {Style} */
  paint(rgb) {
    let style = this.paints.get(rgb);
    if (!style) {
      if (this.paints.size >= 4096) this.paints.clear();
      style = new Style(packed_rgb(rgb), this.theme);
      this.paints.set(rgb, style);
    }
    return style;
  }
}
