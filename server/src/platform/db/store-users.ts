import { hostname } from "node:os";
import { sql } from "kysely";
import type { MediaStore } from "#platform/storage";
import { plainText } from "#platform/terminal";
import type { Db } from "./database.ts";

/** Another database that uses a storage. */
export interface StoreUser {
  /** The machine that noted it last, and the name of the database. */
  who: string;
  /** When it was noted last, by the clock of the storage. */
  at: Date;
  /** Where the note is, in words of the operator. */
  place: string;
}

/** The folder of the notes: each database has one of its own, so that none overwrites another's. */
const NOTES = "cliffhanger-users";
/** How long a database counts as a user after its last note. It is four times the pause between two notes. */
const IN_USE_MS = 2 * 3600 * 1000;
/** How long the answer that nobody else uses a storage is believed: an upkeep removes thousands of files. */
const BELIEVED_MS = 60_000;

/** Notes in the storage that this database uses it, now. Throws what the database or the storage throws. */
export async function noteUse(db: Db, store: MediaStore): Promise<void> {
  const { key, name } = await identityOf(db);
  await store.note(key, `${hostname()} (${name})\n`);
}

/**
 * Lists the other databases that use this storage: those whose note is less than two hours older than this database's. A restored copy
 * has the marker of its original, so this alone tells them apart. Throws what the database or the storage throws.
 */
export async function listOtherUsers(db: Db, store: MediaStore): Promise<StoreUser[]> {
  const { key: own } = await identityOf(db);
  const notes: { key: string; since: Date }[] = [];
  for await (const { key, since } of store.list(`${NOTES}/`)) notes.push({ key, since });
  // All times are the storage's, so that no clock of two machines is compared.
  const now = notes.find(({ key }) => key === own)?.since ?? new Date();
  const users: StoreUser[] = [];
  for (const { key, since: at } of notes) {
    if (key === own || now.getTime() - at.getTime() >= IN_USE_MS) continue;
    const said = (await store.read(key))?.toString().trim() ?? "";
    users.push({ who: plainText(said), at, place: store.marker.place.replace(/[^/]*$/, key) });
  }
  return users;
}

/** Returns what tells whether this database may remove files of the storage: nobody else uses it. */
export function openRemovalCheck(db: Db, store: MediaStore): () => Promise<boolean> {
  let aloneAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - aloneAt < BELIEVED_MS) return true;
    if ((await listOtherUsers(db, store)).length > 0) return false;
    aloneAt = performance.now();
    return true;
  };
}

/**
 * Returns the key of this database's note, and the name of the database. A standby that takes over has the same id; a database into
 * which a dump was restored has another one, on the same server too.
 */
async function identityOf(db: Db): Promise<{ key: string; name: string }> {
  const server =
    (await readServerId(db)) ??
    sql`(
    select md5(concat_ws(' ', (select code from installation), (select max(at) from restored))))`;
  const { rows } = await sql<{ id: string; name: string }>`
    select concat(${server}::text, '-', oid) as id, datname as name
    from pg_database where datname = current_database()`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The database does not say which one it is");
  return { key: `${NOTES}/${row.id}`, name: row.name };
}

/** What a server answers that keeps its id from our role, or does not know it, as some managed services. */
const REFUSALS: ReadonlySet<unknown> = new Set(["42501", "42883", "0A000"]);

/**
 * Returns the id of the server; null where it refuses to tell. A database is then known by its installation and its last restore: a copy
 * that was made in another way than by `npm run restore` may have the id of its original there.
 */
export async function readServerId(db: Db): Promise<string | null> {
  try {
    const { rows } = await sql<{ id: string }>`
      select system_identifier::text as id from pg_control_system()`.execute(db);
    return rows[0]?.id ?? null;
  } catch (error) {
    if (REFUSALS.has((error as { code?: unknown }).code)) return null;
    throw error;
  }
}
