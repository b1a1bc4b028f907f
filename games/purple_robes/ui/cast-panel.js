// @ts-check
/** Beside the scales: who holds what weight, what my ballot can do, and the points of this casting. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../../js/icons.js";
import { seatName, seatTag } from "../../js/seats.js";
import { answerOf } from "./drafts.js";
import { clanBadge, warning, why } from "./pieces.js";
import { ADVISORS, CLANS, decisionNow, TYPES, weightOf } from "./words.js";

const BALLOT = /** @type {Record<string, string>} */ ({ submitted: "sealed", auto: "none", pending: "awaited" });

/** @param {any} view @param {any} ctx */
export function castPanel(view, ctx) {
  return html`${weights(view, ctx)}${outlook(view, ctx)}${points(ctx)}`;
}

/** @param {any} view @param {any} ctx */
function weights(view, ctx) {
  const open = view.public;
  const decision = decisionNow(open);
  const free = [...ADVISORS, ...CLANS].filter(({ id }) => open.members[id].controller === undefined);
  const held = Object.values(open.ballot).reduce((/** @type {number} */ sum, n) => sum + Number(n), 0);
  const whole = decision.weights.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0) + CLANS.length;
  const of = (/** @type {any[]} */ members, /** @type {string} */ seat) => members.filter(({ id }) => open.members[id].controller === Number(seat));
  return html`<section class="order-card" aria-labelledby="weight-head"><div class="order-head"><h2 id="weight-head">Who holds what weight</h2><span class="note">${TYPES[decision.kind]}: ${why(ctx, "weights", decision.weights.join(", "), `Weights ${decision.weights.join(", ")}`)} · clans 1</span></div>
    <table class="data tight weights"><thead><tr><th scope="col">Seat</th><th scope="col">Advisors</th><th scope="col">Clans</th><th scope="col" class="num">Votes</th><th scope="col">Ballot</th></tr></thead><tbody>
    ${Object.keys(open.hands).map((seat) => html`<tr class=${Number(seat) === view.seat ? "mine" : ""}><th scope="row">${seatTag(view, seat)}</th><td>${of(ADVISORS, seat).map(({ id, short }) => `${short} ${weightOf(open, id)}`).join(", ") || "–"}</td>
      <td class=${of(CLANS, seat).length > 2 ? "" : "badges"}>${of(CLANS, seat).length ? of(CLANS, seat).map(({ id }) => clanBadge(id)) : "–"}</td><td class="num"><b>${open.ballot[seat] ?? 0}</b></td>
      <td class="ballot-state">${Number(seat) === view.seat && open.order_status[seat] === "pending" ? "draft" : open.order_status[seat] === "submitted" ? html`${icon("i-lock", "ic-tiny")} sealed` : BALLOT[open.order_status[seat]] ?? ""}</td></tr>`)}
    <tr><td colspan="3" class="note">${free.length ? `${free.map(({ id, short }) => `${short} ${weightOf(open, id)}`).join(", ")} free` : "Every vote is held"}</td><td class="num"><b>${held}</b></td><td class="note">of ${whole}</td></tr></tbody></table></section>`;
}

/** @param {any} view @param {any} ctx */
function outlook(view, ctx) {
  const answer = answerOf(view, ctx);
  if (answer?.refused) return html`<section class="order-card">${warning(answer.refused)}</section>`;
  if (!answer?.table) return nothing;
  const words = (/** @type {any} */ row) => {
    const others = row.others === "all_a" ? "all A" : row.others === "all_b" ? "all B" : `${row.a - answer.a} A, ${row.b - answer.b} B`;
    const lead = row.lead === undefined ? "" : Number(row.lead) === view.seat ? ", you lead" : `, ${seatName(view, row.lead)} leads`;
    return html`<tr><th scope="row">${others}</th><td class="num">${row.a}</td><td class="num">${row.b}</td><td>${row.winner ? `${row.winner} wins${lead}` : "deadlock, nobody scores"}</td></tr>`;
  };
  return html`<section class="order-card" aria-labelledby="outlook-head"><h2 id="outlook-head">What the ballot can do</h2>
    <p class="note outlook-lead">You hold ${view.public.ballot[view.seat] ?? 0} of ${answer.others + (view.public.ballot[view.seat] ?? 0)} votes. <b>A ${answer.a}, B ${answer.b}</b> as drafted:</p>
    <table class="data tight"><thead><tr><th scope="col">If the others vote</th><th scope="col" class="num">A</th><th scope="col" class="num">B</th><th scope="col">Result</th></tr></thead><tbody>${answer.table.map(words)}</tbody></table>
    ${answer.split ? html`<p class="warn-line"><span aria-hidden="true">▲</span> <b>Your votes are split: only the part on the winning side counts for the lead.</b></p>` : nothing}</section>`;
}

/** @param {any} ctx */
function points(ctx) {
  const rows = [["Leads the winning option", html`<b>4</b>, tied <b>2</b>; +1 per ally`, "lead"], ["Voted for the winning option", html`<b>1</b>`, "with"], ["All Cronies of one Advisor", html`<b>3</b>`, "cronies"],
    ["Three to five Clans; all six", html`<b>3</b>; <b>8</b>`, "clans"], ["All four Advisors", html`<b>12</b>`, "advisors"]];
  return html`<section class="order-card" aria-labelledby="points-head"><h2 id="points-head">Points from this casting</h2>
    <table class="data tight"><tbody>${rows.map(([label, value, key]) => html`<tr><th scope="row">${why(ctx, `line_${key}`, label, String(label))}</th><td class="num">${value}</td></tr>`)}</tbody></table></section>`;
}
