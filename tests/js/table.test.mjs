import assert from "node:assert/strict";
import test from "node:test";
import { served } from "./served.mjs";
const shared = (name) => served(`js/${name}.js`);
const chips = [{ kind: "gold", held: 3, chosen: 1 }, { kind: "threat", held: 1, chosen: 0 }, { kind: "monkey", held: 2, chosen: 0 }];

test("a tap takes one more of a kind and begins anew after the last", async () => {
  const { tapped } = await shared("chips");
  assert.deepEqual(tapped(chips, 0), { gold: 2 });
  assert.deepEqual(tapped([{ kind: "gold", held: 3, chosen: 3 }], 0), {});
});

test("Shift takes a range, Ctrl takes a kind in or out", async () => {
  const { tapped } = await shared("chips");
  assert.deepEqual(tapped(chips, 2, { shift: true, anchor: 0 }), { gold: 1, threat: 1, monkey: 1 });
  assert.deepEqual(tapped(chips, 0, { ctrl: true }), {});
  assert.deepEqual(tapped(chips, 1, { ctrl: true }), { gold: 1, threat: 1 });
});

test("counts and lists are two forms of one set", async () => {
  const { counted, listed } = await shared("chips");
  assert.deepEqual(listed({ b: 1, a: 2 }, ["a", "b"]), ["a", "a", "b"]);
  assert.deepEqual(counted(["a", "a", "b"]), { a: 2, b: 1 });
});

test("a row moves to its place and never beyond the ends", async () => {
  const { moved } = await shared("rank-list");
  assert.deepEqual(moved([1, 2, 3], 2, 0), [3, 1, 2]);
  assert.deepEqual(moved([1, 2, 3], 0, 9), [2, 3, 1]);
});

test("the log's filters are phase, seat and thing", async () => {
  const { fits } = await shared("log-panel");
  const line = { text: "", phase: "bid", seats: [1], things: ["x"] };
  const all = { phase: "", seat: "", thing: "" };
  assert.equal(fits(line, all), true);
  assert.equal(fits(line, { ...all, seat: "1", phase: "bid" }), true);
  assert.equal(fits(line, { ...all, seat: "0" }), false);
  assert.equal(fits(line, { ...all, thing: "y" }), false);
});

test("seats that share a first letter get a second one", async () => {
  const { seatInitial } = await shared("seats");
  const view = { public: { table: { seats: { 0: { name: "Mara", mark: 1 }, 1: { name: "Milo", mark: 2 }, 2: { name: "Odo", mark: 3 } } } } };
  assert.deepEqual([0, 1, 2].map((seat) => seatInitial(view, seat)), ["Ma", "Mi", "O"]);
});

test("extensions are half a window and a whole one, in round figures", async () => {
  const { extensions } = await shared("table-menu");
  assert.deepEqual(extensions(86_400), [["12 h", 43_200], ["24 h", 86_400]]);
  assert.deepEqual(extensions(90), [["1 min", 60], ["2 min", 120]]);
});
