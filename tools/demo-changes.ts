import { execFileSync } from "node:child_process";

/** Names of the main branch; the first that exists is used. */
const bases = ["main", "origin/main"];

/**
 * Returns whether a file under `demo/` differs from the merge base with the main branch, committed or not. Without git or a main
 * branch the answer is yes, so that nothing goes unchecked.
 */
export function hasDemoChanges(folder: string): boolean {
  const base = bases.map((branch) => git(folder, "merge-base", "HEAD", branch)).find((hash) => hash !== null);
  if (!base) return true;
  const tracked = git(folder, "diff", "--name-only", base, "--", "demo");
  const untracked = git(folder, "ls-files", "--others", "--exclude-standard", "--", "demo");
  return tracked !== "" || untracked !== "";
}

/** Returns git's output, or null if git fails or is not installed. */
function git(folder: string, ...args: string[]): string | null {
  try {
    return execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return null;
  }
}
