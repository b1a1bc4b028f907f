// @ts-check
/**
 * Talk at a table: rooms with who reads them, what was said, and the way to say something (CHAT-1 to CHAT-13). Loaded lazily by the shell; knows no
 * title and no rules. `mount(element, ctx)` draws into the element and answers `{ update, frame, unread, close }`.
 */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { Composer } from "./chat-compose.js";
import { linesView } from "./chat-lines.js";
import { roomName, roomsView, whoReads } from "./chat-rooms.js";
import { Talk } from "./chat-store.js";

const PAGES_TO_FIND = 40;

export class Chat {
  /** @param {HTMLElement} element @param {any} ctx */
  constructor(element, ctx) {
    this.element = element;
    this.ctx = ctx;
    this.talk = new Talk();
    /** @type {any} */
    this.view = ctx.view ?? null;
    this.current = remembered(this.place("room"));
    this.composer = new Composer(this);
    /** The message whose menu is open. */
    this.menu = "";
    /** Rooms whose cleared lines are shown again. @type {Set<string>} */
    this.whole = new Set();
    /** Where "new since" stands in each room, so that it does not move while one reads. @type {Map<string, number>} */
    this.marks = new Map();
    /** @type {{open: boolean, words: string, found: any[] | null}} */
    this.search = { open: false, words: "", found: null };
    this.isLoading = false;
    this.hasAll = false;
    this.shown = "";
    this.onSeen = () => this.seen();
    document.addEventListener("visibilitychange", this.onSeen);
    element.addEventListener("focusin", this.onSeen);
    element.addEventListener("pointerdown", this.onSeen);
    element.classList.add("chat-host");
    element.toggleAttribute("data-larger", remembered(this.place("larger")) === "1");
    ctx.connection.hello = () => ({ chat: this.talk.known() });
    this.draw();
  }

  /** Where something is kept on this device. @param {string} what */
  place(what) {
    return `chat:${this.ctx.config.id}:${what}`;
  }

  get room() {
    return this.talk.room(this.current);
  }

  get until() {
    return this.ctx.replayAt ?? null;
  }

  /** @param {any} view */
  update(view) {
    this.view = view;
    this.talk.seat = view?.seat ?? null;
    if (this.until !== null && !this.hasAll) this.loadAll();
    this.draw();
  }

  /** @param {any} frame */
  frame(frame) {
    if (frame.type !== "chat") return;
    const before = this.talk.unread();
    const { room } = this;
    const isAllRead = room && room.unread === 0 && this.isVisible() && !document.hidden;
    this.talk.take(frame);
    if (room && frame.room === room.key && (isAllRead || room.unread === 0)) this.marks.set(room.key, room.count);
    if (!this.room) this.select(this.talk.opening(), { quiet: true });
    if (frame.room === this.current) this.seen();
    this.draw();
    if (this.talk.unread() !== before) this.ctx.invalidate();
  }

  unread() {
    return this.talk.unread();
  }

  close() {
    document.removeEventListener("visibilitychange", this.onSeen);
    this.element.removeEventListener("focusin", this.onSeen);
    this.element.removeEventListener("pointerdown", this.onSeen);
    render(nothing, this.element);
  }

  /** @param {string} key @param {{quiet?: boolean}} [options] */
  select(key, { quiet = false } = {}) {
    if (key === this.current && this.room && quiet) return;
    this.composer.keep();
    this.current = key;
    this.menu = "";
    this.search = { open: false, words: "", found: null };
    remember(this.place("room"), key);
    this.composer.open();
    const room = this.room;
    if (room) this.marks.set(key, room.last_read);
    this.seen();
    this.draw();
    if (!quiet) /** @type {HTMLElement | null} */ (this.element.querySelector("textarea"))?.focus({ preventScroll: true });
  }

  /** What is on the screen has been read; the others are not told (CHAT-9). */
  seen() {
    const { room } = this;
    if (!room || document.hidden || !this.isVisible() || this.until !== null) return;
    if (!this.marks.has(room.key)) this.marks.set(room.key, room.last_read);
    const upto = this.talk.read(room.key);
    if (!upto || !this.talk.name) return;
    this.ctx.connection.send({ type: "read", room: room.key, upto });
    this.ctx.invalidate();
  }

  isVisible() {
    return this.element.offsetParent !== null && this.element.offsetHeight > 0;
  }

  draw() {
    const { room } = this;
    if (!this.view || !this.talk.rooms.length) {
      render(nothing, this.element);
      return;
    }
    const lines = this.element.querySelector(".chat-lines");
    const isAtEnd = !lines || lines.scrollHeight - lines.scrollTop - lines.clientHeight < 48;
    const isOther = this.shown !== this.current;
    this.shown = this.current;
    render(html`<div class="chat">${roomsView(this)}${room ? this.roomView(room) : nothing}</div>`, this.element);
    const drawn = this.element.querySelector(".chat-lines");
    if (drawn && (isAtEnd || isOther)) drawn.scrollTop = drawn.scrollHeight;
  }

  /** @param {import("./chat-store.js").Room} room */
  roomView(room) {
    return html`<section class="chat-room" aria-label=${roomName(this, room)}>
      <header class="chat-head"><p class="chat-who">${whoReads(this, room)}</p>
        <span class="chat-tools"><button class="link-button" type="button" aria-expanded=${this.search.open} @click=${() => this.toggleSearch()}>Search</button>
        ${this.clearButton(room)}${this.largerButton()}${room.founded ? html`<button class="link-button" type="button" @click=${() => this.leave(room)}>Leave</button>` : nothing}</span></header>
      ${this.search.open ? this.searchView() : nothing}
      ${linesView(this, room)}${this.composer.render(room)}</section>`;
  }

