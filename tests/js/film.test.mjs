import assert from "node:assert/strict";
import test from "node:test";
import { Film } from "../../static/js/film.js";

/** Frames 0 to 5 of a seat: public moves in 1, 3 and 5, the seat in 2, 3 and 4; cut into parts where wanted. */
const VIEWS = [
  { public: { n: 0, keep: { a: 1 } }, "seat:1": { own: 0 } },
  { public: { n: 1, keep: { a: 1 } }, "seat:1": { own: 0 } },
  { public: { n: 1, keep: { a: 1 } }, "seat:1": { own: 2 } },
  { public: { n: 3, keep: { a: 1 } }, "seat:1": { own: 3 } },
  { public: { n: 3, keep: { a: 1 } }, "seat:1": { own: 4 } },
  { public: { n: 5, keep: { a: 1 } }, "seat:1": { own: 4 } },
];
const SEQS = [[0, 7], [1, 7], [1, 8], [2, 9], [2, 10], [3, 10]];
const AT = [100, 101, 101, 103, 103, 105];

function part(first, last) {
  const streams = {};
  ["public", "seat:1"].forEach((name, s) => {
    const updates = [];
    for (let n = first + 1; n <= last; n += 1) {
      if (SEQS[n][s] === SEQS[n - 1][s]) continue;
      const patch = s ? { own: VIEWS[n][name].own } : { n: VIEWS[n][name].n };
      updates.push({ frame: n, seq: SEQS[n][s], at: AT[n], patch, events: [{ type: "moved", n }] });
    }
    const events = first && SEQS[first][s] !== SEQS[first - 1][s] ? [{ type: "moved", n: first }] : undefined;
    streams[name] = { seq: SEQS[first][s], view: VIEWS[first][name], updates, ...(events ? { events } : {}) };
  });
  return { as: "seat:1", first, frames: 6, at: AT[first], streams };
}

const MARKS = [{ frame: 1, kind: "phase" }, { frame: 2, kind: "action" }, { frame: 5, kind: "phase" }];

function whole() {
  const film = new Film({ key: "seat:1", seat: 1 }, MARKS);
  film.take(part(0, 5));
  return film;
}

test("every frame gives the views that were served, in any order", () => {
  const film = whole();
  for (const n of [5, 0, 3, 1, 4, 2, 0, 5]) {
    assert.deepEqual(film.views(n), { public: VIEWS[n].public, members: undefined, private: VIEWS[n]["seat:1"] });
    assert.equal(film.at(n), AT[n]);
  }
});

test("what did not change is the very same object in the next frame", () => {
  const film = whole();
  assert.equal(film.views(1).public.keep, film.views(5).public.keep);
  assert.equal(film.views(1).public, film.views(2).public);
});

test("parts join in any order and tell what is missing", () => {
  const film = new Film({ key: "seat:1" }, MARKS);
  film.take(part(2, 3));
  assert.equal(film.frames, 6);
  assert.equal(film.missing, 0);
  assert.deepEqual([film.nearest(0), film.nearest(3), film.nearest(5)], [2, 3, 3]);
  film.take(part(0, 1));
  assert.equal(film.missing, 4);
  film.take(part(4, 5));
  assert.equal(film.missing, null);
  for (let n = 0; n < 6; n += 1) assert.deepEqual(film.views(n).private, VIEWS[n]["seat:1"]);
  assert.deepEqual(film.entries(5), whole().entries(5));
});

test("entries are those told up to a frame, each with its frame", () => {
  const film = whole();
  assert.deepEqual(film.entries(0), []);
  assert.deepEqual(film.entries(3).map(({ frame, stream }) => `${frame} ${stream}`), ["1 public", "2 seat:1", "3 public", "3 seat:1"]);
  assert.equal(film.entries(5).length, 6);
});

test("a log line leads to its frame", () => {
  const film = whole();
  assert.equal(film.frameOf("public", 2), 3);
  assert.equal(film.frameOf("seat:1", 10), 4);
  assert.equal(film.frameOf("public", 9), null);
  assert.equal(film.frameOf("team:1", 1), null);
});

test("another audience is looked at in the same moment", () => {
  const film = whole();
  assert.equal(film.alike({ seq: 2, at: 103 }), 4);
  assert.equal(film.alike({ seq: 1, at: 101 }), 2);
  assert.equal(film.alike({ seq: 3, at: 105 }), 5);
  assert.equal(film.alike({ seq: 99, at: 999 }), 5);
});

test("marks are stepped through both ways, the ends among them", () => {
  const film = whole();
  const forth = [0];
  while (forth.at(-1) < film.last) forth.push(film.marked(forth.at(-1), 1));
  assert.deepEqual(forth, [0, 1, 2, 5]);
  assert.equal(film.marked(5, -1), 2);
  assert.equal(film.marked(1, -1), 0);
});

test("a film that grew takes its last part anew", () => {
  const film = new Film({ key: "seat:1" });
  film.take({ ...part(0, 3), frames: 4 });
  assert.equal(film.last, 3);
  film.take(part(0, 5));
  assert.equal(film.last, 5);
  assert.equal(film.reels.length, 1);
});

test("a film of two thousand frames is whole whatever part comes first, and quick to look up", () => {
  const film = new Film({ key: "public" });
  for (const first of [1500, 0, 1000, 500]) {
    const updates = Array.from({ length: 499 }, (_, i) => ({ frame: first + i + 1, seq: first + i + 1, at: first + i + 1, patch: { n: first + i + 1 } }));
    film.take({ as: "public", first, frames: 2000, at: first, streams: { public: { seq: first, view: { n: first, fixed: {} }, updates } } });
  }
  assert.equal(film.missing, null);
  const began = performance.now();
  for (let n = 1999; n >= 0; n -= 1) assert.equal(film.views(n).public.n, n);
  assert.ok(performance.now() - began < 500);
  assert.equal(film.frameOf("public", 1234), 1234);
  assert.equal(film.alike({ seq: 777, at: 777 }), 777);
});
