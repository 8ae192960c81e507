import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The program that `npm start` runs, as a web node of a test's database. */
export interface Node {
  port: number;
  child: ChildProcess;
  /** All that it wrote to its log. */
  log(): string;
  /** Resolves to its exit code. */
  ended: Promise<number | null>;
  close(): Promise<void>;
}

/**
 * Starts a node in a process of its own, with at most `files` open files where that is given. Nodes of one database need
 * the same `dataDir`.
 */
export async function startNode(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  env: Record<string, string> = {},
  files?: number,
): Promise<Node> {
  const main = join(import.meta.dirname, "../src/main.ts");
  const command = `${files === undefined ? "" : `ulimit -n ${files}; `}exec "$0" "$@"`;
  const child = spawn("bash", ["-c", command, process.execPath, main, "--role", "web"], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: "off",
      PORT: "0",
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const ended = once(child, "close").then(([code]) => code as number | null);
  const close = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The node ended at its start:\n${said}`);
    const port = Number(/Cliffhanger is at http:\/\/[^"\s]*:(\d+)/.exec(said)?.[1] ?? 0);
    if (port !== 0 && (await statusOf({ port, path: "/readyz" })) === 200)
      return { port, child, log: () => said, ended, close };
    await pause(20);
  }
}

/** The status of an answer on a connection of its own; 0 where there was none. */
export function statusOf(asked: { port: number; path: string; localAddress?: string }): Promise<number> {
  return new Promise((resolve) => {
    get({ ...asked, host: "127.0.0.1", agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on("error", () => resolve(0));
  });
}
