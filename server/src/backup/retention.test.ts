import { mkdtemp, readdir, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createArchive } from "./archive-writer.ts";
import { keepNewest, newBackupPath, pruneBackups, refuseLowDisk, refuseLowDiskForMedia } from "./folder.ts";
import { backupsToDelete } from "./retention.ts";
import { listBackups, saveStatus } from "./status.ts";

const HOUR_MS = 3_600_000;
const keep = { hours: 24, days: 7, weeks: 4, months: 6 };
const at = (time: string) => ({ path: time, snapshotAt: new Date(`${time}Z`) });

/** The stated set after 400 days of hours that end on Wednesday, 2026-05-20 at 10:00: the newest of each period. */
const stated = [
  // 24 hours, the first of which is also the newest of its day, week and month
  ...Array.from({ length: 24 }, (_, hour) =>
    new Date(Date.UTC(2026, 4, 20, 10 - hour)).toISOString().slice(0, 16),
  ),
  // the days before, of which the first is among the hours
  ...["2026-05-18", "2026-05-17", "2026-05-16", "2026-05-15", "2026-05-14"].map((day) => `${day}T23:00`),
  // the Sundays before; 17 May is there already
  ...["2026-05-10", "2026-05-03"].map((day) => `${day}T23:00`),
  // the ends of the months before
  ...["2026-04-30", "2026-03-31", "2026-02-28", "2026-01-31", "2025-12-31"].map((day) => `${day}T23:00`),
].toSorted();

test("O7: 400 days of hourly backups leave the newest of 24 hours, 7 days, 4 weeks and 6 months", () => {
  let there: ReturnType<typeof at>[] = [];
  const end = Date.UTC(2026, 4, 20, 10);
  for (let time = end - 400 * 24 * HOUR_MS; time <= end; time += HOUR_MS) {
    there.push(at(new Date(time).toISOString().slice(0, 16)));
    const old = new Set(backupsToDelete(there, keep));
    there = there.filter(({ path }) => !old.has(path));
    // Even on the way, never fewer than the setting says once so many exist.
    expect(there.length).toBeLessThanOrEqual(24 + 7 + 4 + 6);
  }
  expect(there.map(({ path }) => path).toSorted()).toEqual(stated);
});

test("O7: a pause of months deletes nothing that a period without backups would have needed", () => {
  const old = ["2025-01-01T01:00", "2025-01-01T02:00", "2025-01-01T03:00"].map(at);
  expect(backupsToDelete([...old, at("2026-01-01T00:00")], keep)).toEqual([]);
});

