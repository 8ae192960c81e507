import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDataDir, type TestDataDir } from "#test/data-dir";
import { timeLimit } from "../../../tools/time-limit.ts";
import { check, nothingAcknowledged, startProgram } from "./run.ts";

let folder: TestDataDir;
let dataDir: string;
beforeAll(() => {
  folder = makeDataDir();
  dataDir = folder.path;
});
afterAll(() => folder.remove());

it("keeps every acknowledged write and no partial one over three kills", {
  timeout: timeLimit(120),
}, async () => {
  const recorded = nothingAcknowledged();
  for (const acknowledged of [30, 200, 77]) {
    const program = startProgram(dataDir, 4, recorded);
    await program.ready;
    await program.acknowledgements(acknowledged);
    await program.end("SIGKILL");
    expect(await check(dataDir, recorded)).toMatchObject({ lost: 0, halfDone: 0 });
  }
  expect(recorded.count).toBeGreaterThanOrEqual(307);
});

it("detects a loss", async () => {
  const recorded = nothingAcknowledged();
  recorded.highest.set(0, 1_000_000);
  recorded.highest.set(77, 5);
  const { lost } = await check(dataDir, recorded);
  expect(lost).toBeGreaterThan(900_000);
});
