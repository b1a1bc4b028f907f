import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { diff, isEqual, merge } from "../../static/js/patch.js";

const vectors = JSON.parse(readFileSync(new URL("./patch-vectors.json", import.meta.url), "utf8"));

for (const { name, before, patch, after } of vectors) {
  test(`merge: ${name}`, () => {
    const copy = structuredClone(before);
    assert.deepEqual(merge(before, patch), after);
    assert.deepEqual(before, copy, "the input is left alone");
  });
  test(`diff: ${name}`, () => {
    assert.deepEqual(diff(before, after), patch);
  });
}

test("unchanged branches keep their identity", () => {
  const before = { tiles: { "0,0": { kind: "temple" }, "1,0": { kind: "ruin" } }, forts: {} };
  const after = merge(before, { tiles: { "1,0": { owner: 1 } } });
  assert.equal(after.forts, before.forts);
  assert.equal(after.tiles["0,0"], before.tiles["0,0"]);
  assert.notEqual(after.tiles, before.tiles);
});

test("equality looks into lists and maps", () => {
  assert.ok(isEqual([1, { a: [2] }], [1, { a: [2] }]));
  assert.ok(!isEqual([1, 2], [1]));
  assert.ok(!isEqual({ a: 1 }, { a: 1, b: 2 }));
  assert.ok(!isEqual({ a: 1 }, [1]));
});

test("a key named __proto__ is data", () => {
  const after = merge({}, JSON.parse('{"__proto__": {"polluted": 1}}'));
  assert.equal({}.polluted, undefined);
  assert.deepEqual(Object.keys(after), ["__proto__"]);
});
