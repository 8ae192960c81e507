import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const src = join(import.meta.dirname, "../src");

/** The statements that connections prepare, with the file of each. */
const statements = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("repository.ts"))
  .flatMap((path) =>
    [...readFileSync(join(src, path), "utf8").matchAll(/`[^`]*\$\{prepared\}`/g)].map(([text]) => ({
      path,
      text,
    })),
  );

/** Returns the tables of which a statement selects all columns, whatever they are by then. */
function tablesReadWhole(text: string): string[] {
  const selected = [...text.matchAll(/\bselect \*(?:,.*?)? from (\w+)/gs)].map(([, name = ""]) => name);
  const aliases = [...text.matchAll(/\b(\w+)\.\*/g)].map(([, name = ""]) => name);
  const isOwn = (name: string) =>
    new RegExp(`\\b${name} as (?:materialized )?\\(|\\) as ${name}\\b`).test(text);
  return [...selected, ...aliases].filter((name) => !isOwn(name));
}

test("a prepared statement names the columns that it reads, because a node of this release goes on while the next one adds some", () => {
  expect(statements.length).toBeGreaterThan(25);
  expect(tablesReadWhole("`select * from visitor where id = 1`")).toEqual(["visitor"]);
  expect(tablesReadWhole("`select v.*, 1 from visitor v`")).toEqual(["v"]);
  expect(tablesReadWhole("`with one as (select id from visitor) select *, 1 as n from one`")).toEqual([]);
  const faults = statements.flatMap(({ path, text }) =>
    tablesReadWhole(text).map((name) => `${path}: ${name}`),
  );
  expect(faults).toEqual([]);
});
