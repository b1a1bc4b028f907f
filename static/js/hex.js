// @ts-check
/** Geometry of pointy-top hex boards in axial coordinates; twin of `games/engine/hexgrid.py` where both need it. Pure. */

/** @typedef {[number, number]} Point */
/** @typedef {[number, number]} Hex */

export const RADIUS = 28;
export const WIDTH = RADIUS * Math.sqrt(3);
/** NE, E, SE, SW, W, NW. @type {Hex[]} */
export const DIRECTIONS = [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]];
/** Corners clockwise from the top. @type {Point[]} */
export const CORNERS = [0, 1, 2, 3, 4, 5].map((k) => {
  const angle = (k * 60 - 90) * Math.PI / 180;
  return [round(RADIUS * Math.cos(angle)), round(RADIUS * Math.sin(angle))];
});

/** @param {number} value */
export function round(value) {
  return Math.round(value * 100) / 100 + 0;
}

/** @param {string} id @returns {Hex} */
export function parse(id) {
  const [q, r] = id.split(",").map(Number);
  return [q, r];
}

/** @param {Hex} hex */
export function idOf([q, r]) {
  return `${q},${r}`;
}

/** @param {Hex} a @param {Hex} [b] */
export function distance(a, b = [0, 0]) {
  const q = a[0] - b[0];
  const r = a[1] - b[1];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** Centre of a tile; the middle of the board is 0,0. @param {Hex} hex @returns {Point} */
export function centre([q, r]) {
  return [round(WIDTH * (q + r / 2)), round(RADIUS * 1.5 * r)];
}

/** The tile under a point. @param {number} x @param {number} y @returns {Hex} */
export function hexAt(x, y) {
  const r = y / (RADIUS * 1.5);
  const q = x / WIDTH - r / 2;
  let a = Math.round(q);
  let b = Math.round(r);
  const c = Math.round(-q - r);
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c + q + r)];
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return [a + 0, b + 0];
}

/** Point of a corner named `N:q,r` (top) or `S:q,r` (bottom). @param {string} corner @returns {Point} */
export function cornerPoint(corner) {
  const [x, y] = centre(parse(corner.slice(2)));
  return [x, round(y + (corner[0] === "N" ? -RADIUS : RADIUS))];
}

/** The three hex positions a corner touches, on the board or off it. @param {string} corner @returns {Hex[]} */
export function touchedBy(corner) {
  const [q, r] = parse(corner.slice(2));
  return corner[0] === "N"
    ? [[q, r], [q, r - 1], [q + 1, r - 1]]
    : [[q, r], [q, r + 1], [q - 1, r + 1]];
}

/** The six corners of a tile, clockwise from the top. @param {Hex} hex @returns {string[]} */
export function cornersOf([q, r]) {
  return [`N:${q},${r}`, `S:${q + 1},${r - 1}`, `N:${q},${r + 1}`, `S:${q},${r}`, `N:${q - 1},${r + 1}`, `S:${q},${r - 1}`];
}

/** Neighbouring positions in the order of DIRECTIONS. @param {Hex} hex @returns {Hex[]} */
export function around([q, r]) {
  return DIRECTIONS.map(([dq, dr]) => [q + dq, r + dr]);
}

/** All tiles within `radius`, by r then q. @param {number} radius @returns {Hex[]} */
export function disc(radius) {
  /** @type {Hex[]} */
  const out = [];
  for (let r = -radius; r <= radius; r += 1) {
    for (let q = Math.max(-radius, -radius - r); q <= Math.min(radius, radius - r); q += 1) out.push([q, r]);
  }
  return out;
}

/** The edge of a tile towards DIRECTIONS[k], as indices into CORNERS, land on the right when walked. */
export const EDGE = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]];

/** A hex as a path at `scale`, about `x`,`y`. @param {number} x @param {number} y @param {number} [scale] */
export function hexPath(x, y, scale = 1) {
  return `M${CORNERS.map(([cx, cy]) => `${one(x + cx * scale)} ${one(y + cy * scale)}`).join("L")}Z`;
}

/** @param {number} value */
function one(value) {
  return Math.round(value * 10) / 10 + 0;
}
