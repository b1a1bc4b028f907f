// @ts-check
/** The text twin of the map: every tile in a table with filter, sort and the same buttons. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { cornersOf, parse } from "../../js/hex.js";
import { costLabel } from "./cells.js";
import { icon } from "./shared.js";
import { capital, count, list, place, shortage, sideName } from "./words.js";
import { openCapture } from "./lazy.js";

const COLUMNS = /** @type {const} */ ([["name", "Tile"], ["kind", "Land"], ["owner", "Owner"], ["cost", "Price"], ["forts", "Corners"], ["reach", "Can you capture it?"]]);

/** @param {any} view @param {string} id */
function rowOf(view, id) {
  const tile = view.public.tiles[id];
  const target = view.private?.targets?.[id];
  const forts = cornersOf(parse(id)).map((corner) => view.public.forts?.[corner]).filter(Boolean);
  const kinds = ["castle", "tower", "palisade"].map((fort) => [fort, forts.filter((other) => other === fort).length]).filter(([, n]) => n);
  const rank = !target ? 3 : target.queued !== undefined ? 1 : target.short ? 2 : 0;
  return {
    id, tile, target, name: id, kind: tile.kind, owner: tile.owner === undefined ? "" : sideName(view, tile.owner),
    cost: tile.price ?? 0, forts: forts.length, reach: rank, fortWords: list(kinds.map(([fort, n]) => count(Number(n), String(fort)))),
  };
}

/** @param {any} a @param {any} b @param {string} by */
function compare(a, b, by) {
  if (by === "name") {
    const [[q, r], [p, s]] = [parse(a.id), parse(b.id)];
    return r - s || q - p;
  }
  return typeof a[by] === "number" ? a[by] - b[by] : String(a[by]).localeCompare(String(b[by]));
}

/** @param {any} view @param {any} ctx */
export function text(view, ctx) {
  const { sort, filter } = ctx.ui;
  const rows = Object.keys(view.public.tiles ?? {}).map((id) => rowOf(view, id)).filter((row) => passes(row, filter));
  rows.sort((a, b) => (compare(a, b, sort.by) || compare(a, b, "name")) * (sort.down ? -1 : 1));
  const kinds = [...new Set(Object.values(view.public.tiles ?? {}).map((/** @type {any} */ tile) => tile.kind))].sort();
  const set = (/** @type {string} */ key, /** @type {any} */ value) => { ctx.ui.filter = { ...filter, [key]: value }; ctx.invalidate(); };
  const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
  return html`<section class="im-twin" aria-label="The map as a table"><div class="card-head"><h2 id="twin-title">The map as a table</h2><button class="button button-small" type="button" @click=${() => ctx.title.toggleTwin(ctx)}>${icon("i-x", "ic-small")} Back to the map</button></div>
    <div class="filter"><label>Find <input type="search" .value=${filter.text} @input=${(/** @type {Event} */ event) => set("text", value(event))}></label>
      <label>Land <select @change=${(/** @type {Event} */ event) => set("kind", value(event))}><option value="">all</option>${kinds.map((kind) => html`<option ?selected=${filter.kind === kind}>${kind}</option>`)}</select></label>
      <label>Owner <select @change=${(/** @type {Event} */ event) => set("owner", value(event))}><option value="">all</option><option value="-" ?selected=${filter.owner === "-"}>nobody</option>${Object.values(view.public.sides).map((/** @type {any} */ side) => html`<option ?selected=${filter.owner === side.name}>${side.name}</option>`)}</select></label>
      ${view.private ? html`<label class="choice"><input type="checkbox" .checked=${filter.reach} @change=${(/** @type {Event} */ event) => set("reach", /** @type {HTMLInputElement} */ (event.target).checked)}> within reach</label>` : nothing}</div>
    <p class="muted small" role="status">${count(rows.length, "tile")}</p>
    <div class="table-wrap" tabindex="0" role="region" aria-labelledby="twin-title"><table class="data"><thead><tr>${COLUMNS.filter(([by]) => by !== "reach" || view.private).map(([by, words]) => html`<th scope="col" aria-sort=${sort.by === by ? (sort.down ? "descending" : "ascending") : "none"}>
      <button class="sort" type="button" @click=${() => { ctx.ui.sort = { by, down: sort.by === by && !sort.down }; ctx.invalidate(); }}>${words}</button></th>`)}</tr></thead>
      <tbody>${repeat(rows, ({ id }) => id, (row) => line(view, ctx, row))}</tbody></table></div></section>`;
}

/** @param {any} row @param {any} filter */
function passes(row, filter) {
  if (filter.kind && row.kind !== filter.kind) return false;
  if (filter.owner && (filter.owner === "-" ? row.owner !== "" : row.owner !== filter.owner)) return false;
  if (filter.reach && !row.target) return false;
  const words = filter.text.toLowerCase().replace(/\u2212/g, "-");
  return !words || `${row.kind} ${row.id} ${row.owner} ${row.fortWords}`.toLowerCase().includes(words);
}

/** @param {any} view @param {any} ctx @param {any} row */
function line(view, ctx, { id, tile, target, owner, fortWords }) {
  const locked = !ctx.canSubmit || !view.private?.can_order;
  return html`<tr data-row=${id} class=${tile.owner !== undefined && tile.owner === view.team ? "mine" : ""}><th scope="row"><button class="order-show" type="button" @click=${() => ctx.title.select(ctx, id)}>${place(id)}</button></th>
    <td>${capital(tile.kind)}</td><td>${owner || "–"}</td><td>${costLabel(view, id) || "–"}</td><td>${fortWords || "–"}</td>
    ${view.private ? html`<td>${target ? html`${target.queued === undefined ? shortage(target.short) || "yes" : "ordered"} <button class="button button-small" type="button" aria-label="Capture ${tile.kind} ${id}" ?disabled=${locked} @click=${() => openCapture(ctx, id)}>${target.queued === undefined ? "Capture" : "Change"}</button>` : "no"}</td>` : nothing}</tr>`;
}
