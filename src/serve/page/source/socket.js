// A viewer on the server, over a WebSocket: text for commands and replies, binary for frames.

const FIRST_RETRY = 500;
const LAST_RETRY = 8000;

/** A viewer behind a socket. */
export class SocketSource {
  /**
   * @param {string} url
   * @param {{reply: (id: number, reply: {ok?: any, error?: any}) => void,
   *   frame: (buffer: ArrayBuffer) => void, state: (connected: boolean, words: string) => void}} listener
   */
  constructor(url, listener) {
    this.url = url;
    this.listener = listener;
    this.retry = FIRST_RETRY;
    this.timer = 0;
    this.closed = false;
    /** Whether it was connected once; before that, commands wait for the connection. */
    this.known = false;
    this.waiting = [];
    this.wants_frame = false;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.addEventListener("open", () => this.opened());
    socket.addEventListener("message", (event) => this.received(event.data));
    socket.addEventListener("close", (event) => this.lost(event));
  }

  opened() {
    this.retry = FIRST_RETRY;
    const again = this.known;
    this.known = true;
    for (const text of this.waiting.splice(0)) this.socket.send(text);
    if (this.wants_frame) this.socket.send('{"do":"frame"}');
    if (again) this.listener.state(true, "");
  }

  received(data) {
    if (data instanceof ArrayBuffer) {
      this.wants_frame = false;
      this.listener.frame(data);
      return;
    }
    const { id, ...reply } = JSON.parse(data);
    this.listener.reply(id, reply);
  }

  lost(event) {
    if (this.closed) return;
    this.waiting.length = 0;
    const seconds = Math.round(this.retry / 100) / 10;
    const why = event.reason ? ` (${event.reason})` : "";
    this.known = true;
    this.listener.state(false, `no connection to the server${why}; next try in ${seconds} s`);
    this.timer = setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(LAST_RETRY, this.retry * 2);
  }

  /** Sends a command; while there is no connection it is refused. */
  call(id, command) {
    const text = JSON.stringify({ ...command, id });
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (!this.known) this.waiting.push(text);
    else this.listener.reply(id, { error: { message: "there is no connection to the server" } });
  }

  /** Asks for the next frame. */
  want() {
    if (this.wants_frame) return;
    this.wants_frame = true;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send('{"do":"frame"}');
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
