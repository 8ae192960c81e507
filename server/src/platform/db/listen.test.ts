import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";
import { type Database, inTransaction } from "./database.ts";
import { type Notifications, notify, openNotifications } from "./listen.ts";

let database: Database;
let bus: Notifications;
beforeAll(async () => {
  database = await testDatabase();
  bus = await openNotifications(database, silentLog);
});
afterAll(async () => {
  await bus.close();
  await database.close();
});

describe("notifications", () => {
  it("deliver a message to every process, in order", async () => {
    const other = await openNotifications(database, silentLog);
    const received: string[][] = [[], []];
    await bus.on("catalogue", (payload) => received[0]?.push(payload));
    await other.on("catalogue", (payload) => received[1]?.push(payload));
    for (const word of ["one", "two", "three"]) await notify(database.db, "catalogue", word);
    await expect
      .poll(() => received)
      .toEqual([
        ["one", "two", "three"],
        ["one", "two", "three"],
      ]);
    await other.close();
  });

  it("are sent when their transaction commits, and not at all otherwise", async () => {
    const received: string[] = [];
    await bus.on("orders", (payload) => received.push(payload));
    const failing = inTransaction(database.db, async (trx) => {
      await notify(trx, "orders", "rolled back");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await inTransaction(database.db, (trx) => notify(trx, "orders", "committed"));
    await expect.poll(() => received).toEqual(["committed"]);
  });

  it("continue after the connection breaks, and report that messages may have been missed", async () => {
    const received: string[] = [];
    let gaps = 0;
    bus.onGap(() => gaps++);
    await bus.on("site", (payload) => received.push(payload));
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cliffhanger listen' and datname = current_database()",
    );
    await expect.poll(() => gaps).toBe(1);
    await notify(database.db, "site", "after the break");
    await expect.poll(() => received).toEqual(["after the break"]);
  });

  it("survive a listener that throws", async () => {
    const received: string[] = [];
    await bus.on("odd", () => {
      throw new Error("a fault of the listener's");
    });
    await bus.on("odd", (payload) => received.push(payload));
    await notify(database.db, "odd", "still here");
    await expect.poll(() => received).toEqual(["still here"]);
  });

  it("reject a message that is too long for PostgreSQL", async () => {
    await expect(notify(database.db, "site", "x".repeat(8_000))).rejects.toThrow(RangeError);
  });
});
