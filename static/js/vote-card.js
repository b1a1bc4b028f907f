// @ts-check
/** What a friendly table is asked: pause, go on, more time, a seat, the end. Everybody sits with one voice; silence until the hour is a no. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { countdown } from "./clock.js";
import { seatName } from "./seats.js";

const ASKED = /** @type {Record<string, string>} */ ({
  pause: "pause the game", resume: "go on with the game", extend: "take more time for this round", shorten: "take the extension back", abort: "end the game now, without a result", seat: "let somebody take a seat",
});

/** @param {any} vote @param {any} view */
function question(vote, view) {
  const who = vote.who || (vote.by === undefined ? "Somebody" : seatName(view, vote.by));
  if (vote.kind === "seat") return `${who} would like to take the seat of ${seatName(view, vote.seat)}.`;
  const more = vote.seconds ? ` (${countdown(vote.seconds)})` : "";
  return `${who} proposes to ${ASKED[vote.kind] ?? vote.kind}${more}.`;
}

/** @param {any} view @param {any} ctx */
export function voteCard(view, ctx) {
  const vote = view.public.table?.vote;
  if (!vote || view.isPast) return nothing;
  const mine = view.seat !== null && vote.asked.includes(view.seat);
  const agreed = vote.agreed.includes(view.seat);
  const answer = (/** @type {boolean} */ agree) => ctx.ask("host/answer", { vote: vote.id, agree });
  return html`<section class="order-card vote-card" aria-labelledby="vote-head"><div class="order-head"><h2 id="vote-head">The table is asked</h2><span class="pill">${vote.agreed.length} of ${vote.asked.length} agree</span></div>
    <p>${question(vote, view)} <span class="note">All who are seated must agree, within ${countdown(vote.until - ctx.now)}.</span></p>
    ${mine ? html`<p class="vote-deeds">${agreed ? nothing : html`<button class="button button-title" type="button" ?disabled=${ctx.state !== "live"} @click=${() => answer(true)}>Agree</button>`}
      ${agreed && vote.by !== view.seat ? html`<span class="note">You agreed.</span>` : html`<button class="button" type="button" ?disabled=${ctx.state !== "live"} @click=${() => answer(false)}>${vote.by === view.seat ? "Withdraw" : "Decline"}</button>`}</p>` : nothing}</section>`;
}
