// @ts-check
/**
 * A resolution staged from its public events in the seed's order: orders onto the map, conflicts, Building Supplies, Victory Points, new
 * Moves. The same stages serve the banner after a Saturday and the scrubber over the weeks.
 */

import { loadReplay, setCursor } from "../../js/moments.js";
import { isStill, store } from "../../js/prefs.js";
import { pointOf } from "./terrain.js";
import { weekWord } from "./words.js";

export { loadReplay };

export const STEPS = ["Orders", "Conflicts", "Supplies", "Victory Points", "New moves"];
const STEP_MS = 2400;
const CONFLICT_MS = 3200;
const CLOSE_UP = 1.95;
/** What the banner and the card cover of the map, so that the camera centres between them. */
const COVERED = { top: 200, bottom: 110 };

/**
 * @typedef {{week: number, seq: number, at?: number, before: any, after: any, events: any[], contests: any[], captures: any[], builds: any[],
 *   points: any, moves: any, own: any[]}} Story
 * @typedef {{story: Story, step: number, contest: number, isPlaying: boolean, isScrub: boolean, timer: any}} Playback
 */

/** The resolution that a public frame holds, if it does. @param {any} table @param {number} seq @returns {Story | null} */
export function storyAt(table, seq) {
  const frame = table.store.frame("public", seq);
  const before = table.store.frame("public", seq - 1);
  const end = frame?.events.find((/** @type {any} */ event) => event.type === "week_resolved");
  if (!frame || !end || frame.seq !== seq || !before || before.seq !== seq - 1) return null;
  const of = (/** @type {string} */ type) => frame.events.filter((/** @type {any} */ event) => event.type === type);
  return {
    week: end.week, seq, at: frame.at, before: before.view, after: frame.view, events: frame.events,
    contests: of("tile_contested"), captures: of("tile_captured"), builds: of("fort_built"),
    points: of("points_awarded")[0], moves: of("moves_awarded")[0], own: ownEvents(table, end.week),
  };
}

/** What only the own side was told of that week. @param {any} table @param {number} week */
function ownEvents(table, week) {
  const names = [`team:${table.team}`, `seat:${table.seat}`];
  return table.store.entries(names.filter((name) => table.store.streams.has(name)))
    .map((/** @type {any} */ entry) => entry.event)
    .filter((/** @type {any} */ event) => event.week === week && (event.type === "order_result" || event.type === "supplies_changed"));
}

/** Every public frame that resolved a week, oldest first. @param {any} table @returns {number[]} */
export function resolutionSeqs(table) {
  return table.store.frames("public")
    .filter((/** @type {any} */ frame) => frame.events.some((/** @type {any} */ event) => event.type === "week_resolved"))
    .map((/** @type {any} */ frame) => frame.seq);
}

/** Tiles and corners that a story changed. @param {Story} story */
export function changesOf(story) {
  return story.captures.length;
}

/** A week was resolved: offer to show it. @param {any} table @param {number} seq */
export function offer(table, seq) {
  const story = storyAt(table, seq);
  if (!story) return;
  stop(table);
  table.ui.playback = { story, step: 0, contest: 0, isPlaying: false, isScrub: false, timer: 0 };
  table.announce(`${weekWord({ public: story.after })} ${story.week} resolved: ${changesOf(story)} tiles changed`);
  table.invalidate();
}

/** The public view that belongs to a stage: the old board until the conflicts are settled. @param {Playback} playback @param {any} now */
export function stagedPublic(playback, now) {
  const { story, step } = playback;
  const { clock, table, calendar, phase, deadline, nominal } = now;
  const present = { clock, table, calendar, phase, deadline, nominal };
  if (step === 0) return now;
  if (step <= 2) return { ...story.before, ...present, week: story.week };
  return step < 4 ? { ...story.after, ...present, sides: pointsBefore(story) } : { ...story.after, ...present };
}

/** The new land with the old points. @param {Story} story */
function pointsBefore(story) {
  /** @type {Record<string, any>} */
  const sides = {};
  for (const [side, after] of Object.entries(story.after.sides)) {
    const before = story.before.sides[side] ?? after;
    sides[side] = { ...after, points: before.points, last: before.last, history: before.history, place: before.place };
  }
  return sides;
}

/** @param {any} table */
export function play(table) {
  const { playback } = table.ui;
  if (!playback || isStill()) return;
  playback.isPlaying = true;
  if (playback.step === 0 || playback.step === 5) goTo(table, 1, 0);
  else schedule(table);
}

