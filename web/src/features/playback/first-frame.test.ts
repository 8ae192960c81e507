import { expect, test } from "vitest";
import { FakeVideo } from "../../../test/fake-video.ts";
import { meanLuma, onFirstFrame } from "./first-frame.ts";

test("brightness is weighted as the eye does: green more than red, red more than blue", () => {
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

test("a paused video moves to its first frame when that starts a little after the audio", () => {
  const standing = (mediaTime: number, paused = true) => {
    const video = new FakeVideo();
    video.paused = paused;
    video.reportsFrames();
    onFirstFrame(video.asVideo(), () => undefined);
    video.frame(mediaTime);
    return video.currentTime;
  };
  expect(standing(0.083)).toBe(0.083);
  expect(standing(0)).toBe(0);
  expect(standing(2), "a picture of somewhere else").toBe(0);
  expect(standing(0.083, false), "it plays already").toBe(0);
});

test("a paused video reports its picture, and not after it was cancelled", () => {
  const video = new FakeVideo();
  let found = 0;
  onFirstFrame(video.asVideo(), () => (found += 1));
  video.say("loadeddata");
  expect(found).toBe(1);
  const stop = onFirstFrame(video.asVideo(), () => (found += 1));
  stop();
  video.say("loadeddata");
  expect(found).toBe(1);
});
