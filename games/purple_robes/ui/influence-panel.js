// @ts-check
/** Orders in an influencing round: target, items, the live total and what it would do. All numbers are the preview's. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { counted, listed, tapped } from "../../js/chips.js";
import { icon } from "../../js/icons.js";
import { seatName } from "../../js/seats.js";
import { answerOf, change, draftOf } from "./drafts.js";
import { clanBadge, clanStrip, memberLabel, seal, warning, why } from "./pieces.js";
import { within } from "./state.js";
import { ADVISORS, CLANS, CLASSES, croniesOf, KIND_ORDER, kindList, kindName, KINDS, kindWord, member, signed, weightOf } from "./words.js";

/** @param {any} view @param {any} ctx */
export function influencePanel(view, ctx) {
  const draft = draftOf(view, ctx);
  const works = Object.keys(view.private.my_legal?.targets?.[draft.target ?? ""]?.kinds ?? {}).length > 0;
  return html`<section class="order-card" aria-labelledby="order-head"><div class="order-head"><h2 id="order-head">Your order</h2><span class="pill">draft, not sent</span><span class="note">only you see this</span></div>
    ${draft.target ? html`${target(view, ctx, draft.target)}${chips(view, ctx, draft)}${works ? total(view, ctx, draft) : nothing}` : html`<p class="note">Tap a member on the board, or choose one here. Or only trade, or pass.</p>${picker(view, ctx, "Choose a member …")}`}</section>${trade(view, ctx, draft)}`;
}

/** The drawer is fetched when somebody wants to trade. @param {any} view @param {any} ctx @param {import("./state.js").Draft} draft */
function trade(view, ctx, draft) {
  if (draft.trade || ctx.ui.trading || view.private.my_trade_notes?.length) return ctx.part("trade")?.tradeCard(view, ctx) ?? nothing;
  const partners = view.private.my_legal?.partners ?? [];
  const open = () => { ctx.ui.trading = true; change(ctx, { trade: { partner: partners[0], give: {}, get: {} } }); };
  return html`<section class="order-card trade-card" aria-labelledby="trade-head"><div class="order-head">${icon("i-swap", "ic-small")}<h2 id="trade-head">Trade</h2><span class="note">one a round, after all attempts</span>
    <button class="button button-small" type="button" aria-expanded="false" ?disabled=${!partners.length} @click=${open}>Offer a trade</button></div></section>`;
}

/** @param {any} view @param {string} id */
function holderWords(view, id) {
  const { controller, amount } = view.public.members[id];
  if (controller === undefined) return "free";
  return controller === view.seat ? `yours with ${amount}` : `held by ${seatName(view, controller)} with ${amount}`;
}

/** @param {any} view @param {any} ctx @param {string} id */
function target(view, ctx, id) {
  const one = member(id);
  const place = one.sort === "crony" ? `${member(one.advisor ?? "").short} · ${member(one.clan ?? "").short} · ` : one.sort === "clan" ? "Clan · " : "Advisor · ";
  return html`<div class="target-card">${one.sort === "clan" ? clanStrip(id) : one.sort === "crony" ? clanStrip(one.clan ?? "") : seal(weightOf(view.public, id), true)}
    <div class="target-words"><b class="serif">${one.name}${one.power ? ` (${one.power})` : ""}</b><p class="note">${place}${holderWords(view, id)}</p></div>
    <span class="target-change"><span class="button button-small" aria-hidden="true">Change</span>${picker(view, ctx, "No attempt")}</span></div>`;
}

/** The board and this list are two ways to one draft. @param {any} view @param {any} ctx @param {string} none what choosing nobody is called */
function picker(view, ctx, none) {
  const groups = [...ADVISORS.map((advisor) => /** @type {[string, any[]]} */ ([advisor.name, [advisor, ...croniesOf(advisor.id)]])), /** @type {[string, any[]]} */ (["Clans", CLANS])];
  const kept = draftOf(view, ctx).target;
  const pick = (/** @type {string} */ id) => { if (id) ctx.pickMember(id); else change(ctx, { target: null, items: {} }); };
  return html`<select class="target-select" aria-label="Target" @change=${(/** @type {Event} */ event) => pick(/** @type {HTMLSelectElement} */ (event.target).value)}><option value="" .selected=${live(kept === null)}>${none}</option>
    ${groups.map(([label, members]) => html`<optgroup label=${label}>${members.map(({ id }) => html`<option value=${id} .selected=${live(kept === id)}>${memberLabel(view, id)}</option>`)}</optgroup>`)}</select>`;
}

