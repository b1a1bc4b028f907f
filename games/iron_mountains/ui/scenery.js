// @ts-check
/** Drawn land for cards: the header of Capture Tile and the ridge of the season page. Pure drawings from the sheet's symbols. */

import { html, svg } from "../../vendor/lit-html/lit-html.js";
import { hash } from "./terrain.js";
import { STANDARD } from "./words.js";

/** @param {string} href @param {number} x @param {number} y @param {number} k */
const put = (href, x, y, k) => svg`<use href=${href} x="-28" y="-28" width="56" height="56" transform="translate(${x} ${y}) scale(${k})"/>`;

/** A strip of the tile's own land with the tile in the middle. @param {string} kind @param {string} id */
export function landscape(kind, id) {
  const pick = (/** @type {string} */ name, /** @type {number} */ salt) => `#im-${name}-${1 + hash(id, salt) % 3}`;
  const heart = STANDARD.has(kind) ? pick(kind, 1) : kind === "temple" ? null : "#im-ruin";
  return html`<svg class="landscape" viewBox="0 0 500 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <rect width="500" height="120" fill="var(--ground-${kind})"/>
    <path d="M0 92Q90 70 190 84T380 74T500 88V120H0Z" fill="var(--ground-mountain)" opacity=".55"/>
    ${put("#im-mountain-1", 48, 58, 1.35)}${put("#im-mountain-2", 104, 48, 1.6)}${put("#im-forest-1", 148, 84, 1)}
    ${put("#im-mountain-3", 386, 56, 1.4)}${put("#im-forest-2", 452, 74, 1.35)}${put(pick(STANDARD.has(kind) ? kind : "tundra", 6), 342, 92, 0.95)}
    <ellipse cx="246" cy="100" rx="62" ry="8" fill="var(--shadow)" opacity=".14"/>
    ${heart ? put(heart, 248, 62, 1.95) : svg`<use href="#im-temple" x="186" y="4" width="124" height="108"/>`}</svg>`;
}

/** Peaks of the ridge: two rows and a meadow with firs. @param {number} [width] */
export function ridge(width = 1280) {
  const back = [[480, 90], [560, 70], [655, 68], [735, 92], [820, 78], [890, 100], [1130, 96], [1240, 70]];
  const front = [[436, 150], [525, 140], [625, 110], [700, 150], [760, 130], [830, 108], [915, 112], [1010, 130], [1190, 128]];
  const firs = [24, 48, 130, 280, 332, 360, 524, 544, 600, 652, 750, 858, 1008, 1036, 1064, 1144, 1256];
  return svg`<g aria-hidden="true">
    ${back.map(([x, y]) => peak(x, y, 170 - y, 0.55))}${front.map(([x, y]) => peak(x, y, 178 - y, 1))}
    <path class="meadow" d="M0 188Q${width / 4} 176 ${width / 2} 186T${width} 180V206H0Z"/>
    ${firs.map((x, i) => fir(x, 196 - (i * 7) % 9))}</g>`;
}

/** @param {number} x @param {number} top @param {number} height @param {number} opacity */
function peak(x, top, height, opacity) {
  const w = height * 0.92;
  const base = top + height;
  const snow = height * 0.36;
  return svg`<g class="peak" opacity=${opacity}><path class="peak-lit" d="M${x - w} ${base}L${x} ${top}L${x + w} ${base}Z"/>
    <path class="peak-shade" d="M${x} ${top}L${x + w} ${base}H${x + w * 0.25}L${x + w * 0.12} ${top + height * 0.62}L${x + w * 0.3} ${top + height * 0.5}Z"/>
    <path class="peak-snow" d="M${x} ${top}L${x + snow * 0.92} ${top + snow}L${x + snow * 0.4} ${top + snow * 0.8}L${x} ${top + snow * 1.1}L${x - snow * 0.4} ${top + snow * 0.8}L${x - snow * 0.92} ${top + snow}Z"/>
    <path class="peak-line" d="M${x - w} ${base}L${x} ${top}L${x + w} ${base}"/></g>`;
}

/** @param {number} x @param {number} y */
function fir(x, y) {
  return svg`<g class="fir" transform="translate(${x} ${y})"><path class="fir-trunk" d="M0 2V-3"/><path class="fir-crown" d="M-7-2H7L3.5-8H6L2.5-14H4L0-22-4-14H-2.5L-6-8H-3.5Z"/></g>`;
}
