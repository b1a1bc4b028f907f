// @ts-check
/** The bar on top of a table: one sentence, the deadline, at most one primary button. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { countdown, dayAndTime, isLate, serverNow } from "./clock.js";

/**
 * @typedef {{text: string, tone?: "plain" | "warn" | "danger", due?: number, span?: number, action?: {label: string, run: () => void, disabled?: boolean}}} Prompt
 */

/** @param {Prompt | null} prompt @param {{zone?: string, own?: string}} zones */
export function promptBar(prompt, zones) {
  if (!prompt) return nothing;
  return html`<div class="prompt-bar" data-tone=${prompt.tone ?? "plain"} role="status"><p>${prompt.text}</p>
    ${prompt.due ? clockOf(prompt.due, prompt.span, zones) : nothing}
    ${prompt.action ? html`<button class="button button-primary" type="button" ?disabled=${prompt.action.disabled} @click=${prompt.action.run}>${prompt.action.label}</button>` : nothing}
  </div>`;
}

/** A running countdown with the instant as its title for those who want to know. @param {number} due @param {number | undefined} span @param {{zone?: string, own?: string}} zones */
export function clockOf(due, span, { zone, own }) {
  const left = due - serverNow();
  const late = isLate(left, span);
  return html`<span class="clock" ?data-late=${late}><time data-due=${due} data-span=${span ?? 0} datetime=${new Date(due * 1000).toISOString()}
    title="${dayAndTime(due, zone)} league time, ${dayAndTime(due, own)} your time" .textContent=${countdown(left)}></time>${late ? html` <strong>closing soon</strong>` : nothing}</span>`;
}
