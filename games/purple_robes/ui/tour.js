// @ts-check
/** First visit: five steps tied to real parts of the table; skippable, and there again under the plate's help. */

import { html } from "../../vendor/lit-html/lit-html.js";
import { openPop } from "../../js/pop.js";
import { store, stored } from "../../js/prefs.js";

const STEPS = [
  [".canopy", "The Emperor's decision", "Each cycle ends with a vote on this decision. Palaces vote with the number on their seal, Clans with 1. Scores come from leading the vote and from holding sets."],
  [".queues, .palaces", "The court", "First everybody bids for queues of bribes and threats. Then these items win Advisors, Cronies and Clans; the box at the right of each says who holds it and what it takes."],
  [".rail", "The seats", "Who has ordered, who is awaited, and the scores. Tap a score to see its lines. Hands and markers are open to all."],
  ["#table-panel, .foot-draft", "Your order", "Choose here or on the board. All order at the same time and in secret; nothing is sent before you confirm, and Undo takes every step back."],
  ["#table-log", "Log and talk", "Everything that happens is written here. Promises made in talk bind nobody."],
];

/** @param {any} ctx */
export function offerTour(ctx) {
  if (ctx.seat === null || stored("tour:purple-robes") || document.querySelector("dialog[open], .pop")) return;
  show(ctx, 0);
}

/** @param {any} ctx @param {number} at */
export function show(ctx, at) {
  store("tour:purple-robes", "seen");
  const [where, title, words] = STEPS[at];
  const anchor = [...document.querySelectorAll(where)].find((one) => one.getBoundingClientRect().height > 0) ?? document.body;
  anchor.scrollIntoView({ block: "nearest" });
  const on = (/** @type {number} */ to) => show(ctx, to);
  openPop(anchor, title, html`<p>${words}</p><div class="tour-deeds"><span class="note">${at + 1} of ${STEPS.length}</span>
    ${at ? html`<button class="button button-small" type="button" @click=${() => on(at - 1)}>Back</button>` : html`<button class="button button-small" type="button" @click=${close}>Skip</button>`}
    <button class="button button-small button-title" type="button" @click=${at + 1 < STEPS.length ? () => on(at + 1) : close}>${at + 1 < STEPS.length ? "Next" : "Begin"}</button></div>`);
}

/** @param {Event} event */
function close(event) {
  const card = /** @type {Element} */ (event.currentTarget).closest("[popover]");
  if (card instanceof HTMLElement) card.hidePopover();
}
