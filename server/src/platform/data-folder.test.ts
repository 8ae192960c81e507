import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DataFolderError, makeDataFolder } from "./data-folder.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "cliffhanger-folder-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("DATA_DIR is made with the folders above it, and may be there already", () => {
  const path = join(root, "one/two");
  makeDataFolder(path);
  makeDataFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

test("an impossible DATA_DIR is answered at once with a sentence that names it", () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  for (const [path, reason] of [
    ["/proc/nope", "no folder can be made there"],
    ["/dev/null/x", "a part of it is a file"],
    [file, "a part of it is a file"],
  ] as const) {
    const make = () => makeDataFolder(path);
    expect(make, path).toThrow(DataFolderError);
    expect(make).toThrow(`DATA_DIR ${path} cannot be used: ${reason}. Set DATA_DIR to a folder`);
  }
});
