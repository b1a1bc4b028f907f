// @ts-check
/** The standings strip over the map, and the phone's header. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { countdown } from "../../js/clock.js";
import { icon, shield } from "./shared.js";
import { signed } from "./words.js";

/** @param {any} view @param {any} ctx */
export function strip(view, ctx) {
  const sides = view.public.standings.map((/** @type {string} */ id) => ({ id, ...view.public.sides[id] }));
  return html`<ol class="im-strip" aria-label="Standings">${sides.map((/** @type {any} */ side) => html`<li>
    <button type="button" class=${String(view.team) === side.id ? "mine" : ""} data-side=${side.id} @click=${() => ctx.title.goTo(ctx, side.name)}>
      ${shield(view, side.id, "", "strip")}<span class="strip-name">${side.place}. ${side.name}${side.withdrawn === undefined ? nothing : html` <span class="muted">(left)</span>`}</span>
      <span class="strip-points"><b>${side.points}</b><span class="strip-vp"> VP ${side.last < 0 ? "" : "+"}${signed(side.last)}</span></span></button></li>`)}</ol>`;
}

/** @param {any} view @param {any} ctx */
export function header(view, ctx) {
  const due = view.isPast ? undefined : view.public.clock?.due_at;
  return html`<span class="phone-park">${view.team === null ? nothing : shield(view, view.team, "", "phone")}<b class="serif">${view.team === null ? view.public.table?.name ?? "" : view.public.sides[view.team].name}</b></span>
    ${due ? html`<span class="phone-clock">${icon("i-clock")}<time class="clock" data-due=${due} data-over="resolving" .textContent=${countdown(due - ctx.now)}></time></span>` : nothing}`;
}
