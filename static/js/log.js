// @ts-check
/** The log of a table: newest first, filtered, each line a link to its moment, private lines marked. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";

/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {{text: unknown, seat?: number | string, phase?: string, isPrivate?: boolean}} Line */

/**
 * @param {Entry[]} entries oldest first
 * @param {{describe: (entry: Entry) => Line | null, emblem: (seat: any) => unknown, onShow?: (entry: Entry) => void, limit?: number, seat?: string, phase?: string}} options
 */
export function logView(entries, { describe, emblem, onShow, limit = 80, seat = "", phase = "" }) {
  /** @type {{entry: Entry, line: Line, key: string}[]} */
  const lines = [];
  for (let i = entries.length - 1; i >= 0 && lines.length < limit; i -= 1) {
    const line = describe(entries[i]);
    if (!line || (seat && String(line.seat) !== seat) || (phase && line.phase !== phase)) continue;
    lines.push({ entry: entries[i], line, key: `${entries[i].stream}/${entries[i].seq}/${i}` });
  }
  if (!lines.length) return html`<p class="empty">Nothing has happened yet.</p>`;
  return html`<ol class="log" reversed>${repeat(lines, ({ key }) => key, ({ entry, line }) => html`<li data-event=${entry.event.type}>
    ${line.seat === undefined ? html`<svg class="shield" aria-hidden="true"></svg>` : emblem(line.seat)}
    <span>${line.text}${line.isPrivate ? html` <span class="own">only you see this</span>` : nothing}
    ${onShow && entry.stream === "public" ? html` <button class="link-button" type="button" @click=${() => onShow(entry)}>show</button>` : nothing}</span></li>`)}</ol>`;
}
