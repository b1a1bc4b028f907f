// @ts-check
/** Every event as one line: words from texts.json, names in bold, automatic steps said to be so. */

import { html } from "../../vendor/lit-html/lit-html.js";
import { seatName } from "../../js/seats.js";
import { ADVISORS, CLANS, count, CRONIES, cycles, kindList, kindName, member, ordinal, rich, TYPES } from "./words.js";

/** @typedef {import("../../js/log-panel.js").Line} Line */

/** Which phase an event belongs to. */
const PHASE = /** @type {Record<string, string>} */ ({
  queues_filled: "bid", bids_revealed: "bid", monkey_result: "bid", queue_won: "bid", markers_rotated: "bid",
  attempts_revealed: "influence", attempt_resolved: "influence", trade_done: "influence", trade_failed: "influence", trade_offer_missed: "influence", influencing_ended: "influence",
  ballots_revealed: "cast", vote_resolved: "cast", scored: "cast", decayed: "cast",
});
const LETTER = /** @type {Record<string, string>} */ ({ bid: "b", influence: "r", cast: "c" });
/** Said by another line, or too small for one. */
const SILENT = new Set(["attempts_revealed", "bids_revealed", "order_accepted"]);

/** State and round of each window, learnt from the openings as they are read. @type {Map<number, {state: string, round: number}>} */
const windows = new Map([[1, { state: "bid", round: 1 }]]);

/** @param {any[]} entries */
export function learn(entries) {
  for (const { event } of entries) if (event.type === "window_opened") windows.set(event.turn, { state: event.state, round: event.round });
}

/** @param {any} entry @param {any} view @param {any} ctx @returns {Line | null} */
export function describe(entry, view, ctx) {
  const { event } = entry;
  if (event.type === "window_opened") windows.set(event.turn, { state: event.state, round: event.round });
  if (SILENT.has(event.type) && !ctx.ui.showAll) return null;
  const told = words(event, view);
  if (!told) return null;
  const window = windows.get(event.turn);
  const phase = PHASE[event.type] ?? window?.state ?? "";
  const round = window && phase === window.state ? window.round : "";
  const text = rich(ctx.texts.find("events", told.key) ?? ctx.texts.say("events", event.type), bold(told.params));
  return { text, tag: phase === "cast" ? `${LETTER[phase]}${event.cycle}` : round ? `${LETTER[phase]}${round}` : "", phase, seats: told.seats ?? [], things: told.things ?? [], isAuto: told.isAuto, isPrivate: entry.stream !== "public" };
}

const STRONG = new Set(["member", "kind", "title", "winner"]);

/** @param {Record<string, unknown>} params */
const bold = (params) => Object.fromEntries(Object.entries(params).map(([key, value]) => [key, STRONG.has(key) ? html`<b>${value}</b>` : value]));

/** A line as plain words, for announcements, reveal and digest. @param {any} event @param {any} view @param {any} ctx */
export function plainWords(event, view, ctx) {
  const told = words(event, view);
  return told ? `${ctx.texts.say("events", told.key, told.params)}${told.isAuto ? " (automatic)" : ""}` : "";
}

/** @typedef {{key: string, params: Record<string, unknown>, seats?: number[], things?: string[], isAuto?: boolean}} Told */

/** @param {any} event @param {any} view @returns {Told | null} */
function words(event, view) {
  const make = TELL[event.type];
  return make ? make(event, (/** @type {number} */ seat) => seatName(view, seat), view) : { key: event.type, params: event };
}

/** @param {Record<string, any>} scores @param {(seat: number) => string} name */
const gains = (scores, name) => Object.entries(scores).map(([seat, { lines }]) => /** @type {[string, number]} */ ([name(Number(seat)), lines.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.points, 0)]))
  .filter(([, points]) => points).map(([who, points]) => `${who} +${points}`).join(", ");

