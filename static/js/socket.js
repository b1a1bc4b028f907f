// @ts-check
/** The live connection to one game (docs/protocol.md): resume, heartbeat, backoff, actions that survive a cut. Touches no document. */

const HEARTBEAT = 15_000;
const ANSWER_WITHIN = 5_000;
const OFFLINE_AFTER = 30_000;
const BACKOFF = { first: 1_000, most: 30_000 };
/** Closes after which nothing is tried again. */
const FINAL = new Set([4401, 4404]);
/** Closes after which the rights have changed: start afresh instead of resuming. */
const AFRESH = new Set([4403]);

/** @typedef {"connecting" | "live" | "reconnecting" | "offline" | "ended"} State */
/** @typedef {{id: string, frame: any, sent: number, resolve: (answer: any) => void, keep: boolean}} Request */
/**
 * @typedef {{
 *   onState?: (state: State, code?: number) => void,
 *   onChange?: (streams: Set<string>) => void,
 *   onFrame?: (frame: any) => void,
 *   open?: (url: string) => WebSocket,
 *   now?: () => number,
 *   random?: () => number,
 *   later?: (call: () => void, ms: number) => any,
 *   cancel?: (timer: any) => void,
 *   makeId?: () => string,
 * }} Options
 */

/** How long to wait before attempt number `attempt` (from 0): doubling from 1 to 30 s, with jitter. @param {number} attempt @param {number} random */
export function backoff(attempt, random) {
  const whole = Math.min(BACKOFF.first * 2 ** attempt, BACKOFF.most);
  return Math.max(BACKOFF.first, Math.round(whole * (0.5 + random / 2)));
}

