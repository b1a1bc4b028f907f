// @ts-check
/** What every page does: theme menu without a reload, bell, clocks in server-rendered pages. */

import { startClocks } from "./clock.js";
import { setTheme } from "./prefs.js";

function startThemeMenu() {
  const form = document.querySelector("[data-theme-menu]");
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", (event) => {
    const pressed = /** @type {SubmitEvent} */ (event).submitter;
    if (!(pressed instanceof HTMLButtonElement)) return;
    event.preventDefault();
    setTheme(pressed.value);
    for (const item of form.querySelectorAll("button[name=theme]")) {
      item.setAttribute("aria-pressed", String(item === pressed));
    }
    form.hidePopover?.();
    if ("save" in form.dataset) {
      const body = new FormData(form);
      body.set("theme", pressed.value);
      fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
    }
  });
}

startThemeMenu();
if (document.querySelector("[data-bell]")) import("./notices.js").then(({ startNotices }) => startNotices());
startClocks();
