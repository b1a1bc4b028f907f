import assert from "node:assert/strict";
import test from "node:test";
import { around, centre, cornerPoint, cornersOf, disc, distance, hexAt, idOf, parse, touchedBy, CORNERS } from "../../static/js/hex.js";
import { loops, parts, roundedPath } from "./border.mjs";

test("a board of radius 9 has 271 tiles and 600 corners, the grand one 469", () => {
  const tiles = disc(9);
  assert.equal(tiles.length, 271);
  assert.equal(new Set(tiles.flatMap(cornersOf)).size, 600);
  assert.equal(disc(12).length, 469);
});

test("the tile under a centre, and near every corner of it, is that tile", () => {
  for (const tile of disc(9)) {
    const [x, y] = centre(tile);
    assert.deepEqual(hexAt(x, y), tile);
    for (const [cx, cy] of CORNERS) assert.deepEqual(hexAt(x + cx * 0.95, y + cy * 0.95), tile);
  }
});

test("the corners of a tile lie clockwise from the top, each touching that tile", () => {
  const tile = [2, -3];
  const [x, y] = centre(tile);
  cornersOf(tile).forEach((corner, k) => {
    const [px, py] = cornerPoint(corner);
    assert.ok(Math.hypot(px - x - CORNERS[k][0], py - y - CORNERS[k][1]) < 0.1, corner);
    assert.ok(touchedBy(corner).some((near) => idOf(near) === idOf(tile)));
  });
});

test("names go both ways", () => {
  assert.deepEqual(parse("-1,2"), [-1, 2]);
  assert.equal(idOf([-1, 2]), "-1,2");
  assert.equal(distance([3, 3]), 6);
  assert.equal(around([0, 0]).length, 6);
});

test("a border is one loop per part and one per hole", () => {
  assert.equal(loops([[0, 0]]).length, 1);
  assert.equal(loops([[0, 0]])[0].length, 6);
  assert.equal(loops([[0, 0], [1, 0]])[0].length, 10);
  assert.equal(loops([[0, 0], [4, 0]]).length, 2);
  assert.equal(loops(around([0, 0])).length, 2, "a ring has an outer and an inner edge");
  assert.equal(loops(disc(9)).reduce((sum, loop) => sum + loop.length, 0), 6 * (2 * 9 + 1) * 1);
});

test("parts are connected and biggest first", () => {
  const found = parts([[0, 0], [5, 0], [1, 0], [0, 1]]);
  assert.deepEqual(found.map((part) => part.length), [3, 1]);
});

test("a rounded path is closed and has a curve per vertex", () => {
  const path = roundedPath(loops([[0, 0]])[0], 7);
  assert.match(path, /^M.*Z$/);
  assert.equal(path.split("Q").length - 1, 6);
});
