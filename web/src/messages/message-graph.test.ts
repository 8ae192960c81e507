import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { missingMessages } from "../../build/message-graph.ts";
import { readSources } from "../../build/module-graph.ts";

const english = join(import.meta.dirname, "en");
const messages = new Map(
  readdirSync(english).map((file) => [
    file.replace(".json", ""),
    new Set(Object.keys(JSON.parse(readFileSync(join(english, file), "utf8")))),
  ]),
);

test("R9: every lazy part loads its messages with its code", () => {
  const sources = readSources(join(import.meta.dirname, ".."));
  expect(sources.size).toBeGreaterThan(200);
  expect(missingMessages(sources, "main.tsx", messages)).toEqual([]);
});

describe("a part without its messages is found", () => {
  const known = new Map([
    ["core", new Set(["site.home"])],
    ["lists", new Set(["list.all", "list.badge.new"])],
  ]);
  const list = `export const List = () => t("list.all");`;

  test.each([
    ["by a bare import", `import("./list.tsx")`, list, ["list.all"]],
    [
      "with the wrong group",
      `loadPart(() => import("./list.tsx"), { messages: ["app"] })`,
      list,
      ["list.all"],
    ],
    [
      "in a row of the table",
      `const x = { load: () => import("./list.tsx"), messages: [] }`,
      list,
      ["list.all"],
    ],
    ["through a module between", `import("./between.ts")`, list, ["list.all"]],
    [
      "with a key that is put together",
      `import("./list.tsx")`,
      `t(\`list.badge.\${badge}\`)`,
      ["list.badge.new"],
    ],
    ["as part of the page itself", `import { List } from "./list.tsx"`, list, ["list.all"]],
    [
      "and is complete with its group",
      `loadPart(() => import("./list.tsx"), { messages: ["lists"] })`,
      list,
      [],
    ],
    ["when opened, too", `lazyOnOpen(() => import("./list.tsx"), { messages: ["lists"] })`, list, []],
    ["but not where only a type is imported", `import type { List } from "./list.tsx"`, list, []],
    ["nor where a type names a key", `import("./list.tsx")`, `type Key = "list.all";`, []],
    ["nor with the messages that every page has", `import("./list.tsx")`, `t("site.home")`, []],
  ])("%s", (_, main, text, keys) => {
    const sources = new Map([
      ["app/main.tsx", main],
      ["app/between.ts", `export { List } from "./list.tsx";`],
      ["app/list.tsx", text],
    ]);
    expect(missingMessages(sources, "app/main.tsx", known).map(({ key }) => key)).toEqual(keys);
  });
});
