// What the selected robot saw when it looked last, and the circle that its algorithm computed. It lies
// below the robots, as it is how things were.

import { text_at } from "./overlay.js";

const TURN = 2 * Math.PI;
/** Up to so many robots that were seen are drawn as circles, and up to so many as squares. */
const CIRCLES = 300;
const SQUARES = 5000;
/** Circles of a larger radius, in pixels, have no dashes. */
const MOST_DASHED = 6000;

/**
 * @param {import("./picture.js").Picture} picture
 * @param {CanvasRenderingContext2D} context
 */
export function draw_card(picture, context) {
  const { frame, place, theme, ratio, selected, card } = picture;
  if (!card || card.robot !== selected || selected >= frame.n) return;
  if (card.percept) draw_percept(picture, context, card.percept);
  if (!card.circle) return;
  const [x, y, r] = card.circle;
  const radius = Math.max(0, r * place.k);
  context.beginPath();
  context.arc(x * place.k + place.left, place.top - y * place.k, radius, 0, TURN);
  context.lineWidth = 1.3 * ratio;
  context.strokeStyle = theme.circle.css;
  stroke_dashed(context, radius, 2 * ratio, 3 * ratio);
}

/** Draws a circle with dashes, unless it is so large that there would be very many. */
function stroke_dashed(context, radius, dash, gap) {
  if (radius < MOST_DASHED) context.setLineDash([dash, gap]);
  context.stroke();
  context.setLineDash([]);
}

/** What says whether a card shows the same as another one. @param {any} card @returns {string} */
export function card_key(card) {
  if (!card) return "";
  const { robot, percept, circle } = card;
  return `${robot} ${percept ? `${percept.event} ${percept.centre} ${percept.radius}` : ""} ${circle ?? ""}`;
}

/** What a robot saw: how far it sees, the others as they were, and its axes. */
function draw_percept(picture, context, percept) {
  const { place, theme, ratio } = picture;
  const [x, y] = percept.centre;
  const centre_x = x * place.k + place.left;
  const centre_y = place.top - y * place.k;
  if (percept.radius !== null && percept.radius !== undefined) {
    context.beginPath();
    context.arc(centre_x, centre_y, percept.radius * place.k, 0, TURN);
    context.fillStyle = theme.sight.css;
    context.fill();
    context.lineWidth = 1.2 * ratio;
    context.strokeStyle = theme.accent.thinner.css;
    stroke_dashed(context, percept.radius * place.k, 6 * ratio, 4 * ratio);
  }
  draw_seen(picture, context, percept.robots);
  context.beginPath();
  context.arc(centre_x, centre_y, 2.5 * ratio, 0, TURN);
  context.fillStyle = theme.accent.thinner.css;
  context.fill();
  if (percept.frame) {
    axis(picture, context, centre_x, centre_y, percept.frame.x, "x");
    axis(picture, context, centre_x, centre_y, percept.frame.y, "y");
  }
}

/** An arrow along an axis of the robot's own frame. */
function axis(picture, context, x, y, [dx, dy], name) {
  const { theme, ratio, shown } = picture;
  const size = Math.hypot(dx, dy);
  if (!(size > 0)) return;
  const right = dx / size;
  const down = -dy / size;
  const start = shown.radius + 6 * ratio;
  const end = start + 26 * ratio;
  const tip = 5 * ratio;
  context.beginPath();
  context.moveTo(x + right * start, y + down * start);
  context.lineTo(x + right * end, y + down * end);
  context.moveTo(x + right * (end - tip) - down * tip * 0.7, y + down * (end - tip) + right * tip * 0.7);
  context.lineTo(x + right * end, y + down * end);
  context.lineTo(x + right * (end - tip) + down * tip * 0.7, y + down * (end - tip) - right * tip * 0.7);
  context.lineWidth = 1.6 * ratio;
  context.strokeStyle = theme.ink.css;
  context.stroke();
  text_at(picture, context, name, x + right * (end + 8 * ratio), y + down * (end + 8 * ratio), 11 * ratio, theme.ink.css);
}

/** The robots as they were seen. */
function draw_seen({ place, theme, ratio, shown }, context, robots) {
  if (robots.length > SQUARES) return;
  const round = robots.length <= CIRCLES;
  const radius = Math.max(shown.radius, 2.5 * ratio);
  const side = Math.max(2, Math.round(0.8 * shown.radius));
  context.beginPath();
  context.fillStyle = context.strokeStyle = theme.accent.faint.css;
  for (const robot of robots) {
    const x = robot[1] * place.k + place.left;
    const y = place.top - robot[2] * place.k;
    if (x < -radius || y < -radius || x > place.width + radius || y > place.height + radius) continue;
    if (!round) {
      context.fillRect(Math.round(x - side / 2), Math.round(y - side / 2), side, side);
      continue;
    }
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, TURN);
  }
  context.lineWidth = 1.1 * ratio;
  if (round) context.stroke();
}
