// @ts-check
/** The log of a table: newest first, filters by phase, seat and thing, automatic steps and private lines marked, older lines on request. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { icon } from "./icons.js";
import { seatName } from "./seats.js";
import { entriesOf } from "./store.js";

/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {{text: unknown, tag?: string, seats?: (string | number)[], phase?: string, things?: string[], isAuto?: boolean, isPrivate?: boolean}} Line */

const STEP = 60;

/** @param {any} ctx */
function memory(ctx) {
  ctx.ui.log ??= { phase: "", seat: "", thing: "", limit: STEP, older: [], before: undefined, hasMore: true };
  return ctx.ui.log;
}

/** Every entry known, oldest first, the fetched ones in front. @param {any} ctx @returns {Entry[]} */
export function entriesKnown(ctx) {
  if (ctx.past) return ctx.past.entries;
  const { older } = memory(ctx);
  const now = ctx.store.entries(ctx.connection.you.streams.filter((/** @type {string} */ name) => ctx.store.last(name)));
  if (!older.length) return now;
  const seen = new Set(older.map((/** @type {Entry} */ entry) => `${entry.stream}/${entry.seq}`));
  return [...older, ...now.filter((/** @type {Entry} */ entry) => !seen.has(`${entry.stream}/${entry.seq}`))];
}

/** @param {Line} line @param {{phase: string, seat: string, thing: string}} wanted */
export function fits(line, { phase, seat, thing }) {
  return (!phase || line.phase === phase) && (!seat || (line.seats ?? []).some((one) => String(one) === seat)) && (!thing || (line.things ?? []).includes(thing));
}

/** @param {any} view @param {any} ctx @param {{phases: [string, string][], things?: [string, string][], thingWord?: string, lead?: unknown}} options */
export function logPanel(view, ctx, { phases, things = [], thingWord = "All", lead = nothing }) {
  const wanted = memory(ctx);
  /** @type {{entry: Entry, line: Line, key: string}[]} */
  const lines = [];
  const entries = entriesKnown(ctx);
  for (let i = entries.length - 1; i >= 0 && lines.length < wanted.limit; i -= 1) {
    const line = ctx.title.describe(entries[i], view, ctx);
    if (line && fits(line, wanted)) lines.push({ entry: entries[i], line, key: `${entries[i].stream}/${entries[i].seq}/${entries[i].event.type}/${i}` });
  }
  const isMore = lines.length >= wanted.limit || (wanted.hasMore && !ctx.past);
  return html`<div class="log-head"><h2>${icon("i-log", "ic-small")} Log</h2>
      ${choice(ctx, "phase", "All phases", phases)}${choice(ctx, "seat", "All seats", Object.keys(view.public.table?.seats ?? {}).map((seat) => [seat, seatName(view, seat)]))}
      ${things.length ? choice(ctx, "thing", thingWord, things) : nothing}</div>${lead}
    ${lines.length ? html`<ol class="table-log-lines" reversed>${repeat(lines, ({ key }) => key, (one) => row(one, ctx))}</ol>` : html`<p class="empty">Nothing to read here yet.</p>`}
    ${isMore ? html`<button class="link-button" type="button" @click=${() => older(ctx, lines.length >= wanted.limit)}>Older lines</button>` : nothing}`;
}

/** @param {{entry: Entry, line: Line}} one @param {any} ctx */
function row({ entry, line }, ctx) {
  return html`<li data-event=${entry.event.type}>${line.tag ? html`<span class="log-tag">${line.tag}</span> ` : nothing}<span>${line.text}${line.isAuto ? html` <span class="muted">auto</span>` : nothing}${line.isPrivate
    ? html` <span class="log-own">${icon("i-lock", "ic-tiny")} only you</span>` : nothing}</span><button class="link-button log-show" type="button" aria-label="Show this moment" @click=${() => ctx.startReplay({ stream: entry.stream, seq: entry.seq })}>show</button></li>`;
}

/** @param {any} ctx @param {"phase" | "seat" | "thing"} key @param {string} all @param {string[][]} choices */
function choice(ctx, key, all, choices) {
  const wanted = memory(ctx);
  return html`<select class="log-filter" aria-label="Log: ${all.toLowerCase()}" @change=${(/** @type {Event} */ event) => {
    wanted[key] = /** @type {HTMLSelectElement} */ (event.target).value;
    ctx.invalidate();
  }}><option value="" .selected=${!wanted[key]}>${all}</option>${choices.map(([value, label]) => html`<option value=${value} .selected=${wanted[key] === value}>${label}</option>`)}</select>`;
}

/** @param {any} ctx @param {boolean} isHere there are more lines at hand */
async function older(ctx, isHere) {
  const wanted = memory(ctx);
  wanted.limit += STEP;
  if (!isHere || wanted.hasMore) {
    try {
      const page = await ctx.fetch(wanted.before === undefined ? "log" : `log?before=${wanted.before}`);
      const found = [...page.entries].reverse();
      wanted.older = [...found.flatMap((/** @type {any} */ one) => entriesOf(one.stream, one.events.map((/** @type {any} */ event) => ({ ...event, at: one.at })), one.seq)), ...wanted.older];
      wanted.before = found[0]?.n;
      wanted.hasMore = page.more && found.length > 0;
    } catch {
      ctx.toast("Older lines could not be loaded. Try again.", { tone: "danger" });
    }
  }
  ctx.invalidate();
}
