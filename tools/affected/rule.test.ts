import { expect, test } from "vitest";
import { decide } from "./rule.ts";

const never = () => Promise.reject(new Error("asked for nothing"));

test("H25: up to 60 % of the test files, only the affected ones run", async () => {
  expect(await decide({ affected: 60, all: 100 }, ["a.ts"], never)).toEqual({ run: "affected" });
  expect(await decide({ affected: 0, all: 0 }, [], never)).toEqual({ run: "affected" });
});

test("H25: above 60 % all of them run, and the file that affects the most is named", async () => {
  const reach: Record<string, number> = { "web/a.ts": 3, "server/src/platform/db/pool.ts": 58, "b.ts": 7 };
  const decision = await decide(
    { affected: 61, all: 100 },
    Object.keys(reach),
    async (path) => reach[path] ?? 0,
  );
  expect(decision).toEqual({
    run: "all",
    because:
      "server/src/platform/db/pool.ts alone affects 58; the change affects 61 % of 100 test files, so all of them run.",
  });
});
