// Lists every requirement, payment case and threat with the tests that name it in their titles. `--missing` shows only those
// without a test. Fails if a test or a comment names a number that does not exist.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readOptions } from "./bootstrap/options.mjs";
import { root } from "./bootstrap/paths.mjs";
import { projectFiles } from "./project-files.ts";
import { namesIn, readList, referenceLists } from "./reference-lists.ts";
import { checkReferences } from "./references.ts";
import { type TestTitle, titlesOf } from "./requirement-titles.ts";

const { values } = readOptions({ options: { missing: { type: "boolean", default: false } } });

const files = await Promise.all(
  projectFiles()
    .filter((path) => /\.(tsx?|mjs|md|tsv)$/.test(path))
    .map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") })),
);
// Numbers in the tests of the tools are examples.
const titles = files
  .filter(
    ({ path }) => !path.startsWith("tools/") && /\.(test|spec)\.tsx?$|^server\/test\/durability\//.test(path),
  )
  .flatMap(({ path, text }) => titlesOf(path, text));

const summary = referenceLists.map((list) => {
  const rows = readList(list, files.find(({ path }) => path === list.file)?.text ?? "");
  const provenBy = new Map<string, TestTitle[]>();
  for (const title of titles) {
    for (const name of namesIn(list, title.title)) provenBy.set(name, [...(provenBy.get(name) ?? []), title]);
  }
  for (const { name, about } of rows) {
    const tests = provenBy.get(name) ?? [];
    if (values.missing && tests.length > 0) continue;
    console.log(`${tests.length > 0 ? "  " : "- "}${name} ${about}`);
    for (const { title, place } of tests) console.log(`      ${title}  (${place})`);
  }
  const proven = rows.filter(({ name }) => provenBy.has(name)).length;
  return `${proven} of ${rows.length} ${list.kind} are named by a test.`;
});

console.log(`\n${summary.join("\n")}`);
const { faults } = checkReferences(files);
if (faults.length > 0) {
  console.log(`\n${faults.join("\n")}`);
  process.exitCode = 1;
}
