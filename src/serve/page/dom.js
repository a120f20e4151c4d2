// Small helpers that make elements. There is no framework: a panel is a few elements and listeners.

/**
 * Makes an element. Attributes: `class`, `text`, `on` ({click: fn}), `data` ({action: "play"}),
 * and everything else as it is (`true` gives an empty attribute, `false`, null and undefined none).
 * Styles are set with `style` ({width: "3px"}) by the object model, which a strict content security
 * policy allows.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") element.textContent = String(value);
    else if (name === "on") for (const [type, fn] of Object.entries(value)) element.addEventListener(type, fn);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, v] of Object.entries(value)) set_style(element, key, v);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

function set_style(element, key, value) {
  if (key.startsWith("--")) element.style.setProperty(key, value);
  else element.style[key] = value;
}

/**
 * Takes all children out of an element and puts others in.
 * @param {Element} element
 * @param {...(Node|string)} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * Sets the text of an element, only where it differs (so that nothing is laid out for nothing).
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let ids = 0;

/**
 * An id that no other element has, for labels and descriptions.
 * @param {string} word
 * @returns {string}
 */
export function fresh_id(word) {
  ids += 1;
  return `${word}-${ids}`;
}

/**
 * Offers a file to be saved.
 * @param {string} name
 * @param {Blob|string} content
 * @param {string} [type]
 */
export function save_file(name, content, type = "text/plain;charset=utf-8") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const url = URL.createObjectURL(blob);
  const link = el("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}

/**
 * A number as people read it: thousands apart, at most so many digits after the point.
 * @param {number} value
 * @param {number} [digits]
 * @returns {string}
 */
export function number(value, digits = 2) {
  if (!Number.isFinite(value)) return value === Infinity ? "inf" : String(value);
  if (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e9)) return value.toExponential(digits);
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}
