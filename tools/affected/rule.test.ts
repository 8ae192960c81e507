import { expect, test } from "vitest";
import { nearestFirst, runInGroups, widestCause } from "./rule.ts";

const never = () => Promise.reject(new Error("asked for nothing"));

test("H25: the tests of a changed file's folder come first, then those of its domain, then the others in their order", () => {
  const paths = [
    "web/src/app/a.test.ts",
    "server/test/app.test.ts",
    "server/src/billing/b.test.ts",
    "server/src/accounts/sessions/s.test.ts",
    "server/src/accounts/links/l.test.ts",
  ];
  const order = (changed: string[]) =>
    nearestFirst(
      paths.map((path) => ({ path })),
      changed,
    ).map(({ path }) => path);
  expect(order(["server/src/accounts/links/create-link.ts"])).toEqual([
    "server/src/accounts/links/l.test.ts",
    "server/src/accounts/sessions/s.test.ts",
    "server/src/billing/b.test.ts",
    "server/test/app.test.ts",
    "web/src/app/a.test.ts",
  ]);
  expect(order(["web/src/app/screen.tsx", "server/test/pages.ts"]).slice(0, 2)).toEqual([
    "web/src/app/a.test.ts",
    "server/test/app.test.ts",
  ]);
  expect(order([])).toEqual(paths);
});

test("H25: groups run until the time is over, the first one in any case, and each test file once", async () => {
  const tests = Array.from({ length: 20 }, (_, index) => index);
  const runUntil = async (groups: number) => {
    const seen: number[][] = [];
    const ran = await runInGroups(
      tests,
      async (group) => {
        seen.push(group);
      },
      () => seen.length < groups,
    );
    return { ran, seen: seen.flat() };
  };
  expect(await runUntil(100)).toEqual({ ran: 20, seen: tests });
  expect(await runUntil(2)).toEqual({ ran: 12, seen: tests.slice(0, 12) });
  expect(await runUntil(0)).toEqual({ ran: 6, seen: tests.slice(0, 6) });
  expect(await runInGroups([], never, () => true)).toBe(0);
});

test("H25: above 60 % of the test files, the file that affects the most is named", async () => {
  expect(await widestCause({ affected: 60, all: 100 }, ["a.ts"], never)).toBeUndefined();
  expect(await widestCause({ affected: 0, all: 0 }, [], never)).toBeUndefined();
  const reach: Record<string, number> = { "web/a.ts": 3, "server/src/platform/db/pool.ts": 58, "b.ts": 7 };
  expect(
    await widestCause({ affected: 61, all: 100 }, Object.keys(reach), async (path) => reach[path] ?? 0),
  ).toBe("server/src/platform/db/pool.ts alone affects 58; the change affects 61 % of 100 test files.");
});
