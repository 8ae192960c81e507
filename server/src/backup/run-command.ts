import { spawn } from "node:child_process";

/**
 * Runs BACKUP_COMMAND with the file's name as its only argument, without a shell. Its output goes to ours. Returns its
 * exit code, 127 when it cannot be started.
 */
export async function runBackupCommand(command: string, path: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, [path], { stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", () => resolve(127));
    child.once("close", (code) => resolve(code ?? 1));
  });
}
