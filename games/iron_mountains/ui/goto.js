// @ts-check
/** The box that goes to a tile, a park or the temple by name. */

import { html } from "../../vendor/lit-html/lit-html.js";
import { focusTile } from "./focus.js";
import { pointOf } from "./terrain.js";

/** A tile name, a park or the temple. @param {any} ctx @param {string} words @returns {boolean} */
export function goTo(ctx, words) {
  const wanted = words.trim().toLowerCase().replace(/\u2212/g, "-");
  const tile = /(-?\d+)\s*[, ]\s*(-?\d+)/.exec(wanted);
  const side = Object.values(ctx.view.public.sides).find((/** @type {any} */ one) => one.name.toLowerCase() === wanted);
  const id = tile ? `${Number(tile[1])},${Number(tile[2])}` : wanted === "temple" ? "0,0" : /** @type {any} */ (side)?.base;
  if (!id || !ctx.view.public.tiles?.[id]) return false;
  if (ctx.ui.twin) ctx.title.toggleTwin(ctx);
  ctx.camera.flyTo(pointOf(id), Math.max(ctx.camera.camera.k, ctx.camera.fitted * 1.6));
  ctx.title.select(ctx, id);
  focusTile(ctx, id);
  return true;
}

/** @param {any} ctx */
export function openGoto(ctx) {
  ctx.ui.goto = true;
  ctx.invalidate();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const field = document.querySelector(".im-goto input");
    if (field instanceof HTMLElement) field.focus();
  }));
}

/** @param {any} view @param {any} ctx */
export function gotoBox(view, ctx) {
  const go = (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("place"));
    if (goTo(ctx, field.value)) { ctx.ui.goto = false; ctx.invalidate(); } else field.setCustomValidity("No such tile or park");
    field.reportValidity();
  };
  const close = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") { event.stopPropagation(); ctx.ui.goto = false; ctx.invalidate(); ctx.title.focusMap(ctx); }
  };
  return html`<form class="im-goto float-card" role="search" @submit=${go} @keydown=${close}><label>Go to tile or park <input name="place" list="goto-places" autocomplete="off" placeholder="-1,2" @input=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).setCustomValidity("")}></label>
    <datalist id="goto-places"><option value="Temple"></option>${Object.values(view.public.sides).map((/** @type {any} */ side) => html`<option value=${side.name}></option>`)}</datalist>
    <button class="button button-small">Go</button></form>`;
}
