// @ts-check
/** Building Mode on the map: the eligible corners, drawn, pointed at and read aloud. */

import { svg } from "../../vendor/lit-html/lit-html.js";
import { cornerPoint, idOf, touchedBy } from "../../js/hex.js";
import { count, FORTS } from "./words.js";

/** Eligible corners in Building Mode. @param {Record<string, any>} corners @param {string | null} chosen */
export function sites(corners, chosen) {
  return svg`${Object.entries(corners).map(([id, corner]) => {
    const [x, y] = cornerPoint(id);
    const dear = Object.values(corner.options).every((/** @type {any} */ option) => option.short);
    return svg`<g class="site ${dear ? "site-dear" : ""} ${id === chosen ? "site-chosen" : ""}" transform="translate(${x} ${y})"><circle class="site-halo" r="7"/><circle class="site-dot" r="3"/></g>`;
  })}`;
}

/** @param {any} view @param {Record<string, any>} corners @param {string | null} focus */
export function cornerButtons(view, corners, focus) {
  const ids = Object.keys(corners);
  const stop = focus && corners[focus] ? focus : ids[0];
  return svg`<g role="group" aria-label="Building sites: ${count(ids.length, "corner")}">${ids.map((id) => {
    const [x, y] = cornerPoint(id);
    return svg`<circle class="corner" role="button" data-corner=${id} cx=${x} cy=${y} r="13" tabindex=${id === stop ? "0" : "-1"} aria-label=${cornerLabel(view, id)}/>`;
  })}</g>`;
}

/** @param {any} view @param {string} id */
export function cornerLabel(view, id) {
  const corner = view.private?.corners?.[id];
  if (!corner) return `Corner ${id}`;
  const touches = touchedBy(id).map(idOf).filter((tile) => view.public.tiles[tile]).join(" and ");
  const standing = view.public.forts[id] ? `, ${view.public.forts[id]} stands here` : "";
  const options = FORTS.filter((fort) => corner.options[fort]).map((fort) => `${fort} ${corner.options[fort].price}`).join(", ");
  const queued = corner.queued === undefined ? "" : ", ordered";
  return `Corner ${id}, between ${touches}${standing}${queued}, can be built: ${options}`;
}
