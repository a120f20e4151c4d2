// How much a frame has to say: circuits and bonds only where they can be told apart, targets only if
// somebody wants to see them.

/** Bonds are asked for when neighbouring nodes are this far apart (CSS pixels), and no longer below. */
const BONDS_FROM = 9;
const BONDS_TO = 7.5;
/** The same for circuits, and for how many particles in sight. */
const CIRCUITS_FROM = 20;
const CIRCUITS_TO = 17;
const CIRCUITS_MOST = 500;
/** No more than one change in this time, in milliseconds. */
const PAUSE = 120;

/** What the frames of one run carry besides the robots. */
export class Detail {
  /** @param {import("../run.js").Run} run */
  constructor(run) {
    this.run = run;
    this.targets_wanted = false;
    this.timer = 0;
    this.renew();
  }

  /** Another run is open: what it shows is not known. */
  renew() {
    this.targets = this.bonds = this.circuits = null;
    this.at = -Infinity;
  }

  /** Asks for more or less, by what is in sight. @param {import("./picture.js").Picture} picture */
  choose(picture) {
    const { run } = this;
    if (!run.about || !picture.has_frame) return;
    if (!picture.is_grid) {
      if ((this.targets ?? false) !== this.targets_wanted) this.ask(picture, { targets: this.targets_wanted });
      return;
    }
    const apart = picture.place.k / picture.ratio;
    const bonds = apart >= (this.bonds ? BONDS_TO : BONDS_FROM);
    const many = picture.shown.count > CIRCUITS_MOST;
    const circuits = !many && apart >= (this.circuits ? CIRCUITS_TO : CIRCUITS_FROM);
    if (bonds !== this.bonds || circuits !== this.circuits) this.ask(picture, { bonds, circuits });
  }

  ask(picture, wanted) {
    const now = performance.now();
    if (now - this.at < PAUSE) {
      // What is in sight then decides.
      this.timer ||= setTimeout(() => {
        this.timer = 0;
        this.choose(picture);
      }, PAUSE);
      return;
    }
    this.at = now;
    Object.assign(this, wanted);
    this.run.call({ do: "show", ...wanted }).catch(() => {});
  }
}
