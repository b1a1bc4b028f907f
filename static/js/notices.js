// @ts-check
/** Unread notices: bell, title "(2)", favicon dot, chime and browser notice where the person allowed them. */

import { stored } from "./prefs.js";

const EVERY = 60_000;

let shown = 0;
let badge = 0;

/** @param {number} unread */
export function showUnread(unread) {
  const count = document.querySelector("[data-bell-count]");
  if (count instanceof HTMLElement) {
    count.hidden = unread === 0;
    count.textContent = unread > 99 ? "99+" : String(unread || "");
  }
  shown = unread;
  paint();
}

/** Something here waits for this person, for instance a turn. @param {number} number */
export function showBadge(number) {
  badge = number;
  paint();
}

function paint() {
  const number = shown + badge;
  const bare = document.title.replace(/^\(\d+\) /, "");
  document.title = number ? `(${number}) ${bare}` : bare;
  const icon = document.querySelector("link[rel=icon]");
  if (!(icon instanceof HTMLLinkElement)) return;
  icon.dataset.calm ??= icon.href;
  const wanted = number ? icon.dataset.attention ?? icon.dataset.calm : icon.dataset.calm;
  if (icon.getAttribute("href") !== wanted) icon.href = wanted;
}

/** @param {string} url */
async function ask(url) {
  try {
    const answer = await fetch(url, { headers: { accept: "application/json" } });
    if (!answer.ok) return;
    const { unread, latest } = await answer.json();
    if (unread > shown) tell(latest?.[0]);
    showUnread(unread);
  } catch { /* the next minute asks again */ }
}

/** @param {{text?: string, title?: string, url?: string} | undefined} notice */
function tell(notice) {
  if (document.documentElement.dataset.sound === "on") import("./sound.js").then(({ chime }) => chime()).catch(() => {});
  if (!notice || !("Notification" in window) || Notification.permission !== "granted") return;
  if (stored("push") === "on") return; // the service worker shows it
  let made;
  try {
    made = new Notification(notice.title ?? notice.text ?? document.title, { body: notice.title ? notice.text : undefined });
  } catch {
    return; // phones make them in a service worker only
  }
  made.onclick = () => { window.focus(); if (notice.url) location.assign(notice.url); };
}

export function startNotices() {
  const bell = document.querySelector("[data-bell]");
  if (!(bell instanceof HTMLElement)) return;
  showUnread(Number(bell.dataset.unread) || 0);
  const url = bell.dataset.count;
  if (!url) return;
  ask(url);
  setInterval(() => ask(url), EVERY);
  document.addEventListener("visibilitychange", () => ask(url));
  navigator.serviceWorker?.addEventListener("message", ({ data }) => { if (data?.kind === "notice") ask(url); });
}
