// @ts-check
/** Drawn layers of the map, bottom to top: land (1 to 3), realms (4, 5), symbols (6), veil (7), edges (8), forts (10), heraldry and names (11). */

import { nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { guard } from "../../vendor/lit-html/directives/guard.js";
import { centre, cornerPoint, parse } from "../../js/hex.js";
import { bandId, emblemId, namePlace } from "./realms.js";
import { scenery, SHADES } from "./terrain.js";
import { COLOURS } from "./words.js";

/** @typedef {import("./terrain.js").Terrain} Terrain */
/** @typedef {import("./realms.js").Realm} Realm */

const WATER = [[84, 0.16], [58, 0.26], [36, 0.4], [18, 0.6]];

/** @param {{href: string, transform: string}} item */
const tileUse = ({ href, transform }) => svg`<use href=${href} x="-28" y="-28" width="56" height="56" transform=${transform}/>`;

/** Layers 1 to 3; drawn once. @param {Terrain} terrain */
export function land(terrain) {
  return guard([terrain.key], () => svg`
    <g class="surround" opacity=".38">${scenery(terrain.radius).map(tileUse)}</g>
    ${WATER.map(([width, opacity]) => svg`
      <path class="water" d=${terrain.coast} stroke-width=${width} stroke-opacity=${opacity}/>
      <path class="water-cover" d=${terrain.coast} stroke-width=${width - 2.2}/>`)}
    <path class="shore" d=${terrain.coast}/>
    ${terrain.grounds.map(({ kind, shade, d }) => svg`<path class="ground" fill="var(--ground-${kind})" fill-opacity=${SHADES[shade]} d=${d}/>`)}
    <path class="grid-lines" d=${terrain.grid}/>`);
}

/** Layer 6; drawn once, in order of r then q, so that a peak may rise over the tile behind. @param {Terrain} terrain */
export function symbols(terrain) {
  return guard([terrain.key], () => svg`${terrain.symbols.map(({ href, transform, kind }) => svg`
    <use class="symbol symbol-${kind}" href=${href} x="-28" y="-28" width="56" height="56" transform=${transform}/>`)}`);
}

/** Clip paths of the realms. @param {Realm[]} realms @param {string} scope */
export function definitions(realms, scope) {
  return realms.map(({ side, d }) => svg`<clipPath id="${scope}-clip-${side}"><path d=${d}/></clipPath>`);
}

/** Layers 4 and 5: tint, and the border band that alone carries the pattern. @param {Realm[]} realms @param {string} scope */
export function tints(realms, scope) {
  return realms.map((realm) => guard([realm], () => {
    const band = bandId(realm.mark);
    return svg`<g class="realm park-${realm.mark}" data-realm=${realm.side}>
      <path class="tint" d=${realm.d}/>
      <g clip-path="url(#${scope}-clip-${realm.side})">
        <path class="wash" d=${realm.d}/><path class="band" d=${realm.d}/>
        ${band ? svg`<path class="band-pattern" data-band=${band} stroke="url(#${band})" d=${realm.d}/>` : svg`<path class="band-pattern" data-band="plain" d=""/>`}
      </g></g>`;
  }));
}

/** Layer 8: halos first, then edge lines, then the coast. @param {Terrain} terrain @param {Realm[]} realms @param {string} scope */
export function edges(terrain, realms, scope) {
  return guard([terrain.key, realms], () => svg`
    ${realms.map(({ d }) => svg`<path class="edge-halo" d=${d}/>`)}
    ${realms.map(({ d, side, mark }) => svg`<g class="park-${mark}" clip-path="url(#${scope}-clip-${side})"><path class="edge" d=${d}/></g>`)}
    <path class="coast" d=${terrain.coast}/>`);
}

/** Layer 7: a veil of paper over unowned land out of reach. @param {Terrain} terrain @param {any} tiles @param {Record<string, any> | undefined} targets */
export function veil(terrain, tiles, targets) {
  return guard([terrain.key, tiles, targets], () => {
    if (!targets) return nothing;
    const far = terrain.cells.filter(({ id, kind }) => kind !== "temple" && tiles[id]?.owner === undefined && !targets[id]);
    return svg`<path class="veil" d=${far.map(({ cover }) => cover).join("")}/>`;
  });
}

/** @param {boolean} isWord */
export function temple(isWord) {
  return guard([isWord], () => svg`<g class="temple">
    <use href="#im-temple-glow" x="-44" y="-44" width="88" height="88"/>
    <use href="#im-temple" x="-40" y="-44" width="80" height="70" transform="scale(1.12)"/></g>`);
}

/** Layer 10, sorted by y. @param {Record<string, string>} forts @param {Set<string> | null} [hidden] */
export function fortresses(forts, hidden = null) {
  return guard([forts, hidden], () => {
    const list = Object.entries(forts).filter(([corner]) => !hidden?.has(corner)).map(([corner, fort]) => ({ corner, fort, at: cornerPoint(corner) }));
    list.sort((a, b) => a.at[1] - b.at[1]);
    return svg`${list.map(({ corner, fort, at }) => svg`
      <use class="fort" data-fort=${corner} href="#im-${fort}" x="-20" y="-24" width="40" height="40" transform="translate(${at[0]} ${at[1]})"/>`)}`;
  });
}

/** A shield on the map or on a card: the park's own heraldry if it has one, else colour, pattern and emblem. @param {any} seat @param {number} mark @param {string} scope */
export function shieldInside(seat, mark, scope) {
  if (seat?.heraldry) {
    return svg`<g class="park-${mark}"><use href="#shield-blank" x="-18" y="-20" width="36" height="42"/>
      <clipPath id="${scope}-${mark}"><path d="M-14-16H14V-1C14 8.5 6.5 14.2 0 18-6.5 14.2-14 8.5-14-1Z"/></clipPath>
      <image href=${seat.heraldry} x="-14" y="-16" width="28" height="34" preserveAspectRatio="xMidYMid slice" clip-path="url(#${scope}-${mark})"/></g>`;
  }
  if (mark <= 6) return svg`<use href="#shield-${COLOURS[mark - 1]}" x="-18" y="-20" width="36" height="42"/>`;
  return svg`<g class="park-${mark} second"><use href="#shield-blank" x="-18" y="-20" width="36" height="42"/>
    <path class="bordure" d="M-12-14H12V-1C12 7 6 12 0 15.2-6 12-12 7-12-1Z"/>
    <use class="emblem" href="#${emblemId(mark)}" x="-8" y="-9" width="16" height="16"/></g>`;
}

/**
 * Layer 11: shields on the bases, discs on detached parts, names.
 * @param {any} view @param {Realm[]} realms @param {{scale: number, lod: string, scope: string, plain?: boolean}} options
 */
export function heraldry(view, realms, { scale, lod, scope, plain = false }) {
  const size = Math.round(Math.max(17, 11 / scale) * 10) / 10;
  const far = lod === "far";
  return guard([realms, view.public.forts, view.public.table?.seats, size, far, plain], () => svg`
    ${realms.flatMap(({ detached, mark }) => detached.map(([x, y]) => svg`
      <g class="part park-${mark}" transform="translate(${x} ${y})"><use href="#im-part" x="-11" y="-11" width="22" height="22"/>
      <use class="emblem" href="#${emblemId(mark)}" x="-5.5" y="-5.5" width="11" height="11"/></g>`))}
    ${realms.map((realm) => shieldOnMap(view, realm, far, scope))}
    ${far || plain ? nothing : realms.map((realm) => nameOnMap(view, realm, size))}
    ${far || plain ? nothing : svg`<text class="map-name map-temple" x="0" y="49" font-size=${Math.max(14, 11 / scale)}>Temple</text>`}`);
}

/** @param {any} view @param {Realm} realm @param {boolean} far @param {string} scope */
function shieldOnMap(view, realm, far, scope) {
  const base = view.public.sides[realm.side]?.base;
  if (!base) return nothing;
  const [x, y] = centre(parse(base));
  const k = 46 / 36 * (far ? 2 : 1);
  return svg`<g class="map-shield" transform="translate(${x} ${y}) scale(${k})">
    ${far ? nothing : svg`<ellipse class="shield-shadow" cx="0" cy="19" rx="13" ry="3"/>`}
    ${shieldInside(view.public.table?.seats?.[realm.side], realm.mark, scope)}</g>`;
}

/** @param {any} view @param {Realm} realm @param {number} size */
function nameOnMap(view, realm, size) {
  const at = namePlace(view, realm);
  if (!at) return nothing;
  return svg`<text class="map-name" x=${at.x} y=${at.y} font-size=${size}>${view.public.sides[realm.side].name}</text>`;
}
