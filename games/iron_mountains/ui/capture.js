// @ts-check
/** Capture Tile: what is needed, had and left; for free prices a stepper per type in quarters, Fill for me, live numbers from the server. */

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { landscape } from "./scenery.js";
import { icon } from "./shared.js";
import { pointOf } from "./terrain.js";
import { amount, award, count, payment, place, shortage, sideName, signed, TYPES, weekWord } from "./words.js";

const ASK_AFTER = 150;

/** @typedef {{tile: string, order: string | null, pay: Record<string, number>, answer: any, refusal: any, asked: number, timer: any, id: string, sending: boolean, seq: any, news: string}} Draft */

/** @param {any} ctx @param {string} tile */
export function openCapture(ctx, tile) {
  const { view } = ctx;
  const target = view.private?.targets?.[tile];
  if (!target || !view.private.can_order) return;
  const order = target.queued === undefined ? null : String(target.queued);
  /** @type {Draft} */
  const draft = {
    tile, order, pay: { ...(order ? view.queue.orders[order].payment : target.free ? {} : target.pay) },
    answer: null, refusal: null, asked: 0, timer: 0, id: "", sending: false, seq: view.private, news: "",
  };
  if (order === null && target.free && target.pay && !target.short) draft.pay = {};
  ctx.open({ name: "capture", className: "capture-dialog", place: awayFrom(ctx, tile), render: () => captureDialog(ctx, draft), onClose: () => clearTimeout(draft.timer) });
  ask(ctx, draft, 0);
}

/** The side of the window on which the tile is not. @param {any} ctx @param {string} tile */
function awayFrom(ctx, tile) {
  const { camera, size } = ctx.camera;
  return camera.x + pointOf(tile)[0] * camera.k > size.width * 0.62 ? "left" : "right";
}

/** @param {any} ctx @param {Draft} draft @returns {any} */
function action(ctx, draft) {
  const { week } = ctx.view.public;
  const payment = Object.fromEntries(Object.entries(draft.pay).filter(([, q]) => q));
  return draft.order === null
    ? { type: "submit_capture", week, tile: draft.tile, payment }
    : { type: "replace_order", week, order: Number(draft.order), tile: draft.tile, payment };
}

/** Ask the server what this draft costs and does; only the last answer counts. @param {any} ctx @param {Draft} draft @param {number} [after] */
function ask(ctx, draft, after = ASK_AFTER) {
  clearTimeout(draft.timer);
  draft.id = "";
  draft.timer = setTimeout(async () => {
    const number = draft.asked += 1;
    const answer = await ctx.preview(action(ctx, draft));
    if (number !== draft.asked) return;
    draft.refusal = answer.type === "refused" ? answer : null;
    draft.answer = answer.type === "refused" ? null : answer.result;
    ctx.invalidate();
  }, after);
}

/** What the own order holds back is free again while it is being changed. @param {any} view @param {Draft} draft @param {string} key */
function have(view, draft, key) {
  return view.queue.available[key] + (draft.order === null ? 0 : view.queue.orders[draft.order]?.payment?.[key] ?? 0);
}

/** @param {Draft} draft */
const sum = (draft) => TYPES.reduce((total, { key }) => total + (draft.pay[key] ?? 0), 0);

