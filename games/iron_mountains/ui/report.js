// @ts-check
/** Events in words: the log of the panel and the lines of the weekly report. Sentences stand in `texts.json`, keyed by event. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { dayAndTime } from "../../js/clock.js";
import { logView } from "../../js/log.js";
import { shield } from "./shared.js";
import { amount, count, list, payment, place, sideName, signed, tileWords, TYPES, weekWord } from "./words.js";

/** Lines that say nothing new beside others. */
const SILENT = new Set(["points_awarded", "moves_awarded", "orders_reordered"]);

/** An event's fields as words. @param {any} event @param {any} view @param {{zone?: string, texts: any}} tools @returns {Record<string, any>} */
export function eventWords(event, view, { zone, texts }) {
  /** @type {Record<string, any>} */
  const words = { ...event, unit: weekWord(view), unit_small: weekWord(view).toLowerCase() };
  for (const key of ["side", "winner", "previous"]) if (typeof event[key] === "number") words[key] = sideName(view, event[key]);
  if (typeof event.previous === "string") words.previous = event.previous;
  for (const key of ["claimants", "builders"]) if (event[key]) words[key] = list(event[key].map((/** @type {number} */ side) => sideName(view, side)));
  if (event.claimants) words.losers = list(event.claimants.filter((/** @type {number} */ side) => side !== event.winner).map((/** @type {number} */ side) => sideName(view, side)));
  if (event.tile) words.tile = event.was ? `${event.was} ${place(event.tile)}` : tileWords(view, event.tile);
  if (event.corner) words.corner = place(event.corner);
  for (const key of ["until", "deadline", "review_until"]) if (event[key]) words[key] = dayAndTime(event[key], zone);
  if (event.outcome) words.outcome = texts.say("outcomes", event.outcome);
  if (event.type === "resources_granted") words.amount = `${amount(event.amount)} ${TYPES.find(({ key }) => key === event.kind)?.word ?? ""}`;
  else if (typeof event.amount === "number") words.amount = signed(event.amount);
  if (event.type === "order_result") words.order = resultTarget(event, view);
  if (event.text) words.order = event.text.corner ? `build ${event.text.fort} at ${place(String(event.text.corner))}` : `capture ${tileWords(view, String(event.text.tile))}`;
  if (event.refund) words.refund = payment(event.refund);
  if (event.type === "supplies_changed") words.gained = Object.values(event.awards ?? {}).reduce((/** @type {number} */ sum, n) => sum + Number(n), 0);
  if (event.type === "attendance_refreshed") words.change = changeWords(event);
  if (event.dates) words.dates = event.dates.length ? list(event.dates) : "several dates";
  if (event.type === "prize_picked") words.prize = view.public.prizes?.[event.prize]?.title ?? event.prize;
  if (event.standings) words.standings = sideName(view, event.standings[0]);
  if (event.type === "general_changed") words.office = event.office === "general" ? "a new general" : "other deputies";
  if (event.type === "bot_seated") words.kind = event.kind === "bot" ? "played by the bot from now on" : "played by its own people again";
  return words;
}

/** @param {any} event @param {any} view */
function resultTarget(event, view) {
  return event.corner ? `build ${event.fort ?? "fortification"} at ${place(event.corner)}` : `capture ${tileWords(view, event.tile)}`;
}

/** @param {any} event */
function changeWords(event) {
  const parts = TYPES.map(({ key, word }) => ({ word, by: (event.after[key] ?? 0) - (event.before[key] ?? 0) })).filter(({ by }) => by);
  return parts.length ? list(parts.map(({ word, by }) => `${by > 0 ? "+" : ""}${amount(by)} ${word}`)) : "no change of resources";
}

/** @param {any} entry @param {any} ctx @returns {import("../../js/log.js").Line | null} */
export function describe(entry, ctx) {
  const { event } = entry;
  if (SILENT.has(event.type)) return null;
  const pattern = event.type === "order_result" ? `order_result.${event.outcome}` : event.type;
  const words = eventWords(event, ctx.view, { zone: ctx.zones.zone, texts: ctx.texts });
  const key = ctx.texts.find("events", pattern) ? pattern : event.type;
  const seat = event.winner ?? event.side ?? event.builders?.[0];
  return { text: ctx.texts.say("events", key, words), seat, phase: event.week === undefined ? "" : String(event.week), isPrivate: entry.stream !== "public" };
}

/** @param {any} view @param {any} ctx */
export function logCard(view, ctx) {
  const filter = ctx.ui.logFilter ?? { seat: "", phase: "" };
  const weeks = Array.from({ length: Math.max(0, view.public.week) }, (_, i) => String(view.public.week - i));
  const set = (/** @type {string} */ key) => (/** @type {Event} */ event) => {
    ctx.ui.logFilter = { ...filter, [key]: /** @type {HTMLSelectElement} */ (event.target).value };
    ctx.invalidate();
  };
  return html`<div class="card-head"><h2>Log</h2>${ctx.ui.changed.size ? html`<button class="link-button" type="button" @click=${() => ctx.title.dismissNews(ctx)}>${count(ctx.ui.changed.size, "tile")} new: mark as seen</button>` : nothing}</div>
    <div class="filter"><label>Park <select @change=${set("seat")}><option value="">all</option>${Object.keys(view.public.sides).map((side) => html`<option value=${side} ?selected=${filter.seat === side}>${sideName(view, side)}</option>`)}</select></label>
      <label>${weekWord(view)} <select @change=${set("phase")}><option value="">all</option>${weeks.map((week) => html`<option value=${week} ?selected=${filter.phase === week}>${week}</option>`)}</select></label></div>
    ${logView(ctx.past?.entries ?? ctx.store.entries(), { describe: (entry) => describe(entry, ctx), emblem: (side) => shield(view, side, "", "log"), onShow: (entry) => (ctx.past ? ctx.startReplay(entry) : ctx.title.showFrame(ctx, entry.seq)), seat: filter.seat, phase: filter.phase })}`;
}
