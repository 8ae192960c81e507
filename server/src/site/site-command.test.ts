import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { main } from "./site-command.ts";

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-site-command-"));
  database = await testDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the command's settings, with the caller's working directory. */
const settings = () => ({
  INIT_CWD: folder,
  DATA_DIR: join(folder, "data"),
  DATABASE_URL: database.url,
});
const site = (...args: string[]) => runCommandHere(main, args, settings());

test("npm run site shows every setting, marks the defaults, and sets several at once", async () => {
  const before = await runCommandFile(join(import.meta.dirname, "site-command.ts"), ["show"], settings());
  expect(before.code).toBe(0);
  expect(before.output).toMatch(/^name +Cliffhanger {2}\(default\)$/m);
  expect(before.output).toMatch(/^sellerName +-$/m);
  await sharp({ create: { width: 300, height: 90, channels: 3, background: "#ff4f64" } })
    .png()
    .toFile(join(folder, "logo.png"));
  const set = await site(
    "set",
    "name",
    "Night Tram",
    "sellerEmail",
    "hello@nighttram.example",
    "logo",
    "logo.png",
  );
  expect(set.code).toBe(0);
  expect(set.output).toMatch(/^name +Night Tram$/m);
  expect(set.output).toMatch(/^logo +\/media\/images\/[a-f0-9]{20}-300\.webp$/m);
  const unset = await site("unset", "name", "accent");
  expect(unset).toMatchObject({ code: 0, output: expect.stringContaining("accent was not set.\n") });
  expect(unset.output).toMatch(/^name +Cliffhanger {2}\(default\)$/m);
  expect(unset.output).toMatch(/^sellerEmail +hello@nighttram\.example$/m);
});

test("npm run site reports an unusable value in one sentence and exits with 1", async () => {
  expect(await site("set", "accent", "pink")).toEqual({
    code: 1,
    output: 'accent: "pink" is not a colour. Write # and six digits or letters A to F, such as "#FF4F64".\n',
  });
  expect(await site("set", "logo", "nothing.png")).toEqual({
    code: 1,
    output: `There is no picture at ${join(folder, "nothing.png")}.\n`,
  });
});

test.each([[[]], [["set", "name"]], [["paint"]]])(
  "npm run site -- %j is invalid, so it prints its usage",
  async (args) => {
    const { code, output } = await site(...args);
    expect(code).toBe(1);
    expect(output).toContain('npm run site -- set KEY "VALUE"');
    expect(output).toContain("sellerAddress");
  },
);

test("npm run site -- --help prints the same, and exits with 0", async () => {
  const { code, output } = await site("--help");
  expect(code).toBe(0);
  expect(output).toContain("npm run site -- show");
});
