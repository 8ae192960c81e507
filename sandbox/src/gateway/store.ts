import { DatabaseSync } from "node:sqlite";

/** A gateway's data: named values of some kind, in one small file or in memory. */
export interface Store {
  get<T>(kind: string, id: string): T | undefined;
  /** Stores a value under its name, replacing an earlier one. `under` is its parent, for lists. */
  put(kind: string, id: string, value: unknown, under?: string): void;
  remove(kind: string, id: string): void;
  /** Lists the values of a kind, the oldest first. `newest` limits the list to its last ones. */
  list<T>(kind: string, of?: { under?: string; newest?: number }): T[];
  /**
   * Reads the values of a kind one by one: those older than `before`, the newest first, or those newer than `after`, the
   * oldest first; without either all, the newest first.
   */
  walk<T>(kind: string, of?: { under?: string; before?: string; after?: string }): Iterable<T>;
  /** Deletes all but the newest of a kind. */
  deleteAllButNewest(kind: string, count: number): void;
  /** Runs work in a transaction. */
  together<T>(work: () => T): T;
  close(): void;
}

/** Opens the file, or memory without one. Stored values survive a kill of the process. */
export function openStore(file?: string): Store {
  const db = new DatabaseSync(file ?? ":memory:");
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;");
  db.exec(`CREATE TABLE IF NOT EXISTS thing (
    no INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL, under TEXT, value TEXT NOT NULL,
    UNIQUE (kind, id));
    CREATE INDEX IF NOT EXISTS thing_no ON thing (kind, no);
    CREATE INDEX IF NOT EXISTS thing_under ON thing (kind, under, no);`);
  const get = db.prepare("SELECT value FROM thing WHERE kind = ? AND id = ?");
  const put = db.prepare(`INSERT INTO thing (kind, id, under, value) VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value, under = coalesce(excluded.under, under)`);
  const remove = db.prepare("DELETE FROM thing WHERE kind = ? AND id = ?");
  const list = db.prepare("SELECT value FROM thing WHERE kind = ? ORDER BY no DESC LIMIT ?");
  const listUnder = db.prepare(
    "SELECT value FROM thing WHERE kind = ? AND under = ? ORDER BY no DESC LIMIT ?",
  );
  const trim = db.prepare(`DELETE FROM thing WHERE kind = ?1 AND no <=
    (SELECT no FROM thing WHERE kind = ?1 ORDER BY no DESC LIMIT 1 OFFSET ?2)`);
  const read = <T>(row: unknown): T => JSON.parse((row as { value: string }).value) as T;

  return {
    get<T>(kind: string, id: string) {
      const row = get.get(kind, id);
      return row && read<T>(row);
    },
    put: (kind, id, value, under) => void put.run(kind, id, under ?? null, JSON.stringify(value)),
    remove: (kind, id) => void remove.run(kind, id),
    list<T>(kind: string, { under, newest = -1 }: { under?: string; newest?: number } = {}) {
      const rows = under === undefined ? list.all(kind, newest) : listUnder.all(kind, under, newest);
      return rows.reverse().map((row) => read<T>(row));
    },
    *walk<T>(
      kind: string,
      { under, before, after }: { under?: string; before?: string; after?: string } = {},
    ) {
      const [sign, order, from] = after === undefined ? ["<", "DESC", before] : [">", "ASC", after];
      // A statement of its own: two walks at the same time would end each other.
      const walk =
        db.prepare(`SELECT value FROM thing WHERE kind = ?1 ${under === undefined ? "" : "AND under = ?2"}
        ${from === undefined ? "" : `AND no ${sign} (SELECT no FROM thing WHERE kind = ?1 AND id = ?3)`} ORDER BY no ${order}`);
      for (const row of walk.iterate({
        1: kind,
        ...(under !== undefined && { 2: under }),
        ...(from !== undefined && { 3: from }),
      }))
        yield read<T>(row);
    },
    deleteAllButNewest: (kind, count) => void trim.run(kind, count),
    together(work) {
      if (db.isTransaction) return work();
      db.exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        db.exec("COMMIT");
        return result;
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => db.close(),
  };
}
