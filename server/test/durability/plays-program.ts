import { writeSync } from "node:fs";
import { openDatabase } from "#platform/db/database";
import { openPlays } from "#playback";
import { silentLog } from "#test/silent-log";

/**
 * Adds queued plays to their series in a loop until it is killed:
 *
 *     node test/durability/plays-program.ts DATABASE_URL
 *
 * Prints `ready` once it is connected.
 */
const [databaseUrl = ""] = process.argv.slice(2);

const database = await openDatabase({
  databaseUrl,
  dataDir: "",
  mode: "own",
  holder: "durability program",
  log: silentLog,
});
const plays = openPlays({ db: database.db, log: silentLog });
writeSync(1, "ready\n");
for (;;) await plays.add();
