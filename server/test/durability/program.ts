import { writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, inTransaction, openDatabase, type Trx } from "#platform/db/database";
import { isDatabaseUnavailable } from "#platform/db/errors";
import { migrate } from "#platform/db/migrate";
import { openLog } from "#platform/log";
import { migrations } from "../../migrations/index.ts";

/**
 * Opens the database as the app does and writes to it from several writers until it is killed:
 *
 *     node test/durability/program.ts DATA_DIR WRITERS
 *
 * Prints `ready`, then `ack WRITER NUMBER` for each committed transaction. A transaction writes an entry, its three
 * parts and the writer's count, so that a partial one is visible. Ends on SIGTERM.
 */
const [dataDir = "", writers = "1"] = process.argv.slice(2);

const log = openLog({ level: "info", pretty: false });
const database = await openDatabase({ dataDir, mode: "own", holder: "durability program", log });
await migrate(database, { ...migrations, "9999-durability": { up: createTables } }, log);
print("ready");

let stopping = false;
process.once("SIGTERM", () => {
  stopping = true;
});
await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(database.db, writer)));
while (!stopping) await pause(20);
await database.close();

async function createTables(db: Db): Promise<void> {
  await sql`create table entry (writer int, number int, primary key (writer, number))`.execute(db);
  await sql`create table entry_part (writer int, number int, part int, primary key (writer, number, part),
    foreign key (writer, number) references entry)`.execute(db);
  await sql`create table entry_count (writer int primary key, count int not null)`.execute(db);
}

async function write(db: Db, writer: number): Promise<void> {
  while (!stopping) {
    try {
      const number = await inTransaction(db, (trx) => writeOne(trx, writer));
      print(`ack ${writer} ${number}`);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await pause(20); // the server was killed and is restarting
    }
  }
}

async function writeOne(trx: Trx, writer: number): Promise<number> {
  const counted = await sql<{ count: number }>`insert into entry_count values (${writer}, 1)
    on conflict (writer) do update set count = entry_count.count + 1 returning count`.execute(trx);
  const number = counted.rows[0]?.count ?? 0;
  await sql`insert into entry values (${writer}, ${number})`.execute(trx);
  for (const part of [1, 2, 3])
    await sql`insert into entry_part values (${writer}, ${number}, ${part})`.execute(trx);
  return number;
}

/** Writes synchronously, so that a kill cannot lose a printed line. */
function print(output: string): void {
  writeSync(1, `${output}\n`);
}
