// @ts-check
/** The order column when nothing is to be chosen: my order read-only, what happens if I do nothing, hands, the end. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../../js/icons.js";
import { seatName, seatTag } from "../../js/seats.js";
import { items } from "./pieces.js";
import { copies, sizeOf } from "./state.js";
import { KIND_ORDER, kindList, kindName, member, CLASSES, KINDS } from "./words.js";

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

/** @param {any} view @param {any} ctx */
export function ownOrder(view, ctx) {
  const order = view.private?.my_order;
  if (!order) return nothing;
  const why = order.auto ? ctx.texts.say("prompts", view.private.prompt, {}) : view.private.my_legal?.recall ? "Secret until all have ordered; you may still change it." : "Final, and secret until all have ordered.";
  return html`<section class="order-card order-sent" aria-labelledby="sent-head"><div class="order-head"><h2 id="sent-head">Your order</h2><span class="pill">${order.auto ? "automatic" : html`${icon("i-lock", "ic-tiny")} sent`}</span><span class="note">only you see this</span></div>
    ${sent(view, order)}<p class="note">${why}</p></section>`;
}

/** @param {any} view @param {any} order */
function sent(view, order) {
  if (order.type === "bid") return html`<dl class="facts"><div><dt>Marker</dt><dd><b>${order.marker}</b></dd></div><div><dt>Queues</dt><dd>${order.ranking.map((/** @type {number} */ queue) => `Queue ${queue}`).join(" › ")}</dd></div>${order.monkey ? html`<div><dt>Monkey</dt><dd>${kindName(order.monkey.kind)} from queue ${order.monkey.queue}</dd></div>` : nothing}</dl>`;
  if (order.type === "cast") return html`<p>${orderWords(view, order)}</p>`;
  return html`<dl class="facts"><div><dt>Attempt</dt><dd>${order.attempt ? html`<b>${member(order.attempt.target).name}</b> ${items(order.attempt.items)}` : "none"}</dd></div>
    ${order.trade ? html`<div><dt>Trade</dt><dd>with ${seatName(view, order.trade.partner)}: ${items(order.trade.give)} for ${items(order.trade.get)}</dd></div>` : nothing}</dl>`;
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

/** Everybody's items. @param {any} view */
export function handsCard(view) {
  return html`<section class="order-card" aria-labelledby="hands-head"><h2 id="hands-head">Hands</h2><ul class="hands">${Object.keys(view.public.hands).filter((seat) => Number(seat) !== view.seat).map((seat) => html`<li>${seatTag(view, seat)} ${sizeOf(view.public.hands[seat])
    ? items(copies(view.public.hands[seat], KIND_ORDER)) : html`<span class="note">no items</span>`}</li>`)}</ul></section>`;
}
