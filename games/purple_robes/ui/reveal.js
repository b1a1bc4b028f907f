// @ts-check
/** A window that has resolved, step by step: steals, queue by queue, member by member, the tally. Skippable; the log keeps it all. */

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
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
  const isDone = isStill() || steps.length === 1;
  ctx.ui.reveal = { steps, kind, at: isDone ? steps.length : 1, isDone };
  mark(ctx);
  clearTimeout(timer);
  if (!isDone) timer = window.setTimeout(() => next(ctx), STEP);
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
    <ol class="reveal-steps" tabindex="0">${reveal.steps.slice(0, reveal.at).map((/** @type {any} */ entry) => html`<li>${describe(entry, view, ctx)?.text ?? plainWords(entry.event, view, ctx)}</li>`)}</ol>${tally(reveal, view)}</section>`;
}

/** Both sums as one bar, once the vote is told. @param {any} reveal @param {any} view */
function tally({ steps, at }, view) {
  const vote = steps.slice(0, at).find((/** @type {any} */ entry) => entry.event.type === "vote_resolved")?.event;
  if (!vote) return nothing;
  const decision = view.public.agenda[vote.cycle];
  const part = vote.a + vote.b ? (vote.a / (vote.a + vote.b)) * 100 : 50;
  return html`<div class="tally"><b>A ${vote.a}</b><svg viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label="A ${decision?.a ?? ""} ${vote.a}, B ${decision?.b ?? ""} ${vote.b}">${svg`<rect class="tally-a" width=${part} height="8"/><rect class="tally-b" x=${part} width=${100 - part} height="8"/>`}</svg><b>${vote.b} B</b></div>`;
}
