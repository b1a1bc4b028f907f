// @ts-check
/** Seats of a table in words and signs: emblem (colour, shape and outline together), name, initial. */

import { html, svg } from "../vendor/lit-html/lit-html.js";

const COLOURS = ["gold", "sky", "green", "navy", "red", "plum"];
/** From the seventh seat on another shape stands on the same six colours. */
const SECOND = ["navy", "red", "plum", "gold", "sky", "green"];

/** @param {any} view @param {number | string} seat @returns {{name: string, mark: number, kind?: string}} */
export function seatOf(view, seat) {
  return view.public.table?.seats?.[seat] ?? { name: `Seat ${Number(seat) + 1}`, mark: Number(seat) + 1 };
}

/** @param {any} view @param {number | string} seat */
export const seatName = (view, seat) => seatOf(view, seat).name;

/** One or two letters that tell the seats of this table apart. @param {any} view @param {number | string} seat */
export function seatInitial(view, seat) {
  const name = seatName(view, seat);
  const others = Object.entries(view.public.table?.seats ?? {}).filter(([key]) => key !== String(seat)).map(([, other]) => /** @type {any} */ (other).name.toLowerCase());
  const isShared = (/** @type {number} */ letters) => others.some((other) => other.slice(0, letters) === name.slice(0, letters).toLowerCase());
  const first = name.slice(0, 1).toUpperCase();
  if (!isShared(1)) return first;
  return first + (isShared(2) ? name.slice(-1) : name.slice(1, 2)).toLowerCase();
}

/** @param {any} view @param {number | string} seat @param {string} [extra] */
export function emblem(view, seat, extra = "") {
  const at = (seatOf(view, seat).mark - 1) % 12;
  const colour = COLOURS[at % 6];
  if (at < 6) return html`<svg class="emblem ${extra}" viewBox="0 0 24 24" aria-hidden="true"><use href="#emblem-${colour}"/></svg>`;
  return html`<svg class="emblem park-${at + 1} ${extra}" viewBox="0 0 24 24" aria-hidden="true">${svg`<rect class="emblem-ground" x="1" y="1" width="22" height="22" rx="5"/>
    <use class="emblem-sign" href="#mapemblem-${SECOND[at % 6]}" x="5" y="5" width="14" height="14"/>`}</svg>`;
}

/** Emblem and name together. @param {any} view @param {number | string} seat */
export const seatTag = (view, seat) => html`<span class="seat-tag">${emblem(view, seat)}<b>${seatName(view, seat)}</b></span>`;
