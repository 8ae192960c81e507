import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { runCommandHere } from "#test/run-command";
import { unaudited } from "#test/unaudited";
import { main } from "./releases-command.ts";
import { listOpenDrops } from "./repository.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const planned = async () =>
  (await app.database.pool.query("select * from audit where action = 'release.plan' order by id")).rows;

test("C12: npm run releases plans and lists; a dry run changes nothing; bad input names the accepted form", async () => {
  const made = await makeSeries(app, { episodes: 3, free: 1 });
  await unaudited(app.database.pool).query(
    "update episode set published_at = null, held = true where series_id = $1 and number > 1",
    [made.id],
  );
  const env = { DATABASE_URL: app.database.url, DATA_DIR: app.dataDir };
  const run = (...args: string[]) => runCommandHere(main, args, env);
  const plan = ["plan", made.id, "--daily", "18:00", "--zone", "Europe/Madrid", "--from", "2027-01-04"];
  const dry = await run(...plan, "--dry-run");
  expect(dry.output).toContain(
    "2027-01-04T18:00 Europe/Madrid  episode 2\n2027-01-05T18:00 Europe/Madrid  episode 3",
  );
  expect(dry.output).toContain("nothing was changed");
  expect(await listOpenDrops(app.database.db, made.id)).toEqual([]);
  expect(await planned()).toEqual([]);
  expect((await run(...plan)).code).toBe(0);
  expect(await planned()).toMatchObject([{ actor_kind: "command", subject_id: made.id }]);
  expect((await run("list", made.id, "--days", "600")).output).toContain("2027-01-05T18:00 Europe/Madrid");
  expect((await run("end", made.id)).output).toContain("The plan has ended");
  expect(await listOpenDrops(app.database.db, made.id)).toHaveLength(2);
  for (const [args, sentence] of [
    [["end", made.id], "no plan"],
    [[...plan.slice(0, 5), "Madrid"], "Give an IANA name"],
    [[...plan, "--per", "11"], "Give 1 to 10"],
    [["set", made.id, "2", "2031-01-01T18:00Z"], "two years ahead"],
    [["set", "nowhere", "2", "2027-01-01T18:00Z"], "no such series"],
    [["cancel", "nothing"], "no drop"],
  ] as const) {
    const { code, output } = await run(...args);
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
  }
});
