// @ts-check
/** Layers 9 and 12: rings on tiles in reach, own orders and builds, prices, news, contests, selection, building sites. */

import { nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { guard } from "../../vendor/lit-html/directives/guard.js";
import { centre, cornerPoint, hexPath, parse } from "../../js/hex.js";
import { amount, TYPES } from "./words.js";

/** @param {string} href @param {number} size @param {number} x @param {number} y @param {string} [extra] */
const mark = (href, size, x, y, extra = "") => svg`<use class="mark ${extra}" href=${href} x=${-size / 2} y=${-size / 2} width=${size} height=${size} transform="translate(${x} ${y})"/>`;

/** Layer 9. @param {Record<string, any> | undefined} targets */
export function rings(targets) {
  return guard([targets], () => {
    if (!targets) return nothing;
    const list = Object.entries(targets).filter(([, target]) => target.queued === undefined);
    return svg`${list.map(([id, target]) => {
      const [x, y] = centre(parse(id));
      return mark(target.short ? "#im-ring-short" : "#im-ring-target", 64, x, y, target.short ? "ring ring-short" : "ring ring-target");
    })}`;
  });
}

/** Stars and swords, lower right of a tile. @param {Set<string>} changed @param {Set<string>} contested */
export function news(changed, contested) {
  return guard([[...changed].join(" "), [...contested].join(" ")], () => {
    const ids = [...new Set([...changed, ...contested])];
    return svg`${ids.map((id) => {
      const [x, y] = centre(parse(id));
      return contested.has(id)
        ? svg`<g data-contested=${id}>${mark("#im-contested", 22, x + 12, y + 16)}</g>`
        : svg`<g data-changed=${id}>${mark("#im-changed", 22, x + 12, y + 16)}</g>`;
    })}`;
  });
}

/**
 * Ghosts of the own orders with their numbers.
 * @param {any} queue @param {number} parkMark @param {number} scale
 */
export function orders(queue, parkMark, scale) {
  const size = Math.round(Math.max(13, 11 / scale) * 10) / 10;
  return guard([queue, parkMark, size], () => {
    if (!queue) return nothing;
    const list = queue.list.map((/** @type {string} */ id, /** @type {number} */ i) => ({ id, number: i + 1, ...queue.orders[id] }));
    return svg`<g class="park-${parkMark}">
      ${list.map((/** @type {any} */ order) => (order.kind === "build" ? ghostFort(order, size) : ghostTile(order, size)))}</g>`;
  });
}

/** @param {any} order @param {number} size */
function ghostTile(order, size) {
  const [x, y] = centre(parse(order.tile));
  return svg`<g data-ghost=${order.id} data-ghost-tile=${order.tile}>${mark(order.risk ? "#im-order-risk" : "#im-order", 64, x, y)}${numberDisc(order, x + 14, y - 16, size)}</g>`;
}

/** @param {any} order @param {number} size */
function ghostFort(order, size) {
  const [x, y] = cornerPoint(order.corner);
  return svg`<g data-ghost=${order.id} data-ghost-corner=${order.corner}>${mark("#im-build", 34, x, y)}
    <use href="#im-${order.fort}" x="-20" y="-24" width="40" height="40" opacity=".85" transform="translate(${x} ${y}) scale(.9)"/>${numberDisc(order, x + 14, y - 14, size)}</g>`;
}

/** @param {any} order @param {number} x @param {number} y @param {number} size */
function numberDisc(order, x, y, size) {
  return svg`${mark(order.risk ? "#im-number-risk" : "#im-number", 22, x, y)}<text class="disc-number" x=${x} y=${y} dy=".36em" font-size=${size}>${order.number}</text>`;
}

/** Prices on targets that have a fixed one, from 56 px on; drawn at 11 px whatever the zoom. @param {Record<string, any> | undefined} targets @param {number} scale */
export function prices(targets, scale) {
  const k = Math.round(100 / scale) / 100;
  return guard([targets, k], () => {
    if (!targets) return nothing;
    const list = Object.entries(targets).filter(([, target]) => !target.free && target.queued === undefined && target.pay);
    return svg`${list.map(([id, target]) => {
      const [x, y] = centre(parse(id));
      const parts = TYPES.filter(({ key }) => target.pay[key]).sort((a, b) => target.pay[b.key] - target.pay[a.key]);
      const width = parts.length * 18.5 + 6;
      return svg`<g class="pip" transform="translate(${x} ${y + 21}) scale(${k})">
        <rect x=${-width / 2} y="-8" width=${width} height="16" rx="8"/>
        ${parts.map(({ key, icon }, i) => svg`<use href="#${icon}" x=${-width / 2 + 4 + i * 18.5} y="-5.5" width="11" height="11"/>
          <text x=${-width / 2 + 15 + i * 18.5} y="4">${amount(target.pay[key])}</text>`)}</g>`;
    })}`;
  });
}

/** @param {string | null} selected @param {string | null} hovered */
export function selection(selected, hovered) {
  return svg`
    ${hovered && hovered !== selected ? svg`<path class="hover-ring" d=${hexPath(...centre(parse(hovered)), 0.97)}/>` : nothing}
    ${selected ? mark("#im-ring-selected", 64, ...centre(parse(selected)), "selected-ring") : nothing}`;
}
