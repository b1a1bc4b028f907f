// @ts-check
/** Resource Panel: park, countdown, resources, the inspected tile, pending orders; on a phone the sheet with its tabs. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { countdown, dayAndTime, isLate, isSameTime, ownTime, spokenCountdown } from "../../js/clock.js";
import { ordersCard } from "./orders.js";
import { lazy } from "./lazy.js";
import { icon, shield } from "./shared.js";
import { tileCard } from "./tile-card.js";
import { amount, count, ordinal, signed, TYPES } from "./words.js";

const TABS = /** @type {const} */ (["tile", "targets", "orders", "log"]);

/** @param {any} view @param {any} ctx */
export function panel(view, ctx) {
  const { ui } = ctx;
  const full = ui.sheet === "full";
  const isStaged = ui.playback?.step || (view.isPast && !ctx.past);
  return html`<div class="im-panel" data-sheet=${ui.sheet} data-tab=${ui.tab}>
    <button class="sheet-handle" type="button" aria-expanded=${full} aria-label=${full ? "Fold the panel" : "Unfold the panel"} @click=${() => toggleSheet(ctx)}></button>
    ${view.team === null ? spectatorHead(view, ctx) : parkHead(view, ctx)}
    ${view.team === null || isStaged ? nothing : resources(view)}
    ${isStaged ? ctx.replay?.happened(view, ctx) ?? nothing : html`
      <div class="tabs im-tabs" role="tablist" aria-label="Panel">${TABS.map((tab) => html`
        <button role="tab" type="button" id="tab-${tab}" aria-controls="pane-${tab}" aria-selected=${ui.tab === tab} tabindex=${ui.tab === tab ? 0 : -1}
          @click=${() => openTab(ctx, tab)} @keydown=${(/** @type {KeyboardEvent} */ event) => arrowTab(event, ctx)}>${tabName(view, tab)}</button>`)}</div>
      <section class="pane pane-tile" id="pane-tile" aria-label=${ui.building ? "Building Mode" : "Inspected tile"}>${ui.building ? lists(ctx)?.cornerCard(view, ctx) ?? nothing : tileCard(view, ctx)}</section>
      ${view.public.phase === "prizes" || view.public.phase === "closed" ? html`<section class="pane pane-prizes" aria-label="Prizes">${lazy(ctx, "prizes", () => import("./prizes.js"))?.prizesCard(view, ctx) ?? nothing}</section>` : nothing}
      ${view.team === null ? nothing : html`<section class="pane pane-orders" id="pane-orders" aria-label="Pending orders">${ordersCard(view, ctx)}</section>
      <section class="pane pane-targets" id="pane-targets" aria-label=${ui.building ? "Corners" : "Targets"}>${view.private ? fold(ctx, "targets", ui.building ? "Corners" : tabName(view, "targets"), () => (ui.building ? lists(ctx)?.cornerList(view, ctx) : lists(ctx)?.targetList(view, ctx)) ?? nothing) : nothing}</section>`}
      <section class="pane pane-log" id="pane-log" aria-label="Log">${fold(ctx, "log", "Log", () => lazy(ctx, "report", () => import("./report.js"))?.logCard(view, ctx) ?? nothing)}</section>`}
  </div>`;
}

/** @param {any} ctx */
const lists = (ctx) => lazy(ctx, "lists", () => import("./lists.js"));

/** Long lists are folded beside the map and open in the sheet. @param {any} ctx @param {string} key @param {string} title @param {() => unknown} content */
function fold(ctx, key, title, content) {
  const { ui } = ctx;
  ui.folds ??= { targets: false, log: ctx.config.replay || ctx.view?.team === null };
  const isOpen = ui.folds[key] || (ui.sheet === "full" && ui.tab === key && matchMedia("(max-width: 56rem)").matches);
  const toggle = (/** @type {Event} */ event) => { ui.folds[key] = /** @type {HTMLDetailsElement} */ (event.target).open; ctx.invalidate(); };
  return html`<details class="fold" ?open=${isOpen} @toggle=${toggle}><summary>${title}</summary>${isOpen ? content() : nothing}</details>`;
}

/** @param {any} ctx */
function toggleSheet(ctx) {
  ctx.ui.sheet = ctx.ui.sheet === "full" ? "peek" : "full";
  ctx.invalidate();
}

/** @param {any} ctx @param {string} tab */
export function openTab(ctx, tab) {
  ctx.ui.tab = tab;
  ctx.ui.sheet = "full";
  ctx.invalidate();
}

/** @param {KeyboardEvent} event @param {any} ctx */
function arrowTab(event, ctx) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = TABS[(TABS.indexOf(ctx.ui.tab) + step + TABS.length) % TABS.length];
  openTab(ctx, next);
  requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
}

/** @param {any} view @param {string} tab */
function tabName(view, tab) {
  if (tab === "targets") return `Targets ${Object.keys(view.private?.targets ?? {}).length || ""}`;
  if (tab === "orders") return `Orders ${view.queue?.list.length || ""}`;
  return tab === "tile" ? "Tile" : "Log";
}

