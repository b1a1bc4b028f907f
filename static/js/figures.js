// @ts-check
/** Figures of a finished game as tables, whatever the title counts: seats are rows, names come from the title's texts (`statistics`). */

import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @param {any} value @returns {value is Record<string, any>} */
const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} value */
const isPlain = (value) => !isMap(value) && !(Array.isArray(value) && value.some((item) => typeof item === "object"));

/** @param {Record<string, any>} found @param {any} ctx */
export function figuresView(found, ctx) {
  const seats = ctx.store.view("public")?.table?.seats ?? {};
  const words = (/** @type {string} */ key) => ctx.texts.say("statistics", key, {}, capital(key.replace(/[_:]/g, " ")));
  const plain = Object.entries(found).filter(([, value]) => isPlain(value));
  const rest = Object.entries(found).filter(([, value]) => !isPlain(value));
  if (!plain.length && !rest.length) return html`<p class="empty">This game kept no statistics.</p>`;
  return html`${plain.length ? html`<dl class="replay-facts">${plain.map(([key, value]) => html`<div><dt>${words(key)}</dt><dd>${text(value)}</dd></div>`)}</dl>` : nothing}
    ${rest.flatMap(([key, value]) => tables(words(key), value, { seats, words }))}`;
}

/** @typedef {{seats: Record<string, any>, words: (key: string) => string}} Names */

/** A map of maps is a table; what lies deeper is a table of its own. @param {string} caption @param {any} value @param {Names} names @returns {unknown[]} */
function tables(caption, value, names) {
  const rows = Array.isArray(value) ? Object.entries(Object.assign({}, value)) : Object.entries(value);
  if (rows.every(([, row]) => Array.isArray(row) && isPlain(row))) return [sheet(caption, rows.map(([key, row]) => [label(key, names), { ...row }]), { ...names, seats: {} })];
  if (rows.every(([, row]) => isPlain(row))) return [sheet(caption, [["", value]], names)];
  const isSeats = rows.every(([key]) => key in names.seats);
  const keys = [...new Set(rows.flatMap(([, row]) => (isMap(row) ? Object.keys(row) : [])))];
  const flat = keys.filter((key) => rows.every(([, row]) => isPlain(row?.[key])));
  const deep = keys.filter((key) => !flat.includes(key));
  const first = flat.length ? [sheet(caption, rows.map(([key, row]) => [label(key, names), Object.fromEntries(flat.map((one) => [one, row[one]]))]), names)] : [];
  return [...first, ...deep.flatMap((key) => {
    const parts = rows.map(([own, row]) => [own, row?.[key] ?? {}]);
    const title = `${caption}: ${names.words(key)}`;
    return isSeats && parts.every(([, part]) => Object.values(part).every(isPlain))
      ? [sheet(title, parts.map(([own, part]) => [label(own, names), part]), names)]
      : parts.flatMap(([own, part]) => tables(`${title}, ${label(own, names)}`, part, names));
  })];
}

/** @param {string} caption @param {any[][]} rows name and cells by key @param {Names} names */
function sheet(caption, rows, names) {
  const keys = [...new Set(rows.flatMap(([, cells]) => Object.keys(cells)))];
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label=${caption}><table class="data"><caption>${caption}</caption>
    <thead><tr>${rows.some(([name]) => name) ? html`<td></td>` : nothing}${keys.map((key) => html`<th scope="col" class="num">${label(key, names)}</th>`)}</tr></thead>
    <tbody>${rows.map(([name, cells]) => html`<tr>${name ? html`<th scope="row">${name}</th>` : nothing}${keys.map((key) => html`<td class="num">${text(cells[key])}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** A seat by its name, a number as itself, a key in words. @param {string} key @param {Names} names */
function label(key, { seats, words }) {
  if (/^\d+$/.test(key)) return seats[key]?.name ?? String(Number(key) + 1);
  return words(key);
}

/** @param {any} value @returns {string} */
function text(value) {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(text).join(", ");
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

/** @param {string} words */
const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);
