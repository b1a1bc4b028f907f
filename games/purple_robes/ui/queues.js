// @ts-check
/** The bidding board: one card a queue with the marker lying there, its items, and my own rank for it. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { change, draftOf, owes } from "./drafts.js";
import { courtStrip } from "./hall.js";
import { item, marker } from "./pieces.js";
import { ranked } from "./state.js";
import { count, kindName } from "./words.js";

/** @param {any} view @param {any} ctx */
export function queues(view, ctx) {
  const draft = draftOf(view, ctx);
  const isOpen = owes(view);
  const order = isOpen ? draft.ranking : view.private?.my_order?.ranking ?? [];
  const monkey = isOpen ? draft.monkey : view.private?.my_order?.monkey ?? null;
  return html`<ol class="queues">${view.public.queues.map((/** @type {any} */ queue, /** @type {number} */ at) => card(view, ctx, at + 1, queue, order, monkey, isOpen))}</ol>${courtStrip(view, ctx)}`;
}

/** @param {any} view @param {any} ctx @param {number} number @param {{marker: number, items: string[]}} queue @param {number[]} order @param {any} monkey @param {boolean} isOpen */
function card(view, ctx, number, queue, order, monkey, isOpen) {
  const rank = order.indexOf(number) + 1;
  const put = (/** @type {number | undefined} */ to) => {
    change(ctx, { ranking: rank && to === undefined ? order.filter((one) => one !== number) : ranked(order, number, to) });
    ctx.announce(rank && to === undefined ? `Queue ${number} is not ranked now` : `Queue ${number} is choice ${to ?? order.length + 1}`);
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (!isOpen || !/^[1-9]$/.test(event.key) || Number(event.key) > view.public.queues.length || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    put(Number(event.key));
  };
  return html`<li class="queue" ?data-first=${rank === 1} data-queue=${number} @keydown=${onKey}>
    <div class="queue-head"><h3>Queue ${number}</h3>${marker(queue.marker)}</div>
    <div class="queue-rank"><span>${count(queue.items.length, "item")}</span>${isOpen ? html`<button class="rank-pick" type="button" aria-pressed=${String(rank > 0)} @click=${() => put(undefined)}
      aria-label=${rank ? `Queue ${number} is choice ${rank}; take it out` : `Choose queue ${number} as number ${order.length + 1}`}>${rank ? html`<span class="rank-number">${rank}</span> <b>choice</b>` : html`<span class="rank-number rank-open">${order.length + 1}?</span> choose`}</button>`
      : rank ? html`<span class="rank-pick"><span class="rank-number">${rank}</span> <b>choice</b></span>` : nothing}</div>
    <ul class="queue-items">${grouped(queue.items).map(([kind, n]) => html`<li>${stealable(ctx, number, kind, n, monkey, isOpen)}</li>`)}</ul>
    ${queue.items.length ? nothing : html`<p class="note queue-empty">No items; the marker is won all the same.</p>`}</li>`;
}

/** @param {string[]} kinds @returns {[string, number][]} */
function grouped(kinds) {
  const counts = new Map();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts];
}

/** While a thief is chosen every item is a button. @param {any} ctx @param {number} queue @param {string} kind @param {number} n @param {any} monkey @param {boolean} isOpen */
function stealable(ctx, queue, kind, n, monkey, isOpen) {
  const isAim = monkey?.queue === queue && monkey?.kind === kind;
  const words = isAim ? html`<span class="steal-note">Monkey steals this first</span>` : nothing;
  const allowed = isOpen && ctx.ui.stealing && (ctx.view.private?.my_legal?.steal?.[queue] ?? []).includes(kind);
  if (!allowed) return html`<span class="steal" ?data-aim=${isAim}>${item(kind, { n })}</span>${words}`;
  return html`<button class="steal steal-button" type="button" ?data-aim=${isAim} aria-label="Steal ${kindName(kind)} from queue ${queue}" @click=${() => {
    ctx.ui.stealing = false;
    change(ctx, { monkey: { queue, kind } });
    ctx.announce(`The monkey is sent for ${kindName(kind)} in queue ${queue}`);
  }}>${item(kind, { n })}</button>${words}`;
}