/** @param {any} view @param {any} ctx @param {import("./state.js").Draft} draft */
function chips(view, ctx, draft) {
  const hand = view.public.hands[view.seat] ?? {};
  const usable = view.private.my_legal?.targets?.[draft.target ?? ""]?.kinds ?? {};
  const valid = KIND_ORDER.filter((kind) => usable[kind]);
  const invalid = KIND_ORDER.filter((kind) => hand[kind] && !usable[kind]);
  const list = valid.map((kind) => ({ kind, held: usable[kind], chosen: Math.min(draft.items[kind] ?? 0, usable[kind]) }));
  const total = Object.values(hand).reduce((sum, n) => sum + Number(n), 0);
  const groups = new Map();
  valid.forEach((kind, at) => {
    const group = KINDS[kind].class === "monkey" ? "general" : KINDS[kind].class;
    groups.set(group, [...(groups.get(group) ?? []), at]);
  });
  return html`<div class="chip-head"><h3>Use items</h3><span class="note">${total} held; tap again to take one more</span>
      ${Object.keys(draft.items).length ? html`<button class="link-button" type="button" @click=${() => change(ctx, { items: {} })}>Clear</button>` : nothing}</div>
    ${[...groups].map(([group, places]) => html`<div class="chip-row" role="group" aria-label=${CLASSES[group]}><span class="chip-class">${CLASSES[group]}</span><span class="chip-list">${places.map((/** @type {number} */ at) => chip(view, ctx, list, at))}</span></div>`)}
    ${valid.length ? nothing : html`<p class="note">Nothing you hold works on this member.</p>`}
    ${invalid.length ? html`<div class="chip-row" role="group" aria-label="Not on this target"><span class="chip-class">Not on this target</span><span class="chip-list">${invalid.map((kind) => html`<span class="item-chip item-off ${shape(kind)}">
      <span class="item-value">${signed(KINDS[kind].value)}</span>${kindWord(kind)}${hand[kind] > 1 ? ` × ${hand[kind]}` : ""}</span>`)}</span></div>` : nothing}`;
}

/** @param {string} kind */
const shape = (kind) => (KINDS[kind].value < 0 ? "item-threat" : "item-bribe");

/** @param {any} view @param {any} ctx @param {import("../../js/chips.js").Chip[]} list @param {number} at */
function chip(view, ctx, list, at) {
  const { kind, held, chosen } = list[at];
  const tap = (/** @type {MouseEvent} */ event) => {
    const counts = tapped(list, at, { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey, anchor: ctx.ui.anchor });
    if (!event.shiftKey) ctx.ui.anchor = at;
    change(ctx, { items: counts });
    ctx.announce(`${kindName(kind)}: ${counts[kind] ?? 0} of ${held}`);
  };
  return html`<button class="item-chip ${shape(kind)}" type="button" data-kind=${kind} aria-pressed=${String(chosen > 0)} aria-label="${kindName(kind)}, ${chosen} of ${held} chosen" @click=${tap}>
    <span class="item-value">${signed(KINDS[kind].value)}</span>${kindWord(kind)}${chosen && held > 1 ? ` ${chosen} of ${held}` : held > 1 ? ` × ${held}` : ""}${chosen ? html`<span class="chip-tick" aria-hidden="true">✓</span>` : nothing}</button>`;
}

/** @param {any} view @param {any} ctx @param {import("./state.js").Draft} draft */
function total(view, ctx, draft) {
  const answer = answerOf(view, ctx);
  if (answer?.refused) return warning(answer.refused);
  const found = answer?.attempt;
  if (!found || found.target !== draft.target) return html`<p class="note total-wait">${Object.keys(draft.items).length ? "Counting …" : "Choose items to see what they are worth."}</p>`;
  const needed = found.needed;
  return html`<div class="total" aria-live="polite"><p class="formula">${formula(view, ctx, found)}</p>
    <p class="total-line">${why(ctx, "strength", html`<b class="total-sum">${found.strength}</b>`, `Strength ${found.strength}`, found)} <span>${needed === undefined ? "strength" : html`of ${why(ctx, "needed", String(needed), `Needed ${needed}`, found)}`}</span>${verdict(found)}</p>
    ${meter(found.strength, needed)}${hint(ctx, found, answer.warnings ?? [])}${outcome(found)}${(answer.warnings ?? []).includes("promised") ? warning("An item is also promised in your trade: the attempt comes first, so the trade will fail.") : nothing}</div>`;
}

