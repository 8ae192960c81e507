import { expect, test } from "vitest";
import { meanLuma } from "./first-picture.ts";

test("how bright a picture is counts as the eye does: green more than red, red more than blue", () => {
  const [black, white, red, green, blue] = [
    [0, 0, 0, 255],
    [255, 255, 255, 255],
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
  ].map(meanLuma) as [number, number, number, number, number];
  expect(black).toBe(0);
  expect(white).toBeCloseTo(255);
  expect(green).toBeGreaterThan(red);
  expect(red).toBeGreaterThan(blue);
  expect(meanLuma([0, 0, 0, 255, 255, 255, 255, 255])).toBeCloseTo(127.5);
});
