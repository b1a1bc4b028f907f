import assert from "node:assert/strict";
import test from "node:test";

import { Talk, audienceWords, calling, matches, readerWords } from "../../static/js/chat-store.js";

const room = (key, more = {}) => ({ key, kind: "table", title: key, readers: ["public"], writers: ["seat:0"], can_write: true, release: "members", inherits: true, ...more });
const line = (n, more = {}) => ({ n, id: `id${n}`, at: 100 + n, from: "Berit", body: `line ${n}`, ...more });

function talk() {
  const made = new Talk();
  made.take({ type: "chat", name: "Anna", rooms: [room("table", { count: 2, last_read: 1, unread: 1 }), room("pair:0-1", { kind: "pair", count: 0, last_read: 0, unread: 0 })] });
  made.take({ type: "chat", room: "table", reset: true, messages: [line(1), line(2)] });
  return made;
}

test("chat_9 the server's count stands until something new is said", () => {
  const made = talk();
  assert.equal(made.room("table").unread, 1);
  assert.equal(made.take({ room: "table", messages: [line(3)] }), "table");
  assert.equal(made.unread(), 2);
  assert.equal(made.read("table"), 3);
  assert.equal(made.read("table"), 0);
  assert.equal(made.unread(), 0);
});

test("chat_9 what I write is read, an anonymous post never is mine", () => {
  const made = talk();
  made.take({ room: "table", messages: [line(3, { from: "Anna" })] });
  assert.equal(made.unread(), 0);
  made.take({ room: "table", messages: [{ n: 4, id: "x", at: 1, alias: "Anonymous", body: "psst" }] });
  assert.equal(made.unread(), 1);
});

test("pr_7_5 one enters where something is unread", () => {
  const made = talk();
  assert.equal(made.opening(), "table");
  made.read("table");
  assert.equal(made.opening(), "table");
  made.take({ room: "pair:0-1", messages: [line(1)] });
  assert.equal(made.opening(), "pair:0-1");
  assert.equal(new Talk().opening(), "");
});

test("chat_13 a room that is listed no more is forgotten with its messages", () => {
  const made = talk();
  made.take({ rooms: [room("pair:0-1")] });
  assert.equal(made.messages.has("table"), false);
  assert.equal(made.take({ room: "table", messages: [line(3)] }), "");
});

test("a later list keeps what is one's own", () => {
  const made = talk();
  made.take({ rooms: [room("table", { can_write: false, lock_reason: "PAUSED" })] });
  assert.deepEqual([made.room("table").unread, made.room("table").count, made.room("table").lock_reason], [1, 2, "PAUSED"]);
});

test("chat_6 a hidden message replaces what was there and counts once", () => {
  const made = talk();
  made.take({ room: "table", messages: [{ n: 2, id: "id2", at: 102, from: "Berit", hidden: true }] });
  assert.equal(made.lines("table")[1].hidden, true);
  assert.equal(made.room("table").unread, 1);
});

test("pr_7_5 clearing hides what is older, and shows it again", () => {
  const made = talk();
  made.room("table").cleared = 1;
  assert.deepEqual(made.lines("table").map((one) => one.n), [2]);
  assert.deepEqual(made.lines("table", { isWhole: true }).map((one) => one.n), [1, 2]);
  assert.deepEqual(made.lines("table", { isWhole: true, until: 101 }).map((one) => one.n), [1]);
});

test("chat_5 a client that comes back names its last messages", () => {
  assert.deepEqual(talk().known(), { table: [2, "id2"] });
});

test("pages are joined only where nothing is missing between them", () => {
  const made = talk();
  made.room("table").count = 9;
  made.add(made.room("table"), [line(9), line(8), line(6)]);
  assert.equal(made.first("table"), 8);
});

test("chat_8 an offer is open until something answers it", () => {
  const made = talk();
  const offer = line(3, { card: { type: "offer", give: ["gold"], get: ["war"] } });
  made.take({ room: "table", messages: [offer] });
  assert.equal(made.stateOf("table", offer), "open");
  made.take({ room: "table", messages: [line(4, { card: { type: "expire", of: "id3" } })] });
  assert.equal(made.stateOf("table", offer), "expire");
  assert.equal(made.stateOf("table", line(1)), "");
});

test("who reads and writes, in words", () => {
  const seats = { name: (k) => ["Ilse", "Bram", "Mara"][k], count: 3, own: 2 };
  const who = (list) => audienceWords(list, seats);
  assert.equal(readerWords(room("table", { writers: ["seat:0", "seat:1", "seat:2"] }), who), "All seats write, everybody read");
  assert.equal(readerWords(room("pair", { readers: ["seat:1", "seat:2"], writers: ["seat:1", "seat:2"] }), who), "You and Bram read and write");
  assert.equal(who(["team:1"]), "Members of Bram");
  assert.equal(readerWords(room("old", { readers: [], writers: [] }), who), "Kept for those who were here");
});

test("a name is completed after an @", () => {
  assert.deepEqual(calling("see @Br", 7), { from: 5, word: "Br" });
  assert.equal(calling("mail a@b", 8), null);
  assert.deepEqual(matches(["Bram", "Berit", "Odo", "Bram"], "b"), ["Berit", "Bram"]);
});
