// @ts-check
/** The draft of the page: read, changed with undo, sent; its numbers come from the server's preview. */

import { freshDraft, actionOf, isTouched, isWhole, keepDraft, readDraft } from "./state.js";
import { KIND_ORDER } from "./words.js";

const ASK_AFTER = 90;

/** @param {any} ctx */
const keyOf = (ctx) => `court:${ctx.config.id}:${ctx.seat}`;

/** Owes this seat an order that can be given here and now? @param {any} view */
export function owes(view) {
  return view.seat !== null && !view.isPast && (view.private?.pending ?? []).includes(view.public.state);
}

/** @param {any} view @param {any} ctx @returns {import("./state.js").Draft} */
export function draftOf(view, ctx) {
  const { turn } = view.public;
  if (view.isPast) return freshDraft(turn);
  if (ctx.ui.draft?.turn !== turn) {
    ctx.ui.draft = readDraft(keyOf(ctx), turn);
    Object.assign(ctx.ui, { past: [], answer: null, asked: "", anchor: null, stealing: false, trading: false });
  }
  return ctx.ui.draft;
}

/** @param {any} ctx @param {Partial<import("./state.js").Draft>} change */
export function change(ctx, change) {
  const before = draftOf(ctx.view, ctx);
  ctx.ui.past = [...ctx.ui.past, before].slice(-50);
  if (ctx.ui.reveal?.isDone) ctx.ui.reveal = null;
  put(ctx, { ...before, ...change });
}

/** @param {any} ctx */
export function undo(ctx) {
  const before = ctx.ui.past.at(-1);
  if (!before) return;
  ctx.ui.past = ctx.ui.past.slice(0, -1);
  put(ctx, before);
  ctx.announce("Undone");
}

/** @param {any} ctx @param {import("./state.js").Draft} draft */
function put(ctx, draft) {
  ctx.ui.draft = draft;
  keepDraft(keyOf(ctx), draft);
  ctx.invalidate();
}

let timer = 0;

/** Ask for the numbers of what stands in the draft; the answer that fits it is kept, the last one stays until then. @param {any} view @param {any} ctx */
export function askPreview(view, ctx) {
  if (!owes(view) || ctx.state !== "live") return;
  const draft = draftOf(view, ctx);
  const { state } = view.public;
  if (!isTouched(draft, state) && state !== "cast") {
    ctx.ui.answer = null;
    ctx.ui.asked = "";
    return;
  }
  if (state === "bid" && draft.marker === null) return;
  const action = actionOf(draft, state, KIND_ORDER);
  const key = JSON.stringify(action);
  if (ctx.ui.asked === key) return;
  ctx.ui.asked = key;
  clearTimeout(timer);
  timer = window.setTimeout(async () => {
    const answer = await ctx.preview(action);
    if (ctx.ui.asked !== key) return;
    if (answer.type === "refused") {
      ctx.ui.answer = { key, refused: answer.words };
      if (answer.code === "offline" || answer.code === "no_answer" || answer.code === "rate_limited") retry(ctx, key);
    } else ctx.ui.answer = { key, ...answer.result };
    ctx.invalidate();
  }, ASK_AFTER);
}

/** @param {any} ctx @param {string} key */
function retry(ctx, key) {
  setTimeout(() => { if (ctx.ui.asked === key) { ctx.ui.asked = ""; ctx.invalidate(); } }, 2500);
}

/** @param {any} view @param {any} ctx */
export function answerOf(view, ctx) {
  return owes(view) ? ctx.ui.answer : null;
}

/** @param {any} view @param {any} ctx */
export function canSend(view, ctx) {
  return owes(view) && ctx.canSubmit && !ctx.ui.sending && isWhole(draftOf(view, ctx), view.public.state, view.public.queues.length);
}

/** @param {any} ctx @param {any} action */
export async function send(ctx, action) {
  ctx.ui.sending = true;
  ctx.invalidate();
  const answer = await ctx.act(action);
  ctx.ui.sending = false;
  if (answer.type === "ok") ctx.toast(`${answer.receipt?.text ?? "Ordered"}. Accepted.`);
  ctx.invalidate();
  return answer;
}

/** @param {any} ctx */
export function sendDraft(ctx) {
  const { view } = ctx;
  if (canSend(view, ctx)) send(ctx, actionOf(draftOf(view, ctx), view.public.state, KIND_ORDER));
}

/** A full pass; what was drafted is given up, so it asks first. @param {any} ctx */
export async function pass(ctx) {
  const { view } = ctx;
  if (isTouched(draftOf(view, ctx), view.public.state)
    && !await ctx.confirm({ title: "Pass this round?", text: "What you have drafted is not sent: no attempt, no trade.", action: "Pass" })) return;
  send(ctx, { type: "influence", turn: view.public.turn, attempt: null, trade: null });
}
