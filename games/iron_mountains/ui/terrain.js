// @ts-check
/** The never changing part of a board, made once: ground, grid, coast, symbols. Pure. */

import { centre, hexPath, idOf, parse, round, RADIUS, WIDTH } from "../../js/hex.js";
import { boardOf } from "../../js/hexboard.js";

/** @typedef {{id: string, hex: [number, number], x: number, y: number, kind: string, path: string, cover: string}} Cell */
/** @typedef {{kind: string, shade: number, d: string}} Ground */
/** @typedef {{id: string, href: string, transform: string, kind: string}} Symbol */
/** @typedef {{radius: number, cells: Cell[], rows: Cell[][], byId: Map<string, Cell>, grounds: Ground[], grid: string, coast: string, symbols: Symbol[], key: string}} Terrain */

/** Three shades of a ground, by a hash of the tile. */
export const SHADES = [1, 0.93, 0.86];

/** A small, even number from a tile and a purpose. @param {string} id @param {number} salt */
export function hash(id, salt) {
  let h = 2166136261 ^ (salt * 374761393);
  for (let i = 0; i < id.length; i += 1) h = Math.imul(h ^ id.charCodeAt(i), 16777619);
  h ^= h >>> 13;
  h = Math.imul(h, 1274126177);
  return (h ^ (h >>> 16)) >>> 0;
}

/** @type {Terrain | undefined} */
let last;
/** @type {any} */
let seen;

/** The terrain of a view; the same object as long as no tile changes its kind. @param {any} publicView @returns {Terrain} */
export function terrainOf(publicView) {
  const tiles = publicView.tiles ?? {};
  const radius = publicView.radius ?? 9;
  if (last && seen === tiles && last.radius === radius) return last;
  seen = tiles;
  const { ids, hexes } = boardOf(radius);
  let key = String(radius);
  for (const id of ids) key += tiles[id]?.kind?.slice(0, 2) ?? "??";
  if (last?.key !== key) last = build(radius, hexes, tiles, key);
  return last;
}

/** @param {number} radius @param {[number, number][]} hexes @param {any} tiles @param {string} key @returns {Terrain} */
function build(radius, hexes, tiles, key) {
  const cells = hexes.map((hex) => {
    const [x, y] = centre(hex);
    const id = idOf(hex);
    return { id, hex, x, y, kind: tiles[id]?.kind ?? "base", path: hexPath(x, y), cover: hexPath(x, y, 1.012) };
  });
  const rows = [];
  for (let r = -radius; r <= radius; r += 1) rows.push(cells.filter(({ hex }) => hex[1] === r));
  return {
    radius, cells, rows, key,
    byId: new Map(cells.map((cell) => [cell.id, cell])),
    grounds: grounds(cells),
    grid: cells.map(({ path }) => path).join(""),
    coast: boardOf(radius).border(hexes.map((_, i) => i), 9),
    symbols: cells.filter(({ kind }) => kind !== "base" && kind !== "temple").map(symbolOf),
  };
}

/** One path per kind and shade, hexes a little oversize so that no seam shows. @param {Cell[]} cells @returns {Ground[]} */
function grounds(cells) {
  /** @type {Map<string, Ground>} */
  const out = new Map();
  for (const { id, kind, cover } of cells) {
    const shade = hash(id, 7) % 3;
    const made = out.get(kind + shade) ?? { kind, shade, d: "" };
    made.d += cover;
    out.set(kind + shade, made);
  }
  return [...out.values()];
}

const MIRRORED = new Set(["field", "swamp", "tundra"]);

/** @param {Cell} cell @returns {Symbol} */
function symbolOf({ id, x, y, kind }) {
  const variant = kind === "ruin" ? "im-ruin" : `im-${kind}-${1 + hash(id, 1) % 3}`;
  const dx = ((hash(id, 2) % 17) / 16 - 0.5) * 3.2;
  const dy = ((hash(id, 3) % 17) / 16 - 0.5) * 3.2;
  const flip = MIRRORED.has(kind) && hash(id, 4) % 2 ? "-.92 .92" : ".92";
  return { id, kind, href: `#${variant}`, transform: `translate(${round(x + dx)} ${round(y + dy)}) scale(${flip})` };
}

/** What the camera must show: the board and a margin for the waterlines. @param {number} radius */
export function boundsOf(radius) {
  const width = (2 * radius + 1) * WIDTH + 168;
  const height = (2 * radius * 1.5 + 2) * RADIUS + 26;
  return { left: -width / 2, top: -height / 2, width, height };
}

/** Peaks and woods outside the coast, at the corners. @param {number} radius */
export function scenery(radius) {
  const s = radius / 9;
  const at = /** @type {[number, number, string][]} */ ([
    [-490, -298, "im-mountain-1"], [-443, -276, "im-mountain-2"], [-503, -248, "im-mountain-2"], [-457, -230, "im-forest-1"], [-497, -200, "im-mountain-1"],
    [482, -270, "im-mountain-1"], [440, -240, "im-mountain-2"], [490, -213, "im-forest-1"],
    [-500, 152, "im-forest-1"], [-452, 168, "im-mountain-2"], [-506, 205, "im-mountain-1"],
    [482, 166, "im-mountain-2"], [452, 205, "im-mountain-1"], [508, 208, "im-forest-1"],
  ]);
  return at.map(([x, y, href]) => ({ href: `#${href}`, transform: `translate(${x * s} ${y * s})` }));
}

/** The tile whose centre is nearest to a point, within `reach` units. @param {Terrain} terrain @param {number} x @param {number} y @param {number} reach @returns {string | null} */
export function nearestTile(terrain, x, y, reach) {
  let best = null;
  let least = reach * reach;
  for (const cell of terrain.cells) {
    const d = (cell.x - x) ** 2 + (cell.y - y) ** 2;
    if (d <= least) { least = d; best = cell.id; }
  }
  return best;
}

/** @param {string} id @returns {[number, number]} */
export function pointOf(id) {
  return centre(parse(id));
}
