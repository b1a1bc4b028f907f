// @ts-check
/** Tap any number to see how it came about, with the rule's words (PR-15.4). Fetched when first wanted. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { openPop } from "../../js/pop.js";
import { seatName, seatTag } from "../../js/seats.js";
import { castingLine } from "./votes.js";
import { ADVISORS, CLANS, count, CRONIES, croniesOf, cycles, kindName, kindList, KINDS, LINES, member, TYPES, weightOf, who } from "./words.js";

/** @param {Element} anchor @param {any} ctx @param {string} key @param {any} about */
export function open(anchor, ctx, key, about) {
  const make = SHOWN[key] ?? (key.startsWith("line_") ? line : null);
  if (!make) return;
  const { heading, body, rules } = make(ctx.view, ctx, about, key);
  openPop(anchor, heading, html`${body}${ruleWords(ctx, rules)}`);
}

/** @param {any} ctx @param {string[]} ids */
function ruleWords(ctx, ids) {
  return html`<ul class="rule-words">${ids.map((id) => html`<li><a href="${ctx.config.urls.rules}#rule-${id}" target="_blank" rel="noopener">${id}</a> ${ctx.texts.say("rules", id)}</li>`)}</ul>`;
}

const SHOWN = /** @type {Record<string, (view: any, ctx: any, about: any, key: string) => {heading: string, body: unknown, rules: string[]}>} */ ({ score, agenda, member: memberFacts, strength, needed, pair, support, weights });

/** @param {any} view @param {any} _ctx @param {{seat: string}} about */
function score(view, _ctx, { seat }) {
  const lines = view.public.score_lines[seat] ?? {};
  const played = Object.keys(view.public.castings);
  const body = html`<table class="data tight"><thead><tr><th scope="col">Casting</th><th scope="col">For</th><th scope="col" class="num">Points</th></tr></thead><tbody>${played.length ? played.map((cycle) => {
    const found = Object.entries(lines[cycle] ?? {});
    return found.length ? found.map(([key, points]) => html`<tr><td>${cycle}</td><td>${LINES[key] ?? key}</td><td class="num">${points}</td></tr>`) : html`<tr><td>${cycle}</td><td class="note">nothing</td><td class="num">0</td></tr>`;
  }) : html`<tr><td colspan="3" class="note">The first casting is still to come.</td></tr>`}</tbody><tfoot><tr><th scope="row" colspan="2">Total</th><td class="num"><b>${view.public.scores[seat]}</b></td></tr></tfoot></table>
    <p class="note">${count(view.public.sole_leads[seat] ?? 0, "casting")} led alone.</p>`;
  return { heading: `Score of ${seatName(view, seat)}`, body, rules: ["PR-8.1", "PR-8.2"] };
}

/** @param {any} view */
function agenda(view) {
  const open = view.public;
  const body = html`<ol class="agenda">${Array.from({ length: cycles(open) }, (_, at) => {
    const decision = open.agenda[at + 1];
    if (!decision) return html`<li><b>Decision ${at + 1}</b> <span class="note">not revealed yet</span></li>`;
    return html`<li aria-current=${at + 1 === open.cycle ? "step" : nothing}><b class="serif">${decision.title}</b> <span class="note">${TYPES[decision.kind]}</span><br>A ${decision.a} or B ${decision.b}
      <br><span class="note">${ADVISORS.map(({ short }, n) => `${short} ${decision.weights[n]}`).join(", ")}; each Clan 1</span>${open.castings[at + 1] ? html`<br><b>${castingLine(view, at + 1)}</b>` : nothing}</li>`;
  })}</ol>`;
  return { heading: "The Emperor's agenda", body, rules: ["PR-2.8", "PR-5.42"] };
}

