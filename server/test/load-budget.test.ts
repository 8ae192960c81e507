import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";

type Role = "all" | "web" | "worker";
const budget = JSON.parse(readFileSync(join(import.meta.dirname, "../load-budget.json"), "utf8")) as Record<
  Role,
  number
>;

let database: Database;
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-modules-"));
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a process in a role and returns the files that it has loaded once it serves, without Node's own modules. */
async function modulesOf(role: Role): Promise<string[]> {
  const program = (name: string) => join(import.meta.dirname, name);
  const options = ["--import", program("module-list.ts"), program("../src/main.ts")];
  const child = spawn(process.execPath, [...options, ...(role === "all" ? [] : ["--role", role])], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO: "off",
      PORT: "0",
      LOG_LEVEL: "info",
      DRAIN_SECONDS: "0",
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ended = once(child, "close");
  let output = "";
  const started = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (/Cliffhanger is at|Working in the background/.test(output)) resolve();
      });
    child.once("close", () => reject(new Error(`The process ended at its start:\n${output}`)));
  });
  try {
    await started;
    child.send("modules");
    // The process also reports that it listens.
    for (;;) {
      const [message] = (await once(child, "message")) as [{ modules?: string[] }];
      if (message.modules) return message.modules.filter(isCounted);
    }
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** The viewers' app is left out, because it may not be built; its size has a budget of its own. */
const isCounted = (url: string) =>
  url.startsWith("file:") && !/\/web\/dist\/|\/node_modules\/react/.test(url);

/** What no role needs before its first use. */
const later = /\/node_modules\/(pino-pretty|stripe|marked|yaml|sharp|nodemailer|ajv|@zxcvbn-ts)\//;
/** What a process that only answers requests never needs, or not before its first email. */
const others =
  /\/node_modules\/pg-boss\/|\/src\/media\/(jobs|encode|ingest|bundle)|\/mail\/(layout|deliver)\.ts$/;

describe("the modules that are loaded when a process listens", () => {
  it.each(["all", "web", "worker"] as const)(
    "V14: as %s they stay within server/load-budget.json",
    async (role) => {
      const modules = await modulesOf(role);
      expect(modules.filter((url) => later.test(url) || (role === "web" && others.test(url)))).toEqual([]);
      expect(modules.some((url) => url.endsWith("/server/src/app.ts"))).toBe(true);
      expect(modules.length).toBeLessThanOrEqual(budget[role]);
    },
  );
});
