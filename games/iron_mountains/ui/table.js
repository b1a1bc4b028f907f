// @ts-check
/** Iron Mountains on the table: what the shell of `static/js/table.js` asks a title for, and what its parts ask of each other. */

import { html } from "../../vendor/lit-html/lit-html.js";
import { confirm as ask } from "../../js/dialog.js";
import { cornerPoint } from "../../js/hex.js";
import { store, stored } from "../../js/prefs.js";
import { board, home, sheetHeight, startCamera } from "./board.js";
import { openBuild } from "./build.js";
import { openCapture } from "./capture.js";
import { focusCorner, focusTile, KEYS, onKey } from "./keys.js";
import { sortedTargets } from "./lists.js";
import { overlays } from "./overlays.js";
import { openTab, panel, spanOf } from "./panel.js";
import { finish, offer, parseFrame, playedWeek, showPosition, stagedPublic, stop, storyAt } from "./playback.js";
import { stageText } from "./playback-view.js";
import { describe } from "./report.js";
import { freshUi } from "./state.js";
import { header, strip } from "./strip.js";
import { pointOf } from "./terrain.js";
import { askReason } from "./tile-card.js";
import { restartTour, tick } from "./tour.js";
import { text } from "./twin.js";
import { capital, resolvedWeeks, shortage, sideName, tileWords, weekWord } from "./words.js";

export { board, describe, freshUi, header, overlays, panel, sheetHeight, strip, text };

const ASK_AFTER = 250;
const OVERDUE_AFTER = 600;
/** A draft season shows no map yet. */
const BLANK = { tiles: {}, forts: {} };

/** Parameters of a refusal or prompt as words. @param {Record<string, any>} params @param {any} view */
export function paramWords(params, view) {
  const words = { ...params };
  if (params.short && typeof params.short === "object") words.short = shortage(params.short);
  if (typeof params.side === "number" && view) words.side = sideName(view, params.side);
  if (params.prize && view) words.prize = view.public.prizes?.[params.prize]?.title ?? params.prize;
  return words;
}

/** Join what several streams say into one view. @param {any} view @param {any} ctx */
export function complete(view, ctx) {
  if (ctx.ui.playback?.step) view.public = stagedPublic(ctx.ui.playback, view.public);
  if (!view.public.tiles) view.public = { ...view.public, ...BLANK };
  view.queue = view.private?.queue ?? view.members?.queue;
  view.stocks = view.members?.stocks ?? view.public.sides?.[view.team ?? -1]?.stocks;
}

/** The bar on top: only when there is something to say that the panel does not. @param {any} view @param {any} ctx */
export function prompt(view, ctx) {
  const { phase, clock = {}, reopened, nominal, deadline } = view.public;
  const say = (/** @type {string} */ key, /** @type {any} */ params = {}) => ctx.texts.say("prompts", key, paramWords(params, view));
  if (view.isPast && !ctx.ui.playback) return { text: `You are looking at ${weekWord(view).toLowerCase()} ${view.public.week}.`, action: { label: "Back to now", run: () => backToNow(ctx) } };
  if (clock.paused) return { text: say("paused"), tone: "warn" };
  const late = clock.due_at ? ctx.now - clock.due_at : 0;
  if (phase === "orders" && late > OVERDUE_AFTER) return { text: say("overdue", { since: ctx.clockWords(clock.due_at) }), tone: "danger" };
  if (phase === "orders" && late > 0) return { text: say("locked", { week: view.public.week }), tone: "warn" };
  if (phase === "orders" && nominal !== undefined && nominal !== deadline) return { text: say("held", { until: ctx.clockWords(deadline) }), tone: "warn" };
  if (phase === "orders") return null;
  if (phase === "review") return { text: say(reopened ? "review_open" : "review_locked", { week: view.public.week }), tone: "warn", due: clock.due_at, span: spanOf(view) };
  const key = view.private?.prompt ?? phase;
  return { text: say(key, { ...view.private?.prompt_params, reason: view.public.reason, ...(view.public.turn === undefined ? {} : { side: view.public.turn }) }), due: clock.due_at };
}

