import { describe, expect, it } from "vitest";
import { timeLimit } from "../../tools/time-limit.ts";
import { compareCycles, findFileCycles, findFolderCycles, knownCycles } from "./boundaries-cycles.ts";
import { projectSources } from "./boundaries-sources.ts";

const files = projectSources();
/** Folders whose subfolders form layers. Case 13 concerns the web, case 15 the domains of the server. */
const layered = [
  "web/src",
  "sandbox/src",
  ...new Set(files.flatMap(({ path }) => /^server\/src\/[^/]+(?=\/[^/]+\/)/.exec(path)?.[0] ?? [])),
];

describe("cycles of imports", () => {
  it("H13, H15: every one of files and folders is in the list of known cycles", {
    timeout: timeLimit(60),
  }, () => {
    const found = [...findFileCycles(files), ...layered.flatMap((folder) => findFolderCycles(files, folder))];
    expect(layered).toContain("server/src/billing");
    expect(compareCycles(found, knownCycles)).toEqual([]);
  });

  const importing = (path: string, ...specifiers: string[]) => ({
    path,
    text: specifiers.map((specifier) => `import type { A } from "${specifier}";`).join("\n"),
  });
  const folder = "server/src/billing";

  it("are found between files, by types alone and through a third one", () => {
    expect(
      findFileCycles([
        importing(`${folder}/a.ts`, "./b.ts"),
        importing(`${folder}/b.ts`, "./c.ts", "./d.ts"),
        importing(`${folder}/c.ts`, "./a.ts"),
        importing(`${folder}/d.ts`, "zod"),
      ]),
    ).toEqual([[`${folder}/a.ts`, `${folder}/b.ts`, `${folder}/c.ts`]]);
  });

  it("are found between domains that name each other", () => {
    const files = [
      importing("server/src/media/index.ts", "#catalogue"),
      importing("server/src/catalogue/index.ts", "#media"),
    ];
    expect(findFileCycles(files)).toHaveLength(1);
  });

  it("do not count where one side is loaded lazily, except between folders", () => {
    const lazy = { path: `${folder}/b/b.ts`, text: 'export const load = () => import("../a/a.ts");' };
    const pair = [importing(`${folder}/a/a.ts`, "../b/b.ts"), lazy];
    expect(findFileCycles(pair)).toEqual([]);
    expect(findFolderCycles(pair, folder)).toEqual([[`${folder}/a`, `${folder}/b`]]);
  });

  it("do not count between folders when only a test or a file next to the folders closes them", () => {
    const pair = [
      importing(`${folder}/a/a.ts`, "../b/b.ts"),
      importing(`${folder}/b/b.test.ts`, "../a/a.ts"),
      importing(`${folder}/open.ts`, "./a/a.ts"),
      importing(`${folder}/b/b.ts`, "../open.ts"),
    ];
    expect(findFolderCycles(pair, folder)).toEqual([]);
  });

  it("must be in the list while they exist and be removed from it afterwards", () => {
    expect(compareCycles([["a", "b"]], [["c", "d"]])).toEqual([
      "import one another: a b",
      "no longer a cycle, remove it from the list: c d",
    ]);
    expect(compareCycles([["a", "b"]], [["a", "b"]])).toEqual([]);
  });
});
