// @ts-check
/** Switching pushes on and off for this browser, on the settings page. */

import { cookie, store, stored } from "./prefs.js";

export const MARK = "push";

const ON = "This browser is told, also while no page is open.";
const OFF = "This browser is told only while a page is open.";
const DENIED = "Notices of this site are blocked in the browser's settings.";
const NEVER = "This browser takes no pushes.";
const FAILED = "That did not work; try again later.";

/** @param {string} text base64url @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Whether an existing subscription was made for another key. @param {PushSubscription} known @param {Uint8Array} key */
function isForAnother(known, key) {
  const own = known.options.applicationServerKey;
  if (own === null) return false;
  const bytes = new Uint8Array(own);
  return bytes.length !== key.length || bytes.some((byte, at) => byte !== key[at]);
}

/** @param {string} url @param {unknown} body */
async function post(url, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrftoken": cookie("__Host-csrf") ?? cookie("csrftoken") ?? "" },
    body: JSON.stringify(body),
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.message || FAILED);
}

/** @param {HTMLElement} place */
function parts(place) {
  const say = (/** @type {string} */ text) => { const line = place.querySelector("[data-push-state]"); if (line) line.textContent = text; };
  const on = /** @type {HTMLButtonElement | null} */ (place.querySelector("[data-push-on]"));
  const off = /** @type {HTMLButtonElement | null} */ (place.querySelector("[data-push-off]"));
  return { say, on, off };
}

/** @param {HTMLElement} place */
async function look(place) {
  const { say, on, off } = parts(place);
  const registration = await navigator.serviceWorker.getRegistration("/");
  const known = await registration?.pushManager.getSubscription();
  const isOn = Boolean(known) && stored(MARK) === "on";
  if (on) on.hidden = isOn || Notification.permission === "denied";
  if (off) off.hidden = !isOn;
  say(isOn ? ON : Notification.permission === "denied" ? DENIED : OFF);
}

/** @param {HTMLElement} place */
async function switchOn(place) {
  if (await Notification.requestPermission() !== "granted") return;
  const registration = await navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  const key = bytesOf(place.dataset.pushKey ?? "");
  const known = await registration.pushManager.getSubscription();
  if (known && isForAnother(known, key)) await known.unsubscribe();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await post(place.dataset.pushSubscribe ?? "", made.toJSON());
  store(MARK, "on");
}

/** @param {HTMLElement} place */
async function switchOff(place) {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const known = await registration?.pushManager.getSubscription();
  store(MARK, "off");
  if (!known) return;
  await post(place.dataset.pushUnsubscribe ?? "", { endpoint: known.endpoint });
  await known.unsubscribe();
}

/** @param {HTMLElement} place */
export function startPush(place) {
  const { say, on, off } = parts(place);
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
    say(NEVER);
    return;
  }
  /** @param {HTMLButtonElement | null} button @param {(place: HTMLElement) => Promise<void>} work */
  const bind = (button, work) => button?.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await work(place);
      await look(place);
    } catch (error) {
      say(error instanceof Error && error.message ? error.message : FAILED);
    }
    button.disabled = false;
  });
  bind(on, switchOn);
  bind(off, switchOff);
  look(place).catch(() => say(NEVER));
}

if (typeof document !== "undefined") {
  const place = document.querySelector("[data-push]");
  if (place instanceof HTMLElement) startPush(place);
}
