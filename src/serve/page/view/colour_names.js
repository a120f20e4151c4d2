// What colours are called.

/** Common colours by their names; some names stand for several shades. */
const NAMES = {
  black: [0x000000], white: [0xffffff], grey: [0x808080], "light grey": [0xc8c8c8], "dark grey": [0x404040],
  red: [0xe02020, 0xff5050], "dark red": [0x8b0000], orange: [0xf08c00, 0xe69f00, 0xff7f0e], "orange red": [0xd55e00, 0xff4500],
  yellow: [0xf5dc14, 0xf0e442], brown: [0x7a4a20, 0xa06432], beige: [0xeedcb4], olive: [0x808000],
  lime: [0x80f010], green: [0x1e9632, 0x009e73, 0x00c800], "light green": [0x96e696], "dark green": [0x00501e],
  teal: [0x008080], turquoise: [0x40d8d0], "light blue": [0x87c8f0, 0x56b4e9], blue: [0x1e50dc, 0x0072b2, 0x2878c8], "dark blue": [0x101070],
  purple: [0x7828a0, 0x4b0082], violet: [0xa064e6], magenta: [0xe61ec8], pink: [0xffaac8, 0xcc79a7],
};

/** A colour in Oklab (Ottosson, 2020), in which distances are as people see them. */
function oklab(rgb) {
  const [r, g, b] = [16, 8, 0].map((shift) => {
    const part = ((rgb >> shift) & 255) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const KNOWN = Object.entries(NAMES).flatMap(([name, shades]) => shades.map((rgb) => ({ name, lab: oklab(rgb) })));

/**
 * The name of the common colour that is nearest to one.
 * @param {number} rgb 0xRRGGBB
 * @returns {string}
 */
export function colour_name(rgb) {
  const lab = oklab(rgb);
  let best = KNOWN[0];
  let least = Infinity;
  for (const known of KNOWN) {
    const distance = known.lab.reduce((sum, part, k) => sum + (part - lab[k]) ** 2, 0);
    if (distance < least) {
      least = distance;
      best = known;
    }
  }
  return best.name;
}
