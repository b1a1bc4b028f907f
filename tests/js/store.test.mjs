import assert from "node:assert/strict";
import test from "node:test";
import { Store } from "../../static/js/store.js";

const snap = (seq, view, events) => ({ seq, view, events });

function started() {
  const store = new Store();
  store.snapshot({ public: snap(4, { week: 1, tiles: { a: 1 } }), "seat:2": snap(7, { orders: {} }) });
  return store;
}

test("a snapshot gives views and seqs", () => {
  const store = started();
  assert.deepEqual(store.seqs(), { public: 4, "seat:2": 7 });
  assert.equal(store.view("public").week, 1);
  assert.equal(store.view("team:2"), undefined);
});

test("updates apply in order, once, and tell of gaps", () => {
  const store = started();
  assert.equal(store.update("public", { seq: 5, patch: { week: 2 } }), "applied");
  assert.equal(store.update("public", { seq: 5, patch: { week: 9 } }), "old");
  assert.equal(store.update("public", { seq: 7, patch: { week: 9 } }), "gap");
  assert.equal(store.view("public").week, 2);
  assert.equal(store.update("team:2", { seq: 1, patch: {} }), "gap");
  assert.equal(store.update("team:2", { seq: 1, view: { cap: 48 } }), "applied");
});

test("a whole view in place of a patch replaces the view", () => {
  const store = started();
  store.update("public", { seq: 5, view: { fresh: true } });
  assert.deepEqual(store.view("public"), { fresh: true });
});

test("every past frame stays, both ways", () => {
  const store = started();
  store.update("public", { seq: 5, patch: { week: 2 }, at: 50 });
  store.update("public", { seq: 6, patch: { week: 3, tiles: { a: null } }, at: 60 });
  assert.equal(store.view("public", 5).week, 2);
  assert.equal(store.view("public", 4).tiles.a, 1);
  assert.equal(store.view("public", 6).tiles.a, undefined);
  assert.equal(store.view("public", 99).week, 3);
  assert.equal(store.view("public", 0).week, 1, "before the first: the first");
  assert.equal(store.frameAt("public", 55).seq, 5);
});

test("a snapshot after a cut keeps history only where it joins", () => {
  const store = started();
  store.update("public", { seq: 5, patch: { week: 2 } });
  store.snapshot({ public: snap(6, { week: 3 }) });
  assert.deepEqual(store.frames("public").map((frame) => frame.seq), [4, 5, 6]);
  assert.equal(store.view("seat:2"), undefined, "a stream that is not sent is no longer ours");
  store.snapshot({ public: snap(9, { week: 4 }) });
  assert.deepEqual(store.frames("public").map((frame) => frame.seq), [9]);
});

test("resuming keeps the streams that are followed but not sent again", () => {
  const store = started();
  store.snapshot({}, ["public", "seat:2"]);
  assert.deepEqual(store.seqs(), { public: 4, "seat:2": 7 });
  store.snapshot({}, ["public"]);
  assert.deepEqual(store.seqs(), { public: 4 });
});

test("a snapshot at the same seq keeps that frame's events", () => {
  const store = started();
  store.update("public", { seq: 5, patch: { week: 2 }, events: [{ type: "week_resolved" }], at: 5 });
  store.snapshot({ public: snap(5, { week: 2 }) });
  assert.equal(store.last("public").events.length, 1);
});

test("the served history goes in front", () => {
  const store = new Store();
  store.snapshot({ public: snap(3, { n: 3 }, [{ type: "old" }]) });
  store.update("public", { seq: 4, patch: { n: 4 } });
  store.replay({
    public: {
      seq: 1, view: { n: 1 },
      updates: [
        { seq: 2, patch: { n: 2 }, events: [{ type: "two" }], at: 20 },
        { seq: 3, patch: { n: 3 }, events: [{ type: "three" }], at: 30 },
        { seq: 4, patch: { n: 4 }, at: 40 },
      ],
    },
  });
  assert.deepEqual(store.frames("public").map((frame) => [frame.seq, frame.view.n]), [[1, 1], [2, 2], [3, 3], [4, 4]]);
  assert.equal(store.frame("public", 3).at, 30);
  assert.deepEqual(store.entries(["public"]).map((entry) => entry.event.type), ["two", "three"]);
});

test("replayed frames equal those that came live", () => {
  const live = new Store();
  const updates = [1, 2, 3, 4].map((n) => ({ seq: n + 1, patch: { n, tiles: { [n]: { owner: n }, [n - 1]: null } } }));
  live.snapshot({ public: snap(1, { n: 0, tiles: {} }) });
  for (const update of updates) live.update("public", update);
  const late = new Store();
  late.replay({ public: { seq: 1, view: { n: 0, tiles: {} }, updates } });
  for (const { seq } of updates) assert.deepEqual(late.view("public", seq), live.view("public", seq));
});

test("events of a snapshot keep their frame's seq and time", () => {
  const store = new Store();
  store.snapshot({ public: snap(3, {}, [{ type: "a", week: 1 }, { type: "b", seq: 2, at: 9 }]) });
  assert.deepEqual(store.entries(), [
    { stream: "public", seq: 3, at: undefined, event: { type: "a", week: 1 } },
    { stream: "public", seq: 2, at: 9, event: { type: "b" } },
  ]);
});
