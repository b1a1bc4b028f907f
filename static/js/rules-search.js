// @ts-check
/** Find words in a rules page: paragraphs, list items and table rows without them are hidden. */

const page = document.querySelector("[data-rules]");
const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-rules-find]"));
const found = document.querySelector("[data-rules-found]");

/** @param {string} words */
function find(words) {
  const wanted = words.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const parts = /** @type {NodeListOf<HTMLElement>} */ (page?.querySelectorAll("p, li, tbody tr") ?? []);
  let count = 0;
  for (const part of parts) {
    const text = (part.textContent ?? "").toLowerCase();
    const fits = wanted.every((word) => text.includes(word));
    part.hidden = !fits && !part.querySelector("li");
    if (fits && wanted.length) count += 1;
  }
  if (found) found.textContent = wanted.length ? `${count} found` : "";
}

field?.form?.addEventListener("submit", (event) => event.preventDefault());
field?.addEventListener("input", () => find(field.value));
