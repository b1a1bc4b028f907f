/** Modules as they are served: a title's `ui/` lies beside the shared ones, so its imports only resolve there. */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

globalThis.document ??= { createTreeWalker: () => ({}), createComment: () => ({}) };

const root = fileURLToPath(new URL("../../", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "served-"));
process.on("exit", () => rmSync(place, { recursive: true, force: true }));
cpSync(join(root, "static/js"), join(place, "js"), { recursive: true });
cpSync(join(root, "static/vendor"), join(place, "vendor"), { recursive: true });
cpSync(join(root, "games/purple_robes/ui"), join(place, "games/purple-robes"), { recursive: true });

/** @param {string} path such as `js/chips.js` or `games/purple-robes/state.js` */
export const served = (path) => import(pathToFileURL(join(place, path)).href);
