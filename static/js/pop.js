// @ts-check
/** A small card beside what was tapped; Escape, a tap elsewhere or its button close it, and focus goes back. */

import { html, render } from "../vendor/lit-html/lit-html.js";
import { icon } from "./icons.js";

/** @type {HTMLElement | null} */
let card = null;

/** @param {Element} anchor @param {string} heading @param {unknown} content */
export function openPop(anchor, heading, content) {
  card?.remove();
  const made = document.createElement("div");
  card = made;
  made.className = "pop";
  made.setAttribute("popover", "auto");
  made.setAttribute("role", "dialog");
  made.setAttribute("aria-labelledby", "pop-head");
  render(html`<div class="pop-head"><h2 id="pop-head" tabindex="-1">${heading}</h2><button class="icon-button" type="button" aria-label="Close" @click=${() => made.hidePopover()}>${icon("i-x", "ic-small")}</button></div>${content}`, made);
  document.body.append(made);
  made.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    const had = made.contains(document.activeElement) || document.activeElement === document.body;
    made.remove();
    if (had && anchor instanceof HTMLElement && anchor.isConnected) anchor.focus({ preventScroll: true });
  });
  made.showPopover();
  place(made, anchor.getBoundingClientRect());
  made.querySelector("h2")?.focus({ preventScroll: true });
}

/** Below the anchor, above it where there is no room, never over the edge. @param {HTMLElement} made @param {DOMRect} box */
function place(made, box) {
  const { offsetWidth: width, offsetHeight: height } = made;
  const below = box.bottom + 6;
  const top = below + height <= innerHeight - 8 ? below : Math.max(8, box.top - height - 6);
  made.style.inset = "auto";
  made.style.left = `${Math.round(Math.max(8, Math.min(box.left, innerWidth - width - 8)))}px`;
  made.style.top = `${Math.round(Math.max(8, Math.min(top, innerHeight - height - 8)))}px`;
}
