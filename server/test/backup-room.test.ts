import { mkdir, mkdtemp, readdir, rm, utimes, watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refuseLowDiskForDrill } from "#backup";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { runCommandHere } from "#test/run-command";
import { timeLimit } from "../../tools/time-limit.ts";
import { main as runBackup } from "../src/backup-command.ts";

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-room-"));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** The settings of a command on the database, with a folder of its own for backups. */
const settings = (name: string) => ({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  BACKUP_DIR: join(folder, name),
});

test("O1: a backup with media files that do not fit on its disk is not begun", async () => {
  const insert = "insert into media_file (key, bytes, sha256) values ('assets/huge/1.m4s', $1, '')";
  await database.pool.query(insert, [2 ** 50]);
  try {
    const env = settings("films");
    const refused = await runCommandHere(runBackup, ["--media"], env);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("so none was begun") });
    expect(await readdir(env.BACKUP_DIR)).toEqual([]);
    // Their list alone takes no room.
    expect(await runCommandHere(runBackup, [], env)).toMatchObject({ code: 0 });
  } finally {
    await database.pool.query("delete from media_file where key = 'assets/huge/1.m4s'");
  }
});

test(
  "O1: a drill for which the temporary disk has too little room is not begun, and the backup counts as before",
  async () => {
    await expect(refuseLowDiskForDrill(folder, { tables: [{ bytes: 2 ** 50 }] })).rejects.toThrow(
      /less than the 4294967808 MB free that a drill may need, so none was begun/,
    );
    await refuseLowDiskForDrill(folder, { tables: [] });
    const env = settings("drilled");
    expect(await runCommandHere(runBackup, [], env)).toMatchObject({ code: 0 });
    // A file system without any room.
    const full = process.platform === "linux" ? "/proc" : "/dev";
    const drilled = await runCommandHere(runBackup, ["--drill"], { ...env, TMPDIR: full });
    expect(drilled).toMatchObject({
      code: 1,
      output: expect.stringContaining(`The disk of ${full} has less`),
    });
    expect((await runCommandHere(runBackup, ["--list"], env)).output).toContain("hashes verified");
  },
  timeLimit(60),
);

test(
  "O1: a drill is held in DATA_DIR, where no container has memory for a disk, and removes what killed ones left there",
  async () => {
    const env = { ...settings("held"), TMPDIR: "" };
    expect(await runCommandHere(runBackup, [], env)).toMatchObject({ code: 0 });
    const left = join(env.DATA_DIR, "cliffhanger-drill-killed");
    await mkdir(left);
    const before = new Date(Date.now() - 25 * 3600_000);
    await utimes(left, before, before);
    const used: string[] = [];
    const watching = new AbortController();
    const watched = (async () => {
      for await (const { filename } of watch(env.DATA_DIR, { signal: watching.signal }))
        used.push(String(filename));
    })().catch(() => undefined);
    expect(await runCommandHere(runBackup, ["--drill"], env)).toMatchObject({ code: 0 });
    await expect.poll(() => used).toContainEqual(expect.stringMatching(/^cliffhanger-drill-(?!killed)/));
    watching.abort();
    await watched;
    expect((await readdir(env.DATA_DIR)).filter((name) => name.startsWith("cliffhanger-drill"))).toEqual([]);
  },
  timeLimit(60),
);
