// @ts-check
/** Drawings of the court that several parts use: items, markers, clan signs, seals, control boxes. */

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../../js/icons.js";
import { emblem, seatInitial, seatName } from "../../js/seats.js";
import { badgeOf, kindName, kindWord, KINDS, member, signed } from "./words.js";

/** Bribe: round with a disc; threat: square with a dark tile; the word always. @param {string} kind @param {{n?: number, note?: unknown}} [more] */
export function item(kind, { n = 1, note } = {}) {
  const value = KINDS[kind]?.value ?? 1;
  const isThreat = value < 0;
  return html`<span class="item ${isThreat ? "item-threat" : "item-bribe"}"><span class="item-value">${signed(value)}</span> <span class="item-word">${n > 1 ? `${n} × ` : nothing}${kindWord(kind)}${note ?? nothing}</span></span>`;
}

/** Items of a list, copies gathered. @param {string[]} kinds */
export function items(kinds) {
  const counts = new Map();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return html`<span class="items">${[...counts].map(([kind, n]) => item(kind, { n }))}</span>`;
}

/** @param {number} number @param {{isLocked?: boolean, size?: string}} [how] */
export function marker(number, { isLocked = false, size = "" } = {}) {
  return html`<svg class="marker ${size}" viewBox="-1 0 46 46" role="img" aria-label="marker ${number}"><use href=${isLocked ? "#pr-marker-locked" : "#pr-marker"} x="-1" y="0" width="46" height="46"/>
    ${svg`<text x="22" y="28.5" class=${isLocked ? "marker-number locked" : "marker-number"}>${number}</text>`}</svg>`;
}

/** @param {string} clan */
export const clanStrip = (clan) => html`<svg class="clan-strip" viewBox="0 0 32 44" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><use href="#pr-strip-${badgeOf(clan)}" width="32" height="44"/></svg>`;
/** @param {string} clan */
export const clanBanner = (clan) => html`<svg class="clan-banner" viewBox="0 0 140 26" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><use href="#pr-banner-${badgeOf(clan)}" width="140" height="26"/></svg>`;
/** @param {string} clan */
export const clanBadge = (clan) => html`<svg class="clan-badge" viewBox="54 2 32 22" role="img" aria-label=${member(clan).name}><use href="#pr-banner-${badgeOf(clan)}" width="140" height="26"/></svg>`;

/** @param {number} votes @param {boolean} [isSmall] */
export function seal(votes, isSmall = false) {
  return html`<svg class="seal ${isSmall ? "seal-small" : ""}" viewBox="0 0 34 34" aria-hidden="true"><use href="#pr-seal" width="34" height="34"/>
    ${svg`<text x="17" y=${isSmall ? 22.5 : 17.5} class=${isSmall ? "seal-number small" : "seal-number"}>${votes}</text>${isSmall ? nothing : svg`<text x="17" y="26.5" class="seal-word">${votes === 1 ? "vote" : "votes"}</text>`}`}</svg>`;
}

/** Who holds it with how much, and what it takes. @param {any} view @param {string} id */
export function controlBox(view, id) {
  const { amount, needs, controller } = view.public.members[id];
  const before = view.public.changed?.[id];
  const flag = before && !view.isCalm ? (before.controller === undefined ? "new" : controller === undefined ? "freed" : `was ${before.amount}`) : "";
  return html`<span class="control ${controller === undefined ? "control-free" : ""} ${flag ? "control-changed" : ""}">
    ${flag ? html`<span class="flag">${flag}</span>` : nothing}
    ${controller === undefined ? html`<span class="control-holder">free</span>` : html`<span class="control-holder">${emblem(view, controller)}<span class="control-initial">${seatInitial(view, controller)}</span><b>${amount}</b></span>`}
    <span class="control-needs">${controller !== undefined && controller === view.seat ? "raise" : `needs ${needs}`}</span></span>`;
}

/** A member in full words, for names of buttons. @param {any} view @param {string} id */
export function memberLabel(view, id) {
  const one = member(id);
  const { amount, needs, controller } = view.public.members[id];
  const kind = one.sort === "crony" ? `, Crony of ${member(one.advisor ?? "").short}, ${member(one.clan ?? "").name}, power ${one.power}` : "";
  const held = controller === undefined ? "free" : `held by ${controller === view.seat ? "you" : seatName(view, controller)} with ${amount}`;
  return `${one.name}${kind}, ${held}, ${controller !== undefined && controller === view.seat ? "yours to raise" : `needs ${needs}`}`;
}

/** A word or number that explains itself on tap. @param {any} ctx @param {string} key @param {unknown} content @param {string} label @param {any} [about] */
export function why(ctx, key, content, label, about = {}) {
  return html`<button class="why" type="button" aria-label="${label}, show how it came about" @click=${(/** @type {Event} */ event) => ctx.explain(event.currentTarget, key, about)}>${content}</button>`;
}

/** @param {string} text @param {string} [sign] */
export const warning = (text, sign = "i-warn") => html`<p class="warn-line">${icon(sign, "ic-small")} ${text}</p>`;

/** @param {string} kind @param {number} n */
export const itemLabel = (kind, n) => `${kindName(kind)}, ${n} held`;
