import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { makeVideo } from "#test/media-sources";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { timeLimit } from "../../../tools/time-limit.ts";
import { main } from "./ingest-command.ts";

// Encodes take their time beside other tests.
vi.setConfig({ testTimeout: timeLimit(60) });

const small = { size: "90x160", rate: "10", seconds: 1 };
let root: string;
let database: Database;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-command-"));
  database = await testDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true, force: true });
});

/** The operator's current folder and settings. */
const settings = () => ({ INIT_CWD: root, DATA_DIR: join(root, "data"), DATABASE_URL: database.url });

/** Runs the command from the operator's current folder. */
const ingest = (...args: string[]) => runCommandHere(main, args, settings());

describe("npm run ingest", () => {
  it("encodes a folder itself when no worker runs, names unreadable files and exits with 1", async () => {
    const folder = join(root, "My Series");
    await mkdir(folder);
    makeVideo(join(folder, "01.mp4"), small);
    await writeFile(join(folder, "02.mp4"), "no video");
    // As npm does. A program that does not end would keep this test from ending.
    const program = join(import.meta.dirname, "ingest-command.ts");
    const first = await runCommandFile(program, ["My Series", "--profile", "demo"], settings());
    expect(first.output).toMatch(/My Series\/01\.mp4: ready/);
    expect(first.output).toContain("left out: 02.mp4 is not a video that we can read.");
    expect(first.output).toMatch(
      /Done in \d+:\d\d: 1 episode is new \(0:01 of video, \d+\.\d MB\), 1 thing left out, see above\./,
    );
    expect(first.code).toBe(1);
    await rm(join(folder, "02.mp4"));
    const second = await ingest("My Series", "--profile", "demo");
    expect(second).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Done in \d+:\d\d: 0 episodes are new, 1 already there\./),
    });
  });

  it("makes a dry run without changes, lists series, and removes and restores a series", async () => {
    const folder = join(root, "Other");
    await mkdir(folder);
    // The video of the test before, which is encoded already.
    makeVideo(join(folder, "1.mp4"), small);
    const [dryRun, before] = [await ingest("Other", "--dry-run"), await ingest("--list")];
    expect(dryRun.code).toBe(0);
    expect(dryRun.output).toContain("warning  1.mp4 lasts 1.0 s, which is very short for an episode.");
    expect(dryRun.output).toMatch(/0 errors, 1 warning, 2 notes\. Nothing was changed\.\n$/);
    expect(before.output).not.toContain("Other");
    expect(await ingest("Other", "--profile", "demo")).toMatchObject({ code: 0 });
    expect((await ingest("--list")).output).toMatch(/^[a-z0-9]{26} {2}Other: 1 episode$/m);
    expect((await ingest("--remove", "Other")).output).toMatch(
      /“Other” is removed, .* npm run ingest -- ".*Other"/,
    );
    expect((await ingest("--list")).output).toContain("Other: not shown");
    expect((await ingest("Other", "--profile", "demo")).output).toContain("1 already there");
  });

  it("never prints control characters of a file name to the terminal", async () => {
    const evil = "\u001b]0;owned\u0007\u009b2J\u202e";
    const folder = join(root, `Evil ${evil}`);
    await mkdir(folder);
    makeVideo(join(folder, "1.mp4"), { ...small, tone: 600 });
    await rename(join(folder, "1.mp4"), join(folder, `1 ${evil}.mp4`));
    await writeFile(join(folder, `2 ${evil}\nDone in 0:01: all is well.mp4`), "no video");
    await writeFile(join(folder, `2 ${evil}.en.srt`), "no captions");
    const runs = [
      await ingest(folder, "--dry-run"),
      await ingest(folder, "--profile", "demo"),
      await ingest("--list"),
      await ingest("--remove", folder),
      await ingest(`${folder}/missing`),
    ];
    for (const { output } of runs) {
      expect(output).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
      expect(output).not.toMatch(/^Done in 0:01: all is well/m);
    }
    // A dry run fails when a file cannot be read.
    expect(runs[0]?.code).toBe(1);
    expect(runs[1]?.output).toMatch(/left out: 2 .*all is well\.mp4 is not a video that we can read/);
  });

  it("reports what is wrong with its arguments", async () => {
    expect(await ingest()).toMatchObject({ code: 1, output: expect.stringContaining("Which folder?") });
    expect(await ingest("nowhere")).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is no folder .*nowhere\. Check the name/),
    });
    expect(await ingest("x", "--profile", "huge")).toMatchObject({
      code: 1,
      output: '--profile is "huge"; give standard or demo.\n',
    });
    expect(await ingest("x", "--porfile")).toMatchObject({
      code: 1,
      output: expect.stringContaining("--porfile"),
    });
  });
});
