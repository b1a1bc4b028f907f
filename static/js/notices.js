// @ts-check
/** Unread notices: bell badge, title badge "(2)", favicon dot. */

const plain = document.title;

/** @param {number} unread */
export function showUnread(unread) {
  const count = document.querySelector("[data-bell-count]");
  if (count instanceof HTMLElement) {
    count.hidden = unread === 0;
    count.textContent = unread > 99 ? "99+" : String(unread || "");
  }
  showBadge(unread);
}

/** @param {number} number */
export function showBadge(number) {
  const bare = document.title.replace(/^\(\d+\) /, "") || plain;
  document.title = number ? `(${number}) ${bare}` : bare;
  const icon = document.querySelector("link[rel=icon]");
  if (!(icon instanceof HTMLLinkElement)) return;
  icon.dataset.calm ??= icon.href;
  icon.href = number ? icon.dataset.attention ?? icon.dataset.calm : icon.dataset.calm;
}

export function startNotices() {
  const bell = document.querySelector("[data-bell]");
  if (bell instanceof HTMLElement) showUnread(Number(bell.dataset.unread) || 0);
}