/** Called once, after the first drawing. @param {any} ctx */
export function start(ctx) {
  const host = /** @type {HTMLElement} */ (document.getElementById("table-board"));
  ctx.confirm = (/** @type {any} */ words) => ask(ctx.dialogs, words);
  ctx.camera = startCamera(host, ctx, {
    onTile: (id, how) => onTile(ctx, id, how),
    onCorner: (id, how) => onCorner(ctx, id, how),
  });
  const svg = host.querySelector(".im-board");
  svg?.addEventListener("keydown", (event) => onKey(/** @type {KeyboardEvent} */ (event), ctx));
  svg?.addEventListener("focusin", (event) => onFocus(ctx, /** @type {Element} */ (event.target), true));
  svg?.addEventListener("focusout", () => { ctx.ui.focused = false; ctx.invalidate(); });
  readMark(ctx);
  const frame = parseFrame(new URL(location.href).searchParams.get("frame") ?? "");
  if (frame) openReplay(ctx, frame);
  else offerUnseen(ctx);
  ctx.invalidate();
}

/** @param {any} ctx @param {Element} target @param {boolean} on */
function onFocus(ctx, target, on) {
  const tile = target.getAttribute("data-tile");
  const corner = target.getAttribute("data-corner");
  if (tile) ctx.ui.focus = tile;
  if (corner) ctx.ui.corner = corner;
  const seen = target.matches(":focus-visible");
  ctx.ui.focused = on && seen && Boolean(tile ?? corner);
  if (tile && seen && !ctx.ui.selected) ctx.ui.hovered = tile;
  ctx.invalidate();
}

/** @param {any} ctx @param {Set<string>} streams */
export function changed(ctx, streams) {
  if (!streams.has("public") || !ctx.isStarted) return;
  const frame = ctx.store.last("public");
  const before = ctx.resolved;
  readMark(ctx);
  // after a long absence the resolution came inside a snapshot: its frames are in the history
  if (before !== undefined && ctx.resolved > before && !storyAt(ctx, frame.seq)) setTimeout(() => offerUnseen(ctx), 60);
  if (frame?.events.some((/** @type {any} */ event) => event.type === "week_resolved") && storyAt(ctx, frame.seq)) {
    ctx.ui.reasons.clear();
    setBuilding(ctx, false);
    // the side's own lines of the same resolution arrive in the same burst
    setTimeout(() => offer(ctx, frame.seq), 60);
  }
}

/** What this person has seen of the board: kept on the server per game, or on this device for a guest. @param {any} ctx */
function readMark(ctx) {
  const open = ctx.store.last("public")?.view;
  if (!open?.sides) return;
  const done = resolvedWeeks({ public: open });
  const mark = ctx.mark ?? parseMark(isSignedIn() ? ctx.config.mark : stored(`mark:${ctx.config.id}`));
  ctx.mark = mark;
  if (mark === null) {
    ctx.mark = { week: done, at: Math.round(ctx.now) };
    saveMark(ctx);
  }
  const seen = ctx.mark.week;
  ctx.resolved = done;
  ctx.ui.lookedAt = ctx.mark.at;
  ctx.ui.changed = new Set(Object.entries(open.tiles ?? {}).filter(([, tile]) => tile.since > seen).map(([id]) => id));
  ctx.ui.contested = new Set(Object.entries(open.tiles ?? {}).filter(([, tile]) => tile.contested && tile.contested === done).map(([id]) => id));
}

/** @param {string | null | undefined} text */
function parseMark(text) {
  try {
    const mark = JSON.parse(text || "null");
    return mark && typeof mark.week === "number" ? mark : null;
  } catch {
    return null;
  }
}

/** @param {any} ctx */
function saveMark(ctx) {
  const mark = JSON.stringify(ctx.mark);
  if (isSignedIn()) ctx.fetch("seen", { mark }).catch(() => undefined);
  else store(`mark:${ctx.config.id}`, mark);
}

function isSignedIn() {
  return document.getElementById("table")?.hasAttribute("data-signed-in") ?? false;
}

/** @param {any} ctx */
export function dismissNews(ctx) {
  ctx.mark = { week: resolvedWeeks({ public: ctx.store.last("public").view }), at: Math.round(ctx.now) };
  saveMark(ctx);
  readMark(ctx);
  ctx.announce("All changes marked as seen");
  ctx.invalidate();
}

/** A resolution that this general has not seen yet. @param {any} ctx */
async function offerUnseen(ctx) {
  const done = resolvedWeeks(ctx.view);
  if (!done || !ctx.ui.changed.size || playedWeek(ctx) >= done) return;
  await ctx.loadReplay().catch(() => undefined);
  const seq = ctx.store.frames("public").findLast((/** @type {any} */ frame) => frame.events.some((/** @type {any} */ event) => event.type === "week_resolved"))?.seq;
  if (seq !== undefined && !ctx.ui.playback) offer(ctx, seq);
}

