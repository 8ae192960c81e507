import { describe, expect, it } from "vitest";
import { importsOf, targetOf } from "./boundaries-imports.ts";

const importsIn = (text: string, path = "server/src/a.ts") => importsOf({ path, text });

describe("an import is seen", () => {
  it.each([
    ['import { a } from "#billing";'],
    ['import type {\n  A,\n  B,\n} from "#billing";'],
    ['export * from "#billing";'],
    ['export { a } from "#billing";'],
    ['export type { A } from "#billing";'],
    ['import "#billing";'],
    ['const a = await import("#billing");'],
    ["const a = await import(\n  `#billing`\n);"],
    ['const s = 1;\nimport * as a from\n  "#billing";'],
    ['const a = 1; import { b } from "#billing";'],
    ['type A = typeof import("#billing");'],
    ['let a: import("#billing").A;'],
  ])("as %s", (text) => {
    expect(importsIn(text)).toEqual(["#billing"]);
  });

  it("once for each export, and in a file with JSX", () => {
    expect(importsIn('import { A } from "./a.tsx";\nexport const B = () => <A />;', "web/src/b.tsx")).toEqual(
      ["./a.tsx"],
    );
  });

  it("but not in prose, in a string or with a computed path", () => {
    const text =
      '// import { a } from "#billing";\n/**\n * import "x" from "y"\n */\nconst from = "import { z } from \\"z\\"";\n' +
      'const b = await import("./" + from);';
    expect(importsIn(text)).toEqual([]);
  });

  it("and a file that cannot be parsed is an error", () => {
    expect(() => importsIn("import { from;")).toThrow(/server\/src\/a\.ts: /);
  });
});

it.each([
  ["server/src/billing/pay.ts", "../media/index.ts", "server/src/media/index.ts"],
  ["server/src/billing/pay.ts", "#media", "server/src/media/index.ts"],
  ["server/src/billing/pay.ts", "#platform/db/pool", "server/src/platform/db/pool.ts"],
  ["server/src/billing/pay.test.ts", "#test/app", "server/test/app.ts"],
  ["server/src/billing/pay.ts", "kysely", undefined],
])("%s that imports %s reaches %s", (path, specifier, target) => {
  expect(targetOf(path, specifier)).toBe(target);
});
