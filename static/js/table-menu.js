// @ts-check
/** What people do about a table that is no move of the game: clock, seats, a nudge, their receipts. Fetched when the menu is opened. */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { dayAndTime } from "./clock.js";
import { openPop } from "./pop.js";
import { seatName, seatTag } from "./seats.js";

const MINUTE = 60;
const HOUR = 3600;

/** @param {Element} anchor @param {any} ctx */
export function openMenu(anchor, ctx) {
  const { view } = ctx;
  openPop(anchor, "This table", html`${clockPart(view, ctx)}${view.seat === null ? takePart(view, ctx) : seatPart(view, ctx)}${linksPart(ctx)}`);
}

/** After a deed the menu is of no more use. @param {any} ctx @param {string} path @param {any} body @param {string} done */
async function deed(ctx, path, body, done) {
  const answer = await ctx.ask(path, body);
  if (!answer) return;
  ctx.toast(done);
  const card = document.querySelector(".pop");
  if (card instanceof HTMLElement) card.hidePopover();
}

/** @param {string} label @param {() => void} run @param {string} [note] */
const line = (label, run, note = "") => html`<li><button class="button button-small" type="button" @click=${run}>${label}</button>${note ? html`<span class="note">${note}</span>` : nothing}</li>`;

/** @param {any} view @param {any} ctx */
function clockPart(view, ctx) {
  const { clock = {}, table } = view.public;
  if (view.seat === null || !table.friendly || table.status === "finished") return nothing;
  const propose = (/** @type {any} */ wish) => deed(ctx, "host/propose", wish, "The table is asked");
  const more = extensions(clock.seconds ?? HOUR);
  return html`<h3>Clock</h3><ul class="menu-list">${clock.paused ? line("Go on", () => propose({ kind: "resume" }), "the clock runs again") : line("Pause", () => propose({ kind: "pause" }), "the clock stands still")}
    ${clock.paused || !clock.due_at ? nothing : more.map(([words, seconds]) => line(`${words} more`, () => propose({ kind: "extend", seconds }), "for this round"))}</ul><p class="note">All who are seated must agree.</p>`;
}

/** Half a window and a whole one, in round figures. @param {number} seconds @returns {[string, number][]} */
export function extensions(seconds) {
  const round = (/** @type {number} */ n) => (n >= 2 * HOUR ? Math.round(n / HOUR) * HOUR : Math.max(1, Math.round(n / MINUTE)) * MINUTE);
  const words = (/** @type {number} */ n) => (n >= HOUR && n % HOUR === 0 ? `${n / HOUR} h` : `${Math.round(n / MINUTE)} min`);
  return [...new Set([round(seconds / 2), round(seconds)])].map((n) => [words(n), n]);
}

/** @param {any} view @param {any} ctx */
function seatPart(view, ctx) {
  const mine = view.public.table.seats[view.seat] ?? {};
  const isBot = mine.kind === "bot";
  return html`<h3>Your seat, ${seatName(view, view.seat)}</h3><ul class="menu-list">
    ${isBot ? line("I play again", () => deed(ctx, "seat/bot", { bot: false }, "You play your seat again")) : line("Let the bot play for me", () => deed(ctx, "seat/bot", { bot: true }, "The bot plays for you until you are back"), "until you take over again")}
    ${mine.offered ? line("Keep my seat", () => deed(ctx, "seat/offer", { offered: false }, "Your seat is yours")) : line("Offer my seat", () => deed(ctx, "seat/offer", { offered: true }, "Others may take your seat"), "somebody else may take it")}
    ${line("Nudge who is awaited", () => deed(ctx, "nudge", {}, "They have been reminded"), "after half of the time, once a round")}
    ${line("My receipts", () => receipts(ctx), "every order that was accepted")}</ul>`;
}

/** @param {any} view @param {any} ctx */
function takePart(view, ctx) {
  const free = Object.entries(view.public.table.seats).filter(([, seat]) => seat.offered || seat.retired);
  if (!free.length) return html`<p class="note">No seat is offered at the moment.</p>`;
  return html`<h3>Seats to take over</h3><ul class="menu-list">${free.map(([number]) => html`<li>${seatTag(view, number)} <button class="button button-small" type="button" @click=${() => deed(ctx, "seat/take", { number: Number(number) }, "The table is asked")}>Take this seat</button></li>`)}</ul>`;
}

/** @param {any} ctx */
const linksPart = (ctx) => html`<p class="menu-links"><a href=${ctx.config.urls.home}>Game page</a> <a href=${ctx.config.urls.rules} target="_blank" rel="noopener">Rules</a></p>`;

/** @param {any} ctx */
async function receipts(ctx) {
  const answer = await ctx.fetch("receipts").catch(() => null);
  const card = document.querySelector(".pop");
  if (!answer || !card) return;
  const list = document.createElement("div");
  card.append(list);
  render(html`<h3 tabindex="-1">Receipts</h3>${answer.receipts.length ? html`<ul class="menu-list receipts">${answer.receipts.map((/** @type {any} */ one) => html`<li><span>${one.text}</span><span class="note">${dayAndTime(at(one.at), ctx.zones.own)} · <code>${one.id}</code></span></li>`)}</ul>` : html`<p class="note">No order yet.</p>`}`, list);
  list.querySelector("h3")?.focus();
}

/** Unix seconds, whether they came as such or as a date. @param {number | string} value */
const at = (value) => (typeof value === "number" ? value : Date.parse(value) / 1000);
