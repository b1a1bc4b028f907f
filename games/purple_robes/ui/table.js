// @ts-check
/** The Court of the Purple Robes on the table: what the shell of `static/js/table.js` asks a title for. */

import { html } from "../../vendor/lit-html/lit-html.js";

/** What the player has chosen but not sent. */
export const freshUi = () => ({ twin: false });

/** @param {any} view @param {any} ctx */
export function board(view, ctx) {
  const { seats } = view.public.table;
  const rows = view.public.standings.map((/** @type {string} */ key) => html`<tr>
    <th scope="row">${seats[key]?.name ?? key}</th>
    <td class="num">${view.public.seats[key].points}</td>
    <td>${view.public.seats[key].ready ? "ready" : ""}</td></tr>`);
  return html`<table class="data"><caption>Round ${view.public.round} of ${view.public.rounds}</caption>
    <thead><tr><th scope="col">Seat</th><th scope="col" class="num">Points</th><th scope="col">Number</th></tr></thead>
    <tbody>${rows}</tbody></table>`;
}

/** @param {any} view @param {any} ctx */
export function panel(view, ctx) {
  const own = view.private;
  if (!own || view.public.phase !== "running") return html`<p class="muted">Watching.</p>`;
  const numbers = Array.from({ length: own.largest + 1 }, (_, n) => n);
  const send = (/** @type {number} */ number) => ctx.act({ type: "name", round: view.public.round, number });
  return html`<h2>Your number</h2><p>${own.named ?? "none yet"}</p>
    <p>${numbers.map((n) => html`<button type="button" @click=${() => send(n)}>${n}</button> `)}</p>`;
}

/** The board in words. @param {any} view */
export const text = (view) => html`<p>Round ${view.public.round} of ${view.public.rounds}.</p>`;
