// @ts-check
/** How a staged resolution looks: banner, the contest on the map, the card below, the list beside it, the scrubber. */

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { dayAndDate } from "../../js/clock.js";
import { hexPath } from "../../js/hex.js";
import { isStill } from "../../js/prefs.js";
import { shieldInside } from "./layers.js";
import { changesOf, finish, goTo, next, pause, play, positions, showPosition, STEPS } from "./playback.js";
import { icon, shield } from "./shared.js";
import { pointOf } from "./terrain.js";
import { amount, count, list, markOf, place, sideName, tileWords, TYPES, weekWord } from "./words.js";

/** The banner over the map. @param {any} view @param {any} ctx */
export function banner(view, ctx) {
  const { playback } = ctx.ui;
  if (!playback || playback.isScrub) return nothing;
  const { story, step, isPlaying } = playback;
  const still = isStill();
  return html`<section class="im-banner float-card" aria-label="${weekWord(view)} ${story.week} resolved">
    <div class="banner-line"><h2>${weekWord(view)} ${story.week} resolved</h2><span class="muted small">${count(changesOf(story), "tile")} changed</span>
      <span class="banner-buttons">${still ? nothing : isPlaying
        ? html`<button class="button button-small" type="button" @click=${() => pause(ctx)}>${icon("i-pause", "ic-small")} Pause</button>`
        : html`<button class="button button-small" type="button" @click=${() => play(ctx)}>${icon("i-play", "ic-small")} Play</button>`}
        <button class="button button-small" type="button" @click=${() => next(ctx)}>${icon("i-step", "ic-small")} Step</button>
        <button class="button button-small button-quiet" type="button" @click=${() => finish(ctx)}>Skip</button></span></div>
    ${step || still ? html`<ol class="stages">${STEPS.map((name, i) => html`<li class=${i + 1 < step ? "done" : i + 1 === step ? "now" : ""} aria-current=${i + 1 === step ? "step" : nothing}>
      <button type="button" @click=${() => { pause(ctx); goTo(ctx, i + 1, 0); }}>${i + 1} ${i === 4 ? movesName(story) : name}</button></li>`)}</ol>` : nothing}
  </section>`;
}

/** @param {any} story */
function movesName(story) {
  const n = story.moves?.n ?? 0;
  const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
  return `${words[n] ?? n} new ${n === 1 ? "move" : "moves"}`;
}

/** The card at the foot of the map: this stage in words; with motion off all stages as a numbered list. @param {any} view @param {any} ctx */
export function stageCard(view, ctx) {
  const { playback } = ctx.ui;
  if (!playback) return nothing;
  const { story, step, contest } = playback;
  if (isStill() && !playback.isScrub) {
    return html`<section class="im-stage float-card" aria-label="The resolution in five steps"><ol class="prose numbered">${STEPS.map((_, i) => html`<li aria-current=${i + 1 === step ? "step" : nothing}>${stageText(view, story, i + 1, -1)}</li>`)}</ol></section>`;
  }
  if (!step) return nothing;
  const event = step === 2 ? story.contests[contest] : undefined;
  return html`<section class="im-stage float-card" aria-live="off"><div class="banner-line"><h2>${event ? `Contested: ${tileWords(view, event.tile)}` : STEPS[step - 1] === "New moves" ? movesName(story) : STEPS[step - 1]}</h2>
    ${event ? html`<span class="muted small">Conflict ${contest + 1} of ${story.contests.length}</span>` : nothing}</div><p>${stageText(view, story, step, contest)}</p></section>`;
}

/** One stage as a sentence or two. @param {any} view @param {any} story @param {number} step @param {number} contest -1: all conflicts in short */
export function stageText(view, story, step, contest) {
  const { captures, builds, contests } = story;
  if (step === 1) return `${count(captures.length + contests.filter((/** @type {any} */ e) => !captures.some((/** @type {any} */ c) => c.tile === e.tile)).length, "tile")} ordered with success${builds.length ? `, ${count(builds.length, "fortification")} raised` : ""}.`;
  if (step === 2) return contest < 0 ? conflictsText(view, contests) : contestText(view, story, contests[contest]);
  if (step === 3) return suppliesText(view, story);
  if (step === 4) return pointsText(view, story);
  return `Every park gets ${count(story.moves?.n ?? 0, "new move")}.`;
}

