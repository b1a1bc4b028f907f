// @ts-check
/** Votes: which members are mine to cast, what is drafted, and how a casting ended. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { draftOf, owes } from "./drafts.js";
import { ADVISORS, CLANS, weightOf, who } from "./words.js";

/** My voting members with their weights, in board order. @param {any} view @returns {[string, number][]} */
export function voters(view) {
  const { members } = view.public;
  return [...ADVISORS, ...CLANS].filter(({ id }) => view.seat !== null && members[id].controller === view.seat).map(({ id }) => [id, weightOf(view.public, id)]);
}

/** Votes drafted or ordered. @param {any} view @param {any} ctx @returns {Record<string, string>} */
export const votesOf = (view, ctx) => (owes(view) ? draftOf(view, ctx).votes : view.private?.my_order?.votes ?? {});

/** @param {[string, number][]} mine @param {Record<string, string>} votes */
export function sums(mine, votes) {
  const of = (/** @type {string} */ option) => mine.filter(([id]) => votes[id] === option).reduce((sum, [, weight]) => sum + weight, 0);
  return { a: of("A"), b: of("B") };
}

/** The last casting, after it. @param {any} view @param {number | string} cycle */
export function castingLine(view, cycle) {
  const result = view.public.castings[cycle];
  const decision = view.public.agenda[cycle];
  if (!result || !decision) return nothing;
  const name = result.winner === "A" ? decision.a : decision.b;
  const lead = (result.leads ?? []).map((/** @type {number} */ seat) => who(view, seat)).join(", ");
  return result.winner ? html`${name} (${result.winner}) ${result.winner === "A" ? `${result.a} to ${result.b}` : `${result.b} to ${result.a}`}${lead ? html`, led by ${lead}` : nothing}` : html`deadlock, ${result.a} to ${result.b}`;
}