/** @type {Record<string, (event: any, name: (seat: number) => string, view: any) => Told | null>} */
const TELL = {
  game_started: (e) => ({ key: "game_started", params: { n: e.seats.length } }),
  cycle_started: (e, _name, view) => ({ key: "cycle_started", params: { cycle: e.cycle, cycles: cycles(view.public), title: view.public.agenda[e.cycle]?.title ?? e.decision, type: TYPES[e.kind], a: e.a, b: e.b } }),
  markers_rotated: () => ({ key: "markers_rotated", params: {} }),
  queues_filled: (e) => ({ key: e.reshuffled ? "queues_filled_reshuffled" : "queues_filled", params: { round: e.round, n: e.queues.reduce((/** @type {number} */ sum, /** @type {any} */ queue) => sum + queue.items.length, 0) } }),
  window_opened: (e, name) => (e.auto.length ? { key: `auto_${e.state}`, params: { seats: e.auto.map(name).join(", ") }, seats: e.auto, isAuto: true } : { key: `opened_${e.state}`, params: { round: e.round } }),
  order_recalled: (e, name) => ({ key: "order_recalled", params: { seat: name(e.seat) }, seats: [e.seat] }),
  order_defaulted: (e, name) => ({ key: e.why && e.why !== "deadline" ? `order_defaulted_${e.why}` : "order_defaulted", params: { seat: name(e.seat) }, seats: [e.seat], isAuto: true }),
  bids_revealed: (e, name) => ({ key: "bids_revealed", params: { bids: Object.entries(e.bids).map(([seat, bid]) => `${name(Number(seat))} ${bid.marker}`).join(", ") } }),
  monkey_result: (e, name) => ({ key: e.stolen ? "monkey_stole" : "monkey_failed", params: { seat: name(e.seat), kind: kindName(e.kind), queue: e.queue }, seats: [e.seat] }),
  queue_won: (e, name) => ({ key: "queue_won", params: { seat: name(e.seat), queue: e.queue, laid: e.laid, taken: e.taken, choice: ordinal(e.choice), n: count(e.items.length, "item") }, seats: [e.seat] }),
  attempts_revealed: (e, name) => ({ key: "attempts_revealed", params: { n: Object.keys(e.attempts).length, passed: e.passed.map(name).join(", ") || "nobody" }, seats: e.passed }),
  attempt_resolved: attempt,
  trade_done: (e, name) => ({ key: "trade_done", params: { first: name(e.seats[0]), second: name(e.seats[1]), give: kindList(e.gives[e.seats[0]]), get: kindList(e.gives[e.seats[1]]) }, seats: [...e.seats] }),
  trade_failed: (e, name) => ({ key: `trade_failed_${e.reason}`, params: { partner: name(e.trade.partner), give: kindList(e.trade.give), get: kindList(e.trade.get) }, seats: [e.seat, e.trade.partner] }),
  trade_offer_missed: (e, name) => ({ key: `trade_offer_missed_${e.reason}`, params: { author: name(e.author), give: kindList(e.give), get: kindList(e.get) }, seats: [e.seat, e.author] }),
  influencing_ended: (e) => ({ key: `influencing_ended_${e.reason}`, params: { rounds: count(e.rounds, "round") }, isAuto: e.reason === "no_items" }),
  ballots_revealed: (e, name, view) => ({ key: "ballots_revealed", params: { ballots: Object.entries(e.ballots).filter(([, votes]) => Object.keys(votes).length).map(([seat, votes]) => `${name(Number(seat))} ${tally(votes, view.public.agenda[e.cycle]?.weights ?? [])}`).join(", ") || "nobody voted" } }),
  vote_resolved: (e, _name, view) => {
    const decision = view.public.agenda[e.cycle];
    return e.winner ? { key: "vote_resolved", params: { winner: e.winner === "A" ? decision?.a : decision?.b, option: e.winner, more: Math.max(e.a, e.b), less: Math.min(e.a, e.b) } } : { key: "vote_deadlock", params: { a: e.a, b: e.b } };
  },
  scored: (e, name) => ({ key: gains(e.scores, name) ? "scored" : "scored_none", params: { gains: gains(e.scores, name) } }),
  decayed: (e) => ({ key: "decayed", params: { n: count(Object.values(e.members).filter((/** @type {any} */ one) => one.lost).length, "member") }, things: Object.keys(e.members), isAuto: true }),
  seat_absent: (e, name) => ({ key: "seat_absent", params: { seat: name(e.seat) }, seats: [e.seat], isAuto: true }),
  seat_back: (e, name) => ({ key: "seat_back", params: { seat: name(e.seat) }, seats: [e.seat] }),
  seat_resigned: (e, name) => ({ key: "seat_resigned", params: { seat: name(e.seat) }, seats: [e.seat] }),
  seat_replaced: (e, name) => ({ key: `seat_replaced_${e.kind}`, params: { seat: name(e.seat) }, seats: [e.seat] }),
  game_finished: (e, name) => {
    const first = Object.entries(e.places ?? {}).filter(([, place]) => place === 1).map(([seat]) => name(Number(seat)));
    return first.length ? { key: first.length > 1 ? "game_shared" : "game_finished", params: { seats: first.join(" and "), score: Math.max(...Object.values(e.totals).map(Number)) } } : { key: "game_abandoned", params: {} };
  },
};

/** @param {Record<string, string>} votes @param {number[]} weights of the Advisors in that decision */
function tally(votes, weights) {
  const of = (/** @type {string} */ option) => Object.entries(votes).filter(([, vote]) => vote === option).reduce((sum, [id]) => sum + (weights[ADVISORS.findIndex((advisor) => advisor.id === id)] ?? 1), 0);
  return [of("A") ? `A ${of("A")}` : "", of("B") ? `B ${of("B")}` : ""].filter(Boolean).join(" and ");
}

/** Taken, raised, kept: one line with everybody's strength. @param {any} e @param {(seat: number) => string} name @returns {Told} */
function attempt(e, name) {
  const seats = e.bidders.map((/** @type {any} */ one) => one.seat);
  const taker = e.bidders.find((/** @type {any} */ one) => one.result === "took");
  const raiser = e.bidders.find((/** @type {any} */ one) => one.result === "raised");
  const failed = e.bidders.filter((/** @type {any} */ one) => ["outbid", "too_low", "lost_lot"].includes(one.result)).map((/** @type {any} */ one) => `${name(one.seat)} ${one.strength}`).join(", ");
  const params = { member: member(e.member).name, old: e.old === undefined ? "" : name(e.old), old_amount: e.old_amount, new_amount: e.new_amount, seat: name((taker ?? raiser ?? e.bidders[0]).seat), strength: (taker ?? raiser ?? e.bidders[0]).strength, failed };
  const what = taker ? (e.old === undefined ? "took_free" : "took") : raiser ? (e.new_amount > e.old_amount ? "raised" : "no_gain") : "failed";
  const key = `attempt_${what}${taker && e.lot ? "_lot" : ""}${failed && what !== "failed" ? "_against" : ""}`;
  return { key, params, seats: [...seats, ...(e.old === undefined ? [] : [e.old])], things: [e.member] };
}

/** Choices of the log's filters. */
export const logOptions = () => ({
  phases: /** @type {[string, string][]} */ ([["bid", "Bidding"], ["influence", "Influencing"], ["cast", "Casting"]]),
  things: [...ADVISORS, ...CRONIES, ...CLANS].map(({ id, short }) => /** @type {[string, string]} */ ([id, short])), thingWord: "Members",
});
