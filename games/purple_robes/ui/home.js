// @ts-check
/** A court's own page: order of the rows, the chart of scores, and who holds the members of the court. */

import { html, render } from "../../vendor/lit-html/lit-html.js";
import { lineChart } from "../../js/chart.js";
import { seatTag } from "../../js/seats.js";
import { clanBadge } from "./pieces.js";
import { ADVISORS, CLANS, CRONIES } from "./words.js";

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

const config = read("game-config");
const open = read("game-view").view;
const view = { public: open, seat: config.seat ?? null };
const COLOURS = ["gold", "sky", "green", "navy", "red", "plum"];

/** Best first, as the places say or the scores. */
function sortScores() {
  const body = document.getElementById("scores");
  const key = (/** @type {Element} */ row, /** @type {string} */ name) => Number(/** @type {HTMLElement} */ (row).dataset[name]);
  body?.append(...[...body.children].sort((a, b) => key(a, "place") - key(b, "place") || key(b, "score") - key(a, "score")));
}

function drawChart() {
  const host = document.getElementById("chart");
  const cycles = Object.keys(open.castings);
  if (!host || cycles.length < 2) return;
  const series = Object.entries(open.table.seats).map(([seat, { name, mark }]) => {
    let sum = 0;
    const points = cycles.map((cycle) => { sum += Object.values(open.score_lines[seat]?.[cycle] ?? {}).reduce((all, n) => all + Number(n), 0); return sum; });
    return { name, mark, emblem: `mapemblem-${COLOURS[(mark - 1) % 6]}`, points };
  });
  render(lineChart(series, { label: "Scores after each casting", first: "start", unit: "points", width: innerWidth < 720 ? 400 : 560 }), host);
}

function drawCourt() {
  const host = document.getElementById("court");
  if (!host) return;
  const held = (/** @type {import("./words.js").Member[]} */ members, /** @type {string} */ seat) => members.filter(({ id }) => open.members[id].controller === Number(seat));
  host.replaceChildren();
  render(html`<div class="table-wrap"><table class="data tight"><thead><tr><th scope="col">Seat</th><th scope="col">Advisors</th><th scope="col">Cronies</th><th scope="col">Clans</th></tr></thead><tbody>${Object.keys(open.hands).map((seat) => html`<tr><th scope="row">${seatTag(view, seat)}</th>
    <td>${held(ADVISORS, seat).map(({ short }) => short).join(", ") || "–"}</td><td>${held(CRONIES, seat).map(({ short }) => short).join(", ") || "–"}</td><td>${held(CLANS, seat).length ? held(CLANS, seat).map(({ id }) => clanBadge(id)) : "–"}</td></tr>`)}</tbody></table></div>`, host);
}

sortScores();
drawChart();
drawCourt();
