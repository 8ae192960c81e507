import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfigError, readConfig, settings } from "./config.ts";
import { readSettingFiles } from "./setting-files.ts";

const folder = mkdtempSync(join(tmpdir(), "cliffhanger-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env, folder);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test("O27: every setting can be given as a file, and the line break at its end is not part of it", () => {
  const names = settings.map(({ name }) => name);
  const env = Object.fromEntries(names.map((name) => [`${name}_FILE`, file(name, `value of ${name}\n`)]));
  const faults: string[] = [];
  const values = readSettingFiles(env, names, faults);
  for (const name of names) expect(values[name]).toBe(`value of ${name}`);
  expect(faults).toEqual([]);
  const url = "postgres://app:secret@db:5432/app";
  expect(readConfig({ DATABASE_URL_FILE: file("url", `${url}\n`) }, folder).databaseUrl).toBe(url);
});

test("O27: a file that cannot be read, and a setting given twice, stop the start without showing a value", () => {
  const missing = join(folder, "missing");
  expect(faultsOf({ SMTP_URL_FILE: missing })).toEqual([
    `SMTP_URL_FILE names ${missing}, which cannot be read (ENOENT); give a file that this user may read.`,
  ]);
  const twice = { DATABASE_URL: "postgres://secret-one", DATABASE_URL_FILE: file("two", "secret-two") };
  expect(faultsOf(twice)).toEqual([
    "DATABASE_URL and DATABASE_URL_FILE are both set; leave one of them out.",
  ]);
});

test("O27: an empty file stops the start: without its address, the site would begin on a new database", () => {
  const empty = file("empty", "\n");
  expect(faultsOf({ DATABASE_URL_FILE: empty, PUBLIC_ORIGIN: "https://watch.example.com" })).toEqual([
    `DATABASE_URL_FILE names ${empty}, which is empty; write the value into it, or leave the setting out.`,
  ]);
});

test("O27: a Kubernetes pod needs DATABASE_URL unless ALLOW_EMBEDDED is 1", () => {
  const pod = { KUBERNETES_SERVICE_HOST: "10.0.0.1" };
  expect(faultsOf(pod)).toEqual([expect.stringContaining("set DATABASE_URL")]);
  expect(faultsOf({ ...pod, DATABASE_URL: "postgres://app@db/app" })).toEqual([]);
  expect(faultsOf({ ...pod, ALLOW_EMBEDDED: "1" })).toEqual([]);
  expect(faultsOf({ ALLOW_EMBEDDED: "yes" })).toEqual(['ALLOW_EMBEDDED is "yes"; give 1 or 0.']);
});
