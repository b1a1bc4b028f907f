// @ts-check
/** The shell of every live table: configuration, connection, store; draws the title's parts (docs/adding-a-title.md). Knows no title and no rules. */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { announce } from "./announce.js";
import { dayAndTime, serverNow, setServerTime, timeOnly } from "./clock.js";
import { showBadge, showUnread } from "./notices.js";
import { cookie } from "./prefs.js";
import { Connection } from "./socket.js";
import { Store } from "./store.js";
import { Texts } from "./texts.js";
import { toast } from "./toast.js";

/** @param {string} id */
const region = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

class Table {
  /** @param {any} config @param {any} title @param {Texts} texts */
  constructor(config, title, texts) {
    this.config = config;
    this.title = title;
    this.texts = texts;
    this.ui = title.freshUi();
    this.store = new Store();
    /** @type {number | null} Frame of the public stream that is looked at; null: now. */
    this.cursor = null;
    /** A frame of a replay that is looked at; null: now. @type {import("./replay.js").Past | null} */
    this.past = null;
    /** The talk, once it is here. @type {import("./chat.js").Chat | null} */
    this.talk = null;
    /** @type {any[]} */
    this.talkFrames = [];
    /** What was unread when one came in; null: not known yet. @type {number | null} */
    this.unreadAtEntry = null;
    /** @type {typeof import("./prompt.js").promptBar | null} */
    this.bar = null;
    this.watching = 0;
    this.isStarted = false;
    this.isQueued = false;
    /** @type {any} */
    this.view = null;
    /** Made when the first one opens. @type {import("./dialog.js").Dialogs | null} */
    this.dialogs = null;
    /** @type {HTMLElement[]} */
    this.badges = [...document.querySelectorAll("[data-live]")].filter((badge) => badge instanceof HTMLElement);
    this.connection = new Connection(config.ws, this.store, {
      onState: (state) => this.onState(state),
      onChange: (streams) => this.onChange(streams),
      onFrame: (frame) => this.onFrame(frame),
    });
    this.announce = announce;
    this.toast = toast;
  }

  /** May this page submit now? */
  get canSubmit() {
    return this.connection.state === "live" && this.cursor === null && this.past === null && !this.view?.public.clock?.paused;
  }

  get state() {
    return this.connection.state;
  }

  /** @returns {number | null} the seat acted for */
  get seat() {
    const { seats } = this.connection.you;
    if (seats.includes(this.config.seat)) return this.config.seat;
    return seats[0] ?? null;
  }

  /** @returns {number | null} the seat belonged to */
  get team() {
    const { member_of: teams } = this.connection.you;
    return this.seat ?? (teams.includes(this.config.seat) ? this.config.seat : teams[0] ?? null);
  }

  get zones() {
    return { zone: this.view?.public?.timezone ?? this.config.league_zone, own: this.config.zone };
  }

  invalidate() {
    if (this.isQueued) return;
    this.isQueued = true;
    requestAnimationFrame(() => {
      this.isQueued = false;
      this.draw();
    });
  }

  /** The view looked at: now, or a past frame of what everybody sees. */
  makeView() {
    if (this.past) return { ...this.past.views, seat: this.past.seat, team: this.past.seat, isPast: true, seq: this.past.frame };
    const { store, cursor, seat, team } = this;
    const isPast = cursor !== null;
    const open = store.view("public", cursor ?? undefined);
    if (!open) return null;
    return {
      public: open,
      members: isPast || team === null ? undefined : store.view(`team:${team}`),
      private: isPast || seat === null ? undefined : store.view(`seat:${seat}`),
      seat, team, isPast, seq: cursor ?? store.last("public")?.seq,
    };
  }

