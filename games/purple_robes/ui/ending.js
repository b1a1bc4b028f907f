// @ts-check
/** The last screen: places, castings, and where to read on. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { rematchButton } from "../../js/rematch.js";
import { emblem, seatName, seatTag } from "../../js/seats.js";
import { castingLine } from "./votes.js";
import { ordinal } from "./words.js";

/** Places, castings, where to read on. @param {any} view @param {any} ctx */
export function ending(view, ctx) {
  const open = view.public;
  const order = Object.keys(open.scores).sort((a, b) => (open.places?.[a] ?? 0) - (open.places?.[b] ?? 0) || open.scores[b] - open.scores[a]);
  const isRanked = Boolean(open.places);
  return html`<section class="order-card ending" aria-labelledby="end-head"><h2 id="end-head" class="serif">${isRanked ? winners(view, order) : "The game was abandoned"}</h2>
    <table class="data tight"><caption class="visually-hidden">Final scores</caption><thead><tr>${isRanked ? html`<th scope="col">Place</th>` : nothing}<th scope="col">Seat</th><th scope="col" class="num">Led alone</th><th scope="col" class="num">Score</th></tr></thead>
      <tbody>${order.map((seat) => html`<tr class=${Number(seat) === view.seat ? "mine" : ""}>${isRanked ? html`<td>${ordinal(open.places[seat])}</td>` : nothing}<th scope="row">${seatTag(view, seat)}</th><td class="num">${open.sole_leads[seat] ?? 0}</td>
      <td class="num"><button class="why" type="button" aria-label="Score of ${seatName(view, seat)}: ${open.scores[seat]}, show its lines" @click=${(/** @type {Event} */ event) => ctx.explain(event.currentTarget, "score", { seat })}><b>${open.scores[seat]}</b></button></td></tr>`)}</tbody></table>
    ${isRanked ? html`<p class="note">Ties go to who led more castings alone, then they share the place.</p>` : html`<p class="note">An abandoned game has no places.</p>`}
    <h3>Castings</h3><ol class="castings">${Object.keys(open.castings).map((cycle) => html`<li><b>${open.agenda[cycle]?.title}</b>: ${castingLine(view, cycle)}</li>`)}</ol>
    <div class="ending-links">${rematchButton(view, ctx)}<a class="button" href=${ctx.config.urls.results ?? ctx.config.urls.home}>Results and statistics</a> <button class="button" type="button" @click=${() => ctx.startReplay()}>Replay</button></div>${open.seed ? html`<p class="note">Seed of this game: <code>${open.seed}</code></p>` : nothing}</section>`;
}

/** @param {any} view @param {string[]} order */
function winners(view, order) {
  const best = order.filter((seat) => view.public.places[seat] === 1);
  const names = best.map((seat) => html`${emblem(view, seat)} ${Number(seat) === view.seat ? "You" : seatName(view, seat)}`);
  if (best.length > 1) return html`${names.map((name, at) => html`${at ? " and " : ""}${name}`)} share the first place`;
  return html`${names[0]} ${Number(best[0]) === view.seat ? "win" : "wins"} with ${view.public.scores[best[0]]}`;
}
