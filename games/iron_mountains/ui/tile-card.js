// @ts-check
/** The inspected tile: name, owner or terrain, price, what it gives and touches, why it cannot be captured, and the two buttons. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { around, cornersOf, idOf, parse } from "../../js/hex.js";
import { chips, icon, shield, thumbnail } from "./shared.js";
import { inspected } from "./state.js";
import { terrainOf } from "./terrain.js";
import { amount, award, capital, count, fromTemple, list, place, shortage, sideName, tileWords } from "./words.js";
import { openCapture } from "./lazy.js";

/** @param {any} view @param {any} ctx */
export function tileCard(view, ctx) {
  const id = inspected(ctx.ui);
  const tile = id ? view.public.tiles?.[id] : undefined;
  if (!id || !tile) return emptyCard(view, ctx);
  const target = view.private?.targets?.[id];
  const why = target ? shortage(target.short) : reasonFor(view, ctx, id);
  return html`<div class="tile-card" data-inspected=${id}>
    <div class="tile-head">${thumbnail(view, id, drawingOf(view, id))}<div>
      <div class="tile-title"><h2>${capital(tileWords(view, id))}</h2>${targetArrows(view, ctx)}</div>
      <p class="muted small">${ownerLine(view, id, tile)}</p>
      <p class="price">${priceLine(tile, target)}</p></div></div>
    <dl class="facts"><dt>Gives</dt><dd>${gives(view, id, tile, target)}</dd><dt>Touches</dt><dd>${touches(view, id)}</dd>
      ${forts(view, id)}${lastChange(view, ctx, id, tile)}</dl>
    ${why ? html`<p class="why ${target ? "warn-text" : "muted"}" data-why=${id}>${icon("i-warn", "ic-small")} ${capital(why)}</p>` : nothing}
    ${buttons(view, ctx, id, target)}</div>`;
}

/** @param {any} view @param {any} ctx */
function emptyCard(view, ctx) {
  return html`<div class="tile-card"><p class="muted">${Object.keys(view.public.tiles).length ? matchMedia("(hover: none)").matches ? "Tap a tile to see what it is." : "Point at a tile to see what it is; click to keep it here." : "The map is not public yet."}</p>${buttons(view, ctx, null, undefined)}</div>`;
}

/** @param {any} view @param {string} id */
function drawingOf(view, id) {
  return terrainOf(view.public).symbols.find((symbol) => symbol.id === id)?.href ?? "#im-ruin";
}

/** @param {any} view @param {string} id @param {any} tile */
function ownerLine(view, id, tile) {
  if (tile.owner === undefined) return `${tile.kind === "base" ? "Empty base" : "Unclaimed"} · ${fromTemple(id)}`;
  const whose = tile.owner === view.team ? "Yours" : sideName(view, tile.owner);
  const base = tile.kind === "base" ? "base, cannot be captured" : fromTemple(id);
  return html`${shield(view, tile.owner, "shield-inline")} ${whose} · ${base}`;
}

/** @param {any} tile @param {any} target */
function priceLine(tile, target) {
  if (tile.price === undefined) return nothing;
  if (tile.cost) return chips(tile.cost, target?.short);
  const base = tile.owner === undefined ? tile.price : 32;
  const extra = tile.price - base;
  return html`<span class="chip"><b>${amount(tile.price)}</b> of any kind</span>${extra ? html`<span class="chip">${amount(base)} + ${amount(extra)} from forts</span>` : nothing}`;
}

/** @param {any} view @param {string} id @param {any} tile @param {any} target */
function gives(view, id, tile, target) {
  const points = target?.gain ?? tile.points ?? 1;
  const words = [`${points} VP a week`];
  if (tile.award && tile.owner !== view.team) words.push(award(tile.award));
  return words.join(", ") + (target?.loses ? `; ${sideName(view, tile.owner)} loses up to ${count(target.loses, "supply", "supplies")}` : "");
}

