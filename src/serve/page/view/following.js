// The view follows the selected robot.

import { robot_x, robot_y } from "./picking.js";

/** Whether and whom the view follows. */
export class Following {
  /** @param {import("./index.js").View} view */
  constructor(view) {
    this.view = view;
    this.on = false;
    /** The run whose selected robot it is. @type {any} */
    this.run = null;
  }

  /**
   * Begins to follow, or ends it.
   * @param {boolean} [on] the other of both if not said
   * @param {any} [run] that with a selected robot if not said
   */
  start(on = !this.on, run = this.view.app.runs.find((one) => one.selected !== null)) {
    const { view } = this;
    if (!on) return this.stop();
    if (!this.has_robot(run)) {
      view.app.toast("Select a robot to follow it");
      view.app.emit("follow", { on: false });
      return;
    }
    this.on = true;
    this.run = run;
    view.fitted = false;
    view.camera.centre(robot_x(run.frame, run.selected), robot_y(run.frame, run.selected));
    view.app.emit("follow", { on: true });
    view.request();
  }

  stop() {
    if (!this.on) return;
    this.on = false;
    this.run = null;
    this.view.app.emit("follow", { on: false });
  }

  has_robot(run) {
    return Boolean(run && run.frame && run.selected !== null && run.selected < run.frame.n);
  }

  /** Keeps the robot in the middle. */
  keep() {
    const { run, view } = this;
    if (!this.on || !this.has_robot(run)) return;
    view.camera.hold(robot_x(run.frame, run.selected), robot_y(run.frame, run.selected));
  }

  /** Zooms about the robot if one is followed, else about a place of the screen. */
  zoom(factor, x, y) {
    const { camera } = this.view;
    const { run } = this;
    if (!this.on || !this.has_robot(run)) camera.zoom_at(factor, x, y);
    else camera.zoom_at(factor, camera.screen_x(robot_x(run.frame, run.selected)), camera.screen_y(robot_y(run.frame, run.selected)));
  }
}
