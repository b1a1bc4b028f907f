// @ts-check
/** The prompt bar of a table with the shell: one sentence, the state, the clock, Undo, other choices, one primary button at the far right. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { countdown, dayAndTime, isLate, serverNow } from "./clock.js";
import { icon } from "./icons.js";

/**
 * @typedef {{text: string, state?: string, place?: string, tone?: "plain" | "warn" | "danger" | "ok", due?: number, span?: number, paused?: boolean}} Prompt
 * @typedef {{label: string, run: () => void, icon?: string, disabled?: boolean, title?: string, danger?: boolean}} Deed
 * @typedef {{undo?: Deed, others?: Deed[], primary?: Deed}} Deeds
 */

/** @param {Prompt} prompt @param {Deeds} deeds @param {{zone?: string, own?: string}} zones */
export function promptRow({ text, state = "", place = "", tone = "plain", due, span, paused }, { undo, others = [], primary }, zones) {
  return html`<div class="prompt-row" data-tone=${tone}>
    <p class="prompt-words" role="status"><b>${text}</b> <span class="prompt-state"><span class="prompt-place">${place}${place && state ? " · " : ""}</span>${state}</span></p>
    ${paused ? html`<span class="prompt-clock">${icon("i-pause", "ic-small")} paused</span>` : due ? clock(due, span, zones) : nothing}
    <span class="prompt-deeds">${undo ? deed(undo, "i-undo") : nothing}${others.map((one) => deed(one))}${primary ? deed(primary, "i-check", "button-title") : nothing}</span></div>`;
}

/** @param {Deed} one @param {string} [sign] @param {string} [extra] */
export function deed({ label, run, icon: own, disabled = false, title, danger = false }, sign = "", extra = "") {
  const id = own ?? sign;
  return html`<button class="button ${extra} ${danger ? "button-danger" : ""}" type="button" ?disabled=${disabled} title=${title ?? nothing} @click=${run}>${id ? icon(id, "ic-small") : nothing}${label}</button>`;
}

/** @param {number} due @param {number | undefined} span @param {{zone?: string, own?: string}} zones */
function clock(due, span, { zone, own }) {
  const left = due - serverNow();
  const late = left > 0 && isLate(left, span);
  return html`<span class="prompt-clock clock" ?data-late=${late}>${icon("i-clock", "ic-small")}<time data-due=${due} data-span=${span ?? 0} data-over="time is up" datetime=${new Date(due * 1000).toISOString()}
    title="${dayAndTime(due, zone)} league time, ${dayAndTime(due, own)} your time" .textContent=${left > 0 ? countdown(left) : "time is up"}></time>
    <span data-late-note ?hidden=${!late}> last tenth</span></span>`;
}
