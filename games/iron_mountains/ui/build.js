// @ts-check
/** Build Fortification: three kinds with price, points and defence per touching tile, supplies after, what others gain. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { cornerPoint, idOf, touchedBy } from "../../js/hex.js";
import { icon } from "./shared.js";
import { capital, count, FORTS, list, place, sideName, signed, tileWords } from "./words.js";

/** @typedef {{corner: string, order: string | null, fort: string, answer: any, refusal: any, id: string, sending: boolean, asked: number, seq: any}} Draft */

/** @param {any} ctx @param {string | null} corner */
export function openBuild(ctx, corner) {
  const site = corner ? ctx.view.private?.corners?.[corner] : undefined;
  if (!corner || !site || !ctx.view.private.can_order) return;
  const order = site.queued === undefined ? null : String(site.queued);
  const fits = FORTS.filter((fort) => site.options[fort] && !site.options[fort].short);
  const fort = order ? ctx.view.queue.orders[order].fort : fits[0] ?? FORTS.find((name) => site.options[name]) ?? "palisade";
  /** @type {Draft} */
  const draft = { corner, order, fort, answer: null, refusal: null, id: "", sending: false, asked: 0, seq: ctx.view.private };
  const { camera, size } = ctx.camera;
  const right = camera.x + cornerPoint(corner)[0] * camera.k > size.width * 0.62;
  ctx.open({ name: "build", className: "build-dialog", place: right ? "left" : "right", render: () => buildDialog(ctx, draft) });
  ask(ctx, draft);
}

/** @param {any} ctx @param {Draft} draft */
function action(ctx, draft) {
  const { week } = ctx.view.public;
  return draft.order === null
    ? { type: "submit_build", week, corner: draft.corner, fort: draft.fort }
    : { type: "replace_order", week, order: Number(draft.order), corner: draft.corner, fort: draft.fort };
}

/** @param {any} ctx @param {Draft} draft */
async function ask(ctx, draft) {
  const number = draft.asked += 1;
  const answer = await ctx.preview(action(ctx, draft));
  if (number !== draft.asked) return;
  draft.refusal = answer.type === "refused" ? answer : null;
  draft.answer = answer.type === "refused" ? null : answer.result;
  ctx.invalidate();
}

/** @param {any} ctx @param {Draft} draft */
function buildDialog(ctx, draft) {
  const { view } = ctx;
  const site = view.private?.corners?.[draft.corner];
  if (!site) {
    return html`<div class="dialog-body"><h2 id="dialog-title">Build Fortification at ${place(draft.corner)}</h2><p>Nothing can be built here any more.</p>
      <div class="dialog-actions"><button class="button button-primary" type="button" @click=${() => ctx.close()}>Close</button></div></div>`;
  }
  if (draft.seq !== view.private) { draft.seq = view.private; ask(ctx, draft); }
  const old = draft.order ? view.queue.orders[draft.order]?.price ?? 0 : 0;
  const supplies = view.queue.available.supplies + old;
  const option = site.options[draft.fort];
  const ready = option && option.price <= supplies && ctx.canSubmit && !draft.sending && (!draft.refusal || isPassing(draft.refusal));
  return html`<div class="dialog-body"><h2 id="dialog-title">Build Fortification at ${place(draft.corner)}</h2>
    <p class="muted lead">${where(view, draft.corner)}</p>
    <fieldset class="fort-choice"><legend class="visually-hidden">Kind</legend>${FORTS.map((fort) => choice(ctx, draft, site, fort, supplies))}</fieldset>
    <p><b>${count(supplies, "supply", "supplies")}</b> to spend${option ? html`, <b class=${supplies - option.price < 0 ? "danger-text" : ""}>${signed(draft.answer?.left.supplies ?? supplies - option.price)}</b> left after` : nothing}</p>
    ${othersGain(view, site, draft.fort)}
    ${draft.refusal && !isPassing(draft.refusal) ? html`<p class="small danger-text" role="status" data-refusal>${icon("i-warn", "ic-small")} ${draft.refusal.words}</p>` : nothing}
    <p class="muted small">If another park builds here too, the two share the price of the highest as evenly as possible; you get back what was not needed. A building costs no move and belongs to nobody.</p>
    <div class="dialog-actions"><button class="button" type="button" @click=${() => ctx.close()}>Cancel</button>
      <button class="button button-primary" type="button" autofocus ?disabled=${!ready} @click=${() => send(ctx, draft)}>Build</button></div></div>`;
}

/** @param {any} refusal */
function isPassing(refusal) {
  return ["offline", "no_answer", "rate_limited"].includes(refusal.code);
}

/** @param {any} view @param {string} corner */
function where(view, corner) {
  const tiles = touchedBy(corner).map(idOf).filter((id) => view.public.tiles[id]);
  const words = tiles.map((id) => {
    const { owner } = view.public.tiles[id];
    return `${tileWords(view, id)} (${owner === undefined ? "unclaimed" : owner === view.team ? "yours" : sideName(view, owner)})`;
  });
  const standing = view.public.forts[corner];
  return `Touches ${list(words)}${standing ? `. A ${standing} stands here` : ""}.`;
}

/** @type {Record<string, string>} */
const DEFENCE = { palisade: "no defence", tower: "+1 to the price of each owned tile", castle: "+2 to the price of each owned tile" };

/** @param {any} ctx @param {Draft} draft @param {any} site @param {string} fort @param {number} supplies */
function choice(ctx, draft, site, fort, supplies) {
  const option = site.options[fort];
  const pick = () => { draft.fort = fort; draft.id = ""; draft.answer = null; ask(ctx, draft); ctx.invalidate(); };
  const note = !option ? "not higher than what stands here" : `${DEFENCE[fort]}${option.price > supplies ? ` · ${option.price - supplies} short` : ""}`;
  return html`<label class="fort-option ${option ? "" : "unavailable"}"><input type="radio" name="fort" .value=${fort} .checked=${draft.fort === fort} ?disabled=${!option} @change=${pick}>
    <svg viewBox="-20 -24 40 40" aria-hidden="true"><use href="#im-${fort}" x="-20" y="-24" width="40" height="40"/></svg>
    <span><b>${capital(fort)}</b><br><span class="muted small">${note}</span></span>
    <span class="num">${option ? html`${option.price}<br><span class="muted small">+${option.gain} VP</span>` : "–"}</span></label>`;
}

/** @param {any} view @param {any} site @param {string} fort */
function othersGain(view, site, fort) {
  const others = Object.entries(site.others?.[fort] ?? {});
  if (!others.length) return nothing;
  return html`<p class="small warn-text">It also gives ${list(others.map(([side, points]) => `${sideName(view, side)} +${points} VP`))} a week.</p>`;
}

/** @param {any} ctx @param {Draft} draft */
async function send(ctx, draft) {
  if (draft.sending) return;
  draft.sending = true;
  draft.id ||= ctx.connection.makeId();
  ctx.invalidate();
  const answer = await ctx.act(action(ctx, draft), { id: draft.id, quiet: true });
  draft.sending = false;
  if (answer.type === "ok") {
    ctx.close();
    ctx.toast(`Ordered: build ${draft.fort} at ${place(draft.corner)}`);
    return;
  }
  draft.id = "";
  draft.refusal = answer;
  ctx.announce(answer.words);
  ctx.invalidate();
}
