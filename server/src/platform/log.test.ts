import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { openLogLines } from "#test/log-lines";
import { openRepeats } from "./log-repeats.ts";

const module = pathToFileURL(join(import.meta.dirname, "log.ts")).href;

/** Returns what a log writes in a separate process. */
function logged(pretty: boolean): string {
  const code = `
    import { openLog } from ${JSON.stringify(module)};
    const evil = "a\\u001b[2J\\u009b\\u202eb";
    const error = new Error(evil, { cause: evil });
    openLog({ pretty: ${pretty} }).warn({ name: evil, nested: { name: evil }, err: error }, evil);`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }).stdout;
}

describe("the log", () => {
  it.each([false, true])(
    "sends no control characters of logged text to the terminal, pretty: %s",
    (pretty) => {
      const text = logged(pretty);
      expect(text).toContain("b");
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    },
  );
});

describe("repeated lines", () => {
  it("O16: the first is written at once, the others are counted and follow as one line", async () => {
    const written: number[] = [];
    const repeats = openRepeats(50);
    for (let count = 0; count < 5; count++) repeats.fold("away", (repeated) => written.push(repeated));
    repeats.fold("full", (repeated) => written.push(repeated));
    expect(written).toEqual([0, 0]);
    await expect.poll(() => written).toEqual([0, 0, 4]);
    await pause(120);
    repeats.fold("away", (repeated) => written.push(repeated));
    expect(written).toEqual([0, 0, 4, 0]);
  });

  it("O16: only warnings and errors with the same message and reason are folded", () => {
    const { log, lines } = openLogLines();
    for (const reason of ["one", "one", "two"]) log.warn({ reason }, "Failed");
    for (const order of [1, 2]) log.error({ order }, "Needs review");
    for (const kind of ["x", "x"]) log.info({ kind, reason: "same" }, "Sent");
    expect(lines.map(({ msg, reason }) => [msg, reason])).toEqual([
      ["Failed", "one"],
      ["Failed", "two"],
      ["Needs review", undefined],
      ["Needs review", undefined],
      ["Sent", "same"],
      ["Sent", "same"],
    ]);
  });
});
