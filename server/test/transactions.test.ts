import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const server = join(import.meta.dirname, "..");

const sources = ["src", "test", "migrations"].flatMap((folder) =>
  readdirSync(join(server, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(server, folder, path), "utf8") })),
);

test("H16: no parameter named trx accepts the pool", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ text }) => /\btrx: Db\b/.test(text)).map(({ path }) => path)).toEqual([]);
});

test("H16: every exported function that is named after a lock takes a transaction first", () => {
  const locks = sources
    .filter(({ path }) => path.endsWith("repository.ts"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export async function (lock\w*)\(\s*(\w+: \w+)/gm)].map(
        ([, name, first]) => `${path} ${name}(${first})`,
      ),
    );
  expect(locks.length).toBeGreaterThan(7);
  expect(locks.filter((lock) => !lock.endsWith("(trx: Trx)"))).toEqual([]);
});