/** @param {any} ctx @param {string | null} id @param {{touch: boolean, double: boolean}} how */
function onTile(ctx, id, { touch, double }) {
  const { ui, view } = ctx;
  if (ui.playback?.step) return;
  if (!id) {
    leave(ctx);
    return;
  }
  const again = ui.selected === id;
  if (!double) {
    select(ctx, id);
    if (!(touch && again)) return;
  }
  if (view.private?.targets?.[id] && view.private.can_order && !view.isPast) openCapture(ctx, id);
  else askReason(ctx, id);
}

/** @param {any} ctx @param {string | null} id @param {{touch: boolean, double: boolean}} how */
function onCorner(ctx, id, { touch, double }) {
  const { ui } = ctx;
  if (!id) {
    ui.corner = null;
    ctx.invalidate();
    return;
  }
  const again = ui.corner === id;
  if (!double) focusCorner(ctx, id);
  if (double || (touch && again)) openBuild(ctx, id);
}

let timer = 0;

/** Pin a tile. @param {any} ctx @param {string} id @param {{reveal?: boolean}} [how] */
export function select(ctx, id, { reveal = false } = {}) {
  const { ui } = ctx;
  ui.selected = id;
  ui.focus = id;
  ui.tab = "tile";
  if (ui.building) ui.building = false;
  if (reveal) ctx.camera.reveal(pointOf(id), 60);
  tick(ctx, "inspect");
  ctx.announce(tileLabelShort(ctx, id));
  clearTimeout(timer);
  timer = window.setTimeout(() => { if (ui.selected === id) askReason(ctx, id); }, ASK_AFTER);
  if (reveal || document.activeElement?.closest(".im-board, body") === document.body) focusTile(ctx, id);
  ctx.invalidate();
}

/** @param {any} ctx @param {string} id */
function tileLabelShort(ctx, id) {
  const tile = ctx.view.public.tiles?.[id];
  const owner = tile?.owner === undefined ? "unclaimed" : sideName(ctx.view, tile.owner);
  return `${capital(tileWords(ctx.view, id))}, ${owner}`;
}

/** @param {any} ctx @param {number} by */
export function stepTarget(ctx, by) {
  const ids = sortedTargets(ctx.view).map(([id]) => id);
  if (!ids.length) {
    ctx.announce("Nothing is within reach");
    return;
  }
  const at = ids.indexOf(ctx.ui.selected ?? ctx.ui.focus ?? "");
  const next = ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : (at + by + ids.length) % ids.length];
  select(ctx, next);
  focusTile(ctx, next);
}

/** @param {any} ctx @param {boolean} on */
export function setBuilding(ctx, on) {
  if (on && !ctx.view.private?.can_order) return;
  ctx.ui.building = on;
  ctx.ui.tab = "tile";
  const n = Object.keys(ctx.view.private?.corners ?? {}).length;
  if (on) {
    tick(ctx, "build");
    ctx.announce(`Building Mode. ${n} corners can be built on`);
  }
  ctx.invalidate();
}

/** @param {any} ctx @param {string} corner */
export function lookAtCorner(ctx, corner) {
  ctx.ui.building = Boolean(ctx.view.private?.can_order);
  ctx.ui.corner = corner;
  ctx.camera.reveal(cornerPoint(corner), 60);
  focusCorner(ctx, corner);
}

/** Escape or a click on empty space: mode first, then selection. @param {any} ctx */
export function leave(ctx) {
  const { ui } = ctx;
  if (ui.building) ui.building = false;
  else ui.selected = null;
  ui.hovered = null;
  ctx.invalidate();
}

/** @param {any} ctx */
export function focusMap(ctx) {
  focusTile(ctx, ctx.ui.focus ?? home(ctx.view));
}

/** @param {any} ctx */
export function focusOrders(ctx) {
  openTab(ctx, "orders");
  tick(ctx, "orders");
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const first = document.querySelector("#orders .order");
    if (first instanceof HTMLElement) first.focus();
  }));
}

/** A tile name, a park or the temple. @param {any} ctx @param {string} words @returns {boolean} */
export function goTo(ctx, words) {
  const wanted = words.trim().toLowerCase().replace(/\u2212/g, "-");
  const tile = /(-?\d+)\s*[, ]\s*(-?\d+)/.exec(wanted);
  const side = Object.values(ctx.view.public.sides).find((/** @type {any} */ one) => one.name.toLowerCase() === wanted);
  const id = tile ? `${Number(tile[1])},${Number(tile[2])}` : wanted === "temple" ? "0,0" : /** @type {any} */ (side)?.base;
  if (!id || !ctx.view.public.tiles?.[id]) return false;
  if (ctx.ui.twin) toggleTwin(ctx);
  ctx.camera.flyTo(pointOf(id), Math.max(ctx.camera.camera.k, ctx.camera.fitted * 1.6));
  select(ctx, id);
  focusTile(ctx, id);
  return true;
}