/** @param {any} ctx @param {Draft} draft */
function captureDialog(ctx, draft) {
  const { view } = ctx;
  const tile = view.public.tiles[draft.tile];
  const target = view.private?.targets?.[draft.tile];
  if (!target) return gone(ctx, draft);
  if (draft.seq !== view.private) changedUnderway(ctx, draft);
  const { price } = tile;
  const chosen = sum(draft);
  const moves = view.queue.available.moves + (draft.order === null ? 0 : 1);
  const fits = chosen === price && TYPES.every(({ key }) => !draft.pay[key] || draft.pay[key] <= have(view, draft, key)) && moves > 0;
  const ready = fits && ctx.canSubmit && !draft.sending && !isFinal(draft.refusal);
  return html`${landscape(tile.kind, draft.tile)}
    <div class="dialog-body"><h2 id="dialog-title">Capture Tile: ${tile.kind} ${place(draft.tile)}</h2>
    <p class="muted lead">${target.free ? `${amount(price)} resources in any mix` : `${amount(price)} resources`} · 1 move, ${signed(draft.answer?.left.moves ?? moves - 1)} left after · gives ${award(draft.answer?.award ?? tile.award)} and ${draft.answer?.gain ?? target.gain} VP a week</p>
    <table class="pay"><thead><tr><th scope="col">Pay with</th><th scope="col" class="num mid">${target.free ? `needed: ${amount(price)} in all` : "needed"}</th><th scope="col" class="num">have</th><th scope="col" class="num">left after</th></tr></thead>
      <tbody>${TYPES.map((type) => payRow(ctx, draft, type, target, price - chosen))}</tbody></table>
    ${target.free ? splitBar(ctx, draft, price, chosen) : nothing}
    ${tile.owner === undefined ? nothing : html`<p class="small">${sideName(view, tile.owner)} loses the tile, ${tile.points} VP a week and up to ${count(target.loses ?? 0, "supply", "supplies")}; you get ${award(tile.award)}.</p>`}
    ${draft.news ? html`<p class="small warn-text" role="status">${draft.news}</p>` : nothing}
    ${problem(draft, target, fits)}
    <p class="muted small">If another park wants it too, a coin decides; you get the move back and part of the resources${draft.answer?.back && chosen === price ? ` (${payment(draft.answer.back)})` : ""}.</p>
    <div class="dialog-actions"><button class="button" type="button" ?autofocus=${!ready} @click=${() => ctx.close()}>No</button>
      <button class="button button-primary" type="button" ?autofocus=${ready} ?disabled=${!ready} @click=${() => send(ctx, draft)}>Yes</button></div></div>`;
}

/** Refusals that a better split cannot mend. @param {any} refusal */
function isFinal(refusal) {
  return refusal !== null && refusal !== undefined && !["im.payment_mismatch", "im.insufficient_resource", "offline", "no_answer", "rate_limited"].includes(refusal.code);
}

/** @param {Draft} draft @param {any} target @param {boolean} fits */
function problem(draft, target, fits) {
  const words = isFinal(draft.refusal) ? draft.refusal.words : !fits && target.short && draft.order === null ? shortage(target.short) : "";
  return words ? html`<p class="small danger-text" role="status" data-refusal>${icon("i-warn", "ic-small")} ${words}</p>` : nothing;
}

/** @param {any} ctx @param {Draft} draft */
function gone(ctx, draft) {
  return html`<div class="dialog-body"><h2 id="dialog-title">Capture Tile: ${place(draft.tile)}</h2><p>This tile can no longer be ordered: the map or the ${weekWord(ctx.view).toLowerCase()} changed while this was open.</p>
    <div class="dialog-actions"><button class="button button-primary" type="button" @click=${() => ctx.close()}>Close</button></div></div>`;
}

/** Numbers moved since the dialog was opened: say so and ask again. @param {any} ctx @param {Draft} draft */
function changedUnderway(ctx, draft) {
  draft.seq = ctx.view.private;
  const target = ctx.view.private.targets[draft.tile];
  if (!target.free) draft.pay = { ...target.pay };
  draft.news = "Your resources or this tile changed since you opened this; the numbers are new.";
  ask(ctx, draft, 0);
}

/** @param {any} ctx @param {Draft} draft @param {any} type @param {any} target @param {number} missing */
function payRow(ctx, draft, { key, word, icon: name }, target, missing) {
  const paid = draft.pay[key] ?? 0;
  const mine = have(ctx.view, draft, key);
  if (!target.free && !paid && key === "U") return nothing;
  const left = draft.answer && !draft.refusal ? draft.answer.left[key] : mine - paid;
  return html`<tr data-pay=${key}><th scope="row">${icon(name)} <span>${word}</span></th>
    <td class="num mid">${target.free ? stepper(ctx, draft, key, word, paid, mine, missing) : html`<b>${amount(paid)}</b>`}</td>
    <td class="num">${amount(mine)}</td><td class="num ${left < 0 ? "danger-text" : ""}">${amount(left)}</td></tr>`;
}

