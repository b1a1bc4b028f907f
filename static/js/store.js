// @ts-check
/**
 * What the client knows of a game: its streams, each a run of frames (view, events, time) by `seq` without gaps.
 * Pure: no network, no document. The live table and the replay use the same store; past frames share all branches that did not
 * change, so keeping every view of a season is cheap and the scrubber plays both ways by look-up.
 */

import { merge } from "./patch.js";

/** @typedef {{seq: number, view: any, events: any[], at?: number}} Frame */
/** @typedef {{seq: number, patch?: any, view?: any, events?: any[], at?: number}} Update */
/** @typedef {{stream: string, seq: number, at?: number, event: any}} Entry */

export class Store {
  constructor() {
    /** @type {Map<string, Frame[]>} */
    this.streams = new Map();
    /** Events older than the first frame kept, from a snapshot. @type {Map<string, Entry[]>} */
    this.earlier = new Map();
  }

  /** Highest seq of every stream, as `hello` sends it. @returns {Record<string, number>} */
  seqs() {
    /** @type {Record<string, number>} */
    const out = {};
    for (const [name, frames] of this.streams) out[name] = frames[frames.length - 1].seq;
    return out;
  }

  /** @param {string} name @returns {Frame | undefined} */
  last(name) {
    return this.streams.get(name)?.at(-1);
  }

  /** The view of a stream now, or at the latest frame not after `seq`. @param {string} name @param {number} [seq] */
  view(name, seq) {
    return (seq === undefined ? this.last(name) : this.frame(name, seq))?.view;
  }

  /** @param {string} name @param {number} seq @returns {Frame | undefined} nearest frame at or before, else the first */
  frame(name, seq) {
    const frames = this.streams.get(name);
    if (!frames) return undefined;
    let low = 0;
    let high = frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (frames[middle].seq <= seq) low = middle;
      else high = middle - 1;
    }
    return frames[low];
  }

  /** The latest frame of a stream whose time is not after `at`. @param {string} name @param {number} at @returns {Frame | undefined} */
  frameAt(name, at) {
    return this.frames(name).findLast((frame) => (frame.at ?? 0) <= at);
  }

  /** @param {string} name @returns {Frame[]} */
  frames(name) {
    return this.streams.get(name) ?? [];
  }

  /**
   * Whole views, as sent on connecting; a stream that is resumed stands in `followed` only. What is not followed is no longer ours.
   * History stays where it joins up.
   * @param {Record<string, {seq: number, view: any, events?: any[]}>} streams @param {string[]} [followed]
   */
  snapshot(streams, followed = Object.keys(streams)) {
    for (const name of [...this.streams.keys()]) {
      if (!followed.includes(name)) this.drop(name);
    }
    for (const [name, { seq, view, events = [] }] of Object.entries(streams)) {
      const kept = this.frames(name).filter((frame) => frame.seq < seq);
      const joins = kept.length > 0 && kept[kept.length - 1].seq === seq - 1;
      const same = this.frames(name).find((frame) => frame.seq === seq);
      const frame = same ? { ...same, view } : { seq, view, events: [] };
      this.streams.set(name, joins ? [...kept, frame] : [frame]);
      if (!joins) this.earlier.set(name, entriesOf(name, events, seq));
    }
  }

  /** @param {string} name */
  drop(name) {
    this.streams.delete(name);
    this.earlier.delete(name);
  }

  /**
   * Take one update in order. `gap`: updates are missing, the caller must resume; `old`: already known.
   * @param {string} name @param {Update} update @returns {"applied" | "old" | "gap"}
   */
  update(name, update) {
    const frames = this.streams.get(name);
    if (!frames) {
      if (update.view === undefined) return "gap";
      this.streams.set(name, [frameOf(undefined, update)]);
      return "applied";
    }
    const last = frames[frames.length - 1];
    if (update.seq <= last.seq) return "old";
    if (update.seq !== last.seq + 1) return "gap";
    frames.push(frameOf(last.view, update));
    return "applied";
  }

  /**
   * Put the served history in front of what is known; frames already here win.
   * @param {Record<string, {seq: number, view: any, updates: Update[]}>} streams
   */
  replay(streams) {
    for (const [name, { seq, view, updates }] of Object.entries(streams)) {
      const run = [frameOf(undefined, { seq, view })];
      for (const update of updates) run.push(frameOf(run[run.length - 1].view, update));
      const known = this.frames(name);
      const first = known[0]?.seq ?? Infinity;
      const before = run.filter((frame) => frame.seq < first);
      const times = new Map(run.map((frame) => [frame.seq, frame]));
      const rest = known.map((frame) => withHistory(frame, times.get(frame.seq)));
      const joins = !rest.length || (before.at(-1)?.seq ?? -1) === first - 1;
      this.streams.set(name, joins ? [...before, ...rest] : run);
      this.earlier.delete(name);
    }
  }

  /** All events known, oldest first. @param {string[]} [names] @returns {Entry[]} */
  entries(names = [...this.streams.keys()]) {
    /** @type {Entry[]} */
    const out = [];
    for (const name of names) {
      out.push(...(this.earlier.get(name) ?? []));
      for (const frame of this.frames(name)) {
        for (const event of frame.events) out.push({ stream: name, seq: frame.seq, at: frame.at, event });
      }
    }
    return out.sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || a.seq - b.seq);
  }
}

/** @param {any} before @param {Update} update @returns {Frame} */
function frameOf(before, update) {
  const view = update.view !== undefined ? update.view : merge(before, update.patch ?? {});
  return { seq: update.seq, view, events: update.events ?? [], at: update.at };
}

/** A live frame may lack the time and, after a snapshot, the events that the history has. @param {Frame} frame @param {Frame} [old] @returns {Frame} */
function withHistory(frame, old) {
  if (!old) return frame;
  return { ...frame, at: frame.at ?? old.at, events: frame.events.length ? frame.events : old.events };
}

/**
 * Events of a snapshot carry their frame's seq and time.
 * @param {string} stream @param {any[]} items @param {number} seq @returns {Entry[]}
 */
export function entriesOf(stream, items, seq) {
  return items.map(({ seq: own, at, ...event }) => ({ stream, seq: own ?? seq, at, event }));
}