/** @param {any} ctx */
export function openGoto(ctx) {
  ctx.ui.goto = true;
  ctx.invalidate();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const field = document.querySelector(".im-goto input");
    if (field instanceof HTMLElement) field.focus();
  }));
}

/** @param {any} ctx */
export function toggleTwin(ctx) {
  ctx.ui.twin = !ctx.ui.twin;
  document.getElementById("table")?.toggleAttribute("data-twin", ctx.ui.twin);
  ctx.invalidate();
}

/** @param {any} ctx */
export function openHelp(ctx) {
  ctx.open({
    name: "help",
    render: () => html`<div class="dialog-body"><h2 id="dialog-title">Keys on the map</h2><dl class="help">${KEYS.map(([key, words]) => html`<dt><kbd>${key}</kbd></dt><dd>${words}</dd>`)}</dl>
      <p class="muted small">Mouse: click keeps a tile, double-click captures or builds, drag moves, wheel zooms. Touch: tap, tap again, pinch.</p>
      <div class="dialog-actions"><button class="button" type="button" @click=${() => { ctx.dialogs.close(); restartTour(ctx); }}>First steps</button>
        <button class="button" type="button" @click=${() => { ctx.dialogs.close(); openGoto(ctx); }}>Go to</button><button class="button" type="button" @click=${() => { ctx.dialogs.close(); toggleTwin(ctx); }}>Table</button>
        <button class="button button-primary" type="button" autofocus @click=${() => ctx.dialogs.close()}>Close</button></div></div>`,
  });
}

/** @param {any} ctx @param {{seq: number, step: number}} [position] */
export async function openReplay(ctx, position) {
  try {
    await ctx.loadReplay();
  } catch {
    ctx.toast("The replay could not be loaded. Try again.", { tone: "danger" });
    return;
  }
  const last = ctx.store.last("public").seq;
  const at = position ?? { seq: last, step: 0 };
  const frame = ctx.store.frame("public", at.seq);
  showPosition(ctx, { seq: frame?.seq ?? last, step: at.step });
}

/** @param {any} ctx @param {number} seq */
export function showFrame(ctx, seq) {
  openReplay(ctx, { seq, step: 0 });
}

/** @param {any} ctx */
export function backToNow(ctx) {
  stop(ctx);
  ctx.ui.scrub = null;
  ctx.setCursor(null);
  ctx.announce("Back to now");
}

/** @param {any} ctx */
export function copyMoment(ctx) {
  const { playback } = ctx.ui;
  if (playback && !playback.isScrub) {
    const url = new URL(location.href);
    url.searchParams.set("frame", playback.step && playback.step < 5 ? `${playback.story.seq}.${playback.step}` : String(playback.story.seq));
    navigator.clipboard?.writeText(url.href).catch(() => undefined);
    ctx.toast("Link copied");
    return;
  }
  ctx.copyLink();
}

/** A stage of the playback for the live region. @param {any} ctx @param {any} playback */
export function stageWords(ctx, playback) {
  if (!playback.step) return "";
  const words = stageText(ctx.view, playback.story, playback.step, playback.step === 2 && playback.story.contests.length ? playback.contest : -1);
  return `Step ${playback.step} of 5: ${plain(words)}`;
}

/** The text of a template, for the ear. @param {any} words @returns {string} */
function plain(words) {
  if (words === null || words === undefined || typeof words === "boolean" || typeof words === "symbol") return "";
  if (Array.isArray(words)) return words.map(plain).join("");
  if (!words.strings) return String(words);
  return words.strings.map((/** @type {string} */ part, /** @type {number} */ i) => part.replace(/<[^>]*>/g, "") + plain(words.values[i])).join("");
}

/** Wait until the store shows what an accepted action did. @param {any} ctx @param {() => boolean} isThere */
export async function settled(ctx, isThere) {
  for (let i = 0; i < 40 && !isThere(); i += 1) await new Promise((resolve) => { setTimeout(resolve, 50); });
}

/** @param {any} ctx @param {any} frame */
export function frame(ctx, frame) {
  if (frame.type === "ok" && ctx.view?.queue) tick(ctx, "capture");
}

export { finish };
