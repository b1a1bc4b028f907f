// @ts-check
/** The casting board: scales tilted by my own draft, and one three-way switch for each member that votes. */

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { courtStrip } from "./hall.js";
import { change, draftOf, owes } from "./drafts.js";
import { clanBadge, seal } from "./pieces.js";
import { sums, voters, votesOf } from "./votes.js";
import { count, decisionNow, member } from "./words.js";

/** @param {any} view @param {any} ctx */
export function casting(view, ctx) {
  const decision = decisionNow(view.public);
  const mine = voters(view);
  const votes = votesOf(view, ctx);
  const isOpen = owes(view);
  return html`<div class="casting">${scales(mine, votes, decision, ctx.isPhone)}
    ${mine.length ? html`<section class="voters" aria-label="My voting members"><div class="order-head"><h3>My voting members</h3><span class="pill">${isOpen ? "draft, sealed until all are in" : "sealed"}</span>
      ${isOpen ? html`<span class="vote-all"><button class="button button-small" type="button" @click=${() => all(ctx, mine, "A")}>All A</button><button class="button button-small" type="button" @click=${() => all(ctx, mine, "B")}>All B</button><button class="button button-small" type="button" @click=${() => all(ctx, mine, "")}>All abstain</button></span>` : nothing}</div>
      ${mine.map(([id, weight]) => row(ctx, id, weight, votes[id] ?? "", decision, isOpen))}</section>` : html`<p class="note casting-none">${view.seat === null ? "Ballots are sealed until all are in." : "You hold no Advisor and no Clan, so you have no vote this time."}</p>`}</div>${courtStrip(view, ctx)}`;
}

/** @param {any} ctx @param {string} id @param {number} weight @param {string} vote @param {any} decision @param {boolean} isOpen */
function row(ctx, id, weight, vote, decision, isOpen) {
  const options = [["A", `A ${decision.a}`], ["", "Abstain"], ["B", `B ${decision.b}`]];
  return html`<div class="voter" data-voter=${id}>${member(id).sort === "clan" ? clanBadge(id) : seal(weight, true)}<b class="voter-name">${member(id).name}</b><span class="voter-votes">${count(weight, "vote")}</span>
    <span class="switch" role="radiogroup" aria-label="Vote of ${member(id).name}">${options.map(([value, label]) => html`<button type="button" role="radio" aria-checked=${String(vote === value)} tabindex=${vote === value ? 0 : -1} ?disabled=${!isOpen && vote !== value} aria-disabled=${!isOpen}
      @click=${() => { if (isOpen) cast(ctx, id, value); }} @keydown=${(/** @type {KeyboardEvent} */ event) => { if (isOpen) arrow(event, ctx, id, value, options); }}>${vote === value ? "✓ " : nothing}${label}</button>`)}</span></div>`;
}

/** @param {any} ctx @param {string} id @param {string} value */
function cast(ctx, id, value) {
  const { [id]: old, ...rest } = draftOf(ctx.view, ctx).votes;
  change(ctx, { votes: value ? { ...rest, [id]: value } : rest });
}

/** Arrows go round, as in every group of radio buttons. @param {KeyboardEvent} event @param {any} ctx @param {string} id @param {string} value @param {string[][]} options */
function arrow(event, ctx, id, value, options) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const group = /** @type {HTMLElement} */ (event.currentTarget).parentElement;
  const at = (options.findIndex(([one]) => one === value) + by + options.length) % options.length;
  cast(ctx, id, options[at][0]);
  requestAnimationFrame(() => requestAnimationFrame(() => /** @type {HTMLElement | undefined} */ (group?.children[at])?.focus()));
}

/** @param {any} ctx @param {[string, number][]} mine @param {string} value */
function all(ctx, mine, value) {
  change(ctx, { votes: value ? Object.fromEntries(mine.map(([id]) => [id, value])) : {} });
  ctx.announce(value ? `All votes for ${value}` : "All abstain");
}

/** Wide and narrow drawing; letters keep their size. */
const WIDE = { width: 832, arms: [216, 616], middle: 416, pan: 212 };
const NARROW = { width: 400, arms: [104, 296], middle: 200, pan: 186 };

/** @param {[string, number][]} mine @param {Record<string, string>} votes @param {any} decision @param {boolean} isNarrow */
function scales(mine, votes, decision, isNarrow) {
  const { a, b } = sums(mine, votes);
  const tilt = Math.sign(a - b) * Math.min(13, 5 + Math.abs(a - b) * 2);
  const { width, arms, middle, pan: wide } = isNarrow ? NARROW : WIDE;
  const hung = [["A", decision.a, a, 62 + tilt], ["B", decision.b, b, 62 - tilt]];
  return html`<svg class="scales" viewBox="0 0 ${width} 206" role="img" aria-label="My draft: ${a} for A ${decision.a}, ${b} for B ${decision.b}">
    <path class="beam" d="M${arms[0]} ${62 + tilt}L${arms[1]} ${62 - tilt}"/><use href="#pr-scales-stand" x=${middle - 106} y="40" width="212" height="160"/>
    ${hung.map(([option, label, sum, y], at) => svg`${pan(arms[at], Number(y) + 74, wide, `${option} ${label}`, mine.filter(([id]) => votes[id] === option))}
      <text class="scale-sum" x=${arms[at]} y="21">${sum}</text><text class="scale-note" x=${arms[at]} y="37">my sum for ${option}</text>`)}</svg>`;
}

/** @param {number} x @param {number} y @param {number} width of the pan @param {string} label @param {[string, number][]} weights */
function pan(x, y, width, label, weights) {
  const whole = weights.reduce((sum, [, weight]) => sum + 26 + weight * 7, 0) + Math.max(0, weights.length - 1) * 5;
  const fit = Math.min(1, (width - 30) / (whole || 1));
  const most = Math.floor(width / 8.4);
  let left = x - (whole * fit) / 2;
  return svg`<g class="pan"><use href="#pr-scales-pan" x=${x - width / 2} y=${y - 76} width=${width} height="112"/>
    ${weights.map(([id, weight]) => {
    const wide = (26 + weight * 7) * fit;
    const tall = 18 + weight * 5;
    const at = left;
    left += wide + 5 * fit;
    return svg`<rect class="weight" x=${at} y=${y - tall - 1} width=${wide} height=${tall} rx="3"/><text class="weight-number" x=${at + wide / 2} y=${y - tall / 2 + 3.5}>${weight}</text>
      ${fit < 0.7 ? nothing : svg`<text class="weight-name" x=${at + wide / 2} y=${y - tall - 6}>${member(id).badge ?? member(id).short}</text>`}`;
  })}
    <text class="pan-label" x=${x} y=${y + 20}>${label.length > most ? `${label.slice(0, most - 1)}…` : label}</text></g>`;
}
