// @ts-check
/** Pending orders: private, in funding order; Show, Edit, up, down, Cancel with Undo. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { dayAndTime, isSameTime, ownTime } from "../../js/clock.js";
import { icon } from "./shared.js";
import { capital, count, orderTitle, payment, shortage } from "./words.js";

/** @param {any} order */
function orderDetail(order) {
  if (order.kind === "build") return `${count(order.price, "supply", "supplies")} · +${order.gain ?? 0} VP a week`;
  return `${payment(order.payment)} · 1 move`;
}

/** @param {any} view @param {any} ctx */
export function ordersCard(view, ctx) {
  const { queue } = view;
  if (!queue) return view.team === null ? nothing : html`<p class="muted small">Orders are known to the general and the deputies only.</p>`;
  const canChange = ctx.canSubmit && view.seat !== null && view.private?.can_order;
  const name = view.public.sides[view.team].name;
  return html`<div class="card-head"><h2>Pending orders</h2><span class="muted small private">${icon("i-lock", "ic-small")} only ${name} sees these</span></div>
    ${queue.list.length ? nothing : html`<p class="muted small empty-orders">None yet. Double-click a ringed tile, or choose one and press Capture Tile.</p>`}
    <ol class="orders" id="orders">${queue.list.map((/** @type {string} */ id, /** @type {number} */ i) => row(view, ctx, id, i, canChange))}</ol>
    ${view.private?.can_order && queue.list.length ? untilWhen(view, ctx) : nothing}
    ${view.private?.can_order ? html`<button class="button button-block sheet-only" type="button" @click=${() => ctx.title.setBuilding(ctx, true)}>${icon("i-build")} Building Mode</button>` : nothing}
    ${view.seat !== null && !view.private?.can_order && queue.list.length ? html`<p class="muted small">These can no longer be changed.</p>` : nothing}`;
}

/** @param {any} view @param {any} ctx */
function untilWhen(view, ctx) {
  const due = view.public.clock?.due_at ?? view.public.deadline;
  if (!due) return nothing;
  const { zone, own } = ctx.zones;
  return html`<p class="muted small until">You may change these until ${dayAndTime(due, zone)} league time${isSameTime(due, zone, own) ? "" : ` (${ownTime(due, zone, own)} your time)`}.</p>`;
}

/** @param {any} view @param {any} ctx @param {string} id @param {number} i @param {boolean} canChange */
function row(view, ctx, id, i, canChange) {
  const order = view.queue.orders[id];
  const title = orderTitle(view, order);
  const last = view.queue.list.length - 1;
  return html`<li class="order" data-order=${id} tabindex="-1" @keydown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === "Delete" && canChange) run("cancel", ctx, id); }}>
    <span class="order-number ${order.risk ? "at-risk" : ""}">${i + 1}</span>
    <div class="order-text"><span class="order-title"><button class="order-show" type="button" aria-label="Show ${title}" @click=${() => run("show", ctx, order)}>${capital(title)}</button><button class="link-button" type="button" aria-label="Edit ${title}" ?disabled=${!canChange} @click=${() => run("edit", ctx, id)}>Edit</button></span>
      ${order.risk ? html`<span class="small"><span class="badge badge-danger">${icon("i-warn", "ic-small")} At risk</span> <span class="muted">${riskWords(ctx, order)}</span></span>` : html`<span class="muted small">${orderDetail(order)}</span>`}</div>
    <span class="order-buttons">
      <button class="icon-button" type="button" aria-label="Move ${title} up" ?disabled=${!canChange || i === 0} @click=${() => run("move", ctx, id, -1)}>${icon("i-up")}</button>
      <button class="icon-button" type="button" aria-label="Move ${title} down" ?disabled=${!canChange || i === last} @click=${() => run("move", ctx, id, 1)}>${icon("i-down")}</button>
      <button class="icon-button" type="button" aria-label="Cancel ${title}" ?disabled=${!canChange} @click=${() => run("cancel", ctx, id)}>${icon("i-x")}</button></span></li>`;
}

/** @param {any} ctx @param {any} order */
function riskWords(ctx, order) {
  return shortage(order.short) || ctx.texts.say("outcomes", order.risk, {}, "would fail as things stand");
}

/** What the buttons do is fetched with the first press. @param {"show" | "edit" | "move" | "cancel"} name @param {any[]} rest */
async function run(name, ...rest) {
  const actions = await import("./order-actions.js");
  /** @type {any} */ (actions[name])(...rest);
}
