import { afterAll, beforeAll, expect, test } from "vitest";
import { saveSeries } from "#catalogue";
import { asSystem } from "#platform/db/audit";
import { secondNode, type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import type { App } from "../src/app.ts";

let one: TestApp;
let other: App;

beforeAll(async () => {
  one = await testApp();
  other = await secondNode(one);
});
afterAll(async () => {
  await other.stop();
  await one.close();
});

test("a change on one node is served by every node on the database within a second", async () => {
  const { id } = await makeSeries(one, { title: { en: "Standing" }, episodes: 1 });
  const { rows } = await one.database.pool.query("select source_key from series where id = $1", [id]);
  const title = async (url: string) => (await other.http.inject(url)).json().data.list[0]?.title;
  const urls = ["/api/homepage/query?tag=all", "/api/homepage/query?keyword=stan"];
  for (const url of urls) expect(await title(url)).toBe("Standing");
  const changed = {
    sourceKey: rows[0].source_key,
    title: { en: "Stand still" },
    synopsis: {},
    language: "en",
    freeEpisodeCount: 1,
    completed: false,
  } as const;
  await asSystem(one.database.db, "restore", (trx) => saveSeries(trx, one.clock, changed, []));
  for (const url of urls)
    await expect.poll(() => title(url), { timeout: 1000, interval: 20 }).toBe("Stand still");
});
