import { chown, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createArchive } from "./archive-writer.ts";
import { saveStatus } from "./status.ts";

const NOBODY = 65_534;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-owner-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(process.getuid?.() !== 0)("O1: a backup by sudo belongs to the user of the site", async () => {
  await chown(folder, NOBODY, NOBODY);
  const path = join(folder, "backups/site/one.cliffhanger");
  const archive = await createArchive(path);
  await archive.add("head.json", Buffer.from("{}"));
  await archive.finish();
  await saveStatus(path, { verified: "hashes" });
  for (const each of [join(folder, "backups"), dirname(path), path, `${path}.json`])
    expect(await stat(each), each).toMatchObject({ uid: NOBODY, gid: NOBODY });

  const taken = join(folder, "another's");
  await writeFile(taken, "as it was", { mode: 0o600 });
  await symlink(taken, `${path}.json.part`);
  await saveStatus(path, { command: 0 });
  expect([await readFile(taken, "utf8"), (await stat(taken)).uid]).toEqual(["as it was", 0]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
