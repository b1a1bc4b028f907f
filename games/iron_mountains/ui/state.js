// @ts-check
/** What this page shows and does with the map, apart from the game: selection, mode, open sheet, playback. One object, changed in place. */

/**
 * @typedef {{
 *   selected: string | null, hovered: string | null, focus: string | null, focused: boolean, corner: string | null,
 *   building: boolean, sheet: "peek" | "full", tab: "tile" | "targets" | "orders" | "log",
 *   twin: boolean, help: boolean, goto: boolean, sort: {by: string, down: boolean}, filter: {text: string, kind: string, owner: string, reach: boolean},
 *   changed: Set<string>, contested: Set<string>, lookedAt: number | undefined, marked: number,
 *   playback: any, scrub: any, reasons: Map<string, string>, undo: any, tour: number, scale: number, lod: string
 * }} Ui
 */

/** @returns {Ui} */
export function freshUi() {
  return {
    selected: null, hovered: null, focus: null, focused: false, corner: null,
    building: false, sheet: "peek", tab: "tile",
    twin: false, help: false, goto: false, sort: { by: "name", down: false }, filter: { text: "", kind: "", owner: "", reach: false },
    changed: new Set(), contested: new Set(), lookedAt: undefined, marked: 0,
    playback: null, scrub: null, reasons: new Map(), undo: null, tour: 0, scale: 1, lod: "mid",
  };
}

/** Level of detail by tile width in pixels. @param {number} width */
export function lodOf(width) {
  if (width < 28) return "far";
  return width < 55.5 ? "mid" : "near";
}

/** The tile the panel speaks of: pinned, else hovered. @param {Ui} ui */
export function inspected(ui) {
  return ui.selected ?? ui.hovered;
}

/** `?frame=12` or `?frame=12.2`, a step of a resolution. @param {string} text @returns {{seq: number, step: number} | null} */
export function parseFrame(text) {
  const found = /^(\d+)(?:\.([1-5]))?$/.exec(text);
  return found ? { seq: Number(found[1]), step: Number(found[2] ?? 0) } : null;
}
