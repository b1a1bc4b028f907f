// @ts-check
/** After the last week: prizes by placement, the own wish list, and how it ended. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon, sideWithShield } from "./shared.js";
import { count, ordinal, sideName } from "./words.js";

/** @param {any} view @param {any} ctx */
export function prizesCard(view, ctx) {
  const { prizes = {}, prize_order: order = Object.keys(prizes), turn, phase } = view.public;
  const myTurn = view.seat !== null && turn === view.seat;
  return html`<div class="card-head"><h2>${phase === "closed" ? "How it ended" : "Prizes"}</h2>${turn === undefined ? nothing : html`<span class="muted small">${myTurn ? "your choice" : `${sideName(view, turn)} chooses`}</span>`}</div>
    <ol class="standings-list">${view.public.standings.map((/** @type {string} */ side) => html`<li><span class="num">${view.public.sides[side].place}</span> ${sideWithShield(view, side)} <b class="num">${view.public.sides[side].points} VP</b></li>`)}</ol>
    ${order.length ? html`<ul class="prizes">${order.map((/** @type {string} */ id) => prizeRow(view, ctx, id, prizes[id], myTurn))}</ul>` : nothing}
    ${phase === "prizes" && view.seat !== null && order.length ? wishes(view, ctx, order, prizes) : nothing}
    ${phase === "closed" && view.public.seed ? html`<p class="small muted seed">Seed ${view.public.seed}: with it anybody can check every coin of this season.</p>` : nothing}`;
}

/** @param {any} view @param {any} ctx @param {string} id @param {any} prize @param {boolean} myTurn */
function prizeRow(view, ctx, id, prize, myTurn) {
  return html`<li data-prize=${id}><span>${prize.title}</span>${prize.taken === undefined
    ? myTurn ? html`<button class="button button-small" type="button" ?disabled=${!ctx.canSubmit} @click=${() => pick(ctx, id, prize)}>Choose</button>` : html`<span class="muted small">free</span>`
    : html`<span class="small">${sideWithShield(view, prize.taken)}${prize.how === "clock" ? " (by the clock)" : ""}</span>`}</li>`;
}

/** @param {any} ctx @param {string} id @param {any} prize */
async function pick(ctx, id, prize) {
  const yes = await ctx.confirm({ title: `Choose "${prize.title}"?`, text: "A choice is final.", action: "Choose it" });
  if (yes) await ctx.act({ type: "pick_prize", prize: id });
}

/** @param {any} view @param {any} ctx @param {string[]} order @param {any} prizes */
function wishes(view, ctx, order, prizes) {
  const list = view.private?.wishes ?? [];
  const rest = order.filter((id) => !list.includes(id) && prizes[id].taken === undefined);
  const set = async (/** @type {string[]} */ next, /** @type {string} */ words) => {
    const answer = await ctx.act({ type: "set_prize_wishes", prizes: next });
    if (answer.type === "ok") ctx.announce(words);
  };
  const moved = (/** @type {number} */ i, /** @type {number} */ by) => {
    const next = [...list];
    next.splice(i + by, 0, ...next.splice(i, 1));
    return next;
  };
  return html`<h3>Your wishes</h3><p class="muted small">Private. When your turn comes the first one that is still free is taken at once.</p>
    <ol class="orders">${list.map((/** @type {string} */ id, /** @type {number} */ i) => html`<li class="order"><span class="order-number">${i + 1}</span><span class="order-text">${prizes[id]?.title ?? id}</span><span class="order-buttons">
      <button class="icon-button" type="button" aria-label="Move ${prizes[id]?.title} up" ?disabled=${!i || !ctx.canSubmit} @click=${() => set(moved(i, -1), `${prizes[id].title} is now ${ordinal(i)}`)}>${icon("i-up")}</button>
      <button class="icon-button" type="button" aria-label="Move ${prizes[id]?.title} down" ?disabled=${i === list.length - 1 || !ctx.canSubmit} @click=${() => set(moved(i, 1), `${prizes[id].title} is now ${ordinal(i + 2)}`)}>${icon("i-down")}</button>
      <button class="icon-button" type="button" aria-label="Remove ${prizes[id]?.title}" ?disabled=${!ctx.canSubmit} @click=${() => set(list.filter((/** @type {string} */ other) => other !== id), "Removed")}>${icon("i-x")}</button></span></li>`)}</ol>
    <p class="chips">${rest.map((id) => html`<button class="button button-small" type="button" ?disabled=${!ctx.canSubmit} @click=${() => set([...list, id], `${prizes[id].title} is wish ${list.length + 1}`)}>${icon("i-plus", "ic-small")} ${prizes[id].title}</button>`)}</p>
    <p class="visually-hidden">${count(list.length, "wish", "wishes")}</p>`;
}
