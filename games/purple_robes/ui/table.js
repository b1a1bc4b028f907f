// @ts-check
/** The Court of the Purple Robes on the table: what the shell of `static/js/table-shell.js` asks a title for. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { stored } from "../../js/prefs.js";
import * as shell from "../../js/table-shell.js";
import { describe, learn, logOptions } from "./chronicle.js";
import { answerOf, askPreview, change, draftOf, owes, send } from "./drafts.js";
import { canopy, palaces } from "./hall.js";
import { clanStrip, marker, seal } from "./pieces.js";
import { deeds, plate, prompt, seats } from "./prompts.js";
import { loaded, part, warm } from "./parts.js";
import { freshUi, sizeOf } from "./state.js";
import { handCard, ifNothing } from "./own.js";
import { count, cycleWord, KIND_ORDER, kindName, member, phaseWord, weightOf } from "./words.js";
import { seatName } from "../../js/seats.js";

export { deeds, describe, freshUi, logOptions, plate, prompt, seats, shell };

const REVEAL_AFTER = 60;

/** Before every drawing. @param {any} view @param {any} ctx */
export function complete(view, ctx) {
  ctx.explain ??= (/** @type {Element} */ anchor, /** @type {string} */ key, /** @type {any} */ about) => import("./explain.js").then((card) => card.open(anchor, ctx, key, about));
  ctx.part ??= (/** @type {string} */ name) => part(ctx, name);
  ctx.pickMember ??= (/** @type {string} */ id, /** @type {Element} */ anchor) => pickMember(ctx, id, anchor);
  if (!view.public.hands) return;
  ctx.ui.canPick = owes(view) && view.public.state === "influence";
  const draft = draftOf(view, ctx);
  ctx.ui.draftTarget = view.isPast ? null : ctx.ui.canPick ? draft.target : view.private?.my_order?.attempt?.target ?? null;
}

/** On the board or in a list: a target while one is chosen, else its facts. @param {any} ctx @param {string} id @param {Element} [anchor] */
function pickMember(ctx, id, anchor) {
  if (!id) return;
  const draft = draftOf(ctx.view, ctx);
  if (!ctx.ui.canPick || (draft.target === id && anchor)) {
    if (anchor) ctx.explain(anchor, "member", { id });
    return;
  }
  ctx.ui.anchor = null;
  const usable = ctx.view.private.my_legal?.targets?.[id]?.kinds ?? {};
  change(ctx, { target: id, items: Object.fromEntries(Object.entries(draft.items).filter(([kind]) => usable[kind])) });
  ctx.announce(`Target: ${member(id).name}`);
}

/** @param {any} view @param {any} ctx */
export function board(view, ctx) {
  const { state } = view.public;
  const body = state === "bid" ? part(ctx, "bid")?.queues(view, ctx) : state === "cast" ? part(ctx, "cast")?.casting(view, ctx) : palaces(view, ctx);
  return html`${ctx.isPhone && ctx.ui.tab === "board" ? html`<div class="phone-cards">${news(view, ctx)}</div>` : nothing}<section class="court court-${state}" aria-label="The court">${canopy(view, ctx)}${body ?? nothing}</section>`;
}

/** What has just resolved, and what has changed since the last visit. @param {any} view @param {any} ctx */
const news = (view, ctx) => html`${ctx.ui.reveal ? part(ctx, "reveal")?.revealCard(view, ctx) ?? nothing : nothing}${ctx.ui.digest ? part(ctx, "digest")?.digestCard(view, ctx) ?? nothing : nothing}`;

/** @param {any} view @param {any} ctx */
export function panel(view, ctx) {
  askPreview(view, ctx);
  return html`${ctx.isPhone && ctx.ui.tab !== "orders" ? nothing : news(view, ctx)}${orders(view, ctx)}${seatFoot(view, ctx)}`;
}

/** @param {any} view @param {any} ctx */
function orders(view, ctx) {
  const { state } = view.public;
  if (state === "finished") return part(ctx, "end")?.ending(view, ctx) ?? nothing;
  const isMine = owes(view);
  const form = state === "bid" ? (isMine ? part(ctx, "bid")?.bidPanel : part(ctx, "bid")?.others)
    : state === "cast" ? part(ctx, "cast")?.castPanel : isMine ? part(ctx, "influence")?.influencePanel : null;
  const shown = form?.(view, ctx) ?? nothing;
  if (ctx.isPhone) return html`${isMine ? nothing : part(ctx, "waiting")?.ownOrder(view, ctx) ?? nothing}${shown}${isMine ? ifNothing(view, ctx) : nothing}`;
  if (isMine) return html`${shown}${ifNothing(view, ctx)}${state === "influence" && draftOf(view, ctx).target ? nothing : handCard(view)}`;
  const waiting = part(ctx, "waiting");
  return html`${waiting?.ownOrder(view, ctx) ?? nothing}${shown}${handCard(view)}${waiting?.handsCard(view) ?? nothing}`;
}

