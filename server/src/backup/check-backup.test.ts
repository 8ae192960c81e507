import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";
import { bodyOf, readEntries } from "./archive-reader.ts";
import { createArchive } from "./archive-writer.ts";
import { checkBackup } from "./check-backup.ts";
import { refuseNewer } from "./restore/restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

let database: Database;
let folder: string;
let good: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-check-"));
  good = join(folder, "good.cliffhanger");
  await writeBackup({ database, path: good, version: "1.2.3", media: null, log: silentLog });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a copy whose seal is right, and whose entries are those that `change` returns; undefined leaves one out. */
async function rewrite(change: (name: string, body: Buffer) => Buffer | undefined): Promise<string> {
  const path = join(folder, "changed.cliffhanger");
  const archive = await createArchive(path);
  await readEntries(
    good,
    async ({ name, chunks }) => {
      const body = change(name, await bodyOf(chunks));
      if (body) await archive.add(name, body);
    },
    { sealed: true },
  );
  await archive.finish();
  return path;
}

const rejection = (path: string) => checkBackup(path).catch((error: Error) => error.message);
const edited = (body: Buffer, from: RegExp, to: string) => Buffer.from(body.toString().replace(from, to));

test("O3: a whole backup passes, and its last entry is the hash of everything before it", async () => {
  const { manifest } = await checkBackup(good);
  expect(manifest.tables.length).toBeGreaterThan(50);
  expect(manifest.migrations.length).toBeGreaterThan(20);
  const bytes = await readFile(good);
  const before = bytes.subarray(0, -2048);
  expect(bytes.toString("latin1", bytes.length - 1536, bytes.length - 1472)).toBe(
    createHash("sha256").update(before).digest("hex"),
  );
});

test("O3: a flipped byte anywhere is found", async () => {
  const bytes = await readFile(good);
  const path = join(folder, "flipped.cliffhanger");
  for (let part = 1; part < 12; part++) {
    const at = Math.floor((bytes.length * part) / 12);
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 0x10;
    await writeFile(path, flipped);
    expect(await rejection(path), `byte ${at}`).toMatch(/Use another|newer/);
  }
  const flipped = Buffer.from(bytes);
  flipped[bytes.length - 1530] = "g".charCodeAt(0);
  await writeFile(path, flipped);
  expect(await rejection(path)).toContain("is not complete");
});

test("O3: a file without its end is not complete", async () => {
  const path = join(folder, "cut.cliffhanger");
  for (const missing of [1, 512, 2048, 20_000]) {
    await writeFile(path, await readFile(good));
    await truncate(path, (await readFile(good)).length - missing);
    expect(await rejection(path), `${missing} bytes`).toMatch(/is not complete|is damaged/);
  }
  await truncate(path, 0);
  expect(await rejection(path)).toContain("no backup of Cliffhanger");
  expect(await rejection(join(folder, "none.cliffhanger"))).toContain("does not exist");
});

test("O3: a table that is missing, or has other rows, is found although the seal is right", async () => {
  const without = await rewrite((name, body) => (name.includes("schema_migration") ? undefined : body));
  expect(await rejection(without)).toContain("is damaged");
  const counted = await rewrite((name, body) =>
    name === "manifest.json" ? edited(body, /"rows": 0/, '"rows": 1') : body,
  );
  expect(await rejection(counted)).toContain("is damaged");
});

test("O3: a newer format and a newer schema are refused by the first entry, in a sentence that says what to do", async () => {
  const format = await rewrite((name, body) =>
    name === "head.json" ? edited(body, /"format": 1/, '"format": 2') : body,
  );
  expect(await rejection(format)).toContain("written by a newer Cliffhanger (1.2.3, format 2). Update");
  const head = { version: "1.2.3", migrations: ["0001-catalogue", "9999-later"] };
  const known = { "0001-catalogue": { up: async () => undefined } };
  expect(() => refuseNewer(head, known, "x.cliffhanger")).toThrow("9999-later). Update this software first.");
  expect(() => refuseNewer(head, { ...known, "9999-later": known["0001-catalogue"] }, "x")).not.toThrow();
});
