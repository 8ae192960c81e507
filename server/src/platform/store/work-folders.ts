import { mkdir, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { randomWord } from "../ids.ts";

/** Creates an empty folder below `root` that is named after this process, so that {@link sweepWork} knows whose it is. */
export async function makeWorkFolder(root: string): Promise<string> {
  const folder = join(root, `${hostname()}.${process.pid}.${randomWord(9)}`);
  await mkdir(folder);
  return folder;
}

/**
 * Removes dead work folders, which are named after host and process; one from before this process started is dead even
 * with our own process id.
 */
export async function sweepWork(folder: string): Promise<number> {
  const [host, own] = [hostname(), process.pid];
  let count = 0;
  for (const name of await readdir(folder)) {
    const parts = name.split(".");
    const pid = Number(parts.at(-2));
    if (parts.slice(0, -2).join(".") !== host || (pid !== own && isAlive(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
    count += 1;
  }
  return count;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
