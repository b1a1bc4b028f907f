// @ts-check
/** Where a replay's films come from: one per audience, the part that is wanted first, the others after it. */

import { Film } from "./film.js";

/** A frame past any end: the last part. */
const END = 99_999_999;

export class Shelf {
  /** @param {(path: string) => Promise<any>} fetch below the game's API @param {{onMore: () => void, onFault: () => void}} tell */
  constructor(fetch, tell) {
    this.fetch = fetch;
    this.tell = tell;
    /** @type {Map<string, Film>} */
    this.films = new Map();
    /** Films whose other parts are on their way. @type {Map<Film, Promise<void>>} */
    this.filling = new Map();
    this.isClosed = false;
  }

  /**
   * An audience's film with at least the part of a frame, of a public moment, or the last one.
   * @param {{key: string, kind?: string, seat?: number}} audience @param {{frame?: number, seq?: number}} [wanted]
   */
  async film(audience, { frame, seq } = {}) {
    const { key } = audience;
    const query = seq === undefined ? `frame=${frame ?? END}` : `public=${seq}`;
    const known = this.films.get(key);
    if (known) {
      if (known.missing !== null && seq !== undefined) known.take(await this.part(key, query));
      this.fill(known);
      return known;
    }
    const [part, marks] = await Promise.all([this.part(key, query), this.marks(key)]);
    const film = new Film(audience, marks);
    film.take(part);
    this.films.set(key, film);
    this.fill(film);
    return film;
  }

  /** @param {string} key @param {string} query */
  part(key, query) {
    return this.fetch(`replay/part?as=${key}&${query}`);
  }

  /** @param {string} key @returns {Promise<import("./film.js").Mark[]>} */
  async marks(key) {
    return (await this.fetch(`replay/marks?as=${key}`)).marks;
  }

  /** Fetch what is not here yet, so that later steps ask for nothing. @param {Film} film @returns {Promise<void>} */
  fill(film) {
    const known = this.filling.get(film);
    if (known) return known;
    if (film.missing === null) return Promise.resolve();
    const filling = this.rest(film).catch(() => this.tell.onFault()).finally(() => this.filling.delete(film));
    this.filling.set(film, filling);
    return filling;
  }

  /** @param {Film} film */
  async rest(film) {
    for (let next = film.missing; next !== null && !this.isClosed; next = film.missing) {
      film.take(await this.part(film.audience.key, `frame=${next}`));
      this.tell.onMore();
    }
  }

  /** Take in what happened since. @param {Film} film */
  async catchUp(film) {
    const { key } = film.audience;
    const [part, marks] = await Promise.all([this.part(key, `frame=${END}`), this.marks(key)]);
    film.take(part);
    film.marks = marks;
    await this.fill(film);
  }
}
