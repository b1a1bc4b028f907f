// @ts-check
/** A seat's page: what the seat holds at the court, and its items. */

import { html, render } from "../../vendor/lit-html/lit-html.js";
import { items } from "./pieces.js";
import { copies } from "./state.js";
import { KIND_ORDER, MEMBERS } from "./words.js";

const open = JSON.parse(document.getElementById("game-public")?.textContent ?? "{}");
const host = document.getElementById("holds");
const script = document.querySelector("script[data-seat]");
const seat = Number(script instanceof HTMLElement ? script.dataset.seat : 0);

if (host && open.members) {
  const held = MEMBERS.filter(({ id }) => open.members[id].controller === seat);
  const hand = copies(open.hands[seat] ?? {}, KIND_ORDER);
  host.replaceChildren();
  render(html`${held.length ? html`<ul class="plain-list">${held.map(({ id, name }) => html`<li>${name} with ${open.members[id].amount}</li>`)}</ul>` : html`<p class="muted">No member of the court.</p>`}
    <h3>Items</h3>${hand.length ? items(hand) : html`<p class="muted">None.</p>`}`, host);
}
