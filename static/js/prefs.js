// @ts-check
/** Preferences that the page itself needs: theme, motion, density, sound. Kept in cookies so that the server's first paint is right. */

const YEAR = 31_536_000;

/** @param {string} name @returns {string | undefined} */
export function cookie(name) {
  for (const part of document.cookie.split("; ")) {
    const at = part.indexOf("=");
    if (part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1));
  }
  return undefined;
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
}

/** True when nothing may move on its own. */
export function isStill() {
  return document.documentElement.dataset.motion === "off"
    || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {string} theme system, light or dark */
export function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
}

/** Text kept on this device only; storage may be denied. @param {string} key @param {string} [fallback] */
export function stored(key, fallback = "") {
  try {
    return localStorage.getItem(key) ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {string} value */
export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // private windows refuse; the setting then lasts for this page only
  }
}
