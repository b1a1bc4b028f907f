import assert from "node:assert/strict";
import test from "node:test";
import { Shelf } from "../../static/js/film-shelf.js";

const LENGTH = 25;
const SIZE = 10;

/** A server of a film of 25 frames in parts of ten; `asked` keeps what was asked for. */
function server(length = LENGTH) {
  const asked = [];
  const state = { length, fails: 0 };
  const fetch = async (path) => {
    asked.push(path);
    if (state.fails > 0) { state.fails -= 1; throw new Error("away"); }
    const { searchParams } = new URL(path, "http://x/");
    if (path.startsWith("replay/marks")) return { marks: [{ frame: 0, kind: "phase" }] };
    const wanted = Math.min(Number(searchParams.get("frame") ?? searchParams.get("public")), state.length - 1);
    const first = wanted - wanted % SIZE;
    const last = Math.min(first + SIZE, state.length) - 1;
    const updates = Array.from({ length: last - first }, (_, i) => ({ frame: first + i + 1, seq: first + i + 1, at: 0, patch: { n: first + i + 1 } }));
    return { as: "public", first, frames: state.length, at: 0, streams: { public: { seq: first, view: { n: first }, updates } } };
  };
  return { asked, state, fetch };
}

function shelf(fetch) {
  const told = { more: 0, faults: 0 };
  return { told, shelf: new Shelf(fetch, { onMore: () => { told.more += 1; }, onFault: () => { told.faults += 1; } }) };
}

test("the wanted part comes first, then the rest, each once", async () => {
  const { asked, fetch } = server();
  const { shelf: own, told } = shelf(fetch);
  const film = await own.film({ key: "public" }, { frame: 14 });
  assert.ok(film.holds(14));
  await own.fill(film);
  assert.equal(film.missing, null);
  assert.equal(told.more, 2);
  assert.deepEqual(asked.map((path) => path.split("&")[1]).filter(Boolean), ["frame=14", "frame=0", "frame=20"]);
  assert.equal(await own.film({ key: "public" }), film);
  assert.equal(asked.length, 4, "a film that is here asks for nothing");
});

test("a moment of the public view is asked for by its seq", async () => {
  const { asked, fetch } = server();
  const { shelf: own } = shelf(fetch);
  const film = await own.film({ key: "public" }, { seq: 12 });
  assert.ok(asked[0].endsWith("public=12"));
  assert.equal(film.alike({ seq: 12 }), 12);
});

test("a part that did not come is told and asked for again", async () => {
  const { fetch, state } = server();
  const { shelf: own, told } = shelf(fetch);
  const film = await own.film({ key: "public" }, { frame: 0 });
  await own.fill(film);
  state.length = 40;
  state.fails = 1;
  film.frames = 40;
  await own.fill(film);
  assert.equal(told.faults, 1);
  assert.equal(film.missing, 25);
  await own.fill(film);
  assert.equal(film.missing, null);
});

test("what happened since is taken in", async () => {
  const { fetch, state } = server(12);
  const { shelf: own } = shelf(fetch);
  const film = await own.film({ key: "public" });
  await own.fill(film);
  state.length = 33;
  await own.catchUp(film);
  assert.equal(film.last, 32);
  assert.equal(film.missing, null);
  assert.equal(film.views(21).public.n, 21);
});