/** @param {any} view @param {any[]} contests */
function conflictsText(view, contests) {
  if (!contests.length) return "No tile was contested.";
  return contests.map((event) => `${tileWords(view, event.tile)}: the coin falls to ${sideName(view, event.winner)}`).join("; ") + ".";
}

/** @param {any} view @param {any} story @param {any} event */
function contestText(view, story, event) {
  if (!event) return "No tile was contested.";
  const names = event.claimants.map((/** @type {number} */ side) => sideName(view, side));
  const lost = story.own.find((/** @type {any} */ own) => own.type === "order_result" && own.outcome === "LOST_FLIP" && own.tile === event.tile);
  const what = lost ? ` ${sideName(view, lost.side)} gets its move back${refundWords(lost)}.` : "";
  return html`${list(names)} ${names.length > 2 ? "all" : "both"} ordered it. The coin falls to <b>${sideName(view, event.winner)}</b>.${what}`;
}

/** `, and 2.5 of 5 Mages` @param {any} lost */
function refundWords(lost) {
  const parts = TYPES.filter(({ key }) => lost.payment?.[key]).sort((a, b) => lost.payment[b.key] - lost.payment[a.key])
    .map(({ key, word }) => `${amount(lost.refund?.[key] ?? 0)} of ${amount(lost.payment[key])} ${word}`);
  return parts.length ? `, and ${list(parts)}` : "";
}

/** @param {any} view @param {any} story */
function suppliesText(view, story) {
  const own = story.own.find((/** @type {any} */ event) => event.type === "supplies_changed");
  if (!own) return "Building Supplies go to everybody who took land; who lost land loses some. The amounts are each park's own affair.";
  const gained = Object.entries(own.awards ?? {});
  const words = gained.map(([tile, n]) => `${n} for ${tileWords(view, tile)}`);
  return `${sideName(view, own.side)} ${words.length ? `gets ${list(words)}` : "gets none"}${own.lost ? `, and loses ${own.lost} with its land` : ""}.`;
}

/** @param {any} view @param {any} story */
function pointsText(view, story) {
  const rows = Object.entries(story.points?.sides ?? {}).sort(([, a], [, b]) => b.total - a.total);
  return html`${rows.map(([side, row], i) => html`${i ? ", " : ""}${sideName(view, side)} <b>+${row.total}</b>`)}.`;
}

/** The contest on the map: scrim over all but the tile, swords, plaque with the shields and the coin. @param {any} view @param {any} ui @param {number} scale */
export function duel(view, ui, scale) {
  const { playback } = ui;
  if (!playback || !playback.step) return nothing;
  if (playback.step === 1) return ordersMarks(view, playback.story);
  const event = playback.step === 2 ? playback.story.contests[playback.contest] : undefined;
  if (!event) return nothing;
  const [x, y] = pointOf(event.tile);
  return svg`<g class="duel" data-contest=${event.tile}>
    <path class="scrim" fill-rule="evenodd" d="M-3000-3000H3000V3000H-3000Z${hexPath(x, y, 0.97)}"/>
    <use href="#im-ring-selected" x="-32" y="-32" width="64" height="64" transform="translate(${x} ${y})"/>
    <use href="#im-duel" x="-20" y="-16" width="40" height="36" transform="translate(${x} ${y}) scale(.8)"/>
    ${plaque(view, event, x, y - 33, Math.max(0.74, 0.74 * 1.8 / scale))}</g>`;
}

