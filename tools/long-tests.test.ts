import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./bootstrap/paths.mjs";
import { MUTATION_LIST, readMutations } from "./mutation-list.ts";
import { projectFiles } from "./project-files.ts";

const LONG = /\.(?:long|program)\.(?:test|spec)\.ts$/;
const read = (path: string) => readFileSync(join(root, path), "utf8");
const longFiles = ["e2e", "server", "web", "tools"].flatMap(projectFiles).filter((path) => LONG.test(path));

test("H24: each file that npm test leaves out has a row that names what proves the same there", () => {
  expect(longFiles.length).toBeGreaterThan(0);
  const rows = read("docs/journeys.tsv")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  const proofs = new Map(rows.map(([journey = "", , proof = ""]) => [journey, proof]));
  const files = new Set(["server", "e2e", "web", "console", "contract", "tools"].flatMap(projectFiles));
  for (const file of longFiles) {
    const named = (proofs.get(file) ?? "").match(/[\w./-]+\.(?:test|spec)\.tsx?/g) ?? [];
    expect(named, `docs/journeys.tsv has a row for ${file}, with a file that proves the same`).not.toEqual(
      [],
    );
    for (const proof of named) {
      expect(files, `${file} is proved by ${proof}`).toContain(proof);
      expect(proof).not.toMatch(LONG);
    }
  }
});

test("H24: each file of tests that only programs run has a program of test:long that names it", () => {
  const long = read("tools/test-long.ts");
  const programs = projectFiles("server/test/durability")
    .filter((path) => long.includes(`"${path}"`))
    .map(read);
  const files = projectFiles("server").filter((path) => path.endsWith(".program.test.ts"));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const name = `"${file.replace("server/", "")}"`;
    expect(
      programs.some((text) => text.includes(name)),
      file,
    ).toBe(true);
  }
});

test("H31: no mutation needs a test that npm test leaves out", () => {
  const needed = readMutations(read(MUTATION_LIST)).flatMap(({ tests }) => tests);
  expect(needed.filter((path) => LONG.test(path))).toEqual([]);
});
