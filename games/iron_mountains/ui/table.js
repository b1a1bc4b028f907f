// @ts-check
/** Iron Mountains on the table: what the shell of `static/js/table.js` asks a title for, and what its parts ask of each other. */

import { nothing } from "../../vendor/lit-html/lit-html.js";
import { cornerPoint } from "../../js/hex.js";
import { store, stored } from "../../js/prefs.js";
import { board, flyHome, followSheet, home, sheetHeight, startCamera } from "./board.js";
import { focusCorner, focusTile } from "./focus.js";
import { overlays } from "./overlays.js";
import { openTab, panel, spanOf } from "./panel.js";
import { freshUi, parseFrame } from "./state.js";
import { header, strip } from "./strip.js";
import { pointOf } from "./terrain.js";
import { askReason } from "./tile-card.js";
import { tick } from "./steps.js";
import { capital, resolvedWeeks, shortage, sideName, tileWords, weekWord } from "./words.js";
import { lazy, openBuild, openCapture, replayParts, warmDialogs } from "./lazy.js";

export { board, flyHome, followSheet as drawn, freshUi, header, overlays, panel, sheetHeight, strip };

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
  if (ctx.ui.playback?.step) view.public = ctx.replay.stagedPublic(ctx.ui.playback, view.public);
  if (!view.public.tiles) view.public = { ...view.public, ...BLANK };
  view.queue = view.private?.queue ?? view.members?.queue;
  view.stocks = view.members?.stocks ?? view.public.sides?.[view.team ?? -1]?.stocks;
}

/** The text twin, fetched when it is first opened. @param {any} view @param {any} ctx */
export function text(view, ctx) {
  return lazy(ctx, "twin", () => import("./twin.js"))?.text(view, ctx) ?? nothing;
}

/** When a view was, for the marks of a replay. @param {any} view */
export function momentWords(view) {
  const { phase, week } = view.public;
  return phase === "orders" || phase === "review" ? `${weekWord(view)} ${week}${phase === "review" ? ", review" : ""}` : capital(phase);
}

/** The bar on top: only when there is something to say that the panel does not. @param {any} view @param {any} ctx */
export function prompt(view, ctx) {
  if (ctx.past) return null;
  const { phase, clock = {}, reopened, nominal, deadline } = view.public;
  const say = (/** @type {string} */ key, /** @type {any} */ params = {}) => ctx.texts.say("prompts", key, paramWords(params, view));
  if (view.isPast && !ctx.ui.playback) return { text: `You are looking at ${weekWord(view).toLowerCase()} ${view.public.week}.`, action: { label: "Back to now", run: () => ctx.replay.backToNow(ctx) } };
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
  ctx.camera = startCamera(host, ctx, {
    onTile: (id, how) => onTile(ctx, id, how),
    onCorner: (id, how) => onCorner(ctx, id, how),
  });
  const svg = host.querySelector(".im-board");
  svg?.addEventListener("keydown", (event) => onKey(ctx, /** @type {KeyboardEvent} */ (event)));
  svg?.addEventListener("focusin", (event) => onFocus(ctx, /** @type {Element} */ (event.target), true));
  svg?.addEventListener("focusout", () => { ctx.ui.focused = false; ctx.invalidate(); });
  if (ctx.config.replay) return;
  readMark(ctx);
  const frame = parseFrame(new URL(location.href).searchParams.get("frame") ?? "");
  if (frame) openReplay(ctx, frame);
  else offerUnseen(ctx);
  ctx.invalidate();
}

/** Keys are heeded in order, also while a part is still coming. @param {any} ctx @param {KeyboardEvent} event */
function onKey(ctx, event) {
  const waits = ctx.keys ? ctx.keysBusy : (ctx.keysBusy ?? import("./keys.js").then((keys) => { ctx.keys = keys; }));
  if (waits && event.key.startsWith("Arrow")) event.preventDefault();
  const done = waits ? waits.then(() => ctx.keys.onKey(event, ctx)) : ctx.keys.onKey(event, ctx);
  if (!done?.then) return;
  const busy = done.catch(() => undefined).then(() => { if (ctx.keysBusy === busy) ctx.keysBusy = null; });
  ctx.keysBusy = busy;
}

