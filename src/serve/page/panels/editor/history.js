/** Undo and redo of states that are never changed in place. */

/** @template T */
export class History {
  /**
   * @param {T} state
   * @param {number} [most] how many steps back are kept
   */
  constructor(state, most = 200) {
    this.state = state;
    this.most = most;
    this.past = [];
    this.future = [];
  }

  get can_undo() {
    return this.past.length > 0;
  }

  get can_redo() {
    return this.future.length > 0;
  }

  /**
   * Takes a new state; what was undone is lost.
   * @param {T} state
   */
  push(state) {
    this.past.push(this.state);
    if (this.past.length > this.most) {
      this.past.shift();
    }
    this.future = [];
    this.state = state;
  }

  undo() {
    if (this.can_undo) {
      this.future.push(this.state);
      this.state = this.past.pop();
    }
    return this.state;
  }

  redo() {
    if (this.can_redo) {
      this.past.push(this.state);
      this.state = this.future.pop();
    }
    return this.state;
  }
}
