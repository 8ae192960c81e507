import { expect, test } from "vitest";
import { skipsIn, takeNoSkips, withoutSkips } from "./test-skips.ts";

test("skips are read from a program's output by name", () => {
  const output =
    "SKIP pgbouncer: apt-get install pgbouncer\nok something\nSkipped: the wire\n1 passed, 0 failed\n";
  expect(skipsIn(output)).toEqual(["pgbouncer: apt-get install pgbouncer", "the wire"]);
  expect(skipsIn("a SKIP in the middle\n")).toEqual([]);
});

test("without skips a missing program is a failure once, and absent specifications are none", () => {
  const summary = { passed: 3, failed: 0, skipped: 4 };
  const skips = [
    "caddy (apt-get install caddy)",
    "caddy (apt-get install caddy)",
    "the wire (no specifications)",
  ];
  expect(withoutSkips(summary, skips)).toEqual({ passed: 3, failed: 1, skipped: 4 });
  expect(takeNoSkips(["--no-skips", "a.test.ts"])).toEqual({ noSkips: true, rest: ["a.test.ts"] });
});
