import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noteSteps } from "#attribution";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { arrive } from "#test/visitors";
import { main } from "../src/report-command.ts";

let app: TestApp;
let folder: string;
let series: MadeSeries;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-report-"));
  series = await makeSeries(app, { episodes: 4, title: { en: "The Salt Road" } });
  const visitor = await arrive(app, `/videos/${series.id}?fbclid=fb1&utm_campaign=%3DHYPERLINK(%22evil%22)`);
  await noteSteps(
    app.database.db,
    [1, 2, 3].map((episodeNumber) => ({
      visitorId: visitor.id,
      step: "episode",
      seriesId: series.id,
      episodeNumber,
      at: app.clock.now(),
    })),
  );
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({
  DATA_DIR: folder,
  DATABASE_URL: app.database.url,
  INIT_CWD: folder,
  DEMO: "off",
});
const report = (...args: string[]) => runCommandHere(main, args, settings());

test("R8: npm run report runs as a program", async () => {
  const file = join(import.meta.dirname, "../src/report-command.ts");
  const { code, output } = await runCommandFile(file, november, settings());
  expect(output).toContain("2026-11-01 to 2026-11-30, by campaign, last touch");
  expect(code).toBe(0);
});

const november = ["--from", "2026-11-01", "--to", "2026-11-30"];

test("R8: npm run report shows the funnel in the terminal and as files", async () => {
  const { code, output } = await report(
    ...november,
    "--series",
    series.id,
    "--csv",
    "r.csv",
    "--html",
    "r.html",
  );
  expect(output).toContain("2026-11-01 to 2026-11-30, by campaign, last touch");
  expect(output).toMatch(/=HYPERLINK\("evil"\) +1 +1 +1 +1 +0 +0 +0 +0 +0 +0 +0\n/);
  expect(output).toContain("The Salt Road: of those who saw episode 1, this many reached");
  expect(output).toContain("Episode 3  1  100.0 %");
  expect(code).toBe(0);
  // T14: the name of a link is text, in the spreadsheet and on the page.
  expect(await readFile(join(folder, "r.csv"), "utf8")).toContain(`\r\n"'=HYPERLINK(""evil"")",1,1,`);
  expect(await readFile(join(folder, "r.html"), "utf8")).toContain("=HYPERLINK(&quot;evil&quot;)");
  expect((await stat(join(folder, "r.csv"))).mode & 0o077).toBe(0);
});

test("R8: a report can be grouped by each dimension, and by the first touch", async () => {
  for (const [by, label] of [
    ["click", "Facebook click"],
    ["token", "(no link)"],
    ["language", "en"],
    ["series", "The Salt Road"],
  ] as const)
    expect((await report(...november, "--by", by, "--touch", "first")).output, by).toContain(`\n${label} `);
});

test.each([
  [["--from", "2026-11-31"], '"2026-11-31" is not a day'],
  [["--to", "yesterday"], '"yesterday" is not a day'],
  [["--from", "2026-11-02", "--to", "2026-11-01"], "--from must not be after --to"],
  [["--from", "2025-01-01", "--to", "2026-01-02"], "366 days at most"],
  [["--by", "episode"], "npm run report -- --by click"],
  [["--touch", "middle"], "npm run report -- --touch first"],
  [["--series", "nothing"], 'There is no series "nothing"'],
  [["--csv", "/nowhere/r.csv"], "could not be written: ENOENT"],
  [["more"], "npm run report"],
])("T14: %j is refused in a sentence", async (args, words) => {
  expect(await report(...args)).toMatchObject({ code: 1, output: expect.stringContaining(words) });
});
