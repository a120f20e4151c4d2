/** The curves of one run, fetched as they grow. */

import { Series } from "./series.js";

/** What is known of the curves of a run. */
export class Curves {
  constructor(run) {
    this.run = run;
    /** @type {Map<string, Series>} */
    this.series = new Map();
    this.generation = null;
    this.fetched = -1;
  }

  clear() {
    this.series.clear();
    this.fetched = -1;
  }

  /** Whether there may be points that are not known yet. */
  is_behind() {
    const { status } = this.run;
    if (!status) return false;
    const head = status.head?.event ?? status.event;
    // Another run, or one whose later part was cut off.
    if (this.run.about !== this.about || status.generation !== this.generation || head < this.fetched) {
      this.about = this.run.about;
      this.generation = status.generation;
      this.clear();
    }
    return head !== this.fetched;
  }

  /** Fetches what is not known yet. */
  async fetch() {
    const { about, generation } = this;
    const { status } = this.run;
    const head = status.head?.event ?? status.event;
    const since = {};
    for (const [name, series] of this.series) since[name] = series.next;
    const reply = await this.run.call({ do: "curves", since });
    if (about !== this.run.about || generation !== this.run.status?.generation) return;
    for (const curve of reply.curves) {
      let series = this.series.get(curve.name);
      if (!series) {
        series = new Series(curve.name, curve.label ?? curve.name, curve.unit ?? "");
        this.series.set(curve.name, series);
      }
      series.take(curve);
    }
    // While a run is carried out again up to where it was, its curves grow behind its head.
    this.fetched = status.busy ? -1 : head;
  }
}
