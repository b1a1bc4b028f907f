// @ts-check
/** The button that gathers the same people once more, for the last screen of a table. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { cookie } from "./prefs.js";

/** Only for whoever played, and only where titles gather tables; the page that opens is the new table. @param {any} view @param {any} ctx */
export function rematchButton(view, ctx) {
  const { rematch } = ctx.config.urls;
  if (!rematch || view.seat === null || view.isPast) return nothing;
  return html`<form method="post" action=${rematch}><input type="hidden" name="csrfmiddlewaretoken" value=${cookie("csrftoken") ?? ""}><button class="button button-title">Rematch with the same people</button></form>`;
}
