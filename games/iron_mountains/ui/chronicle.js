// @ts-check
/** The weekly report in words, from public events and the public board only. Pure but for the markup. */

import { html } from "../../vendor/lit-html/lit-html.js";
import { around, centre, idOf, parse } from "../../js/hex.js";
import { shield } from "./shared.js";
import { count, list, nth, place, sideName, steps, weekWord } from "./words.js";

/** @type {Record<string, string>} */
const LAND = { desert: "the dunes", field: "the fields", forest: "the woods", mountain: "the peaks", swamp: "the marsh", tundra: "the snows", ruin: "the ruin", temple: "the temple" };

/** @typedef {{week: number, contests: any[], captures: any[], builds: any[], points: any}} Week */

/** The last resolved week of a list of events. @param {any[]} events @returns {Week | null} */
export function lastWeek(events) {
  const end = events.findLast((event) => event.type === "week_resolved");
  if (!end) return null;
  const of = (/** @type {string} */ type) => events.filter((event) => event.type === type && event.week === end.week);
  return { week: end.week, contests: of("tile_contested"), captures: of("tile_captured"), builds: of("fort_built"), points: of("points_awarded").at(-1) };
}

/** @param {any} view @param {string} tile @param {string} [was] */
function land(view, tile, was) {
  const kind = was ?? view.public.tiles?.[tile]?.kind;
  return kind === "temple" ? "the temple" : `${LAND[kind] ?? "the land"} at ${place(tile)}`;
}

/** Length of the front between two sides. @param {any} view @param {number} a @param {number} b */
export function front(view, a, b) {
  let edges = 0;
  for (const [id, tile] of Object.entries(view.public.tiles ?? {})) {
    if (tile.owner === a) edges += around(parse(id)).filter((near) => view.public.tiles[idOf(near)]?.owner === b).length;
  }
  return edges;
}

/** @param {any} view @param {Week} week */
export function heading(view, week) {
  return weekWord(view) === "Week" ? `The ${nth(week.week)} Saturday` : `Round ${week.week}`;
}

/** The first sentences: the hardest contest, else the greatest gain. @param {any} view @param {Week} week */
export function lead(view, week) {
  const event = week.contests.toSorted((a, b) => b.claimants.length - a.claimants.length || steps(a.tile) - steps(b.tile))[0];
  if (!event) return `${quiet(view, week)} ${temple(view)}`;
  const losers = event.claimants.filter((/** @type {number} */ side) => side !== event.winner);
  const edges = front(view, event.winner, losers[0]);
  const wall = edges > 1 ? ` and now stands wall to wall with ${sideName(view, losers[0])} along ${count(edges, "edge")}` : ` against ${list(losers.map((/** @type {number} */ side) => sideName(view, side)))}`;
  return `${sideName(view, event.winner)} won the coin for ${land(view, event.tile, week.captures.find((one) => one.tile === event.tile)?.was)}${wall}. ${temple(view)}`;
}

/** @param {any} view @param {Week} week */
function quiet(view, week) {
  const gains = Object.entries(week.points?.sides ?? {}).sort(([, a], [, b]) => b.total - a.total)[0];
  const first = week.captures.length ? `No tile was contested; ${count(week.captures.length, "tile")} changed hands.` : "Nobody took any land.";
  return gains ? `${first} ${sideName(view, gains[0])} earned most, ${gains[1].total} Victory Points.` : first;
}

/** @param {any} view */
function temple(view) {
  const owner = view.public.tiles?.["0,0"]?.owner;
  if (owner !== undefined) return `The temple belongs to ${sideName(view, owner)}.`;
  let best = Infinity;
  /** @type {Set<number>} */
  let near = new Set();
  for (const [id, tile] of Object.entries(view.public.tiles ?? {})) {
    if (tile.owner === undefined) continue;
    const d = steps(id);
    if (d < best) { best = d; near = new Set(); }
    if (d === best) near.add(tile.owner);
  }
  if (!near.size) return "Nobody has reached the temple.";
  const names = [...near].map((side) => sideName(view, side));
  const both = names.length === 2 ? "Both" : names.length > 2 ? "All" : "";
  return `${list(names)} ${names.length > 1 ? `stand ${both.toLowerCase() === "both" ? "both " : ""}${count(best, "step")}` : `stands ${count(best, "step")}`} from the temple, which nobody has reached.`;
}

/** Compass of the board. @param {string[]} tiles */
export function quarter(tiles) {
  const points = tiles.map((tile) => centre(parse(tile)));
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
  const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
  if (Math.hypot(x, y) < 90) return "Near the temple";
  return ["In the east", "In the south-east", "In the south", "In the south-west", "In the west", "In the north-west", "In the north", "In the north-east"][(Math.round(Math.atan2(y, x) / (Math.PI / 4)) + 8) % 8];
}

/** A sentence per side that did something the lead does not tell. @param {any} view @param {Week} week */
export function paragraphs(view, week) {
  const told = week.contests.map((event) => event.tile);
  const sentences = Object.keys(view.public.sides).map((side) => sentence(view, week, Number(side), told)).filter(Boolean);
  const half = Math.ceil(sentences.length / 2);
  return [sentences.slice(0, half), sentences.slice(half)].filter((part) => part.length).map((part) => html`<p>${part.map((one, i) => html`${i ? " " : ""}${one}`)}</p>`);
}

/** @param {any} view @param {Week} week @param {number} side @param {string[]} told */
function sentence(view, week, side, told) {
  const taken = week.captures.filter((event) => event.side === side && !told.includes(event.tile));
  const built = week.builds.filter((event) => event.builders.includes(side));
  const coins = week.contests.slice(1).filter((event) => event.winner === side);
  if (!taken.length && !built.length && !coins.length) return null;
  const words = [];
  if (coins.length) words.push(`won the coin for ${list(coins.map((event) => land(view, event.tile)))}`);
  if (taken.length) words.push(`took ${list(taken.map((event) => land(view, event.tile, event.was) + (event.previous === undefined ? "" : ` from ${sideName(view, event.previous)}`)))}`);
  if (built.length) words.push(`raised ${list(built.map((event) => `a ${event.fort} at ${place(event.corner)}`))}`);
  const where = quarter([...taken, ...coins].map((event) => event.tile).concat(taken.length || coins.length ? [] : [view.public.sides[side].base]));
  return html`${where} ${shield(view, side, "shield-inline", "report")} ${sideName(view, side)} ${list(words)}.`;
}
