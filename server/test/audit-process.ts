// Changes a setting within the audit log's transaction and waits to be killed: `audit-process.ts DATABASE_URL WHERE`.

import { sql } from "kysely";
import pg from "pg";
import { commandActor } from "#platform/actor";
import { systemClock } from "#platform/clock";
import { audited } from "#platform/db/audit";
import { dbOf } from "#platform/db/database";

const [url = "", where] = process.argv.slice(2);
const db = dbOf(new pg.Pool({ connectionString: url, max: 1 }));
const wait = async () => {
  console.log("changed");
  await new Promise((resolve) => setTimeout(resolve, 60_000));
};
await db.transaction().execute(async (trx) => {
  await audited(
    { db: trx, clock: systemClock, by: commandActor() },
    { action: "site.set" },
    async (inner) => {
      await sql`insert into site_setting (key, value, updated_at) values ('killed', '1', now()) /* killed-here */`.execute(
        inner,
      );
      if (where === "before the row") await wait();
      return { result: undefined, changes: [{ subject: { kind: "setting", id: "killed" }, after: {} }] };
    },
  );
  await wait();
});
