import { expect, test } from "vitest";
import { openPreviewCodes } from "./home-preview.ts";

test("C51 (preview): a code opens for an hour of the machine's time, whichever way the clock of the business is moved", () => {
  const start = Date.parse("2026-11-26T12:00:00Z");
  const at = { machine: start, moved: start };
  const clock = { now: () => new Date(at.moved), machine: () => new Date(at.machine) };
  const codes = openPreviewCodes([{ secret: "one" }], clock);
  const code = codes.create();
  for (const days of [-400, 0, 400]) {
    at.moved = start + days * 86_400_000;
    expect(codes.isValid(code), `${days} days`).toBe(true);
  }
  at.machine = start + 3_599_000;
  expect(codes.isValid(code)).toBe(true);
  at.machine = start + 3_600_000;
  expect(codes.isValid(code)).toBe(false);
  at.machine = start;
  expect(openPreviewCodes([{ secret: "two" }], clock).isValid(code)).toBe(false);
  expect(openPreviewCodes([{ secret: "two" }, { secret: "one" }], clock).isValid(code)).toBe(true);
});
