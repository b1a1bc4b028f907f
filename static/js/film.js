// @ts-check
/**
 * One audience's replay: frames from 0 on, all streams together, taken in parts (docs/protocol.md). Pure. Every part is a store of its own, so a
 * frame's views are looked up, both ways, and share what did not change.
 */

import { Store } from "./store.js";

/** @typedef {import("./store.js").Update & {frame: number}} FilmUpdate */
/** @typedef {{as: string, first: number, frames: number, at: number, streams: Record<string, {seq: number, view: any, events?: any[], updates: FilmUpdate[]}>}} Part */
/** @typedef {import("./store.js").Entry & {frame: number}} Entry */
/** @typedef {{frame: number, kind: string}} Mark */
/** @typedef {{first: number, last: number, store: Store, seqs: Record<string, number>[], at: number[], entries: Entry[]}} Reel */

export class Film {
  /** @param {{key: string, kind?: string, seat?: number}} audience @param {Mark[]} [marks] */
  constructor(audience, marks = []) {
    this.audience = audience;
    this.marks = marks;
    this.frames = 0;
    /** Parts in order. @type {Reel[]} */
    this.reels = [];
    /** @type {Entry[] | null} */
    this.known = null;
  }

  get last() {
    return Math.max(0, this.frames - 1);
  }

  /** Take a part; one that is here already is replaced. @param {Part} part */
  take(part) {
    const reel = wind(part);
    this.frames = Math.max(part.frames, reel.last + 1);
    this.reels = [...this.reels.filter(({ first }) => first !== reel.first), reel].sort((a, b) => a.first - b.first);
    this.known = null;
  }

  /** @param {number} n @returns {Reel | undefined} */
  reel(n) {
    return this.reels.find(({ first, last }) => first <= n && n <= last);
  }

  /** @param {number} n */
  holds(n) {
    return this.reel(n) !== undefined;
  }

  /** The first frame that is not here yet, or null. @returns {number | null} */
  get missing() {
    let next = 0;
    for (const { first, last } of this.reels) {
      if (first > next) return next;
      next = last + 1;
    }
    return next < this.frames ? next : null;
  }

  /** The nearest frame that is here. @param {number} n @returns {number} */
  nearest(n) {
    const ends = this.reels.map(({ first, last }) => Math.min(Math.max(n, first), last));
    return ends.sort((a, b) => Math.abs(a - n) - Math.abs(b - n))[0] ?? 0;
  }

  /** The seq that each stream had at a frame. @param {number} n @returns {Record<string, number>} */
  seqs(n) {
    const reel = this.reel(n);
    return reel?.seqs[n - reel.first] ?? {};
  }

  /** @param {number} n @returns {number | undefined} */
  at(n) {
    const reel = this.reel(n);
    return reel?.at[n - reel.first];
  }

  /** What the audience saw at a frame, as the table hands it to a title. @param {number} n */
  views(n) {
    const reel = this.reel(n);
    const seqs = this.seqs(n);
    /** @param {string} kind */
    const of = (kind) => {
      const name = Object.keys(seqs).find((stream) => stream.split(":")[0] === kind);
      return name === undefined ? undefined : reel?.store.view(name, seqs[name]);
    };
    return { public: of("public"), members: of("team"), private: of("seat") };
  }

  /** What was told up to a frame, oldest first. @param {number} n @returns {Entry[]} */
  entries(n) {
    this.known ??= this.reels.flatMap(({ entries }) => entries);
    const end = this.known.findLastIndex(({ frame }) => frame <= n);
    return this.known.slice(0, end + 1);
  }

  /** The frame in which a stream came to a seq; null where it is not here. @param {string} stream @param {number} seq @returns {number | null} */
  frameOf(stream, seq) {
    for (const { first, seqs } of this.reels) {
      const i = seqs.findIndex((known) => known[stream] >= seq);
      if (i >= 0 && seqs[i][stream] === seq) return first + i;
    }
    return null;
  }

  /** The frame of another audience's moment: the latest with the same public view that is not later, else the first with it. @param {{seq?: number, at?: number}} moment @returns {number} */
  alike({ seq, at = Infinity }) {
    const same = this.reels.flatMap((reel) => reel.seqs.flatMap((own, i) => (own.public === seq ? [{ n: reel.first + i, at: reel.at[i] }] : [])));
    return same.findLast((one) => one.at <= at)?.n ?? same[0]?.n ?? this.nearest(this.last);
  }

  /** The next marked frame in a direction; the ends count as marks. @param {number} n @param {1 | -1} way */
  marked(n, way) {
    const frames = this.marks.map(({ frame }) => frame);
    return way > 0 ? frames.find((frame) => frame > n) ?? this.last : frames.findLast((frame) => frame < n) ?? 0;
  }
}

/** @param {Part} part @returns {Reel} */
function wind(part) {
  const store = new Store();
  store.replay(part.streams);
  const names = Object.keys(part.streams);
  const updates = names.flatMap((stream) => part.streams[stream].updates.map((update) => ({ stream, update })));
  const last = Math.max(part.first, ...updates.map(({ update }) => update.frame));
  /** @type {Record<string, number>[]} */
  const seqs = [Object.fromEntries(names.map((stream) => [stream, part.streams[stream].seq]))];
  const at = [part.at];
  /** @type {{stream: string, update: FilmUpdate}[][]} */
  const byFrame = Array.from({ length: last - part.first + 1 }, () => []);
  for (const one of updates) byFrame[one.update.frame - part.first].push(one);
  for (let i = 1; i < byFrame.length; i += 1) {
    seqs.push({ ...seqs[i - 1], ...Object.fromEntries(byFrame[i].map(({ stream, update }) => [stream, update.seq])) });
    at.push(byFrame[i][0]?.update.at ?? at[i - 1]);
  }
  const begun = names.flatMap((stream) => told(stream, part.streams[stream].events, part.streams[stream].seq, part.at, part.first));
  const entries = [...begun, ...byFrame.flat().flatMap(({ stream, update }) => told(stream, update.events, update.seq, update.at, update.frame))];
  return { first: part.first, last, store, seqs, at, entries };
}

/** @param {string} stream @param {any[] | undefined} events @param {number} seq @param {number | undefined} at @param {number} frame @returns {Entry[]} */
function told(stream, events, seq, at, frame) {
  return (events ?? []).map((event) => ({ stream, seq, at, event, frame }));
}
