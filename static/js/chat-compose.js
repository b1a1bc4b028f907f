// @ts-check
/** Writing: the input with its draft, mentions, the anonymous post, offers; whatever is refused stays in the input with the reason (CHAT-9, CHAT-12). */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { offerView } from "./chat-cards.js";
import { lockWords, partner, roomName } from "./chat-rooms.js";
import { calling, matches } from "./chat-store.js";

const MOST = 1000;
const KEEP_AFTER = 1200;

export class Composer {
  /** @param {any} chat */
  constructor(chat) {
    this.chat = chat;
    /** @type {Map<string, string>} */
    this.drafts = new Map();
    /** What the server was told of each room's draft. @type {Map<string, string>} */
    this.told = new Map();
    this.error = "";
    this.isSending = false;
    /** @type {import("./chat-cards.js").Drafted | null} */
    this.offer = null;
    /** @type {{names: string[], at: number, from: number, word: string} | null} */
    this.call = null;
    this.timer = 0;
  }

  /** A room was opened. */
  open() {
    this.error = "";
    this.offer = null;
    this.call = null;
  }

  /** @param {import("./chat-store.js").Room} room */
  draft(room) {
    return this.drafts.get(room.key) ?? room.draft ?? "";
  }

  /** @param {import("./chat-store.js").Room} room @param {string} text */
  write(room, text) {
    this.drafts.set(room.key, text);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.keep(), KEEP_AFTER);
  }

  /** Keep the draft on the server, for other devices and other days. */
  keep() {
    clearTimeout(this.timer);
    const { room, talk, ctx } = this.chat;
    if (!room || !talk.name) return;
    const text = this.draft(room).slice(0, MOST);
    if ((this.told.get(room.key) ?? room.draft ?? "") === text) return;
    this.told.set(room.key, text);
    ctx.fetch("chat/draft", { room: room.key, body: text }).catch(() => this.told.delete(room.key));
  }

  /** @param {import("./chat-store.js").Room} room */
  render(room) {
    const { chat } = this;
    if (chat.until !== null) return html`<p class="chat-note">This is what had been said by then. <b>Now</b> brings you back to the talk.</p>`;
    if (!room.can_write) return this.locked(room);
    const other = partner(chat, room);
    const mayOffer = other !== null && room.cards?.includes("offer") && chat.ctx.title?.cardChoices && chat.view.seat !== null;
    return html`${this.offer && other !== null ? offerView(chat, room, other, this.offer) : nothing}
      <form class="chat-form" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); this.say(room, false); }}>
      ${this.call ? this.names(room) : nothing}
      <label class="visually-hidden" for="chat-text">Message</label>
      <textarea id="chat-text" rows="1" maxlength=${MOST} placeholder=${`Write to ${name(chat, room)}`} aria-describedby=${this.error ? "chat-error" : nothing} aria-invalid=${this.error ? "true" : nothing}
        .value=${this.draft(room)} ?readonly=${this.isSending} @input=${(/** @type {any} */ event) => this.typed(room, event.target)} @keydown=${(/** @type {KeyboardEvent} */ event) => this.key(room, event)}></textarea>
      ${mayOffer && !this.offer ? html`<button class="button" type="button" @click=${() => { this.offer = { give: [], get: [], of: "" }; chat.draw(); }}><svg class="ic" aria-hidden="true"><use href="#i-swap"/></svg> Offer</button>` : nothing}
      ${room.anonymous ? html`<button class="button" type="button" title="Comes out within 10 seconds, without your name" @click=${() => this.say(room, true)}><svg class="ic" aria-hidden="true"><use href="#i-mask"/></svg> As anonymous</button>` : nothing}
      <button class="button chat-send">Send</button></form>
      ${this.error ? html`<p class="chat-error" id="chat-error" role="alert">${this.error}</p>` : nothing}`;
  }

  /** @param {import("./chat-store.js").Room} room */
  locked(room) {
    const draft = this.draft(room);
    return html`<p class="chat-note"><svg class="ic" aria-hidden="true"><use href="#i-lock"/></svg> ${lockWords(this.chat, room)}
      ${room.lock_reason === "SIGN_IN" ? html`<a href=${this.chat.ctx.config.urls.sign_in}>Sign in</a>` : nothing}
      ${draft ? html`<span class="chat-kept">Your draft is kept: <bdi>${draft}</bdi></span>` : nothing}</p>`;
  }

  /** @param {import("./chat-store.js").Room} room @param {HTMLTextAreaElement} input */
  typed(room, input) {
    this.write(room, input.value);
    const found = calling(input.value, input.selectionStart);
    const names = found ? matches(this.callable(room), found.word) : [];
    const call = found && names.length ? { names, at: 0, ...found } : null;
    if (!call && !this.call && !this.error) return;
    this.call = call;
    this.error = "";
    this.chat.draw();
  }

  /** Who can be called here: seats and whoever has spoken. @param {import("./chat-store.js").Room} room */
  callable(room) {
    const { view, talk } = this.chat;
    const seats = Object.values(view.public.table?.seats ?? {}).flatMap((/** @type {any} */ seat) => [seat.name, seat.holder]);
    const speakers = talk.lines(room.key).map((/** @type {any} */ message) => message.from);
    return [...seats, ...speakers].filter((one) => one && one !== talk.name);
  }

  /** @param {import("./chat-store.js").Room} room */
  names(room) {
    const call = /** @type {NonNullable<typeof this.call>} */ (this.call);
    return html`<ul class="chat-names" role="listbox" aria-label="Names">${call.names.map((one, at) => html`<li role="option" aria-selected=${at === call.at}>
      <button type="button" tabindex="-1" @click=${() => this.choose(room, one)}>${one}</button></li>`)}</ul>`;
  }

  /** @param {import("./chat-store.js").Room} room @param {string} chosen */
  choose(room, chosen) {
    const { call } = this;
    const text = this.draft(room);
    if (!call) return;
    this.write(room, `${text.slice(0, call.from)}${chosen} ${text.slice(call.from + call.word.length)}`);
    this.call = null;
    this.chat.draw();
    const input = /** @type {HTMLTextAreaElement | null} */ (this.chat.element.querySelector("#chat-text"));
    input?.focus();
    input?.setSelectionRange(call.from + chosen.length + 1, call.from + chosen.length + 1);
  }

  /** @param {import("./chat-store.js").Room} room @param {KeyboardEvent} event */
  key(room, event) {
    const { call } = this;
    if (call && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      call.at = (call.at + step + call.names.length) % call.names.length;
    } else if (call && (event.key === "Enter" || event.key === "Tab")) this.choose(room, call.names[call.at]);
    else if (call && event.key === "Escape") this.call = null;
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.say(room, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.chat.draw();
  }

  /** @param {import("./chat-store.js").Room} room @param {boolean} anonymous */
  async say(room, anonymous) {
    const body = this.draft(room).trim();
    if (!body || this.isSending) return;
    const isSaid = await this.send(room, anonymous ? { body, anonymous } : { body });
    if (!isSaid) return;
    this.drafts.set(room.key, "");
    this.keep();
    if (anonymous) this.chat.ctx.toast("Accepted. It comes out within 10 seconds, without your name.");
    this.chat.draw();
    /** @type {HTMLElement | null} */ (this.chat.element.querySelector("#chat-text"))?.focus({ preventScroll: true });
  }

  /** @param {import("./chat-store.js").Room} room @param {any} what @returns {Promise<boolean>} */
  async send(room, what) {
    const { ctx } = this.chat;
    this.isSending = true;
    this.error = "";
    this.call = null;
    this.chat.draw();
    const id = ctx.connection.makeId();
    const answer = await ctx.connection.request({ type: "say", id, room: room.key, ...what }, id, true);
    this.isSending = false;
    if (answer.type === "refused") this.error = this.refusal(answer);
    this.chat.draw();
    return answer.type !== "refused";
  }

  /** @param {any} answer */
  refusal(answer) {
    const { texts } = this.chat.ctx;
    const reason = answer.params?.reason;
    if (answer.code === "chat.locked" && reason) return texts.say("chat_locks", reason, {}, texts.refusal(answer));
    return texts.refusal(answer);
  }

  /** Answer an offer by its mirror image, to be changed. @param {import("./chat-store.js").Message} message */
  counter(message) {
    this.offer = { give: [...message.card.get ?? []], get: [...message.card.give ?? []], of: message.id };
    this.chat.draw();
  }

  closeOffer() {
    this.offer = null;
    this.chat.draw();
  }
}

/** @param {any} chat @param {import("./chat-store.js").Room} room */
function name(chat, room) {
  return room.kind === "table" ? "the table" : roomName(chat, room);
}
