// @ts-check
/** A line chart in SVG for a few series: told apart by dash and emblem as well as colour, labelled at the line's end, with the same numbers as a table. */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

/** @typedef {{name: string, mark: number, emblem: string, points: number[]}} Series */

/** By mark: a park keeps its dash as it keeps its colour. */
const DASHES = ["", "7 4", "2 3", "9 3 2 3", "4.5 2.5", "1.5 2.5", "12 4", "6 2 2 2", "3 5", "10 2 2 2 2 2", "4 4", "1 4"];
const HEIGHT = 330;
const PAD = { top: 18, right: 122, bottom: 28, left: 28 };

/** Round steps for an axis that reaches `most`. @param {number} most @returns {number[]} */
export function ticks(most) {
  const rough = Math.max(1, most) / 3;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * size).find((n) => n >= rough) ?? size * 10;
  return Array.from({ length: Math.floor(Math.max(1, most) / step) + 1 }, (_, i) => i * step);
}

/** Labels that would overlap are pushed apart, keeping their order. @param {number[]} wanted @param {number} gap @returns {number[]} */
export function spread(wanted, gap) {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  for (let round = 0; round < 40; round += 1) {
    for (let k = 1; k < order.length; k += 1) {
      const overlap = gap - (order[k].y - order[k - 1].y);
      if (overlap > 0) { order[k - 1].y -= overlap / 2; order[k].y += overlap / 2; }
    }
  }
  const out = [...wanted];
  for (const { y, i } of order) out[i] = y;
  return out;
}

/**
 * @param {Series[]} series @param {{width?: number, label: string, first: string, unit: string}} options
 */
export function lineChart(series, { width = 510, label, first, unit }) {
  const length = Math.max(...series.map(({ points }) => points.length));
  const most = Math.max(1, ...series.flatMap(({ points }) => points));
  const x = (/** @type {number} */ i) => PAD.left + (width - PAD.left - PAD.right) * (length ? i / length : 0);
  const y = (/** @type {number} */ value) => HEIGHT - PAD.bottom - (HEIGHT - PAD.top - PAD.bottom) * value / most;
  const labels = spread(series.map(({ points }) => y(points[points.length - 1] ?? 0)), 14);
  const every = Math.ceil(length / 10);
  return svg`<svg class="chart" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label=${label}>
    ${ticks(most).map((value) => svg`<path class="grid" d="M${PAD.left} ${y(value)}H${width - PAD.right + 8}"/><text class="axis" x=${PAD.left - 6} y=${y(value) + 3.5} text-anchor="end">${value}</text>`)}
    ${Array.from({ length: length + 1 }, (_, i) => (i % every ? nothing : svg`<text class="axis" x=${x(i)} y=${HEIGHT - 8} text-anchor="middle">${i === 0 ? first : i}</text>`))}
    ${series.map((one, k) => line(one, x, y, labels[k], unit))}</svg>`;
}

/** @param {Series} one @param {(i: number) => number} x @param {(v: number) => number} y @param {number} label @param {string} unit */
function line({ name, mark, emblem, points }, x, y, label, unit) {
  const all = [0, ...points];
  const d = all.map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  return svg`<g class="park-${mark}"><path class="line" d=${d} stroke-dasharray=${DASHES[(mark - 1) % DASHES.length]}/>
    ${points.map((value, i) => svg`<use class="chart-mark" href="#${emblem}" x=${(x(i + 1) - 4.5).toFixed(1)} y=${(y(value) - 4.5).toFixed(1)} width="9" height="9"/>`)}
    <text x=${x(points.length) + 11} y=${label + 3.5}><title>${unit}</title>${name} ${points[points.length - 1] ?? 0}</text></g>`;
}

/** The same numbers as a table. @param {Series[]} series @param {{caption: string, step: string}} words */
export function chartTable(series, { caption, step }) {
  const length = Math.max(...series.map(({ points }) => points.length));
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label=${caption}><table class="data"><caption class="visually-hidden">${caption}</caption>
    <thead><tr><th scope="col">${step}</th>${series.map(({ name }) => html`<th scope="col" class="num">${name}</th>`)}</tr></thead>
    <tbody>${Array.from({ length }, (_, i) => html`<tr><th scope="row">${i + 1}</th>${series.map(({ points }) => html`<td class="num">${points[i] ?? ""}</td>`)}</tr>`)}</tbody></table></div>`;
}