/** `randomUUID` exists on secure origins only. */
export function randomId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  /** @param {string} url @param {import("./store.js").Store} store @param {Options} [options] */
  constructor(url, store, options = {}) {
    this.url = url;
    this.store = store;
    this.options = options;
    this.now = options.now ?? (() => Date.now());
    this.later = options.later ?? ((call, ms) => setTimeout(call, ms));
    this.cancel = options.cancel ?? ((timer) => clearTimeout(timer));
    this.random = options.random ?? Math.random;
    this.makeId = options.makeId ?? randomId;
    /** @type {State} */
    this.state = "connecting";
    this.attempt = 0;
    this.lastHeard = 0;
    this.cutAt = 0;
    /** @type {Map<string, Request>} */
    this.requests = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.beat = null;
    this.retry = null;
    this.answered = true;
    this.greeted = false;
    /** What else `hello` says, for parts that come later. @type {(() => any) | null} */
    this.hello = null;
    /** @type {{seats: number[], member_of: number[], streams: string[]}} */
    this.you = { seats: [], member_of: [], streams: [] };
  }

  connect() {
    if (this.retry) this.cancel(this.retry);
    this.retry = null;
    this.greeted = false;
    const open = this.options.open ?? ((url) => new WebSocket(url));
    const socket = open(this.url);
    this.socket = socket;
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (event) => { if (socket === this.socket) this.receive(event.data); };
    socket.onclose = (event) => { if (socket === this.socket) this.lost(event.code); };
    socket.onerror = () => undefined;
  }

  /** @param {WebSocket} socket */
  greet(socket) {
    const seqs = this.store.seqs();
    const hello = Object.keys(seqs).length ? { type: "hello", seqs } : { type: "hello" };
    socket.send(JSON.stringify({ ...hello, ...this.hello?.() }));
    this.answered = true;
    this.schedule();
  }

  schedule() {
    if (this.beat) this.cancel(this.beat);
    this.beat = this.later(() => this.heartbeat(), HEARTBEAT);
  }

  /** Ask for the seqs; no answer to the last question means that the line is dead although nobody said so. */
  heartbeat() {
    if (!this.answered) {
      this.drop();
      return;
    }
    this.answered = false;
    this.send({ type: "ping" });
    this.schedule();
  }

  /** @param {any} frame */
  send(frame) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(frame));
  }

  /** Leave this socket and resume at once on another. */
  drop() {
    const socket = this.socket;
    this.socket = null;
    socket?.close(4000);
    this.lost(4000);
  }

  /** @param {string} text */
  receive(text) {
    const frame = JSON.parse(text);
    this.lastHeard = this.now();
    switch (frame.type) {
      case "snapshot":
        this.you = frame.you ?? this.you;
        this.store.snapshot(frame.streams, frame.you?.streams);
        this.changed(new Set(Object.keys(frame.streams)));
        this.ready();
        break;
      case "update": {
        const result = this.store.update(frame.stream, frame);
        if (result === "gap") { this.drop(); return; }
        if (result === "applied") this.changed(new Set([frame.stream]));
        this.ready();
        break;
      }
      case "pong":
        this.answered = true;
        this.ready();
        if (this.isBehind(frame.seqs ?? {})) { this.drop(); return; }
        break;
      case "ok":
      case "refused":
      case "preview":
      case "legal":
        this.ready();
        this.settle(frame);
        break;
      default:
        if (frame.you) this.you = frame.you;
        this.ready();
    }
    this.options.onFrame?.(frame);
  }

  /** @param {Record<string, number>} seqs */
  isBehind(seqs) {
    const ours = this.store.seqs();
    return Object.entries(seqs).some(([name, seq]) => name in ours && ours[name] < seq);
  }

  /** @param {Set<string>} streams */
  changed(streams) {
    this.options.onChange?.(streams);
  }

  /** The first frame after `hello` shows that we are heard: whatever was not acknowledged goes out again under its own id. */
  ready() {
    if (this.greeted) return;
    this.greeted = true;
    this.attempt = 0;
    this.cutAt = 0;
    this.setState("live");
    for (const request of this.requests.values()) this.dispatch(request);
  }

  /** @param {number} code */
  lost(code) {
    this.socket = null;
    if (this.beat) this.cancel(this.beat);
    this.beat = null;
    for (const request of [...this.requests.values()]) {
      if (!request.keep) this.settle({ id: request.id, type: "refused", code: "offline", params: {} });
    }
    if (FINAL.has(code)) {
      this.failAll("session_ended");
      this.setState("ended", code);
      return;
    }
    if (AFRESH.has(code)) {
      this.failAll("not_yours");
      for (const name of Object.keys(this.store.seqs())) this.store.drop(name);
    }
    this.cutAt ||= this.now();
    this.setState(this.now() - this.cutAt >= OFFLINE_AFTER ? "offline" : "reconnecting", code);
    this.retry = this.later(() => this.connect(), this.wait(code));
    this.attempt += 1;
  }

  /** @param {number} code */
  wait(code) {
    if (code === 4000 || code === 4410) return Math.round(this.random() * 500);
    if (code === 1012) return 1_000 + Math.round(this.random() * 9_000);
    if (code === 4429) return BACKOFF.most;
    return backoff(this.attempt, this.random());
  }

  /** Try now, for instance because the browser says that the network is back. */
  hurry() {
    if (this.state === "live" || this.state === "ended" || this.socket) return;
    this.attempt = 0;
    this.connect();
  }

  /** @param {State} state @param {number} [code] */
  setState(state, code) {
    this.state = state;
    this.options.onState?.(state, code);
  }

  /**
   * Submit an action; the answer is an `ok` or `refused` frame. It is sent again after a cut, always with the same id, so it counts once.
   * @param {any} action @param {string} [id] @returns {Promise<any>}
   */
  act(action, id = this.makeId()) {
    const known = this.requests.get(id);
    if (known) return Promise.resolve({ type: "refused", id, code: "id_reused", params: {} });
    return this.request({ type: "act", id, action }, id, true);
  }

  /** @param {any} draft @returns {Promise<any>} */
  preview(draft) {
    const id = this.makeId();
    return this.request({ type: "preview", id, draft }, id, false);
  }

  /** @returns {Promise<any>} */
  legal() {
    const id = this.makeId();
    return this.request({ type: "legal", id }, id, false);
  }

  /** @param {any} frame @param {string} id @param {boolean} keep @returns {Promise<any>} */
  request(frame, id, keep) {
    return new Promise((resolve) => {
      if (!keep && this.state !== "live") {
        resolve({ type: "refused", id, code: "offline", params: {} });
        return;
      }
      const request = { id, frame, sent: 0, resolve, keep };
      this.requests.set(id, request);
      if (this.state === "live") this.dispatch(request);
    });
  }

  /** @param {Request} request */
  dispatch(request) {
    request.sent = this.now();
    this.send(request.frame);
    this.later(() => this.remind(request), ANSWER_WITHIN);
  }

  /** An action without an answer is sent again (the server gives its first answer); a preview is given up. @param {Request} request */
  remind(request) {
    if (this.requests.get(request.id) !== request || this.now() - request.sent < ANSWER_WITHIN) return;
    if (this.state !== "live") return;
    if (request.keep) this.dispatch(request);
    else this.settle({ id: request.id, type: "refused", code: "no_answer", params: {} });
  }

  /** @param {any} frame */
  settle(frame) {
    const request = this.requests.get(frame.id);
    if (!request) return;
    this.requests.delete(frame.id);
    request.resolve(frame);
  }

  /** @param {string} code */
  failAll(code) {
    for (const request of [...this.requests.values()]) {
      this.settle({ id: request.id, type: "refused", code, params: {} });
    }
  }

  close() {
    if (this.beat) this.cancel(this.beat);
    if (this.retry) this.cancel(this.retry);
    const socket = this.socket;
    this.socket = null;
    socket?.close(1000);
  }
}
