import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "#platform/ids";
import type { MediaStore } from "#platform/storage";
import { openFileStore } from "#platform/store/file-store";
import { testDatabase, withEmptyDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";
import { type Database, openDatabase } from "./database.ts";
import { claimStore } from "./media-marker.ts";
import { listOtherUsers, noteUse, openRemovalCheck, readServerId } from "./store-users.ts";

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-users-"));
  database = await testDatabase();
});
/** Opens a folder that belongs to the database, as one that was copied there does. */
async function openOwn(): Promise<MediaStore> {
  const { rows } = await database.pool.query("select marker from media_marker");
  const store = await openFileStore(await mkdtemp(join(folder, "own-")));
  if (rows.length > 0) await store.marker.make(rows[0].marker);
  return store;
}
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const keysOf = async (store: MediaStore) => {
  const keys: string[] = [];
  for await (const { key } of store.list("cliffhanger-users/")) keys.push(key);
  return keys;
};

test("O2: a role without rights notes its database, and sees those of others, with where their notes are", async () => {
  const store = await openFileStore(folder);
  await claimStore(database.db, store);
  await withEmptyDatabase(async (url) => {
    const common = { dataDir: "", mode: "own", holder: "npm test", log: silentLog } as const;
    const other = await openDatabase({ ...common, databaseUrl: url });
    try {
      await noteUse(other.db, store);
      expect(await listOtherUsers(other.db, store)).toMatchObject([
        { who: expect.stringMatching(/ \(test_\w+\)$/), place: expect.stringContaining(`${folder}/media/`) },
      ]);
      expect(await listOtherUsers(database.db, store)).toMatchObject([
        { who: expect.stringMatching(/ \(empty_\w+\)$/) },
      ]);
      const keys = await keysOf(store);
      expect(keys).toHaveLength(2);
      for (const key of keys) expect(key).toMatch(/^cliffhanger-users\/\d+-\d+$/);
    } finally {
      await other.close();
    }
  });
});

test("O2: nodes of one database have one note, which each start renews", async () => {
  const store = await openOwn();
  await claimStore(database.db, store);
  const keys = await keysOf(store);
  expect(keys).toHaveLength(1);
  const isThere = await claimStore(database.db, { ...store });
  expect(await keysOf(store)).toEqual(keys);
  expect([await isThere(), await listOtherUsers(database.db, store)]).toEqual([true, []]);
});

test("O2: a process renews the note every half hour, and a disk that is full keeps none from starting", async () => {
  const store = await openOwn();
  const note = vi.fn<MediaStore["note"]>(() => Promise.reject(new Error("ENOSPC")));
  const isThere = await claimStore(database.db, { ...store, note });
  expect(note).toHaveBeenCalledTimes(1);
  expect(await isThere()).toBe(true);
  expect(note).toHaveBeenCalledTimes(1);
  const now = performance.now();
  const passed = vi.spyOn(performance, "now");
  try {
    passed.mockReturnValue(now + 31 * 60_000);
    expect([await isThere(), await isThere()]).toEqual([true, true]);
    await expect.poll(() => note.mock.calls.length).toBe(2);
    passed.mockReturnValue(now + 62 * 60_000);
    expect(await isThere()).toBe(true);
    await expect.poll(() => note.mock.calls.length).toBe(3);
  } finally {
    passed.mockRestore();
  }
});

test("O2: a server that keeps its id from our role, as managed ones may, lets files be removed, and a restored copy is told apart", async () => {
  const own = await testDatabase();
  const role = `managed_${newId(new Date()).toLowerCase()}`;
  const { pool } = own;
  await pool.query(`create role ${role} login`);
  await pool.query(`grant select, insert, update, delete on all tables in schema public to ${role}`);
  await pool.query("revoke execute on function pg_control_system() from public");
  const url = new URL(own.url);
  url.username = role;
  const managed = await openDatabase({
    databaseUrl: url.href,
    dataDir: "",
    mode: "own",
    holder: "npm test",
    log: silentLog,
  });
  try {
    const store = await openOwn();
    await claimStore(managed.db, store);
    expect(await listOtherUsers(managed.db, store)).toEqual([]);
    expect(await openRemovalCheck(managed.db, store)()).toBe(true);
    expect([await readServerId(managed.db), await readServerId(own.db)]).toEqual([
      null,
      expect.stringMatching(/^\d+$/),
    ]);
    const before = await keysOf(store);
    expect(before).toHaveLength(1);

    // What the original was when it noted its use, as a copy that was restored from its backup sees it.
    await pool.query("insert into restored (snapshot_at) values (now())");
    expect(await listOtherUsers(managed.db, store)).toMatchObject([
      { who: expect.stringMatching(/ \(test_\w+\)$/), place: expect.stringContaining(String(before[0])) },
    ]);
    expect(await openRemovalCheck(managed.db, store)()).toBe(false);
  } finally {
    await managed.close();
    await pool.query(`drop owned by ${role}`);
    await pool.query(`drop role ${role}`);
    await own.close();
  }
});
