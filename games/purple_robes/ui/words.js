// @ts-check
/** Names of the court, of items, phases and seats, as people read them. */

import { seatName } from "../../js/seats.js";
import court from "./court.js";

/** @typedef {{id: string, name: string, short: string, sort: "advisor" | "crony" | "clan", advisor?: string, clan?: string, power?: number, badge?: string}} Member */

/** Short forms that the tables do not give. */
const SHORT = /** @type {Record<string, string>} */ ({
  cr_commander: "High Commander", cr_quartermaster: "Quartermaster Gen.", cl_azure_gems: "Azure Gems",
});

export const ADVISORS = court.advisors.map((one) => /** @type {Member} */ ({ ...one, sort: "advisor" }));
export const CRONIES = court.cronies.map((one) => /** @type {Member} */ ({ ...one, short: SHORT[one.id] ?? one.name, sort: "crony" }));
export const CLANS = court.clans.map((one) => /** @type {Member} */ ({ ...one, short: SHORT[one.id] ?? one.name.replace(/ Clan$/, ""), sort: "clan" }));
/** All 21 in board order. */
export const MEMBERS = [...ADVISORS, ...CRONIES, ...CLANS];
const BY_ID = new Map(MEMBERS.map((member) => [member.id, member]));
export const KINDS = /** @type {Record<string, {class: string, label: string, value: number, on: string[]}>} */ (court.kinds);
export const KIND_ORDER = Object.keys(KINDS);
export const TYPES = /** @type {Record<string, string>} */ (court.types);
export const LINES = /** @type {Record<string, string>} */ (court.lines);
export const CLASSES = /** @type {Record<string, string>} */ (court.classes);

/** @param {string} id @returns {Member} */
export const member = (id) => BY_ID.get(id) ?? { id, name: id, short: id, sort: "crony" };
/** @param {string} id */
export const badgeOf = (id) => (BY_ID.get(id)?.badge ?? "").toLowerCase();
/** @param {string} advisor */
export const croniesOf = (advisor) => CRONIES.filter((crony) => crony.advisor === advisor);

/** `+2`, `−1`. @param {number} value */
export const signed = (value) => (value < 0 ? `−${-value}` : `+${value}`);
/** The class word on a chip: Gold, Threat, Clan, Realm. @param {string} kind */
export function kindWord(kind) {
  const { class: group, label } = KINDS[kind] ?? { class: "", label: kind };
  return group === "general" ? label.replace("Generic ", "") : CLASSES[group] ?? label;
}
/** `Clan −2`. @param {string} kind */
export const kindName = (kind) => (KINDS[kind] ? `${kindWord(kind)} ${signed(KINDS[kind].value)}` : kind);
/** `Gold +1, 2 Clan −1`. @param {string[]} kinds */
export function kindList(kinds) {
  const counts = new Map();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, n]) => (n > 1 ? `${n} ${kindName(kind)}` : kindName(kind))).join(", ") || "nothing";
}

/** @param {number} n @param {string} one @param {string} [more] */
export const count = (n, one, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;
const PLACES = ["", "1st", "2nd", "3rd"];
/** @param {number} n */
export const ordinal = (n) => PLACES[n] ?? `${n}th`;

/** Bid, round 2 of 3 · Influence, round 3 · Casting. @param {any} open */
export function phaseWord({ state, round, options }) {
  if (state === "bid") return `Bid, round ${round} of ${options.bid_rounds}`;
  if (state === "influence") return `Influence, round ${round}`;
  return state === "cast" ? "Casting" : "Finished";
}

/** @param {any} open */
export const cycleWord = (open) => `Cycle ${open.cycle} of ${cycles(open)}`;
/** @param {any} open */
export const cycles = (open) => Object.keys(open.hands).length;
/** @param {any} open */
export const decisionNow = (open) => open.agenda[open.cycle];
/** Votes of a member in this cycle's decision; Cronies have none. @param {any} open @param {string} id */
export function weightOf(open, id) {
  const at = ADVISORS.findIndex((advisor) => advisor.id === id);
  if (at >= 0) return decisionNow(open)?.weights[at] ?? 0;
  return member(id).sort === "clan" ? 1 : 0;
}

/** @param {any} view @param {number | undefined} seat */
export const who = (view, seat) => (seat === undefined ? "nobody" : seat === view.seat ? "you" : seatName(view, seat));

/** Words with parts in bold: texts hold `{member}`, parts are templates or words. @param {string} text @param {Record<string, unknown>} parts */
export function rich(text, parts) {
  return text.split(/(\{\w+\})/).map((piece) => (/^\{\w+\}$/.test(piece) ? parts[piece.slice(1, -1)] ?? "" : piece));
}