/** Its numbers, who supports it, what my hand could do to it. @param {any} view @param {any} _ctx @param {{id: string}} about */
function memberFacts(view, _ctx, { id }) {
  const one = member(id);
  const { amount, needs, controller } = view.public.members[id];
  const legal = view.private?.my_legal?.targets?.[id];
  const backers = one.sort === "advisor" ? croniesOf(id).map((crony) => html`<li>${crony.name}: power ${crony.power}, for ${who(view, view.public.members[crony.id].controller)}</li>`)
    : one.sort === "crony" ? [html`<li>${member(one.clan ?? "").name}: a third of its control, for ${who(view, view.public.members[one.clan ?? ""].controller)}</li>`] : [];
  const votes = weightOf(view.public, id);
  const body = html`<dl class="facts"><div><dt>Held by</dt><dd>${controller === undefined ? "nobody" : html`${seatTag(view, controller)} with ${amount}`}</dd></div>
    <div><dt>Take-over</dt><dd>needs a strength of ${needs}</dd></div>${one.sort === "crony" ? html`<div><dt>Power</dt><dd>${one.power} toward ${member(one.advisor ?? "").name}</dd></div>` : html`<div><dt>Votes</dt><dd>${votes} in this decision</dd></div>`}
    ${one.sort === "clan" ? html`<div><dt>Cronies</dt><dd>${CRONIES.filter(({ clan }) => clan === id).map(({ name }) => name).join(", ")}</dd></div>` : nothing}</dl>
    ${backers.length ? html`<h3>Support</h3><ul class="plain-list">${backers}</ul>` : nothing}
    ${legal ? html`<h3>Your hand</h3><p>${Object.keys(legal.kinds).length ? kindList(Object.entries(legal.kinds).flatMap(([kind, n]) => Array.from({ length: Number(n) }, () => kind))) : "Nothing you hold works here"}${legal.support ? `; support ${legal.support}` : ""}.</p>` : nothing}`;
  return { heading: one.name, body, rules: one.sort === "advisor" ? ["PR-5.22", "PR-5.24", "PR-8.2"] : one.sort === "crony" ? ["PR-2.4", "PR-5.22", "PR-5.24"] : ["PR-5.24", "PR-5.42", "PR-8.2"] };
}

/** @param {any} _view @param {any} _ctx @param {any} found */
function strength(_view, _ctx, found) {
  const body = html`<p>Items ${found.value} + support ${found.support} = <b>${found.strength}</b>.</p>`;
  return { heading: `Strength ${found.strength}`, body, rules: ["PR-5.21", "PR-5.22", "PR-5.23"] };
}

/** @param {any} view @param {any} _ctx @param {any} found */
function needed(view, _ctx, found) {
  const { controller } = view.public.members[found.target];
  const body = found.own ? html`<p>You hold it with ${found.amount}: a raise takes the higher of your strength and ${found.amount} + half your strength.</p>`
    : html`<p>${controller === undefined ? "Nobody holds it: any strength of 1 will do." : `${seatName(view, controller)} holds it with ${found.amount}; it takes 2 more: ${found.needed}.`}</p>`;
  return { heading: `Needed ${found.needed}`, body, rules: found.own ? ["PR-5.26"] : ["PR-5.24", "PR-5.26", "PR-5.27"] };
}

/** @param {any} _view @param {any} _ctx @param {any} found */
function pair(_view, _ctx, found) {
  const body = html`<p>A bribe of +1 and a threat of −1 together count 4 instead of 2.</p><ul class="plain-list">${found.pairs.map((/** @type {string[]} */ one) => html`<li>${one.map(kindName).join(" and ")}: 4</li>`)}
    ${found.singles.map((/** @type {string} */ kind) => html`<li>${kindName(kind)} alone: 1</li>`)}${found.high.map((/** @type {string} */ kind) => html`<li>${kindName(kind)}: ${Math.abs(KINDS[kind].value)}, never paired</li>`)}</ul>`;
  return { heading: "Carrot and stick", body, rules: ["PR-5.21"] };
}

/** @param {any} view @param {any} _ctx @param {any} found */
function support(view, _ctx, found) {
  const body = html`<ul class="plain-list">${Object.entries(found.sources).map(([id, adds]) => html`<li>${member(id).name}: ${member(id).sort === "clan" ? `${view.public.members[id].amount} ÷ 3, rounded down` : "its power"} = ${adds}</li>`)}</ul>`;
  return { heading: `Support ${found.support}`, body, rules: ["PR-5.22"] };
}

/** @param {any} view */
function weights(view) {
  const open = view.public;
  const decision = open.agenda[open.cycle];
  const body = html`<p>${TYPES[decision.kind]} decisions: ${ADVISORS.map(({ short }, at) => `${short} ${decision.weights[at]}`).join(", ")}; each of the ${CLANS.length} Clans 1. Cronies never vote.</p>`;
  return { heading: "Votes in this decision", body, rules: ["PR-2.8", "PR-5.42"] };
}

/** @param {any} _view @param {any} ctx @param {any} _about @param {string} key */
function line(_view, ctx, _about, key) {
  return { heading: ctx.texts.say("lines", key.slice(5)), body: html`<p>${ctx.texts.say("lines", `${key.slice(5)}_why`)}</p>`, rules: [key === "line_lead" || key === "line_with" ? "PR-8.1" : "PR-8.2"] };
}
