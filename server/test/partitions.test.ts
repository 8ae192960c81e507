import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { keepPartitions, listPartitions } from "#platform/db/partitions";
import { countedPlayPartitions } from "#playback";
import { testDatabase } from "#test/database";

const DAY_MS = 86_400_000;
const AHEAD = 3;

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("O22: a day's partition stays for as long as is said, until its last moment, and three are made ahead", async () => {
  const { table } = countedPlayPartitions;
  const kept = countedPlayPartitions.kept ?? 0;
  const nameOf = (time: number) =>
    `${table}_${new Date(time).toISOString().slice(0, 10).replaceAll("-", "_")}`;
  const first = Date.parse("2027-02-26T00:00:00Z");
  for (let day = 0; day < kept + 3; day += 1) {
    const start = first + day * DAY_MS;
    for (const at of [start, start + DAY_MS - 1]) {
      await keepPartitions(database.db, countedPlayPartitions, new Date(at));
      const oldest = Math.max(first, start - kept * DAY_MS);
      const expected = [];
      for (let one = oldest; one <= start + AHEAD * DAY_MS; one += DAY_MS) expected.push(nameOf(one));
      expect(await listPartitions(database.db, table), new Date(at).toISOString()).toEqual(expected);
    }
  }
});
