// @ts-check
/** The audience hall: canopy with the decision and the Emperor, four palaces with their Cronies, six Clans. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../../js/icons.js";
import { emblem, seatName } from "../../js/seats.js";
import { clanBadge, clanBanner, clanStrip, controlBox, memberLabel, seal } from "./pieces.js";
import { ADVISORS, CLANS, croniesOf, cycles, decisionNow, member, TYPES, weightOf } from "./words.js";

const ROOFS = /** @type {Record<string, string>} */ ({ adv_realm: "realm", adv_war: "war", adv_priest: "priesthoods", adv_foreign: "foreign" });

/** @param {any} view @param {any} ctx */
export function canopy(view, ctx) {
  const open = view.public;
  const decision = decisionNow(open);
  const result = open.castings?.[open.cycle];
  return html`<header class="canopy"><div class="canopy-words">
      <p class="canopy-line">The Emperor asks, <button class="canopy-link" type="button" aria-label="Agenda, decision ${open.cycle} of ${cycles(open)}" @click=${(/** @type {Event} */ event) => ctx.explain(event.currentTarget, "agenda")}>decision ${open.cycle} of ${cycles(open)}</button></p>
      <h2>${decision?.title ?? "Nothing yet"}</h2><p class="canopy-line canopy-type">${decision ? TYPES[decision.kind] : ""}<span class="wide-words">${decision ? `: ${votesWhere(open, decision, ctx)}` : ""}</span></p></div>
    <svg class="emperor" viewBox="0 -6 150 94" aria-hidden="true"><use href="#pr-sunburst" x="0" y="-6" width="150" height="94"/><use href="#pr-emperor" x="0" y="-6" width="150" height="94"/></svg>
    ${decision ? html`<p class="choices"><span class="choice-plate" ?data-won=${result?.winner === "A"}>${result?.winner === "A" ? "✓ " : ""}<b>A</b> ${decision.a}</span> <span class="choice-second"><span class="choice-or">or</span> <span class="choice-plate" ?data-won=${result?.winner === "B"}>${result?.winner === "B" ? "✓ " : ""}<b>B</b> ${decision.b}</span></span></p>` : nothing}
    <svg class="scallops" viewBox="0 0 852 18" preserveAspectRatio="none" aria-hidden="true"><use href="#pr-canopy" width="852" height="18"/></svg></header>`;
}

/** Where the four weights are to be read. @param {any} open @param {any} decision @param {any} ctx */
function votesWhere(open, decision, ctx) {
  const isSealed = open.state === "influence" || open.state === "finished" || ctx.ui.showCourt;
  return isSealed ? "votes on the seals below" : ADVISORS.map(({ short }, at) => `${short} ${decision.weights[at]}`).join(", ");
}

/** @param {any} view @param {any} ctx @param {string} id @param {unknown} inside @param {string} kind */
function memberCard(view, ctx, id, inside, kind) {
  const target = ctx.ui.draftTarget === id;
  const canPick = Boolean(ctx.ui.canPick);
  return html`<button class="member ${kind}" type="button" data-member=${id} ?data-target=${target} ?data-step=${ctx.ui.reveal?.member === id} aria-pressed=${canPick ? String(target) : nothing}
    aria-label=${memberLabel(view, id)} @click=${(/** @type {Event} */ event) => ctx.pickMember(id, event.currentTarget)}>${target ? html`<span class="target-flag">${ctx.isPhone ? "Target" : "Your target"}</span>` : nothing}${inside}${controlBox(view, id)}</button>`;
}

/** @param {any} view @param {any} ctx */
export function palaces(view, ctx) {
  return html`<div class="palaces">${ADVISORS.map((advisor) => html`<section class="palace" aria-label=${advisor.name}>
    <svg class="roof" viewBox="-2 -6 192 48" preserveAspectRatio="none" aria-hidden="true"><use href="#pr-roof-${ROOFS[advisor.id]}" x="-2" y="-6" width="192" height="48"/></svg>
    <div class="walls">${memberCard(view, ctx, advisor.id, html`${seal(weightOf(view.public, advisor.id))}<span class="member-name advisor-name"><small>Palace of ${advisor.id === "adv_priest" ? "the" : ""}</small> ${advisorWords(advisor)}</span>`, "advisor")}
      ${croniesOf(advisor.id).map((crony) => memberCard(view, ctx, crony.id, html`${clanStrip(crony.clan ?? "")}<span class="member-name">${broken(crony.short)} <span class="power">(${crony.power})</span></span>`, "crony"))}</div></section>`)}</div>
    <div class="clans" role="group" aria-label="Clans">${CLANS.map((clan) => memberCard(view, ctx, clan.id, html`${clanBanner(clan.id)}<span class="member-name">${clan.short}</span>`, "clan"))}</div>`;
}

/** Where a long name may break. @param {string} name */
const broken = (name) => name.replace("Everglorious", "Ever\u00adglorious").replace("Priesthoods", "Priest\u00adhoods").replace("Commander", "Com\u00admander").replace("Quartermaster", "Quarter\u00admaster").replace("Embassies", "Em\u00adbassies").replace("Treasurer", "Trea\u00adsurer");

/** @param {{id: string, name: string}} advisor */
const advisorWords = ({ id, name }) => broken(name.replace(id === "adv_priest" ? "Palace of the " : "Palace of ", ""));

/** The court in one line, while the board shows something else. @param {any} view @param {any} ctx */
export function courtStrip(view, ctx) {
  const chip = (/** @type {string} */ id) => {
    const { controller, amount } = view.public.members[id];
    const one = member(id);
    return html`<button class="court-chip" type="button" aria-label=${memberLabel(view, id)} @click=${(/** @type {Event} */ event) => ctx.explain(event.currentTarget, "member", { id })}>${one.sort === "clan" ? clanBadge(id) : html`<b>${one.short}</b>`}
      ${controller === undefined ? html`<span>free</span>` : html`${emblem(view, controller)}<b>${one.sort === "clan" ? amount : nothing}</b>`}</button>`;
  };
  return html`<div class="court-strip"><button class="court-open" type="button" aria-expanded=${String(Boolean(ctx.ui.showCourt))} @click=${() => { ctx.ui.showCourt = !ctx.ui.showCourt; ctx.invalidate(); }}>${ctx.ui.showCourt ? "Hide court" : "Court now"}</button>
    ${[...ADVISORS, ...CLANS].map(({ id }) => chip(id))}</div>${ctx.ui.showCourt ? palaces(view, ctx) : nothing}`;
}

/** Spectators and waiting seats read here what moves. @param {any} view */
export function leadLine(view) {
  const lead = Object.entries(view.public.scores).sort((a, b) => Number(b[1]) - Number(a[1]))[0];
  return lead ? html`${icon("i-crown", "ic-small")} ${seatName(view, lead[0])} leads with ${lead[1]}` : nothing;
}
