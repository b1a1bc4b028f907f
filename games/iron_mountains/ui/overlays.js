// @ts-check
/** What lies over the corners of the map that the hexagon leaves free: title, zoom, season strip, key; banner, scrubber, help. */

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { recentDay } from "../../js/clock.js";
import { stored } from "../../js/prefs.js";
import { icon } from "./shared.js";
import { lazy } from "./lazy.js";
import { capital, count, FORTS, resolvedWeeks, weeks, weekWord } from "./words.js";

/** @param {any} view @param {any} ctx */
export function overlays(view, ctx) {
  const { playback } = ctx.ui;
  const quiet = playback && playback.step > 0;
  return html`<p id="map-help" class="visually-hidden">Arrow keys move from tile to tile, Enter captures, N goes to the next target, B opens Building Mode, G goes to a tile, O to your orders, question mark lists all keys.</p>
    ${quiet ? nothing : html`<div class="im-title"><h2>${view.public.table?.name ?? ""}</h2><p>${view.public.table?.subtitle ?? ""}</p></div>`}
    ${quiet ? nothing : zoomBox(view, ctx)}
    ${quiet || ctx.ui.scrub ? nothing : seasonStrip(view, ctx)}
    ${quiet || ctx.ui.scrub ? nothing : key(view, ctx)}
    ${ctx.replay ? html`${ctx.replay.banner(view, ctx)}${ctx.replay.stageCard(view, ctx)}${ctx.replay.scrubber(view, ctx)}` : nothing}
    ${wantsTour(view, ctx) ? lazy(ctx, "tour", () => import("./tour.js"))?.tour(view, ctx) ?? nothing : nothing}
    ${ctx.ui.goto ? lazy(ctx, "goto", () => import("./goto.js"))?.gotoBox(view, ctx) ?? nothing : nothing}`;
}

/** @param {any} view @param {any} ctx */
function zoomBox(view, ctx) {
  const camera = ctx.camera;
  const level = camera ? Math.round(camera.level * 100) / 100 : 1;
  const zoom = (/** @type {number} */ by) => camera?.zoomTo(camera.level * by);
  const pan = (/** @type {number} */ x, /** @type {number} */ y) => camera?.panBy(x * 120, y * 120);
  return html`<div class="im-zoom"><div class="float-card zoom-line" role="group" aria-label="Zoom">
      <button class="zoom-button" type="button" aria-label="Zoom out" ?disabled=${level <= 1} @click=${() => zoom(1 / 1.4)}>−</button>
      <input type="range" min="1" max="6" step="0.01" aria-label="Zoom level" aria-valuetext="${level} of 6" .value=${String(level)} @input=${(/** @type {Event} */ event) => camera?.zoomTo(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
      <button class="zoom-button" type="button" aria-label="Zoom in" ?disabled=${level >= 6} @click=${() => zoom(1.4)}>+</button></div>
    <div class="zoom-tools" role="group" aria-label="Map tools">
      <button class="float-card tool-chip wide-only" type="button" @click=${() => ctx.title.openGoto(ctx)}>Go to</button>
      <button class="float-card tool-chip wide-only" type="button" aria-pressed=${ctx.ui.twin} @click=${() => ctx.title.toggleTwin(ctx)}>Table</button>
      <button class="float-card tool-chip" type="button" aria-label="Keys and help" @click=${() => ctx.title.openHelp(ctx)}>?</button></div>
    ${level > 1.05 ? html`<div class="zoom-tools pan-tools" role="group" aria-label="Pan">
      <button class="float-card tool-chip" type="button" aria-label="Pan left" @click=${() => pan(1, 0)}>${icon("i-left", "ic-small")}</button><button class="float-card tool-chip" type="button" aria-label="Pan up" @click=${() => pan(0, 1)}>${icon("i-up", "ic-small")}</button>
      <button class="float-card tool-chip" type="button" aria-label="Pan down" @click=${() => pan(0, -1)}>${icon("i-down", "ic-small")}</button><button class="float-card tool-chip" type="button" aria-label="Pan right" @click=${() => pan(-1, 0)}>${icon("i-right", "ic-small")}</button></div>` : nothing}</div>`;
}

/** @type {Record<string, string>} */
const STATES = { orders: "open", review: "under review", prizes: "is over", closed: "is over", cancelled: "cancelled", scheduled: "not started", draft: "not published" };

/** `Week 6 of 16 open`, a tick per week, how many Saturdays are done. @param {any} view @param {any} ctx */
function seasonStrip(view, ctx) {
  const total = weeks(view) ?? view.public.week;
  const done = resolvedWeeks(view);
  const { week } = view.public;
  const word = weekWord(view);
  const running = view.public.phase === "orders" || view.public.phase === "review";
  return html`<div class="im-season float-card"><p><b class="serif">${week ? `${word} ${Math.min(week, total)} of ${total}` : `${total} ${word.toLowerCase()}s`}</b> <span class="muted small">${STATES[view.public.phase] ?? view.public.phase}</span></p>
    <svg class="ticks" viewBox="0 0 ${total * 10.4} 10" aria-hidden="true">${Array.from({ length: total }, (_, i) => svg`<rect class=${i < done ? "tick-done" : i === week - 1 && running ? "tick-now" : "tick"} x=${i * 10.4 + 0.75} y=".75" width="7.5" height="8.5" rx="1.5"/>`)}</svg>
    <p class="muted small">${word === "Week" ? count(done, "Saturday") : count(done, "round")} resolved ${done && !ctx.past ? html`· <button class="link-button" type="button" @click=${() => ctx.title.openReplay(ctx)}>replay</button>` : nothing}</p></div>`;
}

/** @param {any} view @param {any} ctx */
function key(view, ctx) {
  const mark = view.seat === null ? 2 : view.public.table?.seats?.[view.seat]?.mark ?? 2;
  const sample = (/** @type {string} */ href, /** @type {number} */ size) => html`<svg class="key-mark park-${mark}" viewBox="-32 -32 64 64" aria-hidden="true"><use href=${href} x=${-size / 2} y=${-size / 2} width=${size} height=${size}/></svg>`;
  const { ui } = ctx;
  return html`<ul class="im-key float-card" aria-label="Key">
    ${view.private?.can_order ? html`<li>${sample("#im-ring-target", 72)} Can be captured</li><li>${sample("#im-ring-short", 72)} In reach, too dear</li><li>${sample("#im-order", 72)} Your order</li>` : nothing}
    ${ui.changed.size ? html`<li>${sample("#im-changed", 64)} <button class="key-button" type="button" @click=${() => ctx.title.dismissNews(ctx)} aria-label="New ${sinceWords(ui)}: ${count(ui.changed.size, "tile")}. Mark as seen">New ${sinceWords(ui)}</button></li>` : nothing}
    ${ui.contested.size ? html`<li>${sample("#im-contested", 64)} Contested last week</li>` : nothing}
    ${view.private?.can_order ? nothing : FORTS.map((fort) => html`<li><svg class="key-mark" viewBox="-20 -24 40 40" aria-hidden="true"><use href="#im-${fort}" x="-20" y="-24" width="40" height="40"/></svg> ${capital(fort)}</li>`)}</ul>`;
}

/** @param {any} ui */
function sinceWords(ui) {
  return ui.lookedAt ? `since ${recentDay(ui.lookedAt)}` : "last week";
}

/** The checklist of the first week, unless it was closed. @param {any} view @param {any} ctx */
function wantsTour(view, ctx) {
  const done = stored(`tour:${ctx.config.id}`);
  return view.private?.can_order && !done.includes("closed") && (view.public.week <= 1 || done.includes("open"));
}
