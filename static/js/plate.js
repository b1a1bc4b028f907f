// @ts-check
/** The plate under the header: the title's mark and name, when we are, the phases, who watches. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./icons.js";

/**
 * @typedef {{label: string, state: "done" | "now" | "next"}} Phase
 * @typedef {{title: string, mark: string, when?: string, phases?: Phase[]}} Plate
 */

/** @param {Plate} plate @param {any} ctx */
export function plateView({ title, mark, when = "", phases = [] }, ctx) {
  return html`<h1 class="visually-hidden">${title}</h1><div class="plate">
    <a class="plate-title" href=${ctx.config.urls.home}><svg class="plate-mark" viewBox="0 0 24 24" aria-hidden="true"><use href="#${mark}"/></svg><span>${title}</span></a>
    <span class="plate-when">${when}</span>
    ${phases.length ? html`<ol class="phases" aria-label="Phases">${phases.map(({ label, state }) => html`<li data-state=${state} aria-current=${state === "now" ? "step" : nothing}>
      ${state === "done" ? html`<span aria-hidden="true">✓ </span>` : nothing}${label}${state === "done" ? html`<span class="visually-hidden"> (done)</span>` : nothing}</li>`)}</ol>` : nothing}
    <span class="plate-tools">${tools(ctx)}</span></div>`;
}

/** @param {any} ctx */
function tools(ctx) {
  const twin = Boolean(ctx.ui.twin);
  return html`<button class="plate-button" type="button" aria-pressed=${twin} @click=${() => ctx.toggleTwin()}>As text</button>
    <button class="plate-button" type="button" @click=${() => ctx.startReplay()}>Replay</button>
    <button class="plate-button" type="button" @click=${(/** @type {Event} */ event) => openMenu(event, ctx)}>Manage</button>
    ${ctx.seat === null ? html`<span class="plate-badge">Spectating</span>` : nothing}
    <span class="watchers">${icon("i-eye", "ic-small")} ${ctx.watching} watching</span>`;
}

/** @param {Event} event @param {any} ctx */
function openMenu(event, ctx) {
  const anchor = /** @type {Element} */ (event.currentTarget);
  import("./table-menu.js").then((menu) => menu.openMenu(anchor, ctx));
}
