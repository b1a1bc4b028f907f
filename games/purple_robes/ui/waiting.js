// @ts-check
/** The order column when nothing is to be chosen: my order read-only, everybody's hands. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../../js/icons.js";
import { seatName, seatTag } from "../../js/seats.js";
import { orderWords } from "./own.js";
import { items } from "./pieces.js";
import { copies, sizeOf } from "./state.js";
import { KIND_ORDER, kindName, member } from "./words.js";

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

/** Everybody's items. @param {any} view */
export function handsCard(view) {
  return html`<section class="order-card" aria-labelledby="hands-head"><h2 id="hands-head">Hands</h2><ul class="hands">${Object.keys(view.public.hands).filter((seat) => Number(seat) !== view.seat).map((seat) => html`<li>${seatTag(view, seat)} ${sizeOf(view.public.hands[seat])
    ? items(copies(view.public.hands[seat], KIND_ORDER)) : html`<span class="note">no items</span>`}</li>`)}</ul></section>`;
}
