// @ts-check
/** A table that is being gathered: looks for changes, and copies its link. */

import { announce } from "./announce.js";

const SECONDS = 5;

/** @param {HTMLElement} part */
function watch(part) {
  const { table, stamp } = part.dataset;
  if (!table) return;
  const look = async () => {
    if (document.hidden) return;
    try {
      const response = await fetch(table, { headers: { accept: "application/json" } });
      if (response.status === 404) return location.reload();
      if (!response.ok) return;
      const shown = await response.json();
      if (shown.game_url) location.assign(shown.game_url);
      else if (String(shown.stamp) !== stamp && !isTyping()) location.reload();
    } catch {
      // offline: the next look tells more
    }
  };
  setInterval(look, SECONDS * 1000);
  document.addEventListener("visibilitychange", look);
}

/** Whether a reload would take away what somebody writes. */
function isTyping() {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && !field.readOnly && field.value !== field.defaultValue;
}

function startCopying() {
  const link = document.querySelector("[data-copy]");
  const button = document.querySelector("[data-copy-button]");
  if (!(link instanceof HTMLInputElement) || !(button instanceof HTMLButtonElement)) return;
  link.addEventListener("focus", () => link.select());
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.value);
    button.textContent = "Copied";
    announce("Link copied");
  });
}

for (const part of document.querySelectorAll("[data-table]")) if (part instanceof HTMLElement) watch(part);
startCopying();
