// @ts-check
/** Moving the focus on the map: to a tile, to a corner, bringing it into sight. */

import { cornerPoint } from "../../js/hex.js";
import { pointOf } from "./terrain.js";

/** @param {any} ctx @param {string} id */
export function focusTile(ctx, id) {
  ctx.ui.focus = id;
  ctx.ui.hovered = null;
  ctx.camera.reveal(pointOf(id));
  if (!ctx.ui.selected) ctx.ui.hovered = id;
  ctx.invalidate();
  requestAnimationFrame(() => requestAnimationFrame(() => focusElement(`[data-tile="${id}"]`)));
}

/** @param {string} selector */
function focusElement(selector) {
  const cell = document.querySelector(`#table-board ${selector}`);
  if (cell && "focus" in cell) /** @type {any} */ (cell).focus({ preventScroll: true });
}

/** @param {any} ctx @param {string} id */
export function focusCorner(ctx, id) {
  ctx.ui.corner = id;
  ctx.camera.reveal(cornerPoint(id));
  ctx.invalidate();
  requestAnimationFrame(() => requestAnimationFrame(() => focusElement(`[data-corner="${id}"]`)));
}
