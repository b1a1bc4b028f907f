// @ts-check
/** Orders in a bidding round: the marker, the ranking, a monkey, and what the others can still play. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { rankList } from "../../js/rank-list.js";
import { seatTag } from "../../js/seats.js";
import { answerOf, change, draftOf } from "./drafts.js";
import { item, marker, warning } from "./pieces.js";
import { filled, ranked } from "./state.js";
import { count, kindName, KINDS } from "./words.js";

/** @param {any} view @param {any} ctx */
export function bidPanel(view, ctx) {
  return html`${markers(view, ctx)}${ranking(view, ctx)}${monkey(view, ctx)}${others(view, ctx)}`;
}

/** @param {any} view @param {any} ctx */
function markers(view, ctx) {
  const draft = draftOf(view, ctx);
  const usable = view.private.my_legal?.markers ?? [];
  const locked = view.public.locked[view.seat] ?? [];
  return html`<section class="order-card" aria-labelledby="marker-head"><div class="order-head"><h2 id="marker-head">1. Your marker</h2><span class="pill">draft, not sent</span><span class="note">secret until all have bid</span></div>
    <div class="marker-row" role="radiogroup" aria-labelledby="marker-head">${usable.map((/** @type {number} */ number, /** @type {number} */ at) => html`<button class="marker-pick" type="button" role="radio" aria-checked=${String(draft.marker === number)}
      tabindex=${draft.marker === number || (draft.marker === null && at === 0) ? 0 : -1} aria-label="Marker ${number}" @keydown=${(/** @type {KeyboardEvent} */ event) => step(event, ctx, usable, at)} @click=${() => change(ctx, { marker: number })}>
      ${marker(number)}<span>${draft.marker === number ? html`<b>✓ plays</b>` : draft.marker === null ? "play" : "keep"}</span></button>`)}
      ${locked.map((/** @type {number} */ number) => html`<span class="marker-pick marker-won">${marker(number, { isLocked: true })}<span>won, next cycle</span></span>`)}</div>
    <p class="note">The played marker stays on the queue you win; you take the one lying there.</p></section>`;
}

/** @param {KeyboardEvent} event @param {any} ctx @param {number[]} usable @param {number} at */
function step(event, ctx, usable, at) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const next = (at + by + usable.length) % usable.length;
  change(ctx, { marker: usable[next] });
  const group = /** @type {HTMLElement} */ (event.currentTarget).parentElement;
  /** @type {HTMLElement | undefined} */ (group?.children[next])?.focus();
}

/** What stands first in a queue, for one line. @param {string[]} kinds */
function best(kinds) {
  const top = [...kinds].sort((a, b) => Math.abs(KINDS[b].value) - Math.abs(KINDS[a].value))[0];
  return `${count(kinds.length, "item")}${top ? `, ${kindName(top)}` : ""}`;
}

/** @param {any} view @param {any} ctx */
function ranking(view, ctx) {
  const draft = draftOf(view, ctx);
  const { queues } = view.public;
  const rest = queues.map((/** @type {any} */ _, /** @type {number} */ at) => at + 1).filter((/** @type {number} */ number) => !draft.ranking.includes(number));
  return html`<section class="order-card" aria-labelledby="rank-head"><div class="order-head"><h2 id="rank-head">2. Rank the queues</h2>
      <button class="button button-small" type="button" ?disabled=${!rest.length} @click=${() => { change(ctx, { ranking: filled(draft.ranking, queues) }); ctx.announce("All queues are ranked"); }}>Fill the rest by size</button></div>
    ${rankList(draft.ranking.map((number) => ({ key: number, label: `Queue ${number}`, note: best(queues[number - 1].items) })), { label: "Ranking, most wanted first", onOrder: (keys) => change(ctx, { ranking: /** @type {number[]} */ (keys) }) })}
    ${rest.length ? html`<ul class="rank-rest" aria-label="Not ranked yet">${rest.map((/** @type {number} */ number) => html`<li><span><b>Queue ${number}</b> <span class="muted">${best(queues[number - 1].items)}</span></span>
      <button class="button button-small" type="button" @click=${() => { change(ctx, { ranking: ranked(draft.ranking, number) }); ctx.announce(`Queue ${number} is choice ${draft.ranking.length + 1}`); }}>Number ${draft.ranking.length + 1}</button></li>`)}</ul>` : nothing}
    ${draft.ranking.length > 1 ? html`<p class="note wide-only">Keys 1 to ${queues.length} put a queue at that place; rows can be dragged.</p>` : nothing}</section>`;
}

