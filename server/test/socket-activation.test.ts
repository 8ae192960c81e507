import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "#platform/db/database";
import { passedSocket } from "#platform/http/listening-socket";
import { testDatabase } from "#test/database";
import { serverProgram } from "#test/serving";
import { timeLimit } from "../../tools/time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

let database: Database;
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-socket-"));
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Holds a socket as systemd does, and never accepts from it: it runs one web server after another on descriptor 3, and
 * is blocked while one runs. LISTEN_PID is the id that exec keeps.
 */
const HOLDER = `
  const { spawnSync } = require("node:child_process");
  const server = require("node:net").createServer().listen(0, "127.0.0.1", () => {
    const command = 'echo "server is $$"; LISTEN_PID=$$ exec "$0" "$@"';
    for (const _run of [1, 2])
      spawnSync("bash", ["-c", command, ...process.argv.slice(1)], {
        stdio: ["ignore", "inherit", "inherit", server._handle.fd],
      });
    process.exit(0);
  });`;

function startHolder(): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ["-e", HOLDER, process.execPath, serverProgram, "--role", "web"], {
    env: {
      ...process.env,
      LISTEN_FDS: "1",
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO: "off",
      // A stop waits for a connection whose request has not arrived yet.
      DRAIN_SECONDS: "2",
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return { child, output: () => output };
}

/** Sends a request on a new connection; resolves to its status or the code of its error. */
function ask(port: number): Promise<number | string> {
  return new Promise((resolve) => {
    request(
      { port, host: "127.0.0.1", path: "/healthz", agent: new Agent({ keepAlive: false }) },
      (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
        answer.on("error", (error) => resolve(error.message));
      },
    )
      .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end();
  });
}

test("O27: with a socket from systemd, connections wait over a restart and none is refused", async () => {
  const { child, output } = startHolder();
  let ended = false;
  const all = (pattern: RegExp) => [...output().matchAll(pattern)].map(([, found]) => Number(found));
  const ready = () => all(/Cliffhanger is at http:\/\/127\.0\.0\.1:(\d+)/g);
  const servers = () => all(/server is (\d+)/g);
  // Processes that outlive their test keep its runner from ending, because they hold its output.
  onTestFinished(() => {
    child.kill("SIGKILL");
    const running = servers().at(-1);
    if (!ended && running !== undefined) process.kill(running, "SIGKILL");
  });
  await expect.poll(ready, { timeout: timeLimit(30) }).toHaveLength(1);
  const [port = 0] = ready();
  expect(await ask(port)).toBe(200);

  const answers: Promise<number | string>[] = [];
  let asking = true;
  const visitors = (async () => {
    while (asking) {
      answers.push(ask(port));
      await pause(20);
    }
  })();
  process.kill(servers()[0] ?? 0, "SIGTERM");
  await expect.poll(ready, { timeout: timeLimit(30) }).toEqual([port, port]);
  asking = false;
  await visitors;
  const statuses = await Promise.all(answers);
  expect(statuses.length).toBeGreaterThan(20);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const asRoot = [...output().matchAll(/Running as root.*deploy\/systemd\/cliffhanger-web@\.service/g)];
  expect(asRoot).toHaveLength(process.getuid?.() === 0 ? 2 : 0); // one line for each start, which goes on
  const closed = once(child, "close");
  process.kill(servers()[1] ?? 0, "SIGTERM");
  await closed;
  ended = true;
});

test("O27: a socket that systemd passed to another process, or several, is not used", () => {
  expect(passedSocket({}, 7)).toBeNull();
  expect(passedSocket({ LISTEN_PID: "6", LISTEN_FDS: "1" }, 7)).toBeNull();
  expect(passedSocket({ LISTEN_PID: "7", LISTEN_FDS: "1" }, 7)).toBe(3);
  expect(() => passedSocket({ LISTEN_PID: "7", LISTEN_FDS: "2" }, 7)).toThrow("one ListenStream");
});
