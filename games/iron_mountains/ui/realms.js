// @ts-check
/** Realms: who owns what as one shape each, where its name stands, and which parts lie apart. Pure, remembered by ownership. */

import { around, centre, cornerPoint, idOf, parse, WIDTH } from "../../js/hex.js";
import { boardOf } from "../../js/hexboard.js";
import { COLOURS, markOf } from "./words.js";

/** @typedef {{side: string, mark: number, colour: string, tiles: string[], d: string, detached: [number, number][]}} Realm */

/** @type {Map<string, {key: string, realm: Realm}>} */
const known = new Map();
/** @type {{tiles: any, seats: any, realms: Realm[]} | undefined} */
let last;

/** @param {any} view @returns {Realm[]} */
export function realmsOf(view) {
  const { tiles, sides } = view.public;
  const seats = view.public.table?.seats;
  if (last && last.tiles === tiles && last.seats === seats) return last.realms;
  /** @type {Map<string, string[]>} */
  const owned = new Map(Object.keys(sides).map((side) => [side, []]));
  for (const id in tiles) {
    const { owner } = tiles[id];
    if (owner !== undefined) owned.get(String(owner))?.push(id);
  }
  const realms = [...owned].filter(([, list]) => list.length).map(([side, list]) => realmOf(view, side, list));
  last = { tiles, seats, realms };
  return realms;
}

/** @param {any} view @param {string} side @param {string[]} tiles @returns {Realm} */
function realmOf(view, side, tiles) {
  const mark = markOf(view, side);
  const key = `${mark}:${tiles.join(" ")}`;
  const old = known.get(side);
  if (old?.key === key) return old.realm;
  const board = boardOf(view.public.radius ?? 9);
  const numbers = board.numbers(tiles);
  const base = board.index.get(view.public.sides[side]?.base);
  const realm = { side, mark, colour: COLOURS[(mark - 1) % 6], tiles, d: board.border(numbers, 7), detached: detached(board, numbers, base) };
  known.set(side, { key, realm });
  return realm;
}

/** Middle tile of every part that does not hold the base. @param {import("../../js/hexboard.js").HexBoard} board @param {number[]} tiles @param {number | undefined} base @returns {[number, number][]} */
function detached(board, tiles, base) {
  return board.parts(tiles).filter((part) => base === undefined || !part.includes(base)).map((part) => {
    const points = part.map((i) => board.centres[i]);
    const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
    const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
    return points.reduce((a, b) => (Math.hypot(a[0] - x, a[1] - y) <= Math.hypot(b[0] - x, b[1] - y) ? a : b));
  });
}

/** The id of the pattern in a border band; park 1 is plain. @param {number} mark */
export function bandId(mark) {
  if (mark === 1) return null;
  return mark <= 6 ? `im-band-${COLOURS[mark - 1]}` : `im-band-${mark}`;
}

/** The emblem that goes with a mark: 7 to 12 carry another park's shape. @param {number} mark */
export function emblemId(mark) {
  return `mapemblem-${COLOURS[(mark <= 6 ? mark - 1 : mark + 2) % 6]}`;
}

/**
 * Where a realm's name stands: below its shield if that is own land, else above and up to half a tile towards own land; never on a fort.
 * @param {any} view @param {Realm} realm @returns {{x: number, y: number} | null}
 */
export function namePlace(view, realm) {
  const side = view.public.sides[realm.side];
  if (!side?.base) return null;
  const [x, y] = centre(parse(side.base));
  const own = new Set(realm.tiles);
  const [ne, , se, sw, , nw] = around(parse(side.base)).map((hex) => own.has(idOf(hex)));
  const forts = Object.keys(view.public.forts ?? {}).map(cornerPoint);
  const half = side.name.length * 4 + 14;
  const isFree = (/** @type {{x: number, y: number}} */ at) => !forts.some(([fx, fy]) => Math.abs(fx - at.x) < half && fy > at.y - 22 && fy < at.y + 16);
  const below = { x, y: y + 43 };
  const above = { x: x + (ne === nw ? 0 : (ne ? 1 : -1) * WIDTH / 2), y: y - 31 };
  if ((se || sw) && isFree(below)) return below;
  return (ne || nw) && isFree(above) ? above : below;
}
