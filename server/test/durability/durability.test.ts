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

it("keeps everything it acknowledged, and nothing by halves, over three kills", {
  timeout: timeLimit(120),
}, async () => {
  const noted = nothingAcknowledged();
  for (const acknowledged of [30, 200, 77]) {
    const program = startProgram(dataDir, 4, noted);
    await program.ready;
    await program.acknowledgements(acknowledged);
    await program.end("SIGKILL");
    expect(await check(dataDir, noted)).toMatchObject({ lost: 0, halfDone: 0 });
  }
  expect(noted.count).toBeGreaterThanOrEqual(307);
});

it("sees a loss when there is one", async () => {
  const noted = nothingAcknowledged();
  noted.highest.set(0, 1_000_000);
  noted.highest.set(77, 5);
  const { lost } = await check(dataDir, noted);
  expect(lost).toBeGreaterThan(900_000);
});
