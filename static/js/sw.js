// @ts-check
/// <reference lib="webworker" />
/** The portal's service worker: shows pushes and leads where they point. It keeps no page and no data. */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("push", (event) => event.waitUntil(show(read(event))));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(String(event.notification.data?.url ?? "/")));
});

/** @param {PushEvent} event @returns {{id?: number, title?: string, body?: string, url?: string}} */
function read(event) {
  try {
    return event.data?.json() ?? {};
  } catch {
    return {};
  }
}

/** The number makes repeats of one notice one. @param {ReturnType<typeof read>} notice */
async function show(notice) {
  const tag = `notice-${notice.id ?? "news"}`;
  await worker.registration.showNotification(notice.title ?? "Notice", {
    body: notice.body ?? "There is news.",
    tag,
    data: { url: notice.url ?? "/notices/" },
  });
  for (const tab of await worker.clients.matchAll({ type: "window" })) tab.postMessage({ kind: "notice" });
}

/** To a tab that is open already, else to a new one; never to another site. @param {string} url */
async function lead(url) {
  const there = new URL(url, worker.location.origin);
  if (there.origin !== worker.location.origin) return;
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((one) => one.visibilityState === "visible") ?? tabs[0];
  if (tab === undefined) {
    await worker.clients.openWindow(there.href);
    return;
  }
  await tab.focus();
  await tab.navigate(there.href).catch(() => worker.clients.openWindow(there.href));
}
