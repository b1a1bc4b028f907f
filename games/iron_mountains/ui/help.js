// @ts-check
/** The list of keys, and ways to what a phone has no room for on the map. */

import { html } from "../../vendor/lit-html/lit-html.js";
import { restartTour } from "./steps.js";

const KEYS = [
  ["Arrows", "from tile to tile; in Building Mode from corner to corner"],
  ["Enter", "capture the tile, build on the corner"],
  ["N, Shift+N", "next, previous tile that can be captured"],
  ["B", "Building Mode on and off"],
  ["G", "go to a tile or park"],
  ["O", "to your pending orders; Delete cancels there"],
  ["H", "home land"],
  ["+ − 0", "zoom in, out, whole map"],
  ["Shift+arrows", "move the map"],
  ["T", "the map as a table"],
  ["Escape", "leave: dialog, mode, selection"],
  ["?", "this list"],
];

/** @param {any} ctx */
export function openHelp(ctx) {
  const after = (/** @type {() => void} */ run) => () => { ctx.close(); run(); };
  ctx.open({
    name: "help",
    render: () => html`<div class="dialog-body"><h2 id="dialog-title">Keys on the map</h2><dl class="help">${KEYS.map(([key, words]) => html`<dt><kbd>${key}</kbd></dt><dd>${words}</dd>`)}</dl>
      <p class="muted small">Mouse: click keeps a tile, double-click captures or builds, drag moves, wheel zooms. Touch: tap, tap again, pinch.</p>
      <div class="dialog-actions"><button class="button" type="button" @click=${after(() => restartTour(ctx))}>First steps</button>
        <button class="button" type="button" @click=${after(() => ctx.title.openGoto(ctx))}>Go to</button><button class="button" type="button" @click=${after(() => ctx.title.toggleTwin(ctx))}>Table</button>
        <button class="button button-primary" type="button" autofocus @click=${() => ctx.close()}>Close</button></div></div>`,
  });
}
