// Changes a setting within the audit log's transaction and waits to be killed: `audit-process.ts DATABASE_URL`. One of two
// transactions waits before the row is written, the other one after it.

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { commandActor } from "#platform/actor";
import { systemClock } from "#platform/clock";
import { audited } from "#platform/db/audit";
import { dbOf } from "#platform/db/database";

const [url = ""] = process.argv.slice(2);
const db = dbOf(new pg.Pool({ connectionString: url, max: 2 }));
const keys = ["killed-before", "killed-after"];
const waiting = new Set<string>();
const wait = async (key: string) => {
  waiting.add(key);
  if (waiting.size === keys.length) console.log("changed");
  await pause(60_000);
};
const change = (key: string, isRowWritten: boolean) =>
  db.transaction().execute(async (trx) => {
    await audited(
      { db: trx, clock: systemClock, by: commandActor() },
      { action: "site.set" },
      async (inner) => {
        await sql`insert into site_setting (key, value, updated_at) values (${key}, '1', now()) /* killed-here */`.execute(
          inner,
        );
        if (!isRowWritten) await wait(key);
        return { result: undefined, changes: [{ subject: { kind: "setting", id: key }, after: {} }] };
      },
    );
    await wait(key);
  });
await Promise.all(keys.map((key) => change(key, key === "killed-after")));
