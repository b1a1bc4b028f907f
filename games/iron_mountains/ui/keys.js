// @ts-check
/** Keyboard on the map. Letters act only while focus is inside it; arrows start from the focused element. */

import { cornerPoint, parse } from "../../js/hex.js";
import { home } from "./board.js";
import { focusCorner, focusTile } from "./focus.js";
import { pointOf } from "./terrain.js";
import { openBuild, openCapture } from "./lazy.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {KeyboardEvent} event @param {any} ctx */
export function onKey(event, ctx) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { ui } = ctx;
  const arrow = ARROWS[event.key];
  if (arrow) {
    event.preventDefault();
    if (event.shiftKey) ctx.camera.panBy(-arrow[0] * 80, -arrow[1] * 80);
    else if (ui.building) moveCorner(ctx, arrow);
    else moveTile(ctx, arrow);
    return;
  }
  const run = COMMANDS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!run) return;
  event.preventDefault();
  return run(ctx, event);
}

/** @type {Record<string, (ctx: any, event: KeyboardEvent) => any>} */
const COMMANDS = {
  Enter: (ctx) => enter(ctx),
  " ": (ctx) => { if (!ctx.ui.building && ctx.ui.focus) ctx.title.select(ctx, ctx.ui.focus); },
  n: (ctx, event) => ctx.title.stepTarget(ctx, event.shiftKey ? -1 : 1),
  b: (ctx) => ctx.title.setBuilding(ctx, !ctx.ui.building),
  g: (ctx) => ctx.title.openGoto(ctx),
  o: (ctx) => ctx.title.focusOrders(ctx),
  h: (ctx) => { ctx.camera.flyTo(pointOf(home(ctx.view)), Math.max(ctx.camera.camera.k, ctx.camera.fitted * 2)); focusTile(ctx, home(ctx.view)); },
  t: (ctx) => ctx.title.toggleTwin(ctx),
  "+": (ctx) => ctx.camera.zoomTo(ctx.camera.level * 1.4),
  "=": (ctx) => ctx.camera.zoomTo(ctx.camera.level * 1.4),
  "-": (ctx) => ctx.camera.zoomTo(ctx.camera.level / 1.4),
  0: (ctx) => ctx.camera.fit(),
  "?": (ctx) => ctx.title.openHelp(ctx),
  Escape: (ctx) => ctx.title.leave(ctx),
};

/** @param {any} ctx */
function enter(ctx) {
  const { ui, view } = ctx;
  if (ui.building) {
    openBuild(ctx, ui.corner);
    return;
  }
  const id = ui.focus ?? ui.selected;
  if (!id) return;
  ctx.title.select(ctx, id);
  if (view.private?.targets?.[id]) openCapture(ctx, id);
}

/** Left and right in the row; up and down zigzag, so that a column stays a column. @param {any} ctx @param {[number, number]} arrow */
function moveTile(ctx, [dx, dy]) {
  const from = ctx.ui.focus ?? home(ctx.view);
  const [q, r] = parse(from);
  const next = dy ? zigzag(q, r, dy) : [q + dx, r];
  const id = `${next[0]},${next[1]}`;
  if (ctx.view.public.tiles[id]) focusTile(ctx, id);
}

/** @param {number} q @param {number} r @param {number} dy @returns {[number, number]} */
export function zigzag(q, r, dy) {
  const odd = Math.abs(r) % 2 === 1;
  if (dy > 0) return odd ? [q - 1, r + 1] : [q, r + 1];
  return odd ? [q, r - 1] : [q + 1, r - 1];
}

/** The nearest eligible corner in that direction. @param {any} ctx @param {[number, number]} arrow */
function moveCorner(ctx, [dx, dy]) {
  const ids = Object.keys(ctx.view.private?.corners ?? {});
  const from = ctx.ui.corner ?? ids[0];
  if (!from) return;
  const [x, y] = cornerPoint(from);
  let best = ctx.ui.corner ? null : from;
  let least = Infinity;
  for (const id of ids) {
    const [cx, cy] = cornerPoint(id);
    const along = (cx - x) * dx + (cy - y) * dy;
    const across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
    if (id === from || along <= 1 || across > along * 2.2) continue;
    if (along + across * 2 < least) { least = along + across * 2; best = id; }
  }
  if (best) focusCorner(ctx, best);
}
