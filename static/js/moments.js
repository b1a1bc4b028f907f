// @ts-check
/** Moments of a game that is not looked at now: the history fetched once, a frame of it, and its address. */

import { toast } from "./toast.js";

/** Fetch the history once; afterwards every frame is at hand. @param {any} table */
export async function loadReplay(table) {
  if (table.hasHistory && table.store.frames("public").length > 1) return;
  const { streams } = await table.fetch("replay");
  table.store.replay(streams);
  table.hasHistory = true;
  table.invalidate();
}

/** Look at a past frame; the address carries it. @param {any} table @param {number | null} seq @param {string} [step] */
export function setCursor(table, seq, step = "") {
  const last = table.store.last("public")?.seq;
  table.cursor = seq === null || seq === last && !step ? null : seq;
  const url = new URL(location.href);
  if (seq === null) url.searchParams.delete("frame");
  else url.searchParams.set("frame", `${seq}${step}`);
  history.replaceState(null, "", url);
  table.invalidate();
}

/** A link to the moment looked at. */
export async function copyLink() {
  await navigator.clipboard?.writeText(location.href).catch(() => undefined);
  toast("Link copied");
}
