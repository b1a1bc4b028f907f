// @ts-check
/** JSON merge patches (RFC 7396); twin of `games/engine/patch.py`, both checked by `tests/js/patch-vectors.json`. */

/** @typedef {any} Json */

/** @param {Json} value @returns {value is Record<string, Json>} */
function isMap(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {Json} a @param {Json} b @returns {boolean} */
export function isEqual(a, b) {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  }
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length
    && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}

/**
 * Apply a merge patch; the input is left alone and unchanged branches are shared, so that a part of a view that did not move keeps its
 * identity and its drawing is not made again.
 * @param {Json} target @param {Json} patch @returns {Json}
 */
export function merge(target, patch) {
  if (!isMap(patch)) return patch;
  /** @type {Record<string, Json>} */
  const out = isMap(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete out[key];
    else set(out, key, merge(Object.hasOwn(out, key) ? out[key] : undefined, value));
  }
  return out;
}

/**
 * The merge patch that turns `before` into `after`; empty when they are equal.
 * @param {Record<string, Json>} before @param {Record<string, Json>} after
 * @returns {Record<string, Json>}
 */
export function diff(before, after) {
  /** @type {Record<string, Json>} */
  const patch = {};
  for (const [key, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, key)) set(patch, key, value);
    else if (isEqual(before[key], value)) continue;
    else if (isMap(before[key]) && isMap(value)) set(patch, key, diff(before[key], value));
    else set(patch, key, value);
  }
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) set(patch, key, null);
  }
  return patch;
}

/** `__proto__` is an ordinary key in JSON. @param {Record<string, Json>} map @param {string} key @param {Json} value */
function set(map, key, value) {
  if (key === "__proto__") {
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    map[key] = value;
  }
}
