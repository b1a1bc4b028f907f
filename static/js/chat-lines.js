// @ts-check
/** What was said in a room: plain text in its own direction, cards, and the menu of each message (CHAT-6, CHAT-8, CHAT-10). */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { cardView } from "./chat-cards.js";
import { dayAndTime, timeOnly } from "./clock.js";
import { emblem, seatName } from "./seats.js";

const DAY = 86_400;

/** @param {any} chat @param {import("./chat-store.js").Room} room */
export function linesView(chat, room) {
  const lines = chat.talk.lines(room.key, { until: chat.until, isWhole: chat.whole.has(room.key) });
  const first = chat.talk.first(room.key);
  const hasOlder = first > Math.max(1, chat.whole.has(room.key) ? 1 : (room.cleared ?? 0) + 1);
  const mark = chat.marks.get(room.key) ?? room.last_read;
  return html`<div class="chat-lines" role="log" tabindex="0" aria-label="Messages"><ol>
    ${hasOlder ? html`<li class="chat-older"><button class="button button-small" type="button" ?disabled=${chat.isLoading} @click=${() => chat.older()}>Older messages</button></li>` : nothing}
    ${lines.length ? nothing : html`<li class="chat-empty muted">${chat.until === null ? "Nothing has been said here yet." : "Nothing had been said here by then."}</li>`}
    ${lines.map((/** @type {any} */ message, /** @type {number} */ at) => html`
      ${message.n === mark + 1 && mark > 0 && at > 0 ? html`<li class="chat-mark" role="separator"><span>New</span></li>` : nothing}${line(chat, room, message)}`)}</ol></div>`;
}

/** @param {any} chat @param {import("./chat-store.js").Room} room @param {import("./chat-store.js").Message} message */
function line(chat, room, message) {
  const isOpen = chat.menu === message.id;
  return html`<li class="chat-line" data-n=${message.n} ?data-called=${isCalled(chat, message)} tabindex="-1">${sign(chat, message)}
    <div class="chat-said"><p>${author(chat, message)}${words(message)}</p>${message.card && !message.hidden ? cardView(chat, room, message) : nothing}
      ${isOpen ? menu(chat, room, message) : nothing}</div>
    <time class="chat-time" datetime=${new Date(message.at * 1000).toISOString()}>${when(chat, message.at)}</time>
    ${chat.talk.name && !message.host ? html`<button class="icon-button chat-more" type="button" aria-label="More about this message" aria-expanded=${isOpen} @click=${() => toggle(chat, message)}>⋯</button>` : nothing}</li>`;
}

/** Am I called by name? @param {any} chat @param {import("./chat-store.js").Message} message */
function isCalled(chat, message) {
  const text = message.body?.toLowerCase() ?? "";
  const names = [chat.talk.name, chat.view.seat === null ? "" : seatName(chat.view, chat.view.seat)];
  return text.includes("@") && names.some((one) => one && text.includes(`@${one.toLowerCase()}`));
}

/** @param {any} chat @param {import("./chat-store.js").Message} message */
function sign(chat, message) {
  if (message.alias) return html`<svg class="ic chat-sign" aria-hidden="true"><use href="#i-mask"/></svg>`;
  const seat = message.seat ?? message.team;
  if (seat !== undefined) return html`<span class="chat-sign">${emblem(chat.view, seat)}</span>`;
  return html`<span class="chat-sign"></span>`;
}

/** @param {any} chat @param {import("./chat-store.js").Message} message */
function author(chat, message) {
  if (message.muted) return nothing;
  if (message.host) return html`<b class="chat-from">Host</b> `;
  if (message.alias) return html`<b class="chat-from">${message.alias}</b> `;
  const seat = message.seat ?? message.team;
  const side = seat === undefined ? "" : seatName(chat.view, seat);
  return html`<b class="chat-from"><bdi>${message.from || side}</bdi></b>${side && side !== message.from ? html`<span class="chat-side">${side}</span>` : nothing} `;
}

/** @param {import("./chat-store.js").Message} message */
function words(message) {
  if (message.muted) return html`<span class="muted">A message of somebody you have muted.</span>`;
  if (message.hidden) return html`<span class="muted">Hidden by the game master.</span>`;
  return html`<bdi class="chat-body">${message.body}</bdi>`;
}

/** @param {any} chat @param {number} at */
function when(chat, at) {
  const zone = chat.ctx.config.zone || undefined;
  return chat.ctx.now - at < DAY ? timeOnly(at, zone) : dayAndTime(at, zone);
}

/** @param {any} chat @param {import("./chat-store.js").Message} message */
function toggle(chat, message) {
  chat.menu = chat.menu === message.id ? "" : message.id;
  chat.draw();
  const menu = chat.element.querySelector(".chat-menu");
  menu?.scrollIntoView({ block: "nearest" });
  menu?.querySelector("button")?.focus({ preventScroll: true });
}

/** Report, mute and hide are two presses away (R-12). @param {any} chat @param {import("./chat-store.js").Room} room @param {import("./chat-store.js").Message} message */
function menu(chat, room, message) {
  const whom = message.alias ? "anonymous posts" : message.from ?? "this person";
  const about = { room: room.key, message: message.id };
  const isOwn = chat.talk.isOwn(message);
  const close = () => { chat.menu = ""; chat.draw(); };
  const report = async () => { close(); if (await chat.post("report", about)) chat.ctx.toast("Reported to the game master"); };
  const hide = async () => { close(); if (await chat.post("hide", about)) chat.ctx.toast("Hidden for everybody"); };
  const mute = async () => {
    close();
    const done = await chat.post("mute", about);
    if (!done) return;
    chat.ctx.toast(`You see no more of ${whom}`, { action: { label: "Undo", run: () => chat.post("unmute", { id: done.id }) } });
  };
  return html`<div class="chat-menu" role="group" aria-label="About this message" @keydown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") close(); }}>
    ${isOwn ? nothing : html`<button class="button button-small" type="button" @click=${report}>Report</button>`}
    ${isOwn || message.muted ? nothing : html`<button class="button button-small" type="button" @click=${mute}>Mute ${whom}</button>`}
    ${chat.talk.moderates && !message.hidden ? html`<button class="button button-small button-danger" type="button" @click=${hide}>Hide for all</button>` : nothing}
    <button class="button button-small" type="button" @click=${close}>Close</button></div>`;
}
