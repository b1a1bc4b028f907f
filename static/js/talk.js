// @ts-check
/** Where chat and table meet: chat comes when it is wanted and gets the frames that came before it; beside a map it opens as a drawer. */

const element = () => /** @type {HTMLElement} */ (document.getElementById("table-talk"));

/** @type {Promise<void> | null} */
let coming = null;

/** Put the talk into its region. @param {any} ctx */
export function openTalk(ctx) {
  coming ??= import("./chat.js").then(({ mount }) => {
    ctx.talk = mount(element(), ctx);
    for (const frame of ctx.talkFrames.splice(0)) ctx.talk.frame(frame);
    ctx.talk.update(ctx.view);
    ctx.talk.seen();
    ctx.invalidate();
  });
  return coming;
}

/** Beside a map the talk is a drawer, opened by the button in the header. @param {any} ctx */
export async function toggle(ctx) {
  const drawer = element();
  const isOpen = drawer.toggleAttribute("data-open");
  const button = document.getElementById("talk-button");
  button?.setAttribute("aria-expanded", String(isOpen));
  if (!isOpen) return;
  drawer.onkeydown = (event) => { if (event.key === "Escape") toggle(ctx); };
  await openTalk(ctx);
  ctx.talk.seen();
  if (button) button.dataset.unread = String(ctx.talk.unread());
}
