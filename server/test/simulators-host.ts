import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

declare module "vitest" {
  interface ProvidedContext {
    /** The port of the process that runs the simulators of all test files. */
    simulatorsPort: number;
  }
}

/** Starts the process that runs the simulators of all test files. It ends with this one. */
export async function startSimulators(): Promise<{ port: number; stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, "../../sandbox/src/host.ts"), {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exit = once(child, "exit");
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    port,
    async stop() {
      child.disconnect();
      await exit;
    },
  };
}
