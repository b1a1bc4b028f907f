// @ts-check
/** Countdowns and instants, in league time and in the reader's own. */

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

let ahead = 0;

/** Take the server's time, so that a wrong clock on this machine changes nothing. @param {number} [unix] */
export function setServerTime(unix) {
  if (unix) ahead = unix * 1000 - Date.now();
}

/** Unix seconds by the server's clock. */
export function serverNow() {
  return (Date.now() + ahead) / 1000;
}

/** `2 d 4 h`, `6 h 20 min`, `41:10`. @param {number} seconds */
export function countdown(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${Math.floor((left % HOUR) / MINUTE)} min`;
  return `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, "0")}`;
}

/** The same for a screen reader. @param {number} seconds */
export function spokenCountdown(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  const days = Math.floor(left / DAY);
  const hours = Math.floor((left % DAY) / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  /** @param {number} n @param {string} word */
  const part = (n, word) => (n ? `${n} ${word}${n === 1 ? "" : "s"}` : "");
  const words = days ? [part(days, "day"), part(hours, "hour")] : [part(hours, "hour"), part(minutes, "minute")];
  return words.filter(Boolean).join(" ") || "less than a minute";
}

/** In the last tenth of its span a clock warns. @param {number} left @param {number} [span] */
export function isLate(left, span) {
  return span !== undefined && span > 0 && left <= span / 10;
}

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {Intl.DateTimeFormatOptions} options */
function format(options) {
  const key = JSON.stringify(options);
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat("en-GB", { hourCycle: "h23", ...options });
    formats.set(key, made);
  }
  return made;
}

/** `Saturday 06:00`. @param {number} unix @param {string} [timeZone] */
export function dayAndTime(unix, timeZone) {
  const at = new Date(unix * 1000);
  return `${format({ weekday: "long", timeZone }).format(at)} ${timeOnly(unix, timeZone)}`;
}

/** `06:00`. @param {number} unix @param {string} [timeZone] */
export function timeOnly(unix, timeZone) {
  return format({ hour: "2-digit", minute: "2-digit", timeZone }).format(new Date(unix * 1000));
}

/** `Saturday 14 Feb`. @param {number} unix @param {string} [timeZone] */
export function dayAndDate(unix, timeZone) {
  return format({ weekday: "long", day: "numeric", month: "short", timeZone }).format(new Date(unix * 1000)).replace(",", "");
}

/** `Sat 21 Feb`. @param {number} unix @param {string} [timeZone] */
export function shortDate(unix, timeZone) {
  return format({ weekday: "short", day: "numeric", month: "short", timeZone }).format(new Date(unix * 1000)).replace(",", "");
}

/** `Tuesday`, or the date when it is more than six days ago. @param {number} unix */
export function recentDay(unix) {
  const old = serverNow() - unix > 6 * DAY;
  return format(old ? { day: "numeric", month: "long" } : { weekday: "long" }).format(new Date(unix * 1000));
}

/** The reader's own part: time only when the day is the same in both zones. @param {number} unix @param {string} [league] @param {string} [own] */
export function ownTime(unix, league, own) {
  const at = new Date(unix * 1000);
  const day = (/** @type {string | undefined} */ timeZone) => format({ weekday: "long", timeZone }).format(at);
  return day(league) === day(own) ? timeOnly(unix, own) : dayAndTime(unix, own);
}

/** True when both zones show the same wall clock at that instant. @param {number} unix @param {string} [a] @param {string} [b] */
export function isSameTime(unix, a, b) {
  return dayAndTime(unix, a) === dayAndTime(unix, b);
}

/** Write every `<time data-due>` of the page now; templates set such a text as a property, never as a child.  @param {ParentNode} [root] */
export function paintClocks(root = document) {
  for (const clock of root.querySelectorAll("time[data-due]")) {
    if (!(clock instanceof HTMLElement)) continue;
    const left = Number(clock.dataset.due) - serverNow();
    const text = left > 0 ? countdown(left) : clock.dataset.over ?? "time is up";
    if (clock.textContent !== text) clock.textContent = text;
    const late = left > 0 && isLate(left, Number(clock.dataset.span) || undefined);
    clock.toggleAttribute("data-late", late);
    const note = clock.nextElementSibling;
    if (note instanceof HTMLElement && "lateNote" in note.dataset) note.hidden = !late;
  }
}

let started = false;

/** Keep all clocks of the page running. A server-rendered page gives its time in `<html data-now>`. */
export function startClocks() {
  if (started) return;
  started = true;
  setServerTime(Number(document.documentElement.dataset.now) || undefined);
  for (const at of document.querySelectorAll("time[data-at]")) {
    if (at instanceof HTMLElement) at.textContent = dayAndTime(Number(at.dataset.at), at.dataset.zone || undefined);
  }
  paintClocks();
  setInterval(paintClocks, 1000);
}
