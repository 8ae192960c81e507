import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openNotifications } from "#platform/db/listen";
import { webConnectionName } from "#platform/machine";
import { testDatabase } from "#test/database";
import { makeVideo } from "#test/media-sources";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../tools/time-limit.ts";
import { findMediaTools, type MediaTools } from "./confine.ts";
import { encode, encodeArguments, threadsFor } from "./encode.ts";
import { ladder } from "./ladder.ts";
import { probe } from "./probe.ts";
import { findSandbox } from "./sandbox.ts";
import { isWebHere } from "./upkeep/repository.ts";

vi.setConfig({ testTimeout: timeLimit(240), hookTimeout: timeLimit(240) });

let root: string;
let media: MediaTools;
beforeAll(async () => {
  media = await findMediaTools();
  root = await mkdtemp(join(tmpdir(), "cliffhanger-priority-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function jobOf(name: string, seconds: number) {
  const source = join(root, `${name}.mp4`);
  const folder = join(root, name);
  makeVideo(source, { size: "360x640", seconds });
  await mkdir(folder);
  const found = await probe(media, source, { name });
  return { source, name, folder, probe: found, specs: ladder(found, "standard") };
}

interface Stat {
  session: number;
  nice: number;
}

/** Reads proc(5)'s stat of a process: the session is the fourth field after its name, nice the seventeenth. */
function statOf(pid: string): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { session: Number(fields[3]), nice: Number(fields[16]) };
}

/** Returns the stat of the ffmpeg that writes to a folder, once it runs. */
async function ffmpegOf(folder: string): Promise<Stat> {
  for (;;) {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        const [program = "", ...rest] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        if (program.endsWith("/ffmpeg") && rest.some((word) => word.startsWith(folder))) return statOf(pid);
      } catch {
        // It has ended meanwhile.
      }
    }
    await pause(20);
  }
}

describe("an encode beside viewers", () => {
  it.runIf(process.platform === "linux")(
    "V19: runs at nice 19, and in the session of the app, where nice counts",
    async () => {
      const job = await jobOf("real", 8);
      const cancelled = new AbortController();
      const running = encode(media, { ...job, signal: cancelled.signal });
      const stat = await Promise.race([ffmpegOf(job.folder), running]);
      cancelled.abort(new Error("seen"));
      await expect(running).rejects.toThrow("seen");
      const terminal = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ")[4];
      expect(stat).toMatchObject({ nice: 19, ...(terminal === "0" && { session: statOf("self").session }) });
    },
  );

  it("V19: leaves the app's session only where that has a terminal, into which it could type", async () => {
    const { ffmpeg, sandbox } = media;
    const prefix = async (hasTerminal: boolean) =>
      (await findSandbox([ffmpeg], hasTerminal)).prefix({ reads: [], writes: [] }, 1);
    const isBubble = sandbox.isSupervised;
    expect((await prefix(true)).includes("--new-session")).toBe(isBubble);
    const open = await prefix(false);
    for (const word of ["--new-session", "setsid"]) expect(open).not.toContain(word);
  });

  it("V19: uses all cores but one while a web process runs on this machine, and at least one", async () => {
    expect([1, 2, 8, 64].map((cores) => threadsFor(true, cores))).toEqual([1, 1, 7, 12]);
    expect([1, 2, 8, 64].map((cores) => threadsFor(false, cores))).toEqual([2, 3, 12, 12]);
    const job = await jobOf("threads", 1);
    const threads = (besideWeb: boolean) => {
      const words = encodeArguments({ ...job, besideWeb });
      return words[words.indexOf("-threads") + 1];
    };
    expect(threads(true)).toBe(String(threadsFor(true)));
    expect(threads(false)).toBe(String(threadsFor(false)));
  });

  it("V19: knows a web process of this machine by its connection to the database, until that ends", async () => {
    const database = await testDatabase();
    const worker = await openNotifications(database, silentLog);
    expect(await isWebHere(database.db)).toBe(false);
    const web = await openNotifications(database, silentLog, { name: webConnectionName });
    expect(await isWebHere(database.db)).toBe(true);
    await web.close();
    await expect.poll(() => isWebHere(database.db)).toBe(false);
    await worker.close();
    await database.close();
  });
});
