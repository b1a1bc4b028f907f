// @ts-check
/** What the buttons of a pending order do: show, edit, move, cancel with Undo. */

import { toast } from "../../js/toast.js";
import { openBuild, openCapture } from "./lazy.js";
import { orderTitle } from "./words.js";

const UNDO_SECONDS = 10;

/** @param {any} ctx @param {any} order */
export function show(ctx, order) {
  if (order.kind === "build") ctx.title.lookAtCorner(ctx, order.corner);
  else ctx.title.select(ctx, order.tile, { reveal: true });
}

/** @param {any} ctx @param {string} id */
export function edit(ctx, id) {
  const order = ctx.view.queue.orders[id];
  if (order.kind === "build") openBuild(ctx, order.corner);
  else openCapture(ctx, order.tile);
}

/** @param {any} ctx @param {string} id @param {number} by */
export async function move(ctx, id, by) {
  const { list } = ctx.view.queue;
  const from = list.indexOf(id);
  const orders = list.filter((/** @type {string} */ other) => other !== id);
  orders.splice(from + by, 0, id);
  const answer = await ctx.act({ type: "reorder_orders", week: ctx.view.public.week, orders: orders.map(Number) });
  if (answer.type !== "ok") return;
  await ctx.title.settled(ctx, () => ctx.view.queue.list.indexOf(id) === from + by);
  ctx.announce(`${orderTitle(ctx.view, ctx.view.queue.orders[id])} is now number ${from + by + 1} of ${list.length}`);
  follow(id, by);
}

/** The focus goes with the order, to the same button if that can still be pressed. @param {string} id @param {number} by */
function follow(id, by) {
  const buttons = [...document.querySelectorAll(`[data-order="${id}"] .order-buttons button`)];
  const wanted = /** @type {HTMLButtonElement | undefined} */ (buttons[by < 0 ? 0 : 1]);
  const other = /** @type {HTMLButtonElement | undefined} */ (buttons[by < 0 ? 1 : 0]);
  (wanted?.disabled ? other : wanted)?.focus();
}

/** Cancelling can be undone for ten seconds: the order is submitted again and put back in its place. @param {any} ctx @param {string} id */
export async function cancel(ctx, id) {
  const { view } = ctx;
  const order = view.queue.orders[id];
  const place = view.queue.list.indexOf(id);
  const answer = await ctx.act({ type: "cancel_order", week: view.public.week, order: Number(id) });
  if (answer.type !== "ok") return;
  toast(`Cancelled: ${orderTitle(view, order)}`, { seconds: UNDO_SECONDS, action: { label: "Undo", run: () => restore(ctx, order, place) } });
}

/** @param {any} ctx @param {any} order @param {number} place */
async function restore(ctx, order, place) {
  const { week } = ctx.view.public;
  const known = new Set(ctx.view.queue.list);
  const action = order.kind === "build"
    ? { type: "submit_build", week, corner: order.corner, fort: order.fort }
    : { type: "submit_capture", week, tile: order.tile, payment: order.payment };
  const answer = await ctx.act(action);
  if (answer.type !== "ok") return;
  await ctx.title.settled(ctx, () => ctx.view.queue.list.some((/** @type {string} */ id) => !known.has(id)));
  const { list } = ctx.view.queue;
  const fresh = list.find((/** @type {string} */ id) => !known.has(id));
  if (!fresh || list.indexOf(fresh) === place) return;
  const orders = list.filter((/** @type {string} */ id) => id !== fresh);
  orders.splice(place, 0, fresh);
  await ctx.act({ type: "reorder_orders", week, orders: orders.map(Number) });
}
