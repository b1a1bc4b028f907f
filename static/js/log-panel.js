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

/** @param {any} view @param {any} ctx @param {{phases: [string, string][], things?: [string, string][], thingWord?: string}} options */
export function logPanel(view, ctx, { phases, things = [], thingWord = "" }) {
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
      ${choice(ctx, "All phases", "phases", wanted.phase, [{ label: "Phases", choices: phases }], (value) => { wanted.phase = value; })}${whoFilter(view, ctx, things, thingWord)}</div>
    ${lines.length ? html`<ol class="table-log-lines" reversed>${repeat(lines, ({ key }) => key, (one) => row(one, ctx))}</ol>` : html`<p class="empty">Nothing to read here yet.</p>`}
    ${isMore ? html`<button class="link-button" type="button" @click=${() => older(ctx, lines.length >= wanted.limit)}>Older lines</button>` : nothing}`;
}

/** @param {{entry: Entry, line: Line}} one @param {any} ctx */
function row({ entry, line }, ctx) {
  return html`<li data-event=${entry.event.type}>${line.tag ? html`<span class="log-tag">${line.tag}</span> ` : nothing}<span>${line.text}${line.isAuto ? html` <span class="muted">auto</span>` : nothing}${line.isPrivate
    ? html` <span class="log-own">${icon("i-lock", "ic-tiny")} only you</span>` : nothing}</span><button class="link-button log-show" type="button" aria-label="Show this moment" @click=${() => ctx.startReplay({ stream: entry.stream, seq: entry.seq })}>${icon("i-eye", "ic-tiny")}</button></li>`;
}

/** @typedef {{label: string, choices: string[][]}} Group of choices [value, words] */

/** One filter; its value is kept as `phase:bid`, `seat:2` or `thing:…`. @param {any} ctx @param {string} all @param {string} label @param {string} chosen @param {Group[]} groups @param {(value: string) => void} onChoice */
function choice(ctx, all, label, chosen, groups, onChoice) {
  const options = (/** @type {Group} */ { choices }) => choices.map(([value, words]) => html`<option value=${value} .selected=${chosen === value}>${words}</option>`);
  return html`<select class="log-filter" aria-label="Log: ${label}" @change=${(/** @type {Event} */ event) => {
    onChoice(/** @type {HTMLSelectElement} */ (event.target).value);
    ctx.invalidate();
  }}><option value="" .selected=${!chosen}>${all}</option>${groups.length > 1 ? groups.map((group) => html`<optgroup label=${group.label}>${options(group)}</optgroup>`) : options(groups[0])}</select>`;
}

/** Seats and things share one filter, so that the head stays one line. @param {any} view @param {any} ctx @param {[string, string][]} things @param {string} thingWord */
function whoFilter(view, ctx, things, thingWord) {
  const wanted = memory(ctx);
  const seats = Object.keys(view.public.table?.seats ?? {}).map((seat) => [`seat:${seat}`, seatName(view, seat)]);
  const groups = [{ label: "Seats", choices: seats }, ...(things.length ? [{ label: thingWord, choices: things.map(([id, words]) => [`thing:${id}`, words]) }] : [])];
  const chosen = wanted.seat ? `seat:${wanted.seat}` : wanted.thing ? `thing:${wanted.thing}` : "";
  return choice(ctx, "All seats", things.length ? `seats and ${thingWord.toLowerCase()}` : "seats", chosen, groups, (value) => {
    const [sort, id = ""] = value.split(":");
    wanted.seat = sort === "seat" ? id : "";
    wanted.thing = sort === "thing" ? id : "";
  });
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
