import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test, vi } from "vitest";
import { earlierThan } from "./migrated-cluster.ts";

test("the files of earlier migrations go, and unfinished ones once nobody can be making them any more", () => {
  const folder = mkdtempSync(join(tmpdir(), "cliffhanger-clusters-"));
  for (const name of ["earlier", "current", "unfinished-1"]) mkdirSync(join(folder, name));
  const names = () => earlierThan(join(folder, "current")).map((path) => basename(path));
  try {
    expect(names()).toEqual(["earlier"]);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_700_000);
    expect(names().toSorted()).toEqual(["earlier", "unfinished-1"]);
  } finally {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  }
});
