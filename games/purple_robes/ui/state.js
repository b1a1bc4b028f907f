// @ts-check
/** What a player has chosen but not sent: pure changes of a draft, and where it is kept until the window closes. */

/**
 * @typedef {{
 *   turn: number, marker: number | null, ranking: number[], monkey: {queue: number, kind: string} | null,
 *   target: string | null, items: Record<string, number>, trade: {partner: number, give: Record<string, number>, get: Record<string, number>} | null,
 *   votes: Record<string, string>,
 * }} Draft
 */

export const freshUi = () => ({
  twin: false, tab: "board", /** @type {Draft | null} */ draft: null, /** @type {Draft[]} */ past: [], /** @type {any} */ answer: null,
  asked: "", anchor: /** @type {number | null} */ (null), stealing: false, trading: false, sending: false, showCourt: false,
  /** @type {any} */ reveal: null, /** @type {any} */ digest: null, seen: 0,
});

/** @param {number} turn @returns {Draft} */
export const freshDraft = (turn) => ({ turn, marker: null, ranking: [], monkey: null, target: null, items: {}, trade: null, votes: {} });

/** Queues by number of items, most first, ties the lower queue. @param {{items: string[]}[]} queues */
export function bySize(queues) {
  return queues.map((queue, at) => ({ number: at + 1, size: queue.items.length })).sort((a, b) => b.size - a.size || a.number - b.number).map(({ number }) => number);
}

/** The ranking with the missing queues behind. @param {number[]} ranking @param {{items: string[]}[]} queues */
export const filled = (ranking, queues) => [...ranking, ...bySize(queues).filter((queue) => !ranking.includes(queue))];

/** Put a queue at a rank; without one it comes next. @param {number[]} ranking @param {number} queue @param {number} [rank] from 1 */
export function ranked(ranking, queue, rank) {
  const rest = ranking.filter((other) => other !== queue);
  const at = rank === undefined ? rest.length : Math.min(rank - 1, rest.length);
  return [...rest.slice(0, at), queue, ...rest.slice(at)];
}

/** Only what is still held and still works stays chosen. @param {Record<string, number>} items @param {Record<string, number>} usable */
export function within(items, usable) {
  return Object.fromEntries(Object.entries(items).map(([kind, n]) => [kind, Math.min(n, usable[kind] ?? 0)]).filter(([, n]) => Number(n) > 0));
}

/** @param {Record<string, number>} holding */
export const sizeOf = (holding) => Object.values(holding ?? {}).reduce((sum, n) => sum + n, 0);

/** The kinds of a holding, one entry a copy, in kind order. @param {Record<string, number>} holding @param {string[]} order */
export const copies = (holding, order) => order.flatMap((kind) => Array.from({ length: holding[kind] ?? 0 }, () => kind));

/** The action a draft stands for; parts not chosen yet are left out. @param {Draft} draft @param {string} state @param {string[]} order */
export function actionOf(draft, state, order) {
  const { turn } = draft;
  if (state === "bid") return { type: "bid", turn, marker: draft.marker ?? 0, ranking: draft.ranking, monkey: draft.monkey };
  if (state === "cast") return { type: "cast", turn, votes: draft.votes };
  const trade = draft.trade && sizeOf(draft.trade.give) && sizeOf(draft.trade.get)
    ? { partner: draft.trade.partner, give: copies(draft.trade.give, order), get: copies(draft.trade.get, order) } : null;
  return { type: "influence", turn, attempt: draft.target ? { target: draft.target, items: copies(draft.items, order) } : null, trade };
}

/** Is there enough in it to be sent? @param {Draft} draft @param {string} state @param {number} queues */
export function isWhole(draft, state, queues) {
  if (state === "bid") return draft.marker !== null && draft.ranking.length === queues;
  if (state === "cast") return true;
  return Boolean(draft.target && sizeOf(draft.items)) || isTradeWhole(draft);
}

/** @param {Draft} draft */
export const isTradeWhole = ({ trade }) => Boolean(trade && sizeOf(trade.give) && sizeOf(trade.get));

/** @param {Draft} draft @param {string} state */
export function isTouched(draft, state) {
  if (state === "bid") return draft.marker !== null || draft.ranking.length > 0 || draft.monkey !== null;
  if (state === "cast") return Object.keys(draft.votes).length > 0;
  return draft.target !== null || draft.trade !== null;
}

/** @param {string} key @param {number} turn @returns {Draft} */
export function readDraft(key, turn) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return kept?.turn === turn ? { ...freshDraft(turn), ...kept } : freshDraft(turn);
  } catch {
    return freshDraft(turn);
  }
}

/** Storage may be denied; the draft then lasts as long as the page. @param {string} key @param {Draft} draft */
export function keepDraft(key, draft) {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch { /* a private window */ }
}
