import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reachableCopy } from "./binaries.ts";

const nobody = { uid: 65534, gid: 65534 };

// Only root runs PostgreSQL as another user.
test.skipIf(process.getuid?.() !== 0)(
  "O28: an update brings its PostgreSQL also where the programs have to be copied beside the data",
  () => {
    const place = mkdtempSync(join(tmpdir(), "cliffhanger-programs-"));
    // As /root is: no other user may enter.
    const native = join(place, "package", "native");
    const folder = mkdtempSync(join(tmpdir(), "cliffhanger-data-"));
    const install = (version: string) => {
      mkdirSync(join(native, "bin"), { recursive: true });
      writeFileSync(join(place, "package/package.json"), JSON.stringify({ version }));
      writeFileSync(join(native, "bin/postgres"), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    };
    const run = () => {
      const program = join(reachableCopy(native, folder, nobody), "bin/postgres");
      return spawnSync(program, ["--version"], { ...nobody, encoding: "utf8" }).stdout.trim();
    };
    try {
      spawnSync("chmod", ["755", folder]);
      install("18.4.0");
      expect([run(), run()]).toEqual(["18.4.0", "18.4.0"]);
      install("18.5.0");
      expect(run()).toBe("18.5.0");
      expect(readdirSync(folder)).toHaveLength(1);
      install("18.4.0");
      expect(run()).toBe("18.4.0");
    } finally {
      for (const path of [place, folder]) rmSync(path, { recursive: true, force: true });
    }
  },
);
