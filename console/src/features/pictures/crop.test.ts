import { expect, test } from "vitest";
import { partOf } from "./crop.ts";

test("C34: the frame is as large as the picture allows, and its middle as near to the focal point as it can be", () => {
  const size = { width: 2400, height: 1600 };
  expect(partOf(size, 3 / 2, { x: 0.5, y: 0.5, zoom: 1 })).toEqual({
    width: 1600 / 1.5 / 2400,
    height: 1,
    left: 0.5 - 1600 / 1.5 / 4800,
    top: 0,
  });
  const corner = partOf(size, 9 / 16, { x: 0, y: 1, zoom: 2 });
  expect(corner).toEqual({ width: 0.5, height: 675 / 1600, left: 0, top: 1 - 675 / 1600 });
});
