import { pino } from "pino";
import { expect, test } from "vitest";
import { runStopStages } from "./stop-stages.ts";

function record() {
  const lines: { level: number; stage: string; ms?: number }[] = [];
  const log = pino({ level: "debug" }, { write: (entry: string) => void lines.push(JSON.parse(entry)) });
  return { lines, log };
}

test("the stages of a stop run in order, each awaited and logged with its duration", async () => {
  const { lines, log } = record();
  const ran: string[] = [];
  await runStopStages(log, [
    [
      "first",
      async () => new Promise<void>((resolve) => setImmediate(() => resolve(void ran.push("first")))),
    ],
    ["second", () => void ran.push("second")],
  ]);
  expect(ran).toEqual(["first", "second"]);
  expect(lines.map(({ stage, ms }) => [stage, typeof ms])).toEqual([
    ["first", "number"],
    ["second", "number"],
  ]);
});

test("a stage that fails is logged and does not prevent later ones; its error is thrown at the end", async () => {
  const { lines, log } = record();
  const ran: string[] = [];
  const stop = runStopStages(log, [
    ["first", () => Promise.reject(new Error("no"))],
    ["second", () => void ran.push("second")],
  ]);
  await expect(stop).rejects.toThrow("no");
  expect(ran).toEqual(["second"]);
  expect(lines.filter(({ level }) => level === 50).map(({ stage }) => stage)).toEqual(["first"]);
});
