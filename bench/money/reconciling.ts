import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { control } from "../../server/src/sandbox-gateways.ts";
import { leanEnvironment, leanOptions } from "../../tools/bootstrap/lean-process.mjs";
import { peakMemoryOf, type Shop } from "./shop.ts";

/** How many lines the gateway's balance has. */
export const LINES = 100_000;
const AT_ONCE = 16;

/** Reads and compares a balance of many lines by the operator's command. */
export async function measureReconciling(shop: Shop): Promise<{ seconds: number; memory: number }> {
  await addLines(shop);
  const child = spawn(
    process.execPath,
    [...leanOptions.small, join(import.meta.dirname, "../../server/src/finance-command.ts"), "check"],
    {
      env: { ...process.env, DEMO: "off", ...leanEnvironment, ...shop.env },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const begun = performance.now();
  let memory = 0;
  let said = "";
  child.stdout.on("data", (part: Buffer) => {
    said += part.toString();
  });
  const exit = once(child, "exit");
  while (child.exitCode === null) {
    memory = Math.max(memory, await peakMemoryOf(child.pid ?? 0).catch(() => 0));
    await pause(100);
  }
  const seconds = (performance.now() - begun) / 1000;
  await exit;
  if (child.exitCode !== 0) throw new Error(`The books differ: ${said}`);
  return { seconds, memory };
}

/** Adds fees of the account until its balance has that many lines. */
async function addLines(shop: Shop): Promise<void> {
  const { lines } = (await control(shop.gateway.control, "GET", "/money")) as { lines: unknown[] };
  let left = LINES - lines.length;
  const add = async () => {
    while (left > 0) {
      left -= 1;
      await control(shop.gateway.control, "POST", "/fees", { amount: 1 });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, add));
}
