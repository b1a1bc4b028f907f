// @ts-check
/** Plate, seat rail, the sentence on top, and the buttons beside it. */

import { seatName } from "../../js/seats.js";
import { canSend, draftOf, owes, pass, send, sendDraft, undo } from "./drafts.js";
import { isTouched, isTradeWhole, sizeOf } from "./state.js";
import { count, cycleWord, decisionNow, ordinal, phaseWord } from "./words.js";

/** @param {any} view */
export function plate(view) {
  const open = view.public;
  const rounds = open.options.bid_rounds;
  const at = open.state === "bid" ? open.round : open.state === "influence" ? rounds + 1 : open.state === "cast" ? rounds + 2 : rounds + 3;
  const labels = [...Array.from({ length: rounds }, (_, n) => `Bid ${n + 1}`), "Influence", "Casting"];
  const phases = open.state === "finished" ? [] : labels.map((label, n) => ({ label: n + 1 === at ? phaseWord(open) : label, state: /** @type {"done" | "now" | "next"} */ (n + 1 < at ? "done" : n + 1 === at ? "now" : "next") }));
  return { title: "The Court of the Purple Robes", mark: "mark-purple-robes", when: open.state === "finished" ? "Finished" : cycleWord(open), phases };
}

/** @param {any} view @param {any} ctx */
export function seats(view, ctx) {
  const open = view.public;
  return Object.keys(open.hands).map((seat) => {
    const number = Number(seat);
    const note = open.state === "cast" ? (open.ballot[seat] ? count(open.ballot[seat], "vote") : "no vote") : count(sizeOf(open.hands[seat]), "item");
    return { seat, note, score: open.scores[seat], isOwn: number === view.seat, ...orderState(view, ctx, seat) };
  });
}

/** @param {any} view @param {any} ctx @param {string} seat */
function orderState(view, ctx, seat) {
  const open = view.public;
  const number = Number(seat);
  const status = open.order_status[seat];
  if (open.places) return { state: "none", word: open.places[seat] === 1 ? "winner" : `place ${open.places[seat]}` };
  if (number === view.seat && owes(view)) return { state: "draft", word: isTouched(draftOf(view, ctx), open.state) ? "draft" : "your turn" };
  if (status === "submitted") return { state: "ordered", word: open.state === "cast" ? "sealed" : "ordered" };
  if (status === "auto") return { state: "auto", word: open.state === "cast" ? "no ballot" : "auto pass" };
  if (status !== "pending") return { state: "none", word: "" };
  if ((open.absent ?? []).includes(number)) return { state: "away", word: "absent" };
  return { state: "awaited", word: "awaited" };
}

/** `3 of 5 have ordered`, from what is public. @param {any} view @param {boolean} isShort */
function progress(view, isShort) {
  const { order_status: status, state } = view.public;
  const all = Object.keys(status);
  if (state === "finished" || !all.length) return "";
  const owing = all.filter((seat) => status[seat] !== "auto");
  const done = owing.filter((seat) => status[seat] === "submitted").length;
  if (isShort) return state === "cast" ? `${done} of ${owing.length} cast` : `${done + all.length - owing.length} of ${all.length} ordered`;
  const none = state === "cast" ? all.filter((seat) => status[seat] === "auto") : [];
  const note = none.length === 1 ? `; ${seatName(view, none[0])} holds no vote` : none.length ? `; ${none.length} hold no vote` : "";
  return state === "cast" ? `${done} of ${count(owing.length, "voter")} ${done === 1 ? "has" : "have"} cast${note}` : `${done + all.length - owing.length} of ${all.length} have ordered`;
}

/** @param {any} view @param {any} ctx */
export function prompt(view, ctx) {
  const open = view.public;
  const own = view.private;
  const key = own?.prompt ?? (open.state === "finished" ? (open.reason === "abandoned" ? "over_abandoned" : "over") : `watch_${open.state}`);
  const params = { ...own?.prompt_params, queues: open.queues.length, title: decisionNow(open)?.title ?? "", state: own?.prompt_params?.state };
  const mood = (own?.prompt === "ordered" || own?.prompt === "ordered_recall") && open.state ? `${key}_${open.state}` : key;
  const wanted = [...(ctx.isPhone ? [`${mood}_short`] : []), mood, key].find((one) => ctx.texts.find("prompts", one)) ?? key;
  const text = ctx.texts.say("prompts", wanted, { ...params, place: ordinal(own?.prompt_params?.place) });
  const place = open.state === "finished" ? "" : `${phaseWord(open).replace(/,? round/, "")} · ${cycleWord(open).toLowerCase()}`;
  return { text, place, state: progress(view, ctx.isPhone), tone: /** @type {"plain" | "warn"} */ (key === "absent" ? "warn" : "plain") };
}

/** @param {any} view @param {any} ctx */
export function deeds(view, ctx) {
  const legal = view.private?.my_legal ?? {};
  const isLive = ctx.canSubmit && !ctx.ui.sending;
  if (legal.back) return { primary: { label: "I am back", run: () => send(ctx, { type: "back" }), disabled: !isLive }, ...(owes(view) ? { others: [{ label: "Confirm", run: () => sendDraft(ctx), disabled: !canSend(view, ctx) }] } : {}) };
  if (legal.recall && !owes(view)) return { others: [{ label: "Change", icon: "i-undo", run: () => send(ctx, { type: "recall", turn: view.public.turn }), disabled: !isLive }] };
  if (!owes(view)) return {};
  const draft = draftOf(view, ctx);
  const back = { label: "Undo", run: () => undo(ctx), disabled: !ctx.ui.past.length };
  const primary = { label: confirmWord(view, ctx, draft), short: view.public.state === "cast" ? "Seal" : "Confirm", run: () => sendDraft(ctx), disabled: !canSend(view, ctx) };
  if (view.public.state !== "influence") return { undo: back, primary };
  return { undo: back, others: [{ label: "Pass", run: () => pass(ctx), disabled: !isLive }], primary };
}

/** The button repeats the draft. @param {any} view @param {any} ctx @param {import("./state.js").Draft} draft */
function confirmWord(view, ctx, draft) {
  if (view.public.state === "bid") return draft.marker === null ? "Confirm bid" : `Confirm bid: marker ${draft.marker}`;
  if (view.public.state === "influence") return draft.target === null && isTradeWhole(draft) ? "Confirm trade" : "Confirm order";
  const votes = ctx.part("cast");
  if (!votes) return "Seal ballot";
  const { a, b } = votes.sums(votes.voters(view), votes.votesOf(view, ctx));
  return a || b ? `Seal ballot: ${[a ? `A ${a}` : "", b ? `B ${b}` : ""].filter(Boolean).join(", ")}` : "Seal ballot: abstain";
}

