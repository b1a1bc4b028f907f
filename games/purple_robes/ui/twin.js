// @ts-check
/** The court in words and tables, with the same buttons: for screen readers, small screens and whoever likes lists. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { seatName } from "../../js/seats.js";
import { owes } from "./drafts.js";
import { copies, sizeOf } from "./state.js";
import { count, cycleWord, decisionNow, kindList, KIND_ORDER, member, MEMBERS, phaseWord, TYPES, weightOf, who } from "./words.js";

/** @param {any} view @param {any} ctx */
export function text(view, ctx) {
  const open = view.public;
  const decision = decisionNow(open);
  return html`<section class="twin" aria-labelledby="twin-head"><div class="card-head"><h2 id="twin-head">The court as text</h2><button class="button button-small" type="button" @click=${() => ctx.toggleTwin()}>Back to the board</button></div>
    <p>${cycleWord(open)}, ${phaseWord(open).toLowerCase()}. ${decision ? `${decision.title} (${TYPES[decision.kind]}): A ${decision.a} or B ${decision.b}.` : ""}</p>
    ${membersTable(view, ctx)}${open.state === "bid" ? queueTable(view) : nothing}${seatTable(view)}</section>`;
}

/** @param {any} view @param {any} ctx */
function membersTable(view, ctx) {
  const canPick = owes(view) && view.public.state === "influence";
  return html`<div class="table-wrap"><table class="data tight"><caption>All ${MEMBERS.length} members of the court</caption><thead><tr><th scope="col">Member</th><th scope="col">Under</th><th scope="col">Clan</th><th scope="col" class="num">Power</th><th scope="col" class="num">Votes</th><th scope="col">Held by</th><th scope="col" class="num">Amount</th><th scope="col" class="num">Needs</th><th scope="col">Changed</th>${canPick ? html`<th scope="col">Order</th>` : nothing}</tr></thead>
    <tbody>${MEMBERS.map(({ id, name, advisor, clan, power, sort }) => {
    const { controller, amount, needs } = view.public.members[id];
    const before = view.public.changed?.[id];
    return html`<tr data-row=${id}><th scope="row">${name}</th><td>${advisor ? member(advisor).short : ""}</td><td>${clan ? member(clan).short : ""}</td><td class="num">${power ?? ""}</td><td class="num">${sort === "crony" ? "" : weightOf(view.public, id)}</td><td>${controller === undefined ? "free" : who(view, controller)}</td><td class="num">${amount}</td><td class="num">${needs}</td>
      <td>${before ? (before.controller === undefined ? "new" : `was ${who(view, before.controller)} ${before.amount}`) : ""}</td>${canPick ? html`<td><button class="button button-small" type="button" aria-label="Target ${name}" @click=${() => ctx.pickMember(id)}>Target</button></td>` : nothing}</tr>`;
  })}</tbody></table></div>`;
}

/** @param {any} view */
function queueTable(view) {
  return html`<div class="table-wrap"><table class="data tight"><caption>Queues</caption><thead><tr><th scope="col">Queue</th><th scope="col" class="num">Marker</th><th scope="col">Items</th></tr></thead><tbody>${view.public.queues.map((/** @type {any} */ queue, /** @type {number} */ at) => html`<tr><th scope="row">Queue ${at + 1}</th><td class="num">${queue.marker}</td><td>${queue.items.length ? kindList(queue.items) : "none"}</td></tr>`)}</tbody></table></div>`;
}

/** @param {any} view */
function seatTable(view) {
  const open = view.public;
  const box = open.box.length ? `, box ${open.box.join(", ")}` : "";
  return html`<div class="table-wrap"><table class="data tight"><caption>Seats</caption><thead><tr><th scope="col">Seat</th><th scope="col" class="num">Score</th><th scope="col">Order</th><th scope="col">Items</th><th scope="col">Markers</th><th scope="col">Next cycle</th></tr></thead><tbody>${Object.keys(open.hands).map((seat) => html`<tr class=${Number(seat) === view.seat ? "mine" : ""}><th scope="row">${seatName(view, seat)}${Number(seat) === view.seat ? " (you)" : ""}</th><td class="num">${open.scores[seat]}</td><td>${open.order_status[seat] ?? ""}</td>
    <td>${sizeOf(open.hands[seat]) ? kindList(copies(open.hands[seat], KIND_ORDER)) : "none"}</td><td>${open.usable[seat].join(", ") || "none"}</td><td>${open.locked[seat].join(", ") || "none"}</td></tr>`)}</tbody></table></div>
    <p class="note">Draw pile ${count(open.draw_count, "card")}, discard pile ${count(sizeOf(open.discard), "card")}${box}.</p>`;
}
