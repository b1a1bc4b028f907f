// @ts-check
/** What is mine whatever the phase: an order in words, what happens if I do nothing, my hand. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../../js/icons.js";
import { seatName } from "../../js/seats.js";
import { items } from "./pieces.js";
import { sizeOf } from "./state.js";
import { CLASSES, KIND_ORDER, kindList, kindName, KINDS, member } from "./words.js";

/** An order of any kind in words. @param {any} view @param {any} order @returns {string} */
export function orderWords(view, order) {
  if (!order) return "";
  if (order.type === "bid") return `marker ${order.marker}; queues ${order.ranking.join(", ")}${order.monkey ? `; monkey for ${kindName(order.monkey.kind)} in queue ${order.monkey.queue}` : ""}`;
  if (order.type === "cast") {
    const votes = Object.entries(order.votes ?? {});
    return votes.length ? votes.map(([id, vote]) => `${member(id).short} ${vote}`).join(", ") : "everything abstains";
  }
  const parts = [];
  if (order.attempt) parts.push(`${member(order.attempt.target).name} with ${kindList(order.attempt.items)}`);
  if (order.trade) parts.push(`trade with ${seatName(view, order.trade.partner)}: ${kindList(order.trade.give)} for ${kindList(order.trade.get)}`);
  return parts.join("; ") || "full pass";
}

/** What happens to me if the clock runs out. @param {any} view @param {any} ctx */
export function ifNothing(view, ctx) {
  const order = view.private?.default;
  if (!order || view.isPast) return nothing;
  const due = view.public.clock?.due_at;
  return html`<p class="if-nothing">${icon("i-clock", "ic-small")} <span>If you do nothing${due ? ` by ${ctx.clockWords(due)}` : ""}: <b>${orderWords(view, order)}</b>.</span></p>`;
}

/** My hand by class, my markers. @param {any} view */
export function handCard(view) {
  if (view.seat === null) return nothing;
  const hand = view.public.hands[view.seat] ?? {};
  const groups = Object.entries(CLASSES).map(([group, label]) => /** @type {[string, string[]]} */ ([label, KIND_ORDER.filter((kind) => hand[kind] && KINDS[kind].class === group)])).filter(([, kinds]) => kinds.length);
  return html`<section class="order-card" aria-labelledby="hand-head"><div class="order-head"><h2 id="hand-head">Your hand</h2><span class="note">${sizeOf(hand)} items, seen by all</span></div>
    ${groups.length ? html`<dl class="facts hand">${groups.map(([label, kinds]) => html`<div><dt>${label}</dt><dd>${items(kinds.flatMap((kind) => Array.from({ length: hand[kind] }, () => kind)))}</dd></div>`)}</dl>` : html`<p class="note">No items.</p>`}
    <p class="note">Markers ${view.public.usable[view.seat]?.join(", ") || "none"}${view.public.locked[view.seat]?.length ? `; next cycle ${view.public.locked[view.seat].join(", ")}` : ""}</p></section>`;
}