  /** @param {import("./chat-store.js").Room} room */
  clearButton(room) {
    if (!this.talk.name) return nothing;
    if (room.cleared) return html`<button class="link-button" type="button" @click=${() => this.clear(room, 0)}>Show all</button>`;
    return room.count ? html`<button class="link-button" type="button" title="Hides what is older, for you alone" @click=${() => this.clear(room, room.count)}>Clear</button>` : nothing;
  }

  largerButton() {
    if ("open" in this.element.dataset) return html`<button class="icon-button" type="button" aria-label="Close the talk" @click=${() => document.getElementById("talk-button")?.click()}><svg class="ic" aria-hidden="true"><use href="#i-x"/></svg></button>`;
    const isLarger = "larger" in this.element.dataset;
    return html`<button class="icon-button chat-larger" type="button" aria-label="Larger" aria-pressed=${isLarger} @click=${() => this.larger(!isLarger)}><svg class="ic" aria-hidden="true"><use href=${isLarger ? "#i-down" : "#i-up"}/></svg></button>`;
  }

  /** Over the board, where the region is low. @param {boolean} wanted */
  larger(wanted) {
    this.element.toggleAttribute("data-larger", wanted);
    remember(this.place("larger"), wanted ? "1" : "");
    this.draw();
    const lines = this.element.querySelector(".chat-lines");
    if (lines) lines.scrollTop = lines.scrollHeight;
  }

  /** PR-7.5. @param {import("./chat-store.js").Room} room @param {number} upto */
  async clear(room, upto) {
    if (!await this.post("clear", { room: room.key, upto })) return;
    room.cleared = upto;
    this.draw();
  }

  /** @param {import("./chat-store.js").Room} room */
  async leave(room) {
    const sure = await this.ctx.confirm({ title: "Leave the group?", text: "You keep what you have read, and read nothing that is said from now on.", action: "Leave", danger: true });
    if (sure) this.post("leave", { room: room.key });
  }

  /** @param {string} path @param {any} body @returns {Promise<any>} nothing where it was refused, which is told */
  async post(path, body) {
    try {
      return await this.ctx.fetch(`chat/${path}`, body);
    } catch (error) {
      this.ctx.toast("That was refused. Reload the page and try again.", { tone: "danger" });
      return null;
    }
  }

  toggleSearch() {
    this.search = { open: !this.search.open, words: "", found: null };
    this.draw();
    /** @type {HTMLElement | null} */ (this.element.querySelector(".chat-search input"))?.focus();
  }

  searchView() {
    const { found, words } = this.search;
    return html`<form class="chat-search" role="search" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); this.find(); }}>
      <label class="visually-hidden" for="chat-words">Words to find</label>
      <input id="chat-words" type="search" maxlength="100" autocomplete="off" .value=${words} @input=${(/** @type {any} */ event) => { this.search.words = event.target.value; }}>
      <button class="button button-small">Find</button></form>
      ${found === null ? nothing : html`<ul class="chat-found" aria-label="Found">${found.length
        ? found.map((one) => html`<li><button type="button" @click=${() => this.goTo(one.room, one.n)}><b>${this.nameOf(one.room)}</b> <bdi>${one.body}</bdi></button></li>`)
        : html`<li class="muted">Nothing was said with these words.</li>`}</ul>`}`;
  }

  /** @param {string} key */
  nameOf(key) {
    const room = this.talk.room(key);
    return room ? roomName(this, room) : "";
  }

  async find() {
    const words = this.search.words.trim();
    if (words.length < 2) return;
    try {
      this.search.found = (await this.ctx.fetch(`chat/search?q=${encodeURIComponent(words)}`)).messages;
    } catch {
      this.search.found = [];
    }
    this.draw();
  }

  /** Show a message that was found, with all that follows it. @param {string} key @param {number} n */
  async goTo(key, n) {
    this.select(key, { quiet: true });
    this.whole.add(key);
    for (let page = 0; page < PAGES_TO_FIND && this.talk.first(key) > n; page += 1) {
      if (!await this.older()) break;
    }
    this.search = { open: false, words: "", found: null };
    this.draw();
    const line = this.element.querySelector(`[data-n="${n}"]`);
    if (line instanceof HTMLElement) {
      line.scrollIntoView({ block: "center" });
      line.focus({ preventScroll: true });
    }
  }

  /** Load the page before what is here. */
  async older() {
    const { room } = this;
    if (!room || this.isLoading) return false;
    this.isLoading = true;
    const first = this.talk.first(room.key);
    const lines = this.element.querySelector(".chat-lines");
    const below = lines ? lines.scrollHeight - lines.scrollTop : 0;
    let isDone = false;
    try {
      const page = await this.ctx.fetch(`chat/history?room=${encodeURIComponent(room.key)}${first ? `&before=${first}` : ""}`);
      this.talk.add(room, page.messages);
      isDone = true;
    } catch {
      this.ctx.toast("Older messages could not be loaded.", { tone: "danger" });
    }
    this.isLoading = false;
    this.draw();
    if (lines) lines.scrollTop = lines.scrollHeight - below;
    return isDone;
  }

  /** CHAT-11: a replay shows what was said until then, and no other talk than one may read now. */
  async loadAll() {
    this.hasAll = true;
    try {
      const { rooms } = await this.ctx.fetch("chat/all");
      for (const said of rooms) {
        const room = this.talk.room(said.key);
        if (room) this.talk.add(room, said.messages);
      }
      this.draw();
    } catch {
      this.hasAll = false;
    }
  }
}

/** @param {HTMLElement} element @param {any} ctx */
export function mount(element, ctx) {
  return new Chat(element, ctx);
}

/** @param {string} key */
function remembered(key) {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // private windows refuse; the choice then lasts for this page only
  }
}
