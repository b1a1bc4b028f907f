// @ts-check
/** Where chat and table meet: chat comes when it is wanted and gets the frames that came before it; beside a map it opens as a drawer. */

import { icon } from "./icons.js";
import { html, render } from "../vendor/lit-html/lit-html.js";

const element = () => /** @type {HTMLElement} */ (document.getElementById("table-talk"));

/** @type {Promise<void> | null} */
let coming = null;

/** Put the talk into its region. @param {any} ctx */
export function openTalk(ctx) {
  coming ??= import("./chat.js").then(({ mount }) => {
    ctx.talk = mount(element(), ctx);
    for (const frame of ctx.talkFrames.splice(0)) ctx.talk.frame(frame);
    ctx.talk.update(ctx.view);
    ctx.talk.seen();
    ctx.invalidate();
  });
  return coming;
}

/** A map page shows no talk until it is asked for: a button in the header with what is unread. @param {any} ctx */
export function offerTalk(ctx) {
  const host = document.getElementById("talk-button");
  if (!host) return;
  const isOpen = element().hasAttribute("data-open");
  const unread = ctx.talk ? ctx.talk.unread() : waiting(ctx.talkFrames);
  render(html`<button class="tool talk-tool" type="button" aria-expanded=${String(isOpen)} aria-controls="table-talk" @click=${() => toggle(ctx)}>${icon("i-chat")}<span class="visually-hidden">Talk</span>
    <span class="bell-count" ?hidden=${!unread}>${unread}<span class="visually-hidden"> unread</span></span></button>`, host);
}

/** Unread messages that the lists of rooms told of. @param {any[]} frames */
function waiting(frames) {
  const rooms = new Map();
  for (const frame of frames) for (const room of frame.rooms ?? []) rooms.set(room.key, room.unread ?? 0);
  return [...rooms.values()].reduce((sum, unread) => sum + unread, 0);
}

/** @param {any} ctx */
async function toggle(ctx) {
  const drawer = element();
  const isOpen = drawer.toggleAttribute("data-open");
  offerTalk(ctx);
  if (!isOpen) return;
  drawer.addEventListener("keydown", (event) => { if (event.key === "Escape" && drawer.hasAttribute("data-open")) toggle(ctx); }, { once: true });
  await openTalk(ctx);
  ctx.talk.seen();
  offerTalk(ctx);
}
