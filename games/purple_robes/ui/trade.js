// @ts-check
/** The trade of an influencing order: partner, what I give, what I get; it works only if the partner orders the mirror. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { tapped } from "../../js/chips.js";
import { icon } from "../../js/icons.js";
import { seatName, seatTag } from "../../js/seats.js";
import { change, draftOf } from "./drafts.js";
import { item, items } from "./pieces.js";
import { copies, isTradeWhole, sizeOf } from "./state.js";
import { KIND_ORDER, kindName, kindWord, KINDS, signed } from "./words.js";

/** @param {any} view @param {any} ctx */
export function tradeCard(view, ctx) {
  const { trade } = draftOf(view, ctx);
  const isOpen = ctx.ui.trading;
  const toggle = () => {
    ctx.ui.trading = !isOpen;
    if (!isOpen && !trade) change(ctx, { trade: { partner: partners(view)[0], give: {}, get: {} } });
    else if (isOpen && trade && !sizeOf(trade.give) && !sizeOf(trade.get)) change(ctx, { trade: null });
    ctx.invalidate();
  };
  return html`<section class="order-card trade-card" aria-labelledby="trade-head"><div class="order-head">${icon("i-swap", "ic-small")}<h2 id="trade-head">Trade</h2>
      ${trade ? html`<span class="pill">works if ${seatName(view, trade.partner)} orders the mirror</span>` : html`<span class="note">one a round, after all attempts</span>`}
      <button class="button button-small" type="button" aria-expanded=${String(isOpen)} ?disabled=${!partners(view).length} @click=${toggle}>${isOpen ? "Done" : trade ? "Edit" : "Offer a trade"}</button></div>
    ${trade ? (isOpen ? drawer(view, ctx, trade) : summary(view, trade)) : nothing}
    ${trade && !isOpen && !isTradeWhole(draftOf(view, ctx)) ? html`<p class="note">Not complete: it is left out until both sides give something.</p>` : nothing}
    ${notes(view)}</section>`;
}

/** @param {any} view @returns {number[]} */
const partners = (view) => view.private.my_legal?.partners ?? [];

/** @param {any} view @param {{partner: number, give: any, get: any}} trade */
function summary(view, trade) {
  return html`<div class="trade-sides"><div><p class="note">You give</p>${items(copies(trade.give, KIND_ORDER))}</div>${icon("i-swap")}<div><p class="note">${seatName(view, trade.partner)} gives</p>${items(copies(trade.get, KIND_ORDER))}</div></div>
    <p class="note">Done after all attempts, if both still hold it. Usable next round.</p>`;
}

/** @param {any} view @param {any} ctx @param {{partner: number, give: any, get: any}} trade */
function drawer(view, ctx, trade) {
  const with_ = (/** @type {any} */ part) => change(ctx, { trade: { ...trade, ...part } });
  return html`<div class="trade-drawer"><div class="partner-row" role="radiogroup" aria-label="Trade partner">${partners(view).map((seat) => html`<button class="partner" type="button" role="radio" aria-checked=${String(trade.partner === seat)}
      @click=${() => with_({ partner: seat, get: trade.partner === seat ? trade.get : {} })}>${seatTag(view, seat)}</button>`)}</div>
    ${side("You give", view.public.hands[view.seat] ?? {}, trade.give, (give) => with_({ give }))}
    ${side(`${seatName(view, trade.partner)} gives`, view.public.hands[trade.partner] ?? {}, trade.get, (get) => with_({ get }))}
    <p><button class="link-button" type="button" @click=${() => { ctx.ui.trading = false; change(ctx, { trade: null }); }}>No trade</button></p></div>`;
}

/** @param {string} label @param {Record<string, number>} hand @param {Record<string, number>} chosen @param {(counts: Record<string, number>) => void} onChange */
function side(label, hand, chosen, onChange) {
  const list = KIND_ORDER.filter((kind) => hand[kind]).map((kind) => ({ kind, held: hand[kind], chosen: Math.min(chosen[kind] ?? 0, hand[kind]) }));
  return html`<div class="trade-side" role="group" aria-label=${label}><p class="note">${label}</p><span class="chip-list">${list.length ? list.map(({ kind, held, chosen: n }, at) => html`<button class="item-chip ${KINDS[kind].value < 0 ? "item-threat" : "item-bribe"}" type="button" aria-pressed=${String(n > 0)}
    aria-label="${label}: ${kindName(kind)}, ${n} of ${held}" @click=${(/** @type {MouseEvent} */ event) => onChange(tapped(list, at, { ctrl: event.ctrlKey || event.metaKey }))}><span class="item-value">${signed(KINDS[kind].value)}</span>${kindWord(kind)}${held > 1 ? ` ${n} of ${held}` : ""}${n ? html`<span class="chip-tick" aria-hidden="true">✓</span>` : nothing}</button>`) : html`<span class="note">holds nothing</span>`}</span></div>`;
}

/** Failed trades that I may know of. @param {any} view */
export function notes(view) {
  const found = view.private?.my_trade_notes ?? [];
  if (!found.length) return nothing;
  return html`<ul class="trade-notes" aria-label="Trades that failed">${found.slice(-3).reverse().map((/** @type {any} */ note) => html`<li>${icon("i-lock", "ic-tiny")} ${note.how === "own" ? `Your trade with ${seatName(view, note.other)} failed` : `${seatName(view, note.other)} offered you a trade`}:
    ${note.give.map((/** @type {string} */ kind) => item(kind))} for ${note.get.map((/** @type {string} */ kind) => item(kind))} <span class="note">${note.reason === "lacking" ? "something was no longer held" : "the orders did not match"}; only you see this</span></li>`)}</ul>`;
}
