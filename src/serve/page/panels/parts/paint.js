/** Colours and sizes of canvases from the page's style, read once for each theme. */

const kept = new Map();

/** Forgets the colours; to be called when the theme changes. */
export function forget_colours() {
  kept.clear();
}

/**
 * The value of a CSS variable of the page.
 * @param {string} name with its dashes
 * @param {string} otherwise where it is not set
 * @returns {string}
 */
export function colour(name, otherwise) {
  let value = kept.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim() || otherwise;
    kept.set(name, value);
  }
  return value;
}

/** The font of labels on canvases. */
export function label_font(size = 10.5) {
  const family = colour("--font", "") || getComputedStyle(document.body).fontFamily || "sans-serif";
  return `${size}px ${family}`;
}

/**
 * Gives a canvas as many pixels as the screen shows of it.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width in CSS pixels
 * @param {number} height
 * @returns {CanvasRenderingContext2D} scaled to CSS pixels and empty
 */
export function fresh_canvas(canvas, width, height) {
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  const across = Math.max(1, Math.round(width * ratio));
  const down = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
