// Icons as inline SVG, drawn on a grid of 24 with lines.

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  logo: "M12 3.2l7.6 4.4v8.8L12 20.8l-7.6-4.4V7.6z|o12 12 2.1|o12 6.9 1.2|o16.4 14.6 1.2|o7.6 14.6 1.2",
  play: "f7 4.5v15l12.5-7.5z",
  pause: "f6.5 5h4v14h-4z|f13.5 5h4v14h-4z",
  forward: "M6 5.5l9 6.5-9 6.5z|M18.5 5.5v13",
  back: "M18 5.5l-9 6.5 9 6.5z|M5.5 5.5v13",
  unit: "M4 18V6l8 6z|M12 18V6l8 6z",
  round: "M19.5 12a7.5 7.5 0 1 1-2.6-5.7|M20 3.5v4.2h-4.2",
  to_start: "f18.5 5.5v13l-9-6.5z|M6 5.5v13",
  reset: "M4.5 12a7.5 7.5 0 1 0 2.6-5.7|M4 3.5v4.2h4.2",
  close: "M6.5 6.5l11 11|M17.5 6.5l-11 11",
  chevron: "M8 10l4 4 4-4",
  settings: "M4 7h9|M17 7h3|M4 17h3|M11 17h9|c15 7 2|c9 17 2",
  gallery: "M4.5 4.5h6v6h-6z|M13.5 4.5h6v6h-6z|M4.5 13.5h6v6h-6z|M13.5 13.5h6v6h-6z",
  explain: "M12 6.5c-2-1.5-4.6-2-8-2v13c3.4 0 6 .5 8 2 2-1.5 4.6-2 8-2v-13c-3.4 0-6 .5-8 2z|M12 6.5v13",
  help: "c12 12 8.5|M9.6 9.4a2.5 2.5 0 1 1 3.4 2.4c-.7.3-1 .8-1 1.5v.5|o12 16.7 .6",
  theme: "c12 12 8|f12 4a8 8 0 0 1 0 16z",
  screen: "M4.5 9V4.5H9|M15 4.5h4.5V9|M19.5 15v4.5H15|M9 19.5H4.5V15",
  panels: "M3.5 5h17v14h-17z|M14.5 5v14|M14.5 12h6",
  status: "M3.5 12h4l2.5-7 4 14 2.5-7h4",
  legend: "c6 7 1.8|c6 17 1.8|M11 7h9|M11 17h9|M11 12h9|c6 12 1.8",
  card: "M4 5h16v14H4z|c9 11 2|M6 16c.6-1.6 1.6-2.3 3-2.3s2.4.7 3 2.3|M14.5 10h3.5|M14.5 14h3.5",
  steer: "c12 12 8.5|c12 12 2|M12 3.5v6.5|M4.5 15.5l5.8-2.5|M19.5 15.5l-5.8-2.5",
  compare: "M4 5h6.5v14H4z|M13.5 5H20v14h-6.5z",
  editor: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19z|M13.5 7l3.5 3.5",
  share: "M9.5 14.5l5-5|M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16|M16 13l2.5-2.5a3.5 3.5 0 0 0-5-5L11 8",
  exports: "M12 4v11|M7.5 10.5L12 15l4.5-4.5|M4.5 19.5h15",
  timeline: "M3.5 12h17|M7 9v6|M12 9v6|c16.5 12 2",
  curves: "M4 4.5v15h16|M6.5 15c3 0 3-7 6-7s3 4 6.5 4",
  find: "c10.5 10.5 6|M15 15l5 5",
  dice: "M5 5h14v14H5z|o9 9 1.1|o15 15 1.1|o15 9 1.1|o9 15 1.1",
  copy: "M8.5 8.5h11v11h-11z|M15.5 8.5v-4h-11v11h4",
  fit: "M4.5 8.5v-4h4|M15.5 4.5h4v4|M19.5 15.5v4h-4|M8.5 19.5h-4v-4|c12 12 3",
  zoom_in: "c10.5 10.5 6|M15 15l5 5|M10.5 8v5|M8 10.5h5",
  zoom_out: "c10.5 10.5 6|M15 15l5 5|M8 10.5h5",
  plus: "M12 5v14|M5 12h14",
  minus: "M5 12h14",
  trash: "M5 7h14|M9.5 7V4.5h5V7|M7 7l.8 12.5h8.4L17 7|M10.5 10.5v6|M13.5 10.5v6",
  file: "M6 3.5h8l4 4v13H6z|M14 3.5v4h4",
  check: "M5 12.5l4.5 4.5L19 7.5",
  warn: "M12 4.5l8.5 15h-17z|M12 10v4.5|o12 17 .7",
  follow: "c12 12 3|M12 3v4|M12 17v4|M3 12h4|M17 12h4",
  trails: "M4 18c4 0 3-6 7-6s3-6 7-6|c19.5 6 1.5",
  open: "M4 6h5.5l2 2H20v11H4z",
  menu: "M4.5 7h15|M4.5 12h15|M4.5 17h15",
  end: "f5.5 5.5l9 6.5-9 6.5z|M18 5.5v13",
};

/**
 * An icon. It says nothing to a screen reader: the button around it has a name.
 * @param {string} name
 * @param {number} [size] in pixels
 * @returns {SVGSVGElement}
 */
export function icon(name, size = 18) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  draw(svg, PATHS[name] ?? PATHS.panels);
  return svg;
}

/** Puts another icon in the place of the one that a button has. */
export function swap_icon(button, name) {
  const svg = button.querySelector("svg.icon");
  if (!svg || svg.dataset.name === name) return;
  svg.dataset.name = name;
  svg.replaceChildren();
  draw(svg, PATHS[name]);
}

/** M...: a line; f...: a filled shape; c x y r: a circle; o x y r: a dot. */
function draw(svg, text) {
  for (const part of text.split("|")) {
    const kind = part[0];
    if (kind === "c" || kind === "o") {
      const [x, y, r] = part.slice(1).split(" ").map(Number);
      const circle = document.createElementNS(SVG, "circle");
      circle.setAttribute("cx", String(x));
      circle.setAttribute("cy", String(y));
      circle.setAttribute("r", String(r));
      if (kind === "o") circle.setAttribute("class", "solid");
      svg.append(circle);
    } else {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", kind === "f" ? `M${part.slice(1)}` : part);
      if (kind === "f") path.setAttribute("class", "solid");
      svg.append(path);
    }
  }
}
