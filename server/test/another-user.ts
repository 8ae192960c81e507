import { spawnSync } from "node:child_process";
import { chmod, chown, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestDataDir } from "./data-dir.ts";
import type { OtherUser } from "./run-command.ts";

const NOBODY = 65_534;

/**
 * Returns a user who shares nothing with us, and a folder of theirs next to a data folder. Unless we are root and others may read the project, that
 * is our own user, with no settings but the documented ones.
 */
export async function anotherUser({ path }: TestDataDir): Promise<{ user: OtherUser; place: string }> {
  const place = await mkdtemp(join(tmpdir(), "cliffhanger-other-"));
  // Each command keeps its compiled code for the next one, as `npm run` arranges it.
  const code = join(place, "code");
  const env = { PATH: process.env["PATH"] ?? "", HOME: place, TMPDIR: place, NODE_COMPILE_CACHE: code };
  const other = { uid: NOBODY, gid: NOBODY };
  const mayRead =
    process.getuid?.() === 0 &&
    spawnSync(process.execPath, ["--version"], other).status === 0 &&
    spawnSync("test", ["-r", import.meta.filename], other).status === 0;
  if (!mayRead) return { user: { env }, place };
  await chmod(dirname(path), 0o711);
  await chown(place, NOBODY, NOBODY);
  return { user: { ...other, env }, place };
}
