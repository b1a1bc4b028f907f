// @ts-check
/** War room: chart of one park, its stocks, and the weekends by category and type against the weekly limit. */

import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { lineChart } from "../../js/chart.js";
import { emblemId } from "./realms.js";
import { icon } from "./shared.js";
import { amount, markOf, signed, TYPES } from "./words.js";

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

const config = read("game-config");
const open = read("game-public");
const own = read("own-views");
const side = location.pathname.split("/").filter(Boolean).at(-1) ?? "0";
const view = { public: open };

/** @param {string} id @param {unknown} content */
function put(id, content) {
  const host = document.getElementById(id);
  if (!host) return;
  host.replaceChildren();
  render(content, host);
}

function drawChart() {
  const { name, history = [] } = open.sides[side] ?? {};
  if (!history.length) return put("chart", html`<p class="muted">The chart starts with the first resolution.</p>`);
  const mark = markOf(view, side);
  return put("chart", lineChart([{ name, mark, emblem: emblemId(mark), points: history }], { label: `Victory Points of ${name} by week`, first: "start", unit: "Victory Points" }));
}

function drawStocks() {
  const stocks = own?.team?.stocks ?? open.sides[side]?.stocks;
  if (!stocks) return;
  const incoming = own?.team?.incoming ?? {};
  put("stocks", html`<div class="table-wrap"><table class="data"><thead><tr><th scope="col"></th>${TYPES.map(({ word, icon: name }) => html`<th scope="col" class="num">${icon(name, "ic-small")} ${word}</th>`)}<th scope="col" class="num">Supplies</th><th scope="col" class="num">Moves</th></tr></thead>
    <tbody><tr><th scope="row">Now</th>${TYPES.map(({ key }) => html`<td class="num ${stocks[key] < 0 ? "danger-text" : ""}"><b>${amount(stocks[key])}</b></td>`)}<td class="num"><b>${signed(stocks.supplies)}</b></td><td class="num"><b>${signed(stocks.moves)}</b></td></tr>
      ${own?.team?.incoming ? html`<tr><th scope="row">Incoming, for next week</th>${TYPES.map(({ key }) => html`<td class="num">${amount(incoming[key] ?? 0)}</td>`)}<td></td><td></td></tr>` : nothing}
      ${own?.team ? html`<tr><th scope="row">Spent so far</th>${TYPES.map(({ key }) => html`<td class="num">${amount(own.team.spent[key] ?? 0)}</td>`)}<td></td><td></td></tr>` : nothing}</tbody></table></div>
    ${TYPES.some(({ key }) => stocks[key] < 0) ? html`<p class="small danger-text">Below zero: a correction of the attendance took back what was already spent. The next sign-ins make it up.</p>` : nothing}`);
}

/** @param {any} texts */
function drawWeekends(texts) {
  const weekends = Object.entries(own?.team?.weekends ?? {}).sort(([a], [b]) => b.localeCompare(a));
  if (!weekends.length) return;
  const { cap } = own.team;
  put("weekends", html`<div class="table-wrap" tabindex="0" role="region" aria-labelledby="weekends-head"><table class="data"><thead><tr><th scope="col">Weekend of</th><th scope="col">From</th>${TYPES.map(({ word }) => html`<th scope="col" class="num">${word}</th>`)}<th scope="col">Weekly limit</th></tr></thead>
    <tbody>${weekends.map(([date, weekend]) => Object.entries(weekend.gains).map(([category, gains], i) => html`<tr><th scope="row">${i ? nothing : html`${date}${weekend.incoming ? html` <span class="badge">incoming</span>` : nothing}`}</th><td>${texts?.categories?.[category] ?? category}</td>
      ${TYPES.map(({ key }) => html`<td class="num">${gains[key] ? amount(gains[key]) : ""}</td>`)}<td>${i ? nothing : html`<meter class="limit" min="0" max=${cap} value=${weekend.limit} aria-label="${amount(weekend.limit)} of ${amount(cap)}"></meter> ${amount(weekend.limit)} of ${amount(cap)}`}</td></tr>`))}</tbody></table></div>`);
}

/** The server writes codes and quarter points; here they become words. @param {any} texts */
function wordRows(texts) {
  for (const cell of document.querySelectorAll("[data-reason]")) {
    if (cell instanceof HTMLElement) cell.textContent = texts?.reasons?.[cell.dataset.reason ?? ""] ?? cell.textContent;
  }
  for (const cell of document.querySelectorAll("[data-q]")) {
    if (!(cell instanceof HTMLElement)) continue;
    const type = TYPES.find(({ key }) => key === cell.dataset.type)?.word ?? "";
    const category = texts?.categories?.[cell.dataset.gain ?? ""] ?? cell.dataset.gain;
    cell.textContent = `${amount(Number(cell.dataset.q))} ${type} (${category})`;
  }
}

drawChart();
drawStocks();
fetch(config.texts[0]).then((answer) => answer.json()).catch(() => null).then((texts) => { drawWeekends(texts); wordRows(texts); });
