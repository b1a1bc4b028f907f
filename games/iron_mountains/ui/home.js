// @ts-check
/** Season page: ridge, chart, report in words, small map; and the order of the rows by place. */

import { html, render, svg } from "../../vendor/lit-html/lit-html.js";
import { chartTable, lineChart } from "../../js/chart.js";
import { isSameTime, ownTime, shortDate, timeOnly } from "../../js/clock.js";
import { heading, lastWeek, lead, paragraphs } from "./chronicle.js";
import { definitions, edges, heraldry, land, symbols, temple, tints } from "./layers.js";
import { emblemId, realmsOf } from "./realms.js";
import { ridge } from "./scenery.js";
import { boundsOf, terrainOf } from "./terrain.js";
import { markOf, weekWord } from "./words.js";

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

const config = read("game-config");
const { view: open, events } = read("game-view");
const view = { public: open, seat: config.seat ?? null, team: config.seat ?? null };

function drawChart(isTable = false) {
  const host = document.getElementById("chart");
  if (!host) return;
  const series = open.standings.map((/** @type {string} */ side) => {
    const mark = markOf(view, side);
    return { name: open.sides[side].name, mark, emblem: emblemId(mark), points: open.sides[side].history };
  });
  if (!series.some((/** @type {any} */ one) => one.points.length)) {
    render(html`<p class="muted">The chart starts with the first resolution.</p>`, host);
    return;
  }
  render(html`${isTable ? chartTable(series, { caption: "Victory Points by week", step: weekWord(view) }) : lineChart(series, { label: "Victory Points by week", first: "start", unit: "Victory Points", width: innerWidth < 720 ? 400 : 510 })}
    <p class="chart-tools"><button class="link-button" type="button" aria-pressed=${isTable} @click=${() => drawChart(!isTable)}>${isTable ? "show the chart" : "show as a table"}</button></p>`, host);
}

function drawReport() {
  const week = lastWeek(events);
  const host = document.getElementById("report");
  const title = document.getElementById("report-head");
  if (!week || !host || !title) return;
  title.textContent = heading(view, week);
  host.replaceChildren();
  render(html`<p class="report-lead">${lead(view, week)}</p><div class="report-body">${paragraphs(view, week)}</div>`, host);
}

function drawMap() {
  const host = document.getElementById("mini-map");
  if (!host || !open.tiles) return;
  const terrain = terrainOf(open);
  const realms = realmsOf(view);
  const { left, top, width, height } = boundsOf(terrain.radius);
  render(html`<svg class="im-mini" data-lod="far" viewBox="${left} ${top} ${width} ${height}" aria-hidden="true">
    <defs>${definitions(realms, "mini")}</defs>${land(terrain)}<g>${tints(realms, "mini")}</g><g class="symbols">${symbols(terrain)}</g>${temple(false)}<g class="edges">${edges(terrain, realms, "mini")}</g>
    ${heraldry(view, realms, { scale: 0.4, lod: "far", scope: "mini", plain: true })}</svg>`, host);
}

function drawDeadline() {
  const words = document.getElementById("due-words");
  const due = open.clock?.due_at;
  if (!words || !due) return;
  const zone = open.timezone;
  const own = config.zone || undefined;
  words.textContent = `${shortDate(due, zone)}, ${timeOnly(due, zone)} league time${isSameTime(due, zone, own) ? "" : ` · ${ownTime(due, zone, own)} yours`}`;
}

/** The server lists by seat; people read by place. @param {string} id */
function sortByPlace(id) {
  const host = document.getElementById(id);
  if (!host) return;
  const place = (/** @type {Element} */ item) => Number(/** @type {HTMLElement} */ (item).dataset.place);
  host.append(...[...host.children].sort((a, b) => place(a) - place(b)));
}

const hero = document.getElementById("ridge");
if (hero) render(svg`${ridge()}`, hero);
sortByPlace("standings");
sortByPlace("parks");
drawDeadline();
drawChart();
drawReport();
drawMap();
