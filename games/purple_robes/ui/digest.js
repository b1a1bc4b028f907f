// @ts-check
/** What changed since I last looked: kept as the public stream's seq, on the server for people and on the device for guests. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { entriesKnown } from "../../js/log-panel.js";
import { store, stored } from "../../js/prefs.js";
import { describe } from "./chronicle.js";

const TOLD = new Set(["cycle_started", "queue_won", "monkey_result", "attempt_resolved", "trade_done", "trade_failed", "trade_offer_missed", "vote_resolved", "scored", "seat_resigned", "seat_replaced", "seat_absent", "game_finished"]);
const MOST = 12;
const SAVE_AFTER = 8000;
let timer = 0;

const isSignedIn = () => document.getElementById("table")?.hasAttribute("data-signed-in") ?? false;

/** @param {any} ctx */
export function startDigest(ctx) {
  const seen = Number(isSignedIn() ? ctx.config.mark : stored(`seen:${ctx.config.id}`)) || 0;
  const last = ctx.store.last("public")?.seq ?? 0;
  const lines = entriesKnown(ctx).filter(({ seq, stream, event }) => stream === "public" && seq > seen && TOLD.has(event.type));
  if (seen && lines.length) ctx.ui.digest = { lines };
  else mark(ctx, last);
  document.addEventListener("visibilitychange", () => { if (document.hidden && timer) save(ctx); });
}

/** Saved a little later, so that a quick game asks seldom; at once when the page goes. @param {any} ctx @param {number} seq */
export function mark(ctx, seq) {
  if (ctx.ui.seen >= seq) return;
  ctx.ui.seen = seq;
  clearTimeout(timer);
  timer = window.setTimeout(() => save(ctx), SAVE_AFTER);
}

/** @param {any} ctx */
function save(ctx) {
  clearTimeout(timer);
  timer = 0;
  if (isSignedIn()) ctx.fetch("seen", { mark: String(ctx.ui.seen) }).catch(() => undefined);
  else store(`seen:${ctx.config.id}`, String(ctx.ui.seen));
}

/** @param {any} view @param {any} ctx */
export function digestCard(view, ctx) {
  if (!ctx.ui.digest) return nothing;
  const { lines } = ctx.ui.digest;
  const done = () => { ctx.ui.digest = null; mark(ctx, ctx.store.last("public")?.seq ?? 0); ctx.invalidate(); };
  return html`<section class="order-card digest" aria-labelledby="digest-head"><div class="order-head"><h2 id="digest-head">Since you last looked</h2><button class="button button-small" type="button" @click=${done}>Seen</button></div>
    <ul class="plain-list">${lines.slice(-MOST).map((/** @type {any} */ entry) => html`<li>${describe(entry, view, ctx)?.text}</li>`)}</ul>${lines.length > MOST ? html`<p class="note">and ${lines.length - MOST} earlier lines in the log</p>` : nothing}</section>`;
}
