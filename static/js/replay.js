// @ts-check
/** Replay of any title: loads an audience's film, shows its frames through the table, plays. Knows no title; what it looks like: `replay-bar.js`. */

import { nothing, render } from "../vendor/lit-html/lit-html.js";
import { shortDate, timeOnly } from "./clock.js";
import { Film } from "./film.js";
import { Shelf } from "./film-shelf.js";
import { isStill } from "./prefs.js";
import { replayBar } from "./replay-bar.js";

/** @typedef {{key: string, kind: string, own: boolean, seat?: number}} Audience */
/** @typedef {{frame?: number, as?: string, stream?: string, seq?: number}} Where */
/**
 * What the table looks at: `views` as a title draws them, `words` for the prompt bar, `entries` told up to then.
 * @typedef {{audience: string, seat: number | null, views: any, frame: number, at?: number, entries: import("./film.js").Entry[], words: string,
 *   replay: Replay, drawn: () => void, close: () => void}} Past
 */

const STEP_MS = 600;

/** @type {Promise<Replay> | null} */
let opening = null;

/** Open the replay, or go elsewhere in the one that is open. @param {any} table @param {Where} [where] */
export async function openReplay(table, where = {}) {
  const open = table.past?.replay;
  if (open) {
    await open.goTo(where);
    return;
  }
  opening ??= Replay.open(table, where);
  try {
    await opening;
  } finally {
    opening = null;
  }
}

export class Replay {
  /** @param {any} table @param {{audiences: Audience[], over: boolean, files: Record<string, string>}} told */
  constructor(table, told) {
    this.table = table;
    this.audiences = told.audiences;
    this.over = told.over;
    this.files = told.files;
    this.shelf = new Shelf((path) => table.fetch(path), {
      onMore: () => table.invalidate(),
      onFault: () => table.toast("A part of the replay could not be loaded.", { tone: "danger" }),
    });
    this.film = new Film(told.audiences[0]);
    this.frame = 0;
    this.speed = 1;
    this.isPlaying = false;
    this.isClosed = false;
    this.timer = 0;
    /** Whether the options lie open where there is no room for them. */
    this.isUnfolded = false;
    /** The figures of the end, asked for when they are first wanted. @type {(() => unknown) | null | undefined} */
    this.figures = undefined;
    this.isFigured = false;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.onHide = () => { if (document.hidden) this.pause(); };
  }

  /** @param {any} table @param {Where} where */
  static async open(table, where) {
    const replay = new Replay(table, await table.fetch("replay/audiences"));
    const { searchParams } = new URL(location.href);
    const asked = /^\d{1,8}$/.exec(searchParams.get("frame") ?? "");
    const key = where.as ?? searchParams.get("as") ?? replay.audiences.find(({ own }) => own)?.key ?? "public";
    await Promise.all([replay.load(key, where.frame ?? (asked ? Number(asked[0]) : undefined), where), dressed(table.config.replay_css)]);
    document.documentElement.toggleAttribute("data-replay", true);
    document.addEventListener("keydown", replay.onKey);
    document.addEventListener("visibilitychange", replay.onHide);
    if (where.stream && where.stream !== "public") await replay.find(where);
    replay.show(replay.frame);
    return replay;
  }

  /** The audience of a key; everybody's view where that one is not open to this person. @param {string} key @returns {Audience} */
  audience(key) {
    const found = this.audiences.find((one) => one.key === key);
    if (!found) this.table.toast("That view is not open to you. This is what everybody saw.");
    return found ?? this.audiences[0];
  }

  /** Have an audience's film and stand at a frame, at a public moment, or at its end. @param {string} key @param {number | undefined} frame @param {Where & {at?: number}} [moment] */
  async load(key, frame, { stream, seq, at } = {}) {
    const byPublic = frame === undefined && stream === "public" && seq !== undefined;
    this.film = await this.shelf.film(this.audience(key), byPublic ? { seq } : { frame });
    this.frame = byPublic ? this.film.alike({ seq, at }) : Math.min(frame ?? this.film.last, this.film.last);
  }

  /** Stand at the frame of a log line, once the part that holds it is here. @param {Where} where */
  async find({ stream = "", seq = 0 }) {
    if (this.film.frameOf(stream, seq) === null) await this.shelf.fill(this.film);
    this.frame = this.film.frameOf(stream, seq) ?? this.frame;
  }

  /** @param {Where} where */
  async goTo({ frame, as, stream, seq }) {
    this.pause();
    if (as !== undefined && as !== this.film.audience.key) await this.switchTo(as);
    if (stream !== undefined && seq !== undefined) await this.find({ stream, seq });
    else this.frame = frame ?? this.frame;
    this.show(this.frame);
  }

  /** Look at the same moment as somebody else. @param {string} key */
  async switchTo(key) {
    this.pause();
    const moment = { stream: "public", seq: this.film.seqs(this.frame).public, at: this.film.at(this.frame) };
    try {
      await this.load(key, undefined, moment);
    } catch {
      this.table.toast("That view could not be loaded. Try again.", { tone: "danger" });
    }
    this.show(this.frame);
  }

