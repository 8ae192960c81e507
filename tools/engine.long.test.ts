import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test, vi } from "vitest";
import { timeLimit } from "./time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

const program = `
  const { startEngine } = await import(${JSON.stringify(join(import.meta.dirname, "engine.ts"))});
  const engine = startEngine("pgbouncer");
  console.log("missing" in engine ? engine.missing : engine.env.ENGINE_DIR);
  setInterval(() => {}, 1_000);
`;

test("O31: a program that is told to end ends the engine that it started, and removes its files", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  // Without the engine's packages there is nothing to end: the line is no folder, but says what to install.
  expect(existsSync(line)).toBe(line.startsWith("/"));
  child.kill("SIGTERM");
  await ended;
  expect(existsSync(line)).toBe(false);
});