/** @param {any} table */
export function pause(table) {
  const { playback } = table.ui;
  if (!playback) return;
  playback.isPlaying = false;
  clearTimeout(playback.timer);
  table.invalidate();
}

/** @param {any} table */
function schedule(table) {
  const { playback } = table.ui;
  clearTimeout(playback.timer);
  playback.timer = setTimeout(() => {
    if (playback.isPlaying) next(table);
  }, playback.step === 2 && playback.story.contests.length ? CONFLICT_MS : STEP_MS);
  table.invalidate();
}

/** One step, or the next conflict within the second. @param {any} table */
export function next(table) {
  const { playback } = table.ui;
  if (!playback) return;
  const { step, contest, story } = playback;
  if (step === 2 && contest + 1 < story.contests.length) goTo(table, 2, contest + 1);
  else if (step >= 5) finish(table);
  else goTo(table, step + 1, 0);
}

/** @param {any} table @param {number} step @param {number} contest */
export function goTo(table, step, contest) {
  const { playback } = table.ui;
  playback.step = step;
  playback.contest = contest;
  const event = step === 2 ? playback.story.contests[contest] : undefined;
  table.camera.inset = event && innerHeight > 600 ? { ...COVERED } : { top: 0, bottom: table.title.sheetHeight() };
  if (event) table.camera.flyTo(pointOf(event.tile), Math.max(table.camera.fitted * CLOSE_UP, table.camera.camera.k));
  else if (table.camera.level > 1.01) flyOut(table);
  table.announce(table.replay.stageWords(table, playback));
  if (playback.isPlaying) schedule(table);
  table.invalidate();
}

/** The whole board. @param {any} table */
function flyOut(table) {
  const { bounds } = table.camera.options;
  table.camera.flyTo([bounds.left + bounds.width / 2, bounds.top + bounds.height / 2], table.camera.fitted);
}

/** @param {any} table */
export function stop(table) {
  if (table.ui.playback) clearTimeout(table.ui.playback.timer);
  table.ui.playback = null;
}

/** Skip, or the end: back to the present, where the stars now stand. @param {any} table */
export function finish(table) {
  const { playback } = table.ui;
  if (!playback) return;
  stop(table);
  table.camera.inset = { top: 0, bottom: table.title.sheetHeight() };
  store(`played:${table.config.id}`, String(playback.story.week));
  if (playback.isScrub) backToNow(table);
  else if (playback.step) table.title.flyHome(table);
  table.invalidate();
}

/** Positions of the scrubber: the start, five per resolution, now. @param {any} table @returns {{seq: number, step: number, week: number}[]} */
export function positions(table) {
  const frames = table.store.frames("public");
  if (!frames.length) return [];
  /** @type {{seq: number, step: number, week: number}[]} */
  const out = [{ seq: frames[0].seq, step: 0, week: 0 }];
  for (const seq of resolutionSeqs(table)) {
    const story = storyAt(table, seq);
    if (!story) continue;
    for (let step = 1; step <= 5; step += 1) out.push({ seq, step, week: story.week });
  }
  const last = frames[frames.length - 1].seq;
  if (out[out.length - 1].seq !== last) out.push({ seq: last, step: 0, week: -1 });
  return out;
}

/** Show a position; the address carries it as `seq` or `seq.step`. @param {any} table @param {{seq: number, step: number}} position */
export function showPosition(table, { seq, step }) {
  stop(table);
  const story = step ? storyAt(table, seq) : null;
  if (story) table.ui.playback = { story, step, contest: 0, isPlaying: false, isScrub: true, timer: 0 };
  table.ui.scrub = { seq, step };
  setCursor(table, seq, step && step < 5 ? `.${step}` : "");
  if (story) table.announce(table.replay.stageWords(table, table.ui.playback));
}

/** @param {any} table */
export function backToNow(table) {
  stop(table);
  table.ui.scrub = null;
  setCursor(table, null);
  table.announce("Back to now");
}

/** A link to what is on the screen. @param {any} table */
export function copyMoment(table) {
  const { playback } = table.ui;
  const url = new URL(location.href);
  if (playback && !playback.isScrub) url.searchParams.set("frame", playback.step && playback.step < 5 ? `${playback.story.seq}.${playback.step}` : String(playback.story.seq));
  navigator.clipboard?.writeText(url.href).catch(() => undefined);
  table.toast("Link copied");
}
