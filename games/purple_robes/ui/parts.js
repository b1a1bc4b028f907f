// @ts-check
/** Parts of the table that one phase alone needs: fetched when the phase comes, the others when the browser has time. */

/** @type {Record<string, () => Promise<any>>} */
const LOADS = {
  bid: async () => ({ ...await import("./queues.js"), ...await import("./bid-panel.js") }),
  influence: () => import("./influence-panel.js"),
  trade: () => import("./trade.js"),
  cast: async () => ({ ...await import("./scales.js"), ...await import("./cast-panel.js"), ...await import("./votes.js") }),
  waiting: () => import("./waiting.js"),
  end: () => import("./ending.js"),
  reveal: () => import("./reveal.js"),
  digest: () => import("./digest.js"),
  twin: () => import("./twin.js"),
};
const WARM_AFTER = 3000;

/** @type {Map<string, any>} */
const here = new Map();
/** @type {Map<string, Promise<any>>} */
const coming = new Map();

/** @param {any} ctx @param {string} name @returns {Promise<any>} */
export function loaded(ctx, name) {
  let one = coming.get(name);
  if (!one) {
    one = LOADS[name]().then((made) => { here.set(name, made); ctx.invalidate(); return made; });
    one.catch(() => coming.delete(name));
    coming.set(name, one);
  }
  return one;
}

/** The part if it is here; else it is fetched, and the table drawn again when it has come. @param {any} ctx @param {string} name */
export function part(ctx, name) {
  if (!here.has(name)) loaded(ctx, name).catch(() => undefined);
  return here.get(name);
}

/** The other phases, before they are needed. @param {any} ctx */
export function warm(ctx) {
  setTimeout(() => ["waiting", "influence", "reveal", "trade", "cast", "bid"].forEach((name) => loaded(ctx, name).catch(() => undefined)), WARM_AFTER);
}