  /** One redraw; its cost is the timeline's `table-draw`. */
  draw() {
    const began = performance.now();
    const view = this.makeView();
    if (!view) return;
    this.title.complete?.(view, this);
    this.view = view;
    const { title } = this;
    if (title.shell) title.shell.draw(view, this);
    else this.drawMap(view);
    if (this.dialogs?.isOpen) this.dialogs.draw();
    this.drawState();
    if (!this.isStarted) {
      this.isStarted = true;
      title.start?.(this);
      title.shell?.start(this);
      if (this.config.replay) this.startReplay();
    }
    title.drawn?.(this);
    this.past?.drawn();
    performance.measure("table-draw", { start: began, detail: view.seq });
  }

  /** A title without the shell of tables: board over the whole page, a panel beside it. @param {any} view */
  drawMap(view) {
    const { title } = this;
    render(title.strip?.(view, this) ?? nothing, region("table-strip"));
    render(this.promptBar(this.promptOf(view)), region("table-prompt"));
    render(html`${title.board(view, this)}${title.overlays?.(view, this) ?? nothing}`, region("table-board"));
    render(title.panel(view, this), region("table-panel"));
    render(this.ui.twin ? title.text(view, this) : nothing, region("table-text"));
    const header = document.getElementById("table-header");
    if (header && title.header) render(title.header(view, this), header);
  }

  /** Most of the time a map has nothing to say, so its bar is fetched when it has. @param {any} prompt */
  promptBar(prompt) {
    if (!prompt) return nothing;
    if (!this.bar) import("./prompt.js").then(({ promptBar }) => { this.bar = promptBar; this.invalidate(); });
    return this.bar?.(prompt, this.zones) ?? nothing;
  }

  /** @param {any} view */
  promptOf(view) {
    const own = this.title.prompt?.(view, this);
    if (own !== undefined) return own;
    const key = view.private?.prompt;
    return key ? { text: this.texts.say("prompts", key, view.private.prompt_params), due: view.public.clock?.due_at } : null;
  }

  drawState() {
    const { state } = this;
    const words = this.texts.say("connection", state);
    const since = state === "live" || !this.connection.lastHeard ? "" : `, last update ${timeOnly(this.connection.lastHeard / 1000)}`;
    document.documentElement.dataset.connection = state;
    for (const badge of this.badges) {
      badge.dataset.state = state;
      const text = this.seat === null && this.team === null && state === "live" ? `${words} · ${this.watchers()}` : `${words}${since}`;
      if (badge.textContent !== text) badge.textContent = text;
    }
  }

  watchers() {
    return this.watching ? `${this.watching} watching` : "Spectating";
  }

  /** @param {string} state */
  onState(state) {
    if (state === "reconnecting" || state === "offline" || state === "ended") announce(this.texts.say("connection", state));
    if (state === "live" && this.isStarted) announce(this.texts.say("connection", "live"));
    this.drawState();
    this.invalidate();
  }

  /** @param {Set<string>} streams */
  onChange(streams) {
    this.title.changed?.(this, streams);
    this.invalidate();
  }

  /** @param {any} frame */
  onFrame(frame) {
    if (frame.type === "presence") this.watching = frame.watching;
    if (frame.type === "notice") showUnread(frame.unread ?? 0);
    if (frame.now) setServerTime(frame.now);
    if (frame.type === "presence" || frame.type === "closed") this.invalidate();
    if (frame.type === "chat") this.heard(frame);
    this.title.frame?.(this, frame);
  }

  /** Talk is fetched when it is wanted; until then its frames wait. @param {any} frame */
  heard(frame) {
    if (this.talk) this.talk.frame(frame);
    else this.talkFrames.push(frame);
    const unread = frame.rooms?.reduce((/** @type {number} */ sum, /** @type {any} */ room) => sum + (room.unread ?? 0), 0);
    if (frame.rooms && this.unreadAtEntry === null) {
      this.unreadAtEntry = unread;
      this.invalidate();
    }
    const button = document.getElementById("talk-button");
    if (!button || this.title.shell) return;
    button.hidden = false;
    button.dataset.unread = this.talk?.unread() ?? unread ?? "";
    button.onclick ??= () => import("./talk.js").then(({ toggle }) => toggle(this));
  }

