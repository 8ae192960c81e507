import { readdirSync, readFileSync } from "node:fs";
import { matchScreen } from "@cliffhanger/contract/screens";
import { expect, test } from "vitest";

const folder = new URL("../", import.meta.url);

/** Returns the addresses that the code of the app names in full, with the file of each. */
function namedAddresses(): { file: string; path: string }[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^loader\//.test(file),
  );
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, folder), "utf8").matchAll(/(?:href=|navigate\()"(\/[^"?#]*)/g)].map(
      ([, path = ""]) => ({ file, path }),
    ),
  );
}

test("R4: every link of the app leads to a screen", () => {
  const named = namedAddresses();
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ path }) => matchScreen(path).name === "notFound")).toEqual([]);
});
