// @ts-check
/** Icons of the common sheet; decoration only, so the words stand beside them. */

import { html } from "../vendor/lit-html/lit-html.js";

const SMALL_GRID = /^i-(soldiers|rangers|mages|support|supply|move|warn|pause|victory-points|play|step|build|hex)$/;

/** @param {string} id @param {string} [extra] */
export function icon(id, extra = "") {
  return html`<svg class="ic ${extra}" viewBox=${SMALL_GRID.test(id) ? "0 0 20 20" : "0 0 24 24"} aria-hidden="true"><use href="#${id}"/></svg>`;
}
