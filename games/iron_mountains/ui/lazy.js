// @ts-check
/** Parts of the page that most visits never need are fetched when they are first wanted, so that the map itself comes quickly. */

/** @type {Map<string, any>} */
const loaded = new Map();

/**
 * The module if it is here; else it is fetched, and the page drawn again when it has come.
 * @param {any} ctx @param {string} name @param {() => Promise<any>} load
 */
export function lazy(ctx, name, load) {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  loaded.set(name, null);
  load().then((part) => { loaded.set(name, part); ctx.invalidate(); }, () => loaded.delete(name));
  return null;
}

/** @param {any} ctx @param {string} tile */
export async function openCapture(ctx, tile) {
  const part = await import("./capture.js");
  part.openCapture(ctx, tile);
}

/** @param {any} ctx @param {string | null} corner */
export async function openBuild(ctx, corner) {
  const part = await import("./build.js");
  part.openBuild(ctx, corner);
}

/** Both dialogs are a double-click away as soon as somebody who may order touches the map. @param {any} ctx */
export function warmDialogs(ctx) {
  if (ctx.view.private?.can_order) Promise.all([import("./capture.js"), import("./build.js")]).catch(() => undefined);
}

/** Playback and scrubber, as one object on the page's context. @param {any} ctx @returns {Promise<any>} */
export async function replayParts(ctx) {
  ctx.replay ??= Object.assign({}, ...await Promise.all([import("./playback.js"), import("./playback-view.js")]));
  return ctx.replay;
}
