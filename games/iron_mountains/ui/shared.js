// @ts-check
/** Small pieces that several parts of the page draw: icons, shields, buttons. */

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { shieldInside } from "./layers.js";
import { amount, markOf, sideName, TYPES } from "./words.js";

/** @param {string} id @param {string} [extra] */
export function icon(id, extra = "") {
  return html`<svg class="ic ${extra}" viewBox=${/^i-(soldiers|rangers|mages|support|supply|move|warn|pause|victory-points|play|step|build|hex)$/.test(id) ? "0 0 20 20" : "0 0 24 24"} aria-hidden="true"><use href="#${id}"/></svg>`;
}

let serial = 0;
/** @type {Map<string, string>} */
const scopes = new Map();

/** A clip path needs an id of its own per place where a shield stands. @param {string} key */
function scopeOf(key) {
  let scope = scopes.get(key);
  if (!scope) {
    scope = `sh${serial += 1}`;
    scopes.set(key, scope);
  }
  return scope;
}

/** @param {any} view @param {number | string} side @param {string} [extra] @param {string} [where] */
export function shield(view, side, extra = "", where = "list") {
  const seat = view.public.table?.seats?.[side];
  return html`<svg class="shield ${extra}" viewBox="-18 -20 36 42" aria-hidden="true">${shieldInside(seat, markOf(view, side), scopeOf(`${where}${extra}`))}</svg>`;
}

/** Price chips: `4 Soldiers`, `2 Rangers`. @param {Record<string, number>} cost @param {Record<string, number>} [short] */
export function chips(cost, short) {
  return TYPES.filter(({ key }) => cost[key]).sort((a, b) => cost[b.key] - cost[a.key])
    .map(({ key, word, icon: name }) => html`<span class="chip ${short?.[key] ? "chip-short" : ""}">${icon(name, "ic-chip")}<b>${amount(cost[key])}</b> ${word}</span>`);
}

/** A hex with the tile's ground and drawing. @param {any} view @param {string} id @param {string} href */
export function thumbnail(view, id, href) {
  const tile = view.public.tiles[id];
  const owner = tile.owner;
  return html`<svg class="thumbnail ${owner === undefined ? "" : `park-${markOf(view, owner)}`}" viewBox="-30 -30 60 60" aria-hidden="true">
    <path class="thumb-ground" d="M0-28L24.2-14V14L0 28-24.2 14V-14Z" fill="var(--ground-${tile.kind})"/>
    ${owner === undefined ? nothing : svg`<path class="tint" d="M0-28L24.2-14V14L0 28-24.2 14V-14Z"/>`}
    ${tile.kind === "base" && owner !== undefined
      ? svg`<g transform="scale(1)">${shieldInside(view.public.table?.seats?.[owner], markOf(view, owner), "thumb")}</g>`
      : tile.kind === "temple" ? svg`<use href="#im-temple" x="-26" y="-28" width="52" height="45.5"/>`
      : tile.kind === "base" ? nothing : svg`<use href=${href} x="-28" y="-28" width="56" height="56" transform="scale(.9)"/>`}
    <path class="thumb-edge" d="M0-28L24.2-14V14L0 28-24.2 14V-14Z"/></svg>`;
}

/** @param {any} view @param {number | string} side */
export function sideWithShield(view, side) {
  return html`${shield(view, side, "shield-inline")} ${sideName(view, side)}`;
}
