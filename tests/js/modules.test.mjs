import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Served address → file; a title's `ui/` is served under `games/<slug>/`. */
function served() {
  const files = new Map();
  const add = (at, folder) => {
    for (const name of readdirSync(join(root, folder))) {
      if (name.endsWith(".js")) files.set(join(at, name), join(root, folder, name));
    }
  };
  add("js", "static/js");
  for (const title of readdirSync(join(root, "games"), { withFileTypes: true })) {
    if (!title.isDirectory()) continue;
    try { add(`games/${title.name.replaceAll("_", "-")}`, `games/${title.name}/ui`); } catch { /* no client of its own */ }
  }
  return files;
}

const files = served();
const text = (file) => readFileSync(files.get(file), "utf8");

/** Everything that hashed static files rewrite: imports, dynamic imports, and types in comments. */
function imports(file) {
  const found = [...text(file).matchAll(/(?:from\s*|import\s*|import\()["'](\.[^"']+)["']/g)].map((match) => normalize(join(dirname(file), match[1])));
  return [...new Set(found)].filter((path) => !path.startsWith("vendor/"));
}

test("every module that is named is served", () => {
  for (const file of files.keys()) {
    for (const other of imports(file)) assert.ok(files.has(other), `${file} imports ${other}`);
  }
});

test("no module imports itself by a detour: a hash could never be settled", () => {
  const state = new Map();
  const visit = (file, path) => {
    if (state.get(file) === "done") return;
    assert.notEqual(state.get(file), "open", `circle: ${[...path, file].join(" → ")}`);
    state.set(file, "open");
    for (const other of imports(file)) visit(other, [...path, file]);
    state.set(file, "done");
  };
  for (const file of files.keys()) visit(file, []);
});

test("modules are checked, short, and write no style attribute", () => {
  for (const file of files.keys()) {
    assert.match(text(file), /^\/\/ @ts-check\n/, file);
    assert.ok(text(file).split("\n").length <= 401, `${file} is too long`);
    assert.doesNotMatch(text(file), /[\s"]style=|\.innerHTML|unsafeHTML|unsafeSVG/, file);
  }
});

test("shared modules name no title", () => {
  const titles = [...files.keys()].filter((file) => file.startsWith("games/")).map((file) => file.split("/")[1]);
  for (const file of files.keys()) {
    if (!file.startsWith("js/")) continue;
    for (const title of new Set(titles)) assert.ok(!text(file).includes(title), `${file} names ${title}`);
  }
});