/** @param {any} view @param {any} event @param {number} x @param {number} y @param {number} k */
function plaque(view, event, x, y, k) {
  const losers = event.claimants.filter((/** @type {number} */ side) => side !== event.winner);
  const half = (losers.length + 2) * 31;
  const at = (/** @type {number} */ i) => -half + 31 + i * 62;
  const figure = (/** @type {number} */ side, /** @type {number} */ i, /** @type {string} */ extra) => svg`<g class="claimant ${extra}">
    <g transform="translate(${at(i)} -16) scale(1.1)">${shieldInside(view.public.table?.seats?.[side], markOf(view, side), "duel")}</g>
    <text x=${at(i)} y="27" class=${extra}>${sideName(view, side)}</text></g>`;
  return svg`<g class="plaque" transform="translate(${x} ${y}) scale(${k})"><g transform="translate(0 -66)">
    <path class="plaque-card" d="M${-half - 2}-42q0-8 8-8h${2 * half - 12}q8 0 8 8v76q0 8-8 8H16L0 60-16 42H${-half + 6}q-8 0-8-8Z"/>
    ${losers.map((/** @type {number} */ side, /** @type {number} */ i) => figure(side, i, "loser"))}
    <g class="coin"><use href="#im-coin" x="-23" y="-23" width="46" height="46" transform="translate(${at(losers.length)} -16)"/><circle cx=${at(losers.length)} cy="-16" r="8" class="coin-hole"/></g>
    <text x=${at(losers.length)} y="27">the coin</text>${figure(event.winner, losers.length + 1, "winner")}</g></g>`;
}

/** Step 1: everybody's orders lie on the old board. @param {any} view @param {any} story */
function ordersMarks(view, story) {
  const contested = new Set(story.contests.map((/** @type {any} */ event) => event.tile));
  return svg`<g class="staged-orders">${story.captures.map((/** @type {any} */ event) => {
    const [x, y] = pointOf(event.tile);
    return svg`<g class="park-${markOf(view, event.side)}"><use href="#im-order" x="-32" y="-32" width="64" height="64" transform="translate(${x} ${y})"/>
      ${contested.has(event.tile) ? svg`<use href="#im-contested" x="-11" y="-11" width="22" height="22" transform="translate(${x + 12} ${y + 16})"/>` : nothing}</g>`;
  })}</g>`;
}

/** The list beside the map: what happened that week. @param {any} view @param {any} ctx */
export function happened(view, ctx) {
  const story = ctx.ui.playback?.story;
  if (!story) return html`<section class="pane-happened"><div class="card-head"><h2>Looking back</h2></div><p class="muted">You see what everybody saw then. Orders can be given only now.</p>${linkButton(ctx)}</section>`;
  const active = ctx.ui.playback.step === 2 ? ctx.ui.playback.contest : -1;
  return html`<section class="pane-happened" aria-label="What happened"><div class="card-head"><h2>What happened</h2><span class="muted small">${story.at ? dayAndDate(story.at, ctx.zones.zone) : `${weekWord(view)} ${story.week}`}</span></div>
    <ul class="log happened">${storyLines(view, story).map((line, i) => html`<li class=${i === active ? "active" : line.contest ? "" : "quiet"}>${shield(view, line.side)}<span>${line.text}</span></li>`)}</ul>
    ${linkButton(ctx)}</section>`;
}

/** @param {any} ctx */
function linkButton(ctx) {
  return html`<div class="panel-foot"><button class="button button-block" type="button" @click=${() => ctx.replay.copyMoment(ctx)}>Copy link to this moment</button></div>`;
}

