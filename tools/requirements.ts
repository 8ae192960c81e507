// Lists every requirement with the tests that name it in their titles. `--missing` shows only those without.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readOptions } from "./bootstrap/options.mjs";
import { root } from "./bootstrap/paths.mjs";
import { projectFiles } from "./project-files.ts";
import { requirementsIn, type TestTitle, titlesOf } from "./requirement-titles.ts";

const { values } = readOptions({ options: { missing: { type: "boolean", default: false } } });

const list = (await readFile(join(root, "docs/requirements.tsv"), "utf8"))
  .trimEnd()
  .split("\n")
  .map((line) => {
    const [name = "", about = ""] = line.split("\t");
    return { number: Number(name.slice(1)), about };
  });

// The tests of the tools speak of requirements only as examples.
const testFiles = projectFiles().filter(
  (path) => !path.startsWith("tools/") && /\.(test|spec)\.tsx?$|^server\/test\/durability\//.test(path),
);
const titles = (
  await Promise.all(testFiles.map(async (path) => titlesOf(path, await readFile(join(root, path), "utf8"))))
).flat();

const provenBy = new Map<number, TestTitle[]>();
for (const title of titles) {
  for (const number of requirementsIn(title.title))
    provenBy.set(number, [...(provenBy.get(number) ?? []), title]);
}

for (const { number, about } of list) {
  const tests = provenBy.get(number) ?? [];
  if (values.missing && tests.length > 0) continue;
  console.log(`${tests.length > 0 ? "  " : "- "}R${number} ${about}`);
  for (const { title, place } of tests) console.log(`      ${title}  (${place})`);
}
const unknown = [...provenBy.keys()].filter((number) => !list.some((each) => each.number === number));
if (unknown.length > 0)
  console.log(`\nNamed by tests but not in the list: ${unknown.map((number) => `R${number}`).join(", ")}`);
console.log(
  `\n${list.filter(({ number }) => provenBy.has(number)).length} of ${list.length} requirements are named by a test.`,
);
