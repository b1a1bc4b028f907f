// @ts-check
/** Short messages at the foot of the page: receipts, refusals, Undo. They are announced, wait for the pointer, and never hold the only copy of a fact. */

import { announce } from "./announce.js";

/**
 * @param {string} text
 * @param {{tone?: "plain" | "danger", action?: {label: string, run: () => void}, seconds?: number}} [options]
 * @returns {() => void} closes it
 */
export function toast(text, { tone = "plain", action, seconds = 6 } = {}) {
  const host = document.getElementById("toasts");
  if (!host) return () => undefined;
  const item = document.createElement("div");
  item.className = `toast toast-${tone}`;
  item.dataset.toast = tone;
  const words = document.createElement("span");
  words.textContent = text;
  item.append(words);
  const close = () => item.remove();
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.label;
    button.addEventListener("click", () => { close(); action.run(); });
    item.append(button);
  }
  let timer = window.setTimeout(close, seconds * 1000);
  item.addEventListener("pointerenter", () => clearTimeout(timer));
  item.addEventListener("pointerleave", () => { timer = window.setTimeout(close, 2000); });
  while (host.childElementCount >= 3) host.firstElementChild?.remove();
  host.append(item);
  announce(action ? `${text}. ${action.label} is possible for ${seconds} seconds` : text);
  return close;
}
