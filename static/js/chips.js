// @ts-check
/** A set of things that are chosen by tapping: click or Space takes one more of a kind, Shift takes a range, Ctrl takes the kind out again. */

/** @typedef {{kind: string, held: number, chosen: number}} Chip */

/**
 * The counts after a click on one chip.
 * @param {Chip[]} chips in the order shown @param {number} at @param {{shift?: boolean, ctrl?: boolean, anchor?: number | null}} how
 * @returns {Record<string, number>} kind → count, none left out
 */
export function tapped(chips, at, { shift = false, ctrl = false, anchor = null } = {}) {
  /** @type {Record<string, number>} */
  const counts = Object.fromEntries(chips.filter((chip) => chip.chosen > 0).map((chip) => [chip.kind, chip.chosen]));
  const chip = chips[at];
  if (!chip) return counts;
  if (shift && anchor !== null) {
    const [from, to] = anchor < at ? [anchor, at] : [at, anchor];
    for (const one of chips.slice(from, to + 1)) counts[one.kind] = Math.max(one.chosen, 1);
    return counts;
  }
  const next = ctrl ? (chip.chosen ? 0 : 1) : (chip.chosen + 1) % (chip.held + 1);
  if (next) counts[chip.kind] = next;
  else delete counts[chip.kind];
  return counts;
}

/** Counts as a list with one entry a copy, in the order of `order`. @param {Record<string, number>} counts @param {string[]} order @returns {string[]} */
export function listed(counts, order) {
  return order.flatMap((kind) => Array.from({ length: counts[kind] ?? 0 }, () => kind));
}

/** The other way. @param {string[]} items @returns {Record<string, number>} */
export function counted(items) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const kind of items) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
