// @ts-check
/** What a client knows of a game's talk: rooms, messages by number, unread counts. Pure: no network, no document. */

/** @typedef {{n: number, id: string, at: number, from?: string, seat?: number, team?: number, host?: boolean, alias?: string, body?: string, card?: any, hidden?: boolean, muted?: boolean}} Message */
/** @typedef {{key: string, kind: string, title: string, readers: string[], writers: string[], can_write: boolean, lock_reason?: string, anonymous?: boolean, cards?: string[], release: string, inherits: boolean, count: number, last_read: number, unread: number, cleared?: number, draft?: string, founded?: boolean, members?: number[]}} Room */

const OFFERS = new Set(["offer", "counter"]);

export class Talk {
  constructor() {
    /** @type {Room[]} */
    this.rooms = [];
    /** @type {Map<string, Map<number, Message>>} */
    this.messages = new Map();
    this.name = "";
    this.moderates = false;
    /** The seat this person acts for. @type {number | null} */
    this.seat = null;
  }

  /** Take a `chat` frame; answers the key of a room that has news. @param {any} frame @returns {string} */
  take(frame) {
    if (frame.rooms) this.list(frame);
    if (!frame.room) return "";
    const room = this.room(frame.room);
    if (!room) return "";
    if (frame.reset) this.messages.delete(room.key);
    return this.add(room, frame.messages) ? room.key : "";
  }

  /** @param {any} frame */
  list(frame) {
    const old = new Map(this.rooms.map((room) => [room.key, room]));
    this.rooms = frame.rooms.map((/** @type {any} */ room) => ({ count: 0, last_read: 0, unread: 0, ...kept(old.get(room.key)), ...room }));
    if (frame.name !== undefined) this.name = frame.name;
    this.moderates = frame.moderates === true;
    for (const key of this.messages.keys()) if (!this.room(key)) this.messages.delete(key);
  }

  /** @param {string} key */
  room(key) {
    return this.rooms.find((room) => room.key === key);
  }

  /** Add messages, those known by number are replaced. @param {Room} room @param {Message[]} messages @returns {boolean} whether something new was said */
  add(room, messages) {
    const known = this.messages.get(room.key) ?? new Map();
    this.messages.set(room.key, known);
    let isNews = false;
    for (const message of messages) {
      if (message.n > room.count) {
        room.count = message.n;
        if (this.isOwn(message)) {
          room.last_read = message.n;
          room.unread = 0;
        } else {
          room.unread += 1;
          isNews = isNews || !message.muted;
        }
      }
      known.set(message.n, message);
    }
    return isNews;
  }

  /** An anonymous post is nobody's, its author's neither. @param {Message} message */
  isOwn(message) {
    return message.from !== undefined && message.from === this.name;
  }

  /** Messages in order, without those cleared and those after `until` (unix seconds). @param {string} key @param {{until?: number | null, isWhole?: boolean}} [options] @returns {Message[]} */
  lines(key, { until = null, isWhole = false } = {}) {
    const cleared = isWhole ? 0 : this.room(key)?.cleared ?? 0;
    return [...this.messages.get(key)?.values() ?? []]
      .filter((message) => message.n > cleared && (until === null || message.at <= until))
      .sort((a, b) => a.n - b.n);
  }

  /** The lowest number from which on the messages up to the last are all here; 0: none. @param {string} key */
  first(key) {
    const known = this.messages.get(key);
    const room = this.room(key);
    if (!known || !room) return 0;
    let n = room.count;
    while (known.has(n - 1)) n -= 1;
    return known.has(n) ? n : 0;
  }

  /** Everything is read; answers up to which number, or 0 where nothing has changed. @param {string} key */
  read(key) {
    const room = this.room(key);
    if (!room || room.unread === 0 && room.last_read >= room.count) return 0;
    room.unread = 0;
    room.last_read = room.count;
    return room.count;
  }

  /** Where one begins: the first room with news, else the first of all. */
  opening() {
    return (this.rooms.find((room) => room.unread) ?? this.rooms[0])?.key ?? "";
  }

  unread() {
    return this.rooms.reduce((sum, room) => sum + room.unread, 0);
  }

  /** Number and id of the last message of each room, as `hello` sends them. */
  known() {
    /** @type {Record<string, [number, string]>} */
    const out = {};
    for (const [key, messages] of this.messages) {
      const last = messages.get(this.room(key)?.count ?? 0);
      if (last) out[key] = [last.n, last.id];
    }
    return out;
  }

  /** What became of an offer. @param {string} key @param {Message} message @returns {string} open, accept, decline, counter, withdraw, expire, or nothing for what is no offer */
  stateOf(key, message) {
    if (!OFFERS.has(message.card?.type)) return "";
    for (const other of this.messages.get(key)?.values() ?? []) {
      if (other.card?.of === message.id) return other.card.type;
    }
    return "open";
  }
}

/** A later list leaves out what is one's own. @param {Room | undefined} room */
function kept(room) {
  if (!room) return {};
  const { count, last_read, unread, cleared, draft } = room;
  return { count, last_read, unread, cleared, draft };
}

/** Who reads and who writes, as a sentence of parts. @param {Room} room @param {(audiences: string[]) => string} who */
export function readerWords(room, who) {
  const readers = who(room.readers);
  const writers = who(room.writers);
  if (!room.writers.length) return readers ? `${readers} can read` : "Kept for those who were here";
  if (readers === writers) return `${readers} read and write`;
  return `${writers} write, ${lower(readers)} read`;
}

/** @param {string} text */
const lower = (text) => text.slice(0, 1).toLowerCase() + text.slice(1);

/**
 * Audiences as words. @param {string[]} audiences
 * @param {{name: (seat: number) => string, count: number, own: number | null, team?: number | null}} seats
 */
export function audienceWords(audiences, { name, count, own }) {
  const has = (/** @type {string} */ key) => audiences.includes(key);
  if (has("public")) return "Everybody";
  if (has("signed_in")) return "All who are signed in";
  const seats = audiences.filter((key) => key.startsWith("seat:")).map((key) => Number(key.slice(5)));
  const teams = audiences.filter((key) => key.startsWith("team:")).map((key) => Number(key.slice(5)));
  const parts = [];
  if (seats.length === count && count > 2) parts.push("All seats");
  else {
    if (own !== null && seats.includes(own)) parts.push("You");
    parts.push(...seats.filter((seat) => seat !== own).map(name));
  }
  parts.push(...teams.map((team) => `members of ${name(team)}`));
  if (has("spectators")) parts.push("spectators");
  if (has("gm")) parts.push("the host");
  const text = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0] ?? "";
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The name that is being written after an @ at the caret, or nothing. @param {string} text @param {number} caret */
export function calling(text, caret) {
  const found = /(?:^|\s)@([\p{L}\p{M}\d '’.&-]{0,40})$/u.exec(text.slice(0, caret));
  return found ? { from: caret - found[1].length, word: found[1] } : null;
}

/** Names that begin so, at most six. @param {Iterable<string>} names @param {string} word */
export function matches(names, word) {
  const wanted = word.toLowerCase();
  return [...new Set(names)].filter((name) => name.toLowerCase().startsWith(wanted)).sort().slice(0, 6);
}
