import { expect, test } from "vitest";
import { startRendition } from "./start-quality.ts";

const renditions = [
  { quality: 540, bandwidth: 1_600_000 },
  { quality: 1080, bandwidth: 5_000_000 },
  { quality: 720, bandwidth: 2_800_000 },
  { quality: 360, bandwidth: 600_000 },
  { quality: 234, bandwidth: 200_000 },
];
const noConditions = { last: null, bandwidth: null, saver: false };
const startQuality = (known: Partial<typeof noConditions> | object) =>
  startRendition(renditions, { ...noConditions, ...known })?.quality;

test("playback starts with the rendition listed first, and the next episode with the last one's quality", () => {
  expect(startQuality({})).toBe(540);
  expect(startQuality({ last: 1080 })).toBe(1080);
  expect(startQuality({ last: 480 })).toBe(540);
});

test("a bandwidth too low for it starts with a lower rendition, and the lowest with the lowest", () => {
  expect(startQuality({ bandwidth: 10_000_000 })).toBe(540);
  expect(startQuality({ bandwidth: 2_000_000 })).toBe(360);
  expect(startQuality({ last: 1080, bandwidth: 5_000_000 })).toBe(720);
  expect(startQuality({ bandwidth: 100_000 })).toBe(234);
});

test("a viewer who saves data starts at 540 at most", () => {
  expect(startQuality({ last: 1080, saver: true })).toBe(540);
});

test("an empty ladder has no rendition", () => {
  expect(startRendition([], noConditions)).toBeNull();
});
