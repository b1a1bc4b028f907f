// @ts-check
/** Which of the first steps this person has taken, kept on this device. */

import { store, stored } from "../../js/prefs.js";

/** @param {any} ctx @param {string} step */
export function tick(ctx, step) {
  const done = stored(`tour:${ctx.config.id}`).split(" ");
  if (done.includes(step) || done.includes("closed")) return;
  store(`tour:${ctx.config.id}`, [...done, step].join(" ").trim());
  ctx.invalidate();
}

/** @param {any} ctx */
export function restartTour(ctx) {
  store(`tour:${ctx.config.id}`, "open");
  ctx.invalidate();
}