/** @param {any} view @param {any} ctx */
function parkHead(view, ctx) {
  const side = view.public.sides[view.team];
  const holder = view.public.table?.seats?.[view.team]?.holder;
  const sides = Object.keys(view.public.sides).length;
  const role = view.seat === null ? "Member" : holder ? `General ${holder}` : "General";
  return html`<header class="panel-head">
    <div class="park-line">${shield(view, view.team, "shield-big")}<div><h1 class="park-name">${side.name}</h1>
      <p class="muted small">${role} · ${ordinal(side.place)} of ${sides}</p></div></div>
    ${clockWell(view, ctx)}</header>`;
}

/** @param {any} view @param {any} ctx */
function spectatorHead(view, ctx) {
  return html`<header class="panel-head">
    <div class="park-line"><div><h1 class="park-name">${view.public.table?.name ?? "The map"}</h1>
      <p class="small"><span class="badge" data-badge="spectating">${icon("i-eye", "ic-small")} Spectating</span>
      ${ctx.watching ? html`<span class="muted">${count(ctx.watching, "person", "people")} watching</span>` : nothing}</p></div></div>
    ${clockWell(view, ctx)}</header>`;
}

/** Countdown with league time and own time; how it stands when there is none. @param {any} view @param {any} ctx */
function clockWell(view, ctx) {
  const { clock = {}, phase } = view.public;
  const { zone, own } = ctx.zones;
  if (clock.paused) return html`<div class="well clock-well">${icon("i-pause")}<strong>Paused</strong><span class="muted small">by the game master</span></div>`;
  if (!clock.due_at || view.isPast) return view.isPast ? pastWell(view, ctx) : html`<div class="well clock-well">${icon("i-clock")}<strong>${PHASES[phase] ?? phase}</strong></div>`;
  const left = clock.due_at - ctx.now;
  const span = spanOf(view);
  const late = isLate(left, span) && left > 0;
  return html`<div class="well clock-well"><span class=${late ? "warn-text" : ""}>${icon("i-clock")}</span>
    <span class="clock" ?data-late=${late}><time class="clock-big" data-due=${clock.due_at} data-span=${span ?? 0} data-over="resolving"
      datetime=${new Date(clock.due_at * 1000).toISOString()} aria-label="${spokenCountdown(left)} left" .textContent=${left > 0 ? countdown(left) : "resolving"}></time>${late ? html` <b class="small">closing soon</b>` : nothing}</span>
    <span class="muted small clock-where">${ctx.ui.playback?.step ? "Next: " : ""}${dayAndTime(clock.due_at, zone)} league time${isSameTime(clock.due_at, zone, own) ? nothing : html`<br>${ownTime(clock.due_at, zone, own)} your time`}</span></div>`;
}

/** @param {any} view @param {any} ctx */
function pastWell(view, ctx) {
  return html`<div class="well clock-well">${icon("i-undo")}<strong>Week ${view.public.week}</strong>
    ${ctx.past ? nothing : html`<button class="button button-small" type="button" @click=${() => ctx.replay.backToNow(ctx)}>Back to now</button>`}</div>`;
}

/** @type {Record<string, string>} */
const PHASES = {
  draft: "Not yet published", scheduled: "Before the start", orders: "Orders open", review: "Under review", prizes: "Choosing prizes",
  closed: "The season is over", cancelled: "Cancelled",
};

/** Length of this week, for the last tenth of the clock. @param {any} view @returns {number | undefined} */
export function spanOf(view) {
  const { calendar } = view.public;
  return calendar?.length > 1 ? calendar[1] - calendar[0] : undefined;
}

/** @param {any} view */
function resources(view) {
  const stocks = view.queue?.available ?? view.stocks;
  if (!stocks) return nothing;
  const reserved = view.queue?.reserved;
  const deficit = TYPES.filter(({ key }) => stocks[key] < 0 && (view.stocks?.[key] ?? stocks[key]) < 0);
  return html`<section class="resources" aria-label="Resources">
    <dl class="four">${TYPES.map(({ key, word, icon: name }) => html`
      <div class=${stocks[key] < 0 ? "deficit" : ""} data-resource=${key}><dt>${icon(name, "ic-res")} <span>${word}</span></dt>
        <dd><b class="amount">${amount(stocks[key])}</b>${reserved ? html`<span class="reserved">${amount(reserved[key])} reserved</span>` : nothing}</dd></div>`)}</dl>
    <dl class="two">${tally("Supplies", "i-supply", stocks.supplies, reserved?.supplies, "supplies")}${tally("Moves", "i-move", stocks.moves, reserved?.moves, "moves")}</dl>
    ${deficit.length ? html`<p class="small danger-text deficit-note">${deficit.map(({ key, word }) => `${word} ${amount(view.stocks?.[key] ?? stocks[key])}`).join(", ")}: a correction of the attendance took back what was already spent. The next sign-ins make it up.</p>` : nothing}
  </section>`;
}

/** @param {string} word @param {string} name @param {number} n @param {number | undefined} reserved @param {string} key */
function tally(word, name, n, reserved, key) {
  return html`<div class="well ${n < 0 ? "deficit" : ""}" data-resource=${key}>${icon(name)}<dt>${word}${reserved === undefined ? nothing : html`<span class="reserved">${reserved} reserved</span>`}</dt><dd class="amount">${signed(n)}</dd></div>`;
}

