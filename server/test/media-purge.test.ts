import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBundles } from "#media";
import { recordOlderFiles } from "#platform/db/media-files";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { actingOn } from "#test/unaudited";
import { main } from "../src/media-purge-command.ts";

let app: TestApp;
let series: MadeSeries;

beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app, { episodes: 2 });
  await makeSeries(app, { episodes: 1 });
  await recordOlderFiles(app.database.db, app.store);
});
afterAll(() => app.close());

const settings = () => ({ DATA_DIR: app.dataDir, DATABASE_URL: app.database.url });
const purge = (args: string[], env: Record<string, string> = {}) =>
  runCommandHere(main, args, { ...settings(), ...env });

test("O37: media-purge lists what an edge keeps of a series, and runs PURGE_COMMAND once per asset", async () => {
  const kept = ["captions-en-0123456789ab.vtt", "storyboard.jpg", "v720-00000.m4s", "v720-init.mp4"];
  // As npm does; the others run in this process.
  const program = join(import.meta.dirname, "../src/media-purge-command.ts");
  const listed = await runCommandFile(program, [series.id], settings());
  expect(listed.code, listed.output).toBe(0);
  expect(listed.output.trim().split("\n")).toEqual(
    series.episodes.flatMap(({ assetId }) => kept.map((file) => `${assetId}/${file}`)),
  );

  expect(await purge([series.id, "--run"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("PURGE_COMMAND is not set"),
  });

  const command = join(app.dataDir, "purge.sh");
  await writeFile(command, `#!/bin/sh\necho "$#:$1" >> "${app.dataDir}/purged"\n`);
  await chmod(command, 0o755);
  expect(await purge([series.id, "--run"], { PURGE_COMMAND: command })).toMatchObject({ code: 0 });
  expect((await readFile(join(app.dataDir, "purged"), "utf8")).trim().split("\n")).toEqual(
    series.episodes.map(({ assetId }) => `1:${assetId}/`),
  );

  await writeFile(command, "#!/bin/sh\nexit 3\n");
  expect(await purge([series.id, "--run"], { PURGE_COMMAND: command })).toMatchObject({
    code: 1,
    output: expect.stringContaining("failed for 2 of 2 assets"),
  });
});

test("O37: media-purge refuses a series that does not exist", async () => {
  const { code, output } = await purge(["nothing"]);
  expect(code).toBe(1);
  expect(output).toContain('There is no series "nothing".');
});

test("O37: media-purge says that it purged nothing after the films of a series were removed", async () => {
  const removed = await makeSeries(app, { episodes: 1 });
  const { removeSeries } = await loadBundles();
  await removeSeries(actingOn(app), removed.id);
  for (const args of [[removed.id], [removed.id, "--run"]]) {
    const { code, output } = await purge(args, { PURGE_COMMAND: "/bin/true" });
    expect(code).toBe(1);
    expect(output).toContain(`"${removed.id}" has no films, so nothing was purged`);
  }
});
