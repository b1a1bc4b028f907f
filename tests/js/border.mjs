/** The plain way to borders and parts, by name; `hexboard.js` must give the same. */

import { around, cornerPoint, cornersOf, EDGE, idOf } from "../../static/js/hex.js";

const one = (value) => Math.round(value * 10) / 10 + 0;

export function loops(tiles) {
  const inside = new Set(tiles.map(idOf));
    const next = new Map();
  for (const tile of tiles) {
    const corners = cornersOf(tile);
    around(tile).forEach((near, k) => {
      if (!inside.has(idOf(near))) next.set(corners[EDGE[k][0]], corners[EDGE[k][1]]);
    });
  }
    const out = [];
  for (const start of [...next.keys()]) {
    const loop = [];
    for (let at = next.get(start), from = start; at !== undefined; from = at, at = next.get(from)) {
      loop.push(cornerPoint(from));
      next.delete(from);
    }
    if (loop.length) out.push(loop);
  }
  return out;
}

export function roundedPath(loop, cut) {
  const parts = loop.map((at, i) => {
    const before = towards(at, loop[(i + loop.length - 1) % loop.length], cut);
    const after = towards(at, loop[(i + 1) % loop.length], cut);
    return `${i ? "L" : "M"}${before.join(" ")}Q${at.map(one).join(" ")} ${after.join(" ")}`;
  });
  return `${parts.join("")}Z`;
}

function towards(from, to, by) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [one(from[0] + (to[0] - from[0]) * by / length), one(from[1] + (to[1] - from[1]) * by / length)];
}


export function parts(tiles) {
  const left = new Map(tiles.map((tile) => [idOf(tile), tile]));
    const out = [];
  for (const tile of tiles) {
    if (!left.delete(idOf(tile))) continue;
    const part = [tile];
    for (const at of part) {
      for (const near of around(at)) {
        const found = left.get(idOf(near));
        if (found && left.delete(idOf(near))) part.push(found);
      }
    }
    out.push(part);
  }
  return out.sort((a, b) => b.length - a.length);
}
