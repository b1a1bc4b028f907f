// @ts-check
/** Words and numbers of the map, for eye and ear. Texts keyed by code and event come from `texts.json`. */

import { distance, parse } from "../../js/hex.js";

export const TYPES = /** @type {const} */ ([
  { key: "S", word: "Soldiers", icon: "i-soldiers" },
  { key: "R", word: "Rangers", icon: "i-rangers" },
  { key: "M", word: "Mages", icon: "i-mages" },
  { key: "U", word: "Support", icon: "i-support" },
]);
export const FORTS = ["palisade", "tower", "castle"];
/** Colour names of marks 1 to 6; 7 to 12 take the same colours with other patterns and emblems. */
export const COLOURS = ["gold", "sky", "green", "navy", "red", "plum"];
export const STANDARD = new Set(["desert", "field", "forest", "mountain", "swamp", "tundra"]);

/** A number with a true minus sign. @param {number} n */
export function signed(n) {
  return n < 0 ? `\u2212${-n}` : String(n);
}

/** Quarter points as people write them: 5.5, 0.75, 12, −0.5. @param {number} q */
export function amount(q) {
  return signed(q / 4);
}

/** @param {number} n @param {string} one @param {string} [many] */
export function count(n, one, many = `${one}s`) {
  return `${signed(n)} ${n === 1 ? one : many}`;
}

/** Coordinates for the eye. @param {string} id */
export function place(id) {
  return id.replace(/-/g, "\u2212");
}

/** `tundra −1,2`; bases are called by their park. @param {any} view @param {string} id */
export function tileWords(view, id) {
  return `${view.public.tiles?.[id]?.kind ?? "tile"} ${place(id)}`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `4 Support, 2 Soldiers`, biggest first. @param {Record<string, number> | undefined} amounts */
export function payment(amounts) {
  const parts = TYPES.filter(({ key }) => amounts?.[key]).map((type) => ({ ...type, q: amounts?.[type.key] ?? 0 }));
  return parts.sort((a, b) => b.q - a.q).map(({ q, word }) => `${amount(q)} ${word}`).join(", ") || "nothing";
}

/** What is missing: `0.5 Mages short`, `no moves left`. @param {Record<string, number> | undefined} short */
export function shortage(short) {
  if (!short) return "";
  const out = TYPES.filter(({ key }) => short[key]).map(({ key, word }) => `${amount(short[key])} ${word}`);
  if (short.any) out.push(`${amount(short.any)} resources`);
  if (short.supplies) out.push(count(short.supplies, "supply", "supplies"));
  const words = out.length ? [`${out.join(", ")} short`] : [];
  if (short.moves) words.push("no moves left");
  return words.join(", ");
}

/** @param {any} view @param {number | string | undefined} side */
export function sideName(view, side) {
  if (side === undefined) return "nobody";
  return view.public.table?.seats?.[side]?.name ?? view.public.sides?.[side]?.name ?? `side ${side}`;
}

/** Mark 1 to 12 of a side. @param {any} view @param {number | string} side */
export function markOf(view, side) {
  return view.public.table?.seats?.[side]?.mark ?? Number(side) + 1;
}

/** @param {string} id */
export function steps(id) {
  return distance(parse(id));
}

/** `2 steps from the temple`. @param {string} id */
export function fromTemple(id) {
  const n = steps(id);
  return n === 0 ? "the heart of the mountains" : `${count(n, "step")} from the temple`;
}

/** @param {number} n 1, 2, 3 @returns {string} 1st, 2nd, 3rd */
export function ordinal(n) {
  const teen = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${teen ? "th" : ["th", "st", "nd", "rd"][n % 10] ?? "th"}`;
}

const NTH = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
  "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth"];

/** @param {number} n */
export function nth(n) {
  return NTH[n] ?? ordinal(n);
}

/** `1 to 3 supplies`. @param {number[] | undefined} award */
export function award(award) {
  if (!award) return "";
  const [least, most] = award;
  return least === most ? count(least, "supply", "supplies") : `${least} to ${most} supplies`;
}

/** @param {string[]} items */
export function list(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

/** Is it a deadline weekday that people call by name, or a round? @param {any} view */
export function weekWord(view) {
  return view.public.settings?.rounds_minutes ? "Round" : "Week";
}

/** Number of weeks of the season, if it is fixed. @param {any} view @returns {number | undefined} */
export function weeks(view) {
  const { end, calendar, week } = view.public;
  if (typeof end?.weeks === "number") return end.weeks;
  return calendar ? week + calendar.length - 1 : undefined;
}

/** Weeks that have been resolved. @param {any} view */
export function resolvedWeeks(view) {
  return Math.max(0, ...Object.values(view.public.sides).map((/** @type {any} */ side) => side.history?.length ?? 0));
}

/** `Capture ruin −1,3`. @param {any} view @param {any} order */
export function orderTitle(view, order) {
  return order.kind === "build" ? `Build ${order.fort} at ${place(order.corner)}` : `Capture ${tileWords(view, order.tile)}`;
}
