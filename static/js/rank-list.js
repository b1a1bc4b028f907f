// @ts-check
/** A list that is put in order: up and down buttons, number keys, pointer drag; every move is announced. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { announce } from "./announce.js";
import { icon } from "./icons.js";

/** The list with the item at `from` put to `to`. @template T @param {T[]} list @param {number} from @param {number} to @returns {T[]} */
export function moved(list, from, to) {
  const target = Math.max(0, Math.min(list.length - 1, to));
  const out = [...list];
  const [item] = out.splice(from, 1);
  out.splice(target, 0, item);
  return out;
}

/**
 * @typedef {{key: number | string, label: string, note?: unknown}} Row
 * @param {Row[]} rows in their order
 * @param {{label: string, onOrder: (keys: (number | string)[]) => void, isLocked?: boolean}} options
 */
export function rankList(rows, { label, onOrder, isLocked = false }) {
  const keys = rows.map(({ key }) => key);
  const put = (/** @type {number} */ from, /** @type {number} */ to) => {
    const next = moved(keys, from, to);
    announce(`${rows[from].label} is now number ${next.indexOf(keys[from]) + 1}`);
    onOrder(next);
  };
  return html`<ol class="rank-list" aria-label=${label} ?data-locked=${isLocked}>${repeat(rows, ({ key }) => key, ({ key, label: name, note }, at) => html`
    <li class="rank-row" data-key=${key} @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(event, at, rows.length, put, isLocked)}
      @pointerdown=${(/** @type {PointerEvent} */ event) => { if (!isLocked) drag(event, at, put); }}>
      <span class="rank-number" aria-hidden="true">${at + 1}</span><span class="rank-words"><span class="visually-hidden">Choice ${at + 1}: </span><b>${name}</b> <span class="muted">${note ?? nothing}</span></span>
      ${isLocked ? nothing : html`<button class="rank-button" type="button" aria-label="Move ${name} up" ?disabled=${at === 0} @click=${() => put(at, at - 1)}>${icon("i-up", "ic-small")}</button>
      <button class="rank-button" type="button" aria-label="Move ${name} down" ?disabled=${at === rows.length - 1} @click=${() => put(at, at + 1)}>${icon("i-down", "ic-small")}</button>`}
    </li>`)}</ol>`;
}

/** A digit puts the row there. @param {KeyboardEvent} event @param {number} at @param {number} length @param {(from: number, to: number) => void} put @param {boolean} isLocked */
function onKey(event, at, length, put, isLocked) {
  if (isLocked || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
  const to = Number(event.key) - 1;
  if (to >= length) return;
  event.preventDefault();
  put(at, to);
}

/** @param {PointerEvent} event @param {number} at @param {(from: number, to: number) => void} put */
function drag(event, at, put) {
  const row = /** @type {HTMLElement} */ (event.currentTarget);
  if (event.button !== 0 || event.pointerType === "touch" || /** @type {Element} */ (event.target).closest("button")) return;
  const list = /** @type {HTMLElement} */ (row.parentElement);
  const boxes = [...list.children].map((item) => item.getBoundingClientRect());
  row.setPointerCapture(event.pointerId);
  row.toggleAttribute("data-dragged", true);
  const begin = event.clientY;
  const placeAt = (/** @type {number} */ y) => {
    const after = boxes.filter((box) => y > box.top + box.height / 2).length;
    return Math.max(0, Math.min(boxes.length - 1, after > at ? after - 1 : after));
  };
  const over = (/** @type {PointerEvent} */ move) => {
    const to = placeAt(move.clientY);
    [...list.children].forEach((item, index) => item.toggleAttribute("data-over", index === to && to !== at));
  };
  const end = (/** @type {PointerEvent} */ done) => {
    row.removeEventListener("pointermove", over);
    row.removeEventListener("pointerup", end);
    row.removeEventListener("pointercancel", end);
    row.toggleAttribute("data-dragged", false);
    for (const item of list.children) item.toggleAttribute("data-over", false);
    const to = placeAt(done.clientY);
    if (done.type === "pointerup" && Math.abs(done.clientY - begin) > 5 && to !== at) put(at, to);
  };
  row.addEventListener("pointermove", over);
  row.addEventListener("pointerup", end);
  row.addEventListener("pointercancel", end);
}
