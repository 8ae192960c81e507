import { spawn } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { join } from "node:path";

const PROGRAM = join(import.meta.dirname, "../../backup-command.ts");
/** Requests come first. At the lowest priority, a busy machine would never finish a backup. */
const NICE = 5;
/** Characters of the output that are kept; the last sentence says what failed. */
const OUTPUT_CHARACTERS = 2_000;

/** How the program ended. */
export interface ProgramEnd {
  code: number;
  /** Whether somebody stopped it: this process, or systemd, which signals all processes of a unit at once. */
  isStopped: boolean;
  /** The last line that it printed. */
  last: string;
}

/**
 * Runs `npm run backup` in a process of its own at low priority, so that it takes neither memory nor turns of the event
 * loop from requests. It ends when `signal` aborts.
 */
export async function runBackupProgram(args: readonly string[], signal: AbortSignal): Promise<ProgramEnd> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-OUTPUT_CHARACTERS);
    });
  try {
    if (child.pid !== undefined) setPriority(child.pid, Math.max(NICE, getPriority()));
  } catch {
    // It has ended already.
  }
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    const [code, killedBy] = await new Promise<[number | null, string | null]>((resolve) => {
      child.once("error", (error) => {
        output = error.message;
        resolve([1, null]);
      });
      child.once("close", (status, by) => resolve([status, by]));
    });
    if (killedBy !== null) output += `\nThe process was ended by ${killedBy}.`;
    return {
      code: code ?? 1,
      isStopped: killedBy === "SIGTERM" || killedBy === "SIGINT",
      last: output.trim().split("\n").at(-1) ?? "",
    };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
