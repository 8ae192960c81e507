import { expect, test } from "vitest";
import { frameAt, parseStoryboard } from "./storyboard.ts";

const base = "https://site.test/media/v/grant/asset/storyboard.vtt";
const text = `WEBVTT

00:00:00.000 --> 00:00:02.000
storyboard.jpg#xywh=0,0,90,160

01:00:02.500 --> 01:00:04.000
storyboard.jpg#xywh=pixel:90,160,90,160
`;

test("each cue is a region of an image next to the cues, under the same grant", () => {
  const [first, second] = parseStoryboard(text, base);
  expect(first).toEqual({
    from: 0,
    to: 2,
    url: "https://site.test/media/v/grant/asset/storyboard.jpg",
    x: 0,
    y: 0,
    width: 90,
    height: 160,
  });
  expect(second).toMatchObject({ from: 3602.5, to: 3604, x: 90, y: 160 });
});

test("a cue without a region is skipped, and other text has no thumbnails", () => {
  expect(parseStoryboard("WEBVTT\n\n00:00.000 --> 00:02.000\nstoryboard.jpg\n", base)).toEqual([]);
  expect(parseStoryboard("WEBVTT\n\n00:00.000 --> 00:02.000\na.jpg#xywh=0,0,0,9\n", base)).toEqual([]);
  expect(parseStoryboard("403\n", base)).toEqual([]);
  expect(parseStoryboard("WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\na.jpg#xywh=1,2,3,4", base)).toHaveLength(
    1,
  );
});

test("a moment has its thumbnail, and one past the end the last", () => {
  const frames = parseStoryboard(text, base);
  expect(frameAt(frames, 1.9)?.x).toBe(0);
  expect(frameAt(frames, 3603)?.x).toBe(90);
  expect(frameAt(frames, 9999)?.x).toBe(90);
  expect(frameAt([], 1)).toBeNull();
});