/** @param {any} ctx @param {Element} target @param {boolean} on */
function onFocus(ctx, target, on) {
  const tile = target.getAttribute("data-tile");
  const corner = target.getAttribute("data-corner");
  if (tile) ctx.ui.focus = tile;
  if (corner) ctx.ui.corner = corner;
  const seen = target.matches(":focus-visible");
  if (seen && !ctx.keys) import("./keys.js").then((keys) => { ctx.keys = keys; }, () => undefined);
  ctx.ui.focused = on && seen && Boolean(tile ?? corner);
  if (tile && seen && !ctx.ui.selected) ctx.ui.hovered = tile;
  ctx.invalidate();
}

/** @param {any} ctx @param {Set<string>} streams */
export function changed(ctx, streams) {
  if (!streams.has("public") || !ctx.isStarted || ctx.config.replay) return;
  const frame = ctx.store.last("public");
  const before = ctx.resolved;
  readMark(ctx);
  if (before === undefined || ctx.resolved <= before) return;
  ctx.ui.reasons.clear();
  setBuilding(ctx, false);
  // the side's own lines of the same resolution arrive in the same burst
  setTimeout(() => offerResolved(ctx, frame.seq), 60);
}

/** @param {any} ctx @param {number} seq */
async function offerResolved(ctx, seq) {
  const replay = await replayParts(ctx);
  if (replay.storyAt(ctx, seq)) replay.offer(ctx, seq);
  else offerUnseen(ctx);
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
  ctx.ui.changed = tilesWhere(open.tiles, (tile) => tile.since > seen, ctx.ui.changed);
  ctx.ui.contested = tilesWhere(open.tiles, (tile) => tile.contested !== undefined && tile.contested === done, ctx.ui.contested);
}

/** The same set as before when nothing in it changed, so that what it marks is not drawn again. @param {any} tiles @param {(tile: any) => boolean} fits @param {Set<string>} before */
function tilesWhere(tiles, fits, before) {
  const found = new Set();
  for (const id in tiles) if (fits(tiles[id])) found.add(id);
  return found.size === before.size && [...found].every((id) => before.has(id)) ? before : found;
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
  if (!done || !ctx.ui.changed.size || Number(stored(`played:${ctx.config.id}`)) >= done) return;
  const replay = await replayParts(ctx);
  await replay.loadReplay(ctx).catch(() => undefined);
  const seq = ctx.store.frames("public").findLast((/** @type {any} */ frame) => frame.events.some((/** @type {any} */ event) => event.type === "week_resolved"))?.seq;
  if (seq !== undefined && !ctx.ui.playback) replay.offer(ctx, seq);
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
  warmDialogs(ctx);
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
export async function stepTarget(ctx, by) {
  const { sortedTargets } = await import("./lists.js");
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

/** A tile name, a park or the temple. @param {any} ctx @param {string} words @returns {Promise<boolean>} */
export async function goTo(ctx, words) {
  const part = await import("./goto.js");
  return part.goTo(ctx, words);
}

/** @param {any} ctx */
export async function openGoto(ctx) {
  const part = await import("./goto.js");
  part.openGoto(ctx);
}

/** @param {any} ctx */
export function toggleTwin(ctx) {
  ctx.ui.twin = !ctx.ui.twin;
  document.getElementById("table")?.toggleAttribute("data-twin", ctx.ui.twin);
  ctx.invalidate();
}

/** @param {any} ctx */
export async function openHelp(ctx) {
  const part = await import("./help.js");
  part.openHelp(ctx);
}

/** @param {any} ctx @param {{seq: number, step: number}} [position] */
export async function openReplay(ctx, position) {
  try {
    await (await replayParts(ctx)).loadReplay(ctx);
  } catch {
    ctx.toast("The replay could not be loaded. Try again.", { tone: "danger" });
    return;
  }
  const last = ctx.store.last("public").seq;
  const at = position ?? { seq: last, step: 0 };
  const frame = ctx.store.frame("public", at.seq);
  ctx.replay.showPosition(ctx, { seq: frame?.seq ?? last, step: at.step });
}

/** @param {any} ctx @param {number} seq */
export function showFrame(ctx, seq) {
  openReplay(ctx, { seq, step: 0 });
}

/** Wait until the store shows what an accepted action did. @param {any} ctx @param {() => boolean} isThere */
export async function settled(ctx, isThere) {
  for (let i = 0; i < 40 && !isThere(); i += 1) await new Promise((resolve) => { setTimeout(resolve, 50); });
}

/** @param {any} ctx @param {any} frame */
export function frame(ctx, frame) {
  if (frame.type === "ok" && ctx.view?.queue) tick(ctx, "capture");
}

