// @ts-check
/** The page's one polite live region. Repeated words are spoken again because the region is emptied first. */

let timer = 0;
/** @type {string[]} */
let waiting = [];

/** @param {string} text */
export function announce(text) {
  if (!text) return;
  waiting.push(text);
  const region = document.getElementById("announce");
  if (!region) return;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    region.textContent = "";
    const words = waiting.join(". ");
    waiting = [];
    requestAnimationFrame(() => { region.textContent = words; });
  }, 60);
}
