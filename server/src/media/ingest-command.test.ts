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

  it("makes a dry run without changes, lists a series, removes and restores it, and never prints control characters of a file name to the terminal", async () => {
    const evil = "\u001b]0;owned\u0007\u009b2J\u202e";
    const name = `Evil ${evil}`;
    const folder = join(root, name);
    await mkdir(folder);
    const unreadable = [`2 ${evil}\nDone in 0:01: all is well.mp4`, `2 ${evil}.en.srt`].map((file) =>
      join(folder, file),
    );
    const spoil = () => Promise.all(unreadable.map((path) => writeFile(path, "no video and no captions")));
    await spoil();
    const failing = await ingest(name, "--dry-run");
    for (const path of unreadable) await rm(path);
    makeVideo(join(folder, "1.mp4"), { ...small, tone: 600 });
    await rename(join(folder, "1.mp4"), join(folder, `1 ${evil}.mp4`));
    const dryRun = await ingest(name, "--dry-run");
    const before = await ingest("--list");
    await spoil();
    const ingested = await ingest(name, "--profile", "demo");
    const listed = await ingest("--list");
    const removed = await ingest("--remove", name);
    const after = await ingest("--list");
    const again = await ingest(name, "--profile", "demo");
    const missing = await ingest(`${folder}/missing`);

    // A dry run fails when a file cannot be read.
    expect([failing.code, dryRun.code]).toEqual([1, 0]);
    expect(dryRun.output).toMatch(
      /^ {2}warning {2}1 .*\.mp4 lasts 1\.0 s, which is very short for an episode\.$/m,
    );
    expect(dryRun.output).toMatch(/0 errors, 1 warning, 2 notes\. Nothing was changed\.\n$/);
    expect(before.output).not.toContain("Evil");
    expect(ingested.output).toMatch(/left out: 2 .*all is well\.mp4 is not a video that we can read/);
    expect(listed.output).toMatch(/^[a-z0-9]{26} {2}Evil .*: 1 episode$/m);
    expect(removed.output).toMatch(/“Evil .*” is removed, .* npm run ingest -- ".*Evil .*"/);
    expect(after.output).toMatch(/Evil .*: not shown/);
    expect(again.output).toContain("1 already there");
    for (const { output } of [failing, dryRun, ingested, listed, removed, after, again, missing]) {
      expect(output).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
      expect(output).not.toMatch(/^Done in 0:01: all is well/m);
    }
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
