import { expect, test } from "vitest";
import { divideSlots } from "./test-slots.ts";

test.each([1, 2, 3, 4, 8, 16, 64])(
  "on %i cores one process more than cores runs, and both rows have one",
  (cores) => {
    const { journeys, unit } = divideSlots(cores);
    expect(journeys + unit).toBe(cores + 1);
    expect(unit).toBeGreaterThanOrEqual(1);
    expect(journeys).toBeGreaterThanOrEqual(unit);
  },
);