/** @param {any} view @param {any} ctx */
function seatFoot(view, ctx) {
  if (view.seat === null || view.isPast || view.public.state === "finished" || (view.public.retired ?? []).includes(view.seat)) return nothing;
  const name = seatName(view, view.seat);
  const resign = async () => {
    if (await ctx.confirm({ title: `Resign as ${name}?`, text: "You leave for good and the bot plays on. Your score stands and is ranked.", action: `Resign as ${name}`, danger: true })) send(ctx, { type: "resign" });
  };
  return html`<p class="seat-foot"><button class="link-button" type="button" @click=${() => import("./tour.js").then((tour) => tour.show(ctx, 0))}>Show the tour</button><button class="link-button danger-text" type="button" ?disabled=${!ctx.canSubmit} @click=${resign}>Resign …</button></p>`;
}

/** The Hand tab of a phone. @param {any} view @param {any} ctx */
export const hand = (view, ctx) => html`${handCard(view)}${part(ctx, "waiting")?.handsCard(view) ?? nothing}${view.public.state === "bid" ? nothing : part(ctx, "bid")?.others(view, ctx) ?? nothing}`;

/** What stands over the tabs of a phone. @param {any} view @param {any} ctx */
export function draft(view, ctx) {
  if (!owes(view)) return html`<span class="draft-line">${view.private ? (view.private.my_order ? html`<b>Your order is in</b>` : html`<b>${view.public.state === "finished" ? "The game is over" : "Nothing to do now"}</b>`) : html`<b>Spectating</b>`}</span>`;
  const now = draftOf(view, ctx);
  const answer = answerOf(view, ctx);
  if (view.public.state === "bid") return html`<span class="draft-line">${now.marker === null ? nothing : marker(now.marker, { size: "marker-small" })}<span><b>${now.marker === null ? "No marker yet" : `Marker ${now.marker}`}</b><small>${now.ranking.length ? `queues ${now.ranking.join(", ")}` : "no queue ranked"}${now.monkey ? `; monkey for ${kindName(now.monkey.kind)}` : ""}</small></span></span>`;
  if (view.public.state === "cast") return html`<span class="draft-line"><span><b>${answer?.table ? `A ${answer.a}, B ${answer.b}` : "Your ballot"}</b><small>${Object.keys(now.votes).length ? `${count(view.public.ballot[view.seat] ?? 0, "vote")} held` : "choose under Court"}</small></span></span>`;
  return html`<span class="draft-line">${now.target ? sign(view, now.target) : nothing}<span><b>${now.target ? member(now.target).name : now.trade ? "Trade" : "No target yet"}</b><small class=${answer?.attempt?.result === "fails" ? "warn-text" : ""}>${attemptLine(now, answer)}</small></span></span>`;
}

/** @param {any} view @param {string} id */
const sign = (view, id) => (member(id).sort === "advisor" ? seal(weightOf(view.public, id), true) : clanStrip(member(id).clan ?? id));

/** @param {import("./state.js").Draft} now @param {any} answer */
function attemptLine(now, answer) {
  const found = answer?.attempt;
  if (!now.target) return now.trade ? "without an attempt" : "tap a member of the court";
  if (!sizeOf(now.items) || !found) return "choose items under Orders";
  if (found.result === "takes") return `✓ ${found.strength} of ${found.needed}: takes it`;
  if (found.result === "raises") return `✓ raises to ${found.to}`;
  return found.result === "no_gain" ? "▲ no gain" : `▲ ${found.strength} of ${found.needed}: needs ${found.missing} more`;
}

/** @param {any} view */
export function tabs(view) {
  const held = view.seat === null ? 0 : sizeOf(view.public.hands[view.seat]);
  return [{ key: "board", label: "Court", icon: "i-home" }, { key: "orders", label: view.public.state === "finished" ? "Result" : view.seat === null ? "Facts" : "Orders", icon: "i-plus" }, { key: "hand", label: view.seat === null ? "Hands" : `Hand ${held}`, icon: "i-log" }, { key: "talk", label: "Talk", icon: "i-chat" }];
}

/** @param {any} ctx @param {string} seat @param {HTMLElement} button */
export const openScore = (ctx, seat, button) => ctx.explain(button, "score", { seat });

