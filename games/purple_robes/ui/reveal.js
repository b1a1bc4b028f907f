// @ts-check
/** A window that has resolved, step by step: steals, queue by queue, member by member, the tally. Skippable; the log keeps it all. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../../js/icons.js";
import { isStill } from "../../js/prefs.js";
import { describe, plainWords } from "./chronicle.js";

const SHOWN = new Set(["monkey_result", "queue_won", "attempt_resolved", "trade_done", "trade_failed", "trade_offer_missed", "influencing_ended", "ballots_revealed", "vote_resolved", "scored", "decayed", "game_finished"]);
const RESOLVES = new Set(["bids_revealed", "attempts_revealed", "ballots_revealed"]);
const STEP = 900;
let timer = 0;

/** Steps of the resolution among these entries; none if nothing resolved. @param {any[]} entries */
export function stepsOf(entries) {
  return entries.some(({ event }) => RESOLVES.has(event.type)) ? entries.filter(({ event }) => SHOWN.has(event.type)) : [];
}

/** @param {any} ctx @param {any[]} entries of one frame */
export function begin(ctx, entries) {
  const steps = stepsOf(entries);
  if (!steps.length) return;
  const kind = entries.find(({ event }) => RESOLVES.has(event.type)).event.type;
  ctx.ui.reveal = { steps, kind, at: isStill() ? steps.length : 1, isDone: isStill() };
  mark(ctx);
  clearTimeout(timer);
  if (!isStill()) timer = window.setTimeout(() => next(ctx), STEP);
  ctx.announce(`${HEADS[kind]}. ${steps.map(({ event }) => plainWords(event, ctx.view, ctx)).join(". ")}`);
  ctx.invalidate();
}

const HEADS = /** @type {Record<string, string>} */ ({ bids_revealed: "The bids are open", attempts_revealed: "The attempts are open", ballots_revealed: "The ballots are open" });

/** @param {any} ctx */
function next(ctx) {
  const { reveal } = ctx.ui;
  if (!reveal || reveal.isDone) return;
  reveal.at += 1;
  reveal.isDone = reveal.at >= reveal.steps.length;
  mark(ctx);
  ctx.invalidate();
  requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector(".reveal-steps")?.lastElementChild?.scrollIntoView({ block: "nearest" })));
  clearTimeout(timer);
  if (!reveal.isDone) timer = window.setTimeout(() => next(ctx), STEP);
}

/** What the board shows ringed. @param {any} ctx */
function mark(ctx) {
  const { reveal } = ctx.ui;
  const { event } = reveal.steps[Math.min(reveal.at, reveal.steps.length) - 1];
  reveal.member = reveal.isDone && reveal.steps.length > 1 ? undefined : event.member;
}

/** @param {any} ctx */
function skip(ctx) {
  clearTimeout(timer);
  const { reveal } = ctx.ui;
  reveal.at = reveal.steps.length;
  reveal.isDone = true;
  reveal.member = undefined;
  ctx.invalidate();
}

/** @param {any} view @param {any} ctx */
export function revealCard(view, ctx) {
  const { reveal } = ctx.ui;
  if (!reveal) return nothing;
  const close = () => { clearTimeout(timer); ctx.ui.reveal = null; ctx.invalidate(); };
  return html`<section class="order-card reveal" aria-labelledby="reveal-head"><div class="order-head"><h2 id="reveal-head">${HEADS[reveal.kind]}</h2><span class="note">${reveal.at} of ${reveal.steps.length}</span>
      <span class="reveal-deeds">${reveal.isDone ? nothing : html`<button class="button button-small" type="button" @click=${() => next(ctx)}>Step</button><button class="button button-small" type="button" @click=${() => skip(ctx)}>Skip</button>`}
      <button class="icon-button" type="button" aria-label="Close" @click=${close}>${icon("i-x", "ic-small")}</button></span></div>
    <ol class="reveal-steps" tabindex="0">${reveal.steps.slice(0, reveal.at).map((/** @type {any} */ entry) => html`<li>${describe(entry, view, ctx)?.text ?? plainWords(entry.event, view, ctx)}</li>`)}</ol></section>`;
}