test.each([
  ["one verified backup", ["2026-05-20T10:00"], []],
  ["two of one hour", ["2026-05-20T10:00", "2026-05-20T10:30"], []],
  [
    "three of one hour: the oldest goes, although one would be enough",
    ["2026-05-20T10:00", "2026-05-20T10:30", "2026-05-20T10:20"],
    ["2026-05-20T10:00"],
  ],
])("O7: at least two verified backups stay: %s", (_name, there, deleted) => {
  expect(backupsToDelete(there.map(at), { hours: 1, days: 0, weeks: 0, months: 0 })).toEqual(deleted);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-retention-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a file that shows this moment, as far as a listing reads it. */
async function put(
  name: string,
  snapshotAt: string,
  verified: "no" | "hashes" | "restored" | null,
  { into = folder, installation }: { into?: string; installation?: string } = {},
) {
  const path = join(into, `${name}.cliffhanger`);
  const archive = await createArchive(path);
  await archive.add(
    "head.json",
    Buffer.from(
      JSON.stringify({ format: 1, version: "1.2.3", snapshotAt, migrations: ["0001-first"], installation }),
    ),
  );
  await archive.finish();
  if (verified) await saveStatus(path, { verified });
}

test("O7: in a folder, old verified backups go, and what is unverified, damaged or named by a person stays", async () => {
  await put("cliffhanger-1", "2026-05-20T10:00:00.000Z", "hashes");
  await put("cliffhanger-2", "2026-05-20T10:10:00.000Z", "restored");
  await put("cliffhanger-3", "2026-05-20T10:20:00.000Z", "hashes");
  await put("cliffhanger-4", "2026-05-20T10:30:00.000Z", "no");
  await put("cliffhanger-5", "2026-05-20T10:40:00.000Z", null);
  await put("by-hand", "2025-01-01T00:00:00.000Z", "hashes");
  await put("before-0040-backup-runs", "2025-01-01T00:00:00.000Z", "hashes");
  await writeFile(join(folder, "cliffhanger-6.cliffhanger"), "not a backup");
  for (const [name, age] of [
    ["old", 25],
    ["new", 1],
  ] as const) {
    const part = join(folder, `cliffhanger-${name}.cliffhanger.part`);
    await writeFile(part, "half");
    const time = new Date(Date.UTC(2026, 4, 20, 11) - age * HOUR_MS);
    await utimes(part, time, time);
  }
  const once = { hours: 1, days: 0, weeks: 0, months: 0 };
  const old = await pruneBackups(folder, once, new Date("2026-05-20T11:00:00Z"), "AAAAA");
  expect(old).toEqual([join(folder, "cliffhanger-1.cliffhanger")]);
  expect((await readdir(folder)).filter((name) => !name.endsWith(".json")).toSorted()).toEqual(
    [
      "before-0040-backup-runs.cliffhanger",
      "by-hand.cliffhanger",
      ...[2, 3, 4, 5, 6].map((number) => `cliffhanger-${number}.cliffhanger`),
      "cliffhanger-new.cliffhanger.part",
    ].toSorted(),
  );
  expect(await readdir(folder)).not.toContain("cliffhanger-1.cliffhanger.json");
});

test("O7: a backup with the media files is neither replaced by those without, nor a measure of the room that they need", async () => {
  const other = await mkdtemp(join(tmpdir(), "cliffhanger-retention-"));
  try {
    const at = (hour: number) => new Date(Date.UTC(2026, 4, 20, hour, 5));
    const make = async (hour: number, withMedia: boolean) => {
      const path = newBackupPath(other, at(hour), { installation: "AAAAA", withMedia });
      await put(basename(path, ".cliffhanger"), at(hour).toISOString(), "hashes", { into: other });
      return path;
    };
    const films = await make(10, true);
    const [first] = [await make(11, false), await make(12, false), await make(13, false)];
    const once = { hours: 1, days: 0, weeks: 0, months: 0 };
    expect(await pruneBackups(other, once, at(14), "AAAAA")).toEqual([first]);
    expect(await readdir(other)).toContain(basename(films));
    // Sparse, and the newest of all: it takes no space.
    await truncate(await make(15, true), 2 ** 43);
    await refuseLowDisk(other);
    await expect(refuseLowDiskForMedia(other, 2 ** 50)).rejects.toThrow(/lacks \d+ MB .* none was begun/);
    await refuseLowDiskForMedia(join(other, "new"), 1);
  } finally {
    await rm(other, { recursive: true, force: true });
  }
});

test("O7: two installations that share a folder and begin in the same second write to two files", () => {
  const now = new Date("2026-05-20T03:00:00.400Z");
  const names = ["AAAAA", "BBBBB"].map((installation) => newBackupPath("/backups", now, { installation }));
  expect(names).toEqual([
    "/backups/cliffhanger-AAAAA-2026-05-20T03-00-00Z.cliffhanger",
    "/backups/cliffhanger-BBBBB-2026-05-20T03-00-00Z.cliffhanger",
  ]);
});

test("O7: a backup that another process deletes while the folder is read is left out", async () => {
  const shared = await mkdtemp(join(tmpdir(), "cliffhanger-retention-"));
  try {
    await put("cliffhanger-1", "2026-05-20T10:00:00.000Z", "hashes", { into: shared });
    // Its name is there and its file is not, as between two reads.
    await symlink(join(shared, "gone"), join(shared, "cliffhanger-0.cliffhanger"));
    expect((await listBackups(shared)).map(({ path }) => basename(path))).toEqual([
      "cliffhanger-1.cliffhanger",
    ]);
  } finally {
    await rm(shared, { recursive: true, force: true });
  }
});

test("O7: two installations that share a folder delete no backup of each other", async () => {
  const shared = await mkdtemp(join(tmpdir(), "cliffhanger-retention-"));
  try {
    const time = (hour: number, minute: number) =>
      new Date(Date.UTC(2026, 4, 20, hour, minute)).toISOString();
    for (const [minute, installation] of [
      [5, "AAAAA"],
      [6, "BBBBB"],
    ] as const)
      for (const hour of [8, 9, 10, 11]) {
        const options = { into: shared, installation };
        await put(`cliffhanger-${installation}-${hour}`, time(hour, minute), "hashes", options);
        await put(`before-${installation}-${hour}`, time(hour, minute), "hashes", options);
      }
    const now = new Date("2026-05-20T12:00:00Z");
    expect(await pruneBackups(shared, keep, now, "AAAAA")).toEqual([]);
    const few = { hours: 3, days: 0, weeks: 0, months: 0 };
    const path = (name: string) => join(shared, `${name}.cliffhanger`);
    expect(await pruneBackups(shared, few, now, "BBBBB")).toEqual([path("cliffhanger-BBBBB-8")]);
    await keepNewest(shared, "before-", 3, "AAAAA");
    const left = (await listBackups(shared)).map(({ path }) => basename(path, ".cliffhanger"));
    expect(left).not.toContain("before-AAAAA-8");
    expect(left.filter((name) => name.startsWith("before-"))).toHaveLength(7);
  } finally {
    await rm(shared, { recursive: true, force: true });
  }
});

test("O7: what a loss of power left empty beside a backup makes that one unverified, and keeps no other from being written", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cliffhanger-status-"));
  try {
    const path = newBackupPath(folder, new Date(0), { installation: null });
    const archive = await createArchive(path);
    const head = { format: 1, version: "1.2.3", snapshotAt: new Date(0).toISOString(), migrations: ["0001"] };
    await archive.add("head.json", Buffer.from(JSON.stringify(head)));
    await archive.finish();
    await writeFile(`${path}.json`, "");
    await refuseLowDisk(folder);
    expect(await listBackups(folder)).toMatchObject([{ status: null }]);
    await saveStatus(path, { verified: "hashes" });
    expect(await listBackups(folder)).toMatchObject([{ status: { verified: "hashes", command: null } }]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
