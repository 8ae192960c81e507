import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { pollUntil } from "#test/ingest-app";
import { makeVideo } from "#test/media-sources";
import { timeLimit } from "../../../tools/time-limit.ts";

const isRoot = process.getuid?.() === 0;
let root: string;
let database: Database;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-full-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));
// A database belongs to one media folder, so each disk needs its own.
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

/** Runs the ingest with DATA_DIR on a separate disk of 8 MB, of which `room` bytes are free at first. */
function ingestOnSmallDisk(folder: string, room: number) {
  const disk = join(root, `${folder} disk`);
  const command = join(import.meta.dirname, "ingest-command.ts");
  const script = `mount -t tmpfs -o size=8m tmpfs "$1" && head -c ${8 * 2 ** 20 - room} /dev/zero > "$1/filler" && shift && exec "$@"`;
  const words = [process.execPath, command, folder, "--profile", "demo"];
  const child: ChildProcess = spawn("unshare", ["--mount", "sh", "-c", script, "sh", disk, ...words], {
    env: { ...process.env, INIT_CWD: root, DATA_DIR: disk, DATABASE_URL: database.url },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    ended,
    output: () => output,
    /** The disk is mounted in the process's namespace and is reachable only through /proc. */
    makeRoom: () => rm(`/proc/${child.pid}/root${disk}/filler`),
  };
}

describe.skipIf(!isRoot)("a full disk", () => {
  it.each([
    ["while a video is copied into DATA_DIR", "Copied", 40_000],
    ["while a video is encoded", "Encoded", 900_000],
  ])(
    "is reported in one sentence, and the ingest resumes when there is space: %s",
    async (_, folder, room) => {
      await mkdir(join(root, folder));
      await mkdir(join(root, `${folder} disk`));
      const video = join(root, folder, "1.mp4");
      const rich = [
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-b:v",
        "400k",
        "-maxrate",
        "400k",
        "-bufsize",
        "400k",
      ];
      makeVideo(video, { size: "270x480", seconds: 12, options: rich });
      expect((await stat(video)).size).toBeGreaterThan(100_000);
      expect((await stat(video)).size).toBeLessThan(850_000);
      const run = ingestOnSmallDisk(folder, room);
      await Promise.race([pollUntil(async () => /The disk is (too )?full/.test(run.output())), run.ended]);
      await run.makeRoom();
      expect(await run.ended, run.output()).toBe(0);
      expect(run.output()).toMatch(/Done in \d+:\d\d: 1 episode is new/);
      expect(run.output().match(/The disk is (?:too )?full/g)).toHaveLength(1);
      expect(run.output()).toMatch(/The disk is (?:too )?full.*Free some space.*resumes automatically\./);
    },
    timeLimit(90),
  );
});
