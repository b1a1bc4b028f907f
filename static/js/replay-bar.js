// @ts-check
/** The bar of a replay: steps, scrubber with marks, speed, whose eyes, and what belongs to the end. What was told stands in the table's own log. */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { icon } from "./icons.js";
import { copyLink } from "./moments.js";
import { isStill } from "./prefs.js";

/** The open replay (`replay.js`). @typedef {any} Replay */

const SPEEDS = [0.5, 1, 2, 4];

/** @param {Replay} replay */
export function replayBar(replay) {
  const { film, frame, isPlaying } = replay;
  const isFirst = frame <= 0;
  const isLast = frame >= film.last && !replay.isBehind;
  const still = isStill();
  const words = replay.wordsAt(frame);
  return html`<section class="replay-bar" aria-label="Replay" @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(event, replay)}>
    <div class="replay-line">
      <div class="replay-steps" role="group" aria-label="Steps">
        ${step("Previous mark", toMark(true), isFirst, () => replay.jump(-1))}
        ${step("Previous frame", icon("i-left"), isFirst, () => { replay.pause(); replay.step(-1); })}
        ${still ? nothing : html`<button class="button replay-play" type="button" @click=${() => (isPlaying ? replay.pause() : replay.play())}>${icon(isPlaying ? "i-pause" : "i-play")} ${isPlaying ? "Pause" : "Play"}</button>`}
        ${step("Next frame", icon("i-right"), isLast, () => { replay.pause(); replay.step(1); })}
        ${step("Next mark", toMark(false), isLast, () => replay.jump(1))}
      </div>
      <div class="replay-track">${marksView(film)}
        <input type="range" min="0" max=${film.last} step="1" .value=${String(frame)} aria-label="Frame" aria-valuetext="Frame ${frame} of ${film.last}, ${words}" @input=${(/** @type {Event} */ event) => { replay.pause(); replay.show(valueOf(event)); }}></div>
      <button class="button button-small replay-options" type="button" aria-expanded=${replay.isUnfolded} @click=${() => { replay.isUnfolded = !replay.isUnfolded; replay.table.invalidate(); }}>Options</button>
      <button class="button button-small replay-now" type="button" @click=${() => replay.close()}>${replay.over ? "Back to the table" : "Back to now"}${replay.isBehind ? html` <span class="badge">moved on</span>` : nothing}</button>
    </div>
    <p class="replay-words"><b>${frame} / ${film.last}</b> ${words}${film.missing === null ? nothing : html` <span class="muted">(loading)</span>`}</p>
    <div class="replay-line replay-choices" ?data-unfolded=${replay.isUnfolded}>
      ${still ? nothing : choice("Speed", SPEEDS.map((speed) => ({ value: String(speed), label: `${speed === 0.5 ? "½" : speed}×`, isChosen: speed === replay.speed })), (value) => replay.setSpeed(Number(value)))}
      ${choice("Seen as", replay.audiences.map((/** @type {any} */ one) => ({ value: one.key, label: replay.labelOf(one), isChosen: one.key === film.audience.key })), (value) => replay.switchTo(value))}
      ${film.marks.length ? choice("Go to", [{ value: "", label: "a mark", isChosen: true }, ...markChoices(replay)], (value) => { if (value) { replay.pause(); replay.show(Number(value)); } }) : nothing}
      <button class="button button-small" type="button" @click=${() => copyLink()}>Copy link</button>
    </div>
    ${replay.over && frame >= film.last ? ending(replay) : nothing}
  </section>`;
}

/** @param {string} label @param {unknown} sign @param {boolean} isOff @param {() => void} run */
function step(label, sign, isOff, run) {
  return html`<button class="icon-button replay-step" type="button" aria-label=${label} ?disabled=${isOff} @click=${run}>${sign}</button>`;
}

/** An arrow against a bar. @param {boolean} isBack */
function toMark(isBack) {
  return html`<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path class="replay-sign" d=${isBack ? "M17 6l-7 6 7 6M7 6v12" : "M7 6l7 6-7 6M17 6v12"}/></svg>`;
}

/** @param {Event} event */
const valueOf = (event) => Number(/** @type {HTMLInputElement} */ (event.target).value);

/** Phases as strokes, own orders as dots: told apart by shape. @param {import("./film.js").Film} film */
function marksView(film) {
  const place = (/** @type {number} */ n) => `${film.last ? (100 * n / film.last).toFixed(2) : 0}%`;
  return html`<svg class="replay-marks" aria-hidden="true">${film.marks.map(({ frame, kind }) => (kind === "phase"
    ? svg`<line class="replay-phase" x1=${place(frame)} x2=${place(frame)} y1="0" y2="30%"/>`
    : svg`<circle class="replay-action" cx=${place(frame)} cy="88%" r="3.5"/>`))}</svg>`;
}

/** The marks as a numbered list. @param {Replay} replay */
function markChoices(replay) {
  return replay.film.marks.map((/** @type {import("./film.js").Mark} */ { frame, kind }, /** @type {number} */ i) => {
    const words = kind === "phase" ? replay.momentWords(frame) || "new phase" : `order of ${replay.labelOf(replay.film.audience)}`;
    return { value: String(frame), label: `${i + 1}. ${words} (${frame})`, isChosen: false };
  });
}

/** @param {string} label @param {{value: string, label: string, isChosen: boolean}[]} choices @param {(value: string) => void} take */
function choice(label, choices, take) {
  const chosen = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    const { value } = select;
    if (choices[0].value === "") select.value = "";
    take(value);
  };
  return html`<label class="replay-choice"><span>${label}</span> <select @change=${chosen}>${choices.map((one) => html`<option value=${one.value} .selected=${one.isChosen}>${one.label}</option>`)}</select></label>`;
}

/** In the bar the arrows need no Shift; Home and End go to the ends, Page Up and Page Down to the marks. @param {KeyboardEvent} event @param {Replay} replay */
function onKey(event, replay) {
  if (/** @type {Element} */ (event.target).matches("select") || event.altKey || event.ctrlKey || event.metaKey) return;
  /** @type {Record<string, () => void>} */
  const deeds = {
    ArrowLeft: () => replay.step(-1), ArrowRight: () => replay.step(1), Home: () => replay.show(0), End: () => replay.show(replay.film.last),
    PageUp: () => replay.jump(-1), PageDown: () => replay.jump(1),
  };
  const deed = deeds[event.key];
  if (!deed) return;
  event.preventDefault();
  replay.pause();
  deed();
}

/** After the last frame: figures, result, and the files that prove the game. @param {Replay} replay */
function ending(replay) {
  const { urls } = replay.table.config;
  return html`<section class="replay-end" aria-label="The end"><div class="replay-line">
      <button class="button button-small" type="button" aria-expanded=${replay.isFigured} @click=${() => replay.toggleFigures()}>Statistics</button>
      ${urls.results ? html`<a class="button button-small" href=${urls.results}>Results</a>` : nothing}
      ${replay.files.public ? html`<a class="button button-small" href=${replay.files.public} download>Record of the game</a>` : nothing}
      ${replay.files.full ? html`<a class="button button-small" href=${replay.files.full} download>Full record</a>` : nothing}
      ${replay.files.public ? html`<span class="muted small">Anybody can prove a record with <code>verify_game</code>.</span>` : nothing}</div>
    ${replay.isFigured && replay.figures ? html`<div class="replay-figures" tabindex="0" role="region" aria-label="Statistics">${replay.figures()}</div>` : nothing}</section>`;
}
