/** One seat's WebSocket: questions with their answers, and a way back after the server was away. */

const FIRST_WAIT = 400; // milliseconds; doubles up to LAST_WAIT
const LAST_WAIT = 5000;
const ANSWERS = new Set(["done", "failed", "refused", "choices", "modal"]);
const LOST = { op: "lost", text: "The connection was lost. Try again." };

export class Connection {
  /** `hear(frame)` gets what the server tells; `rise(open)` whether there is a line. */
  constructor(userId, hear, rise) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/seat/${userId}`;
    this.hear = hear;
    this.rise = rise;
    this.waiting = new Map();
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.open();
  }

  open() {
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.dropped());
  }

  opened() {
    this.wait = FIRST_WAIT;
    this.rise(true);
  }

  dropped() {
    for (const answer of this.waiting.values()) answer(LOST);
    this.waiting.clear();
    if (this.closed) return;
    this.rise(false);
    this.retry = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LAST_WAIT);
  }

  heard(frame) {
    if (ANSWERS.has(frame.op)) this.settle(frame);
    this.hear(frame);
  }

  settle(frame) {
    this.waiting.get(frame.nonce)?.(frame);
    this.waiting.delete(frame.nonce);
  }

  /** Whether it went out: nothing is queued, for a tap must not happen minutes later. */
  tell(op, fields) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify({ op, nonce: freshNonce(), ...fields }));
    return true;
  }

  /** The first answer to it: a frame done, failed, refused, choices or modal, or `lost` without a line. */
  ask(op, fields) {
    const nonce = freshNonce();
    return new Promise((answer) => {
      if (!this.tell(op, { ...fields, nonce })) answer(LOST);
      else this.waiting.set(nonce, answer);
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    this.socket.close();
  }
}

let asked = 0;

function freshNonce() {
  asked += 1;
  return `${Date.now().toString(36)}-${asked}`;
}
