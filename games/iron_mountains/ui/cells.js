// @ts-check
/** Layer 13: what can be pointed at, focused and read aloud: a grid of tiles, corners in Building Mode, and the focus ring on top of all. */

import { nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { guard } from "../../vendor/lit-html/directives/guard.js";
import { cornerPoint, hexPath } from "../../js/hex.js";
import { amount, capital, markOf, shortage, sideName, TYPES } from "./words.js";

const SHAPES = ["diamond", "star", "cross", "pentagon", "disc", "crescent"];
const PATTERNS = ["plain", "bars", "dots", "stripes", "lattice", "chevrons"];
const PATTERNS_TWO = ["chequers", "rounds", "pales", "arrows", "lines", "slants"];

/** The full name of a tile: terrain, owner with emblem, news, what may be done. @param {any} view @param {string} id @param {any} [ui] */
export function tileLabel(view, id, ui) {
  const tile = view.public.tiles?.[id];
  if (!tile) return id;
  const words = [`${capital(tile.kind)} ${id}`];
  if (tile.owner === undefined) words.push(tile.kind === "base" ? "empty base" : "unclaimed");
  else words.push(ownerWords(view, tile));
  const target = view.private?.targets?.[id];
  if (target) words.push("can be captured");
  if (target?.queued !== undefined) words.push(`your order ${(view.queue?.list.indexOf(String(target.queued)) ?? 0) + 1}`);
  else if (target?.short) words.push(shortage(target.short) || "not affordable");
  if (ui?.changed?.has(id)) words.push("changed since you last looked");
  if (ui?.contested?.has(id)) words.push("contested last week");
  return words.join(", ");
}

/** Owner with the emblem and pattern that tell the park apart. @param {any} view @param {any} tile */
function ownerWords(view, tile) {
  const mark = markOf(view, tile.owner);
  const i = (mark - 1) % 6;
  const shape = SHAPES[mark <= 6 ? i : (i + 3) % 6];
  const pattern = (mark <= 6 ? PATTERNS : PATTERNS_TWO)[i];
  return `${view.seat === tile.owner ? "yours, " : ""}${sideName(view, tile.owner)} (${shape}, ${pattern})`;
}

/** What a tile costs, in words. @param {any} view @param {string} id */
export function costLabel(view, id) {
  const tile = view.public.tiles[id];
  if (tile.price === undefined) return "";
  if (tile.cost) return TYPES.filter(({ key }) => tile.cost[key]).map(({ key, word }) => `${amount(tile.cost[key])} ${word}`).join(", ");
  return `${amount(tile.price)} resources in any mix`;
}

/**
 * @param {import("./terrain.js").Terrain} terrain @param {any} view
 * @param {{focus: string, changed: Set<string>, contested: Set<string>, selected: string | null, building: boolean}} ui
 */
export function grid(terrain, view, ui) {
  const { tiles } = view.public;
  return svg`<g role="grid" id="map-grid" aria-label="Map of ${terrain.cells.length} tiles" aria-rowcount=${terrain.rows.length} aria-describedby="map-help">
    ${terrain.rows.map((row, i) => guard([row.map(({ id }) => tiles[id]), view.private?.targets, view.public.table?.seats, view.queue, view.seat, ui.changed, ui.contested, inRow(row, ui.focus), inRow(row, ui.selected), ui.building].flat(), () => svg`
      <g role="row" aria-rowindex=${i + 1}>${row.map(({ id, path }, column) => svg`
        <path class="cell" role="gridcell" aria-colindex=${column + 1} data-tile=${id} d=${path} aria-label=${remembered(view, id, ui)}
          aria-selected=${ui.selected === id ? "true" : "false"} tabindex=${id === ui.focus && !ui.building ? "0" : "-1"}/>`)}</g>`))}</g>`;
}

/** @type {Map<string, {tile: any, target: any, seats: any, queue: any, news: number, label: string}>} */
const labels = new Map();

/** A label is made anew only when something it speaks of has changed. @param {any} view @param {string} id @param {any} ui */
function remembered(view, id, ui) {
  const tile = view.public.tiles[id];
  const target = view.private?.targets?.[id];
  const seats = view.public.table?.seats;
  const queue = target?.queued === undefined ? null : view.queue;
  const news = (ui.changed.has(id) ? 1 : 0) + (ui.contested.has(id) ? 2 : 0);
  const old = labels.get(id);
  if (old && old.tile === tile && old.target === target && old.seats === seats && old.queue === queue && old.news === news) return old.label;
  const label = tileLabel(view, id, ui);
  labels.set(id, { tile, target, seats, queue, news, label });
  return label;
}

/** @param {{id: string}[]} row @param {string | null} id */
function inRow(row, id) {
  return row.some((cell) => cell.id === id) ? id : null;
}

/** @param {import("./terrain.js").Terrain} terrain @param {string | null} tile @param {string | null} corner */
export function focusRing(terrain, tile, corner) {
  if (corner) {
    const [x, y] = cornerPoint(corner);
    return svg`<circle class="focus-halo" cx=${x} cy=${y} r="13"/><circle class="focus-ring" cx=${x} cy=${y} r="13"/>`;
  }
  const cell = tile ? terrain.byId.get(tile) : undefined;
  if (!cell) return nothing;
  const d = hexPath(cell.x, cell.y, 1.02);
  return svg`<path class="focus-halo" d=${d}/><path class="focus-ring" d=${d}/>`;
}
