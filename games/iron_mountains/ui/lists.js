// @ts-check
/** Targets and corners as lists, so that every order can be given without the map; and the card of Building Mode. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { cornerLabel } from "./corners.js";
import { icon } from "./shared.js";
import { capital, count, FORTS, payment, place, shortage, sideName, tileWords } from "./words.js";
import { openBuild, openCapture } from "./lazy.js";

/** Targets, affordable first, then by gain. @param {any} view @returns {[string, any][]} */
export function sortedTargets(view) {
  /** @type {[string, any][]} */
  const list = Object.entries(view.private?.targets ?? {});
  const rank = (/** @type {any} */ target) => (target.queued !== undefined ? 2 : target.short ? 1 : 0);
  return list.sort(([a, x], [b, y]) => rank(x) - rank(y) || y.gain - x.gain || a.localeCompare(b));
}

/** @param {any} view @param {any} ctx */
export function targetList(view, ctx) {
  if (!view.private) return view.seat === null ? html`<p class="muted small">Only a general has targets.</p>` : nothing;
  const list = sortedTargets(view);
  const locked = !ctx.canSubmit || !view.private.can_order;
  return html`<div class="card-head"><h2>Targets</h2><span class="muted small">${list.length} within reach</span></div>
    ${list.length ? nothing : html`<p class="muted">Nothing is within reach.</p>`}
    <ul class="picks">${list.map(([id, target]) => html`<li data-target=${id}>
      <button class="order-show" type="button" @click=${() => ctx.title.select(ctx, id, { reveal: true })}>${capital(tileWords(view, id))}${ownerOf(view, id)}</button>
      <span class="muted small">${target.queued === undefined ? shortage(target.short) || payment(target.pay) : "ordered"} · +${target.gain} VP</span>
      <button class="button button-small" type="button" aria-label="Capture ${tileWords(view, id)}" ?disabled=${locked} @click=${() => openCapture(ctx, id)}>${target.queued === undefined ? "Capture" : "Change"}</button></li>`)}</ul>`;
}

/** @param {any} view @param {string} id */
function ownerOf(view, id) {
  const { owner } = view.public.tiles[id];
  return owner === undefined ? "" : `, ${sideName(view, owner)}`;
}

/** Corners by best gain. @param {any} view @returns {[string, any][]} */
export function sortedCorners(view) {
  const best = (/** @type {any} */ corner) => Math.max(...Object.values(corner.options).map((/** @type {any} */ option) => option.gain));
  return Object.entries(view.private?.corners ?? {}).sort(([a, x], [b, y]) => best(y) - best(x) || a.localeCompare(b));
}

/** @param {any} view @param {any} ctx */
export function cornerList(view, ctx) {
  const list = sortedCorners(view);
  return html`<div class="card-head"><h2>Corners</h2><span class="muted small">${count(list.length, "building site")}</span></div>
    <ul class="picks">${list.map(([id, corner]) => html`<li data-site=${id}>
      <button class="order-show" type="button" @click=${() => ctx.title.lookAtCorner(ctx, id)}>${place(id)}${view.public.forts[id] ? `, ${view.public.forts[id]}` : ""}</button>
      <span class="muted small">${FORTS.filter((fort) => corner.options[fort]).map((fort) => `${capital(fort)} +${corner.options[fort].gain} VP`).join(" · ")}</span>
      <button class="button button-small" type="button" aria-label="Build at ${id}" ?disabled=${!ctx.canSubmit} @click=${() => openBuild(ctx, id)}>${corner.queued === undefined ? "Build" : "Change"}</button></li>`)}</ul>`;
}

/** @param {any} view @param {any} ctx */
export function cornerCard(view, ctx) {
  const id = ctx.ui.corner;
  const corner = id ? view.private?.corners?.[id] : undefined;
  return html`<div class="tile-card"><div class="tile-title"><h2>Building Mode</h2></div>
    ${corner ? html`<p>${cornerLabel(view, id)}.</p>` : html`<p class="muted">All eligible corners are marked. Double-click one to build there.</p>`}
    <div class="tile-buttons"><button class="button button-primary" type="button" ?disabled=${!corner || !ctx.canSubmit} @click=${() => openBuild(ctx, id)}>${corner?.queued === undefined ? "Build" : "Change order"}</button>
      <button class="button" type="button" aria-pressed="true" @click=${() => ctx.title.setBuilding(ctx, false)}>${icon("i-build")} Building Mode</button></div></div>`;
}
