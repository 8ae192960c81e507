import { mkdir, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { randomWord } from "../ids.ts";
import { isAlive } from "../processes.ts";

/** Tells the folders of this process from those of an earlier one that had its process ID. */
const ownWord = randomWord(9);

/** Creates an empty folder below `root` that is named after this process, so that {@link sweepWork} knows whose it is. */
export async function makeWorkFolder(root: string): Promise<string> {
  const folder = join(root, `${hostname()}.${process.pid}.${ownWord}-${randomWord(9)}`);
  await mkdir(folder);
  return folder;
}

/** Removes the work folders of processes of this machine that have ended. Returns how many. */
export async function sweepWork(folder: string): Promise<number> {
  const [host, own] = [hostname(), process.pid];
  let count = 0;
  for (const name of await readdir(folder)) {
    const parts = name.split(".");
    const pid = Number(parts.at(-2));
    const isUsed = pid === own ? parts.at(-1)?.startsWith(`${ownWord}-`) : isAlive(pid);
    if (parts.slice(0, -2).join(".") !== host || isUsed) continue;
    await rm(join(folder, name), { recursive: true, force: true });
    count += 1;
  }
  return count;
}