/** @param {any} view @param {any} ctx */
function monkey(view, ctx) {
  const held = view.public.hands[view.seat]?.monkey ?? 0;
  if (!held) return nothing;
  const draft = draftOf(view, ctx);
  const { stealing } = ctx.ui;
  const toggle = () => { ctx.ui.stealing = !stealing; ctx.invalidate(); };
  const free = () => { ctx.ui.stealing = false; change(ctx, { monkey: null }); };
  return html`<section class="order-card monkey-card" aria-label="Monkey"><div class="monkey-line">${draft.monkey ? item(draft.monkey.kind) : item("monkey")}
      <div><b>${draft.monkey ? `Monkey: steal ${kindName(draft.monkey.kind)} from queue ${draft.monkey.queue}` : stealing ? "Tap the item to steal" : "Send a monkey?"}</b><p class="note">you hold ${count(held, "monkey")}; the lowest marker steals first</p></div>
      <span class="monkey-deeds">${draft.monkey ? html`<button class="button button-small" type="button" @click=${free}>Keep it</button>` : nothing}<button class="button button-small" type="button" aria-pressed=${String(stealing)} @click=${toggle}>${stealing ? "Not now" : draft.monkey ? "Change" : "Choose item"}</button></span></div>
    ${stealing ? html`<div class="steal-list">${Object.entries(view.private.my_legal?.steal ?? {}).map(([queue, kinds]) => html`<p><span class="note">Queue ${queue}</span> ${/** @type {string[]} */ (kinds).map((kind) => html`<button class="steal steal-button" type="button" aria-label="Steal ${kindName(kind)} from queue ${queue}"
      @click=${() => { ctx.ui.stealing = false; change(ctx, { monkey: { queue: Number(queue), kind } }); }}>${item(kind)}</button>`)}</p>`)}</div>` : nothing}</section>`;
}

/** @param {any} view @param {any} ctx */
export function others(view, ctx) {
  const { usable } = view.public;
  const own = view.seat === null ? null : draftOf(view, ctx).marker;
  const above = answerOf(view, ctx)?.above ?? {};
  const refused = answerOf(view, ctx)?.refused;
  return html`<section class="order-card" aria-labelledby="others-head"><h2 id="others-head">${view.seat === null ? "Markers that can still be played" : "Markers the others can still play"}</h2>
    <table class="data tight"><thead class="visually-hidden"><tr><th scope="col">Seat</th><th scope="col">Markers</th></tr></thead><tbody>${Object.keys(usable).filter((seat) => Number(seat) !== view.seat).map((seat) => html`<tr><th scope="row">${seatTag(view, seat)}</th>
      <td class="marker-list">${usable[seat].length ? usable[seat].map((/** @type {number} */ number) => html`<span class="marker-box" ?data-above=${(above[seat] ?? []).includes(number)}>${number}${(above[seat] ?? []).includes(number) ? html`<span aria-hidden="true"> ▲</span><span class="visually-hidden"> higher than yours</span>` : nothing}</span>`) : html`<span class="note">none</span>`}</td></tr>`)}</tbody></table>
    ${own === null ? nothing : html`<p class="note"><span aria-hidden="true">▲</span> higher than your ${own}</p>`}${refused ? warning(refused) : nothing}</section>`;
}
