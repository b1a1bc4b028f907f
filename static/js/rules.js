// @ts-check
/** Rules pages: a table of contents, an anchor per numbered rule, and a search that hides what does not match. */

const RULE = /^\W*([A-Z]{2}-\d+(?:\.\d+)*)/;

const text = document.getElementById("rules-text");
const contents = document.getElementById("rules-contents");
const field = document.getElementById("rules-search");
const count = document.getElementById("rules-count");

/** Every rule gets an id of its own: `rule-IM-4.3`. */
function addAnchors() {
  for (const item of text?.querySelectorAll("li, h2, h3, h4, p, td:first-child") ?? []) {
    const id = RULE.exec(item.textContent?.trim() ?? "")?.[1];
    if (id && !item.id && !document.getElementById(`rule-${id}`)) item.id = `rule-${id}`;
  }
}

function addContents() {
  for (const title of text?.querySelectorAll("h2") ?? []) {
    title.id ||= `part-${(title.textContent ?? "").toLowerCase().replace(/\W+/g, "-")}`;
    const link = document.createElement("a");
    link.href = `#${title.id}`;
    link.textContent = title.textContent;
    contents?.append(link);
  }
}

/** @param {string} words */
function search(words) {
  const wanted = words.trim().toLowerCase();
  let found = 0;
  for (const item of text?.querySelectorAll("li, tr, p") ?? []) {
    if (!(item instanceof HTMLElement)) continue;
    const fits = !wanted || (item.textContent ?? "").toLowerCase().includes(wanted);
    item.hidden = !fits;
    if (fits && wanted) found += 1;
  }
  if (count) count.textContent = wanted ? `${found} passages` : "";
}

addAnchors();
addContents();
field?.addEventListener("input", () => search(/** @type {HTMLInputElement} */ (field).value));
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