  /** Look at views of a replay instead of now; null goes back. @param {Table["past"]} past */
  lookAt(past) {
    this.past = past;
    this.invalidate();
  }

  /** Open the replay where told, else where the address says, else at the last frame. @param {{frame?: number, as?: string, stream?: string, seq?: number}} [where] */
  async startReplay(where = {}) {
    try {
      const { openReplay } = await import("./replay.js");
      await openReplay(this, where);
    } catch {
      toast("The replay could not be loaded. Try again.", { tone: "danger" });
    }
  }

  get replayAt() {
    return this.past?.at ?? null;
  }

  /**
   * Submit; the words of a refusal come back with it and are shown unless the caller does.
   * @param {any} action @param {{id?: string, quiet?: boolean}} [options]
   */
  async act(action, { id, quiet = false } = {}) {
    const answer = await this.connection.act(action, id);
    if (answer.type === "refused") {
      answer.words = this.refusal(answer);
      if (!quiet) toast(answer.words, { tone: "danger" });
    }
    this.invalidate();
    return answer;
  }

  /** What an unsent draft would cost and do. @param {any} draft */
  async preview(draft) {
    const answer = await this.connection.preview(draft);
    if (answer.type === "refused") answer.words = this.refusal(answer);
    return answer;
  }

  /** A refusal in words; the title says how its parameters read. @param {any} answer */
  refusal(answer) {
    const params = this.title.paramWords?.(answer.params ?? {}, this.view) ?? answer.params;
    return this.texts.refusal({ ...answer, params });
  }

  /** @param {string} path @param {any} [body] */
  async fetch(path, body) {
    /** @type {RequestInit} */
    const options = body === undefined
      ? { headers: { accept: "application/json" } }
      : { method: "POST", headers: { "content-type": "application/json", "x-csrftoken": cookie("csrftoken") ?? "" }, body: JSON.stringify(body) };
    const answer = await fetch(this.config.api + path, options);
    if (!answer.ok) throw Object.assign(new Error(`${path}: ${answer.status}`), { answer });
    return answer.status === 204 ? null : answer.json();
  }

  /** @param {import("./dialog.js").Spec} spec */
  async open(spec) {
    const { Dialogs } = await import("./dialog.js");
    this.dialogs ??= new Dialogs(region("table-dialogs"));
    this.dialogs.open(spec);
  }

  close() {
    this.dialogs?.close();
  }

  /** Ask before something that cannot be taken back. @param {{title: string, text: string, action: string, danger?: boolean}} words @returns {Promise<boolean>} */
  confirm(words) {
    return new Promise((resolve) => {
      import("./dialog.js").then(({ question }) => this.open(question(words, () => this.close(), resolve)));
    });
  }

  /** @param {number} number */
  badge(number) {
    showBadge(number);
  }

  get now() {
    return serverNow();
  }

  /** An instant in league time. @param {number} unix */
  clockWords(unix) {
    return dayAndTime(unix, this.zones.zone);
  }
}

/** @param {string} url */
async function json(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

async function boot() {
  const config = JSON.parse(region("game-config").textContent ?? "{}");
  setServerTime(config.now);
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  config.ws = new URL(config.ws, `${scheme}//${location.host}`).href;
  config.zone ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
  const main = region("table");
  const board = region("table-board");
  const [title, ...texts] = await Promise.all([import(main.dataset.module ?? ""), ...config.texts.map(json)]);
  board.replaceChildren();
  const table = new Table(config, title, new Texts(...texts));
  addEventListener("online", () => table.connection.hurry());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) table.connection.hurry(); });
  addEventListener("pagehide", () => table.connection.close());
  addEventListener("pageshow", (event) => { if (event.persisted) table.connection.connect(); });
  table.connection.connect();
}

boot();
