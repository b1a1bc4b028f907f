// @ts-check
/** The map as one SVG: all layers, the camera, pointing and tapping. */

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { guard } from "../../vendor/lit-html/directives/guard.js";
import { cornerPoint, WIDTH } from "../../js/hex.js";
import { PanZoom } from "../../js/panzoom.js";
import { focusRing, grid } from "./cells.js";
import { definitions, edges, fortresses, heraldry, land, symbols, temple, tints, veil } from "./layers.js";
import { lazy } from "./lazy.js";
import { news, orders, prices, rings, selection } from "./marks.js";
import { realmsOf } from "./realms.js";
import { lodOf } from "./state.js";
import { boundsOf, nearestTile, pointOf, terrainOf } from "./terrain.js";

const TAP_REACH = 22;
const NEAR_TILE = 56;

/** @param {any} view @param {any} ctx */
export function board(view, ctx) {
  const { ui } = ctx;
  const terrain = terrainOf(view.public);
  const realms = realmsOf(view);
  const { tiles, forts = {} } = view.public;
  const live = !view.isPast && !ui.playback?.step;
  const targets = live && view.private?.can_order ? view.private.targets : undefined;
  const mark = view.seat === null || view.seat === undefined ? 0 : view.public.table?.seats?.[view.seat]?.mark ?? view.seat + 1;
  const { scale, lod } = ui;
  const corners = ui.building && live ? lazy(ctx, "corners", () => import("./corners.js")) : null;
  return html`<svg class="im-board" data-lod=${lod} data-building=${ui.building ? "on" : "off"} data-playing=${ui.playback?.step ? "on" : "off"} tabindex="-1">
    <defs>${guard([realms], () => definitions(realms, "im"))}</defs>
    <g class="camera">
      <g aria-hidden="true">
        ${land(terrain)}
        <g class="tints">${tints(realms, "im")}</g>
        <g class="symbols">${symbols(terrain)}</g>
        ${veil(terrain, tiles, targets)}
        ${temple(true)}
        <g class="edges">${edges(terrain, realms, "im")}</g>
        <g class="rings">${ui.building ? nothing : rings(targets)}</g>
        <g class="forts">${fortresses(forts)}</g>
        <g class="names">${heraldry(view, realms, { scale, lod, scope: "im-map" })}</g>
        ${live ? svg`<g class="news">${news(ui.changed, ui.contested)}</g>` : nothing}
        <g class="selection">${selection(ui.building ? null : ui.selected, ui.hovered)}</g>
        ${live ? svg`<g class="prices">${lod === "near" && !ui.building ? prices(targets, scale) : nothing}</g>
        <g class="orders">${orders(view.queue, mark, scale)}</g>` : nothing}
        ${corners ? svg`<g class="sites">${corners.sites(view.private?.corners ?? {}, ui.corner)}</g>` : nothing}
        ${ctx.replay ? ctx.replay.duel(view, ui, scale) : nothing}
      </g>
      ${grid(terrain, view, { focus: ui.focus ?? home(view), changed: ui.changed, contested: ui.contested, selected: ui.selected, building: ui.building })}
      ${corners ? corners.cornerButtons(view, view.private?.corners ?? {}, ui.corner) : nothing}
      <g class="focus-layer" aria-hidden="true">${ui.focused ? focusRing(terrain, ui.building ? null : ui.focus, ui.building ? ui.corner : null) : nothing}</g>
    </g></svg>`;
}

/** The tile where a person starts: own base, else the temple. @param {any} view */
export function home(view) {
  const side = view.public.sides?.[view.seat ?? view.team ?? -1];
  return side?.base ?? "0,0";
}

/** Middle of the own realm, else the temple. @param {any} view @returns {[number, number]} */
function heartOf(view) {
  const realm = realmsOf(view).find(({ side }) => side === String(view.team));
  const points = (realm?.tiles ?? ["0,0"]).map(pointOf);
  const mean = (/** @type {number} */ i) => points.reduce((sum, point) => sum + point[i], 0) / points.length;
  return [mean(0), mean(1)];
}

/**
 * Bind the camera and the pointers to the drawn board; called once.
 * @param {HTMLElement} host @param {any} ctx @param {{onTile: (id: string | null, how: {touch: boolean, double: boolean}) => void, onCorner: (id: string | null, how: {touch: boolean, double: boolean}) => void}} handlers
 */
export function startCamera(host, ctx, handlers) {
  const { ui } = ctx;
  const element = /** @type {SVGElement} */ (host.querySelector(".im-board"));
  const group = /** @type {SVGGElement} */ (element.querySelector(".camera"));
  const radius = ctx.view.public.radius ?? 9;
  let timer = 0;
  const camera = new PanZoom(element, {
    bounds: boundsOf(radius),
    onCamera: ({ x, y, k }) => {
      group.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${k.toFixed(4)})`);
      const lod = lodOf(WIDTH * k);
      if (ui.scale !== k || ui.lod !== lod) {
        ui.scale = k;
        ui.lod = lod;
        ctx.invalidate();
      }
    },
    onTap: ({ world, touch, double }) => {
      const reach = touch ? Math.max(TAP_REACH / ui.scale, 0) : 28;
      if (ui.building) handlers.onCorner(nearestCorner(ctx.view, world, touch ? reach : 16), { touch, double });
      else handlers.onTile(nearestTile(terrainOf(ctx.view.public), world[0], world[1], reach), { touch, double });
    },
    onHover: (world) => {
      clearTimeout(timer);
      const found = world && !ui.building ? nearestTile(terrainOf(ctx.view.public), world[0], world[1], 27) : null;
      if (found === ui.hovered) return;
      timer = window.setTimeout(() => { ui.hovered = found; ctx.invalidate(); }, world ? 80 : 120);
    },
  });
  new ResizeObserver(() => camera.measure({ bottom: sheetHeight() })).observe(element);
  camera.measure({ bottom: sheetHeight() });
  if (isSmall()) camera.lookAt(heartOf(ctx.view), NEAR_TILE / WIDTH);
  return camera;
}

const isSmall = () => matchMedia("(max-width: 56rem)").matches;

/** Where the page began: the whole board, on a phone the home land. @param {any} ctx */
export function flyHome(ctx) {
  const { bounds } = ctx.camera.options;
  const middle = [bounds.left + bounds.width / 2, bounds.top + bounds.height / 2];
  if (isSmall()) ctx.camera.flyTo(heartOf(ctx.view), NEAR_TILE / WIDTH);
  else ctx.camera.flyTo(middle, ctx.camera.fitted);
}

let sheet = "peek";

/** The map recentres in what the sheet leaves visible. @param {any} ctx */
export function followSheet(ctx) {
  if (ctx.ui.sheet === sheet || !ctx.camera) return;
  sheet = ctx.ui.sheet;
  if (isSmall()) ctx.camera.measure({ bottom: sheetHeight() });
}

/** On a phone the sheet covers the lower part of the map. */
export function sheetHeight() {
  const panel = document.querySelector(".im-panel");
  if (!panel || !isSmall()) return 0;
  const rect = panel.getBoundingClientRect();
  return Math.max(0, Math.min(innerHeight - rect.top, innerHeight * 0.65));
}

/** @param {any} view @param {[number, number]} world @param {number} reach @returns {string | null} */
function nearestCorner(view, world, reach) {
  let best = null;
  let least = reach;
  for (const id of Object.keys(view.private?.corners ?? {})) {
    const [x, y] = cornerPoint(id);
    const d = Math.hypot(x - world[0], y - world[1]);
    if (d <= least) { least = d; best = id; }
  }
  return best;
}
