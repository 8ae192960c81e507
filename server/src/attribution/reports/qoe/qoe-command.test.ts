import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { callAs } from "#test/people";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { main } from "./qoe-command.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-qoe-"));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({ DATA_DIR: folder, DATABASE_URL: app.database.url, DEMO: "off" });
const qoe = (...args: string[]) => runCommandHere(main, args, settings());

test("R83: npm run qoe says when there is no data, and refuses invalid arguments", async () => {
  expect(await runCommandFile(join(import.meta.dirname, "qoe-command.ts"), [], settings())).toMatchObject({
    code: 0,
    output: expect.stringContaining("Nothing was reported from "),
  });
  expect(await qoe("--days", "1")).toMatchObject({ output: expect.stringContaining("reported today") });
  for (const days of ["0", "1.5", "401"])
    expect(await qoe(`--days=${days}`)).toMatchObject({
      code: 1,
      output: "--days takes a whole number from 1 to 400.\n",
    });
  expect(await qoe("soon")).toMatchObject({
    code: 1,
    output: expect.stringContaining("npm run qoe -- --csv"),
  });
});

test("R83: npm run qoe shows what players reported, by rendition and network, and writes it as CSV", async () => {
  const event = (name: string, props: object, at: number) => ({
    event: name,
    eventId: `${name}${at}`,
    at: app.clock.now().toISOString(),
    props,
  });
  const list = [
    ...Array.from({ length: 20 }, (_, at) =>
      event("first_frame", { ttff: at < 19 ? 190 : 4_900, rendition: 720, network: "4g" }, at),
    ),
    event("first_frame", { ttff: 1_100, rendition: 360, network: "3g" }, 20),
    event("play_end", { playedMs: 99_000, rebufferMs: 1_000, rendition: 720, network: "4g" }, 1),
    event("exit_before_start", { network: "3g" }, 1),
    event("play_error", { error: "media", rendition: 720, network: "4g" }, 1),
    event("play_error", { error: "media", network: "smoke signals" }, 2),
  ];
  const answer = await callAs(app, { cookie: null, token: null }, "POST", "/api/reports", { list });
  expect(answer.info).toEqual({ accepted: 25 });
  const written = () => app.database.pool.query("select from play_figure").then(({ rowCount }) => rowCount);
  await expect.poll(written).toBe(8);
  // The command uses the system clock, while the app's is fixed.
  const today = new Date().toISOString().slice(0, 10);
  await app.database.pool.query("update play_figure set day = $1", [today]);

  const { code, output } = await qoe("--days", "3");
  expect(code).toBe(0);
  const reportRow = (name: string) =>
    output
      .split("\n")
      .find((textLine) => textLine.startsWith(name))
      ?.slice(32)
      .trim()
      .split(/ {2,}/);
  expect(reportRow("all")).toEqual(["21", "178 ms", "191 ms", "1.19 s", "1.00 %", "4.55 %", "2"]);
  expect(reportRow("720p, 4g")?.[0]).toBe("20");
  expect(reportRow("360p, 3g")).toEqual(["1", "1.10 s", "1.15 s", "1.19 s", "–", "0.00 %", "0"]);
  expect(reportRow("quality unknown, 3g")).toEqual(["0", "–", "–", "–", "–", "100.0 %", "0"]);
  expect(reportRow("quality unknown, network unknown")?.at(-1)).toBe("1");
  expect(reportRow("first frame, p75")).toEqual(["··█", "191 ms to 191 ms"]);
  expect(reportRow("media")).toEqual(["2"]);
  const file = join(folder, "qoe.csv");
  expect(await qoe("--csv", file)).toMatchObject({ code: 0, output: `Written to ${file}\n` });
  const csv = await readFile(file, "utf8");
  const [head = "", ...lines] = csv.trimEnd().split("\r\n");
  expect(head.split(",")).toHaveLength(16);
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toMatch(new RegExp(`^${today},720,4g,20,\\d+,\\d+,\\d+,99000,1000,0,0,1,0,0,0,0$`));
  expect(await qoe("--csv", "/nowhere/at/all.csv")).toMatchObject({
    code: 1,
    output: expect.stringContaining("could not be written"),
  });
});
