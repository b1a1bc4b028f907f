import assert from "node:assert/strict";
import test from "node:test";
import { served } from "./served.mjs";
const ui = (name) => served(`games/purple-robes/${name}.js`);

const queues = [2, 5, 5, 1].map((n) => ({ items: Array.from({ length: n }, () => "gold") }));
const seats = Object.fromEntries(["Ilse", "Bram", "Mara", "Odo"].map((name, k) => [k, { name, mark: k + 1 }]));
const decision = { id: "D01", kind: "FIN", title: "The Empty Treasury", a: "Raise Taxes", b: "Lower Spending", weights: [3, 1, 2, 5] };
const view = {
  seat: 2,
  public: {
    table: { seats }, cycle: 1, agenda: { 1: decision }, hands: { 0: {}, 1: {}, 2: {}, 3: {} },
    members: Object.fromEntries(["adv_realm", "adv_war", "adv_priest", "adv_foreign", "cl_golden_bough", "cl_azure_gems", "cl_blade", "cl_blue_sea", "cl_golden_sun", "cl_jade"].map((id) => [id, { amount: 0, needs: 1 }])),
  },
};
const hold = (id, controller, amount) => { view.public.members[id] = { controller, amount, needs: amount + 2 }; };

test("PR-13.3: the rest of the ranking is filled by size, ties to the lower queue", async () => {
  const { bySize, filled } = await ui("state");
  assert.deepEqual(bySize(queues), [2, 3, 1, 4]);
  assert.deepEqual(filled([4], queues), [4, 2, 3, 1]);
});

test("PR-13.3: a queue is put at a rank, or comes next", async () => {
  const { ranked } = await ui("state");
  assert.deepEqual(ranked([2, 1], 3), [2, 1, 3]);
  assert.deepEqual(ranked([2, 1, 3], 3, 1), [3, 2, 1]);
  assert.deepEqual(ranked([2], 4, 4), [2, 4]);
});

test("PR-13.4: what is no longer held or does not work is dropped from a draft", async () => {
  const { within } = await ui("state");
  assert.deepEqual(within({ gold: 3, threat: 1, monkey: 1 }, { gold: 2, monkey: 1 }), { gold: 2, monkey: 1 });
});

test("PR-5.20: a draft becomes the action; a trade with one empty side is left out", async () => {
  const { actionOf, freshDraft } = await ui("state");
  const { KIND_ORDER } = await ui("words");
  const draft = { ...freshDraft(7), target: "cl_jade", items: { threat: 1, gold: 2 }, trade: { partner: 1, give: { gold: 1 }, get: {} } };
  assert.deepEqual(actionOf(draft, "influence", KIND_ORDER), { type: "influence", turn: 7, attempt: { target: "cl_jade", items: ["gold", "gold", "threat"] }, trade: null });
  const whole = { ...draft, trade: { partner: 1, give: { gold: 1 }, get: { "war+2": 1 } } };
  assert.deepEqual(actionOf(whole, "influence", KIND_ORDER).trade, { partner: 1, give: ["gold"], get: ["war+2"] });
});

test("PR-5.10: a bid is whole with a marker and every queue", async () => {
  const { freshDraft, isWhole } = await ui("state");
  const draft = { ...freshDraft(1), marker: 9, ranking: [1, 2, 3] };
  assert.equal(isWhole(draft, "bid", 4), false);
  assert.equal(isWhole({ ...draft, ranking: [1, 2, 3, 4] }, "bid", 4), true);
  assert.equal(isWhole({ ...freshDraft(1), target: "cl_jade" }, "influence", 4), false);
  assert.equal(isWhole(freshDraft(1), "cast", 4), true);
});

test("PR-13.5: my voting members, their weights and the running sums", async () => {
  const { sums, voters } = await ui("votes");
  hold("adv_foreign", 2, 4);
  hold("cl_jade", 2, 3);
  hold("cl_blade", 1, 3);
  const mine = voters(view);
  assert.deepEqual(mine, [["adv_foreign", 5], ["cl_jade", 1]]);
  assert.deepEqual(sums(mine, { adv_foreign: "A", cl_jade: "B" }), { a: 5, b: 1 });
});

test("PR-13.1: names of items say sign and value, threats with a real minus", async () => {
  const { kindList, kindName } = await ui("words");
  assert.equal(kindName("clan-2"), "Clan −2");
  assert.equal(kindName("threat"), "Threat −1");
  assert.equal(kindList(["gold", "gold", "priest+3"]), "2 Gold +1, Priesthoods +3");
  assert.equal(kindList([]), "nothing");
});

const texts = { find: (table, key) => table === "events" ? (key.includes("against") ? "{seat} takes {member} with {new_amount}; in vain: {failed}" : undefined) : undefined, say: (_table, key, params) => `${key} ${JSON.stringify(params)}` };

test("PR-15.2: a line of the log knows its phase, its seats and its member, and says what was automatic", async () => {
  const { describe, learn } = await ui("chronicle");
  learn([{ event: { type: "window_opened", turn: 9, state: "influence", round: 2, auto: [] } }]);
  const bidders = [{ seat: 1, strength: 6, result: "took" }, { seat: 0, strength: 5, result: "outbid" }];
  const line = describe({ stream: "public", seq: 3, event: { type: "attempt_resolved", turn: 9, cycle: 1, member: "adv_realm", bidders, old_amount: 0, new_amount: 6, new: 1, lot: false } }, view, { ui: {}, texts });
  assert.deepEqual([line.tag, line.phase, line.seats, line.things], ["r2", "influence", [1, 0], ["adv_realm"]]);
  const auto = describe({ stream: "public", seq: 3, event: { type: "window_opened", turn: 10, cycle: 1, state: "influence", round: 3, auto: [3] } }, view, { ui: {}, texts });
  assert.equal(auto.isAuto, true);
  const own = describe({ stream: "seat:2", seq: 1, event: { type: "trade_failed", turn: 9, cycle: 1, seat: 2, trade: { partner: 1, give: ["gold"], get: ["threat"] }, reason: "lacking" } }, view, { ui: {}, texts });
  assert.equal(own.isPrivate, true);
});

test("PR-13.6: a resolution is told in steps; an order alone is none", async () => {
  const { stepsOf } = await ui("reveal");
  const of = (...types) => types.map((type) => ({ event: { type } }));
  assert.deepEqual(stepsOf(of("order_accepted", "attempts_revealed", "attempt_resolved", "trade_done", "window_opened")).map(({ event }) => event.type), ["attempt_resolved", "trade_done"]);
  assert.deepEqual(stepsOf(of("order_accepted")), []);
});

test("every event and every refusal of the court has its words", async () => {
  const { readFileSync } = await import("node:fs");
  const read = (name) => readFileSync(new URL(`../../games/purple_robes/${name}`, import.meta.url), "utf8");
  const words = JSON.parse(read("ui/texts.json"));
  const types = [...read("events.py").matchAll(/^class (\w+)\(CourtEvent/gm)].map(([, name]) => name.replace(/(?<!^)([A-Z])/g, "_$1").toLowerCase());
  assert.ok(types.length > 20);
  for (const type of types) assert.ok(words.events[type], type);
});
