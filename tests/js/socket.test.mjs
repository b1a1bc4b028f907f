import assert from "node:assert/strict";
import test from "node:test";
import { backoff, Connection } from "../../static/js/socket.js";
import { Store } from "../../static/js/store.js";

/** A connection on a made-up network and clock. */
function lab() {
  const lab = { sockets: [], timers: [], time: 0, states: [], changes: [] };
  let serial = 0;
  lab.store = new Store();
  lab.connection = new Connection("ws://x/", lab.store, {
    open: () => {
      const socket = { readyState: 1, sent: [], send(text) { this.sent.push(JSON.parse(text)); }, close(code) { this.closed = code; this.readyState = 3; } };
      lab.sockets.push(socket);
      return socket;
    },
    now: () => lab.time,
    random: () => 0.5,
    later: (call, ms) => { const timer = { call, at: lab.time + ms }; lab.timers.push(timer); return timer; },
    cancel: (timer) => { timer.off = true; },
    makeId: () => `id${serial += 1}`,
    onState: (state) => lab.states.push(state),
    onChange: (streams) => lab.changes.push([...streams]),
  });
  lab.pass = (ms) => {
    const end = lab.time + ms;
    for (;;) {
      const due = lab.timers.filter((timer) => !timer.off && !timer.done && timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      lab.time = due.at;
      due.done = true;
      due.call();
    }
    lab.time = end;
  };
  lab.socket = () => lab.sockets.at(-1);
  lab.hear = (frame) => lab.socket().onmessage({ data: JSON.stringify(frame) });
  lab.open = () => {
    lab.connection.connect();
    lab.socket().onopen();
    lab.hear({ type: "snapshot", streams: { public: { seq: 3, view: { n: 3 } } }, you: { seats: [1], member_of: [1], streams: ["public"] } });
  };
  return lab;
}

test("hello first; a snapshot makes it live", () => {
  const { connection, socket, states, ...rest } = lab();
  void rest;
  assert.equal(connection.state, "connecting");
  const one = lab();
  one.open();
  assert.deepEqual(one.socket().sent, [{ type: "hello" }]);
  assert.deepEqual(one.states, ["live"]);
  assert.deepEqual(one.connection.you.seats, [1]);
  assert.deepEqual(one.changes, [["public"]]);
});

test("after a cut it resumes from the seqs it has", () => {
  const one = lab();
  one.open();
  one.hear({ type: "update", stream: "public", seq: 4, patch: { n: 4 } });
  one.socket().onclose({ code: 1006 });
  assert.equal(one.connection.state, "reconnecting");
  one.pass(1000);
  one.socket().onopen();
  assert.deepEqual(one.socket().sent[0], { type: "hello", seqs: { public: 4 } });
  one.hear({ type: "snapshot", streams: {}, you: { seats: [1], member_of: [1], streams: ["public"] } });
  one.hear({ type: "update", stream: "public", seq: 5, patch: { n: 5 } });
  assert.equal(one.connection.state, "live");
  assert.equal(one.store.view("public").n, 5);
});

test("a gap is never applied: it drops the line and resumes", () => {
  const one = lab();
  one.open();
  one.hear({ type: "update", stream: "public", seq: 6, patch: { n: 6 } });
  assert.equal(one.store.view("public").n, 3);
  assert.equal(one.sockets[0].closed, 4000);
  one.pass(500);
  one.socket().onopen();
  assert.deepEqual(one.socket().sent[0].seqs, { public: 3 });
});

test("a pong that is ahead of us resumes; one that is level does not", () => {
  const one = lab();
  one.open();
  one.pass(15_000);
  assert.deepEqual(one.socket().sent.at(-1), { type: "ping" });
  one.hear({ type: "pong", seqs: { public: 3 } });
  assert.equal(one.sockets.length, 1);
  one.pass(15_000);
  one.hear({ type: "pong", seqs: { public: 4 } });
  one.pass(500);
  assert.equal(one.sockets.length, 2);
});

test("no pong within a beat: the line is dead", () => {
  const one = lab();
  one.open();
  one.pass(30_000);
  assert.equal(one.connection.state, "reconnecting");
});

test("an unacknowledged action goes out again under the same id and counts once", async () => {
  const one = lab();
  one.open();
  const answer = one.connection.act({ type: "go" });
  one.socket().onclose({ code: 1006 });
  one.pass(1000);
  one.socket().onopen();
  assert.equal(one.socket().sent.length, 1, "not before the server has answered hello");
  one.hear({ type: "snapshot", streams: { public: { seq: 4, view: {} } } });
  assert.deepEqual(one.socket().sent.at(-1), { type: "act", id: "id1", action: { type: "go" } });
  one.hear({ type: "ok", id: "id1", receipt: { text: "done" } });
  assert.equal((await answer).type, "ok");
  one.pass(20_000);
  assert.equal(one.socket().sent.filter((frame) => frame.type === "act").length, 1);
});

test("an action without an answer is repeated after five seconds", () => {
  const one = lab();
  one.open();
  one.connection.act({ type: "go" });
  one.pass(5000);
  assert.equal(one.socket().sent.filter((frame) => frame.id === "id1").length, 2);
});

test("a second submit with the same id does not go out", async () => {
  const one = lab();
  one.open();
  one.connection.act({ type: "go" }, "same");
  const second = await one.connection.act({ type: "go" }, "same");
  assert.equal(second.code, "id_reused");
  assert.equal(one.socket().sent.filter((frame) => frame.id === "same").length, 1);
});

test("a preview is not kept over a cut, and refused while away", async () => {
  const one = lab();
  one.open();
  const asked = one.connection.preview({ type: "go" });
  one.socket().onclose({ code: 1006 });
  assert.equal((await asked).code, "offline");
  assert.equal((await one.connection.preview({})).code, "offline");
});

test("half a minute away is offline; the network's return hurries it", () => {
  const one = lab();
  one.open();
  one.socket().onclose({ code: 1006 });
  for (let n = 0; n < 6; n += 1) { one.pass(30_000); one.socket().onclose?.({ code: 1006 }); }
  assert.equal(one.connection.state, "offline");
  const before = one.sockets.length;
  one.connection.hurry();
  assert.equal(one.sockets.length, before + 1);
});

test("an ended session is final; a lost right starts afresh as a spectator", async () => {
  const one = lab();
  one.open();
  const answer = one.connection.act({ type: "go" });
  one.socket().onclose({ code: 4401 });
  assert.equal(one.connection.state, "ended");
  assert.equal((await answer).code, "session_ended");
  one.pass(60_000);
  assert.equal(one.sockets.length, 1);

  const two = lab();
  two.open();
  two.socket().onclose({ code: 4403 });
  two.pass(60_000);
  two.sockets[1].onopen();
  assert.deepEqual(two.sockets[1].sent[0], { type: "hello" });
});

test("waiting grows from 1 to 30 s with jitter; a restart spreads over ten", () => {
  assert.equal(backoff(0, 0), 1000);
  assert.ok(backoff(3, 0) >= 4000 && backoff(3, 1) <= 8000);
  assert.ok(backoff(12, 1) <= 30_000 && backoff(12, 0) >= 15_000);
  const one = lab();
  assert.ok(one.connection.wait(1012) >= 1000 && one.connection.wait(1012) <= 10_000);
  assert.equal(one.connection.wait(4429), 30_000);
});
