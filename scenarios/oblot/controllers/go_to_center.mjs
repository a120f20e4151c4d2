// Go to the centre of the smallest circle around all visible robots, without losing sight of anybody:
// the algorithm of Ando, Oasa, Suzuki and Yamashita (IEEE Transactions on Robotics and Automation
// 15(5), 1999), for Node 18 and later, without packages.
//
//   formicary run scenarios/oblot/controller_javascript.toml
//
// It decides as the built-in algorithm `go_to_center` does, but not to the last bit: the built-in one
// takes the robots in an order that it draws from the robot's own dice, which no controller has, and
// compares distances that are rounded to the precision of the run. So the circles of the two may differ
// by that precision, and where it is 12 decimal places the positions agree to 9. Only + - * / and the
// square root are used: every machine gives the same run.

const PROTOCOL = 1;

/** Robots closer than this, in units of the scenario, are at the place of the looking robot. */
const NO_DISTANCE = 1e-12;

const distance = (a, b) => {
  const [x, y] = [a.x - b.x, a.y - b.y];
  return Math.sqrt(x * x + y * y);
};

const clamp = (value, least, greatest) => Math.min(Math.max(value, least), greatest);

/** What a robot sees: its own place and those of all live robots, itself included. */
function look(robot, snapshot) {
  const columns = robot.view ?? snapshot;
  const rows = robot.view || !robot.sees ? columns.id.map((_, row) => row) : robot.sees;
  const at = (row) => ({ x: columns.x[row], y: columns.y[row] });
  const live = rows.filter((row) => columns.phase?.[row] !== "CRASH");
  return { here: at(robot.index), points: live.map(at) };
}

/** The smallest circle with this centre around points. */
function around({ x, y }, points) {
  return { x, y, radius: Math.max(...points.map((point) => distance({ x, y }, point))) };
}

/** The centre of the circle through three points; no finite one where they are on one line. */
function circumcentre(a, b, c) {
  // As seen from a, so that nothing is lost far from the origin.
  const [bx, by, cx, cy] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y];
  const twice = 2 * (bx * cy - by * cx);
  const [b2, c2] = [bx * bx + by * by, cx * cx + cy * cy];
  return { x: a.x + (cy * b2 - by * c2) / twice, y: a.y + (bx * c2 - cx * b2) / twice };
}

/** The smallest circle around at most four points, and the two or three that carry it. */
function circleOfFew(points) {
  let best = { circle: around(points[0], points), carriers: [points[0]] };
  const consider = (centre, carriers) => {
    const circle = around(centre, points);
    if (circle.radius < best.circle.radius) best = { circle, carriers };
  };
  points.forEach((a, i) => {
    points.slice(i + 1).forEach((b, j, others) => {
      consider({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, [a, b]);
      for (const c of others.slice(j + 1)) consider(circumcentre(a, b, c), [a, b, c]);
    });
  });
  return best;
}

/**
 * The smallest circle around points: it takes in the farthest point outside until it grows no more
 * (the pivoting of Gärtner, ESA 1999), which takes a few steps.
 */
function smallestCircle(points) {
  let best = { circle: { ...points[0], radius: 0 }, carriers: [points[0]] };
  for (;;) {
    const { circle, carriers } = best;
    const far = points.map((point) => distance(circle, point));
    const outside = points[far.indexOf(Math.max(...far))];
    const grown = circleOfFew([...carriers, outside]);
    // Rounding alone may make the farthest point seem outside.
    if (!(grown.circle.radius > circle.radius)) return around(circle, points);
    best = grown;
  }
}

/** How far a robot may go in a direction and stay within half the radius of the middle to `other`. */
function reach(here, direction, other, radius, nothing) {
  const apart = distance(here, other);
  if (apart <= nothing || apart > radius) return Infinity;
  const along = direction.x * (other.x - here.x) + direction.y * (other.y - here.y);
  const cosine = clamp(along / apart, -1, 1);
  const sine = Math.sqrt(Math.max(1 - cosine * cosine, 0));
  const [middle, half] = [apart / 2, radius / 2];
  const aside = middle * sine;
  return middle * cosine + Math.sqrt(Math.max(half * half - aside * aside, 0));
}

/** The intent of one robot. */
function decide(robot, snapshot, hello) {
  const { here, points } = look(robot, snapshot);
  if (points.length <= 1) return { stay: true, done: true };
  const scale = robot.frame?.scale ?? 1;
  const epsilon = hello.epsilon * scale;
  const circle = smallestCircle(points);
  const done = circle.radius < epsilon;
  const way = distance(circle, here);
  if (way < epsilon) return { stay: true, done };
  const direction = { x: (circle.x - here.x) / way, y: (circle.y - here.y) / way };
  let step = way;
  if (hello.radius !== null) {
    const [radius, nothing] = [hello.radius * scale, NO_DISTANCE * scale];
    for (const other of points) {
      step = Math.min(step, reach(here, direction, other, radius, nothing));
    }
  }
  step = Math.max(step, 0);
  return { to: [here.x + direction.x * step, here.y + direction.y * step], done };
}

/** An intent as JSON, which has no words for what is no number. */
function write(intent) {
  if (intent.to && !intent.to.every(Number.isFinite)) throw new Error(`no point: ${intent.to}`);
  return JSON.stringify(intent);
}

/** The answer to a request: one intent for each of its robots. */
function answer({ id, event, time, snapshot, robots }, hello) {
  const intents = robots.map((robot) => {
    try {
      return write({ robot: robot.robot, ...decide(robot, snapshot, hello) });
    } catch (error) {
      console.error(`robot ${robot.robot}, event ${event}, time ${time}: ${error.stack}`);
      process.exit(1);
    }
  });
  return `{"type":"intents","id":${id},"intents":[${intents}]}\n`;
}

/** Greets, or says why this run is refused. */
function greet({ protocol, model }) {
  let reason = null;
  if (protocol !== PROTOCOL) reason = `it speaks protocol ${PROTOCOL}, not ${protocol}`;
  else if (model !== "oblot") reason = `it knows no model ${model}`;
  const hello = { type: "hello", protocol, name: "go to center", capabilities: ["batch"] };
  return `${JSON.stringify(reason === null ? hello : { type: "refuse", reason })}\n`;
}

let hello = null;
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.type === "hello") {
      hello = message;
      process.stdout.write(greet(message));
    } else if (message.type === "compute") {
      process.stdout.write(answer(message, hello));
    } else {
      process.exit(message.type === "bye" ? 0 : 2);
    }
  }
});
