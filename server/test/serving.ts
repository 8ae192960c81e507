import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { OtherUser } from "./run-command.ts";

/** The program that `npm start` runs: the built server, which starts in a third of the time that its sources take. */
export const serverProgram = join(import.meta.dirname, "../dist/main.js");

/** That program as a web node on a test's database. */
export interface Node {
  port: number;
  child: ChildProcess;
  /** Returns its log so far. */
  log(): string;
  /** Resolves to its exit code. */
  ended: Promise<number | null>;
  close(): Promise<void>;
}

/** Where a node finds its data, and what it does: `web` by default. */
interface NodeOptions {
  databaseUrl: string;
  dataDir: string;
  role?: "web" | "all";
}

/**
 * Starts a node as a process, with at most `files` open files, or as another user, when given. Nodes of one database need
 * the same `dataDir`.
 */
export async function startNode(
  { databaseUrl, dataDir, role = "web" }: NodeOptions,
  env: Record<string, string> = {},
  { files, user }: { files?: number; user?: OtherUser } = {},
): Promise<Node> {
  const command = `${files === undefined ? "" : `ulimit -n ${files}; `}exec "$0" "$@"`;
  const child = spawn("bash", ["-c", command, process.execPath, serverProgram, "--role", role], {
    ...user,
    env: {
      ...(user?.env ?? process.env),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: "off",
      PORT: "0",
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = once(child, "close").then(([code]) => code as number | null);
  const close = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The node ended at its start:\n${output}`);
    const port = Number(/Cliffhanger is at http:\/\/[^"\s]*:(\d+)/.exec(output)?.[1] ?? 0);
    if (port !== 0 && (await statusOf({ port, path: "/readyz" })) === 200)
      return { port, child, log: () => output, ended, close };
    await pause(20);
  }
}

/** Returns the status of an answer on a new connection; 0 when there was none. */
export function statusOf(request: { port: number; path: string; localAddress?: string }): Promise<number> {
  return new Promise((resolve) => {
    get({ ...request, host: "127.0.0.1", agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on("error", () => resolve(0));
  });
}
