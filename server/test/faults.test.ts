import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const billing = join(import.meta.dirname, "../src/billing");

test("H21: production code of billing has no hook that only tests use", () => {
  const files = readdirSync(billing, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => ({ path, text: readFileSync(join(billing, path), "utf8") }));
  expect(files.length).toBeGreaterThan(100);
  const hooked = files.filter(({ text }) => /\bstep\?|\.step\b|\blookMs\b|\b[Ff]or tests\b/.test(text));
  expect(hooked.map(({ path }) => path)).toEqual([]);
});
