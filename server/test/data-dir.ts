import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { serverProcesses } from "#platform/db/postmaster";
import { fastFolder } from "./fast-folder.ts";

/** A DATA_DIR for one test, removed without a trace by `remove`. */
export interface TestDataDir {
  path: string;
  /** Waits for a server whose parent process was killed, then removes everything. */
  remove(): Promise<void>;
}

/** Returns a path for a DATA_DIR that does not exist yet. Sockets go next to it, including those of child processes. */
export function makeDataDir(): TestDataDir {
  const before = process.env.TMPDIR;
  const scratch = realpathSync(mkdtempSync(join(fastFolder(), "cliffhanger-test-")));
  const path = join(scratch, "data");
  process.env.TMPDIR = scratch;
  const remove = async () => {
    while (serverProcesses(join(path, "postgres", "data")).length > 0) await pause(10);
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(scratch, { recursive: true, force: true });
  };
  return { path, remove };
}