/** @param {any} ctx @param {Draft} draft @param {string} key @param {string} word @param {number} paid @param {number} mine @param {number} missing */
function stepper(ctx, draft, key, word, paid, mine, missing) {
  const set = (/** @type {number} */ q) => {
    draft.pay = { ...draft.pay, [key]: Math.max(0, q) };
    draft.answer = null;
    ctx.announce(`${word} ${amount(draft.pay[key])}, ${amount(sum(draft))} chosen`);
    ask(ctx, draft);
    ctx.invalidate();
  };
  const room = Math.max(0, Math.min(missing, mine - paid));
  return html`<span class="stepper"><button type="button" aria-label="Less ${word}" ?disabled=${paid <= 0} @click=${(/** @type {MouseEvent} */ event) => set(paid - (event.shiftKey ? 1 : Math.min(4, paid)))}>−</button>
    <input type="text" inputmode="decimal" aria-label="${word} to pay" .value=${live(amount(paid))} @change=${(/** @type {Event} */ event) => set(parseAmount(/** @type {HTMLInputElement} */ (event.target).value, paid))}
      @keydown=${(/** @type {KeyboardEvent} */ event) => arrow(event, () => room > 0 && set(paid + 1), () => set(paid - 1))}>
    <button type="button" aria-label="More ${word}" ?disabled=${room <= 0} @click=${(/** @type {MouseEvent} */ event) => set(paid + (event.shiftKey ? 1 : Math.min(4, room)))}>+</button></span>`;
}

/** @param {KeyboardEvent} event @param {() => void} up @param {() => void} down */
function arrow(event, up, down) {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  (event.key === "ArrowUp" ? up : down)();
}

/** A typed amount to the nearest quarter. @param {string} text @param {number} before */
export function parseAmount(text, before) {
  const value = Number(text.trim().replace(",", ".").replace("\u2212", "-"));
  return Number.isFinite(value) ? Math.round(value * 4) : before;
}

/** One bar that fills to the price. @param {any} ctx @param {Draft} draft @param {number} price @param {number} chosen */
function splitBar(ctx, draft, price, chosen) {
  let at = 0;
  const parts = TYPES.filter(({ key }) => draft.pay[key]).map(({ key }, i) => {
    const x = at;
    at += draft.pay[key] / price * 100;
    return svg`<rect class="fill-${i % 2}" x=${x} y="0" width=${Math.max(0, Math.min(100, at) - x - 0.3)} height="10"/>`;
  });
  const rest = price - chosen;
  return html`<svg class="split-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
    <div class="split-line"><p data-chosen><b>${amount(chosen)} of ${amount(price)}</b> chosen <span class="muted">· ${rest > 0 ? `${amount(rest)} more to go` : rest < 0 ? `${amount(-rest)} too much` : "it fits"}</span></p>
      <button class="button button-small" type="button" @click=${() => fill(ctx, draft)}>Fill for me</button></div>`;
}

/** The server suggests a mix: the view carries it, a preview without payment gives it anew. @param {any} ctx @param {Draft} draft */
async function fill(ctx, draft) {
  const { week } = ctx.view.public;
  const target = ctx.view.private.targets[draft.tile];
  let mix = draft.order === null ? target.pay : ctx.view.queue.orders[draft.order]?.payment;
  if (!mix) {
    const answer = await ctx.preview({ type: "submit_capture", week, tile: draft.tile });
    if (answer.type !== "refused") mix = answer.result.pay ?? mix;
    else if (!mix) { draft.refusal = answer; ctx.invalidate(); return; }
  }
  draft.pay = { ...mix };
  draft.answer = null;
  ctx.announce(`${amount(sum(draft))} chosen`);
  ask(ctx, draft, 0);
  ctx.invalidate();
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
    ctx.toast(`Ordered: capture ${ctx.view.public.tiles[draft.tile].kind} ${place(draft.tile)}`);
    return;
  }
  draft.id = "";
  draft.refusal = answer;
  draft.news = answer.words;
  ctx.announce(answer.words);
  ask(ctx, draft, 0);
  ctx.invalidate();
}
