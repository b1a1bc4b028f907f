// @ts-check
/** Words by key: `{name}` is filled from parameters. The title's own texts come first, then the host's. */

/** @typedef {Record<string, Record<string, string>>} Tables */

export class Texts {
  /** @param {Tables[]} sources first wins */
  constructor(...sources) {
    this.sources = sources;
  }

  /** @param {string} table @param {string} key @returns {string | undefined} */
  find(table, key) {
    for (const source of this.sources) {
      const text = source[table]?.[key];
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** @param {string} table @param {string} key @param {Record<string, any>} [params] @param {string} [fallback] */
  say(table, key, params = {}, fallback = key.replace(/[._]/g, " ")) {
    return fill(this.find(table, key) ?? fallback, params);
  }

  /** The words for a refused frame. @param {{code: string, params?: Record<string, any>, message?: string}} frame */
  refusal(frame) {
    return this.say("refusals", frame.code, frame.params, frame.message || "That was refused.");
  }
}

/** @param {string} text @param {Record<string, any>} params */
export function fill(text, params) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (params[name] === undefined ? whole : String(params[name])));
}
