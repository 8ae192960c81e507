import { expect, test } from "vitest";
import { FIRST_FRAME_BOUNDS, type Figure, figuresOf } from "./figures.ts";
import { exitShare, firstFrame, qualityOf, rebufferShare } from "./qoe/quality.ts";
import { sparkline } from "./qoe/view.ts";

const startsOf = (times: readonly number[]): Figure[] =>
  times.flatMap((ttff) => figuresOf({ event: "first_frame", props: { ttff } }));

test("R83: the percentiles of the first frame equal those of the exact times, within the width of a bucket", () => {
  const times = Array.from({ length: 999 }, (_, at) => (at + 1) * 4);
  const quality = qualityOf(startsOf(times));
  expect(quality.plays).toBe(999);
  for (const share of [0.05, 0.5, 0.75, 0.95]) {
    const exact = times[Math.floor(999 * share)] ?? 0;
    expect(Math.abs((firstFrame(quality, share) ?? 0) - exact), `p${share * 100}`).toBeLessThan(exact * 0.03);
  }
  expect(firstFrame(qualityOf(startsOf([0])), 0.5)).toBeLessThanOrEqual(25);
  expect(firstFrame(qualityOf(startsOf([600_000])), 0.99)).toBeGreaterThan(60_000);
});

test("R83: a first frame without a time is a play and changes no percentile", () => {
  const quality = qualityOf([...figuresOf({ event: "first_frame" }), ...startsOf([90])]);
  expect(quality.plays).toBe(2);
  expect(firstFrame(quality, 0.95)).toBeLessThanOrEqual(FIRST_FRAME_BOUNDS[3] ?? 0);
  expect(firstFrame(qualityOf(figuresOf({ event: "first_frame" })), 0.5)).toBeNull();
});

test("R83: rebuffering and early exits are shares, which are absent without any reports", () => {
  const quality = qualityOf([
    ...figuresOf({ event: "play_end", props: { playedMs: 9_000, rebufferMs: 1_000 } }),
    ...figuresOf({ event: "play_end", props: { playedMs: 10_000 } }),
    ...startsOf([10, 10, 10]),
    ...figuresOf({ event: "exit_before_start" }),
  ]);
  expect(rebufferShare(quality)).toBe(0.05);
  expect(exitShare(quality)).toBe(0.25);
  expect([rebufferShare(qualityOf([])), exitShare(qualityOf([]))]).toEqual([null, null]);
});

test("R83: unknown values from outside are mapped to a few known ones", () => {
  const of = (event: string, props: object) =>
    figuresOf({ event, props }).map(({ rendition, network, detail, amount }) => [
      rendition,
      network,
      detail,
      amount,
    ]);
  expect(of("play_error", { error: "network", network: "4g", rendition: 720 })).toEqual([
    [720, "4g", "network", 1],
  ]);
  expect(of("play_error", { error: "=cmd()", network: "'; --", rendition: 9_999 })).toEqual([
    [2160, "", "other", 1],
  ]);
  expect(of("play_error", { rendition: 700 })).toEqual([[720, "", "other", 1]]);
  expect(of("play_error", { rendition: 0 })).toEqual([[0, "", "other", 1]]);
  expect(of("play_end", { playedMs: 86_400_000, rebufferMs: 0.4 })).toEqual([[0, "", "", 3_600_000]]);
  expect(of("ViewContent", { ttff: 5, playedMs: 5, error: "network" })).toEqual([]);
});

test("a sparkline's highest bar is full, and a day without a value is a dot", () => {
  expect(sparkline([0, 5, 10, null])).toBe("▁▅█·");
  expect(sparkline([0, 0])).toBe("▁▁");
  expect(sparkline([null])).toBe("·");
});