/** The text twin, fetched when it is first opened. @param {any} view @param {any} ctx */
export function text(view, ctx) {
  return part(ctx, "twin")?.text(view, ctx) ?? html`<p class="empty">One moment …</p>`;
}

/** Called once, after the first drawing. @param {any} ctx */
export function start(ctx) {
  learn(ctx.store.entries(["public"]));
  ctx.lastSeen = ctx.store.last("public")?.seq ?? 0;
  if (!ctx.config.replay) setTimeout(() => loaded(ctx, "digest").then((digest) => digest.startDigest(ctx)), 700);
  if (!ctx.config.replay && !stored("tour:purple-robes")) setTimeout(() => import("./tour.js").then((tour) => tour.offerTour(ctx)), 1200);
  showTurn(ctx);
  warm(ctx);
}

/** In the page's title and icon. @param {any} ctx */
const showTurn = (ctx) => ctx.badge((ctx.store.last(`seat:${ctx.seat}`)?.view.pending ?? []).length);

/** @param {any} ctx @param {Set<string>} streams */
export function changed(ctx, streams) {
  if (!ctx.isStarted) return;
  showTurn(ctx);
  if (!streams.has("public")) return;
  const last = ctx.store.last("public").seq;
  const since = ctx.lastSeen ?? last;
  ctx.lastSeen = last;
  if (ctx.ui.digest === null && !document.hidden) loaded(ctx, "digest").then((digest) => digest.mark(ctx, last));
  const fresh = ctx.store.entries(["public"]).filter((/** @type {any} */ entry) => entry.seq > since);
  learn(fresh);
  // the own lines of the same resolution arrive in the same burst
  if (fresh.length && !ctx.past) setTimeout(() => loaded(ctx, "reveal").then((reveal) => reveal.begin(ctx, ownToo(ctx, fresh))), REVEAL_AFTER);
}

/** @param {any} ctx @param {any[]} fresh */
function ownToo(ctx, fresh) {
  const own = ctx.seat === null ? undefined : ctx.store.last(`seat:${ctx.seat}`);
  const turn = fresh[0]?.event.turn;
  const lines = (own?.events ?? []).filter((/** @type {any} */ event) => event.turn === turn).map((/** @type {any} */ event) => ({ stream: `seat:${ctx.seat}`, seq: own.seq, at: own.at, event }));
  return [...fresh, ...lines];
}

/** The phase of a view in short words, for the marks of a replay. @param {any} view */
export const momentWords = (view) => (view.public.state === "finished" ? "Finished" : `${cycleWord(view.public)}, ${phaseWord(view.public).toLowerCase()}`);

/** Parameters of a refusal as words. @param {Record<string, any>} params @param {any} view */
export function paramWords(params, view) {
  const words = { ...params };
  if (typeof params.seat === "number" && view) words.seat = seatName(view, params.seat);
  for (const key of ["target", "member"]) if (params[key]) words[key] = member(params[key]).name;
  if (params.item) words.item = kindName(params.item);
  return words;
}

/** What a seat could give, for offers in talk. @param {any} view @param {number} seat */
export const cardChoices = (view, seat) => KIND_ORDER.filter((kind) => view.public.hands[seat]?.[kind]).map((kind) => ({ id: kind, label: kindName(kind), count: view.public.hands[seat][kind] }));

/** Kinds with how many of each. @param {string[]} kinds */
const counts = (kinds) => kinds.reduce((/** @type {Record<string, number>} */ all, kind) => ({ ...all, [kind]: (all[kind] ?? 0) + 1 }), {});

/** Whether an offer that was accepted can stand in my draft and does not yet. @param {{give: string[], get: string[], from: number}} card @param {any} ctx */
export function mayTakeCard(card, ctx) {
  const { view } = ctx;
  if (view.public.state !== "influence" || !ctx.canSubmit || !owes(view)) return false;
  const holds = (/** @type {number} */ seat, /** @type {string[]} */ kinds) => Object.entries(counts(kinds)).every(([kind, n]) => (view.public.hands[seat]?.[kind] ?? 0) >= n);
  const isThere = draftOf(view, ctx).trade?.partner === card.from;
  return card.give.length > 0 && card.get.length > 0 && !isThere && holds(view.seat, card.get) && holds(card.from, card.give);
}

/** An accepted offer as my own draft: its mirror image. @param {{give: string[], get: string[], from: number}} card @param {any} ctx */
export function acceptCard(card, ctx) {
  change(ctx, { trade: { partner: card.from, give: counts(card.get), get: counts(card.give) } });
}

/** @param {{give: string[], get: string[]}} card */
export const cardWords = ({ give, get }) => ({ give: give.map(kindName).join(", "), get: get.map(kindName).join(", ") });
