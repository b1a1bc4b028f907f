// @ts-check
/** First week: a short checklist tied to real controls. Ticks itself off; can be closed and started again from the help. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { store, stored } from "../../js/prefs.js";
import { icon } from "./shared.js";

const STEPS = /** @type {const} */ ([
  ["inspect", "Inspect a tile", "Click any tile; the panel says what it is and what it costs."],
  ["capture", "Capture one", "Double-click a ringed tile and press Yes."],
  ["build", "Open Building Mode", "The button beside Capture Tile, or B."],
  ["orders", "See your pending orders", "They stay secret until the deadline, and you may change them."],
]);

/** @param {any} ctx */
function read(ctx) {
  return new Set(stored(`tour:${ctx.config.id}`).split(" ").filter(Boolean));
}

/** @param {any} view @param {any} ctx */
export function tour(view, ctx) {
  if (ctx.ui.playback || ctx.ui.scrub) return nothing;
  const done = read(ctx);
  const close = () => { store(`tour:${ctx.config.id}`, "closed"); ctx.invalidate(); };
  const all = STEPS.every(([key]) => done.has(key));
  return html`<section class="im-tour float-card" aria-label="First steps"><div class="banner-line"><h2>${all ? "That is all you need" : "First steps"}</h2><button class="icon-button" type="button" aria-label="Close first steps" @click=${close}>${icon("i-x")}</button></div>
    <ol>${STEPS.map(([key, title, text]) => html`<li class=${done.has(key) ? "done" : ""}><span class="tour-tick">${done.has(key) ? icon("i-check", "ic-small") : nothing}</span><span><b>${title}</b>${done.has(key) ? html`<span class="visually-hidden"> done</span>` : html`<br><span class="muted small">${text}</span>`}</span></li>`)}</ol></section>`;
}
