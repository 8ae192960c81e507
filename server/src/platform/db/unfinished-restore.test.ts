import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDataDir, type TestDataDir } from "#test/data-dir";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { openDatabase } from "./database.ts";
import { moveClusterAside } from "./embedded.ts";

let folder: TestDataDir;
beforeAll(() => {
  folder = makeDataDir();
});
afterAll(() => folder.remove());

const open = (more: { mayReplace?: boolean } = {}) =>
  openDatabase({ dataDir: folder.path, mode: "own", holder: "npm test", log: silentLog, ...more });

test(
  "O4: a restore that is killed before it marks the new server leaves none that a start takes for a new site's",
  async () => {
    await (await open()).close();
    const now = new Date("2026-11-28T04:31:09Z");
    const aside = await moveClusterAside(folder.path, { holder: "npm test", log: silentLog, now });
    await (await open({ mayReplace: true })).close();
    await expect(open()).rejects.toThrow(`a restore moved it to ${aside} and was interrupted`);
    const restored = await open({ mayReplace: true });
    await restored.pool.query("create table schema_migration (name text)");
    await restored.close();
    await (await open()).close();
  },
  timeLimit(60),
);
