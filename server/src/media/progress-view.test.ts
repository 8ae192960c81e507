import { describe, expect, it } from "vitest";
import { openTotal } from "./progress-total.ts";
import { barRows, type FileProgress, openProgressView } from "./progress-view.ts";

const file = (name: string, state: FileProgress["state"], percent?: number): FileProgress => ({
  name,
  state,
  progress: percent === undefined ? null : { percent, speed: 2, secondsLeft: 65 },
  bytes: 100,
});

describe("the progress of an ingest", () => {
  it("shows what is being encoded first, with speed and time left, and counts the rest", () => {
    const rows = barRows([file("a.mp4", "ready"), file("c.mp4", "queued"), file("b.mp4", "encoding", 50)], {
      percent: 50,
      secondsLeft: 130,
    });
    expect(rows[0]).toMatch(/^b\.mp4 .*█{12}░{12} 50 % at 2\.0×, 1:05 left$/);
    expect(rows[1]).toMatch(/^c\.mp4 .*waits$/);
    expect(rows[2]).toMatch(/^in all .* █{12}░{12} 1 of 3 files, 2:10 left$/);
  });

  it("adds up by file size, and estimates the time left from the average pace", () => {
    let now = 0;
    const total = openTotal(() => now);
    const at = (percent: number) =>
      total([
        { bytes: 300, percent },
        { bytes: 100, percent: 100 },
      ]);
    expect(at(0)).toEqual({ percent: 25, secondsLeft: null });
    now = 10_000;
    expect(at(0).secondsLeft).toBeNull();
    expect(at(20)).toEqual({ percent: 40, secondsLeft: 40 });
  });

  it("redraws bars in place, no wider than the terminal, and removes them at the end", () => {
    const written: string[] = [];
    const view = openProgressView({ isTTY: true, columns: 60, write: (text) => written.push(text) > 0 });
    view.show([file("a.mp4", "encoding", 50)]);
    view.show([file("a.mp4", "encoding", 60)]);
    expect(written.filter((text) => text === "\x1b[2A\x1b[J")).toHaveLength(1);
    const rows = written.flatMap((text) => text.replace("\x1b[2A\x1b[J", "").split("\n"));
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThan(60);
    view.end();
    view.say("Done.");
    expect(written.slice(-2)).toEqual(["\x1b[2A\x1b[J", "Done.\n"]);
  });

  it("prints plain lines without repetition when the output is not a terminal", () => {
    const lines: string[] = [];
    const view = openProgressView({ isTTY: false, write: (text) => lines.push(text) > 0 });
    for (const percent of [1, 2, 30, 31]) view.show([file("a.mp4", "encoding", percent)]);
    view.show([file("a.mp4", "ready")]);
    view.show([file("a.mp4", "ready")]);
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toBe("a.mp4: ready\n");
    view.show([file("a.mp4", "ready"), file("b.mp4", "failed"), file("c.mp4", "queued")]);
    expect(lines.at(-1)).toBe("b.mp4: could not be prepared (2 of 3 files)\n");
    expect(lines.join("")).not.toContain("\x1b");
  });
});