/** @param {any} view @param {string} id */
function touches(view, id) {
  const near = around(parse(id)).map(idOf).filter((tile) => view.public.tiles[tile]?.owner !== undefined);
  const own = near.filter((tile) => view.public.tiles[tile].owner === view.team);
  const rivals = [...new Set(near.filter((tile) => view.public.tiles[tile].owner !== view.team).map((tile) => view.public.tiles[tile].owner))];
  const words = own.slice(0, 2).map((tile) => (view.public.tiles[tile].kind === "base" ? "your base" : `your ${view.public.tiles[tile].kind} ${place(tile)}`));
  if (own.length > 2) words.push(`${own.length - 2} more of yours`);
  const land = words.length ? list(words) : view.team === null ? "" : "none of your land";
  const others = rivals.length ? list(rivals.map((side) => sideName(view, side))) : view.team === null ? "nobody" : "no rival";
  return [land, others].filter(Boolean).join(" · ");
}

/** @param {any} view @param {string} id */
function forts(view, id) {
  const here = cornersOf(parse(id)).map((corner) => view.public.forts?.[corner]).filter(Boolean);
  if (!here.length) return nothing;
  const kinds = ["castle", "tower", "palisade"].map((kind) => ({ kind, n: here.filter((fort) => fort === kind).length })).filter(({ n }) => n);
  return html`<dt>Corners</dt><dd>${list(kinds.map(({ kind, n }) => count(n, kind)))}</dd>`;
}

/** @param {any} view @param {any} ctx @param {string} id @param {any} tile */
function lastChange(view, ctx, id, tile) {
  if (tile.since === undefined && tile.contested === undefined) return nothing;
  const words = tile.since === undefined ? [] : [`changed hands in week ${tile.since}`];
  if (tile.contested !== undefined) words.push(`contested in week ${tile.contested}`);
  return html`<dt>News</dt><dd>${list(words)}${ctx.ui.changed.has(id) ? html` <span class="badge badge-danger">new</span>` : nothing}</dd>`;
}

/** Why a tile is not a target; asked from the server, which alone knows the rules. @param {any} view @param {any} ctx @param {string} id */
export function reasonFor(view, ctx, id) {
  if (view.seat === null || view.isPast || ctx.ui.selected !== id) return "";
  return ctx.ui.reasons.get(`${view.seq}/${id}`) ?? "";
}

/** @param {any} ctx @param {string} id */
export async function askReason(ctx, id) {
  const { view, ui } = ctx;
  const key = `${view.seq}/${id}`;
  if (view.seat === null || view.isPast || view.private?.targets?.[id] || ui.reasons.has(key)) return;
  const answer = await ctx.preview({ type: "submit_capture", week: view.public.week, tile: id });
  if (answer.type !== "refused" || ["offline", "no_answer", "rate_limited"].includes(answer.code)) return;
  ui.reasons.set(key, answer.words);
  ctx.announce(answer.words);
  ctx.invalidate();
}

/** @param {any} view @param {any} ctx */
function targetArrows(view, ctx) {
  if (!Object.keys(view.private?.targets ?? {}).length) return nothing;
  return html`<span class="target-arrows"><button class="icon-button" type="button" aria-label="Previous target" @click=${() => ctx.title.stepTarget(ctx, -1)}>${icon("i-left")}</button>
    <button class="icon-button" type="button" aria-label="Next target" @click=${() => ctx.title.stepTarget(ctx, 1)}>${icon("i-right")}</button></span>`;
}

/** @param {any} view @param {any} ctx @param {string | null} id @param {any} target */
function buttons(view, ctx, id, target) {
  if (view.seat === null) return nothing;
  const locked = !ctx.canSubmit || !view.private?.can_order;
  const queued = target?.queued !== undefined;
  return html`<div class="tile-buttons">
    <button class="button button-primary" type="button" ?disabled=${locked || !target} @click=${() => id && openCapture(ctx, id)}>${queued ? "Change order" : "Capture Tile"}</button>
    <button class="button" type="button" aria-pressed="false" ?disabled=${!view.private?.can_order} @click=${() => ctx.title.setBuilding(ctx, true)}>${icon("i-build")} Building Mode</button></div>`;
}
