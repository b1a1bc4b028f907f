// @ts-check
/** The list of rooms: name, who reads, what is unread, and why one may not write (CHAT-13). */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { audienceWords, readerWords } from "./chat-store.js";
import { emblem, seatName } from "./seats.js";

const PAIR = 2;
const ORDER = ["table", "place", "team", "group", "pair", "ghosts", "host", "spectators", "announce"];

/** @param {import("./chat-store.js").Room} room */
const rank = (room) => ORDER.indexOf(room.kind);

/** @param {any} chat @param {import("./chat-store.js").Room} room */
function others(chat, room) {
  const own = chat.view.seat;
  return room.readers.filter((key) => key.startsWith("seat:")).map((key) => Number(key.slice(5))).filter((seat) => seat !== own);
}

/** The other seat of a pair, null elsewhere. @param {any} chat @param {import("./chat-store.js").Room} room @returns {number | null} */
export function partner(chat, room) {
  const found = others(chat, room);
  return room.kind === "pair" && found.length === PAIR - 1 ? found[0] : null;
}

/** @param {any} chat @param {import("./chat-store.js").Room} room @returns {string} */
export function roomName(chat, room) {
  if (room.kind === "pair") return others(chat, room).map((seat) => seatName(chat.view, seat)).join(" & ") || "Direct talk";
  if (room.founded) return room.title;
  return chat.ctx.texts.say("rooms", room.title, {}, room.title.slice(0, 1).toUpperCase() + room.title.slice(1));
}

/** @param {any} chat @param {import("./chat-store.js").Room} room */
export function whoReads(chat, room) {
  const seats = chat.view.public.table?.seats ?? {};
  const facts = { name: (/** @type {number} */ seat) => seatName(chat.view, seat), count: Object.keys(seats).length, own: chat.view.seat };
  const words = readerWords(room, (audiences) => audienceWords(audiences, facts));
  return room.release === "public" && !room.readers.includes("public") ? `${words}; everybody after the end` : words;
}

/** @param {any} chat @param {import("./chat-store.js").Room} room */
export const lockWords = (chat, room) => (room.lock_reason ? chat.ctx.texts.say("chat_locks", room.lock_reason, {}, "Nobody can write here at the moment.") : "");

/** @param {any} chat */
export function roomsView(chat) {
  const rooms = [...chat.talk.rooms].sort((a, b) => rank(a) - rank(b));
  const past = rooms.filter((/** @type {any} */ room) => room.lock_reason === "CLOSED");
  const present = rooms.filter((/** @type {any} */ room) => room.lock_reason !== "CLOSED");
  const isPastOpen = past.some((/** @type {any} */ room) => room.key === chat.current || room.unread);
  return html`<nav class="chat-rooms" aria-label="Rooms"><ul>${present.map((/** @type {any} */ room) => entry(chat, room))}</ul>
    ${past.length ? html`<details class="chat-past" ?open=${isPastOpen}><summary>Past rooms (${past.length})</summary><ul>${past.map((/** @type {any} */ room) => entry(chat, room))}</ul></details>` : nothing}
    ${groupButton(chat)}</nav>`;
}

/** @param {any} chat @param {import("./chat-store.js").Room} room */
function entry(chat, room) {
  const seat = partner(chat, room);
  const isHere = room.key === chat.current;
  const locked = lockWords(chat, room);
  return html`<li><button type="button" class="chat-entry" aria-current=${isHere ? "true" : nothing} title=${locked || whoReads(chat, room)} @click=${() => chat.select(room.key)}>
    ${seat === null ? nothing : emblem(chat.view, seat)}<span class="chat-name"><bdi>${roomName(chat, room)}</bdi></span>
    ${room.lock_reason ? html`<svg class="ic chat-lock" aria-hidden="true"><use href="#i-lock"/></svg><span class="visually-hidden">${locked}</span>` : nothing}
    ${room.unread ? html`<span class="chat-count">${room.unread > 99 ? "99+" : room.unread}<span class="visually-hidden"> unread</span></span>` : nothing}</button></li>`;
}

/** Where the title lets players found groups. @param {any} chat */
function groupButton(chat) {
  if (!chat.ctx.config.group_size || chat.view.seat === null || chat.until !== null) return nothing;
  return html`<button class="link-button" type="button" @click=${() => openFounding(chat)}>New group</button>`;
}

/** @param {any} chat */
function openFounding(chat) {
  const seats = Object.keys(chat.view.public.table?.seats ?? {}).map(Number).filter((seat) => seat !== chat.view.seat);
  /** @param {SubmitEvent} event */
  const found = async (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const answer = await chat.post("found", { seats: data.getAll("seat").map(Number), name: String(data.get("name") ?? "") });
    if (!answer) return;
    chat.ctx.close();
    chat.current = answer.room;
  };
  chat.ctx.open({
    name: "group",
    render: () => html`<form class="dialog-body chat-found-form" @submit=${found}><h2 id="dialog-title">New group</h2>
      <p>Only its members know that it exists. Each of you must be able to write to each other now.</p>
      <div class="field"><label for="group-name">Name</label><input id="group-name" name="name" maxlength="40" required autofocus></div>
      <fieldset class="chat-seats"><legend class="label">Members besides you</legend>${seats.map((seat) => html`<label class="choice"><input type="checkbox" name="seat" value=${seat}>${emblem(chat.view, seat)} ${seatName(chat.view, seat)}</label>`)}</fieldset>
      <div class="dialog-actions"><button class="button" type="button" @click=${() => chat.ctx.close()}>Cancel</button><button class="button button-primary">Found it</button></div></form>`,
  });
}