/** @param {any} view @param {any} story @returns {{side: number, text: unknown, contest: boolean}[]} */
export function storyLines(view, story) {
  const lines = story.contests.map((/** @type {any} */ event) => {
    const losers = event.claimants.filter((/** @type {number} */ side) => side !== event.winner);
    return { side: event.winner, contest: true, text: html`<b>Contested:</b> ${tileWords(view, event.tile)}. Coin to ${sideName(view, event.winner)} over ${list(losers.map((/** @type {number} */ side) => sideName(view, side)))}.` };
  });
  const contested = new Set(story.contests.map((/** @type {any} */ event) => event.tile));
  for (const side of Object.keys(view.public.sides)) {
    const taken = story.captures.filter((/** @type {any} */ event) => String(event.side) === side && !contested.has(event.tile));
    const built = story.builds.filter((/** @type {any} */ event) => event.builders.map(String).includes(side));
    const words = [];
    if (taken.length) words.push(`takes ${list(taken.map((/** @type {any} */ event) => `${event.was ?? "tile"} ${place(event.tile)}`))}`);
    if (built.length) words.push(`builds ${list(built.map((/** @type {any} */ event) => `a ${event.fort}`))}`);
    if (words.length) lines.push({ side: Number(side), contest: false, text: `${sideName(view, side)} ${words.join(" and ")}` });
  }
  return lines;
}

/** @param {any} view @param {any} ctx */
export function scrubber(view, ctx) {
  if (!ctx.ui.scrub) return nothing;
  const list = positions(ctx);
  const { seq, step } = ctx.ui.scrub;
  const exact = list.findIndex((position) => position.seq === seq && position.step === (step || (position.step === 5 ? 5 : step)));
  const index = exact >= 0 ? exact : Math.max(0, list.findLastIndex((position) => position.seq <= seq));
  const go = (/** @type {number} */ i) => showPosition(ctx, list[Math.max(0, Math.min(list.length - 1, i))]);
  return html`<section class="im-scrubber float-card" aria-label="Replay" @keydown=${(/** @type {KeyboardEvent} */ event) => scrubKey(event, index, list.length, go)}>
    <button class="icon-button" type="button" aria-label="Previous frame" ?disabled=${index <= 0} @click=${() => go(index - 1)}>${icon("i-left")}</button>
    <input type="range" min="0" max=${Math.max(0, list.length - 1)} .value=${String(index)} aria-label="Frame" aria-valuetext=${positionWords(view, list[index])} @input=${(/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
    <button class="icon-button" type="button" aria-label="Next frame" ?disabled=${index >= list.length - 1} @click=${() => go(index + 1)}>${icon("i-right")}</button>
    <span class="scrub-words">${positionWords(view, list[index])}</span>
    <a class="button button-small" href="${ctx.config.urls.replay}">Every frame</a>
    <button class="button button-small" type="button" @click=${() => ctx.replay.backToNow(ctx)}>Back to now</button></section>`;
}

/** @param {KeyboardEvent} event @param {number} index @param {number} length @param {(i: number) => void} go */
function scrubKey(event, index, length, go) {
  /** @type {Record<string, number>} */
  const to = { Home: 0, End: length - 1 };
  if (event.shiftKey) Object.assign(to, { ArrowLeft: index - 1, ArrowRight: index + 1 });
  if (!(event.key in to)) return;
  event.preventDefault();
  go(to[event.key]);
}

/** @param {any} view @param {{week: number, step: number} | undefined} position */
function positionWords(view, position) {
  if (!position) return "";
  if (position.week === -1) return "Now";
  if (position.week === 0) return "The start";
  return `${weekWord(view)} ${position.week}: ${STEPS[position.step - 1]}`;
}

/** A stage of the playback for the live region. @param {any} ctx @param {any} playback */
export function stageWords(ctx, playback) {
  if (!playback.step) return "";
  const words = stageText(ctx.view, playback.story, playback.step, playback.step === 2 && playback.story.contests.length ? playback.contest : -1);
  return `Step ${playback.step} of 5: ${plain(words)}`;
}

/** The text of a template, for the ear. @param {any} words @returns {string} */
function plain(words) {
  if (words === null || words === undefined || typeof words === "boolean" || typeof words === "symbol") return "";
  if (Array.isArray(words)) return words.map(plain).join("");
  if (!words.strings) return String(words);
  return words.strings.map((/** @type {string} */ part, /** @type {number} */ i) => part.replace(/<[^>]*>/g, "") + plain(words.values[i])).join("");
}
