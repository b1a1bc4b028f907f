import assert from "node:assert/strict";
import test from "node:test";
import { disc, idOf } from "../../static/js/hex.js";
import { boardOf } from "../../static/js/hexboard.js";
import { loops, parts, roundedPath } from "./border.mjs";

/** Pseudo-random but the same every time. */
function some(seed, hexes, share) {
  let h = seed;
  return hexes.filter(() => { h = (h * 1103515245 + 12345) % 2147483648; return h / 2147483648 < share; });
}

/** Paths of the same border may begin at another corner: compare the loops as sets of curves. */
function curves(d) {
  return d.split("Z").filter(Boolean).map((loop) => [...loop.matchAll(/[ML]([^Q]+)Q(\S+ \S+) (\S+ \S+?)(?=L|$)/g)].map((m) => m.slice(1).join("/")).sort().join(";")).sort();
}

test("the numbered border equals the named one for any set of tiles", () => {
  const board = boardOf(9);
  for (let seed = 1; seed <= 25; seed += 1) {
    const tiles = some(seed, disc(9), 0.1 + (seed % 8) / 10);
    const fast = board.border(board.numbers(tiles.map(idOf)), 7);
    assert.deepEqual(curves(fast), curves(loops(tiles).map((loop) => roundedPath(loop, 7)).join("")));
  }
});

test("the numbered parts equal the named ones", () => {
  const board = boardOf(9);
  for (let seed = 1; seed <= 25; seed += 1) {
    const tiles = some(seed, disc(9), 0.4);
    const fast = board.parts(board.numbers(tiles.map(idOf))).map((part) => part.map((i) => board.ids[i]).sort().join(" ")).sort();
    assert.deepEqual(fast, parts(tiles).map((part) => part.map(idOf).sort().join(" ")).sort());
  }
});

test("a board leaves no marks behind and knows only its own tiles", () => {
  const board = boardOf(3);
  assert.equal(board, boardOf(3));
  assert.deepEqual(board.numbers(["0,0", "9,9"]).length, 1);
  board.border(board.numbers(["0,0"]), 7);
  assert.equal(board.border([], 7), "");
  assert.deepEqual(board.parts([]), []);
});
