// The toolbar: on top what is shown and the buttons of panels, at the bottom the controls of time.

import { mount_top } from "./toolbar/top.js";
import { mount_transport } from "./toolbar/transport.js";

/** @param {import("../app.js").App} app */
export function mount(app) {
  mount_top(app);
  mount_transport(app);
}