/** Pairs as brackets, singles, high ones, then what supports. @param {any} view @param {any} ctx @param {any} found */
function formula(view, ctx, found) {
  const pairs = counted(found.pairs.map((/** @type {string[]} */ pair) => pair.join(" & ")));
  const parts = Object.entries(pairs).map(([words, n]) => why(ctx, "pair", html`[ ${words.split(" & ").map(kindName).join(" & ")} ] ${n > 1 ? `${n} pairs = ${4 * n}` : "pair = 4"}`, `Pair ${words}`, found));
  for (const [kind, n] of Object.entries(counted([...found.singles, ...found.high]))) {
    parts.push(html`<span class="formula-part">${kindName(kind)}${n > 1 ? ` × ${n}` : ""} = ${Math.abs(KINDS[kind].value) * n}</span>`);
  }
  for (const [id, adds] of Object.entries(found.sources ?? {})) {
    const clan = member(id).sort === "clan";
    parts.push(why(ctx, "support", html`${clan ? clanBadge(id) : html`<b>${member(id).short}</b>`} ${clan ? `your ${view.public.members[id].amount} ÷ 3 = ${adds}` : `+${adds}`}`, `Support ${adds} from ${member(id).name}`, found));
  }
  return parts.length ? parts.map((part, at) => html`${at ? html` <span aria-hidden="true">+</span> ` : nothing}${part}`) : html`<span class="note">no items yet</span>`;
}

/** @param {any} found */
function verdict({ result, to, amount, missing, strength }) {
  if (!strength) return nothing;
  if (result === "takes") return html`<b class="verdict ok-text">${icon("i-check", "ic-small")} takes control with ${to}</b>`;
  if (result === "raises") return html`<b class="verdict ok-text">${icon("i-check", "ic-small")} raises ${amount} → ${to}</b>`;
  if (result === "no_gain") return html`<b class="verdict warn-text"><span aria-hidden="true">▲</span> no gain: stays ${amount}</b>`;
  return html`<b class="verdict warn-text"><span aria-hidden="true">▲</span> needs ${missing ?? "more"}${missing ? " more" : ""} to take control</b>`;
}

/** One cell a point: filled, or dashed where it is missing. @param {number} strength @param {number | undefined} needed */
function meter(strength, needed) {
  const cells = Math.min(Math.max(strength, needed ?? 0), 24);
  if (!cells) return nothing;
  return html`<span class="meter" role="img" aria-label="${strength}${needed === undefined ? "" : ` of ${needed}`}">${Array.from({ length: cells }, (_, at) => html`<span class=${at < strength ? "on" : "off"}>${cells <= 14 ? at + 1 : nothing}</span>`)}</span>`;
}

/** @param {any} ctx @param {any} found @param {string[]} warnings */
function hint(ctx, found, warnings) {
  const { better } = found;
  if (!better || !warnings.includes("better") && found.result !== "fails") return nothing;
  const more = listed(diff(counted(better.items), counted(found.items)), KIND_ORDER);
  const words = more.length && more.length < better.items.length ? html`add <b>${kindList(more)}</b>` : html`use <b>${kindList(better.items)}</b>`;
  return html`<p class="hint">Better at hand: ${words} for ${better.strength}${better.result === "takes" ? ", takes it if nobody raises" : ""}. <button class="link-button" type="button"
    @click=${() => change(ctx, { items: within(counted(better.items), ctx.view.private.my_legal?.targets?.[found.target]?.kinds ?? {}) })}>${more.length && more.length < better.items.length ? "Add" : "Use these"}</button></p>`;
}

/** @param {Record<string, number>} a @param {Record<string, number>} b @returns {Record<string, number>} */
function diff(a, b) {
  return Object.fromEntries(Object.entries(a).map(([kind, n]) => [kind, Math.max(0, n - (b[kind] ?? 0))]).filter(([, n]) => Number(n) > 0));
}

/** @param {any} found */
function outcome({ result, items, strength, needed, own }) {
  if (!items.length) return nothing;
  const spent = items.length === 1 ? "the item is spent" : items.length === 2 ? "both items are spent" : `all ${items.length} items are spent`;
  if (result === "takes") return html`<p class="outcome ok-text">${icon("i-check", "ic-small")} Takes it, unless somebody raises it or is stronger. ${spent.charAt(0).toUpperCase()}${spent.slice(1)} either way.</p>`;
  if (result === "raises") return html`<p class="outcome ok-text">${icon("i-check", "ic-small")} Raised first, before anybody's attempt this round. ${spent.charAt(0).toUpperCase()}${spent.slice(1)}.</p>`;
  if (result === "no_gain") return html`<p class="outcome bad-text">${icon("i-x", "ic-small")} As drafted nothing is gained and ${spent}.${own && needed ? ` A raise gains from ${needed} on.` : ""}</p>`;
  return html`<p class="outcome bad-text">${icon("i-x", "ic-small")} As drafted it fails (${strength} of ${needed}) and ${spent}.</p>`;
}
