import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { pathIn } from "#test/path-in";
import { type TestShop, testShop } from "./purchases.ts";

let app: TestShop;
beforeAll(async () => {
  app = await testShop();
});
afterAll(() => app.close());

test("O1: a published file is recorded with its size and hash, and forgotten when it is removed", async () => {
  const { store, database } = app;
  const recorded = async (key: string) =>
    (
      await database.pool.query("select key, bytes, sha256 from media_file where key like $1 order by key", [
        key,
      ])
    ).rows;
  const key = `assets/${newId(app.clock.now())}`;
  await store.publish(await store.workFolder(), key);
  // Two episodes of one asset give the same name twice.
  await store.addTexts(key, Array(2).fill({ file: "captions-en-0.vtt", body: "WEBVTT\n" }));
  const body = await readFile(pathIn(store, `${key}/captions-en-0.vtt`));
  expect(await recorded(`${key}/%`)).toEqual([
    { key: `${key}/captions-en-0.vtt`, bytes: body.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  await store.remove(key);
  expect(await recorded(`${key}%`)).toEqual([]);
});
