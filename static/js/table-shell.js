// @ts-check
/**
 * The room of every table title: plate, prompt bar, seats and board at the left, orders at the right, log and talk below; on a phone tabs and a
 * bar at the foot. A title exports this module as `shell` and answers plate, seats, prompt, deeds, board, panel, hand, draft, tabs, text, describe.
 */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { icon } from "./icons.js";
import { logPanel } from "./log-panel.js";
import { plateView } from "./plate.js";
import { promptRow } from "./prompt-row.js";
import { seatRail } from "./seat-rail.js";

/** @param {string} id */
const region = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const PHONE = "(max-width: 56rem)";

/** Once, after the first drawing. @param {any} ctx */
export function start(ctx) {
  ctx.toggleTwin = () => {
    ctx.ui.twin = !ctx.ui.twin;
    region("table").toggleAttribute("data-twin", ctx.ui.twin);
    ctx.invalidate();
  };
  ctx.ask = (/** @type {string} */ path, /** @type {any} */ body) => ctx.fetch(path, body).catch(async (/** @type {any} */ error) => {
    ctx.toast(ctx.refusal(await error.answer?.json().catch(() => null) ?? { code: "unavailable" }), { tone: "danger" });
    return null;
  });
  matchMedia(PHONE).addEventListener("change", () => ctx.invalidate());
  import("./talk.js").then(({ openTalk }) => openTalk(ctx)).catch(() => undefined);
  if (!ctx.config.replay && new URL(location.href).searchParams.has("frame")) ctx.startReplay();
}

/** @param {any} view @param {any} ctx */
export function draw(view, ctx) {
  const { title } = ctx;
  const table = region("table");
  ctx.isPhone = matchMedia(PHONE).matches;
  ctx.ui.tab ??= "board";
  if (ctx.unreadAtEntry) enter(view, ctx);
  table.dataset.shell = "table";
  table.dataset.tab = ctx.ui.tab;
  const plate = title.plate(view, ctx);
  const deeds = view.isPast ? { primary: { label: "Back to now", icon: "i-right", run: () => ctx.past.close() } } : goOn(view, ctx) ?? title.deeds(view, ctx);
  const isBoard = ctx.isPhone && ctx.ui.tab === "board";
  render(html`<span class="head-back" aria-hidden="true">${icon("i-left")}</span><span class="head-title">${plate.title}</span><span class="visually-hidden">, menu</span>`, region("table-header"));
  render(plateView(plate, ctx), region("table-strip"));
  render(promptRow(promptOf(view, ctx), deeds, ctx.zones), region("table-prompt"));
  render(html`${seatRail(title.seats(view, ctx), view, (seat, button) => title.openScore(ctx, seat, button))}${isBoard ? vote(view, ctx) : nothing}${title.board(view, ctx)}`, region("table-board"));
  render(html`${isBoard ? nothing : vote(view, ctx)}${title.panel(view, ctx)}`, region("table-panel"));
  render(ctx.isPhone ? title.hand(view, ctx) : nothing, region("table-hand"));
  render(logPanel(view, ctx, title.logOptions(view, ctx)), region("table-log"));
  render(ctx.isPhone ? foot(view, ctx, deeds) : nothing, region("table-bar"));
  render(ctx.ui.twin ? title.text(view, ctx) : nothing, region("table-text"));
  ctx.talk?.update(view);
}

/** @param {any} view @param {any} ctx @returns {import("./prompt-row.js").Prompt} */
function promptOf(view, ctx) {
  const { clock = {} } = view.public;
  const own = title(ctx).prompt(view, ctx);
  if (view.isPast) return { text: `You are looking at ${ctx.past.words}.`, place: own.place, tone: "warn" };
  if (clock.paused) return { ...own, text: ctx.texts.say("prompts", "paused"), state: "", tone: "warn", paused: true };
  if (ctx.state !== "live" && ctx.isStarted) return { ...own, state: ctx.texts.say("prompts", "cut"), tone: "danger" };
  return { ...own, due: clock.due_at, span: clock.seconds ?? clock.span };
}

/** While the clock stands still the one thing to do is to let it run again. @param {any} view @param {any} ctx */
function goOn(view, ctx) {
  const { clock = {}, table = {} } = view.public;
  if (!clock.paused || view.seat === null || !table.friendly || table.vote || table.status === "finished") return null;
  const run = async () => { if (await ctx.ask("host/propose", { kind: "resume" })) ctx.toast("The table is asked"); };
  return { primary: { label: "Go on", icon: "i-right", run } };
}

/** @param {any} ctx */
const title = (ctx) => ctx.title;

/** Seldom there, so fetched then. @type {typeof import("./vote-card.js") | null} */
let votes = null;

/** @param {any} view @param {any} ctx */
function vote(view, ctx) {
  if (!view.public.table?.vote) return nothing;
  if (!votes) import("./vote-card.js").then((made) => { votes = made; ctx.invalidate(); });
  return votes?.voteCard(view, ctx) ?? nothing;
}

/** Draft and primary button over the tabs, for thumbs. @param {any} view @param {any} ctx @param {import("./prompt-row.js").Deeds} deeds */
function foot(view, ctx, { undo, others = [], primary }) {
  const buttons = [...others, ...(primary ? [primary] : [])];
  const last = primary ? buttons.length - 1 : -1;
  return html`<div class="foot-draft">${title(ctx).draft(view, ctx)}<span class="foot-deeds">${undo ? html`<button class="icon-button" type="button" aria-label=${undo.label} ?disabled=${undo.disabled} @click=${undo.run}>${icon("i-undo")}</button>` : nothing}
      ${buttons.map((one, at) => html`<button class="button ${at === last ? "button-title" : ""} ${one.danger ? "button-danger" : ""}" type="button" ?disabled=${one.disabled} @click=${one.run}>${/** @type {any} */ (one).short ?? one.label}</button>`)}</span></div>
    <nav class="foot-tabs" aria-label="Parts of the table">${title(ctx).tabs(view, ctx).map((/** @type {any} */ tab) => html`<button type="button" aria-current=${ctx.ui.tab === tab.key ? "true" : nothing} @click=${() => openTab(ctx, tab.key)}>
      ${icon(tab.icon)}<span>${tab.label}</span>${tab.key === "talk" && ctx.talk?.unread() ? html`<span class="foot-count">${ctx.talk.unread()}<span class="visually-hidden"> unread</span></span>` : nothing}</button>`)}</nav>`;
}

/** Who comes in with something unread finds the talk open, unless he has gone somewhere already (PR-7.5). @param {any} view @param {any} ctx */
function enter(view, ctx) {
  ctx.unreadAtEntry = 0;
  if (ctx.isPhone && ctx.ui.tab === "board" && view.seat !== null && !view.isPast) openTab(ctx, "talk");
}

/** @param {any} ctx @param {string} tab */
export function openTab(ctx, tab) {
  ctx.ui.tab = tab;
  ctx.invalidate();
  scrollTo({ top: 0 });
  if (tab === "talk") requestAnimationFrame(() => requestAnimationFrame(() => ctx.talk?.seen()));
}
