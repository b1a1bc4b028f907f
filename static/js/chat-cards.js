// @ts-check
/** Offers as cards (CHAT-8): what each side gives, what became of it, and the composer. A card places no order; the title says what things are called. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { partner } from "./chat-rooms.js";

const STATES = { open: "open", accept: "accepted", decline: "declined", counter: "answered with a counter-offer", withdraw: "withdrawn", expire: "expired" };
const ANSWERS = { accept: "accepts the offer.", decline: "declines the offer.", withdraw: "withdraws the offer.", expire: "The offer has expired." };

/** @param {any} chat @param {any} card @returns {{give: string, get: string}} */
function words(chat, card) {
  const own = chat.ctx.title?.cardWords?.(card, chat.view);
  return own ?? { give: (card.give ?? []).join(", ") || "nothing", get: (card.get ?? []).join(", ") || "nothing" };
}

/** @param {any} chat @param {import("./chat-store.js").Room} room @param {import("./chat-store.js").Message} message */
export function cardView(chat, room, message) {
  const { card } = message;
  const state = chat.talk.stateOf(room.key, message);
  if (!state) return html`<p class="chat-card-note">${ANSWERS[/** @type {"accept"} */ (card.type)] ?? ""}</p>`;
  const said = words(chat, card);
  const isOpen = state === "open" && room.can_write && chat.until === null;
  const may = (/** @type {string} */ type) => isOpen && room.cards?.includes(type);
  const isOwn = chat.talk.isOwn(message);
  const answer = (/** @type {string} */ type) => chat.composer.send(room, { body: "", card: { type, of: message.id } });
  const accept = async () => { if (await answer("accept")) chat.ctx.title?.acceptCard?.({ ...card, from: message.seat }, chat.ctx); };
  const other = partner(chat, room);
  const mirror = isOwn ? { give: card.get ?? [], get: card.give ?? [], from: other } : { ...card, from: message.seat };
  const mayOrder = state === "accept" && other !== null && chat.until === null && chat.ctx.title?.mayTakeCard?.(mirror, chat.ctx);
  return html`<div class="chat-card" data-state=${state}>
    <p><b>${card.type === "counter" ? "Counter-offer" : "Offer"}</b> <span class="badge">${STATES[/** @type {"open"} */ (state)] ?? state}</span></p>
    <dl><dt>gives</dt><dd><bdi>${said.give || "nothing"}</bdi></dd><dt>for</dt><dd><bdi>${said.get || "nothing"}</bdi></dd></dl>
    <p class="chat-card-do">${isOwn
      ? may("withdraw") ? html`<button class="button button-small" type="button" @click=${() => answer("withdraw")}>Withdraw</button>` : nothing
      : html`${may("accept") ? html`<button class="button button-small button-primary" type="button" @click=${accept}>Accept</button>` : nothing}
        ${may("counter") && chat.ctx.title?.cardChoices ? html`<button class="button button-small" type="button" @click=${() => chat.composer.counter(message)}>Counter</button>` : nothing}
        ${may("decline") ? html`<button class="button button-small" type="button" @click=${() => answer("decline")}>Decline</button>` : nothing}`}
      ${mayOrder ? html`<span class="note">Both must order it.</span> <button class="button button-small button-primary" type="button" @click=${() => { chat.ctx.title.acceptCard(mirror, chat.ctx); chat.draw(); }}>Put it into my order</button>` : nothing}</p></div>`;
}

/** @typedef {{give: string[], get: string[], of: string}} Drafted */

/** The composer of an offer: what I give, what I get. @param {any} chat @param {import("./chat-store.js").Room} room @param {number} other @param {Drafted} draft */
export function offerView(chat, room, other, draft) {
  const choices = (/** @type {number} */ seat) => chat.ctx.title.cardChoices(chat.view, seat);
  const side = (/** @type {"give" | "get"} */ name, /** @type {string} */ legend, /** @type {number} */ seat) => html`<fieldset class="chat-things"><legend>${legend}</legend>
    ${choices(seat).length ? choices(seat).map((/** @type {any} */ thing) => chip(chat, draft, name, thing)) : html`<span class="muted">nothing there yet</span>`}</fieldset>`;
  const type = draft.of ? "counter" : "offer";
  const isEmpty = !draft.give.length && !draft.get.length;
  const send = async () => {
    const card = { type, give: draft.give, get: draft.get, ...(draft.of ? { of: draft.of } : {}) };
    if (await chat.composer.send(room, { body: "", card })) chat.composer.closeOffer();
  };
  return html`<div class="chat-offer" role="group" aria-label="Offer">${side("give", "You give", chat.view.seat)}${side("get", "You get", other)}
    <p class="muted">It binds nobody: a trade works only if both order it.</p>
    <p class="chat-card-do"><button class="button button-small button-primary" type="button" ?disabled=${isEmpty} @click=${send}>Send ${draft.of ? "counter-offer" : "offer"}</button>
    <button class="button button-small" type="button" @click=${() => chat.composer.closeOffer()}>Cancel</button></p></div>`;
}

/** Each press adds one more of a thing, the press after the last takes all away. @param {any} chat @param {Drafted} draft @param {"give" | "get"} name @param {{id: string, label: string, count: number}} thing */
function chip(chat, draft, name, thing) {
  const chosen = draft[name].filter((id) => id === thing.id).length;
  const press = () => {
    const rest = draft[name].filter((id) => id !== thing.id);
    draft[name] = chosen >= thing.count ? rest : [...draft[name], thing.id];
    chat.draw();
  };
  return html`<button class="chip" type="button" aria-pressed=${chosen > 0} @click=${press}>${thing.label}${chosen ? html` <b>${chosen}</b>` : nothing}${thing.count > 1 ? html`<span class="muted"> of ${thing.count}</span>` : nothing}</button>`;
}
