import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { callAs, makeGuest } from "#test/people";

let app: TestApp;
let series: MadeSeries;
beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app);
});
afterAll(() => app.close());

test("R67: a report is answered once it is saved, not before", async () => {
  const guest = await makeGuest(app);
  const body = { episodeId: series.episodes[0]?.id, position: 5 };
  let answer: Promise<{ code: number }> | undefined;
  await inTransaction(app.database.db, async (trx) => {
    await sql`lock table progress in exclusive mode`.execute(trx);
    answer = callAs(app, guest, "POST", "/api/user/history", body);
    expect(await Promise.race([answer, pause(500, "waits")])).toBe("waits");
  });
  expect((await answer)?.code).toBe(200);
  const { rows } = await app.database.pool.query("select position from progress where visitor_id = $1", [
    guest.id,
  ]);
  expect(rows).toEqual([{ position: 5 }]);
});
