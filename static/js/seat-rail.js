// @ts-check
/** One card a seat over the board: emblem, name, a note, order state, score. The lines behind a score open on tap. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { icon } from "./icons.js";
import { emblem, seatName, seatOf } from "./seats.js";

/** Signs of an order's state; the word always stands beside. */
const SIGNS = /** @type {Record<string, {icon: string, tone: string}>} */ ({
  awaited: { icon: "i-hour", tone: "warn" }, ordered: { icon: "i-check", tone: "ok" }, auto: { icon: "i-check", tone: "muted" },
  draft: { icon: "i-undo", tone: "own" }, away: { icon: "i-hour", tone: "muted" }, none: { icon: "", tone: "muted" },
});

/** @typedef {{seat: string, note?: string, state?: string, word?: string, score?: number, isOwn?: boolean}} RailSeat */

/** @param {RailSeat[]} seats @param {any} view @param {(seat: string, button: HTMLElement) => void} onScore */
export function seatRail(seats, view, onScore) {
  return html`<ul class="rail" aria-label="Seats">${repeat(seats, ({ seat }) => seat, ({ seat, note = "", state = "none", word = "", score, isOwn }) => html`
    <li class="rail-seat" ?data-own=${isOwn} data-seat=${seat}>
      ${emblem(view, seat, "rail-emblem")}
      <span class="rail-name"><b>${seatName(view, seat)}</b>${isOwn ? html`<span class="visually-hidden"> (you)</span>` : nothing}<span class="rail-note">${note}</span></span>
      <span class="rail-state" data-tone=${SIGNS[state].tone} data-order=${state}>${state === "draft" ? html`<span aria-hidden="true">✎</span>` : SIGNS[state].icon ? icon(SIGNS[state].icon, "ic-tiny") : nothing} ${word}${absence(view, seat)}</span>
      ${score === undefined ? nothing : html`<button class="rail-score" type="button" aria-label="Score of ${seatName(view, seat)}: ${score}, show its lines"
        @click=${(/** @type {Event} */ event) => onScore(seat, /** @type {HTMLElement} */ (event.currentTarget))}>${score}</button>`}
    </li>`)}</ul>`;
}

/** What the host knows of whoever holds the seat. @param {any} view @param {string} seat */
function absence(view, seat) {
  const { away, kind, offered } = /** @type {any} */ (seatOf(view, seat));
  if (away) return ` · away until ${away.slice(5)}`;
  return offered ? " · offered" : kind === "bot" ? " · bot" : "";
}