  /** Show a frame, or the nearest one that is here. @param {number} wanted */
  show(wanted) {
    if (this.isClosed) return;
    const { film, table } = this;
    this.shelf.fill(film);
    const n = film.nearest(Math.max(0, Math.min(wanted, film.last)));
    this.frame = n;
    const at = film.at(n);
    const views = film.views(n);
    table.lookAt({
      audience: film.audience.key, seat: film.audience.seat ?? null, views, frame: n, at, entries: film.entries(n), words: this.wordsAt(n),
      replay: this, drawn: () => this.drawn(), close: () => this.close(),
    });
    this.writeAddress();
    if (!this.isPlaying) table.announce(`Frame ${n} of ${film.last}, ${this.wordsAt(n)}`);
  }

  /** Where and when a frame is, in words. @param {number} n */
  wordsAt(n) {
    const at = this.film.at(n);
    const { zone } = this.table.zones;
    const time = at === undefined ? "" : `${shortDate(at, zone)} ${timeOnly(at, zone)}`;
    return [this.momentWords(n), `as ${this.labelOf(this.film.audience)}`, time].filter(Boolean).join(" · ");
  }

  /** The title's words for a frame's phase. @param {number} n @returns {string} */
  momentWords(n) {
    const views = this.film.views(n);
    return views.public ? this.table.title.momentWords?.({ ...views, seat: this.film.audience.seat ?? null }, this.table) ?? "" : "";
  }

  /** @param {Audience | {kind?: string, seat?: number, own?: boolean}} audience */
  labelOf({ kind, seat, own }) {
    if (seat === undefined) return "spectator";
    const name = (this.film.views(this.frame).public ?? this.table.store.view("public"))?.table?.seats?.[seat]?.name ?? `seat ${seat + 1}`;
    return `${name}${kind === "members" ? ", members" : ""}${own ? " (you)" : ""}`;
  }

  writeAddress() {
    const url = new URL(location.href);
    url.searchParams.set("frame", String(this.frame));
    url.searchParams.set("as", this.film.audience.key);
    history.replaceState(null, "", url);
  }

  /** Has the game moved on since the film was loaded? */
  get isBehind() {
    if (this.over) return false;
    const shown = this.film.seqs(this.film.last);
    const live = this.table.store.seqs();
    return Object.entries(shown).some(([stream, seq]) => live[stream] > seq);
  }

  /** One frame on or back; at the end of a game that runs, what has happened since. @param {number} by */
  async step(by) {
    if (by > 0 && this.frame === this.film.last && this.isBehind) await this.shelf.catchUp(this.film).catch(() => undefined);
    this.show(this.frame + by);
  }

  /** @param {1 | -1} way */
  jump(way) {
    this.pause();
    this.show(this.film.marked(this.frame, way));
  }

  play() {
    if (isStill()) return;
    this.isPlaying = true;
    if (this.frame >= this.film.last) this.show(0);
    this.schedule();
    this.table.invalidate();
  }

  schedule() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(async () => {
      await this.step(1);
      if (this.frame >= this.film.last) this.pause();
      if (this.isPlaying) this.schedule();
    }, STEP_MS / this.speed);
  }

  pause() {
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.table.invalidate();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.isPlaying) this.schedule();
    this.table.invalidate();
  }

  /** Shift with an arrow steps from anywhere but where arrows have a meaning of their own. @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const target = /** @type {Element | null} */ (event.target);
    if (!by || !event.shiftKey || event.defaultPrevented || target?.closest?.("textarea, select, [role=grid], input:not([type=range]), [contenteditable], .replay-bar")) return;
    event.preventDefault();
    this.pause();
    this.step(by);
  }

  async toggleFigures() {
    this.isFigured = !this.isFigured;
    this.table.invalidate();
    if (this.figures !== undefined) return;
    this.figures = null;
    try {
      const [{ figuresView }, found] = await Promise.all([import("./figures.js"), this.table.fetch("statistics")]);
      this.figures = () => figuresView(found, this.table);
    } catch {
      this.figures = undefined;
      this.isFigured = false;
      this.table.toast("The statistics could not be loaded.", { tone: "danger" });
    }
    this.table.invalidate();
  }

  /** The bar belongs to the table's drawing. */
  drawn() {
    const region = document.getElementById("table-replay");
    if (region && !this.isClosed) render(replayBar(this), region);
  }

  /** Back to now. */
  close() {
    this.pause();
    this.isClosed = true;
    this.shelf.isClosed = true;
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("visibilitychange", this.onHide);
    document.documentElement.toggleAttribute("data-replay", false);
    if (this.table.config.replay) {
      location.assign(this.table.config.urls.table);
      return;
    }
    const url = new URL(location.href);
    for (const name of ["frame", "as"]) url.searchParams.delete(name);
    history.replaceState(null, "", url);
    const region = document.getElementById("table-replay");
    if (region) render(nothing, region);
    this.table.lookAt(null);
    this.table.announce("Back to now");
  }
}

/** The stylesheet comes with the module. @param {string | undefined} address */
function dressed(address) {
  if (!address || document.querySelector(`link[href="${CSS.escape(address)}"]`)) return undefined;
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}
